"""A position of Kingmaker in the middle of a game, as Red sees it, and its title's reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from moderator.engine import Event, LineDropped, Title
from moderator.reports.parts import Frame, Game, Player
from moderator.titles.feudo.title import FEUDO
from moderator.titles.kingmaker import events as ev
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.view import (
    CardView,
    FactionView,
    FightView,
    ForceView,
    Goal,
    HeirView,
    NobleView,
    OfferView,
    ParliamentView,
    PlaceView,
    Range,
    ShipView,
    Threat,
    View,
)
from moderator.titles.kingmaker.map.marks import marks

SEATS = ("red", "blue", "yellow", "green")

NOBLES: Mapping[str, tuple[str, str, str, int, tuple[str, ...]]] = {
    # seat, square, place, force, awards
    "percy": ("red", "york", "", 1, ("northern marches",)),
    "scrope": ("red", "york", "", 1, ("earl of richmond",)),
    "clifford": ("red", "york", "york", 2, ("archbishop of york",)),
    "neville": ("blue", "coventry", "", 3, ("marshal",)),
    "grey": ("blue", "coventry", "", 3, ()),
    "mowbray": ("blue", "london", "london", 4, ("tower",)),
    "stanley": ("yellow", "douglas", "douglas", 5, ()),
    "talbot": ("yellow", "shrewsbury", "shrewsbury", 6, ("shrewsbury",)),
    "beaufort": ("green", "salisbury", "", 7, ("duke of exeter", "bristol")),
    "courtenay": ("green", "", "", 8, ()),
    "herbert": ("green", "oxford", "oxford", 9, ()),
    "howard": ("green", "york", "york", 2, ()),
}
HEIRS: Mapping[str, tuple[str, str, str, int, bool]] = {
    # seat, square, place, force, crowned
    "henry": ("blue", "london", "london", 4, True),
    "margaret": ("", "fotheringhay", "fotheringhay", 0, False),
    "edward": ("blue", "coventry", "", 3, False),
    "richard": ("red", "york", "york", 2, False),
    "march": ("", "harlech", "harlech", 0, False),
    "clarence": ("", "", "", 0, False),
    "gloucester": ("", "calais", "calais", 0, False),
}
HELD = {"york": "red", "alnwick": "red", "newcastle town": "red", "london": "blue",
        "warwick": "blue", "oxford": "green", "bristol": "green", "douglas": "yellow",
        "shrewsbury": "yellow", "ludlow": "yellow"}  # fmt: skip

EVENTS: tuple[Event, ...] = (
    ev.SeatOrder(SEATS),
    ev.Dealt("red", ("percy", "scots archers", "coventry")),
    ev.NobleFound("green", "howard"),
    ev.LaidOut("red", (("percy", "alnwick", ("earl of richmond",)), ("scrope", "masham", ())), 2),
    ev.ChanceryFilled(4),
    ev.FirstPlayer("blue", "marshal", True),
    ev.TurnBegan(18, 5, "red"),
    ev.EventDrawn("red", "scots raid a", kept=False),
    ev.EventsReshuffled(61),
    ev.Called("red", "percy", "northern marches", ("york", ""),
              ("berwick", "berwick")),
    ev.NotCalled("stanley", "island"),
    ev.ShipDriven("green", "le michael", ("s13", ""), "plymouth", storm=True),
    ev.CardPlayed("red", "scots archers", "percy"),
    ev.CardPlayed("red", "clifford", "clifford", ("penrith", "appleby")),
    ev.Moved("red", ("percy", "scrope"), ("newcastle town", "durham", "raby", "masham", "york"),
             ("newcastle town", "newcastle town"), ("york", ""), road=True),
    ev.Moved("red", ("clifford",), ("york",), ("york", ""), ("york", "york"), free=True),
    ev.Sailed("green", ("le michael",), ("courtenay",), ("", "plymouth"), ("s13", "s14"),
              ("s14", "")),
    ev.Landed("green", ("beaufort",), "southampton", ("southampton", "")),
    ev.ForceFormed("red", ("percy", "scrope"), "york"),
    ev.LeaveGiven("passage", "blue", "red", "london", granted=False),
    ev.ShipPlaced("le swan", "boston"),
    ev.ShipRemoved("le george"),
    LineDropped("red", "move percy to york", "he has moved already", ("KM-MOV-17",)),
    ev.Died("audley", "blue", ("newcastle castle", "newcastle castle"), "plague"),
    ev.CardsReturned("audley", ("audley",), ("marshal",)),
    ev.PlaceChanged("york", "green", "red", "capture"),
    ev.PutOut("leicester", ("grey",)),
    ev.HeirCaptured("richard", "red", ("york", "york"), "green"),
    ev.HeirFreed("margaret", "blue", ("fotheringhay", "")),
    ev.FightAnnounced("siege", "red", ("percy", "scrope"), "green", ("howard",), "york", "york",
                      340, 310, 300),
    ev.CardsAdded("red", (("saxons", "percy"),), 350, 310),
    ev.CalledOff("blue", "oxford", "oxford", forced=True),
    ev.CombatCard("plague london", "4-1", ("herbert",)),
    ev.FightDecided("siege", "red", "green", "york", "york", 350, 310, "", "red", False,
                    ("howard", "richard")),
    ev.SiegeBegan("oxford", "blue", ("neville",)),
    ev.SiegeEnded("oxford", "blue", "left"),
    ev.Spoils("red", "howard", (("flemish crossbowmen", "percy"), ("coventry", ""))),
    ev.RansomTerms("howard", "red", "green", "red", "london or 1 writ"),
    ev.Ransomed("howard", "red", "green", ("london", "1 writ")),
    ev.ParliamentSummoned("blue", "coventry", ("hastings",), ("grey",), by_king=False),
    ev.WentToParliament("green", ("beaufort",), ("salisbury", ""), ("coventry", "coventry")),
    ev.ParliamentMet("coventry", ("beaufort", "neville"), 3),
    ev.ChanceryDrawn("red", ("earl of essex", "steward")),
    ev.Awarded("blue", (("earl of essex", "grey"), ("steward", "neville")), ("earl of kent",)),
    ev.PeaceDeclared("coventry", "blue"),
    ev.Crowned("margaret", "green", "york", (("archbishop of york", "clifford"),), sole=False),
    ev.CrownCardDrawn("red", kept=True),
    ev.CrownCardKept("red", "hastings"),
    ev.TownHandedOver("red", "blue", "leicester"),
    ev.Transferred("scots archers", "red", "blue", "percy", "neville"),
    ev.Traded("red", "blue", 1, 2, ("writ 3",)),
    ev.TradedCards("red", "blue", ("saxons",), ("writ 3",)),
    ev.OfferMade(3, "red", "blue", ("saxons",), ("1 writ",)),
    ev.OfferEnded(3, "red", "blue", "declined"),
    ev.CardsDiscarded("blue", ("parliament 2",), "no chancellor"),
    ev.BothHouses("red", 26),
    ev.EndProposed("green", agreed=False),
    ev.GameOver(("red",), "worth", "richard", (("red", 55, 20), ("blue", 40, 31))),
    ev.TurnEnded(18, "red"),
)  # fmt: skip


@pytest.fixture
def every_event() -> tuple[Event, ...]:
    """One of each, but the digest."""
    return EVENTS


@pytest.fixture
def title() -> Title[Any, Any]:
    """What reports need of the title: its name, map and events."""
    other: Title[Any, Any] = FEUDO
    return replace(other, name="kingmaker", label="Kingmaker", marks=marks, events=ev.EVENTS)


@pytest.fixture
def king_game() -> Game:
    return Game("kingmaker-1", tuple(map(Player, ("Anna", "Ben", "Cleo", "Dov"), SEATS)))


@pytest.fixture
def king_frame(king_game: Game) -> Frame:
    return Frame(king_game.players[0], datetime(2026, 3, 9, 18, 0, tzinfo=UTC), king_game)


def _noble(id_: str) -> NobleView:
    seat, square, place, force, awards = NOBLES[id_]
    card = current().cards[id_]
    return NobleView(
        id=id_, name=card.name, code=current().arms[id_].code, seat=seat, title=card.title,
        office="Marshal of England" if "marshal" in awards else "", awards=awards, square=square,
        place=place, inside=bool(place), aboard=("le michael",) if not square else (),
        sea="" if square else "s14", force=force, strength=card.troops + 20 * len(awards),
        plain=card.troops, under_siege=id_ == "herbert", captor="red" if id_ == "howard" else "",
        crowned=False,
    )  # fmt: skip


def _heir(id_: str, rank: int) -> HeirView:
    seat, square, place, force, crowned = HEIRS[id_]
    heir = current().heirs[id_]
    alive = id_ != "clarence"
    return HeirView(id_, heir.name, heir.house, rank if alive else 0, square, place, (), "", seat,
                    force, alive, crowned)  # fmt: skip


def _ships() -> tuple[ShipView, ...]:
    data = current()
    owners = {"le michael": "green", "le swan": "red", "le trinity": ""}
    return tuple(
        ShipView(one.id, one.name, owners[one.id], one.id, one.capacity,
                 "" if one.id == "le michael" else one.port,
                 "s14" if one.id == "le michael" else "",
                 ("courtenay",) if one.id == "le michael" else ())
        for one in data.ships.values() if one.id in owners
    )  # fmt: skip


def _places() -> tuple[PlaceView, ...]:
    data = current()
    return tuple(
        PlaceView(
            one.id, one.name, one.kind.id, one.square, one.port, one.cathedral,
            HELD.get(one.id, ""), one.id == "york", data.card_of.get(one.id, ""),
            one.kind.garrison, one.kind.limit,
            tuple(who for who, row in (*NOBLES.items(), *HEIRS.items()) if row[2] == one.id),
            "blue" if one.id == "oxford" else "",
        )
        for one in data.board.places.values()
    )  # fmt: skip


def _faction(seat: str) -> FactionView:
    nobles = [_noble(id_) for id_, row in NOBLES.items() if row[0] == seat]
    return FactionView(
        seat=seat, nobles=tuple(one.id for one in nobles), hand=2, writs=1, free_moves=0,
        parliaments=1 if seat == "blue" else 0, laid=("coventry",) if seat == "red" else (),
        places=tuple(place for place, holder in HELD.items() if holder == seat),
        ships=tuple(one.id for one in _ships() if one.seat == seat),
        heirs=tuple(id_ for id_, row in HEIRS.items() if row[0] == seat),
        strength=sum(one.strength for one in nobles), plain=sum(one.plain for one in nobles),
        commons=20, lords=9, both_until=26 if seat == "blue" else 0,
    )  # fmt: skip


def _card(id_: str) -> CardView:
    card, areas = current().cards[id_], current().areas
    area = areas[card.area].name if card.area else ""
    return CardView(card.id, card.name, card.kind, card.troops, card.bonus, area, card.places,
                    card.ships)  # fmt: skip


@pytest.fixture
def king_view() -> View:
    hand = ("hastings", "scots archers")
    return View(
        seat="red", options=(("deal", "part"), ("places", "basic"), ("rounds", "0")),
        phase="movement", turn=18, round=5, active="red", starter="blue", order=SEATS,
        event="scots raid a", factions=tuple(map(_faction, SEATS)),
        nobles=tuple(map(_noble, NOBLES)),
        heirs=tuple(_heir(id_, 1 + place % 3) for place, id_ in enumerate(HEIRS)),
        ships=_ships(), places=_places(),
        forces=(ForceView("red", "york", "", ("percy", "scrope"), (), 250),
                ForceView("blue", "coventry", "", ("neville", "grey"), ("edward",), 90)),
        chancery=7, crown_left=24, event_left=31, event_discarded=44, sole_king="henry",
        may_summon="neville", peace_at="coventry", peace_by="blue",
        fight=FightView("siege", "red", "green", "oxford", "oxford", ("percy",), ("herbert",), 220,
                        210, 200, "", (("red", "saxons"),)),
        parliament=ParliamentView("blue", "coventry", ("beaufort",), ("neville",), (), 3),
        hand=hand, dealt=(), kept=("writ 3",), sent=("earl of kent",),
        cards=tuple(map(_card, current().cards)),
        lines=("when defence: pass",),
        offers=(OfferView(3, "red", "blue", ("saxons",), ("1 writ",), "", "", 20),),
        threats=(Threat(("percy", "scrope"), "blue", ("neville", "grey"), 300, 240, "5-4"),
                 Threat(("clifford",), "blue", ("neville",), 310, 300, "siege")),
        chances=(Threat(("neville", "grey"), "red", ("percy", "scrope"), 180, 90, "2-1"),
                 Threat(("herbert",), "red", ("percy",), 220, 210, "siege"),
                 Threat(("beaufort",), "red", ("percy",), 10, 60, "")),
        ranges=(
            Range(("percy", "scrope"), False, (
                Goal("york", "york", 0, False, "", (), ()),
                Goal("coventry", "", 3, False, "", (), ()),
                Goal("alnwick", "alnwick", 7, True, "", (), ()),
                Goal("london", "london", 8, True, "", ("blue",), ()),
                Goal("masham", "masham", 1, False, "neutral", (), ()),
                Goal("fotheringhay", "fotheringhay", 4, False, "neutral", (), ("margaret",)),
            ), 12, ()),
            Range(("le swan",), True, (
                Goal("kingston", "kingston", 2, False, "", (), ()),
                Goal("lynn", "lynn", 2, False, "neutral", (), ()),
            ), 5, ("green",)),
        ),
        winners=(),
    )  # fmt: skip

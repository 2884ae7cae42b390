"""The rulebook's example of crown card distribution: four players, nine cards each (KM-EXD)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.events import ChanceryFilled, FirstPlayer, LaidOut, ShipPlaced
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.position.forces import strength
from moderator.titles.kingmaker.state import State

Start = Callable[..., Any]

DEALT = {
    "red": "neville, greystoke, earl of richmond, earl of salisbury, chancellor, marshal, "
    "duchy of cornwall, saxons, northampton",
    "blue": "roos, earl of westmorland, duke of exeter, cinque ports, saxons 2, "
    "bishop of lincoln, coventry, ipswich, le michael",
    "yellow": "herbert, hastings, scrope, earl of kent, county palatine, treasurer, "
    "scots archers, scots archers 2, swansea",
    "green": "beaufort, fitzalan, bourchier, earl of worcester, northern marches, "
    "bishop of durham, archbishop of york, leicester, burgundian crossbowmen",
}
"""Players A to D; where the example names no card, one of the kind it needs."""

SHEETS = {
    "red": "give richmond to greystoke / give chancellor to neville / give marshal to greystoke / "
    "give northampton to neville / give saxons to greystoke / place neville in warwick",
    "blue": "give westmorland to roos / give cinque ports to roos",
    "yellow": "give kent to herbert / give county palatine to herbert / "
    "give scots archers to hastings / give scots archers to herbert / give swansea to herbert",
    "green": "give worcester to bourchier / give northern marches to fitzalan / "
    "give bishop of durham, york to beaufort / give leicester to bourchier / "
    "give burgundian crossbowmen to bourchier",
}


@pytest.fixture
def dealt() -> State:
    """The four hands as they are dealt, nothing laid out yet."""
    options = {"deal": "part", "places": "basic", "rounds": "0"}
    state = setup.fresh(list(DEALT), options)
    for seat, cards in DEALT.items():
        state.factions[seat].dealt = cards.split(", ")
        assert len(state.factions[seat].dealt) == 9
        for card in state.factions[seat].dealt:
            state.crown_deck.remove(card)
    return state


def whole(played: Any, seat: str) -> str:
    """Return the answer in full for a sheet as a player writes it."""
    domain, said = played.run.waiting[seat].domain, list[str]()
    for line in SHEETS[seat].split(" / "):
        said += domain.understand(line, said)
    return " / ".join(said)


def laid_out(dealt: State, start: Start) -> Any:
    played = start(setup.lay_out_all, dealt)
    for seat in DEALT:
        played.answer(f"{seat} {whole(played, seat)}")
    return played


@pytest.mark.rule("KM-EXD-01")
@pytest.mark.rule("KM-EXD-02")
@pytest.mark.rule("KM-EXD-03")
@pytest.mark.rule("KM-PRE-06")
@pytest.mark.rule("KM-PRE-08")
@pytest.mark.rule("KM-PRE-10")
@pytest.mark.rule("KM-PRE-13")
def test_nine_cards_each_are_laid_out_as_in_the_rulebook(dealt: State, start: Start) -> None:
    played = laid_out(dealt, start)
    assert {noble.id: (noble.seat, noble.awards) for noble in dealt.nobles.values()} == {
        "neville": ("red", ["chancellor", "northampton"]),
        "greystoke": ("red", ["earl of richmond", "marshal", "saxons"]),
        "roos": ("blue", [
            "earl of westmorland", "cinque ports", "saxons 2", "bishop of lincoln", "coventry",
            "ipswich", "le michael",
        ]),
        "herbert": ("yellow", ["earl of kent", "county palatine", "scots archers 2", "swansea"]),
        "hastings": ("yellow", ["scots archers"]),
        "scrope": ("yellow", []),
        "beaufort": ("green", ["bishop of durham", "archbishop of york"]),
        "fitzalan": ("green", ["northern marches"]),
        "bourchier": ("green", ["earl of worcester", "leicester", "burgundian crossbowmen"]),
    }  # fmt: skip
    assert dealt.chancery == ["earl of salisbury", "duchy of cornwall", "duke of exeter",
                              "treasurer"]  # fmt: skip
    assert played.told(ChanceryFilled) == [ChanceryFilled(4)]
    assert [shown.held for shown in played.told(LaidOut)] == [0, 0, 0, 0]
    assert not any(faction.hand or faction.dealt for faction in dealt.factions.values())
    audit(dealt)


@pytest.mark.rule("KM-SEQ-03")
@pytest.mark.rule("KM-SET-05")
@pytest.mark.rule("KM-SET-07")
@pytest.mark.rule("KM-FAC-02")
def test_nobles_and_ships_stand_at_home_and_the_chancellor_begins(
    dealt: State, start: Start
) -> None:
    played = laid_out(dealt, start)
    assert dealt.nobles["neville"].place == "warwick"
    for noble in dealt.nobles.values():
        homes = current().cards[noble.id].places
        assert noble.square in {current().board.places[home].square for home in homes}
        assert noble.place in {*homes} or noble.id == "herbert"
    ports = {ship.ship: ship.port for ship in played.told(ShipPlaced)}
    assert ports == {"le michael": "plymouth", "le antony": "rye", "le george": "rye"}
    assert played.told(FirstPlayer) == [FirstPlayer("red", "chancellor", False)]
    assert strength(dealt, "neville") == 50 + 50
    assert strength(dealt, "scrope") == 10


@pytest.mark.rule("KM-TWN-05")
@pytest.mark.rule("KM-CRO-05")
def test_herbert_has_310_in_wales_and_does_not_fit_into_his_castle(
    dealt: State, start: Start
) -> None:
    laid_out(dealt, start)
    assert strength(dealt, "herbert") == 10 + 30 + 50 + 200 + 20 == 310
    assert (dealt.nobles["herbert"].square, dealt.nobles["herbert"].place) == ("usk", "")


@pytest.mark.rule("KM-PRE-16")
def test_nobody_sees_a_layout_before_the_last_one_is_in(dealt: State, start: Start) -> None:
    played = start(setup.lay_out_all, dealt)
    for seat in list(DEALT)[:-1]:
        assert set(played.run.waiting) == {*list(DEALT)[list(DEALT).index(seat) :]}
        played.answer(f"{seat} {whole(played, seat)}")
        assert not played.told(LaidOut)
    played.answer(f"green {whole(played, 'green')}")
    assert len(played.told(LaidOut)) == 4


@pytest.mark.rule("KM-PRE-07")
@pytest.mark.rule("KM-PRE-09")
@pytest.mark.rule("KM-PRE-11")
def test_what_the_example_says_cannot_be_is_refused(dealt: State, start: Start) -> None:
    played = start(setup.lay_out_all, dealt)
    for seat, line, rule in (
        ("red", "give richmond to neville", "KM-PRE-11"),
        ("green", "give worcester to beaufort", "KM-PRE-11"),
        ("yellow", "give treasurer to scrope", "KM-PRE-09"),
        ("green", "chancery northern marches", "KM-PRE-09"),
        ("blue", "hold saxons", "KM-PRE-13"),
    ):
        with pytest.raises(Illegal) as refused:
            played.run.waiting[seat].domain.understand(line)
        assert rule in refused.value.rules

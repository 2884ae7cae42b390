from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from moderator.engine import Chance, Run, Table
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.state import (
    CHANCE,
    SEATS,
    Fight,
    Leave,
    Offer,
    Parliament,
    Siege,
    State,
)


@pytest.fixture
def busy(position: Callable[..., State]) -> State:
    """A position in which everybody hides something."""
    state = position(
        "red blue green",
        percy="red in alnwick with saxons, le swan",
        neville="red open york with chancellor, coventry",
        roos="blue open york with earl of kent, cinque ports",
        stanley="blue aboard le george",
        mowbray="green in framlingham",
        henry="blue open york",
        le_swan="in boston",
        le_antony="in rye",
        le_george="on s8",
        hands={
            "red": "bristol, earl of essex",
            "blue": "marshal, grey, saxons 2",
            "green": "tower",
        },
        kept={"red": "writ, parliament 1", "blue": "free move 3"},
        captured="blue lancaster",
        chancery="duke of exeter, admiral, treasurer, earl of wiltshire",
    )
    state.factions["blue"].laid = ["lancaster"]
    state.crown_deck.remove("lancaster")
    state.factions["blue"].lines = ["play grey in denbigh"]
    state.factions["red"].sent = ["admiral"]
    state.factions["red"].both_since = 1
    state.seen = ["treasurer"]
    state.leaves = [Leave("passage", "blue", "red", "york", 9)]
    state.offers = [Offer(1, "blue", "green", ["saxons 2"], ["1 writ"], until=4)]
    audit(state)
    return state


@pytest.mark.rule("KM-SEQ-11")
@pytest.mark.rule("KM-FAC-01")
def test_hands_are_numbers_to_others_and_kept_cards_are_public(busy: State) -> None:
    green = view(busy, "green")
    sizes = {faction.seat: faction.hand for faction in green.factions}
    assert sizes == {"red": 2, "blue": 3, "green": 1}
    assert green.hand == ("tower",)
    public = {f.seat: (f.writs, f.free_moves, f.parliaments) for f in green.factions}
    assert public == {"red": (1, 0, 1), "blue": (0, 1, 0), "green": (0, 0, 0)}
    told = str(replace(green, cards=(), places=()))
    assert "'tower'" in told
    assert not any(f"'{card}'" in told for card in ("marshal", "grey", "bristol", "duke of exeter"))


def test_every_card_of_the_game_is_named_and_in_the_same_order_for_all(busy: State) -> None:
    green = view(busy, "green")
    assert [card.id for card in green.cards] == list(current().cards)
    names = {card.id: card.name for card in green.cards}
    assert names["marshal"] == current().cards["marshal"].name
    assert view(busy, None).cards == view(busy, "red").cards == green.cards


@pytest.mark.rule("KM-CHA-03")
def test_chancery_is_a_number(busy: State) -> None:
    red = view(busy, "red")
    assert red.chancery == 4
    assert red.sent == ("admiral",)
    assert view(busy, "blue").sent == ()


@pytest.mark.rule("KM-PRE-04")
def test_the_event_discard_pile_is_a_number(busy: State) -> None:
    before = view(busy, "red")
    busy.event_discard = [busy.event_deck.pop(), busy.event_deck.pop(0)]
    first = view(busy, "red")
    assert (first.event_discarded, first.event_left) == (2, before.event_left - 2)
    busy.event_discard.append(busy.event_deck.pop())
    busy.event_deck.append(busy.event_discard.pop(0))
    assert view(busy, "red") == first


def test_orders_on_file_and_offers_are_private(busy: State) -> None:
    assert view(busy, "red").lines == ()
    assert view(busy, "blue").lines == ("play grey in denbigh",)
    assert view(busy, "green").lines == ()
    assert [offer.number for offer in view(busy, "green").offers] == [1]
    assert view(busy, "red").offers == ()
    assert view(busy, None).offers == ()
    assert view(busy, None).lines == ()


@pytest.mark.rule("KM-PAR-13")
def test_only_the_summoner_sees_what_is_drawn(busy: State) -> None:
    busy.chancery.remove("duke of exeter")
    busy.parliament = Parliament("red", "york", ["roos"], ["roos"], ["duke of exeter"])
    red, blue = view(busy, "red").parliament, view(busy, "blue").parliament
    assert red is not None
    assert blue is not None
    assert red.drawn == ("duke of exeter",)
    assert (blue.drawn, blue.count) == ((), 1)


def test_counters_as_everybody_sees_them(busy: State) -> None:
    found = view(busy, None)
    nobles = {noble.id: noble for noble in found.nobles}
    percy = nobles["percy"]
    assert (percy.code, percy.title, percy.office, percy.inside) == (
        "PER", "Earl of Northumberland", "", True,
    )  # fmt: skip
    assert percy.strength == percy.plain == 110
    assert nobles["roos"].title == "Earl of Kent"
    assert nobles["roos"].office == "Warden of the Cinque Ports"
    assert nobles["stanley"].sea == "s8"
    ships = {ship.id: ship for ship in found.ships}
    assert ships["le george"].passengers == ("stanley",)
    assert (ships["le george"].seat, ships["le swan"].seat) == ("blue", "red")
    heirs = {heir.id: heir for heir in found.heirs}
    assert [heirs[id_].rank for id_ in ("henry", "margaret", "edward", "richard")] == [1, 2, 3, 1]
    assert found.sole_king == "henry"
    assert found.may_summon == "henry"
    forces = {(force.seat, force.square): force for force in found.forces}
    assert forces["blue", "york"].heirs == ("henry",)
    assert ("blue", "") not in forces


@pytest.mark.rule("KM-PAR-01")
@pytest.mark.rule("KM-PAR-02")
def test_by_whom_parliament_can_be_summoned(busy: State) -> None:
    busy.heirs["henry"].seat = ""
    assert view(busy, None).may_summon == ""
    busy.heirs["richard"].crowned = True
    assert view(busy, None).sole_king == ""
    assert view(busy, None).may_summon == "neville"


def test_places_say_who_holds_them(busy: State) -> None:
    busy.sieges["york"] = Siege("red", ["neville"])
    found = {place.id: place for place in view(busy, None).places}
    assert {id_: place.holder for id_, place in found.items() if place.holder} == {
        place: holder(busy, place) for place in current().board.places if holder(busy, place)
    }
    assert (found["lancaster"].holder, found["lancaster"].captured) == ("blue", True)
    assert (found["coventry"].holder, found["coventry"].captured) == ("red", False)
    assert found["alnwick"].inside == ("percy",)
    assert found["coventry"].inside == ("edward",)
    assert found["york"].besieger == "red"
    assert found["bath"].holder == ""
    assert (found["york"].garrison, found["york"].limit) == (300, 0)


@pytest.mark.rule("KM-ROY-04")
def test_a_faction_reads_when_it_must_give_up_a_house(busy: State) -> None:
    until = {faction.seat: faction.both_until for faction in view(busy, None).factions}
    assert until == {"red": 7, "blue": 0, "green": 0}


@pytest.mark.rule("KM-BAT-03")
def test_a_battle_shows_its_odds(busy: State) -> None:
    busy.fight = Fight("battle", "red", "blue", "york", "", ["neville"], ["roos"], {"red": []})
    fight = view(busy, "green").fight
    assert fight is not None
    assert (fight.strength, fight.defence, fight.ratio) == (100, 100, "")
    busy.fight = Fight("siege", "red", "", "york", "york", ["neville"], [])
    fight = view(busy, "green").fight
    assert fight is not None
    assert (fight.strength, fight.defence, fight.garrison) == (100, 300, 300)


def test_threats_are_what_everybody_can_reckon(position: Callable[..., State]) -> None:
    state = position(
        roos="red in belvoir",
        grey="red open york",
        percy="blue open towton with marshal",
        mowbray="blue in framlingham",
        howard="blue open penzance",
    )
    found = {threat.nobles: threat for threat in view(state, "red").threats}
    assert found["grey",].by == ("percy",)
    assert (found["grey",].strength, found["grey",].defence) == (200, 20)
    assert found["grey",].ratio == "4-1"
    siege = found["roos",]
    assert set(siege.by) == {"percy", "mowbray"}
    assert (siege.strength, siege.defence, siege.ratio) == (250, 120, "siege")
    state.peace_at, state.peace_by = "york", "red"
    assert ("grey",) not in {threat.nobles for threat in view(state, "red").threats}
    assert view(state, None).threats == ()


@pytest.mark.rule("KM-TRA-02")
def test_a_threat_counts_cards_passed_on_in_this_turn_since_they_serve_in_the_next(
    position: Callable[..., State],
) -> None:
    state = position(percy="red open york", grey="blue open york with scots archers, saxons")
    before = view(state, "red").threats
    state.turn.bound = ["scots archers"]
    assert forces.strength(state, "grey") == 30
    assert view(state, "red").threats == before
    assert [threat.strength for threat in before] == [50]


def test_a_besieged_enemy_threatens_nobody(position: Callable[..., State]) -> None:
    state = position(grey="red open towton", percy="blue in wressle")
    assert view(state, "red").threats
    state.sieges["wressle"] = Siege("red", ["grey"])
    assert not view(state, "red").threats


@pytest.mark.parametrize("seat", ["red", "blue", "green", None])
def test_a_redealt_position_looks_the_same(busy: State, seat: str | None) -> None:
    rng = Random(5)
    before = deepcopy(busy)
    others = [resample(busy, seat, rng) for _ in range(30)]
    assert busy == before
    for other in others:
        audit(other)
        assert view(other, seat) == view(busy, seat)
        assert "treasurer" in other.chancery
        if seat == "red":
            assert "admiral" in other.chancery
    for rival in set(busy.seats) - {seat}:
        hand = busy.factions[rival].hand
        assert any(other.factions[rival].hand != hand for other in others)
    assert any(set(other.chancery) != set(busy.chancery) for other in others)
    assert any(other.crown_deck != busy.crown_deck for other in others)
    assert any(other.event_deck != busy.event_deck for other in others)


@pytest.mark.parametrize("leak", ["chancery", "hand", "drawn", "lines"])
def test_a_planted_leak_is_caught(busy: State, leak: str) -> None:
    busy.chancery.remove("duke of exeter")
    busy.parliament = Parliament("red", "york", ["roos"], ["roos"], ["duke of exeter"])

    def leaking(state: State) -> Any:
        assert state.parliament is not None
        secret = {
            "chancery": sorted(state.chancery),
            "hand": sorted(state.factions["blue"].hand),
            "drawn": state.parliament.drawn,
            "lines": state.factions["blue"].lines,
        }
        return view(state, "green"), secret[leak]

    rng = Random(1)
    assert any(leaking(resample(busy, "green", rng)) != leaking(busy) for _ in range(20))


@pytest.mark.parametrize("deal", ["part", "whole"])
@pytest.mark.parametrize("count", [2, 5, 7])
def test_a_deal_not_laid_out_yet_is_redealt(count: int, deal: str) -> None:
    async def end(table: Table[State]) -> str | None:
        return None

    title: Any = type("T", (), {"phases": {"setup": setup.setup, CHANCE: end}})
    rng = Random(count)
    for seed in range(6):
        options = {"deal": deal, "places": "basic", "rounds": "0"}
        state = setup.fresh(SEATS[:count], options)
        run: Run[State] = Run(title, state, Chance(seed.to_bytes(32, "big")), phase="setup")
        for seat in run.state.seats:
            other = resample(run.state, seat, rng)
            audit(other)
            assert view(other, seat) == view(run.state, seat)
            for rival, faction in other.factions.items():
                nobles = set(faction.dealt) & current().arms.keys()
                assert nobles
                assert len(faction.dealt) == len(run.state.factions[rival].dealt)
                assert (faction.dealt == run.state.factions[rival].dealt) == (rival == seat)
        for seat, ask in list(run.waiting.items()):
            run.answer(seat, ask.domain.sample(rng))
        audit(run.state)


def test_a_position_is_saved_and_read_as_json(busy: State) -> None:
    adapter = TypeAdapter(State)
    busy.fight = Fight("battle", "red", "blue", "york", "", ["neville"], ["roos"])
    assert adapter.validate_json(adapter.dump_json(busy)) == busy

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Table
from moderator.titles.kingmaker.chance.raids import raid
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import Called, NotCalled, ShipDriven, SiegeEnded
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]
CallUp = Callable[..., Any]


@pytest.fixture
def call_up(start: Callable[..., Any]) -> CallUp:
    """Carry out one raid or revolt."""

    def begin(state: State, card: str, tape: str = "") -> Any:
        async def flow(table: Table[State]) -> None:
            await raid(table, current().events[card])

        return start(flow, state, tape)

    return begin


@pytest.mark.rule("KM-EVT-08")
@pytest.mark.rule("KM-EVT-15")
def test_every_noble_named_goes_to_his_place_at_once_and_keeps_his_move(
    position: Position, call_up: CallUp
) -> None:
    state = position(percy="red open london", grey="blue in denbigh")
    call_up(state, "scots raid a")
    assert state.nobles["percy"].place == "alnwick"
    assert state.nobles["grey"].place == "chillingham"
    assert state.turn.moved == []


@pytest.mark.rule("KM-EVT-09")
def test_the_marshal_goes_to_blackheath_whoever_he_is(position: Position, call_up: CallUp) -> None:
    state = position(neville="red in warwick with marshal")
    played = call_up(state, "peasant revolt blackheath")
    assert state.nobles["neville"].place == "blackheath"
    assert [(event.counter, event.by) for event in played.told(Called)] == [("neville", "marshal")]


@pytest.mark.rule("KM-EVT-10")
def test_a_place_that_is_neutral_full_or_besieged_leaves_him_in_the_open(
    position: Position, call_up: CallUp
) -> None:
    state = position(neville="red in warwick with marshal")
    call_up(state, "peasant revolt norwich")
    assert (state.nobles["neville"].square, state.nobles["neville"].place) == ("norwich", "")
    state = position(percy="red open london", pole="blue open alnwick")
    state.sieges["alnwick"] = Siege("blue", ["pole"])
    state.nobles["pole"].awards.append("marshal")
    call_up(state, "scots raid a")
    assert state.nobles["percy"].place == ""
    hired = "burgundian crossbowmen, burgundian crossbowmen 2, flemish crossbowmen"
    state = position(
        percy="red in wressle",
        neville=f"red in alnwick with steward, {hired}, flemish crossbowmen 2, scots archers",
    )
    call_up(state, "scots raid a")
    assert (state.nobles["percy"].square, state.nobles["percy"].place) == ("alnwick", "")


@pytest.mark.rule("KM-EVT-10")
def test_a_noble_already_in_the_right_place_stays(position: Position, call_up: CallUp) -> None:
    state = position(percy="red in alnwick")
    played = call_up(state, "scots raid a")
    assert played.told(Called) == []


@pytest.mark.rule("KM-EVT-11")
def test_heirs_go_with_him_if_he_likes_while_another_noble_stays(
    position: Position, call_up: CallUp
) -> None:
    state = position(percy="red open london", howard="red open london", henry="red open london")
    played = call_up(state, "scots raid a")
    ask = played.run.waiting["red"]
    assert (ask.kind, ask.default, ask.facts["staying"]) == ("follow", "henry stays", 10)
    played.answer("red henry goes with percy")
    assert state.heirs["henry"].place == "alnwick"


@pytest.mark.rule("KM-EVT-11")
@pytest.mark.rule("KM-MOV-05")
def test_an_heir_who_would_be_alone_goes_unasked_and_nobles_stay(
    position: Position, call_up: CallUp
) -> None:
    state = position(percy="red open london", henry="red open london", neville="blue open london")
    played = call_up(state, "scots raid a")
    assert played.open == []
    assert state.heirs["henry"].place == "alnwick"
    assert [event.by for event in played.told(Called)] == ["percy", "with percy"]
    assert state.nobles["neville"].square == "london"


@pytest.mark.rule("KM-EVT-12")
@pytest.mark.parametrize(
    ("where", "why"),
    [("in douglas", "island"), ("in calais", "island"), ("aboard le michael", "sea")],
)
def test_nobody_answers_from_an_island_calais_or_the_sea(
    position: Position, call_up: CallUp, where: str, why: str
) -> None:
    state = position(percy=f"red {where} with le michael", le_michael="on n1")
    played = call_up(state, "scots raid a")
    assert [(event.counter, event.why) for event in played.told(NotCalled)] == [("percy", why)]
    assert played.told(Called) == []


@pytest.mark.rule("KM-EVT-12")
def test_nobody_answers_out_of_a_siege_and_a_besieger_called_away_ends_his(
    position: Position, call_up: CallUp
) -> None:
    state = position(grey="red in denbigh", percy="blue open denbigh with marshal")
    state.sieges["denbigh"] = Siege("blue", ["percy"])
    played = call_up(state, "scots raid a")
    assert [event.counter for event in played.told(NotCalled)] == ["grey"]
    assert [(event.place, event.why) for event in played.told(SiegeEnded)] == [("denbigh", "left")]
    assert state.sieges == {}


@pytest.mark.rule("KM-EVT-13")
def test_courtenay_the_admiral_is_called_to_two_places_and_picks_one(
    position: Position, call_up: CallUp
) -> None:
    state = position(courtenay="red open london with admiral")
    played = call_up(state, "piracy west")
    ask = played.run.waiting["red"]
    assert ask.kind == "summons"
    assert set(ask.domain.examples()) == {"courtenay to compton", "courtenay to plymouth"}
    assert ask.default == "courtenay to compton"
    played.answer("red courtenay to plymouth")
    assert state.nobles["courtenay"].square == "plymouth"
    assert played.told(Called)[0].by == "admiral"


@pytest.mark.rule("KM-EVT-14")
def test_a_ship_named_always_responds_and_lands_her_passengers(
    position: Position, call_up: CallUp
) -> None:
    state = position(
        howard="red aboard le michael with le michael",
        le_michael="on n1",
        percy="blue in alnwick with duchy of cornwall",
    )
    played = call_up(state, "piracy west")
    assert [(event.ship, event.port, event.storm) for event in played.told(ShipDriven)] == [
        ("le michael", "plymouth", False)
    ]
    assert state.nobles["howard"].square == "plymouth"
    assert state.nobles["howard"].place == ""


@pytest.mark.rule("KM-EVT-14")
@pytest.mark.rule("KM-MOV-16")
def test_a_ship_obeys_out_of_an_unfriendly_port_into_another_without_leave(
    position: Position, call_up: CallUp
) -> None:
    state = position(
        howard="red open york with le michael", le_michael="in exeter",
        captured="blue exeter, blue plymouth",
    )  # fmt: skip
    played = call_up(state, "piracy west")
    assert played.open == []
    assert state.ships["le michael"].port == "plymouth"
    assert state.turn.moved == []


@pytest.mark.rule("KM-EVT-09")
def test_lines_for_cards_that_nobody_has_are_ignored(position: Position, call_up: CallUp) -> None:
    state = position(howard="red open york", hands={"red": "percy, marshal"})
    for card in ("scots raid a", "peasant revolt blackheath"):
        played = call_up(state, card)
        assert played.told(Called) == played.told(NotCalled) == []


@pytest.mark.rule("KM-EVT-10")
@pytest.mark.parametrize("inside", [False, True])
def test_an_open_town_takes_in_who_is_called_unless_others_are_inside(
    position: Position, call_up: CallUp, inside: bool
) -> None:
    stanley = {"stanley": "blue in hereford"} if inside else {}
    state = position(bourchier="red open york with earl of worcester", **stanley)
    [card] = [
        card.id for card in current().events.values() if ("earl of worcester", "hereford") in
        card.calls
    ]  # fmt: skip
    call_up(state, card)
    bourchier = state.nobles["bourchier"]
    assert (bourchier.square, bourchier.place) == ("hereford", "" if inside else "hereford")


@pytest.mark.rule("KM-STA-03")
def test_who_is_called_into_the_open_is_a_force_of_his_own(
    position: Position, call_up: CallUp
) -> None:
    state = position(neville="red in warwick with marshal", grey="red open norwich")
    call_up(state, "peasant revolt norwich")
    assert state.nobles["neville"].square == "norwich"
    assert state.nobles["neville"].force != state.nobles["grey"].force

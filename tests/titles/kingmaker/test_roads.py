from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.kit.plan import holds
from moderator.titles.kingmaker.events import LeaveGiven, Moved
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.moving.roads import road_ends
from moderator.titles.kingmaker.state import PASSAGE, Leave, Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]

TO_DOVER = "move neville to dover open by road"


async def red(table: Table[State]) -> None:
    await movement(table, "red")


def refusal(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        Moves(state, "red").understand(line)
    return caught.value


@pytest.mark.rule("KM-ROA-02")
def test_neutral_wallingford_stops_who_passed_friendly_oxford(
    position: Position, start: Start
) -> None:
    state = position("red blue", neville="red open bristol", captured="red oxford, red london")
    found = refusal(state, TO_DOVER)
    assert found.rules == ("KM-ROA-02",)
    assert "Neville cannot pass Wallingford" in str(found)
    assert found.nearest == ("move neville to wallingford open by road",)
    start(red, state, "red move neville to wallingford open by road")
    assert state.nobles["neville"].square == "wallingford"


@pytest.mark.rule("KM-ROA-01")
@pytest.mark.rule("KM-ROA-04")
@pytest.mark.rule("KM-ROA-07")
def test_a_free_road_has_no_limit_and_its_ends_do_not_hinder(
    position: Position, start: Start
) -> None:
    state = position(neville="red open bristol", captured="red oxford, red london, red wallingford")
    played = start(red, state, f"red {TO_DOVER}")
    moved = played.told(Moved)[0]
    assert moved.road
    assert moved.path[0] == "bristol"
    assert moved.path[-1] == "dover"
    assert len(moved.path) > 6
    assert state.nobles["neville"].square == "dover"
    assert "london" in state.turn.used


@pytest.mark.rule("KM-ROA-03")
def test_london_of_another_player_is_passed_with_his_leave(
    position: Position, start: Start
) -> None:
    captured = "red oxford, blue london, red wallingford"
    state = position(neville="red open bristol", captured=captured)
    played = start(red, state, f"red {TO_DOVER}")
    assert played.open == [("blue", "passage")]
    ask = played.run.waiting["blue"]
    assert (ask.default, ask.pace, ask.secret) == ("refuse", "reply", False)
    assert (ask.facts["by"], ask.facts["at"]) == ("red", "london")
    assert ask.facts["nobles"] == "neville"
    assert "dover" not in str(ask.facts)
    played.answer("blue grant")
    assert state.nobles["neville"].square == "dover"
    given = [(event, to) for event, to in played.events if isinstance(event, LeaveGiven)]
    assert [(event.granted, to) for event, to in given] == [(True, frozenset({"blue", "red"}))]


@pytest.mark.rule("KM-ROA-03")
def test_without_leave_the_move_ends_in_that_square(position: Position, start: Start) -> None:
    captured = "red oxford, blue london, red wallingford"
    state = position(neville="red open bristol", captured=captured)
    played = start(red, state, f"red {TO_DOVER}\nblue refuse")
    noble = state.nobles["neville"]
    assert (noble.square, noble.place) == ("london", "")
    assert played.told(Moved)[0].target == ("london", "")


@pytest.mark.rule("KM-ROA-03")
def test_without_leave_the_way_behind_else_is_taken(position: Position, start: Start) -> None:
    state = position(neville="red open windsor", captured="blue london")
    line = f"{TO_DOVER} else via reigate, blackheath"
    assert Moves(state, "red").understand(line) == (line,)
    played = start(red, state, f"red {line}\nblue refuse")
    moved = played.told(Moved)[0]
    assert not moved.road
    assert {"reigate", "blackheath"} <= set(moved.path)
    assert state.nobles["neville"].square == "dover"
    assert Moves(position(neville="red open windsor", captured="blue london"), "red").understand(
        f"{TO_DOVER} else stop"
    ) == (TO_DOVER,)


@pytest.mark.rule("KM-ROA-03")
def test_a_standing_order_tests_who_asks_where_and_how_strong(
    position: Position, start: Start
) -> None:
    state = position(neville="red open windsor", captured="blue london")
    ask = start(red, state, f"red {TO_DOVER}").run.waiting["blue"]
    for test, wanted in (
        ("by is red", True),
        ("at is london", True),
        ("at is york", False),
        ("strength < 100", True),
    ):
        assert holds(test, ask.facts) is wanted
    assert ask.domain.understand("gr") == ("grant",)


@pytest.mark.rule("KM-ROA-03")
def test_several_holders_are_asked_together(position: Position, start: Start) -> None:
    captured = "white oxford, blue london, red wallingford"
    state = position("red blue white", neville="red open bristol", captured=captured)
    played = start(red, state, f"red {TO_DOVER}")
    assert played.open == [("white", "passage"), ("blue", "passage")]
    played.answer("blue grant\nwhite refuse")
    assert state.nobles["neville"].square == "oxford"


@pytest.mark.rule("KM-ROA-09")
def test_leave_on_file_asks_nobody_and_is_for_passing_only(
    position: Position, start: Start
) -> None:
    state = position(neville="red open windsor", captured="blue london")
    state.leaves.append(Leave(PASSAGE, "blue", "red", "london", 1))
    played = start(red, state, f"red {TO_DOVER}")
    assert played.open == [("red", "move")]
    assert state.nobles["neville"].square == "dover"
    again = position(neville="red open windsor", captured="blue london")
    again.leaves.append(Leave(PASSAGE, "blue", "red", "london", 1))
    assert start(red, again, "red move neville to london by road").open == [("blue", "entry")]


@pytest.mark.rule("KM-ROA-09")
def test_leave_on_file_ends_with_its_round(position: Position, start: Start) -> None:
    state = position(neville="red open windsor", captured="blue london")
    state.leaves.append(Leave(PASSAGE, "blue", "red", "", 1))
    state.turn.round = 2
    assert start(red, state, f"red {TO_DOVER}").open == [("blue", "passage")]


@pytest.mark.rule("KM-ROA-05")
def test_a_move_is_by_road_or_by_squares(position: Position) -> None:
    state = position(neville="red open worcester", captured="red london")
    assert refusal(state, TO_DOVER).rules == ("KM-ROA-01",)
    state = position(neville="red open windsor", captured="red london")
    assert refusal(state, "move neville to rye by road").rules == ("KM-ROA-05",)


@pytest.mark.rule("KM-ROA-06")
def test_nobles_and_heirs_travel_a_road_together(position: Position, start: Start) -> None:
    state = position(
        neville="red open windsor",
        grey="red open windsor",
        henry="red open windsor",
        captured="red london",
    )
    start(red, state, "red move neville, grey to dover open by road with henry")
    assert {state.nobles[noble].square for noble in ("neville", "grey")} == {"dover"}
    assert state.heirs["henry"].square == "dover"


@pytest.mark.rule("KM-ROA-07")
def test_a_place_under_siege_is_its_holders_on_the_road(position: Position, start: Start) -> None:
    state = position(neville="red open windsor", percy="blue open london", captured="red london")
    state.sieges["london"] = Siege("blue", ["percy"])
    start(red, state, f"red {TO_DOVER}")
    assert state.nobles["neville"].square == "dover"


@pytest.mark.rule("KM-ROA-08")
@pytest.mark.rule("KM-TER-12")
def test_unfortified_towns_never_stop_a_road_move(position: Position) -> None:
    state = position(neville="red open london", percy="blue at st albans")
    ends = road_ends(state, "red", "london")
    assert "northampton" in ends
    assert "st albans" in ends["northampton"]


@pytest.mark.rule("KM-TRA-02")
def test_a_place_transferred_in_this_turn_is_not_passed_by_right(position: Position) -> None:
    state = position(neville="red open windsor", captured="red london")
    state.turn.bound = ["london"]
    assert refusal(state, TO_DOVER).rules == ("KM-ROA-02",)


@pytest.mark.rule("KM-EXM-01")
def test_across_country_instead_of_a_barred_road(position: Position, start: Start) -> None:
    state = position(neville="red open bristol", captured="red oxford, red london", henry="dead")
    found = refusal(state, "move neville to london by road")
    assert found.rules == ("KM-ROA-02",)
    assert found.nearest == ("move neville to wallingford open by road", "move neville to london")
    start(red, state, "red move neville to london")
    assert state.nobles["neville"].place == "london"
    state.turn.moved = []
    line = "move neville to dover open"
    assert Moves(state, "red").understand(line) == (line,)

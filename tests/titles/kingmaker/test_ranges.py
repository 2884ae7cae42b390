"""Where the active player's forces and ships can go: what is told is what the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.ranges import ranges
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.knowledge.view import Goal, Range
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.moving.land import check_march, check_step
from moderator.titles.kingmaker.moving.move_orders import March, Sail, Step, spot_text, text_of
from moderator.titles.kingmaker.moving.move_words import parse
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.moving.sea import check_sail
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.position.holding import holders
from moderator.titles.kingmaker.state import CHANCE, MOVEMENT, Siege, State
from tests.titles.kingmaker_position import middle


def found(state: State, seat: str = "red") -> dict[tuple[str, ...], Range]:
    return {one.counters: one for one in ranges(state, seat, holders(state))}


def goal(state: State, noble: str, square: str, place: str = "") -> Goal:
    """Return how a noble's range has a place, or the open of a square."""
    (one,) = [each for counters, each in found(state).items() if noble in counters]
    (there,) = [each for each in one.goals if (each.square, each.place) == (square, place)]
    return there


def leave_for(state: State, seat: str, line: str) -> tuple[str, ...] | None:
    """Return whose leave the rules want for a line, in one order; None where it is refused."""
    moves = Moves(state, seat)
    asked: Sequence[Request] = ()
    try:
        text = text_of(parse(state, seat, line))
        order = moves.read(text)
        match order:
            case March():
                asked = check_march(state, seat, order).requests
            case Step():
                asked = check_step(state, seat, order).requests
            case Sail():
                asked = check_sail(state, seat, order).needed
    except Illegal:
        return None
    return tuple(dict.fromkeys(each.giver for each in asked))


def ways_there(state: State, seat: str, one: Range, spot: str) -> Iterator[tuple[bool, list[str]]]:
    """Yield for each way by which the rules let a force go there, road or not, whose leave."""
    for road in (False, True):
        line = f"move {', '.join(one.counters)} to {spot}{' by road' if road else ''}"
        leave = leave_for(state, seat, line)
        if leave is not None:
            yield road, sorted(leave)


@pytest.mark.rule("KM-MOV-01")
@pytest.mark.rule("KM-ROA-03")
@pytest.mark.rule("KM-TWN-03")
@pytest.mark.rule("KM-FAC-05")
@pytest.mark.parametrize("seed", range(12))
def test_every_place_that_is_told_can_be_reached_and_every_other_not(seed: int) -> None:
    state = middle(Random(seed))
    state.phase, seat = MOVEMENT, state.turn.seat
    board = current().board
    told = [one for one in ranges(state, seat, holders(state)) if not one.ships]
    assert told
    for one in told:
        here = state.nobles[one.counters[0]]
        goals = {each.place: each for each in one.goals if each.place}
        for place in board.places.values():
            if place.id == here.place or (place.square == here.square and not place.walled):
                continue
            inside = dict(ways_there(state, seat, one, place.id))
            outside = dict(ways_there(state, seat, one, spot_text(place.square, "")))
            if place.id not in goals:
                assert not inside, (one.counters, place.id)
                assert not outside or place.square == here.square
                continue
            each = goals[place.id]
            if each.shut:
                assert not inside, (one.counters, each)
                assert outside or place.square == here.square
            else:
                assert inside[each.road] == sorted(each.leave), (one.counters, each)
                assert not each.road or False not in inside


@pytest.mark.parametrize("seed", range(12))
def test_squares_without_a_place_are_counted(seed: int) -> None:
    state = middle(Random(seed))
    state.phase, seat = MOVEMENT, state.turn.seat
    for one in ranges(state, seat, holders(state)):
        if one.ships:
            continue
        square = state.nobles[one.counters[0]].square
        reached = {
            other
            for other in current().board.squares
            if other != square and any(ways_there(state, seat, one, spot_text(other, "")))
        }
        named = {each.square for each in one.goals} - {square}
        assert named <= reached
        assert one.squares == len(reached - named)


@pytest.mark.rule("KM-MOV-07")
@pytest.mark.rule("KM-MOV-14")
@pytest.mark.rule("KM-MOV-16")
@pytest.mark.parametrize("seed", range(12))
def test_every_port_that_is_open_can_be_run_into_and_no_other(seed: int) -> None:
    state = middle(Random(seed))
    state.phase, seat = MOVEMENT, state.turn.seat
    for one in ranges(state, seat, holders(state)):
        if not one.ships:
            continue
        goals = {each.place: each for each in one.goals}
        ships = ", ".join(one.counters)
        for place in current().board.places.values():
            leave = leave_for(state, seat, f"sail {ships} to {place.id} and land in the open")
            each = goals.get(place.id)
            if each is None or each.shut in {"neutral", "held", "passed on"}:
                assert leave is None, (one.counters, place.id)
            else:
                assert leave == one.leave
                inside = leave_for(state, seat, f"sail {ships} to {place.id}")
                assert (inside is None) is bool(each.shut)
        seas = [s for s in current().board.seas
                if leave_for(state, seat, f"sail {ships} to {s}") is not None]  # fmt: skip
        assert len(seas) == one.squares


@pytest.mark.rule("KM-ROY-01")
def test_marks_by_hand(position: Callable[..., State]) -> None:
    state = position(
        percy="red open towton",
        grey="blue in durham",
        roos="blue open york",
        captured="blue york, red nottingham",
        margaret="nobody open helmsley",
        edward="blue open york",
        richard="nobody in york",
    )
    assert goal(state, "percy", "york", "york").leave == ("blue",)
    assert goal(state, "percy", "york", "york").heirs == ("richard",)
    assert goal(state, "percy", "york").heirs == ()
    assert goal(state, "percy", "helmsley").heirs == ("margaret",)
    assert goal(state, "percy", "durham", "durham").shut == "neutral"
    nottingham = goal(state, "percy", "nottingham", "nottingham")
    assert (nottingham.shut, nottingham.leave) == ("", ())


@pytest.mark.rule("KM-TWN-05")
def test_a_place_too_small_for_all_is_full(position: Callable[..., State]) -> None:
    state = position(
        percy="red open york with marshal, earl of richmond, duchy of cornwall, chancellor",
        grey="red open york",
        captured="red masham",
    )
    assert forces.total(state, ["percy"]) > 300
    assert goal(state, "percy", "masham", "masham").shut == "full"
    assert goal(state, "grey", "masham", "masham").shut == ""
    state.nobles["grey"].force = state.nobles["percy"].force
    assert goal(state, "grey", "masham", "masham").shut == "full"


@pytest.mark.rule("KM-SIE-10")
def test_who_is_shut_in_or_has_moved_is_left_out(position: Callable[..., State]) -> None:
    state = position(percy="red in alnwick", grey="red open york", neville="blue open alnwick")
    assert set(found(state)) == {("percy",), ("grey",)}
    state.turn.moved.append("grey")
    assert set(found(state)) == {("percy",)}
    state.sieges["alnwick"] = Siege("blue", ["neville"])
    assert not found(state)


def test_it_is_told_to_the_active_player_alone_and_while_he_moves(
    position: Callable[..., State],
) -> None:
    state = position(percy="red in alnwick", grey="blue open york")
    assert view(state, "red").ranges
    assert view(state, "blue").ranges == view(state, None).ranges == ()
    state.turn.ended = True
    assert view(state, "red").ranges == ()
    state.turn.ended, state.phase = False, CHANCE
    assert view(state, "red").ranges == ()


@pytest.mark.parametrize("seed", range(4))
def test_it_rests_on_nothing_hidden(seed: int) -> None:
    state = middle(Random(seed))
    state.phase, seat = MOVEMENT, state.turn.seat
    other = resample(state, seat, Random(seed))
    assert ranges(other, seat, holders(other)) == ranges(state, seat, holders(state))


def test_the_form_offers_moves_of_several_forces_towards_what_matters(
    position: Callable[..., State],
) -> None:
    state = position(
        percy="red open towton",
        grey="red in chillingham",
        howard="red aboard le michael with le michael",
        le_michael="on s4",
        captured="red lynn, red alnwick",
        margaret="nobody open helmsley",
    )
    texts = Moves(state, "red").examples()
    assert texts == (
        "move percy to helmsley open",
        "move grey to alnwick",
        "sail le michael to lynn",
        "move percy to wressle",
        "end moves",
    )


@pytest.mark.parametrize("seed", range(12))
def test_what_the_form_offers_is_legal_and_asks_nobody(seed: int) -> None:
    state = middle(Random(seed))
    state.phase, seat = MOVEMENT, state.turn.seat
    *texts, last = Moves(state, seat).examples()
    assert last == "end moves"
    assert len(texts) == len(set(texts)) <= 4
    assert all(leave_for(state, seat, text) == () for text in texts)

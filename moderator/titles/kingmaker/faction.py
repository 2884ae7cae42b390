"""Counters of a faction that stand together, and how events set them down (KM-FAC, KM-STA)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.titles.kingmaker.control import (
    heirs_of,
    inside,
    nobles_of,
    room,
    strength,
    welcome,
)
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.event_turn import Spot
from moderator.titles.kingmaker.state import Heir, Noble, State

Counter = Noble | Heir


def counter_of(state: State, id_: str) -> Counter:
    """Return the counter of a noble on the board, or of an heir."""
    return state.nobles[id_] if id_ in state.nobles else state.heirs[id_]


def fits(state: State, place: str, nobles: Iterable[Noble]) -> bool:
    """Say whether a place has room for nobles who come from elsewhere (KM-TWN-05)."""
    known = current().board.places[place]
    left = room(state, known)
    coming = [noble for noble in nobles if noble.place != place]
    return left is None or sum(strength(state, noble, known.square) for noble in coming) <= left


def cut_off(state: State, counter: Counter) -> str:
    """Return why no event reaches a counter: 'sea', 'siege', 'island'; '' if it does.

    KM-EVT-12, KM-EVT-19; Calais counts as an island.
    """
    if counter.aboard:
        return "sea"
    if counter.place in state.sieges:
        return "siege"
    return "island" if current().board.squares[counter.square].island else ""


def fellows(state: State, counter: Counter) -> list[Noble]:
    """Return the faction's other nobles in the same place, open area or ships (KM-MOV-05)."""
    return [
        other
        for other in nobles_of(state, counter.seat)
        if other is not counter and _together(other, counter)
    ]


def heirs_with(state: State, noble: Noble) -> list[Heir]:
    """Return the heirs whom a noble accompanies (KM-MOV-05)."""
    return [heir for heir in heirs_of(state, noble.seat) if _together(heir, noble)]


def spot_for(state: State, seat: str, place: str, nobles: Sequence[Noble]) -> Spot:
    """Return where nobles stand whom an event sends to a place: inside, or in the open.

    In the open if it is unfriendly, neutral, full or under siege (KM-EVT-10).
    """
    square = current().board.places[place].square
    allowed = welcome(state, seat, place) and fits(state, place, nobles)
    return square, place if allowed else ""


def spot_of(counter: Counter) -> Spot:
    """Return where a counter is, as events tell it."""
    return counter.square, counter.place


def put(state: State, counters: Iterable[Counter], spot: Spot) -> None:
    """Set counters of one faction down together, out of an event, Parliament or a hand.

    They are a force of their own, unless nobles of theirs are inside already (KM-STA-03).
    """
    moved = list(counters)
    square, place = spot
    walled = bool(place) and current().board.places[place].walled
    there = [
        noble
        for noble in (inside(state, place) if walled else ())
        if noble.seat == moved[0].seat and not noble.captor and noble not in moved
    ]
    force = there[0].force if there else new_force(state)
    for counter in moved:
        counter.square, counter.place, counter.aboard = square, place, []
        counter.force = force if counter.seat else 0


def new_force(state: State) -> int:
    """Return the number of a new pile (KM-STA-03)."""
    state.last_force += 1
    return state.last_force


def _together(one: Counter, other: Counter) -> bool:
    """Say whether two counters are with each other (KM-MOV-05)."""
    return _area(one) == _area(other)


def _area(counter: Counter) -> tuple[str, str, tuple[str, ...]]:
    """Return where a counter is; an unfortified town is part of the open (KM-TWN-02)."""
    place = counter.place
    walled = place and current().board.places[place].walled
    return counter.square, place if walled else "", tuple(counter.aboard)

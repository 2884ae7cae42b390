"""Counters that stand together: who is with whom, and in which force (KM-STA, KM-MOV-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.forces import card_troops, new_force, room, walled_place
from moderator.titles.kingmaker.holding import insiders
from moderator.titles.kingmaker.state import Heir, Noble, State


def counter(state: State, id_: str) -> Noble | Heir:
    """Return the counter of a noble on the board, or of an heir."""
    return state.nobles[id_] if id_ in state.nobles else state.heirs[id_]


def together(one: Noble | Heir, other: Noble | Heir) -> bool:
    """Say whether two counters are in one place, one open area, or the same ships."""
    if one.aboard or other.aboard:
        return one.aboard == other.aboard
    return one.square == other.square and walled_place(one) == walled_place(other)


def fellows(state: State, heir: str) -> list[str]:
    """Return the free nobles who accompany an heir of their faction (KM-MOV-05)."""
    own = state.heirs[heir]
    return [
        noble.id
        for noble in state.nobles.values()
        if noble.seat == own.seat and not noble.captor and together(noble, own)
    ]


def companions(state: State, nobles: Iterable[str]) -> list[str]:
    """Return the heirs who accompany any of these nobles."""
    own = [state.nobles[noble] for noble in nobles]
    return [
        heir.id
        for heir in state.heirs.values()
        if heir.alive and any(noble.seat == heir.seat and together(noble, heir) for noble in own)
    ]


def left_alone(state: State, nobles: Sequence[str], heir: str) -> bool:
    """Say whether no noble of his faction is left with *heir* when *nobles* go (KM-MOV-05)."""
    return all(noble in nobles for noble in fellows(state, heir))


def strength_in(state: State, nobles: Iterable[str], square: str) -> int:
    """Return the troops of nobles as if they stood in *square*; at sea that is ''."""
    return sum(
        card_troops(card, square)
        for noble in nobles
        for card in (noble, *state.nobles[noble].awards)
        if card not in state.turn.bound
    )


def fits(state: State, place: str, newcomers: Iterable[str]) -> bool:
    """Say whether a place has room for nobles who are not inside yet (KM-TWN-05)."""
    left = room(state, place)
    square = current().board.places[place].square
    return left is None or strength_in(state, newcomers, square) <= left


def set_down(state: State, ids: Sequence[str], square: str, place: str) -> None:
    """Set counters of one faction down together on land.

    In the open they are a force of their own; inside walls they join their own (KM-STA-03).
    """
    seat = counter(state, ids[0]).seat
    force = 0
    if place and current().board.places[place].walled:
        own = [
            noble
            for noble in insiders(state, place)
            if noble not in ids and state.nobles[noble].seat == seat
        ]
        force = state.nobles[own[0]].force if own else 0
    force = force or new_force(state)
    for id_ in ids:
        moved = counter(state, id_)
        moved.square, moved.place, moved.aboard, moved.force = square, place, [], force

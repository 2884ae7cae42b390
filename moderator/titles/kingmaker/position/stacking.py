"""Counters that stand together: who is with whom, and in which force (KM-STA, KM-MOV-05)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.event_turn import Spot
from moderator.titles.kingmaker.position.forces import new_force, room, troops_in, walled_place
from moderator.titles.kingmaker.position.holding import insiders, welcome
from moderator.titles.kingmaker.state import Heir, Noble, State


def counter(state: State, id_: str) -> Noble | Heir:
    """Return the counter of a noble on the board, or of an heir."""
    return state.nobles[id_] if id_ in state.nobles else state.heirs[id_]


def together(one: Noble | Heir, other: Noble | Heir) -> bool:
    """Say whether two counters are in one place, one open area, or a ship in common (KM-MOV-05)."""
    if one.aboard or other.aboard:
        return any(ship in other.aboard for ship in one.aboard)
    return one.square == other.square and walled_place(one) == walled_place(other)


def fellows(state: State, id_: str) -> list[str]:
    """Return the other free nobles of a counter's faction who are with it (KM-MOV-05)."""
    own = counter(state, id_)
    return [
        noble.id
        for noble in state.nobles.values()
        if noble.seat == own.seat and not noble.captor and noble is not own and together(noble, own)
    ]


def companions(state: State, nobles: Iterable[str]) -> list[str]:
    """Return the heirs who accompany any of these nobles."""
    own = [state.nobles[noble] for noble in nobles]
    return [
        heir.id
        for heir in state.heirs.values()
        if heir.alive and any(noble.seat == heir.seat and together(noble, heir) for noble in own)
    ]


def left_alone(state: State, nobles: Collection[str], heir: str) -> bool:
    """Say whether no noble of his faction is left with *heir* when *nobles* go (KM-MOV-05)."""
    return all(noble in nobles for noble in fellows(state, heir))


def fits(state: State, place: str, newcomers: Iterable[str]) -> bool:
    """Say whether a place has room for nobles who are not inside yet (KM-TWN-05)."""
    left = room(state, place)
    square = current().board.places[place].square
    return left is None or troops_in(state, newcomers, square) <= left


def cut_off(state: State, counter: Noble | Heir) -> str:
    """Return why no event reaches a counter: 'sea', 'siege', 'island'; '' if it does.

    KM-EVT-12, KM-EVT-19; Calais counts as an island.
    """
    if counter.aboard:
        return "sea"
    if counter.place in state.sieges:
        return "siege"
    return "island" if current().board.squares[counter.square].island else ""


def spot_for(state: State, seat: str, place: str, nobles: Iterable[str]) -> Spot:
    """Return where nobles stand whom an event sends to a place: inside, or in the open.

    In the open if it is unfriendly, neutral, full or under siege (KM-EVT-10).
    """
    newcomers = [noble for noble in nobles if state.nobles[noble].place != place]
    allowed = welcome(state, place, seat) and fits(state, place, newcomers)
    return current().board.places[place].square, place if allowed else ""


def spot_of(counter: Noble | Heir) -> Spot:
    """Return where a counter is, as events tell it."""
    return counter.square, counter.place


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
        moved.square, moved.place, moved.aboard = square, place, []
        moved.force = force if moved.seat else 0

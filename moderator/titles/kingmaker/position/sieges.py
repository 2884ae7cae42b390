"""Places under siege: who keeps them so, and when that ends (KM-SIE-09)."""

from __future__ import annotations

from moderator.engine import Table
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import SiegeEnded
from moderator.titles.kingmaker.position.forces import garrison, total
from moderator.titles.kingmaker.position.holding import holder, insiders
from moderator.titles.kingmaker.state import State


def besiegers(state: State, place: str) -> list[str]:
    """Return the besiegers of a place who are still in the open of its square."""
    square = current().board.places[place].square
    siege = state.sieges[place]
    return [
        noble.id
        for noble in (state.nobles[id_] for id_ in siege.nobles if id_ in state.nobles)
        if noble.square == square
        and noble.place != place
        and noble.seat == siege.seat
        and not noble.captor
    ]


def defenders(state: State, seat: str, place: str) -> tuple[str, ...]:
    """Return the nobles who defend a place against *seat* unless otherwise agreed (KM-SIE-05).

    They are those of its holder if he has any inside, else of the strongest faction.
    """
    inside: dict[str, list[str]] = {}
    for noble in insiders(state, place):
        if state.nobles[noble].seat != seat:
            inside.setdefault(state.nobles[noble].seat, []).append(noble)
    if not inside:
        return ()
    owner = holder(state, place)
    best = owner if owner in inside else max(inside, key=lambda other: total(state, inside[other]))
    return tuple(inside[best])


def defence(state: State, seat: str, place: str) -> int:
    """Return what *seat* must match to besiege a place: its garrison, and those who defend it."""
    return garrison(place) + total(state, defenders(state, seat, place))


def settle_sieges(table: Table[State]) -> None:
    """End every siege whose besiegers have gone or no longer match the defence."""
    state = table.state
    for place, siege in list(state.sieges.items()):
        left = besiegers(state, place)
        if left and total(state, left) >= defence(state, siege.seat, place):
            siege.nobles = left
        else:
            del state.sieges[place]
            table.tell(SiegeEnded(place, siege.seat, "weak" if left else "left"))

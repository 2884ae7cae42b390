"""Places under siege: who keeps them so, and when that ends (KM-SIE-09)."""

from __future__ import annotations

from moderator.engine import Table
from moderator.titles.kingmaker.control import inside, strength
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.events import SiegeEnded
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


def held_by(state: State, place: str) -> int:
    """Return the defence of a place: its garrison and the strongest faction inside (KM-SIE-05)."""
    factions: dict[str, int] = {}
    for noble in inside(state, place):
        if not noble.captor:
            factions[noble.seat] = factions.get(noble.seat, 0) + strength(state, noble)
    return current().board.places[place].kind.garrison + max(factions.values(), default=0)


def settle_sieges(table: Table[State]) -> None:
    """End every siege whose besiegers have gone or no longer match the defence."""
    state = table.state
    for place, siege in list(state.sieges.items()):
        left = besiegers(state, place)
        troops = sum(strength(state, state.nobles[noble]) for noble in left)
        if left and troops >= held_by(state, place):
            siege.nobles = left
        else:
            del state.sieges[place]
            table.tell(SiegeEnded(place, siege.seat, "weak" if left else "left"))

"""Going into towns, cities and castles, and standing at unfortified towns (KM-TWN, KM-FAC)."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.engine import Illegal
from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.components.naming import listed, name
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.position.forces import room, troops_in
from moderator.titles.kingmaker.position.holding import friendly, holder, insiders
from moderator.titles.kingmaker.position.stacking import counter, fits
from moderator.titles.kingmaker.state import ENTRY, State

NEUTRAL = "KM-FAC-05"


def check_entry(
    state: State, seat: str, nobles: Sequence[str], place_id: str, heirs: Sequence[str] = ()
) -> list[Request]:
    """Return the leave that *nobles* need to end their move inside a place; () for none.

    Raises `Illegal` if no leave would do: a neutral place, one under siege, no room.
    """
    place = data.current().board.places[place_id]
    if not place.walled:
        return []
    newcomers = [noble for noble in nobles if state.nobles[noble].place != place_id]
    if not newcomers:
        return []
    if place_id in state.sieges:
        why = f"{place.name} is under siege by {state.sieges[place_id].seat}; beat it first"
        raise Illegal(why, ("KM-SIE-13",))
    free, strong = room(state, place_id), troops_in(state, newcomers, place.square)
    if not fits(state, place_id, newcomers):
        why = f"{listed(newcomers)} with {strong} cannot go into {place.name}: "
        why += f"it has room for {max(free or 0, 0)} more of its {place.kind.limit}"
        raise Illegal(why, ("KM-TWN-05",))
    givers = _givers(state, seat, place_id)
    return [
        Request(ENTRY, giver, place_id, (*newcomers, *heirs), strong, free or 0) for giver in givers
    ]


def others_inside(state: State, seat: str, place_id: str) -> list[str]:
    """Return the other factions with nobles inside a place, captives not counted."""
    seats = {state.nobles[noble].seat for noble in insiders(state, place_id)}
    return [other for other in state.seats if other in seats and other != seat]


def _givers(state: State, seat: str, place_id: str) -> list[str]:
    """Return who must give leave to enter; raise `Illegal` where nobody can."""
    place = data.current().board.places[place_id]
    if not place.kind.held:
        return others_inside(state, seat, place_id)
    owner = holder(state, place_id)
    if not owner:
        why = f"{place.name} is neutral: only a siege opens it"
        raise Illegal(why, (NEUTRAL, "KM-SIE-01"))
    if owner != seat:
        return [owner]
    if not friendly(state, place_id, seat):
        why = f"{name(place_id)} was transferred in this turn: nobody enters by that right now"
        raise Illegal(why, ("KM-TRA-02",))
    return []


def use_right(state: State, seat: str, place_id: str) -> None:
    """Note that a place has served in this turn, so that it is not transferred (KM-TRA-02)."""
    if place_id and friendly(state, place_id, seat) and place_id not in state.turn.used:
        state.turn.used.append(place_id)
        card = data.current().card_of.get(place_id, "")
        if card and card not in state.turn.used:
            state.turn.used.append(card)


def check_exit(state: State, nobles: Sequence[str], heirs: Sequence[str] = ()) -> None:
    """Raise `Illegal` if any of these counters is shut in by a siege (KM-SIE-10)."""
    for id_ in [*nobles, *heirs]:
        place = counter(state, id_).place
        if place in state.sieges:
            why = f"{name(id_)} is under siege in {name(place)}: "
            why += "he leaves only by beating the besiegers"
            raise Illegal(why, ("KM-SIE-10", "KM-SIE-11"))

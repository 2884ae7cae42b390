"""Strengths, and the forces that nobles form (KM-FAC-02, KM-STA, KM-CRO-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.position.holding import insiders
from moderator.titles.kingmaker.state import Heir, Noble, State


@dataclass(frozen=True, slots=True)
class Force:
    """Nobles of one faction who fight together: a pile in the open, or all those in one place."""

    seat: str
    square: str
    place: str
    """The walled place that they are inside of; '' in the open."""
    nobles: tuple[str, ...]


def walled_place(counter: Noble | Heir) -> str:
    """Return the walled place that a counter is inside of; '' in the open (KM-TWN-02)."""
    place = counter.place
    return place if place and current().board.places[place].walled else ""


def in_open(counter: Noble | Heir) -> bool:
    """Say whether a counter stands in the open of a square (KM-BAT-01)."""
    return bool(counter.square) and not walled_place(counter)


def card_troops(card: str, square: str) -> int:
    """Return what a Crown card adds to a noble in *square*; at sea that is '' (KM-CRO-05)."""
    data = current()
    printed = data.cards[card]
    if printed.bonus and square in data.areas[printed.area].squares:
        return printed.troops + printed.bonus
    return printed.troops


def strength(state: State, noble: str) -> int:
    """Return a noble's strength where he stands (KM-FAC-02).

    Cards transferred in this turn do not count in it (KM-TRA-02).
    """
    return strength_in(state, (noble,), state.nobles[noble].square)


def strength_in(state: State, nobles: Iterable[str], square: str) -> int:
    """Return the strength of nobles as if they stood in *square*; at sea that is '' (KM-SEA-05)."""
    return _count(state, nobles, square, state.turn.bound)


def total(state: State, nobles: Iterable[str]) -> int:
    """Return the strength of several nobles together."""
    return sum(strength(state, noble) for noble in nobles)


def by_strength(state: State, nobles: Iterable[str]) -> list[str]:
    """Return nobles by falling strength, those equal in the order given."""
    return sorted(nobles, key=lambda noble: -strength(state, noble))


def troops_in(state: State, nobles: Iterable[str], square: str) -> int:
    """Return the troops whom a place in *square*, or with '' a ship, must hold for these nobles.

    A card transferred in this turn is there, though it cannot serve (KM-TRA-02, KM-TWN-05).
    """
    return _count(state, nobles, square, ())


def _count(state: State, nobles: Iterable[str], square: str, without: Sequence[str]) -> int:
    troops = 0
    for noble in nobles:
        for card in (noble, *state.nobles[noble].awards):
            if card not in without:
                troops += card_troops(card, square)
    return troops


def garrison(place: str) -> int:
    """Return the garrison of a place (KM-SIE-02)."""
    return current().board.places[place].kind.garrison


def room(state: State, place: str) -> int | None:
    """Return how many troops more a place holds; None for no limit (KM-TWN-05)."""
    known = current().board.places[place]
    if not known.kind.limit:
        return None
    return known.kind.limit - troops_in(state, insiders(state, place), known.square)


def pile_of(state: State, noble: str) -> Force:
    """Return the force of a free noble on land: his pile in the open, or his faction inside."""
    own = state.nobles[noble]
    place = walled_place(own)
    fellows = [
        other.id
        for other in state.nobles.values()
        if other.seat == own.seat
        and not other.captor
        and other.square == own.square
        and walled_place(other) == place
        and (place or other.id == noble or other.force == own.force != 0)
    ]
    return Force(own.seat, own.square, place, tuple(fellows))


def forces_in(state: State, square: str) -> list[Force]:
    """Return the forces of free nobles in a square, each a target of its own (KM-EXC-01)."""
    found: list[Force] = []
    for noble in state.nobles.values():
        if noble.square == square and not noble.captor:
            force = pile_of(state, noble.id)
            if force not in found:
                found.append(force)
    return found


def heirs_of_force(state: State, force: Force) -> list[str]:
    """Return the living heirs who are with a force (KM-BAT-05)."""
    piles = {state.nobles[noble].force for noble in force.nobles}
    return [
        heir.id
        for heir in state.heirs.values()
        if heir.alive
        and heir.seat == force.seat
        and heir.square == force.square
        and walled_place(heir) == force.place
        and (force.place or heir.force in piles)
    ]


def heirs_inside(state: State, place: str) -> list[str]:
    """Return the living heirs inside a place, whoever controls them."""
    return [heir.id for heir in state.heirs.values() if heir.alive and heir.place == place]


def new_force(state: State) -> int:
    """Return a number for a new pile (KM-STA-03)."""
    state.last_force += 1
    return state.last_force


def under_siege(state: State, noble: str) -> bool:
    """Say whether a noble is inside a place under siege (KM-SIE-09)."""
    return state.nobles[noble].place in state.sieges

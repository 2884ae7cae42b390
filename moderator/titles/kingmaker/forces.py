"""The forces that nobles form, and what they are worth in combat (KM-STA, KM-COM-04)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moderator.titles.kingmaker import control
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.state import Heir, Noble, State


@dataclass(frozen=True, slots=True)
class Force:
    """Nobles of one faction who fight together: a pile in the open, or all those in one place."""

    seat: str
    square: str
    place: str
    """The walled place that they are inside of; '' in the open."""
    nobles: tuple[str, ...]


def walls(counter: Noble | Heir) -> str:
    """Return the walled place that a counter is inside of; '' in the open (KM-TWN-02)."""
    place = counter.place
    return place if place and current().board.places[place].walled else ""


def in_open(counter: Noble | Heir) -> bool:
    """Say whether a counter stands in the open of a square (KM-BAT-01)."""
    return bool(counter.square) and not walls(counter)


def fighting(state: State, noble: str) -> int:
    """Return a noble's strength in combat, without cards transferred in this turn (KM-TRA-02)."""
    who = state.nobles[noble]
    return control.strength(state, who) - sum(
        card_troops(card, who.square) for card in who.awards if card in state.turn.bound
    )


def total(state: State, nobles: Iterable[str]) -> int:
    """Return the strength of several nobles in combat together (KM-BAT-03)."""
    return sum(fighting(state, noble) for noble in nobles)


def card_troops(card: str, square: str) -> int:
    """Return what a Crown card adds to a noble in *square* (KM-CRO-05)."""
    printed = current().cards[card]
    near = printed.bonus and square in current().areas[printed.area].squares
    return printed.troops + (printed.bonus if near else 0)


def garrison(place: str) -> int:
    """Return the garrison of a place (KM-SIE-02)."""
    return current().board.places[place].kind.garrison


def force_of(state: State, noble: str) -> Force:
    """Return the force of a free noble on land: his pile in the open, or his faction inside."""
    own = state.nobles[noble]
    place = walls(own)
    fellows = [
        other.id
        for other in control.nobles_of(state, own.seat)
        if other.square == own.square
        and walls(other) == place
        and (place or other.id == noble or other.force == own.force != 0)
    ]
    return Force(own.seat, own.square, place, tuple(fellows))


def forces_in(state: State, square: str) -> list[Force]:
    """Return the forces of free nobles in a square, each a target of its own (KM-EXC-01)."""
    found: list[Force] = []
    for noble in state.nobles.values():
        if noble.square == square and not noble.captor:
            force = force_of(state, noble.id)
            if force not in found:
                found.append(force)
    return found


def inside(state: State, place: str) -> list[str]:
    """Return the free nobles inside a place."""
    return [noble.id for noble in control.inside(state, place) if not noble.captor]


def heirs_with(state: State, force: Force) -> list[str]:
    """Return the heirs whom a force has with it (KM-BAT-05)."""
    piles = {state.nobles[noble].force for noble in force.nobles}
    return [
        heir.id
        for heir in control.heirs_of(state, force.seat)
        if heir.square == force.square
        and walls(heir) == force.place
        and (force.place or heir.force in piles)
    ]


def heirs_inside(state: State, place: str) -> list[str]:
    """Return the living heirs inside a place, whoever controls them."""
    return [heir.id for heir in state.heirs.values() if heir.alive and heir.place == place]


def new_force(state: State) -> int:
    """Return a number for a new pile (KM-STA-03)."""
    state.last_force += 1
    return state.last_force

"""Who could be brought against whom next turn, as far as everybody can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from moderator.titles.kingmaker.components.board import OPEN_TOWN
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import land_reach, road_routes
from moderator.titles.kingmaker.components.table_of_odds import ratio
from moderator.titles.kingmaker.knowledge.view import Threat
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.state import Noble, State

SIEGE_SUCCEEDS = "siege"


@dataclass(frozen=True, slots=True)
class _Enemy:
    """A noble who may attack, and the squares that he can be in by then."""

    noble: Noble
    squares: frozenset[str]


def threats(state: State, seat: str, holders: Mapping[str, str]) -> tuple[Threat, ...]:
    """Return what each other player could lead against each force of *seat* in his next turn.

    *holders* says who holds which place.  Counted are moves over land and by roads that nobody
    can bar, bonuses included, and no cards out of hands.
    """
    enemies = {other: _enemies(state, other, holders) for other in state.seats if other != seat}
    squares = {noble.square for noble in state.nobles.values() if noble.seat == seat}
    own = [
        force
        for square in sorted(squares - {""})
        for force in forces.forces_in(state, square)
        if force.seat == seat
    ]
    found = [_threat(state, force, other, enemies[other]) for force in own for other in enemies]
    return tuple(threat for threat in found if threat is not None)


def chances(state: State, seat: str, holders: Mapping[str, str]) -> tuple[Threat, ...]:
    """Return what *seat* could lead against each force of the others in his next turn, likewise."""
    own = _enemies(state, seat, holders)
    reached = {square for enemy in own for square in enemy.squares}
    squares = {noble.square for noble in state.nobles.values() if noble.seat != seat}
    found = [
        _threat(state, force, seat, own)
        for square in sorted(squares & reached)
        for force in forces.forces_in(state, square)
        if force.seat != seat
    ]
    return tuple(chance for chance in found if chance is not None)


def _threat(
    state: State, force: forces.Force, other: str, enemies: tuple[_Enemy, ...]
) -> Threat | None:
    square = force.square
    near = [enemy.noble for enemy in enemies if square in enemy.squares]
    if not near or (state.peace_at == square and state.peace_by != other):
        return None
    # What was transferred in this turn can serve in the next (KM-TRA-02).
    strength = forces.troops_in(state, [noble.id for noble in near], square)
    defence = forces.troops_in(state, force.nobles, square)
    if force.place:
        defence += forces.garrison(force.place)
        odds = SIEGE_SUCCEEDS if strength >= defence else ""
    else:
        odds = ratio(strength, defence)
    return Threat(force.nobles, other, tuple(noble.id for noble in near), strength, defence, odds)


def _enemies(state: State, seat: str, holders: Mapping[str, str]) -> tuple[_Enemy, ...]:
    """Return the nobles of *seat* who stand on land and are not shut in."""
    data = current()
    open_towns = {
        noble.place
        for noble in state.nobles.values()
        if noble.seat != seat
        and noble.place
        and data.board.places[noble.place].kind.id == OPEN_TOWN
    }

    def stops(place: str) -> bool:
        held = data.board.places[place].kind.held
        return holders.get(place, "") != seat if held else place in open_towns

    reached: dict[str, frozenset[str]] = {}
    found: list[_Enemy] = []
    for noble in state.nobles.values():
        if noble.seat != seat or noble.captor or noble.aboard or noble.place in state.sieges:
            continue
        if noble.square not in reached:
            by_road = road_routes(data.board, noble.square, stops)
            reached[noble.square] = frozenset({*land_reach(data.board, noble.square), *by_road})
        found.append(_Enemy(noble, reached[noble.square]))
    return tuple(found)

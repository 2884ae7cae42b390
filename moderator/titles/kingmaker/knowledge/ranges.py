"""Where the active player's nobles and ships can go: every place in reach, and what bars it.

Public facts alone (catalogue, D-MOV-1).  Nobles of one pile are taken together, and so are ships
that carry one noble's troops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from moderator.titles.kingmaker.components.board import Board
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import land_reach, port_reach, sea_reach
from moderator.titles.kingmaker.knowledge.access import (
    BESIEGED,
    FULL,
    HELD,
    NEUTRAL,
    PASSED_ON,
    Access,
    Verdict,
)
from moderator.titles.kingmaker.knowledge.view import Goal, Range
from moderator.titles.kingmaker.moving import sea
from moderator.titles.kingmaker.moving.move_words import goes_along
from moderator.titles.kingmaker.moving.roads import back, search
from moderator.titles.kingmaker.position.forces import walled_place
from moderator.titles.kingmaker.position.holding import commander, nobles_of
from moderator.titles.kingmaker.position.stacking import companions, fellows
from moderator.titles.kingmaker.state import MOVEMENT, State


@lru_cache(maxsize=8192)
def _goal(
    square: str,
    place: str,
    away: int,
    road: bool = False,
    shut: str = "",
    leave: tuple[str, ...] = (),
    heirs: tuple[str, ...] = (),
) -> Goal:
    return Goal(square, place, away, road, shut, leave, heirs)


@lru_cache(maxsize=512)
def _near(board: Board, square: str) -> tuple[Goal, ...]:
    """Return the places within a land move of *square*, nearest first, all empty and neutral."""
    land = land_reach(board, square)
    return tuple(
        _goal(near, place, away, shut=NEUTRAL if board.places[place].kind.held else "")
        for near, away in land.items()
        if near == square or not board.squares[near].island
        for place in board.squares[near].places
        if away or board.places[place].walled
    )


def ranges(state: State, seat: str, held: Mapping[str, str]) -> tuple[Range, ...]:
    """Return how far each force and ship of *seat* can go; () if it is not his time to move.

    *held* says who holds which place.  Left out are those who have moved, and who cannot.
    """
    if state.phase != MOVEMENT or state.turn.seat != seat or state.turn.ended:
        return ()
    look = _Look(state, seat, Access(state, seat, held))
    return (*look.on_land(), *look.at_sea())


@dataclass(slots=True)
class _Look:
    """One look at the board; what it finds of a place is kept for the next force."""

    state: State
    seat: str
    access: Access
    roads: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = field(default_factory=dict)
    alone: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """Heirs to be captured by who ends a move beside them, by square and walled place."""
    worthy: dict[str, None] = field(default_factory=dict)
    """Squares in whose open somebody stands whom a mover would look for."""
    touched: set[str] = field(default_factory=set)
    """Places that are held, besieged, or not empty."""
    seen: dict[str, tuple[str, tuple[str, ...], tuple[str, ...], bool]] = field(
        default_factory=dict
    )
    """Of places: what it takes to go inside, the heirs there, and whether there is a limit."""

    def on_land(self) -> Iterator[Range]:
        self._look_around()
        board = current().board
        for nobles in self._forces():
            first = self.state.nobles[nobles[0]]
            home = board.squares[first.square].island
            land = {first.square: 0} if home else land_reach(board, first.square)
            road = {} if home else self._road(first.square, land)
            goals = [
                goal
                if goal.place not in self.touched
                else self._weighed(nobles, goal.square, goal.place, goal.away)
                for goal in _near(board, first.square)
                if goal.place != first.place
            ]
            goals += self._in_the_open(land)
            goals += self._by_road(nobles, road)
            goals.sort(key=lambda goal: goal.away)
            bare = {*land, *road} - {goal.square for goal in goals} - {first.square}
            yield Range(nobles, False, tuple(goals), len(bare), ())

    def _forces(self) -> Iterator[tuple[str, ...]]:
        """Yield the nobles of each pile who have a move left, and heirs who can come along."""
        piles: dict[tuple[str, str, object], list[str]] = {}
        for noble in nobles_of(self.state, self.seat):
            if noble.aboard or noble.place in self.state.sieges:
                continue
            if noble.id not in self.state.turn.moved:
                inside = walled_place(noble)
                pile = noble.square, inside, None if inside else noble.force or noble.id
                piles.setdefault(pile, []).append(noble.id)
        for nobles in piles.values():
            spent = set(companions(self.state, nobles)) & set(self.state.turn.moved)
            if not any(goes_along(self.state, tuple(nobles), heir) for heir in spent):
                yield tuple(nobles)

    def _look_around(self) -> None:
        state = self.state
        for heir in state.heirs.values():
            if not heir.alive or not heir.square or heir.seat == self.seat:
                continue
            self.touched.add(heir.place)
            if not (heir.seat and fellows(state, heir.id)):
                spot = heir.square, walled_place(heir)
                self.alone[spot] = (*self.alone.get(spot, ()), heir.id)
        for square, inside in self.alone:
            if not inside:
                self.worthy[square] = None
                self.touched.update(current().board.squares[square].places)
        for noble in state.nobles.values():
            self.touched.add(noble.place)
            if noble.square and noble.seat != self.seat and not walled_place(noble):
                self.worthy[noble.square] = None
        self.touched.update(self.access.held, state.sieges, _limited(current().board))

    def _weighed(
        self,
        nobles: tuple[str, ...],
        square: str,
        place: str,
        away: int,
        passing: tuple[str, ...] | None = None,
    ) -> Goal:
        """Return a place as it is for these nobles; *passing* gives leave to come there by road."""
        if place not in self.seen:
            known = current().board.places[place]
            heirs = self.alone.get((square, place if known.walled else ""), ())
            self.seen[place] = (*self.access.entering(place), heirs, bool(known.kind.limit))
        shut, leave, heirs, limited = self.seen[place]
        if limited and not shut and not self.access.fits(place, nobles):
            shut, leave = FULL, ()
        both = tuple(dict.fromkeys((*passing, *leave))) if passing else leave
        return _goal(square, place, away, passing is not None, shut, both, heirs)

    def _in_the_open(self, land: Mapping[str, int]) -> Iterator[Goal]:
        """Yield the squares in whose open somebody stands, unless a town there is named."""
        board = current().board
        for square in self.worthy:
            if land.get(square) and not board.squares[square].island and not _unwalled(square):
                yield _goal(square, "", land[square], heirs=self.alone.get((square, ""), ()))

    def _by_road(
        self, nobles: tuple[str, ...], road: Mapping[str, tuple[int, tuple[str, ...]]]
    ) -> Iterator[Goal]:
        for square, (away, passing) in road.items():
            for place in current().board.squares[square].places:
                yield self._weighed(nobles, square, place, away, passing)
            if square in self.worthy and not _unwalled(square):
                heirs = self.alone.get((square, ""), ())
                yield _goal(square, "", away, True, "", passing, heirs)

    def _road(self, source: str, land: Mapping[str, int]) -> dict[str, tuple[int, tuple[str, ...]]]:
        """Return squares in reach by road alone: how far, and whose leave it takes to pass."""
        if source not in self.roads:
            self.roads[source] = self._road_from(source, land)
        return self.roads[source]

    def _road_from(
        self, source: str, land: Mapping[str, int]
    ) -> dict[str, tuple[int, tuple[str, ...]]]:
        board = current().board
        found: dict[str, tuple[int, tuple[str, ...]]] = {}
        for stops in (self.access.bars, self.access.shuts):
            came = search(source, stops)
            for node in came:
                if node[0] in land or node[0] in found or node[0] == source:
                    continue
                way = back(came, node)
                asked = [
                    giver
                    for passed in way[1:-1]
                    for place in board.road_symbols[passed]
                    for giver in self.access.passing(place) or ()
                ]
                found[node[0]] = (len(way) - 1, tuple(dict.fromkeys(asked)))
            if not any(self.access.passes.values()):
                break
        return found

    def at_sea(self) -> Iterator[Range]:
        board, state = current().board, self.state
        for ships in self._fleets():
            ship = state.ships[ships[0]]
            start, in_port = ship.port or ship.sea, bool(ship.port)
            nobles, _ = sea.passengers(state, ships)
            goals = [
                _goal(board.places[port].square, port, away, False, *self._port(port, nobles))
                for port, away in port_reach(board, start, in_port).items()
            ]
            goals.sort(key=lambda goal: goal.away)
            owner = self.access.held.get(start, "") if in_port else ""
            leave = (owner,) if owner not in {"", self.seat} else ()
            seas = {*sea_reach(board, start, in_port)} - {start}
            yield Range(ships, True, tuple(goals), len(seas), leave)

    def _fleets(self) -> Iterator[tuple[str, ...]]:
        """Yield ships that have a move left, those together that must sail together."""
        state, turn = self.state, self.state.turn
        seen: set[str] = set()
        for ship in state.ships:
            if ship in seen or commander(state, ship) != self.seat:
                continue
            nobles, heirs = sea.passengers(state, [ship])
            ships = tuple(dict.fromkeys((ship, *_carriers(state, nobles))))
            seen.update(ships)
            cards = [current().ships[each].card for each in ships]
            spent = {*ships, *nobles, *heirs} & set(turn.moved)
            if not spent and not {*ships, *cards} & set(turn.bound) and self._free(ships):
                yield ships

    def _free(self, ships: Iterable[str]) -> bool:
        """Say whether nobody else has moved them in this round (KM-GIF-05)."""
        state = self.state
        return not any(
            state.ships[ship].moved_round == state.turn.round
            and state.ships[ship].moved_by not in {"", self.seat}
            for ship in ships
        )

    def _port(self, port: str, nobles: tuple[str, ...]) -> Verdict:
        """Return why she may not run in or nobody land inside; no leave opens a port."""
        if not sea.port_is_open(self.state, self.seat, port):
            shut, _ = self.access.entering(port)
            return (shut if shut in {NEUTRAL, PASSED_ON} else HELD), ()
        if not nobles or not current().board.places[port].walled:
            return "", ()
        if port in self.state.sieges:
            return BESIEGED, ()
        return ("" if self.access.fits(port, nobles) else FULL), ()


def _unwalled(square: str) -> bool:
    """Say whether an unfortified town stands for the open of its square (KM-TWN-02)."""
    board = current().board
    return any(not board.places[place].walled for place in board.squares[square].places)


@lru_cache(maxsize=8)
def _limited(board: Board) -> frozenset[str]:
    """Return the places that nobody holds and that have a limit all the same."""
    return frozenset(
        place.id for place in board.places.values() if place.kind.limit and not place.kind.held
    )


def _carriers(state: State, nobles: Iterable[str]) -> list[str]:
    return [ship for noble in nobles for ship in state.nobles[noble].aboard]

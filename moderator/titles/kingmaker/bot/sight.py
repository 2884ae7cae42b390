"""What the bot makes of a view: who can be where, how strong, and how safe that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from moderator.engine import Ask, Illegal
from moderator.titles.kingmaker.components.board import OPEN_TOWN, UNFORTIFIED, Board
from moderator.titles.kingmaker.components.cards import PLAGUE
from moderator.titles.kingmaker.components.data import Data, current
from moderator.titles.kingmaker.components.reach import (
    LAND_MOVE,
    land_distances,
    land_reach,
    road_routes,
)
from moderator.titles.kingmaker.components.table_of_odds import step
from moderator.titles.kingmaker.knowledge.view import (
    ForceView,
    HeirView,
    NobleView,
    PlaceView,
    View,
)

SIXTH = 1 / 6
"""Each result of the Event deck comes once in six cards, bad weather too (KM-EXC-11)."""
FAR = 99


@dataclass(slots=True, eq=False)
class Sight:
    """A view, indexed; everything is reckoned from what the seat may know."""

    view: View
    seat: str
    nobles: Mapping[str, NobleView] = field(init=False)
    places: Mapping[str, PlaceView] = field(init=False)
    heirs: tuple[HeirView, ...] = field(init=False)
    """The living."""
    mine: tuple[NobleView, ...] = field(init=False)
    """The seat's free nobles, the strongest first."""
    board: Board = field(init=False)
    _roads: dict[tuple[str, str], Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    _enemies: list[tuple[NobleView, Mapping[str, int]]] | None = None
    _threats: dict[str, dict[str, int]] = field(default_factory=dict)
    _stacks: list[tuple[tuple[str, str], list[NobleView]]] | None = None

    def __post_init__(self) -> None:
        view = self.view
        self.board = current().board
        self.nobles = {noble.id: noble for noble in view.nobles}
        self.places = {place.id: place for place in view.places}
        self.heirs = tuple(heir for heir in view.heirs if heir.alive)
        own = [noble for noble in view.nobles if noble.seat == self.seat and not noble.captor]
        self.mine = tuple(sorted(own, key=lambda noble: -noble.plain))

    @property
    def my_heirs(self) -> list[HeirView]:
        """Return the heirs whom the seat controls."""
        return [heir for heir in self.heirs if heir.seat == self.seat]

    def walled(self, place: str) -> bool:
        """Say whether *place* is one that a counter can be inside of."""
        return bool(place) and self.places[place].kind != UNFORTIFIED

    def open_to(self, seat: str, place: str) -> bool:
        """Say whether a seat's nobles may go into a place without leave or siege."""
        known = self.places[place]
        if known.besieger:
            return False
        if known.kind == UNFORTIFIED:
            return True
        if known.kind == OPEN_TOWN:
            return not self.others_in(place, seat)
        return known.holder == seat

    def others_in(self, place: str, seat: str) -> list[NobleView]:
        """Return the free nobles of other factions inside a place."""
        inside = [self.nobles[id_] for id_ in self.places[place].inside if id_ in self.nobles]
        return [noble for noble in inside if noble.seat != seat and not noble.captor]

    def defence(self, place: str, seat: str) -> int:
        """Return what a siege of *place* by *seat* must match (KM-SIE-05, KM-SIE-06)."""
        sides: dict[str, int] = {}
        for noble in self.others_in(place, seat):
            sides[noble.seat] = sides.get(noble.seat, 0) + noble.strength
        return self.places[place].garrison + max(sides.values(), default=0)

    def routes(self, square: str, seat: str) -> Mapping[str, tuple[str, ...]]:
        """Return where a road move of *seat* from *square* can end without anybody's leave."""
        if (square, seat) not in self._roads:
            self._roads[square, seat] = road_routes(self.board, square, self._stops(seat))
        return self._roads[square, seat]

    def _stops(self, seat: str) -> Callable[[str], bool]:
        kinds = self.board.places

        def stops(place: str) -> bool:
            if kinds[place].kind.held:
                return self.places[place].holder != seat
            return kinds[place].kind.id == OPEN_TOWN and bool(self.others_in(place, seat))

        return stops

    def within(self, square: str, goal: str) -> bool:
        """Say whether a noble of the seat in *square* gets to *goal* in one move."""
        if not square or self.board.squares[goal].island != self.board.squares[square].island:
            return square == goal
        return goal in land_reach(self.board, square) or goal in self.routes(square, self.seat)

    def by_road(self, square: str, goal: str) -> bool:
        """Say whether only a road leads from *square* to *goal* in one move."""
        return goal not in land_reach(self.board, square)

    def away(self, square: str, goal: str) -> int:
        """Return how many moves over land *goal* is away, roughly; `FAR` for over the sea."""
        if not square:
            return FAR
        if self.within(square, goal):
            return int(square != goal)
        steps = land_distances(self.board, square).get(goal)
        return FAR if steps is None else max(2, -(-steps // LAND_MOVE))

    def in_reach(self) -> set[str]:
        """Return the squares that any of the seat's nobles reaches in one move."""
        squares = {noble.square for noble in self.mine if noble.square}
        found = set(squares)
        for square in squares:
            found.update(land_reach(self.board, square), self.routes(square, self.seat))
        return found

    def legs(self, square: str, goal: str) -> int:
        """Return the distance in squares."""
        return land_distances(self.board, square).get(goal, FAR) if square else FAR

    def threats(self, square: str) -> dict[str, int]:
        """Return what each other seat could bring to *square* in its next turn."""
        if square not in self._threats:
            self._threats[square] = self._brought(square)
        return self._threats[square]

    def _brought(self, square: str) -> dict[str, int]:
        if self._enemies is None:
            self._enemies = [
                (noble, land_reach(self.board, noble.square))
                for noble in self.view.nobles
                if noble.seat != self.seat
                and noble.square
                and not noble.captor
                and not noble.under_siege
                and not self.board.squares[noble.square].island
            ]
        found: dict[str, int] = {}
        for noble, reach in self._enemies:
            if square in reach:
                found[noble.seat] = found.get(noble.seat, 0) + strength_at(noble, square)
        return found

    def risk(
        self, square: str, place: str, strength: int, threats: Mapping[str, int] | None = None
    ) -> float:
        """Return the chance that who stands there with *strength* is taken before his next turn."""
        safe = 1.0
        for force in (self.threats(square) if threats is None else threats).values():
            safe *= 1 - self.chance(square, place, strength, force)
        cards = _plagues(current()).get(place, 0)
        safe *= (1 - cards / len(current().events)) ** len(self.view.order)
        return 1 - safe

    def chance(self, square: str, place: str, strength: int, force: int) -> float:
        """Return the chance that one attack by *force* takes who stands there."""
        if square == self.view.peace_at:
            return 0.0
        if self.walled(place):
            return 5 * SIXTH if force >= strength + self.places[place].garrison else 0.0
        return step(force, strength) * SIXTH

    def fits(self, place: str, nobles: Iterable[NobleView]) -> bool:
        """Say whether nobles find room inside a place beside those who are there."""
        known = self.places[place]
        if not known.limit:
            return True
        coming = [noble for noble in nobles if noble.place != place]
        inside = [self.nobles[id_] for id_ in known.inside if id_ in self.nobles]
        troops = sum(noble.strength for noble in inside)
        return troops + sum(strength_at(noble, known.square) for noble in coming) <= known.limit

    def stacks(self) -> list[tuple[tuple[str, str], list[NobleView]]]:
        """Return the seat's nobles on land by square and walled place, the strongest first."""
        if self._stacks is None:
            self._stacks = self._stacked()
        return self._stacks

    def _stacked(self) -> list[tuple[tuple[str, str], list[NobleView]]]:
        found: dict[tuple[str, str], list[NobleView]] = {}
        for noble in self.mine:
            if noble.square:
                inside = noble.place if noble.inside else ""
                found.setdefault((noble.square, inside), []).append(noble)
        return sorted(found.items(), key=lambda one: -total(one[1]))

    def heirs_at(self, square: str, place: str) -> list[HeirView]:
        """Return the seat's heirs in this place, or in the open of this square."""
        inside = place if self.walled(place) else ""
        return [
            heir
            for heir in self.my_heirs
            if heir.square == square and (heir.place if self.walled(heir.place) else "") == inside
        ]

    def enemies(self) -> list[ForceView]:
        """Return the forces of others."""
        return [force for force in self.view.forces if force.seat != self.seat]


def total(nobles: Iterable[NobleView], square: str = "") -> int:
    """Return the strength of nobles together, where they stand or as if in *square*."""
    return sum(strength_at(noble, square) if square else noble.strength for noble in nobles)


def strength_at(noble: NobleView, square: str) -> int:
    """Return a noble's troops as if he stood in *square* (KM-CRO-05)."""
    return _troops(current(), (noble.id, *noble.awards), square)


@lru_cache(maxsize=8192)
def _troops(data: Data, cards: Sequence[str], square: str) -> int:
    known = [data.cards[card] for card in cards]
    return sum(
        card.troops + (card.bonus if card.bonus and square in data.areas[card.area].squares else 0)
        for card in known
    )


@lru_cache(maxsize=8)
def _plagues(data: Data) -> Mapping[str, int]:
    """Return how many Event cards strike each place."""
    return Counter(p for card in data.events.values() if card.kind == PLAGUE for p in card.places)


def legal(ask: Ask[object], text: str) -> bool:
    """Say whether *text* answers the question."""
    try:
        ask.domain.read(text)
    except Illegal:
        return False
    return True

"""What events leave on a map: arrows of moves, marks of what befell a place.

All in board units.  Every trace says whom it concerns, so that a map can look where its reader's
counters were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from moderator.engine import Event
from moderator.titles.kingmaker.events import (
    Called,
    Crowned,
    Died,
    FightDecided,
    HeirCaptured,
    Landed,
    Moved,
    ParliamentMet,
    PlaceChanged,
    Sailed,
    ShipDriven,
    Spot,
    WentToParliament,
)
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.map.clipping import lines_in
from moderator.titles.kingmaker.map.ground import Ground

Where = tuple[float, float]

LAND, SEA, CALL = "land", "sea", "call"
"""What `Trail.kind` can be; a call is any move that is not made square by square."""

BATTLE, SIEGE, DEATH, CROWN, PARLIAMENT, TAKEN, FALL = (
    "battle", "siege", "death", "crown", "parliament", "taken", "fall",
)  # fmt: skip
"""What `Hit.kind` can be; a fall is a place that changed hands."""


TILE = 120
"""Pixels of a tile."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A move, from where it began to where it ended."""

    kind: str
    seat: str
    points: tuple[Where, ...]
    ends: bool = True
    """It ends at its last point; else it goes on beyond the map."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A tile of a sheet, in its pixels, and the trails that cross it."""

    left: int
    top: int
    wide: int
    high: int
    trails: tuple[Trail, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that befell a place or square."""

    kind: str
    seats: tuple[str, ...]
    x: float
    y: float


class Traces:
    """The traces of *events* on the board of *view*."""

    def __init__(self, view: View, ground: Ground, events: Sequence[Event]) -> None:
        self._ground = ground
        self._places = {one.id: (float(one.x), float(one.y)) for one in ground.symbols}
        self._homes = {one.id: one.square for one in view.places}
        self.trails: tuple[Trail, ...] = tuple(
            trail for event in events for trail in self._trail(event)
        )
        hits = [hit for event in events for hit in self._hit(event)]
        self.hits: tuple[Hit, ...] = tuple(dict.fromkeys(hits))

    def where(self, spot: Spot) -> Where | None:
        """Return where a spot is drawn; None for one off the board."""
        square, place = spot
        return self._places.get(place) if place else self._ground.centres.get(square)

    def _line(self, *ways: Where | None) -> tuple[Where, ...]:
        line: list[Where] = []
        for way in ways:
            if way is not None and (not line or line[-1] != way):
                line.append(way)
        return tuple(line)

    def _trail(self, event: Event) -> Iterable[Trail]:
        centre = self._ground.centres.get
        match event:
            case Moved(seat=seat, path=path, source=source, target=target):
                kind, steps = LAND, [centre(step) for step in path[1:-1]]
            case Sailed(seat=seat, path=path, source=source, target=target):
                kind = SEA
                steps = [centre(step) for step in path if step not in (source[0], target[0])]
            case (
                Called(seat=seat, source=source, target=target)
                | WentToParliament(seat=seat, source=source, target=target)
            ):
                kind, steps = CALL, []
            case ShipDriven(seat=seat, source=source, port=port):
                kind, steps, target = CALL, [], ("", port)
            case Landed(seat=seat, port=port, spot=target):
                kind, steps, source = LAND, [], ("", port)
            case _:
                return
        line = self._line(self.where(source), *steps, self.where(target))
        if len(line) > 1:
            yield Trail(kind, seat, line)

    def _hit(self, event: Event) -> Iterable[Hit]:
        seats: tuple[str, ...]
        match event:
            case FightDecided(kind=kind, attacker=one, defender=other, square=square, place=place):
                seats, spot = (one, other), (square, place)
            case Died(seat=seat, spot=spot):
                kind, seats = DEATH, (seat,)
            case HeirCaptured(seat=seat, old=old, spot=spot):
                kind, seats = TAKEN, (seat, old)
            case Crowned(seat=seat, place=place):
                kind, seats, spot = CROWN, (seat,), ("", place)
            case ParliamentMet(place=place):
                kind, seats, spot = PARLIAMENT, (), ("", place)
            case PlaceChanged(place=place, old=old, new=new, by="capture"):
                kind, seats, spot = FALL, (old, new), ("", place)
            case _:
                return
        where = self.where(spot)
        if where is not None:
            yield Hit(kind, tuple(seat for seat in seats if seat), *where)


def bundles(trails: Sequence[Trail], size: tuple[int, int], room: float) -> tuple[Bundle, ...]:
    """Cut a sheet of this *size* into tiles and return those that trails cross.

    What is between them need not be drawn; *room* is how far an arrow reaches beyond its points.
    """
    wide, high = size
    crossed: dict[tuple[int, int], dict[Trail, None]] = {}
    for trail in trails:
        for (ax, ay), (bx, by) in pairwise(trail.points):
            for left in range(_tile(min(ax, bx) - room), round(max(ax, bx) + room), TILE):
                for top in range(_tile(min(ay, by) - room), round(max(ay, by) + room), TILE):
                    near = (left - room, top - room, left + TILE + room, top + TILE + room)
                    if left < wide and top < high and lines_in(((ax, ay), (bx, by)), near):
                        crossed.setdefault((left, top), {})[trail] = None
    return tuple(
        Bundle(left, top, min(TILE, wide - left), min(TILE, high - top), tuple(found))
        for (left, top), found in crossed.items()
    )


def _tile(way: float) -> int:
    return max(0, int(way // TILE * TILE))

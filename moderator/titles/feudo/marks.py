"""What the map shows: towers, tokens, arrows and hits, in units of one territory.

The west edge of column a is 0, the north edge of row 1 is 0: the middle of c4 is (2.5, 3.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.engine import Event
from moderator.titles.feudo.events import (
    Advanced,
    AttackWon,
    CardShown,
    Died,
    Marched,
    Stricken,
)
from moderator.titles.feudo.state import CASTLE, CONVENT, GONE
from moderator.titles.feudo.view import SideView, TokenView, View

Point = tuple[float, float]

_HALVES = {
    "whole": (0.5, 0.5),
    "west": (0.27, 0.5),
    "east": (0.73, 0.5),
    "north": (0.5, 0.27),
    "south": (0.5, 0.73),
}
_SLOTS: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (1.15, ((0.5, 0.5),)),
    2: (1.0, ((0.26, 0.52), (0.74, 0.52))),
    3: (0.86, ((0.26, 0.36), (0.74, 0.36), (0.5, 0.76))),
    4: (0.86, ((0.26, 0.34), (0.74, 0.34), (0.26, 0.77), (0.74, 0.77))),
}
_MANY = (0.66, tuple((0.19 + 0.31 * (n % 3), 0.3 + 0.4 * (n // 3)) for n in range(6)))
_SHORT_OF_MIDDLE = 0.5
_OUT_OF_CASTLE = 0.36
_SHORTEST = 0.2
_LANES = (0.0, 0.1, -0.1, 0.2, -0.2)


@dataclass(frozen=True, slots=True)
class Cell:
    """A territory; column and row count from 0."""

    name: str
    column: int
    row: int
    terrain: str
    city: str
    owner: str
    plague: bool


@dataclass(frozen=True, slots=True)
class Tower:
    """A Castle, smaller where it stands on half a space."""

    seat: str
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A token; in a panel, x and y are 0."""

    seat: str
    kind: str
    number: int
    stricken: bool
    x: float = 0
    y: float = 0
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move through the middles of territories, ending short of the last one."""

    seat: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that befell a territory: 'attack' or 'plague'."""

    kind: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A side below the map, with its tokens that are not on it."""

    seat: str
    score: int
    castle: tuple[Piece, ...]
    convent: tuple[Piece, ...]
    gone: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Everything on the map."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]
    towers: tuple[Tower, ...]
    pieces: tuple[Piece, ...]
    arrows: tuple[Arrow, ...]
    hits: tuple[Hit, ...]
    panels: tuple[Panel, ...]


def marks(view: View, events: Sequence[Event]) -> Marks:
    """Return what to draw for *view*, with arrows and hits of *events*."""
    places = _places(view)
    return Marks(
        heading=_heading(view),
        columns=view.columns,
        rows=view.rows,
        cells=tuple(
            Cell(one.name, place % len(view.columns), place // len(view.columns), one.terrain,
                 one.city, one.owner, one.plague)
            for place, one in enumerate(view.territories)
        ),
        towers=_towers(view, places),
        pieces=_pieces(view, places),
        arrows=_arrows(view, places, events),
        hits=_hits(places, events),
        panels=tuple(_panel(side, view.tokens) for side in view.sides),
    )  # fmt: skip


def _heading(view: View) -> str:
    if view.phase == "castles":
        return "Placing the Castles"
    if view.phase == "over":
        return f"After turn {view.turn}"
    return f"Extra turn {view.turn}" if view.extra else f"Turn {view.turn} of {view.last_turn}"


def _places(view: View) -> dict[str, Point]:
    """Return the north-west corner of each territory."""
    wide = len(view.columns)
    return {
        one.name: (float(place % wide), float(place // wide))
        for place, one in enumerate(view.territories)
    }


def _towers(view: View, places: dict[str, Point]) -> tuple[Tower, ...]:
    towers = []
    for territory in view.territories:
        for seat, half in territory.castle:
            x, y = places[territory.name]
            right, down = _HALVES[half]
            towers.append(Tower(seat, x + right, y + down, 1.0 if half == "whole" else 0.62))
    return tuple(towers)


def _pieces(view: View, places: dict[str, Point]) -> tuple[Piece, ...]:
    by_place: dict[str, list[TokenView]] = {}
    for token in view.tokens:
        if token.at in places:
            by_place.setdefault(token.at, []).append(token)
    pieces = []
    for name, tokens in by_place.items():
        scale, slots = _SLOTS.get(len(tokens), _MANY)
        x, y = places[name]
        for token, (right, down) in zip(tokens, slots, strict=False):
            pieces.append(
                Piece(token.seat, token.kind, token.number, token.stricken, x + right, y + down,
                      scale)
            )  # fmt: skip
    return tuple(pieces)


def _panel(side: SideView, tokens: Sequence[TokenView]) -> Panel:
    own = [token for token in tokens if token.seat == side.seat]

    def there(place: str) -> tuple[Piece, ...]:
        return tuple(
            Piece(one.seat, one.kind, one.number, one.stricken) for one in own if one.at == place
        )

    return Panel(
        side.seat, side.score, there(CASTLE), there(CONVENT), sum(one.at == GONE for one in own)
    )


def _arrows(view: View, places: dict[str, Point], events: Sequence[Event]) -> tuple[Arrow, ...]:
    castles = {
        seat: (places[one.name][0] + _HALVES[half][0], places[one.name][1] + _HALVES[half][1])
        for one in view.territories
        for seat, half in one.castle
    }
    central = next((one.name for one in view.territories if one.terrain == "central"), "")
    arrows: list[Arrow] = []
    for event in events:
        match event:
            case CardShown(seat=seat, path=path) | Marched(seat=seat, path=path):
                steps = path
            case Advanced(seat=seat, source=source, target=target):
                steps = (source, target)
            case _:
                continue
        points = [_middle(step, seat, places, castles, central) for step in steps]
        line = [point for point in points if point is not None]
        if len(line) > 1:
            start = _OUT_OF_CASTLE if steps[0] == CASTLE else 0.0
            arrows.append(Arrow(seat, _drawn(line, _LANES[len(arrows) % len(_LANES)], start)))
    return tuple(arrows)


def _middle(
    step: str, seat: str, places: dict[str, Point], castles: dict[str, Point], central: str
) -> Point | None:
    if step == CASTLE:
        return castles.get(seat)
    corner = places.get(central if step == CONVENT else step)
    return (corner[0] + 0.5, corner[1] + 0.5) if corner else None


def _drawn(line: Sequence[Point], lane: float, start: float) -> tuple[Point, ...]:
    """Put the arrow in its *lane* beside others; it ends short of the last middle."""
    points = [(x + lane, y + lane) for x, y in line]
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        start = max(0.0, min(start, long - _SHORT_OF_MIDDLE - _SHORTEST))
    first = _towards(points[0], points[1], start)
    return (first, *points[1:-1], _towards(points[-1], points[-2], _SHORT_OF_MIDDLE))


def _towards(here: Point, there: Point, far: float) -> Point:
    """Return the point that lies *far* from *here* on the way *there*."""
    (ax, ay), (bx, by) = here, there
    part = far / (((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1)
    return (round(ax + (bx - ax) * part, 3), round(ay + (by - ay) * part, 3))


def _hits(places: dict[str, Point], events: Sequence[Event]) -> tuple[Hit, ...]:
    hits: dict[tuple[str, str], None] = {}
    for event in events:
        match event:
            case AttackWon(target=where):
                hits["attack", where] = None
            case Stricken(where=where) | Died(where=where):
                hits["plague", where] = None
            case _:
                continue
    return tuple(Hit(kind, *places[where]) for kind, where in hits if where in places)

"""The board as light lines: what no move changes, made once and drawn under every map.

All in board units (10 to the kilometre, x to the east, y to the south).  A border that two squares
share is simplified once, so that squares still fit together, and drawn once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from moderator.titles.kingmaker.components.board import CITY, Board
from moderator.titles.kingmaker.components.reading import word

Dot = tuple[int, int]
Owner = tuple[str, str]
"""The first letter of a chapter of the board, and a square's or an area's id there."""
Box = tuple[float, float, float, float]
"""West, north, east, south."""

COAST, BORDER, SEA_BORDER, FRONTIER = "coast", "border", "sea border", "frontier"
ROAD, RIVER, REGION = "road", "river", "region"
"""What `Line.kind` can be."""

_LAND, _SEA, _AREA = "land", "sea", "area"
_BESIDE: dict[tuple[str, ...], str] = {
    (_LAND, _LAND): BORDER,
    (_LAND, _SEA): COAST,
    (_AREA, _SEA): COAST,
    (_SEA, _SEA): SEA_BORDER,
    (_AREA, _LAND): FRONTIER,
}
_TOLERANCE, _COARSE = 10.0, 30.0
"""How far a simplified line may lie from the real one: about 1.5 pixels of the whole map.

Borders at sea and coasts where nobody can go may be coarse."""
_GREAT = ("newcastle-town", "shrewsbury", "nottingham", "plymouth", "calais", "harlech",
          "coventry", "lancaster", "swansea", "douglas")  # fmt: skip
"""Places named on the map of the whole country beside cities and cathedrals."""
_TINTS = ("wales", "devon cornwall", "north of tees", "north of trent")


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled land square or area; `tint` is 'forest', a region's id, 'plain' or 'area'."""

    tint: str
    rings: tuple[tuple[Dot, ...], ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Line:
    kind: str
    points: tuple[Dot, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Symbol:
    """A place as printed."""

    id: str
    name: str
    kind: str
    x: int
    y: int
    port: bool
    cathedral: bool
    label: tuple[str, ...]
    label_x: int
    label_y: int
    anchor: str
    """As in SVG."""
    great: bool
    """Named on the map of the whole country too."""


@dataclass(frozen=True, slots=True)
class Name:
    """The printed name of a square without a place of its name, or of a sea square."""

    text: str
    short: str
    x: int
    y: int
    sea: bool


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Everything above."""

    shapes: tuple[Shape, ...]
    lines: tuple[Line, ...]
    symbols: tuple[Symbol, ...]
    names: tuple[Name, ...]
    centres: dict[str, Dot]
    """A point inside each land square and sea square, by id."""


@cache
def ground(board: Board) -> Ground:
    """Return the lines of *board*."""
    read = board.drawing
    kinds = {
        **{("l", one["id"]): _LAND for one in read["land_squares"]},
        **{("s", one["id"]): _SEA for one in read["sea_squares"]},
        **{("a", one["id"]): _AREA for one in read["areas"]},
    }
    rings = list(_rings(read))
    arcs = _Arcs(rings)
    shapes: dict[Owner, list[list[Dot]]] = {}
    for owner, ring in rings:
        drawn = arcs.simplified(ring)
        if kinds[owner] != _SEA:
            shapes.setdefault(owner, []).append(drawn)
    tints = {("l", one["id"]): _tint(one) for one in read["land_squares"]}
    return Ground(
        tuple(
            Shape(
                tints.get(owner, _AREA),
                tuple(map(tuple, found)),
                _box(dot for ring in found for dot in ring),
            )
            for owner, found in sorted(shapes.items(), key=lambda one: tints.get(one[0], ""))
        ),
        (*_borders(arcs, kinds), *_printed(read)),
        tuple(_symbol(one) for one in read["places"] if word(one["id"]) in board.places),
        tuple(_names(read)),
        {
            word(one["id"]): (one["centre"][0], one["centre"][1])
            for one in (*read["land_squares"], *read["sea_squares"])
        },
    )


def _rings(read: Any) -> Iterator[tuple[Owner, list[Dot]]]:
    for letter, chapter in (("l", "land_squares"), ("s", "sea_squares"), ("a", "areas")):
        for one in read[chapter]:
            for polygon in one["polygons"]:
                for ring in polygon:
                    yield (letter, one["id"]), [(x, y) for x, y in ring]


class _Arcs:
    """All borders, each once: the runs of edges between points where more than two meet."""

    def __init__(self, rings: Sequence[tuple[Owner, list[Dot]]]) -> None:
        self.owners: dict[tuple[Dot, Dot], list[Owner]] = {}
        meets: dict[Dot, set[Dot]] = {}
        for owner, ring in rings:
            for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
                self.owners.setdefault(_key(one, other), []).append(owner)
                meets.setdefault(one, set()).add(other)
                meets.setdefault(other, set()).add(one)
        self.nodes = {dot for dot, others in meets.items() if len(others) != 2}
        self.runs: dict[tuple[Dot, ...], list[Dot]] = {}
        """Every run as it is and as it is drawn."""

    def simplified(self, ring: list[Dot]) -> list[Dot]:
        """Return the ring as its runs are drawn."""
        first = next((dot for dot in ring if dot in self.nodes), min(ring))
        start = ring.index(first)
        turned = [*ring[start:], *ring[:start], first]
        whole: list[Dot] = []
        run = [first]
        for place, dot in enumerate(turned[1:], start=2):
            run.append(dot)
            if dot in self.nodes or place == len(turned):
                whole += self._drawn(run)[:-1]
                run = [dot]
        return whole

    def _drawn(self, run: list[Dot]) -> list[Dot]:
        there, back = tuple(run), tuple(reversed(run))
        if back in self.runs:
            return self.runs[back][::-1]
        if there not in self.runs:
            beside = {letter for letter, _ in self.owners[_key(run[0], run[1])]}
            drawn = thinned(run, _TOLERANCE if "l" in beside else _COARSE)
            lost = len(drawn) < 4 and drawn[0] == drawn[-1]
            self.runs[there] = run if lost else drawn
        return self.runs[there]


def _key(one: Dot, other: Dot) -> tuple[Dot, Dot]:
    return (one, other) if one <= other else (other, one)


def _borders(arcs: _Arcs, kinds: dict[Owner, str]) -> Iterator[Line]:
    for run, drawn in arcs.runs.items():
        beside = sorted(kinds[owner] for owner in arcs.owners[_key(run[0], run[1])])
        kind = _BESIDE.get(tuple(beside), "")
        if kind:
            yield Line(kind, tuple(drawn), _box(drawn))


def _printed(read: Any) -> Iterator[Line]:
    for one in read["rivers"]:
        yield _line(RIVER, one["line"])
    for one in read["borders"]:
        for line in one["lines"]:
            yield _line(FRONTIER if one["id"] == "scotland" else REGION, line)
    for one in read["roads"]:
        yield _line(ROAD, one["line"])


def _line(kind: str, points: Iterable[Sequence[int]]) -> Line:
    line = thinned([(x, y) for x, y in points], _TOLERANCE)
    return Line(kind, tuple(line), _box(line))


def _symbol(one: Any) -> Symbol:
    label = one["label"]
    return Symbol(
        word(one["id"]), one["name"], word(one["kind"]), one["x"], one["y"], one["port"],
        one["cathedral"], tuple(label["lines"]), label["x"], label["y"], label["anchor"],
        one["kind"] == CITY or one["cathedral"] or one["id"] in _GREAT,
    )  # fmt: skip


def _names(read: Any) -> Iterator[Name]:
    for one in read["land_squares"]:
        if one.get("label"):
            text = " ".join(one["label"]["lines"])
            yield Name(text, text, one["label"]["x"], one["label"]["y"], sea=False)
    for one in read["sea_squares"]:
        x, y = one["centre"]
        yield Name(f"{one['id']} {one['name']}", one["id"], x, y, sea=True)


def _tint(square: Any) -> str:
    if square["forest"]:
        return "forest"
    regions = {word(region) for region in square["regions"]}
    return next((tint for tint in _TINTS if tint in regions), "plain")


def _box(dots: Iterable[Dot]) -> Box:
    all_dots = list(dots)
    across, down = [x for x, _ in all_dots], [y for _, y in all_dots]
    return min(across), min(down), max(across), max(down)


def thinned(line: Sequence[Dot], tolerance: float) -> list[Dot]:
    """Return *line* without the points that lie within *tolerance* of the way without them."""
    if len(line) < 3:
        return list(line)
    (ax, ay), (bx, by) = line[0], line[-1]
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    worst, at = 0.0, 0
    for place, (x, y) in enumerate(line[1:-1], start=1):
        far = (
            abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / long
            if long
            else ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5
        )
        if far > worst:
            worst, at = far, place
    if worst <= tolerance:
        return [line[0], line[-1]]
    return thinned(line[: at + 1], tolerance)[:-1] + thinned(line[at:], tolerance)

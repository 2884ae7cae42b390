"""What the map shows: a sheet of the whole country, and sheets of corners, in pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from moderator.engine import Event
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.heraldry import Arms
from moderator.titles.kingmaker.knowledge.view import HeirView, NobleView, View
from moderator.titles.kingmaker.map.clipping import lines_in, ring_in
from moderator.titles.kingmaker.map.ground import Box, Ground, Name, Symbol, ground
from moderator.titles.kingmaker.map.labels import Label, labels
from moderator.titles.kingmaker.map.stacks import Placed, Stack, spread, stacks
from moderator.titles.kingmaker.map.traces import Bundle, Hit, Traces, Trail, bundles
from moderator.titles.kingmaker.map.windows import COUNTRY, corners

WIDE = 960
"""Pixels of every sheet."""
_COUNTRY_SCALE, _CORNER_SCALE = 0.92, 1.3
"""How large counters are drawn."""
_COUNTRY_LETTERS, _CORNER_LETTERS = 19, 24
"""Pixels of the letters of places' names."""
_MARGIN = 40.0
"""Pixels that a name needs to either side."""
_HIDDEN = 0.12
"""The part of a name that may lie under counters on the map of the whole country."""
_FLAG = 16.0
"""Pixels that a flag needs to every side."""
_ARROW = 16.0
"""Pixels that an arrow's head is broad to either side."""
_BESIDE = 38.0
"""Pixels from one mark to the next at the same spot; the first is half as far from the spot."""


@dataclass(frozen=True, slots=True)
class Flag:
    """What a place or square bears: its holder, its besieger, the King's Peace."""

    kind: str
    """'held', 'siege' or 'peace'."""
    seat: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One window on the board, `wide` by `high` pixels; what lies on it is in its own pixels."""

    whole: bool
    box: Box
    wide: int
    high: int
    zoom: float
    """Pixels of one board unit."""
    scale: float
    shapes: tuple[tuple[str, str], ...]
    """(tint, path), the land first."""
    lines: Mapping[str, str]
    """Path by kind."""
    symbols: tuple[Symbol, ...]
    names: tuple[Name, ...]
    labels: tuple[Label, ...]
    """The names of places."""
    letters: int
    """Pixels of their letters."""
    flags: tuple[Flag, ...]
    trails: tuple[Trail, ...]
    bundles: tuple[Bundle, ...]
    """The same in tiles, as they are drawn."""
    hits: tuple[Hit, ...]
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A faction below the map."""

    seat: str
    nobles: int
    strength: int
    places: int
    hand: int
    active: bool


@dataclass(frozen=True, slots=True)
class Marks:
    """Everything on the map."""

    heading: str
    note: str
    """Who is sole King and what else concerns the whole country; may be ''."""
    sheets: tuple[Sheet, ...]
    panels: tuple[Panel, ...]
    arms: Mapping[str, Arms]
    """Of the nobles on the board."""


def marks(view: View, events: Sequence[Event]) -> Marks:
    """Return what to draw for *view*, with the traces of *events*."""
    data = current()
    under = ground(data.board)
    everybody = stacks(view, under, data.arms)
    traces = Traces(view, under, events)
    flags = _flags(view, under)
    boxes = (COUNTRY, *corners(view.seat, traces.trails, traces.hits))
    return Marks(
        heading=_heading(view),
        note=_note(view),
        sheets=tuple(_sheet(box, under, everybody, traces, flags) for box in boxes),
        panels=tuple(_panel(seat, view) for seat in view.order),
        arms={one.id: data.arms[one.id] for one in view.nobles},
    )


def _heading(view: View) -> str:
    if view.phase == "setup":
        return "Before the first turn"
    if view.phase == "over":
        return f"The end, after turn {view.turn}"
    return f"Round {view.round}, turn of {view.active.capitalize()}"


def _note(view: View) -> str:
    people: list[HeirView | NobleView] = [*view.heirs, *view.nobles]
    names = {one.id: one.name for one in people}
    crowned = [one.name for one in people if one.crowned]
    if view.sole_king:
        return f"Sole King: {names.get(view.sole_king, view.sole_king.capitalize())}"
    return f"Crowned: {', '.join(crowned)}" if crowned else "Nobody is crowned"


def _flags(view: View, under: Ground) -> tuple[Flag, ...]:
    spots = {one.id: (float(one.x), float(one.y)) for one in under.symbols}
    found = [Flag("held", one.holder, *spots[one.id]) for one in view.places if one.holder]
    found += [Flag("siege", one.besieger, *spots[one.id]) for one in view.places if one.besieger]
    if view.peace_at in under.centres:
        found.append(Flag("peace", view.peace_by, *under.centres[view.peace_at]))
    return tuple(found)


def _panel(seat: str, view: View) -> Panel:
    one = next(faction for faction in view.factions if faction.seat == seat)
    return Panel(
        seat, len(one.nobles), one.strength, len(one.places), one.hand, seat == view.active
    )


def _sheet(
    box: Box,
    under: Ground,
    everybody: Sequence[Stack],
    traces: Traces,
    flags: Sequence[Flag],
) -> Sheet:
    west, north, east, south = box
    whole = box == COUNTRY
    zoom = WIDE / (east - west)
    high = round((south - north) * zoom)
    scale = _COUNTRY_SCALE if whole else _CORNER_SCALE

    def at(x: float, y: float) -> tuple[float, float]:
        return round((x - west) * zoom, 1), round((y - north) * zoom, 1)

    def near(x: float, y: float) -> bool:
        return west <= x <= east and north <= y <= south

    def inner(x: float, y: float) -> bool:
        return near(x - _MARGIN / zoom, y - _MARGIN / 2 / zoom) and near(
            x + _MARGIN / zoom, y + _MARGIN / 8 / zoom
        )

    def whole_on(flag: Flag) -> bool:
        room = _FLAG / zoom
        return near(flag.x - room, flag.y - room) and near(flag.x + room, flag.y + room)

    there = [one for one in everybody if near(*one.spot)]
    hits = _side_by_side(
        [Hit(one.kind, one.seats, *at(one.x, one.y)) for one in traces.hits if near(one.x, one.y)],
        _BESIDE * scale,
        high,
    )
    trails = tuple(
        Trail(one.kind, one.seat, tuple(at(x, y) for x, y in part), part[-1] == one.points[-1])
        for one in traces.trails
        for part in lines_in(one.points, box)
    )
    symbols = tuple(one for one in under.symbols if near(one.x, one.y))
    named = [one for one in symbols if one.great or not whole]
    letters = _COUNTRY_LETTERS if whole else _CORNER_LETTERS
    signs = [(one.x, one.y) for one in hits]
    placed = spread(there, [at(*one.spot) for one in there], (WIDE, high), scale,
                    signs)  # fmt: skip
    return Sheet(
        whole,
        box,
        WIDE,
        high,
        round(zoom, 4),
        scale,
        _shapes(under, box, zoom),
        _lines(under, box, zoom),
        symbols,
        tuple(one for one in under.names if inner(one.x, one.y) and (one.sea or not whole)),
        labels(
            named,
            at,
            placed,
            (WIDE, high),
            scale,
            letters,
            _HIDDEN if whole else 2 * _HIDDEN,
            signs,
        ),
        letters,
        tuple(Flag(one.kind, one.seat, *at(one.x, one.y)) for one in flags if whole_on(one)),
        trails,
        bundles(trails, (WIDE, high), _ARROW * scale),
        hits,
        placed,
    )


def _side_by_side(hits: Sequence[Hit], step: float, high: int) -> tuple[Hit, ...]:
    """Return marks beside and below their spot, each kind once at a spot, all on the sheet."""
    once = {(one.kind, one.x, one.y): one for one in hits}
    there = Counter((one.x, one.y) for one in once.values())
    before: Counter[tuple[float, float]] = Counter()
    placed = []
    for one in once.values():
        spot = one.x, one.y
        across = step * (before[spot] + 0.5)
        before[spot] += 1
        x = one.x - across if one.x + step * there[spot] > WIDE else one.x + across
        placed.append(Hit(one.kind, one.seats, x, min(one.y + step / 2, high - step / 2)))
    return tuple(placed)


@lru_cache(maxsize=256)
def _shapes(under: Ground, box: Box, zoom: float) -> tuple[tuple[str, str], ...]:
    """Return what is filled, a path for each tint."""
    paths: dict[str, list[str]] = {}
    for shape in under.shapes:
        if _meet(shape.box, box):
            for ring in shape.rings:
                path = _path(ring_in(ring, box), box, zoom)
                paths.setdefault(shape.tint, []).append(path + "Z" if path else "")
    return tuple((tint, "".join(found)) for tint, found in paths.items())


@lru_cache(maxsize=256)
def _lines(under: Ground, box: Box, zoom: float) -> dict[str, str]:
    paths: dict[str, list[str]] = {}
    for line in under.lines:
        if _meet(line.box, box):
            paths.setdefault(line.kind, []).extend(
                _path(part, box, zoom) for part in lines_in(line.points, box)
            )
    return {kind: "".join(found) for kind, found in paths.items()}


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _path(points: Sequence[tuple[float, float]], box: Box, zoom: float) -> str:
    """Return an SVG path in whole pixels and tenths of them."""
    steps = [
        f"{round((x - box[0]) * zoom, 1):g} {round((y - box[1]) * zoom, 1):g}" for x, y in points
    ]
    return "M" + "L".join(dict.fromkeys(steps)) if len(steps) > 1 else ""

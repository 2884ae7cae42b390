"""Where the names of places stand on a sheet: beside their symbols, clear of counters.

All in pixels of the sheet.  A name that finds no room is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from moderator.titles.kingmaker.map.ground import Symbol
from moderator.titles.kingmaker.map.stacks import Placed

Room = tuple[float, float, float, float]
"""West, north, east, south."""

_LETTER = 0.61
"""Mean width of a letter, as a part of its size."""
_SYMBOL = 11.0
"""Half of what a symbol needs at the size of a corner."""
_SIGN = 20.0
"""Half of what the sign of a fight needs."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name: the north-west corner of the room that it takes."""

    text: str
    left: int
    top: int
    wide: int
    high: int


def labels(
    symbols: Sequence[Symbol],
    at: Callable[[float, float], tuple[float, float]],
    placed: Iterable[Placed],
    size: tuple[int, int],
    scale: float,
    letters: int,
    hidden: float,
    signs: Iterable[tuple[float, float]] = (),
) -> tuple[Label, ...]:
    """Return the names of *symbols*, cities and cathedrals first, *letters* pixels high.

    *at* says where a point of the board lies; *placed* are counters drawn at *scale*; *hidden* is
    the part of a name that may lie under something else before it is left out; *signs* are the
    middles of what is drawn over the map besides.
    """
    counters: list[Room] = [
        (one.left, one.top, one.left + one.stack.wide * scale, one.top + one.stack.high * scale)
        for one in placed
    ]
    half, sign = _SYMBOL * scale, _SIGN * scale
    counters += [(x - sign, y - sign, x + sign, y + sign) for x, y in signs]
    spots = [at(one.x, one.y) for one in symbols]
    taken = [*counters, *((x - half, y - half, x + half, y + half) for x, y in spots)]
    found = []
    ways = sorted(zip(symbols, spots, strict=True), key=lambda pair: not pair[0].great)
    for symbol, spot in ways:
        rooms = list(_rooms(symbol, spot, half, letters, size))
        best = min(rooms, key=lambda room: _covered(room, taken), default=None)
        if best is None or _covered(best, taken) > hidden * (best[2] - best[0]) * (
            best[3] - best[1]
        ):
            continue
        taken.append(best)
        west, north, east, south = map(round, best)
        found.append(Label(symbol.name, west, north, east - west, south - north))
    return tuple(found)


def _rooms(
    symbol: Symbol, spot: tuple[float, float], half: float, letters: int, size: tuple[int, int]
) -> Iterator[Room]:
    """Return where a name could stand within the sheet, as printed first."""
    (x, y), wide, high = spot, len(symbol.name) * letters * _LETTER + 8, letters * 1.25
    beside = {
        "start": (x + half, y - high / 2),
        "end": (x - half - wide, y - high / 2),
        "middle": (x - wide / 2, y + half if symbol.label_y > symbol.y else y - half - high),
        "below": (x - wide / 2, y + half),
        "above": (x - wide / 2, y - half - high),
        "south-east": (x, y + half),
        "south-west": (x - wide, y + half),
        "north-east": (x, y - half - high),
        "north-west": (x - wide, y - half - high),
    }
    for left, top in (beside[symbol.anchor], *beside.values()):
        room = (left, top, left + wide, top + high)
        if room[0] >= 0 and room[1] >= 0 and room[2] <= size[0] and room[3] <= size[1]:
            yield room


def _covered(room: Room, others: Iterable[Room]) -> float:
    """Return how much of *room* lies under *others*."""
    west, north, east, south = room
    return sum(
        (min(east, one[2]) - max(west, one[0])) * (min(south, one[3]) - max(north, one[1]))
        for one in others
        if one[0] < east and one[2] > west and one[1] < south and one[3] > north
    )

"""Which corners of the board a map shows large: those where things happened to its reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.titles.kingmaker.map.ground import Box
from moderator.titles.kingmaker.map.traces import Hit, Trail

COUNTRY: Box = (200.0, 210.0, 6080.0, 6850.0)
"""The whole board but for its outer seas."""

CORNER = (2200.0, 1300.0)
"""Width and height of a corner."""
_STEP = 150.0
_MOST = 2
_OWN, _OTHERS = 5, 1
_ACROSS, _DOWN = 200, 130
"""How far from the border of its window a thing must lie to be shown there."""

Weighed = tuple[float, float, int]


def corners(seat: str | None, trails: Sequence[Trail], hits: Sequence[Hit]) -> tuple[Box, ...]:
    """Return at most two windows, the one with most in it first.

    Each has something that concerns the reader; an onlooker's has a fight or a death.
    """
    left = list(_weighed(seat, trails, hits))
    least = _OWN if seat else _OTHERS * 2
    found: list[Box] = []
    while left and len(found) < _MOST:
        best = max(_windows(left), key=lambda window: _value(window, left))
        if not any(one[2] >= least and _inside(best, one) for one in left):
            break
        found.append(best)
        left = [one for one in left if not _inside(best, one)]
    return tuple(found)


def _weighed(seat: str | None, trails: Sequence[Trail], hits: Sequence[Hit]) -> Iterable[Weighed]:
    for trail in trails:
        weight = _OWN if trail.seat == seat else _OTHERS
        yield from ((x, y, weight) for x, y in (trail.points[0], trail.points[-1]))
    for hit in hits:
        yield hit.x, hit.y, _OWN * 2 if seat in hit.seats else _OTHERS * 2


def _windows(points: Sequence[Weighed]) -> Iterable[Box]:
    """Return the windows with one of *points* in the middle, or the middle of two of them."""
    west, north, east, south = COUNTRY
    wide, high = CORNER
    once = sorted({(x, y) for x, y, _ in points})
    middles = {*once}
    for place, (ax, ay) in enumerate(once):
        for bx, by in once[place + 1 :]:
            if bx - ax > wide:
                break
            if -high < by - ay < high:
                middles.add(((ax + bx) / 2, (ay + by) / 2))
    found: dict[Box, None] = {}
    for x, y in sorted(middles):
        left = max(west, min(round((x - wide / 2) / _STEP) * _STEP, east - wide))
        top = max(north, min(round((y - high / 2) / _STEP) * _STEP, south - high))
        found[left, top, left + wide, top + high] = None
    return found


def _value(window: Box, points: Sequence[Weighed]) -> tuple[int, float]:
    """Return what is in a window, then how near to its middle that is."""
    west, north, east, south = (
        window[0] + _ACROSS, window[1] + _DOWN, window[2] - _ACROSS, window[3] - _DOWN
    )  # fmt: skip
    x, y = (west + east) / 2, (north + south) / 2
    there = [one for one in points if west <= one[0] <= east and north <= one[1] <= south]
    return sum(one[2] for one in there), -sum(abs(one[0] - x) + abs(one[1] - y) for one in there)


def _inside(window: Box, point: Weighed) -> bool:
    return (
        window[0] + _ACROSS <= point[0] <= window[2] - _ACROSS
        and window[1] + _DOWN <= point[1] <= window[3] - _DOWN
    )

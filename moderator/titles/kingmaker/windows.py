"""Which corners of the board a map shows large: those where things happened to its reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.titles.kingmaker.ground import Box
from moderator.titles.kingmaker.traces import Hit, Trail

COUNTRY: Box = (400.0, 270.0, 6020.0, 6850.0)
"""The whole board but for its outer seas."""

CORNER = (2200.0, 1300.0)
"""Width and height of a corner."""
_STEP = 150.0
_MOST = 2
_OWN, _OTHERS = 5, 1
_WORTH = 3
"""A corner needs as much weight; one thing that concerns the reader is enough."""

Weighed = tuple[float, float, int]


def corners(seat: str | None, trails: Sequence[Trail], hits: Sequence[Hit]) -> tuple[Box, ...]:
    """Return at most two windows, the one with most in it first."""
    left = list(_weighed(seat, trails, hits))
    found: list[Box] = []
    while left and len(found) < _MOST:
        best = max(_windows(left), key=lambda window: _weight(window, left))
        if _weight(best, left) < _WORTH:
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
    middles = {(x, y) for x, y, _ in points}
    middles |= {((ax + bx) / 2, (ay + by) / 2) for ax, ay in middles for bx, by in middles}
    found: dict[Box, None] = {}
    for x, y in sorted(middles):
        left = max(west, min(round((x - wide / 2) / _STEP) * _STEP, east - wide))
        top = max(north, min(round((y - high / 2) / _STEP) * _STEP, south - high))
        found[left, top, left + wide, top + high] = None
    return found


def _weight(window: Box, points: Sequence[Weighed]) -> int:
    return sum(one[2] for one in points if _inside(window, one))


def _inside(window: Box, point: Weighed) -> bool:
    return window[0] <= point[0] <= window[2] and window[1] <= point[1] <= window[3]

"""Cutting rings and lines to a window: a renderer that clips by itself takes ten times as long."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Window = tuple[float, float, float, float]
"""West, north, east, south."""


def ring_in(ring: Sequence[Point], window: Window) -> list[Point]:
    """Return the part of a filled ring within *window*, itself a ring; [] if there is none."""
    left = list(ring)
    for side in range(4):
        if not left:
            break
        left = _cut(left, side, window[side])
    return left


def _cut(ring: list[Point], side: int, limit: float) -> list[Point]:
    """Cut away what lies beyond one side of the window: 0 west, 1 north, 2 east, 3 south."""
    axis, sign = side % 2, 1 if side < 2 else -1
    kept: list[Point] = []
    before = ring[-1]
    was = (before[axis] - limit) * sign
    for point in ring:
        now = (point[axis] - limit) * sign
        if (now >= 0) != (was >= 0):
            part = was / (was - now)
            kept.append(_between(before, point, part))
        if now >= 0:
            kept.append(point)
        before, was = point, now
    return kept


def lines_in(line: Sequence[Point], window: Window) -> list[list[Point]]:
    """Return the parts of an open line within *window*."""
    parts: list[list[Point]] = []
    for one, other in pairwise(line):
        span = _span(one, other, window)
        if span is None:
            continue
        start, end = _between(one, other, span[0]), _between(one, other, span[1])
        if parts and parts[-1][-1] == start:
            parts[-1].append(end)
        else:
            parts.append([start, end])
    return parts


def _span(one: Point, other: Point, window: Window) -> tuple[float, float] | None:
    """Return from where to where a segment is within, as parts of its length."""
    start, end = 0.0, 1.0
    for axis in (0, 1):
        way = other[axis] - one[axis]
        low, high = window[axis] - one[axis], window[axis + 2] - one[axis]
        if way == 0:
            if low > 0 or high < 0:
                return None
            continue
        near, far = sorted((low / way, high / way))
        start, end = max(start, near), min(end, far)
    return (start, end) if start < end else None


def _between(one: Point, other: Point, part: float) -> Point:
    if part in {0.0, 1.0}:
        return other if part else one
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part

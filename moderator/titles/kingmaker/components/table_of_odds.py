"""The Table of Odds, reckoned out (KM-ODD)."""

from __future__ import annotations

RATIOS = ((5, 4), (3, 2), (2, 1), (3, 1), (4, 1))
"""The columns of the basic game, as (larger, smaller) (KM-ODD-02)."""

NAMES = tuple(f"{larger}-{smaller}" for larger, smaller in RATIOS)


def step(stronger: int, weaker: int) -> int:
    """Return how many columns the stronger side reaches: 0 below 5-4, 5 for 4-1 and above.

    A ratio a-b is reached when b times the larger strength is at least a times the smaller
    (KM-ODD-03); nobody at all is the worst that a side can be (KM-ODD-07).
    """
    if stronger <= weaker:
        return 0
    return sum(smaller * stronger >= larger * weaker for larger, smaller in RATIOS)


def odds(own: int, other: int) -> int:
    """Return the odds as orders test them: columns of the stronger side, negative if not *own*."""
    return step(own, other) if own >= other else -step(other, own)


def ratio(stronger: int, weaker: int) -> str:
    """Return the ratio that the stronger side reaches, as in '3-2'; '' below 5-4."""
    reached = step(stronger, weaker)
    return NAMES[reached - 1] if reached else ""


def wins(stronger: int, weaker: int, result: str) -> bool:
    """Say whether a card's ratio gives the stronger side the victory (KM-BAT-05, KM-ODD-06).

    Bad weather never does; *result* is one of `NAMES` or 'bad weather'.
    """
    return result in NAMES and NAMES.index(result) < step(stronger, weaker)


def entry(weaker: int, name: str) -> int:
    """Return the strength printed in the row of *weaker* under the ratio *name*.

    It is the least multiple of ten that reaches the ratio (KM-ODD-03).
    """
    larger, smaller = RATIOS[NAMES.index(name)]
    return -(-larger * weaker // (smaller * 10)) * 10

"""A line of a mail, as it waits in its seat's queue."""

from __future__ import annotations

import re
from dataclasses import dataclass

_REMARK = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_BULLET = re.compile(r"(?:[-*+•–—]\s+|\(?\d{1,3}\)\s*|\d{1,3}\.\s+)(?=\S)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a seat's orders; `number` is its place, which the player may cite."""

    number: int
    text: str
    fresh: bool = True
    """Whether it came with the mail at hand; else it was kept from an earlier one."""
    refused: str = ""
    """The kind of question at which it failed, while what stood below it waits."""


def bare(text: str) -> str:
    """Return *text* without remarks, bullet or number at its start.

    >>> bare(" 2) move percy to hull   # at last")
    'move percy to hull'
    """
    text = _REMARK.sub("", text).strip()
    bullet = _BULLET.match(text)
    return text[bullet.end() :] if bullet else text


def lapsed(queue: list[Line]) -> list[Line]:
    """Return what is left of *queue* once nobody waits for its correction any more.

    A refused line goes, and with it the kept lines below it, which were meant for a
    position that will not come.
    """
    stop = next((place for place, line in enumerate(queue) if line.refused), len(queue))
    return queue[:stop]

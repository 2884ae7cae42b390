"""A line of a mail, as it waits in its seat's queue."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


_GOES_ON = re.compile(r"(?:[,–—-]|->|\b(?:or|and|if|with))\s*", re.IGNORECASE)
_CONTINUES = re.compile(r"\s*(?:or|and|if(?! (?:(?!\bor\b)[^:])*:))\s", re.IGNORECASE)


def joined(lines: Iterable[str]) -> list[str]:
    """Return *lines* with those put together that a mail program has broken.

    A line that ends in a comma, a dash, `or`, `and`, `if` or `with` goes on in the next one,
    as does one whose next begins with `or`, `and` or `if`: no order begins or ends so, but for
    a condition that stands in front, `if coventry falls: execute edward`.

    >>> joined(["play baron: g3 -", "g4 or stay", "pass"])
    ['play baron: g3 - g4 or stay', 'pass']
    """
    whole: list[str] = []
    for line in lines:
        text = line.rstrip()
        open_end = bool(whole) and _ends_open(whole[-1])
        if whole and whole[-1].strip() and text.strip() and (open_end or _CONTINUES.match(text)):
            whole[-1] = f"{whole[-1]} {text.strip()}"
        else:
            whole.append(text)
    return whole


def _ends_open(text: str) -> bool:
    if text.lstrip().startswith("#"):
        return False
    last = text.rsplit(maxsplit=1)[-1] if text.split() else ""
    return (
        bool(last) and bool(_GOES_ON.fullmatch(last) or last.endswith(",")) and last != text.strip()
    )


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

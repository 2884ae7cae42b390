"""What becomes of the lines of a mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from moderator.orders.line import Line

Verdict = Literal["done", "not done", "kept", "ignored"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one line."""

    number: int
    line: str
    verdict: Verdict
    kind: str = ""
    """The question that it was tried on."""
    text: str = ""
    """The legal text that was carried out."""
    reason: str = ""
    rules: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Served:
    """What became of every seat's lines, and the lines that each seat's queue keeps."""

    outcomes: Mapping[str, tuple[Outcome, ...]]
    kept: Mapping[str, tuple[Line, ...]]

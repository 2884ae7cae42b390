"""Several lines that are one answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from moderator.engine import Ask, Illegal, Words
from moderator.orders.line import Line
from moderator.orders.read import Misread, read_line


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines of one answer, each with its legal text or with what is wrong with it."""

    accepted: dict[Line, str]
    refused: dict[Line, Misread]
    missing: str | None
    """Why the accepted lines are no whole answer; None if they are one."""

    @property
    def text(self) -> str:
        return "\n".join(self.accepted.values())


def read_sheet(lines: Iterable[Line], ask: Ask[Any], words: Words) -> Reading:
    """Read each of *lines* below those accepted before it, then the whole.

    A single question is read as a sheet of one line.
    """
    accepted: dict[Line, str] = {}
    refused: dict[Line, Misread] = {}
    for line in lines:
        try:
            accepted[line] = read_line(line.text, ask, words, tuple(accepted.values()))
        except Misread as misread:
            refused[line] = misread
    missing: str | None = None
    if not accepted:
        missing = "no line of it could be read"
    else:
        try:
            ask.domain.read("\n".join(accepted.values()))
        except Illegal as illegal:
            missing = str(illegal)
    return Reading(accepted, refused, missing)

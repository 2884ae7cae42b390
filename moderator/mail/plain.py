"""text/plain to source lines: line ends, format=flowed (RFC 3676), the depth of quotation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from moderator.mail.charsets import clean
from moderator.mail.letter import Label


@dataclass(frozen=True, slots=True)
class Source:
    """A line before it is labelled: clean text without its quote marks, and their number.

    `mark` is set where the form of the mail already tells what the line is.
    `sharp` keeps that a line was "-- " exactly, before its end was stripped.
    """

    text: str
    depth: int = 0
    mark: Label | None = None
    reason: str = ""
    sharp: bool = False


_ENDS = re.compile("\r\n|\n|\r")
_QUOTES = re.compile(r"[ \t\xa0]{0,3}((?:>[ \t\xa0]?)+)")


def source_lines(text: str, flowed: bool = False, delsp: bool = False) -> list[Source]:
    """Return the lines of *text*, split only at CRLF, LF and CR."""
    lines = _ENDS.split(text.removesuffix("\n").removesuffix("\r"))
    return _unflowed(lines, delsp) if flowed else _fixed(lines)


def _fixed(lines: list[str]) -> list[Source]:
    found = []
    for number, line in enumerate(lines):
        match = _QUOTES.match(line)
        if match is None:
            found.append(Source(clean(line), sharp=line.rstrip("\r") == "-- "))
        elif _is_escaped(lines, number):
            found.append(Source(clean(line[1:])))
        else:
            found.append(Source(clean(line[match.end() :]), match[1].count(">")))
    return found


def _is_escaped(lines: list[str], number: int) -> bool:
    """Tell the mark that mailboxes put before "From " from a quotation."""
    if not lines[number].startswith(">From "):
        return False
    beside = lines[max(0, number - 1) : number] + lines[number + 1 : number + 2]
    return not any(line.startswith(">") for line in beside)


def _unflowed(lines: list[str], delsp: bool) -> list[Source]:
    found: list[Source] = []
    held, held_depth = "", -1
    for line in lines:
        depth = len(line) - len(line.lstrip(">"))
        text = line[depth:]
        text = text[1:] if text.startswith(" ") else text
        if held_depth >= 0 and depth != held_depth:
            found.append(Source(clean(held), held_depth))
            held, held_depth = "", -1
        if text == "-- ":
            if held_depth >= 0:
                found.append(Source(clean(held), held_depth))
            found.append(Source("--", depth, sharp=True))
            held, held_depth = "", -1
        elif text.endswith(" "):
            held += text[:-1] if delsp else text
            held_depth = depth
        else:
            found.append(Source(clean(held + text), depth))
            held, held_depth = "", -1
    if held_depth >= 0:
        found.append(Source(clean(held), held_depth))
    return found

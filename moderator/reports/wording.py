"""How values are put into words and columns: the filters of the templates."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

WIDTH = 72
"""Columns of a text mail."""

_LEAST_ROOM = 14
"""Columns that the last column of a table needs at least."""

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def wrap(text: object, indent: int = 0, hanging: int | None = None, width: int = WIDTH) -> str:
    """Break *text* at *width*, each of its lines by itself; *hanging* indents all but the first."""
    first = " " * indent
    rest = first if hanging is None else " " * hanging
    lines = str(text).strip("\n").split("\n")
    return "\n".join(
        textwrap.fill(
            line, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        )
        for line in lines
    )


def bar(text: object, prefix: str = "  | ") -> str:
    """Break *text* and put *prefix* before every line: words of others, never to be taken as ours.

    >>> bar("Peace?")
    '  | Peace?'
    """
    room = WIDTH - len(prefix)
    lines = wrap(" ".join(str(text).split("\r")), width=room).split("\n")
    return "\n".join((prefix + line).rstrip() for line in lines)


def day(moment: datetime, zone: str) -> str:
    """Return *moment* in *zone* as 'Thu 12 March, 21:00'."""
    local = moment.astimezone(ZoneInfo(zone))
    return (
        f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]}, "
        f"{local.hour:02}:{local.minute:02}"
    )


def when(moment: datetime, zone: str) -> str:
    """Return *moment* as 'Thu 12 March, 21:00 your time (20:00 UTC)'; the day twice if it differs.

    Raises ZoneInfoNotFoundError for a zone that is none.
    """
    here, there = day(moment, zone), day(moment, "UTC")
    if here == there:
        return f"{there} UTC"
    same_day = here.partition(",")[0] == there.partition(",")[0]
    return f"{here} your time ({there.rpartition(', ')[2] if same_day else there} UTC)"


def span(until: datetime, now: datetime) -> str:
    """Return how long it is from *now*, in its two largest units: '2 days 4 hours'."""
    minutes = max(0, int((until - now) / timedelta(minutes=1)))
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [plural(days, "day"), plural(hours, "hour")] if days else [plural(hours, "hour")]
    if not days and (rest or not hours):
        parts.append(plural(rest, "minute"))
    return " ".join(part for part in parts if not part.startswith("0 ")) or "0 minutes"


def plural(number: int, one: str, many: str = "") -> str:
    """Return '1 day', '2 days'.

    >>> plural(2, "city", "cities")
    '2 cities'
    """
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def joined(items: Iterable[object], last: str = "and") -> str:
    """Return 'a', 'a and b' or 'a, b and c'."""
    words = [str(item) for item in items]
    return (
        f" {last} ".join([*words[:-2], *words[-2:]])
        if len(words) < 3
        else (f"{', '.join(words[:-1])} {last} {words[-1]}")
    )


def columns(rows: Sequence[Sequence[object]], right: Sequence[int] = (), indent: int = 2) -> str:
    """Lay *rows* out in columns two spaces apart; the last one is wrapped within its own width.

    *right* are the numbers of the columns that stand to the right.  Where the columns leave too
    little room, each row becomes a line of its own.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    last = len(cells[0]) - 1
    widths = [max(len(row[place]) for row in cells) for place in range(last)]
    start = indent + sum(widths) + 2 * last
    if start > WIDTH - _LEAST_ROOM:
        return "\n".join(wrap("; ".join(filter(None, row)), indent, indent + 2) for row in cells)
    lines = []
    for row in cells:
        left = "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row[:-1], widths, strict=True))
        )
        lead = " " * indent + (f"{left}  " if last else "")
        tail = wrap(row[last], width=WIDTH - start).split("\n")
        lines += [f"{lead}{tail[0]}".rstrip(), *(f"{' ' * start}{more}" for more in tail[1:])]
    return "\n".join(lines)


def utc(moment: datetime) -> str:
    """Return *moment* as '2026-03-12 20:00 UTC'."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def order(line: str) -> str:
    """Break a long order at 72 columns, after a comma, a dash or a word that calls for more.

    That is where readers of orders put broken lines together again.
    """
    lines = [""]
    for piece in _pieces(line):
        if lines[-1] and len(f"{lines[-1]} {piece}") > WIDTH:
            lines.append(piece)
        else:
            lines[-1] = f"{lines[-1]} {piece}".strip()
    return "\n".join(wrap(one) for one in lines)


def _pieces(line: str) -> list[str]:
    """Cut *line* after each word that calls for more."""
    pieces: list[list[str]] = [[]]
    for word in line.split():
        pieces[-1].append(word)
        if word[-1] == "," or word in {"-", "or", "with", "if", "and"}:
            pieces.append([])
    return [" ".join(piece) for piece in pieces if piece]


def remark(text: str) -> str:
    """Return *text* as remark lines of an order form: '# ...'."""
    return textwrap.fill(
        text, WIDTH, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False
    )


def capitals(text: str) -> str:
    """Return *text* with every word capitalised, as in 'First Knight'."""
    return " ".join(word[:1].upper() + word[1:] for word in text.split())


def each(items: Iterable[Any], say: Callable[[Any], object]) -> list[str]:
    """Return what the macro *say* makes of each item."""
    return [str(say(item)) for item in items]


def sentence(text: str) -> str:
    """Return *text* with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def closed(text: str) -> str:
    """Return *text* with a full stop, where it does not end a sentence already."""
    return text if not text or text[-1] in ".!?:" else f"{text}."

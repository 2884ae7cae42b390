"""What became of each line of a mail, in the words of the acknowledgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.engine import Ask, Title
from moderator.orders.line import Line, bare
from moderator.orders.queue import Outcome
from moderator.orders.read import Misread, read_line
from moderator.orders.sheet import read_sheet
from moderator.reports.parts import LineRead


def of_outcomes(
    outcomes: Sequence[Outcome], title: Title[Any, Any], ask: Ask[Any] | None, *, still_open: bool
) -> list[LineRead]:
    """Return the lines as they were served; *ask* is the question open before the mail.

    Only while it is *still_open* can its lines be held against the position.
    """
    return [
        _of_outcome(one, title, ask if still_open else None)
        for one in outcomes
        if one.verdict != "ignored" or one.reason
    ]


def of_misread(number: int, wrong: Misread) -> LineRead:
    """Return a line that could not be read."""
    return LineRead(
        number,
        wrong.line,
        "not done",
        why=wrong.reason,
        rules=wrong.rules,
        nearest=tuple(wrong.nearest or wrong.candidates),
    )


def preview(
    orders: Sequence[Line], ask: Ask[Any] | None, title: Title[Any, Any]
) -> tuple[LineRead, ...]:
    """Return how *orders* would be read by the question that is open, carrying out nothing."""
    lines = [line for line in orders if bare(line.text)]
    if ask is None:
        why = "nothing is asked of you now"
        return tuple(LineRead(one.number, one.text, "kept", outcome=why) for one in lines)
    if not ask.domain.sheet:
        return tuple(_try(line, ask, title, first=not place) for place, line in enumerate(lines))
    reading = read_sheet(lines, ask, title.words)
    found = []
    for line in lines:
        if line in reading.refused:
            found.append(of_misread(line.number, reading.refused[line]))
        else:
            text = reading.accepted[line]
            why = f"not whole yet: {reading.missing}" if reading.missing else ""
            found.append(
                LineRead(
                    line.number,
                    line.text,
                    "kept" if reading.missing else "done",
                    reading="" if text == line.text else text,
                    outcome=why,
                    warning=_warning(ask, text),
                )
            )
    return tuple(found)


def _try(line: Line, ask: Ask[Any], title: Title[Any, Any], *, first: bool) -> LineRead:
    try:
        text = read_line(line.text, ask, title.words)
    except Misread as misread:
        return of_misread(line.number, misread)
    reading = "" if text == line.text else text
    if first:
        return LineRead(line.number, line.text, "done", reading=reading)
    return LineRead(line.number, line.text, "kept", reading=reading, outcome="for a later question")


def _of_outcome(one: Outcome, title: Title[Any, Any], ask: Ask[Any] | None) -> LineRead:
    del title
    verdict = "not done" if one.verdict == "ignored" else one.verdict
    open_here = ask is not None and one.kind == ask.kind and one.verdict == "done"
    return LineRead(
        number=one.number,
        text=one.line,
        verdict=verdict,
        reading="" if one.text.casefold() == one.line.strip().casefold() else one.text,
        outcome=one.reason if verdict == "kept" else "",
        why=one.reason if verdict == "not done" else "",
        rules=one.rules,
        nearest=tuple(one.nearest or one.candidates),
        warning=_warning(ask, one.text) if ask is not None and open_here else "",
        change="",
    )


def _warning(ask: Ask[Any], text: str) -> str:
    """Return how one line of a sheet stands against the present position; '' if it fits."""
    warnings = getattr(ask.domain, "warnings", None)
    if warnings is None or not text:
        return ""
    said = "; ".join(warnings(text))
    return "" if said == "legal now" else said

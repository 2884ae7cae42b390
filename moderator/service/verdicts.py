"""What became of each line of a mail, in the words of the acknowledgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.engine import Ask, Title
from moderator.orders.outcome import Outcome
from moderator.orders.read import Misread
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
        warning=warning(ask, one.text) if ask is not None and open_here else "",
        change="",
    )


def warning(ask: Ask[Any], text: str) -> str:
    """Return how one line of a sheet stands against the present position; '' if it fits."""
    warnings = getattr(ask.domain, "warnings", None)
    if warnings is None or not text:
        return ""
    said = "; ".join(warnings(text))
    return "" if said == "legal now" else said

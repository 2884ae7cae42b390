"""How the parts of letters are said: the filters that know what a question or a player is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from moderator.reports.parts import Game, LineRead, Override, Player, Question, Ruling, Waiting
from moderator.reports.wording import joined, plural, when

_MOST_EXAMPLES = 10
_LABELS = {
    "quoted": ("quoted line", ""),
    "signature": ("line of your signature", "lines of your signature"),
    "banner": ("line that your mail service added", "lines that your mail service added"),
    "below the marker": ("line below the marker", "lines below the marker"),
    "struck": ("struck out line", ""),
    "attachment": ("attachment", ""),
    "forwarded": ("forwarded line", ""),
    "ignored": ("other line", ""),
}


def player(seat: str, game: Game) -> str:
    """Return the name of who plays *seat*, or the seat itself."""
    return next((one.name for one in game.players if one.seat == seat), seat.capitalize())


def who(seat: str, game: Game) -> str:
    """Return 'Anna (White)', or 'White' where nobody is known to play it."""
    name = player(seat, game)
    return name if name == seat.capitalize() else f"{name} ({seat.capitalize()})"


def seated(one: Player) -> tuple[str, str]:
    """Return a row of the table: name and seat."""
    return (one.name, one.seat.capitalize() or "seat still open")


def standings(scores: Sequence[tuple[str, int]], game: Game) -> list[tuple[str, str, int]]:
    """Return rows of (place, who, score); equal scores share a place."""
    return [
        (str(1 + sum(other > score for _, other in scores)), who(seat, game), score)
        for seat, score in scores
    ]


def won(winners: Sequence[str], game: Game) -> str:
    """Return 'Anna wins', 'Anna and Ben win together' or 'nobody wins'."""
    names = joined(player(seat, game) for seat in winners)
    return f"{names or 'nobody'} {'win together' if len(winners) > 1 else 'wins'}"


def waits(waiting: Waiting, zone: str) -> str:
    """Return 'Ben, until ...'."""
    return f"{waiting.name}, until {when(waiting.due, zone)}"


def pair(ruling: Ruling) -> tuple[str, str]:
    """Return a row of id and line."""
    return (ruling.id, ruling.line)


def changes(override: Override) -> list[str]:
    """Return why, before, after and effects, a line each."""
    named = (("Why", override.why), ("Before", override.before), ("After", override.after))
    return [*(f"{name}: {text}" for name, text in named if text), *override.effects]


def tally(lines: Sequence[LineRead]) -> str:
    """Return 'done: 3 of 4 lines', and how many are kept."""
    if not lines:
        return "no orders found"
    count = sum(line.verdict == "done" for line in lines)
    kept = sum(line.verdict == "kept" for line in lines)
    later = f", {kept} kept for later" if kept else ""
    return f"done: {count} of {plural(len(lines), 'line')}{later}"


def counted(ignored: tuple[str, int]) -> str:
    """Return '14 quoted lines' for ('quoted', 14)."""
    label, count = ignored
    return plural(count, *_LABELS.get(label, (f"line ({label})", f"lines ({label})")))


def form_lines(question: Question, names: Any = None) -> list[str]:
    """Return the filled-in form: what is on file, the title's own form, or what silence means."""
    if question.filed:
        return list(question.filed)
    if not question.standing and names is not None and hasattr(names, "form"):
        own = [line for line in str(names.form(question)).splitlines() if line.strip()]
        if own:
            return own
    return [line for line in (question.standing or question.ask.default).split("\n") if line]


def form_remarks(question: Question, names: Any = None) -> list[str]:
    """Return remarks for below the form: the title's hints, and other legal answers."""
    hints = str(names.hints(question)) if names is not None and hasattr(names, "hints") else ""
    filled = set(form_lines(question, names))
    others = [text for text in question.ask.domain.examples() if text and text not in filled]
    lead = "more lines that fit:" if question.ask.domain.sheet else "or one of these instead:"
    left = len(others) - _MOST_EXAMPLES
    return [
        *(line.strip() for line in hints.splitlines() if line.strip()),
        *([lead] if others else []),
        *_chosen(others),
        *([f"... and {plural(left, 'other')}"] if left > 0 else []),
    ]


def _chosen(texts: Sequence[str]) -> list[str]:
    """Return some of *texts*, as many of each beginning ('play baron:') as of any other."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text.partition(":")[0], []).append(text)
    rows = zip_longest(*groups.values())
    chosen = [text for row in rows for text in row if text is not None][:_MOST_EXAMPLES]
    return [text for text in texts if text in set(chosen)]

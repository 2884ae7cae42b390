"""From a player's line to the words of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.engine import Ask, Illegal, Words
from moderator.kit.plan import Unmet, choices, understood
from moderator.orders.line import bare


class Misread(ValueError):
    """What to tell a player about a line that is no answer.

    `nearest` are legal texts like it, `candidates` the legal texts that it may be
    short for, `rules` the numbers of the ledger that forbid it.  One that is *unmet* is
    right in itself, but its condition does not hold.
    """

    def __init__(
        self,
        line: str,
        reason: str,
        rules: Sequence[str] = (),
        nearest: Sequence[str] = (),
        candidates: Sequence[str] = (),
        *,
        unmet: bool = False,
    ) -> None:
        super().__init__(f"'{line}': {reason}")
        self.line = line
        self.reason = reason
        self.rules = tuple(rules)
        self.nearest = tuple(nearest)
        self.candidates = tuple(candidates)
        self.unmet = unmet


def read_line(line: str, ask: Ask[Any], words: Words, above: Sequence[str] = ()) -> str:
    """Return the legal text that *line* stands for.

    For a sheet, *above* are the legal texts of the lines accepted before it.  Raises
    `Misread` where the line is not understood, may mean several things, or is
    understood and not allowed.
    """
    text = words.canonical(bare(line))
    try:
        found = _understand(text, ask, above)
        if len(found) == 1 and not ask.domain.sheet:
            ask.domain.read(found[0])
    except Unmet as unmet:
        raise Misread(line, str(unmet), ask.rules, unmet=True) from unmet
    except Illegal as illegal:
        raise Misread(line, str(illegal), illegal.rules or ask.rules, illegal.nearest) from illegal
    if len(found) > 1:
        raise Misread(line, f"'{text}' may mean several things", candidates=found)
    if not found:
        first = next((choice.text for choice in choices(text, ask.domain.verbs)), text)
        like = ask.domain.nearest(first)
        raise Misread(line, _unknown(first, like), nearest=like)
    return found[0]


def _understand(text: str, ask: Ask[Any], above: Sequence[str]) -> tuple[str, ...]:
    if not text:
        return ()
    return ask.domain.understand(text, above) if ask.domain.sheet else understood(text, ask)


def _unknown(text: str, like: Sequence[str]) -> str:
    """Name the words that are not understood, as far as the nearest legal text shows them."""
    have, want = text.split(), (like[0].split() if like else [])
    if len(have) == len(want):
        odd = [f"'{a}'" for a, b in zip(have, want, strict=True) if not b.startswith(a)]
        if odd:
            return f"{' and '.join(odd)} means nothing here"
    return f"'{text}' is none of the answers" if text else "there is no order in it"

"""Which question a line is for, by the verb that it begins with."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Literal

from moderator.engine import Ask, Title
from moderator.orders.line import Line, bare

Place = Literal["here", "later", "elsewhere", "unknown"]


def place_of(line: Line, ask: Ask[Any], title: Title[Any, Any]) -> Place:
    """Say whether *line* belongs to *ask*, to a later question of the turn, or elsewhere."""
    verb = verb_of(line, title)
    kinds = {kind for order in title.orders if _first(order.verb) == verb for kind in order.kinds}
    if verb in ask.domain.verbs or ask.kind in kinds:
        return "here"
    if kinds:
        # A kind that takes sheets comes late for all its verbs: the verb's own place counts.
        here = title.position_of(ask.kind)
        places = [n for n, order in enumerate(title.orders) if _first(order.verb) == verb]
        return "later" if here >= 0 and max(places) > here else "elsewhere"
    if not ask.domain.verbs and verb.isdecimal():
        return "here"
    if verb and any(word.startswith(verb) for word in ask.domain.verbs):
        return "here"
    return "unknown"


def verb_of(line: Line, title: Title[Any, Any]) -> str:
    """Return the first word of *line* in the title's words; '' if it has none."""
    words = title.words.canonical(bare(line.text)).split()
    return words[0].rstrip(":;,") if words else ""


def known(line: Line, title: Title[Any, Any]) -> bool:
    """Say whether *line* begins with the verb of an order."""
    return verb_of(line, title) in {_first(order.verb) for order in title.orders}


def like(line: Line, title: Title[Any, Any]) -> tuple[str, ...]:
    """Return the verbs that the first word of *line* is like, best first."""
    verbs = list(dict.fromkeys(_first(order.verb) for order in title.orders))
    return tuple(get_close_matches(verb_of(line, title), verbs, n=3))


def _first(verb: str) -> str:
    return verb.partition(" ")[0]

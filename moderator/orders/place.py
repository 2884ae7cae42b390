"""Which question a line is for, by the verb that it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Literal

from moderator.engine import Ask, Title
from moderator.kit.plan import conditional
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
    """Return the verb of *line* in the title's words; '' if it has none.

    A condition in front is passed over, unless the title has an order of those words.
    """
    text = title.words.canonical(bare(line.text))
    tests, order = conditional(text)
    own = len(tests) == 1 and any(each.verb == f"if {tests[0]}" for each in title.orders)
    words = (text if own else order).split()
    return words[0].rstrip(":;,") if words else ""


def in_turn(line: Line, title: Title[Any, Any]) -> bool:
    """Say whether *line* is one for its seat's own turn."""
    return bool({"turn", "end"} & _places(line, title))


def ends_turn(line: Line, title: Title[Any, Any]) -> bool:
    """Say whether *line* ends its seat's own turn."""
    return "end" in _places(line, title)


def between(line: Line, title: Title[Any, Any]) -> bool:
    """Say whether *line* keeps its place among lines for a turn, if there are any."""
    return "between" in _places(line, title)


def several(line: Line, title: Title[Any, Any]) -> bool:
    """Say whether *line* may answer more than one question of its seat's own turn."""
    verb = verb_of(line, title)
    turn = [o for o in title.orders if o.place in {"turn", "end"} and _first(o.verb) == verb]
    return len({kind for order in turn for kind in order.kinds}) > 1


def serves(line: Line, ask: Ask[Any], title: Title[Any, Any]) -> bool:
    """Say whether *line* is one for a turn that can answer no question but *ask*'s kind."""
    verb = verb_of(line, title)
    orders = [order for order in title.orders if _first(order.verb) == verb]
    kinds = {kind for order in orders for kind in order.kinds}
    return in_turn(line, title) and kinds == {ask.kind}


def _places(line: Line, title: Title[Any, Any]) -> set[str]:
    verb = verb_of(line, title)
    return {order.place for order in title.orders if _first(order.verb) == verb}


def known(line: Line, title: Title[Any, Any]) -> bool:
    """Say whether *line* begins with the verb of an order."""
    return verb_of(line, title) in {_first(order.verb) for order in title.orders}


def like(line: Line, title: Title[Any, Any]) -> tuple[str, ...]:
    """Return the verbs that the first word of *line* is like, best first."""
    verbs = list(dict.fromkeys(_first(order.verb) for order in title.orders))
    return tuple(get_close_matches(verb_of(line, title), verbs, n=3))


def _first(verb: str) -> str:
    return verb.partition(" ")[0]


def belonging(queue: Sequence[Line], ask: Ask[Any], title: Title[Any, Any]) -> list[Line]:
    """Return the lines for *ask*; prepared business takes none that it does not know."""
    places = {"here"} if ask.pace == "now" else {"here", "unknown"}
    mine = [line for line in queue if place_of(line, ask, title) in places]
    if ask.pace != "now":
        waits = _waits if ask.own_turn else _of_turn
        return [line for line in mine if not waits(line, ask, queue, title)]
    turn = next((n for n, line in enumerate(queue) if in_turn(line, title)), len(queue))
    ready = queue[: turn if ask.own_turn or turn == len(queue) else 0]
    return [line for line in mine if line in ready or not between(line, title)]


def _waits(line: Line, ask: Ask[Any], queue: Sequence[Line], title: Title[Any, Any]) -> bool:
    """Say whether *line* keeps its place behind one for a later question of the turn.

    What can be said in one phase alone does not: a move below an attack is a move.
    """
    if ask.done is None or not (between(line, title) or several(line, title)):
        return False
    above = queue[: queue.index(line)]
    return any(place_of(each, ask, title) == "later" for each in above)


def _of_turn(line: Line, ask: Ask[Any], queue: Sequence[Line], title: Title[Any, Any]) -> bool:
    """Say whether *line* is one of its seat's own turn, though the question would take it.

    What could be meant for both is meant for the question if it comes with the mail at hand,
    above all lines for a turn.
    """
    if not (between(line, title) or in_turn(line, title)) or serves(line, ask, title):
        return False
    above = [each for each in queue[: queue.index(line)] if each.fresh]
    return not line.fresh or any(
        in_turn(each, title) and not serves(each, ask, title) for each in above
    )

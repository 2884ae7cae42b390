"""The waiting moves that need leave, so that it is asked for once and together (catalogue 2.3)."""

from __future__ import annotations

from moderator.titles.kingmaker.asking.looking import Looking
from moderator.titles.kingmaker.moving.land import check_march, check_step
from moderator.titles.kingmaker.moving.move_orders import March, Sail, Step, text_of
from moderator.titles.kingmaker.moving.move_words import VERBS, parse
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.moving.sea import check_sail
from moderator.titles.kingmaker.state import State


def ahead(state: State, seat: str) -> Looking[tuple[Request, ...]]:
    """Return the look at a seat's moves; each means the leave that it needs."""

    def text(line: str) -> str:
        return text_of(parse(state, seat, line)) if requests(state, seat, line) else ""

    return Looking(text, lambda line: requests(state, seat, line))


def requests(state: State, seat: str, line: str) -> tuple[Request, ...]:
    """Return the leave that a move needs, none for a line of another kind; raise `Illegal`."""
    if line.partition(" ")[0] not in VERBS:
        return ()
    order = parse(state, seat, line)
    match order:
        case March():
            return check_march(state, seat, order).requests
        case Step():
            return check_step(state, seat, order).requests
        case Sail():
            course = check_sail(state, seat, order)
            return (*course.needed, *course.entry)
    return ()

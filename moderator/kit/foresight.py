"""The lines of a whole turn, as a player writes them who thinks ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from moderator.engine import Ask, Chance, Entry, Event, Foresight, Run, Title

S = TypeVar("S")

Choose = Callable[[Any, Ask[Any], Random], str]

MOST = 400
"""Answers of all seats looked ahead: a turn that needs more is cut into two mails."""


def by_turns(title: Title[Any, Any]) -> bool:
    """Say whether a mail of *title* may hold a whole turn."""
    return any(order.place == "end" for order in title.orders)


def whole_turn(run: Run[S], seat: str, choose: Choose, rng: Random) -> list[str]:
    """Return the lines by which *seat* answers what it is asked, and the rest of its turn.

    They are found by playing on from a position that the seat cannot tell from the real one,
    so that nothing hidden shows in them.  Once fortune has spoken, nothing more is foreseen
    than further lines of the same phase, and that the turn ends, if nothing more was wanted.
    """
    title = run.title
    ask = run.waiting[seat]
    first = choose(title.view(run.state, seat), ask, rng)
    if ask.done is None or not ask.own_turn or run.phase is None:
        return first.splitlines()
    ahead, fortune = played_on(run, seat, rng)
    lines: list[str] = []
    last = fought = ""
    for _ in range(MOST):
        if _others_turn(ahead, seat) or not ahead.asks:
            return [*lines, last or ask.default]
        own = ahead.waiting.get(seat)
        if own is None or not _foreseen(own):
            _answer(ahead, choose, rng)
            continue
        blind = own.domain.sheet  # it is written before its cards are known
        text = own.default
        if blind or not (last or (own.pace == "now" and fortune.drawn)):
            text = choose(title.view(ahead.state, seat), own, rng)
        if own.pace != "now" and text == own.default:
            last = text  # what is to be done in passing before the turn is over still comes
        elif text not in {own.default, own.done}:
            if fortune.drawn and not blind and own.kind != fought:
                return lines
            lines += text.splitlines()
        drawn = fortune.drawn
        ahead.answer(seat, text)
        fought = own.kind if fortune.drawn and not drawn else fought
        fortune.drawn = fortune.drawn or blind
    return lines


def _foreseen(own: Ask[Any]) -> bool:
    """Say whether a mail for a whole turn answers *own*: questions in passing among them."""
    return own.own_turn and (own.done is not None or (own.pace == "now" and own.domain.sheet))


def played_on(run: Run[S], seat: str, rng: Random) -> tuple[Run[S], Fortune]:
    """Return a game that goes on from a position which *seat* cannot tell from the real one."""
    fortune = Fortune()
    state = run.title.resample(run.state, seat, rng)
    chance = Chance(rng.randbytes(32))
    return Run(run.title, state, chance, phase=run.phase, recorder=fortune), fortune


def _others_turn(run: Run[Any], seat: str) -> bool:
    return any(
        each.seat != seat and each.own_turn and each.done is not None and each.pace != "now"
        for each in run.waiting.values()
    )


def _answer(run: Run[Any], choose: Choose, rng: Random) -> None:
    for seat, ask in list(run.waiting.items()):
        if ask.pace == "now" or isinstance(ask.domain, Foresight):
            run.answer(seat, ask.default)
        else:
            run.answer(seat, choose(run.title.view(run.state, seat), ask, rng))


class Fortune:
    """A recorder that notes whether anything was drawn which nobody could foresee."""

    drawn = False

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        del to
        self.drawn = self.drawn or event.fortune

    def entry(self, entry: Entry) -> None: ...
    def checkpoint(self, run: Run[Any]) -> None: ...

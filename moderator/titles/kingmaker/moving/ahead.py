"""A look at the moves that wait, so that leave is asked for once and together (catalogue 2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal
from moderator.titles.kingmaker.moving.land import check_march, check_step
from moderator.titles.kingmaker.moving.move_orders import March, Sail, Step, text_of
from moderator.titles.kingmaker.moving.move_words import VERBS, parse
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.moving.sea import check_sail
from moderator.titles.kingmaker.state import State

NOTHING = "nothing"


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """The waiting moves that need leave, as far as the present position can tell.

    An answer is the requests that they come to; the lines stay where they are.
    """

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset()

    @property
    def sheet(self) -> bool:
        return True

    def foresee(self, lines: Sequence[str]) -> str:
        needing = [text for line in lines for text in self.understand(line)]
        return "\n".join(dict.fromkeys(needing)) or NOTHING

    def read(self, text: str) -> list[Request]:
        found = [self._requests(line) for line in text.splitlines() if line != NOTHING]
        return [request for requests in found for request in requests]

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        try:
            requests = self._requests(line)
            return (self._text(line),) if requests else ()
        except Illegal:
            return ()

    def nearest(self, line: str) -> tuple[str, ...]:
        del line
        return (NOTHING,)

    def examples(self) -> tuple[str, ...]:
        return (NOTHING,)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        del rng
        return NOTHING

    def _requests(self, line: str) -> tuple[Request, ...]:
        """Return the leave that a move needs; none for a line of another kind."""
        if line.partition(" ")[0] not in VERBS:
            return ()
        order = parse(self.state, self.seat, line)
        match order:
            case March():
                return check_march(self.state, self.seat, order).requests
            case Step():
                return check_step(self.state, self.seat, order).requests
            case Sail():
                course = check_sail(self.state, self.seat, order)
                return (*course.needed, *course.entry)
        return ()

    def _text(self, line: str) -> str:
        return text_of(parse(self.state, self.seat, line))

"""A line of the active player: of the phase at hand, of business, or the end of his turn.

His mail holds a whole turn (catalogue 4).  Each phase asks one question after another, and
each takes the next line of the mail, so that a line meets the position that it really has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from random import Random
from typing import Any, Generic, TypeVar

from moderator.engine import Ask, Domain, Fact, Table, matches
from moderator.titles.kingmaker.asking.conditions import holds
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.hands.business import BUSINESS, carry_out
from moderator.titles.kingmaker.hands.deals import NOTHING
from moderator.titles.kingmaker.hands.free_business import FreeBusiness
from moderator.titles.kingmaker.state import State

T = TypeVar("T")


class Word(Enum):
    """What ends the turn, or leaves it open."""

    END = "end"
    PAUSE = "pause"


WORDS = {word.value: word for word in Word}


@dataclass(frozen=True, slots=True, eq=False)
class TurnLines(Generic[T]):
    """The lines of one phase, business, `end` for the end of the turn, and `pause`."""

    phase: Domain[T]
    business: FreeBusiness
    done: str
    waits: bool = False
    """The turn stays open for more lines even if the phase has nothing to offer."""

    @property
    def verbs(self) -> frozenset[str]:
        return (self.phase.verbs | self.business.verbs | WORDS.keys()) - {NOTHING}

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Any:
        """Return what the phase, or business, makes of *text*, or a `Word`."""
        if text in WORDS:
            return WORDS[text]
        return self._domain(text).read(text)

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        return self._domain(line).understand(line, above) or matches(line, WORDS)

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return legal texts like *line*; none for one that is no order, as a greeting is none."""
        words = line.replace(",", " ").split()
        names = {word for said in self._names() for word in said.split()}
        meant = get_close_matches(words[0], self.verbs) if words else []
        return self._domain(line).nearest(line) if meant or names & set(words) else ()

    def _names(self) -> Iterator[str]:
        yield from current().board.place_words
        yield from self.business.state.nobles
        yield from self.business.state.ships
        yield from (said for heir in current().heirs.values() for said in heir.words)

    def examples(self) -> tuple[str, ...]:
        return (*self.phase.examples(), Word.END.value)

    def forced(self) -> str | None:
        """Return *done* where the phase has nothing to offer: it passes by itself (KM-SEQ-06)."""
        return None if self.waits or self.phase.forced() is None else self.done

    def sample(self, rng: Random) -> str:
        dice = rng.random()
        if dice < 0.05:
            return Word.END.value
        business = self.business.sample(rng) if dice < 0.3 else NOTHING
        return self.phase.sample(rng) if business == NOTHING else business

    def _domain(self, text: str) -> Domain[Any]:
        verb = text.partition(" ")[0]
        if verb not in self.phase.verbs and verb in self.business.verbs - {NOTHING}:
            return self.business
        return self.phase


async def next_line(
    table: Table[State],
    kind: str,
    phase: Callable[[], Domain[T]],
    done: str,
    rules: tuple[str, ...],
    facts: Callable[[], Mapping[str, Fact]] = dict,
    *,
    last: bool = False,
) -> T | None:
    """Ask the active player for the next line of a phase; None when he is done with it.

    Business among his lines is carried out on the way.  *done* is the text by which they go on
    to the next phase; *phase* and *facts* are made anew for each line.  The *last* phase
    waits for `end` in a turn in which its player had anything to say.
    """
    state = table.state
    seat = state.turn.seat
    while not state.turn.ended and not state.winners:
        waits = last and state.turn.asked
        lines = TurnLines(phase(), FreeBusiness(state, seat), done, waits)
        choice = lines.forced() is None
        ask = Ask(
            seat, kind, lines, Word.END.value, {"round": state.turn.round, **facts()}, done=done,
            rules=rules, holds=holds(state, seat),
        )  # fmt: skip
        said = (await table.ask_all([ask]))[seat]
        state.turn.asked = state.turn.asked or choice
        if said is Word.END:
            state.turn.ended = True
        elif isinstance(said, BUSINESS):
            await carry_out(table, seat, said)
        elif said is not Word.PAUSE:
            answer: T | None = said
            return answer
    return None

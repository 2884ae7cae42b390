"""Whole games played by a bot or at random: what they cost in mails, and that nothing breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from moderator.engine import CHANCE, PATCH, Ask, Chance, Entry, Event, Illegal, Run, Title

S = TypeVar("S")

Choose = Callable[[Any, Ask[Any], Random], str]
"""Given a view, a question and dice, returns the answer."""


class Endless(RuntimeError):
    """The game did not end within the number of decisions allowed."""


@dataclass(slots=True)
class Result:
    """What a playout came to; mails and waits are counted as players feel them."""

    decisions: int = 0
    """Answers given, forced ones among them."""
    asks: Counter[str] = field(default_factory=Counter)
    """Answers by kind of question."""
    waits: int = 0
    """Batches that at least one player had to write for."""
    mails_in: int = 0
    """Answers that a player had to write: forced ones, and those in passing, cost no mail."""
    turns: int = 0
    """Checkpoints passed, as a measure of length."""
    scores: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    events: list[tuple[Event, frozenset[str] | None]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    phases: list[str | None] = field(default_factory=list)

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.who not in {CHANCE, PATCH}:
            self.decisions += 1
            self.asks[entry.kind] += 1

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.events.append((event, to))

    def checkpoint(self, run: Run[Any]) -> None:
        self.turns += 1
        self.phases.append(run.phase)


def play(
    title: Title[S, Any],
    seats: Sequence[str],
    options: Mapping[str, str],
    seed: int,
    *,
    choose: Choose | None = None,
    checked: bool = True,
    most: int = 20_000,
    meet: Callable[[Run[S]], None] | None = None,
) -> Result:
    """Play one game to its end: at random unless *choose* is given, as `title.bot` may be.

    *checked* looks at the audit and at every default; *meet* is called at every
    question.  Raises AssertionError where something is wrong and `Endless` after
    *most* decisions.
    """
    rng = Random(seed)  # noqa: S311 - a bot's dice, no secret
    result = Result()
    state = title.new_game(seats, title.configure(options))
    chance = Chance(seed.to_bytes(32, "big"))
    run: Run[S] = Run(title, state, chance, phase=title.first_phase, recorder=result)
    while run.asks:
        if result.decisions > most:
            raise Endless(f"{title.name}, seed {seed}: {run.where()}")
        if checked:
            check(run)
        if meet is not None:
            meet(run)
        answer_all(run, result, choose, rng)
    if checked:
        title.audit(run.state)
    result.scores = title.scores(run.state)
    result.winners = title.winners(run.state) if title.winners else ()
    return result


def answer_all(run: Run[S], result: Result, choose: Choose | None, rng: Random) -> None:
    """Answer the batch that is open: at least one mail for it makes it a wait."""
    answers: dict[str, str] = {}
    written = 0
    for seat, ask in run.waiting.items():
        forced = None if ask.secret else ask.domain.forced()
        written += forced is None and ask.pace != "now"
        if forced is not None:
            answers[seat] = forced
        elif choose is None:
            answers[seat] = ask.domain.sample(rng)
        else:
            answers[seat] = choose(run.title.view(run.state, seat), ask, rng)
    result.mails_in += written
    result.waits += written > 0
    for seat, text in answers.items():
        run.answer(seat, text)


def check(run: Run[Any]) -> None:
    """Assert that nothing was lost or doubled and that every default is legal."""
    run.title.audit(run.state)
    for ask in run.waiting.values():
        try:
            ask.domain.read(ask.default)
        except Illegal as illegal:
            where = f"{ask.seat} {ask.kind}: the default '{ask.default}' is not legal: {illegal}"
            raise AssertionError(where) from illegal

"""How many mails a game costs its players: whole turns by mail, without a post office."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from moderator.engine import Chance, Entry, Event, Run, Title
from moderator.kit.foresight import whole_turn
from moderator.orders.line import Line
from moderator.orders.queue import serve
from moderator.orders.standing import read_standing

MOST = 4000
"""Mails after which a game is cut short."""
GIVES_UP = 3
"""The mail for one question in which its writer only ends it."""


@dataclass(slots=True)
class Post:
    """What a game cost its players in mails."""

    turns: int = 0
    own: int = 0
    """Mails of the player whose turn it was."""
    others: Counter[str] = field(default_factory=Counter)
    """Mails of all the others, by the kind of question."""
    refused: Counter[str] = field(default_factory=Counter)
    """Lines that could not be carried out, by the kind of question."""

    over: bool = False
    """Whether the game came to its end."""

    @property
    def mails(self) -> int:
        return self.own + self.others.total()

    def count(self, kind: str, *, own: bool) -> None:
        """Count a mail for a question of this kind."""
        if own:
            self.own += 1
        else:
            self.others[kind] += 1


class _Turns:
    """Counts the phases that begin: one of them comes once a turn."""

    def __init__(self) -> None:
        self.phases: Counter[str] = Counter()

    def checkpoint(self, run: Run[Any]) -> None:
        self.phases[run.phase or "over"] += 1

    def event(self, event: Event, to: frozenset[str] | None) -> None: ...
    def entry(self, entry: Entry) -> None: ...


def correspond(
    title: Title[Any, Any],
    seats: Sequence[str],
    options: dict[str, str],
    seed: int,
    standing: Sequence[str] = (),
    most: int = MOST,
) -> Post:
    """Play one game by whole-turn mails of the title's bot and count them.

    Everybody files the *standing* orders; they are given in the words of a mail.
    """
    rng, post, turns = Random(seed), Post(), _Turns()  # noqa: S311 - players, no dice
    filed = [read_standing(seat, line, title) for seat in seats for line in standing]
    state = title.new_game(seats, title.configure(options))
    chance = Chance(seed.to_bytes(32, "big"))
    run: Run[Any] = Run(title, state, chance, phase=title.first_phase, recorder=turns)
    kept = dict(serve(run, {}, filed).kept)
    asked, attempts, active = None, 0, ""
    while run.asks and post.mails < most:
        seat, ask = next(iter(run.waiting.items()))
        attempts = attempts + 1 if ask is asked else 1
        asked = ask
        # What is refused is written once more, as things stand now; then its writer gives up.
        lines = whole_turn(run, seat, title.bot, rng) if attempts < GIVES_UP else [ask.default]
        if attempts > GIVES_UP:
            run.answer(seat, ask.default, "deadline")
            kept.pop(seat, None)
            lines = []
        else:
            if ask.own_turn and ask.done is not None:
                active = seat
            post.count(ask.kind, own=seat == active)
        fresh = [Line(number, text) for number, text in enumerate(lines, start=1)]
        served = serve(run, {**kept, seat: [*kept.get(seat, ()), *fresh]}, filed)
        kept = dict(served.kept)
        refused = [o.kind for o in served.outcomes[seat] if o.verdict == "not done"]
        post.refused.update(refused)
    post.over, post.turns = not run.asks, max(turns.phases.values())
    return post

"""How many mails a game costs its players: whole turns by mail, without a post office."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from moderator.engine import Chance, Digest, Event, Run, Title
from moderator.kit.foresight import whole_turn
from moderator.orders.line import Line
from moderator.orders.queue import serve
from moderator.orders.standing import read_standing

MOST = 4000
"""Mails after which a game is cut short."""


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

    @property
    def own_a_turn(self) -> float:
        return self.own / max(self.turns, 1)

    @property
    def others_a_turn(self) -> float:
        return self.others.total() / max(self.turns, 1)


class _Turns:
    """Counts the turns of a game as they are told."""

    def __init__(self, post: Post) -> None:
        self.post = post

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        del to
        self.post.turns += isinstance(event, Digest)

    def entry(self, entry: Any) -> None: ...
    def checkpoint(self, run: Run[Any]) -> None: ...


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
    rng, post = Random(seed), Post()  # noqa: S311 - players, no dice
    filed = [read_standing(seat, line, title) for seat in seats for line in standing]
    state = title.new_game(seats, title.configure(options))
    chance = Chance(seed.to_bytes(32, "big"))
    run: Run[Any] = Run(title, state, chance, phase=title.first_phase, recorder=_Turns(post))
    kept: dict[str, tuple[Line, ...]] = {}
    served = serve(run, {}, filed)
    mails, active = 0, ""
    while run.asks and mails < most:
        seat, ask = next(iter(run.waiting.items()))
        lines = whole_turn(run, seat, title.bot, rng)
        if ask.own_turn and ask.done is not None:
            active = seat
        if seat == active:
            post.own += 1
        else:
            post.others[ask.kind] += 1
        mails += 1
        queue = [Line(number, text) for number, text in enumerate(lines, start=1)]
        before = (ask, run.given.get(seat))
        held = [line for line in kept.get(seat, ()) if not line.refused]
        served = serve(run, {**kept, seat: [*held, *queue]}, filed)
        kept = dict(served.kept)
        for outcome in served.outcomes[seat]:
            if outcome.verdict == "not done":
                post.refused[outcome.kind] += 1
        if run.asks.get(seat) is before[0] and seat in run.waiting:
            run.answer(seat, ask.default, "deadline")
            kept.pop(seat, None)
            served = serve(run, kept, filed)
            kept = dict(served.kept)
    return post

"""Playing the toy title in tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from pydantic import TypeAdapter

from moderator.engine import Ask, Chance, Entry, Event, Run, Table, Title
from moderator.engine.title import Flow
from tests.toy.crown import CROWN, State

SEATS = CROWN.seats
STATE = TypeAdapter(State)


class Tape:
    """A recorder that keeps everything in lists."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.events: list[tuple[Event, frozenset[str] | None]] = []
        self.checkpoints: list[tuple[int, str | None, int, bytes]] = []

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.events.append((event, to))

    def checkpoint(self, run: Run[Any]) -> None:
        state = STATE.dump_json(run.state)
        self.checkpoints.append((len(self.entries), run.phase, run.chance.drawn, state))

    def resume(self, title: Title[State, Any] = CROWN, at: int | None = None) -> Run[State]:
        """Return the game after *at* entries (all), begun anew from its last checkpoint."""
        cut = len(self.entries) if at is None else at
        start, phase, drawn, state = [c for c in self.checkpoints if c[0] <= cut and c[1]][-1]
        chance = Chance(b"secret", drawn)
        tape = self.entries[start:cut]
        return Run(title, STATE.validate_json(state), chance, phase=phase, tape=tape)


def new_state(**options: str) -> State:
    return CROWN.new_game(SEATS, CROWN.configure(options))


def begin(
    *,
    secret: bytes = b"secret",
    phase: str = "setup",
    recorder: Tape | None = None,
    title: Title[State, Any] = CROWN,
    state: State | None = None,
) -> Run[State]:
    return Run(title, state or new_state(), Chance(secret), phase=phase, recorder=recorder)


def finish(run: Run[State], rng: Random) -> Run[State]:
    """Answer everything at random, to the end of the game."""
    while run.asks:
        for ask in list(run.waiting.values()):
            run.answer(ask.seat, ask.domain.sample(rng))
    return run


def until(run: Run[State], kind: str, rng: Random) -> Ask[Any]:
    """Answer at random until somebody is asked *kind*."""
    for _ in range(2000):
        for ask in run.waiting.values():
            if ask.kind == kind:
                return ask
        ask = next(iter(run.waiting.values()))
        run.answer(ask.seat, ask.domain.sample(rng))
    raise AssertionError(kind)


def with_turn(flow: Callable[[Table[State]], Flow]) -> Title[State, Any]:
    """Return the toy title with another turn."""
    return replace(CROWN, phases={**CROWN.phases, "turn": flow})

"""Positions and tapes written as the rules write their examples."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from moderator.engine import Ask, Chance, Entry, Event, Foresight, Run, Table, Title, Words
from moderator.orders.standing import prepared, read_standing
from moderator.titles.kingmaker.asking.orders import ORDERS
from moderator.titles.kingmaker.asking.turn_lines import TurnLines
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.events import EVENTS
from moderator.titles.kingmaker.state import SEATS, State
from tests.titles import kingmaker_position


@dataclass
class Played:
    """A flow under test: what it asked, what it told, and how the position stands."""

    run: Run[State]
    events: list[tuple[Event, frozenset[str] | None]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.events.append((event, to))

    def checkpoint(self, run: Run[Any]) -> None:
        self.run = run

    @property
    def state(self) -> State:
        return self.run.state

    @property
    def open(self) -> list[tuple[str, str]]:
        """Seat and kind of each question that waits."""
        return [(seat, ask.kind) for seat, ask in self.run.waiting.items()]

    def told(self, kind: type[Event]) -> list[Any]:
        return [event for event, _ in self.events if isinstance(event, kind)]

    def answer(self, tape: str) -> Played:
        """Feed lines of 'seat answer'; a sheet's lines are joined by ' / '."""
        self.pass_by()
        for line in filter(None, map(str.strip, tape.splitlines())):
            seat, _, text = line.partition(" ")
            self.run.answer(seat, "\n".join(text.strip().split(" / ")))
            self.pass_by()
        return self

    def pass_by(self) -> None:
        """Answer what waits for nobody: a look at lines that wait, and a phase with no choice."""
        while found := [
            (seat, text)
            for seat, ask in self.run.waiting.items()
            if (text := _by_itself(ask)) is not None
        ]:
            self.run.answer(*found[0])


def _by_itself(ask: Ask[Any]) -> str | None:
    if isinstance(ask.domain, Foresight):
        return ask.domain.foresee([])
    if ask.kind == "letter":
        return ask.default
    return ask.domain.forced() if isinstance(ask.domain, TurnLines) else None


@pytest.fixture
def position() -> Callable[..., State]:
    """Make a position out of words."""
    return kingmaker_position.position


@pytest.fixture
def start() -> Callable[..., Played]:
    """Start a flow on a position: `start(lambda table: move(table, "red"), state, tape)`."""

    def begin(
        flow: Callable[[Table[State]], Coroutine[Any, Any, Any]], state: State, tape: str = ""
    ) -> Played:
        async def phase(table: Table[State]) -> str | None:
            await flow(table)
            return None

        title: Title[State, Any] = Title(
            "kingmaker", "Kingmaker", State, SEATS, 2, (), setup.fresh,
            {"chapter": phase}, "chapter", lambda state, seat: state, lambda view, events: None,
            lambda state: {}, lambda state: None, lambda state, seat, rng: state, EVENTS, (),
            lambda view, ask, rng: ask.default,
        )  # fmt: skip
        played = Played.__new__(Played)
        played.events, played.entries = [], []
        played.run = Run(title, state, Chance(bytes(32)), phase="chapter", recorder=played)
        return played.answer(tape)

    return begin


@pytest.fixture
def on_file() -> Callable[..., Played]:
    """File standing orders of a seat, and let them answer what is open."""

    def file(played: Played, seat: str, *lines: str, late: bool = False) -> Played:
        words = Words({}, frozenset({"please", "the", "my"}))
        title: Title[State, Any] = replace(played.run.title, orders=ORDERS, words=words)
        orders = [read_standing(seat, line, title) for line in lines]
        ask = played.run.waiting.get(seat)
        text = prepared(ask, orders, title.words, late=late) if ask else None
        if text is not None:
            played.run.answer(seat, text, "standing")
        return played

    return file

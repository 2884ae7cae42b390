"""Positions and tapes written as the rules write their examples."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from moderator.engine import Chance, Entry, Event, Illegal, Run, Table, Title
from moderator.titles.feudo import setup
from moderator.titles.feudo.events import EVENTS
from moderator.titles.feudo.march import Marches
from moderator.titles.feudo.movement import Play
from moderator.titles.feudo.state import CASTLE, CONVENT, GONE, State
from moderator.titles.feudo.tokens import living

OPTIONS = {
    "turns": "10", "plague": "normal", "fresh_deck": "no", "pace": "step", "order_first": "no",
}  # fmt: skip
EXAMPLE_BOARDS = "A0 B0 C1 D0"


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

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event, _ in self.events if isinstance(event, kind)]

    def answer(self, tape: str) -> Played:
        """Feed lines of 'seat answer'; a sheet's lines are joined by ' / '."""
        for line in filter(None, map(str.strip, tape.splitlines())):
            seat, _, text = line.partition(" ")
            self.run.answer(seat, "\n".join(text.strip().split(" / ")))
        return self


@pytest.fixture
def position() -> Callable[..., State]:
    """Make a position: `position(white_baron="j9", blue_john="f2 stricken", turn=3)`.

    A token that is not named is in its Castle; 'gone' is eliminated.
    """

    def make(
        seats: str = "white blue",
        *,
        boards: str = EXAMPLE_BOARDS,
        castles: str = "white k6 south, blue i1, yellow a9, red c1",
        scores: str = "",
        owners: str = "",
        order: str = "",
        plague_at: str = "b2",
        turn: int = 1,
        options: dict[str, str] | None = None,
        **tokens: str,
    ) -> State:
        state = setup.fresh(seats.split(), {**OPTIONS, **(options or {})})
        state.boards = boards.split()
        state.plague_at = plague_at
        state.turn = turn
        state.order = (order or seats).split()
        state.order_of_castles = list(state.seats)
        for entry in filter(None, castles.split(",")):
            seat, site = entry.strip().split(" ", 1)
            if seat in state.sides:
                state.sides[seat].castle = site
        for entry in filter(None, scores.split(",")):
            seat, score = entry.split()
            state.sides[seat].score = int(score)
        for entry in filter(None, owners.split(",")):
            seat, place = entry.split()
            state.owners[place] = seat
        for key, where in tokens.items():
            token = state.tokens[key.replace("_", " ")]
            place, _, more = where.partition(" ")
            token.at = {"gone": GONE, "castle": CASTLE, "convent": CONVENT}.get(place, place)
            token.stricken = "stricken" in more
            token.entered = place != CASTLE
        return state

    return make


@pytest.fixture
def example(position: Callable[..., State]) -> State:
    """FE-EXA-01: the position before the example turn."""
    state = position(
        "white blue",
        scores="blue 5,white 0",
        owners="blue i9",
        order="blue white",
        turn=2,
        blue_baron="g3",
        blue_mauduit="g4",
        blue_roudiche="h5",
        blue_geoffrey="i9",
        blue_john="f2",
        blue_milady="i5",
        white_baron="j9",
        white_robert="k8",
        white_gilbert="i11",
        white_first_knight="h7",
    )
    state.plague_deck = ["North 1", "East 1"]
    state.decider = "white"
    return state


@pytest.fixture
def start() -> Callable[..., Played]:
    """Start a flow on a position: `start(lambda table: show(table, "blue"), state)`."""

    def begin(
        flow: Callable[[Table[State]], Coroutine[Any, Any, Any]], state: State, tape: str = ""
    ) -> Played:
        async def phase(table: Table[State]) -> str | None:
            await flow(table)
            return None

        title: Title[State, Any] = Title(
            "feudo", "Feudo", State, ("white", "blue", "yellow", "red"), 2, (), setup.fresh,
            {"chapter": phase}, "chapter", lambda state, seat: state, lambda view, events: None,
            lambda state: {}, lambda state: None, lambda state, seat, rng: state, EVENTS, (),
            lambda view, ask, rng: ask.default,
        )  # fmt: skip
        played = Played.__new__(Played)
        played.events, played.entries = [], []
        played.run = Run(title, state, Chance(bytes(32)), phase="chapter", recorder=played)
        return played.answer(tape)

    return begin


def _read(state: State, seat: str, line: str, shillings: int) -> tuple[str, ...]:
    side = state.sides[seat]
    if line.startswith("march"):
        return Marches(state, seat, shillings).understand(line)
    if not side.hand:
        side.hand = [token.id for token in living(state, seat)]
    return Play(state, seat).understand(line)


@pytest.fixture
def read() -> Callable[..., tuple[str, ...]]:
    """Read a line: `read(state, "blue", "play baron: g3 - g4")`.

    A seat without a hand holds all its cards; marches have *shillings* to spend.
    """

    def understand(state: State, seat: str, line: str, shillings: int = 4) -> tuple[str, ...]:
        return _read(state, seat, line, shillings)

    return understand


@pytest.fixture
def refused() -> Callable[..., tuple[str, ...]]:
    """Return the numbers of the rules that refuse a line; () if it is allowed."""

    def understand(state: State, seat: str, line: str, shillings: int = 4) -> tuple[str, ...]:
        try:
            _read(state, seat, line, shillings)
        except Illegal as illegal:
            return illegal.rules
        return ()

    return understand

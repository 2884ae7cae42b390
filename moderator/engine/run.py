"""Running a flow: ask, wait, resume, replay."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import CoroutineType
from typing import Any, Generic, Protocol, TypeVar

from moderator.engine.ask import Ask, Domain, Fact, batch
from moderator.engine.chance import Chance, permute, roll
from moderator.engine.illegal import Illegal
from moderator.engine.title import Event, Flow, Title

S = TypeVar("S")
T = TypeVar("T")

CHANCE = "chance"
PATCH = "patch"

Answers = dict[str, Any]


class Diverged(RuntimeError):
    """The rules no longer ask what the tape answers; `at` counts the entries that still fit."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.at = at


class NotAsked(LookupError):
    """Nothing is being asked of this seat."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that the rules alone could not know: an answer, a die, a patch mark."""

    who: str
    kind: str
    text: str
    source: str = "mail"
    """Where an answer came from; for a draw, the mark by which it can be checked."""


class Recorder(Protocol):
    """Where a run reports what must outlive it."""

    def entry(self, entry: Entry) -> None: ...
    def event(self, event: Event, to: frozenset[str] | None) -> None: ...
    def checkpoint(self, run: Run[Any]) -> None: ...


class Ignore:
    """A recorder that keeps nothing."""

    def entry(self, entry: Entry) -> None: ...
    def event(self, event: Event, to: frozenset[str] | None) -> None: ...
    def checkpoint(self, run: Run[Any]) -> None: ...


@dataclass(frozen=True, slots=True)
class _Wait:
    """The one thing a flow may await: answers to a batch of questions."""

    asks: Mapping[str, Ask[Any]]

    def __await__(self) -> Generator[_Wait, Answers, Answers]:
        return (yield self)


class Table(Generic[S]):
    """What a flow may do: look at the state, ask, tell, and roll."""

    def __init__(self, run: Run[S]) -> None:
        self._run = run

    @property
    def state(self) -> S:
        return self._run.state

    async def ask(
        self,
        seat: str,
        kind: str,
        domain: Domain[T],
        *,
        default: str,
        pace: str = "turn",
        secret: bool = False,
        done: str | None = None,
        rules: tuple[str, ...] = (),
        holds: Callable[[str], bool] | None = None,
        own_turn: bool = True,
        **facts: Fact,
    ) -> T:
        """Ask one seat one question, and wait."""
        ask = Ask(
            seat, kind, domain, default, facts, pace, secret, done, rules, holds, own_turn
        )  # fmt: skip
        answer: T = (await _Wait({seat: ask}))[seat]
        return answer

    async def ask_all(self, asks: Iterable[Ask[T]]) -> dict[str, T]:
        """Ask several seats at once; nobody's answer shows until all are in."""
        questions = batch(asks)
        answers: dict[str, T] = await _Wait(questions) if questions else {}
        return {seat: answers[seat] for seat in questions}

    def tell(self, event: Event, *, to: Iterable[str] | None = None) -> None:
        """Report *event* to these seats, or to everyone."""
        self._run._tell(event, None if to is None else frozenset(to))

    def roll(self, sides: int, why: str) -> int:
        """Roll a die."""
        return int(self._run._draw(why, lambda chance: roll(chance, sides, why)))

    def shuffle(self, cards: list[Any], why: str) -> None:
        """Shuffle *cards* in place."""
        order = self._run._draw(why, lambda chance: permute(chance, len(cards), why))
        cards[:] = [cards[int(i)] for i in order.split()]

    def pick(self, things: Sequence[T], why: str) -> T:
        """Draw one of *things*; nothing is drawn where there is but one."""
        return things[0] if len(things) == 1 else things[self.roll(len(things), why) - 1]

    def patched(self, name: str) -> bool:
        """Say whether to follow the fix *name*.

        False only where the tape shows that an older version has been here in this
        phase already; the first answer holds for the rest of the phase.
        """
        return self._run._patched(name)


class Run(Generic[S]):
    """One game in memory: the state, and the flow that waits to change it.

    A run starts at a checkpoint: a phase and the state it begins with.  Given the
    tape since then, it replays it and stops at the same questions; nothing
    replayed is recorded again.  A game that is over has no phase.  Raises
    `Diverged` if the tape does not fit the rules.
    """

    def __init__(
        self,
        title: Title[S, Any],
        state: S,
        chance: Chance,
        *,
        phase: str | None,
        tape: Iterable[Entry] | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.title, self.state, self.chance = title, state, chance
        self.phase = phase
        self.asks: Mapping[str, Ask[Any]] = {}
        self.answers: Answers = {}
        self.given: dict[str, str] = {}
        """The texts of `answers`."""
        self.table = Table(self)
        self._flow: Flow | None = None
        self._patches: dict[str, bool] = {}
        self._recorder: Recorder = recorder or Ignore()
        self._tape = deque(tape or ())
        self._fed = 0
        self._taken = 0
        self.asked_at = 0
        """How many entries stood on the tape, since the run began, when the batch was asked."""
        self._replaying = tape is not None
        if not self._replaying:
            self._recorder.checkpoint(self)
        if phase is not None:
            self._flow = title.phases[phase](self.table)
            self._advance(None)
        while self._tape:
            self._replay(self._next_entry())
        self._replaying = False

    def answer(self, seat: str, text: str, source: str = "mail") -> None:
        """Answer the question open to *seat*; raise `NotAsked` or `Illegal`."""
        ask = self.asks.get(seat)
        if ask is None:
            raise NotAsked(seat)
        answer = ask.domain.read(text)
        self._record(Entry(seat, ask.kind, text, source))
        self._take(seat, answer, text)

    @property
    def waiting(self) -> dict[str, Ask[Any]]:
        """The questions not answered yet."""
        return {seat: ask for seat, ask in self.asks.items() if seat not in self.answers}

    def where(self) -> str:
        """Say where in the rules the game waits, for moderators."""
        steps: list[str] = []
        step: object = self._flow
        while isinstance(step, CoroutineType) and step.cr_frame is not None:
            steps.append(f"{step.__name__}:{step.cr_frame.f_lineno}")
            step = step.cr_await
        return " > ".join(steps[:-1])

    def _record(self, entry: Entry) -> None:
        self._taken += 1
        self._recorder.entry(entry)

    def _next_entry(self) -> Entry:
        self._fed += 1
        self._taken += 1
        return self._tape.popleft()

    def _replay(self, entry: Entry) -> None:
        ask = self.asks.get(entry.who)
        if ask is None or ask.kind != entry.kind:
            asked = ", ".join(f"{a.seat} {a.kind}" for a in self.asks.values()) or "nothing"
            raise Diverged(f"the tape has {entry}, the rules ask {asked}", self._fed - 1)
        try:
            answer = ask.domain.read(entry.text)
        except Illegal as illegal:
            raise Diverged(f"the tape has {entry}, but {illegal}", self._fed - 1) from illegal
        self._take(ask.seat, answer, entry.text)

    def _take(self, seat: str, answer: Any, text: str) -> None:
        self.answers[seat], self.given[seat] = answer, text
        if len(self.answers) == len(self.asks):
            self._advance(self.answers)

    def _advance(self, answers: Answers | None) -> None:
        while self._flow is not None:
            try:
                wait = self._flow.send(answers)
            except StopIteration as finished:
                self.phase, answers, self._patches = finished.value, None, {}
            else:
                if not isinstance(wait, _Wait):
                    raise TypeError(f"a flow may await only its table, not {wait!r}")
                self.asks, self.answers, self.given = wait.asks, {}, {}
                self.asked_at = self._taken
                return
            if not (self._replaying and self._tape):
                self._replaying = False
                self._recorder.checkpoint(self)
            if self.phase is None:
                self.asks, self.answers, self.given, self._flow = {}, {}, {}, None
                return
            self._flow = self.title.phases[self.phase](self.table)

    def _tell(self, event: Event, to: frozenset[str] | None) -> None:
        if not self._replaying:
            self._recorder.event(event, to)

    def _draw(self, why: str, make: Callable[[Chance], tuple[str, str]]) -> str:
        if self._tape:
            entry = self._next_entry()
            if (entry.who, entry.kind) != (CHANCE, why):
                at = self._fed - 1
                raise Diverged(f"the tape has {entry}, the rules draw for {why}", at)
            self.chance.drawn += 1
            return entry.text
        self._replaying = False
        text, mark = make(self.chance)
        self._record(Entry(CHANCE, why, text, mark))
        return text

    def _patched(self, name: str) -> bool:
        if name not in self._patches:
            marked = not self._tape
            if marked:
                self._record(Entry(PATCH, name, "", source="code"))
            elif (self._tape[0].who, self._tape[0].kind) == (PATCH, name):
                self._next_entry()
                marked = True
            self._patches[name] = marked
        return self._patches[name]

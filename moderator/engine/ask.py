"""Questions put to a seat, and what counts as an answer.

Every answer is text: the words a player could have written himself.  A domain
says which texts are legal, what each one means, which of them a player's own
words may stand for, and can pick one at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from moderator.engine.illegal import Illegal
from moderator.engine.words import matches, nearest

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Fact = str | int


class Domain(Protocol[T_co]):
    """The legal answers to one question."""

    @property
    def verbs(self) -> frozenset[str]:
        """First words of the legal answers: a line with another one belongs elsewhere."""

    @property
    def sheet(self) -> bool:
        """Say whether one answer is a sheet of several lines."""

    def read(self, text: str) -> T_co:
        """Return what the exact text *text* means, or raise `Illegal`."""

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the legal texts that *line* may stand for: one if it is clear, none if not.

        For a sheet, *line* is one line and *above* are the lines accepted before it.
        May raise `Illegal` to say why the line is understood and yet not allowed.
        """

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return legal texts like *line*, best first."""

    def examples(self) -> tuple[str, ...]:
        """Return legal texts to show with the question: all of them where they are few."""

    def forced(self) -> str | None:
        """Return the answer where there is but one, else None."""

    def sample(self, rng: Random) -> str:
        """Return some legal text."""


@runtime_checkable
class Foresight(Protocol):
    """A domain that is answered by a look at the lines that wait, all of which stay."""

    def foresee(self, lines: Sequence[str]) -> str:
        """Return the legal text that these lines make, in the title's words; never raises."""


@dataclass(frozen=True, slots=True)
class OneOf(Generic[T]):
    """Exactly one of the named options."""

    options: Mapping[str, T]
    why_not: Mapping[str, str] = field(default_factory=dict)
    """Why a text that looks like an option is none."""
    rules: tuple[str, ...] = ()

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(option.split()[0].rstrip(":") for option in self.options)

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> T:
        try:
            return self.options[text]
        except KeyError:
            why = self.why_not.get(text, f"'{text}' is not one of your choices")
            raise Illegal(why, self.rules, partial(self.nearest, text)) from None

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        found = matches(line, self.options)
        if not found:
            for text in matches(line, self.why_not):
                raise Illegal(self.why_not[text], self.rules, partial(self.nearest, line))
        return found

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.options)

    def examples(self) -> tuple[str, ...]:
        return tuple(self.options)

    def forced(self) -> str | None:
        return next(iter(self.options)) if len(self.options) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(list(self.options))


@dataclass(frozen=True, slots=True)
class SomeOf(Generic[T]):
    """Any of the named options, at most *most* of them, between commas; 'none' for none."""

    options: Mapping[str, T]
    most: int

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(option.split()[0] for option in [*self.options, "none"])

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> list[T]:
        names = [] if text == "none" else text.split(", ")
        if len(names) > self.most or len(set(names)) < len(names):
            raise Illegal(f"choose at most {self.most}, each once")
        return [OneOf(self.options).read(name) for name in names]

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line == "none":
            return ("none",)
        parts = [matches(part.strip(), self.options) for part in line.split(",")]
        return tuple(", ".join(names) for names in product(*parts))

    def nearest(self, line: str) -> tuple[str, ...]:
        parts = [nearest(part.strip(), self.options, 1) for part in line.split(",")]
        return (", ".join(part[0] for part in parts),) if all(parts) else ()

    def examples(self) -> tuple[str, ...]:
        return (*self.options, "none")

    def forced(self) -> str | None:
        return None if self.options and self.most else "none"

    def sample(self, rng: Random) -> str:
        count = rng.randint(0, min(self.most, len(self.options)))
        return ", ".join(rng.sample(list(self.options), count)) or "none"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from *least* to *most*, behind a *verb* where there is one: `bid 5`."""

    least: int
    most: int
    verb: str = ""

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({self.verb} if self.verb else ())

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> int:
        number = self._digits(text) if text == self._text(self._digits(text)) else ""
        if not number or not self.least <= int(number) <= self.most:
            raise Illegal(
                f"give a number from {self.least} to {self.most}", nearest=self.nearest(text)
            )
        return int(number)

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        text = self._text(self._digits(line))
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        number = self._digits(line)
        return (self._text(min(max(int(number), self.least), self.most)),) if number else ()

    def examples(self) -> tuple[str, ...]:
        ends = dict.fromkeys((self.least, self.most))
        return tuple(self._text(number) for number in ends)

    def forced(self) -> str | None:
        return self._text(self.least) if self.least == self.most else None

    def sample(self, rng: Random) -> str:
        return self._text(rng.randint(self.least, self.most))

    def _text(self, number: int | str) -> str:
        return f"{self.verb} {number}" if self.verb else f"{number}"

    def _digits(self, text: str) -> str:
        """Return the digits of *text*, which may leave out or shorten the verb; '' if none."""
        *before, number = text.split() or [""]
        fits = not before or (len(before) == 1 and self.verb.startswith(before[0]))
        plain = number.isascii() and number.isdecimal() and len(number) < 10
        return str(int(number)) if fits and plain else ""


@dataclass(frozen=True, slots=True)
class Sheet(Generic[T]):
    """Several orders, one a line; what a line may say depends on the lines above it."""

    step: Callable[[list[T]], OneOf[T] | None]
    """Given the orders so far, the choices for the next line, or None if full."""

    @property
    def verbs(self) -> frozenset[str]:
        choices = self.step([])
        return choices.verbs if choices else frozenset()

    @property
    def sheet(self) -> bool:
        return True

    def read(self, text: str) -> list[T]:
        orders: list[T] = []
        for number, line in enumerate(text.splitlines(), start=1):
            choices = self.step(orders)
            if choices is None:
                raise Illegal(f"line {number}: no more orders are allowed")
            try:
                orders.append(choices.read(line))
            except Illegal as illegal:
                why = f"line {number}: {illegal}"
                raise Illegal(why, illegal.rules, illegal.nearest) from None
        return orders

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        choices = self.step(self.read("\n".join(above)))
        if choices is None:
            raise Illegal("no more orders are allowed")
        return choices.understand(line)

    def nearest(self, line: str) -> tuple[str, ...]:
        choices = self.step([])
        return choices.nearest(line) if choices else ()

    def examples(self) -> tuple[str, ...]:
        choices = self.step([])
        return choices.examples() if choices else ()

    def forced(self) -> str | None:
        return None if self.step([]) else ""

    def sample(self, rng: Random) -> str:
        lines: list[str] = []
        orders: list[T] = []
        while (choices := self.step(orders)) is not None and rng.random() < 0.8:
            lines.append(choices.sample(rng))
            orders.append(choices.read(lines[-1]))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """One question to one seat."""

    seat: str
    kind: str
    domain: Domain[T]
    default: str
    """What a silent player is taken to have said: always legal, the least harmful."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """What a standing order may test and a report may print; only what the seat may see."""
    pace: str = "turn"
    """How long to wait: a name that the game's settings turn into hours; 'now' is none."""
    secret: bool = False
    """Never answered before its deadline by itself, even if forced: a delay must tell nothing."""
    done: str | None = None
    """The answer given for a seat whose next line belongs to a later question."""
    rules: tuple[str, ...] = ()
    """Numbers of the ledger that the question rests on, for refusals to cite."""
    holds: Callable[[str], bool] | None = None
    """Decides a test on the position that is no plain fact; raises `Illegal` if it is no test."""
    own_turn: bool = True
    """Whether it is part of the seat's own turn; else the lines of a turn's sheet wait."""


def batch(asks: Iterable[Ask[Any]]) -> dict[str, Ask[Any]]:
    """Return *asks* by seat; a seat may be asked one thing at a time."""
    by_seat: dict[str, Ask[Any]] = {}
    for ask in asks:
        if ask.seat in by_seat:
            raise ValueError(f"{ask.seat} is asked {by_seat[ask.seat].kind} and {ask.kind} at once")
        by_seat[ask.seat] = ask
    return by_seat

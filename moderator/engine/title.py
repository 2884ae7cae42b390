"""What a game's rules look like from outside: a value, not a class to inherit from."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from moderator.engine.ask import Ask
from moderator.engine.illegal import Illegal
from moderator.engine.words import Words

if TYPE_CHECKING:
    from pathlib import Path

    from moderator.engine.run import Table

S = TypeVar("S")
V = TypeVar("V")

Flow = Coroutine[Any, Any, str | None]


class Event:
    """Something that happened; titles subclass it as frozen dataclasses of plain values."""

    fortune: ClassVar[bool] = False
    """Whether it tells what no player could foresee: a card turned up, a die."""
    landmark: ClassVar[bool] = False
    """Whether it is told once more when the game is over: a king crowned, the victory."""


@dataclass(frozen=True)
class Digest(Event):
    """Told to all where the rules reach a point at which everybody should get the news."""

    heading: str


@dataclass(frozen=True)
class LineDropped(Event):
    """A line filed ahead did not fit when its moment came: told to its own seat alone."""

    seat: str
    line: str
    why: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A switch that is set when a game is made."""

    name: str
    default: str
    choices: tuple[str, ...] = ()
    """The values allowed; none means a whole number from `least` to `most`."""
    help: str = ""
    least: int = 0
    most: int = 0

    def read(self, text: str) -> str:
        """Return *text* as a legal value, or raise `Illegal`."""
        value = text.strip().casefold()
        if self.choices and value not in self.choices:
            raise Illegal(f"{self.name} is one of {', '.join(self.choices)}, not '{text}'")
        if not self.choices and not (
            value.isascii() and value.isdecimal() and self.least <= int(value) <= self.most
        ):
            raise Illegal(f"{self.name} is a number from {self.least} to {self.most}, not '{text}'")
        return value


@dataclass(frozen=True, slots=True)
class Order:
    """One kind of order line: declared once, for reading and for help."""

    verb: str
    kinds: tuple[str, ...]
    """Kinds of question that it answers."""
    form: str
    """How it is written, as in `play TOKEN: PATH`."""
    help: str
    example: str
    rules: tuple[str, ...] = ()
    place: Literal["", "turn", "end", "between"] = ""
    """`turn`: a line for the seat's own turn, which sheets sent ahead wait for; `end` ends it.

    `between`: at any time; in a mail with lines for a turn it keeps its place among them."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of a title's ledger."""

    id: str
    chapter: str
    text: str
    example: str = ""
    ruling: str = ""
    option: str = ""


@dataclass(frozen=True, slots=True)
class Bargain:
    """A trade on which two players have agreed, as each of them tells it to the moderator."""

    thing: str
    """What the first gives, in the words of an order."""
    offer: str
    """The line of the first."""
    takes: str
    """The standing order of the second."""


@dataclass(frozen=True, slots=True)
class Title(Generic[S, V]):
    """A game's rules: the sequence of play, and all that the rest asks of them."""

    name: str
    """The word for commands, folders and subjects."""
    label: str
    """The name in print."""
    state: type[S]
    """A dataclass tree of plain values; each checkpoint saves it as JSON."""
    seats: tuple[str, ...]
    fewest: int
    options: tuple[Option, ...]
    new_game: Callable[[Sequence[str], Mapping[str, str]], S]
    """Makes the state before the first phase; raises `Illegal` where options exclude."""
    phases: Mapping[str, Callable[[Table[S]], Flow]]
    first_phase: str
    view: Callable[[S, str | None], V]
    """What one seat, or an onlooker (None), may know."""
    marks: Callable[[V, Sequence[Event]], Any]
    """What the title's map template draws, from a view and the events since the last one."""
    scores: Callable[[S], Mapping[str, int]]
    audit: Callable[[S], None]
    """Raises AssertionError where something was lost or doubled."""
    resample: Callable[[S, str | None, Random], S]
    """A state that this seat cannot tell from the given one."""
    events: tuple[type[Event], ...]
    orders: tuple[Order, ...]
    """In the order of a turn: a line for a later kind ends the present question."""
    bot: Callable[[V, Ask[Any], Random], str]
    """A sensible answer, from what the seat may know."""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    words: Words = field(default_factory=Words)
    hours: Mapping[str, int] = field(default_factory=lambda: {"turn": 72})
    """Hours to answer for each pace of an Ask; a game's settings may differ."""
    migrations: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = ()
    """Each turns saved state of one version into the next; their number is the version."""
    lay_over: Callable[[Sequence[Path]], None] | None = None
    """Lays folders of a club's component data over the title's own; ValueError if wrong."""
    winners: Callable[[S], tuple[str, ...]] | None = None
    """Who won, once the game is over; None: the highest scores."""
    quick: Mapping[str, str] = field(default_factory=dict)
    """Options of a quick game, as for a demonstration."""
    few: int = 4
    """How many players make such a game."""
    standing: tuple[str, ...] = ()
    """The standing orders that the players' guide recommends, as lines of a mail."""
    bargain: Callable[[V, V], Bargain | None] | None = None
    """A trade on which two players may have agreed, from their views."""

    round: Callable[[S], int] | None = None
    """The number of the round, or turn, as players count it: standing orders may end with one."""

    def configure(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return every option with its value; raise `Illegal` for one unknown or out of range."""
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise Illegal(
                    f"{self.label} has no option '{name}'; it has {', '.join(known) or 'none'}"
                )
        return {
            name: option.read(chosen[name]) if name in chosen else option.default
            for name, option in known.items()
        }

    def position_of(self, kind: str) -> int:
        """Return where in a turn questions of this kind come; -1 if orders do not say."""
        return max(
            (place for place, order in enumerate(self.orders) if kind in order.kinds), default=-1
        )

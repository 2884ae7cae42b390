"""What letters have in common: players, questions, lines as they were read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from moderator.engine import Ask


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who gets mail; `seat` is '' before the game starts and for the moderator."""

    name: str
    seat: str = ""
    zone: str = "UTC"
    """An IANA name, as in 'Europe/Berlin'."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as all its mails name it."""

    name: str
    """As in 'feudo-3': it stands in brackets in each subject."""
    players: tuple[Player, ...]
    """In the order of the seats, or of joining."""
    options: tuple[tuple[str, str], ...] = ()
    keeper: str = ""
    """How to reach the moderator, a human being: a name and an address."""


@dataclass(frozen=True, slots=True)
class Frame:
    """To whom a mail goes, about which game (None: about none), and when."""

    to: Player
    now: datetime
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """An open question to the reader."""

    ask: Ask[Any]
    due: datetime
    filed: tuple[str, ...] = ()
    """His answer so far, where it may still be changed: the form is filled in with it."""
    standing: str = ""
    """What his standing orders would answer; '' where they say nothing and the default counts."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Another player whom the game waits for: a thing that all may know."""

    name: str
    due: datetime


@dataclass(frozen=True, slots=True)
class Override:
    """Something that the moderator changed by his powers, told to everybody."""

    number: str
    """As in 'M-7'."""
    what: str
    why: str
    before: str = ""
    after: str = ""
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule or a ruling that mattered, in one line."""

    id: str
    """Of the ledger, as in 'FE-ATK-08', or a ruling's number."""
    line: str


@dataclass(frozen=True, slots=True)
class Press:
    """A message from player to player that travels with the report."""

    sender: str
    to: str
    """'all', or the names of those who read it."""
    text: str


@dataclass(frozen=True, slots=True)
class LineRead:
    """One line of a mail, and what became of it."""

    number: int
    """Its place in the mail, from 1."""
    text: str
    """As it was written."""
    verdict: Literal["done", "not done", "kept"]
    reading: str = ""
    """As it was understood, in full; '' where that is the text."""
    outcome: str = ""
    """What it did, or which question it is kept for."""
    why: str = ""
    """Why it was not done."""
    rules: tuple[str, ...] = ()
    """Ledger numbers of the reason."""
    nearest: tuple[str, ...] = ()
    """The nearest legal lines."""
    warning: str = ""
    """How it stands against the present position, as in 'not legal now: ... (FE-MOV-05)'."""
    change: str = ""
    """Whether it can still be changed: 'yes, "undo 4"' or 'no, Ben has been told'; '' says none."""

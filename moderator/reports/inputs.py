"""What a mail is made from: plain values, views, events and questions, one class a kind of mail.

Every moment is an aware datetime.  A `view` is what the title's `view` gave for the reader's
seat; nothing of a title's state comes here.  What letters have in common stands in `parts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from moderator.engine import Event
from moderator.reports.parts import Frame, LineRead, Override, Press, Question, Ruling, Waiting


@dataclass(frozen=True, slots=True)
class Report:
    """The turn mail; with `kind` 'question' or 'news' its short forms."""

    frame: Frame
    view: Any
    events: Sequence[Event] = ()
    """Since this seat's last report, told to this seat."""
    questions: tuple[Question, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    """The others whom the game waits for."""
    standing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Lines kept for later questions."""
    overrides: tuple[Override, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    press: tuple[Press, ...] = ()
    kind: Literal["report", "question", "news"] = "report"
    picture: bytes = b""
    """The map as PNG, b'' for none."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """The deadline is near and nothing is on file."""

    frame: Frame
    view: Any
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Welcome:
    """After a sign-on: how to play by replying."""

    frame: Frame
    receipt: str = ""
    missing: int = 0
    """How many more players the game needs before it can start."""
    commitment: str = ""
    """SHA-256 of the dice secret, in hex."""
    word: str = ""
    """The word that the player's joining mail gives to the dice."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """News of a game that has not started: who is in, and the dice's commitment."""

    frame: Frame
    missing: int
    """How many more players it needs; 0: it starts as soon as the moderator says so."""
    free: int
    """Seats still free."""
    commitment: str
    joined: str = ""
    """The name of who has just joined, or ''."""
    left: str = ""
    """The name of who has just left, or ''."""


@dataclass(frozen=True, slots=True)
class Start:
    """The game starts: seats, options, and what the dice are made from."""

    frame: Frame
    commitment: str
    words: tuple[tuple[str, str], ...]
    """(name, word) in the order of the seats, exactly as mixed into the dice."""


@dataclass(frozen=True, slots=True)
class Final:
    """The game is over: standings, and everything needed to check the dice."""

    frame: Frame
    view: Any
    scores: tuple[tuple[str, int], ...]
    """(seat, score), best first."""
    winners: tuple[str, ...]
    secret: str
    """The dice secret in hex."""
    commitment: str
    words: tuple[tuple[str, str], ...]
    events: Sequence[Event] = ()
    overrides: tuple[Override, ...] = ()
    attached: str = ""
    """Name of the attached file of the game's tape, for `moderator verify`; '' for none."""
    picture: bytes = b""
    landmarks: Sequence[Event] = ()
    """What is worth telling of the whole game."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The answer to every mail with orders."""

    frame: Frame
    received: datetime
    receipt: str
    lines: tuple[LineRead, ...]
    late: bool = False
    ignored: tuple[tuple[str, int], ...] = ()
    """(label, count) of the lines that were no orders, as in ('quoted', 14)."""
    warnings: tuple[str, ...] = ()
    """Sentences about the mail itself, as in 'An attachment was ignored.'"""
    questions: tuple[Question, ...] = ()
    """Still open for this seat after these lines, with what is on file now."""
    view: Any = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What orders would do; nothing is carried out."""

    frame: Frame
    received: datetime
    lines: tuple[LineRead, ...]
    ignored: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Help:
    """Help: `topic` is '' for all, the verb of an order, or 'rule FE-MOV-07'."""

    frame: Frame
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """How the game stands, asked for at any time."""

    frame: Frame
    view: Any
    questions: tuple[Question, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    standing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    held: str = ""
    """Why the game is on hold, or ''."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No order could be read in a mail; the mail is never quoted."""

    frame: Frame
    received: datetime
    reason: str
    """What the mail held, as in 'it held a picture and no text'."""


Cause = Literal[
    "no such game",
    "no seat",
    "no such seat",
    "too late",
    "nothing asked",
    "game full",
    "seat taken",
    "already joined",
    "game started",
    "game over",
    "on hold",
    "not proved",
    "too many",
    "not allowed",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A mail that was read and cannot be followed."""

    frame: Frame
    cause: Cause
    received: datetime
    wanted: str = ""
    """The game, seat or command that was asked for, as written."""
    detail: str = ""
    """One more sentence, where there is something to say."""
    nearest: tuple[str, ...] = ()
    """What would be right: names of open games, seats, commands."""


@dataclass(frozen=True, slots=True)
class Hold:
    """To the players: the game rests, or goes on again (`why` is '')."""

    frame: Frame
    why: str
    questions: tuple[Question, ...] = ()
    """With their new deadlines, when the game goes on."""
    view: Any = None
    """The reader's, needed where there are questions."""
    later: bool = False
    """It never rested: only the deadlines are others."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """To a player whose seat *heir* plays from now on."""

    frame: Frame
    seat: str
    heir: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """To the moderator: something broke, or wants a look."""

    frame: Frame
    what: str
    detail: str = ""
    """Last lines of the traceback."""
    mail: str = ""
    """Receipt or file of the mail that was being handled."""
    powers: tuple[str, ...] = ()
    """Commands that help, as in 'resume feudo-3'."""
    held: bool = False
    """Whether its game is on hold now."""


@dataclass(frozen=True, slots=True)
class PowerDone:
    """To the moderator: receipt of a power carried out, or why it was not (`why_not`)."""

    frame: Frame
    receipt: str
    command: str
    override: Override | None = None
    why_not: str = ""
    nearest: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """What the command answers, as lines; kept as they are where they fit in 72 columns."""


@dataclass(frozen=True, slots=True)
class Quarantine:
    """To the moderator: a mail was set aside."""

    frame: Frame
    received: datetime
    sender: str
    subject: str
    reason: str
    number: str
    """For `show 17`, `release 17` and `drop 17`."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """To the address on file: is a mail from `claimed_by`, which proves nothing, his?"""

    frame: Frame
    claimed_by: str
    registered: str
    until: datetime


Letter = (
    Report | Reminder | Welcome | Lobby | Start | Final | Acknowledgement | Preview | Help
    | Status | Unreadable | Refusal | Hold | Farewell | Problem | PowerDone | Quarantine | Confirm
)  # fmt: skip

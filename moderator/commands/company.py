"""Who takes part in a rehearsal, and what they are about to send."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from moderator.commands.penfriends import Quoted, Writer
from moderator.mail.transport import Outcome, Postman


@dataclass(slots=True)
class Person:
    """A player of the demo, with a mailbox."""

    writer: Writer
    late: bool
    seat: str = ""
    newest: Quoted | None = None
    """The last mail from the moderator."""
    done: tuple[int, str] = (-1, "")
    """The question (batch, kind) written for last."""
    attempts: int = 0
    """Mails written for it."""
    writing: int = 0
    """Orders written and not sent yet."""
    correct: str = ""
    """What is to be sent once the answer to a spoilt mail is here."""
    answers: int = 0
    mails: list[bytes] = field(default_factory=list)


@dataclass(slots=True)
class Figures:
    """What a game by mail came to."""

    arrived: int = 0
    sent: int = 0
    typos: int = 0
    press: int = 0
    again: int = 0
    """Mails written because the one before was refused."""
    standing: int = 0
    """Standing orders filed."""
    trade: str = ""
    """The offer on which two players agreed by letter."""


@dataclass(frozen=True, order=True, slots=True)
class Planned:
    """A mail that somebody is going to send."""

    when: datetime
    number: int
    address: str = field(compare=False)
    text: str = field(compare=False)
    to: Quoted | None = field(compare=False)
    """What it replies to; None for the newest mail."""
    orders: bool = field(compare=False)


class Watched:
    """A postman that also shows each mail to somebody."""

    def __init__(self, postman: Postman, look: Callable[[str, bytes], None]) -> None:
        self._postman, self._look = postman, look

    async def send(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        outcome = await self._postman.send(sender, recipient, mime)
        self._look(recipient, mime)
        return outcome

    async def close(self) -> None:
        await self._postman.close()

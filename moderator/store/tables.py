"""The tables: everything that must outlive the process."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Index, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


class Moment(TypeDecorator[datetime]):
    """An aware UTC time, whatever the database makes of time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


def moment(*, nullable: bool = False, index: bool = False) -> Any:
    """Return a column for an aware UTC time."""
    column: Column[datetime] = Column(Moment(), nullable=nullable, index=index)
    return Field(default=None, sa_column=column)


class PlayerRow(SQLModel, table=True):
    """A person with a mailbox."""

    __tablename__ = "player"
    id: int | None = Field(default=None, primary_key=True)
    name: str
    address: str = Field(unique=True)
    """Lower-cased; the only address that mail is ever sent to."""
    also: str = ""
    """Confirmed further addresses, between spaces."""
    zone: str = "UTC"
    bounces: float = 0.0
    """Score of undelivered mail: one point a day at most."""
    bounced_at: datetime | None = moment(nullable=True)


class GameRow(SQLModel, table=True):
    __tablename__ = "game"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    title: str
    options: str
    """JSON: every option of the title with its value."""
    hours: str
    """JSON: hours to answer by pace."""
    status: str = "lobby"
    """lobby, running, paused, held or over."""
    reason: str = ""
    """Why it is paused or held."""
    seats: int
    """How many players it is for."""
    secret: bytes
    words: str = "[]"
    """JSON: the players' words in the order of the seats, once it has started."""
    epoch: int = 0
    grace_hours: int = 0
    remind_hours: int = 24
    overrides: int = 0
    """How many entries the moderator's log has."""
    created: datetime = moment()
    paused_at: datetime | None = moment(nullable=True)


class SeatRow(SQLModel, table=True):
    """A player's place in a game."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "seat"),)
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: str
    place: int
    """The order of joining, from 0."""
    player_id: int = Field(foreign_key="player.id", index=True)
    token: str = Field(unique=True)
    generation: int = 0
    """Raised when the player is replaced: old tokens stop working."""
    word: str = ""
    proposal: str = ""
    """JSON: options that the player asked for when joining."""
    caretaker: bool = False
    """The bot answers for it at the deadline."""
    told: int = 0
    """Id of the last event that a mail to this seat has held."""
    told_before: int = 0
    """`told` before the last report, for sending that one again."""
    told_override: int = 0
    told_override_before: int = 0
    mails: int = 0
    """How many mails were written to this seat: numbers them without telling of others."""
    receipts: int = 0
    missed: int = 0
    """Deadlines missed in a row (NMR)."""
    last_message: str = ""
    """Message-ID of the newest mail to this seat, for threading."""


class CheckpointRow(SQLModel, table=True):
    __tablename__ = "checkpoint"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seq: int
    phase: str | None
    drawn: int
    version: int = 0
    """How many of the title's migrations the saved state has been through."""
    state: bytes
    void: bool = False


class EntryRow(SQLModel, table=True):
    """The tape: one answer or one draw."""

    __tablename__ = "entry"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    who: str
    kind: str
    text: str
    source: str
    at: datetime = moment()
    void: bool = False


class EventRow(SQLModel, table=True):
    __tablename__ = "event"
    __table_args__ = (Index("event_of_game", "game_id", "id"),)
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seq: int
    """The last entry of the tape before it."""
    audience: str
    """Seats between commas, with one at either end, or '' for everybody."""
    name: str
    data: str
    void: bool = False


class AskRow(SQLModel, table=True):
    """A question of the batch that the game waits for."""

    __tablename__ = "ask"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: str = Field(primary_key=True)
    kind: str
    batch: int
    """The place on the tape at which it was asked: tells one question from the next."""
    pace: str
    asked: datetime = moment()
    deadline: datetime = moment(index=True)
    reminded: bool = False
    answered: bool = False


class KeptRow(SQLModel, table=True):
    """A line of a mail that waits for a later question."""

    __tablename__ = "kept"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: str
    number: int
    line: str
    refused: str = ""
    """The kind of question at which it failed; the seat's later lines wait for a better one."""


class StandingRow(SQLModel, table=True):
    __tablename__ = "standing"
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: str
    number: int
    text: str


class OverrideRow(SQLModel, table=True):
    """What the moderator did: an entry of the game's public log."""

    __tablename__ = "override"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    what: str
    why: str
    at: datetime = moment()


class InboundRow(SQLModel, table=True):
    """A mail as it came: the archive, and the queue of what is still to be read."""

    __tablename__ = "inbound"
    __table_args__ = (UniqueConstraint("mailbox", "key"),)
    id: int | None = Field(default=None, primary_key=True)
    mailbox: str
    key: str
    received: datetime = moment()
    sha256: str
    raw: bytes
    """Compressed by zlib."""
    state: str = Field(default="new", index=True)
    """new, working, done, ignored, aside (waits for the moderator) or waiting (for a yes)."""
    reason: str = ""
    attempts: int = 0
    game: str = ""
    seat: str = ""
    receipt: str = ""


class SeenRow(SQLModel, table=True):
    """What a mail meant, to know it again when it comes by another way."""

    __tablename__ = "seen"
    sender: str = Field(primary_key=True)
    message_id: str = Field(primary_key=True)
    digest: str = Field(primary_key=True)


class OutboundRow(SQLModel, table=True):
    """A mail to send: written in the transaction that decided it, sent after."""

    __tablename__ = "outbound"
    id: int | None = Field(default=None, primary_key=True)
    idem_key: str = Field(unique=True)
    message_id: str = Field(index=True)
    game: str = Field(default="", index=True)
    seat: str = ""
    kind: str
    recipient: str = Field(index=True)
    bounce_token: str = Field(default="", index=True)
    batch: int = -1
    """The batch of questions that it asks, -1 for none: an answer to an older one is late."""
    asked: str = ""
    """The kind of that question."""
    mime: bytes
    state: str = Field(default="pending", index=True)
    """pending, sending, sent, failed or bounced."""
    priority: int = 5
    attempts: int = 0
    next_try: datetime = moment(index=True)
    lease_until: datetime | None = moment(nullable=True)
    last_code: int | None = None
    last_text: str = ""
    created: datetime = moment()
    sent: datetime | None = moment(nullable=True)

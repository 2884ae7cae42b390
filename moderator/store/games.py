"""A game's memory: checkpoints, the tape, and getting back to where it waits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from moderator import titles
from moderator.engine import CHANCE, Chance, Digest, Diverged, Entry, Event, Run, Title
from moderator.store.codec import load_event, load_state, save_event, save_state
from moderator.store.tables import (
    CheckpointRow,
    EntryRow,
    EventRow,
    GameRow,
    PlayerRow,
    SeatRow,
)


class UnknownGame(LookupError):
    """There is no game of this name."""


class Journal:
    """An `engine.Recorder` that writes to one session; the caller commits."""

    def __init__(self, session: Session, game: GameRow, seq: int, now: datetime) -> None:
        assert game.id is not None
        self.session, self.game, self.game_id = session, game, game.id
        self.seq, self.now = seq, now
        self.told = 0
        """How many events were told since it was opened."""
        self.digests = 0
        """How many of them were digests."""

    def entry(self, entry: Entry) -> None:
        self.seq += 1
        self.session.add(
            EntryRow(
                game_id=self.game_id,
                seq=self.seq,
                who=entry.who,
                kind=entry.kind,
                text=entry.text,
                source=entry.source,
                at=self.now,
            )
        )

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        name, data = save_event(event)
        audience = "" if to is None else f",{','.join(sorted(to))},"
        self.session.add(
            EventRow(game_id=self.game_id, seq=self.seq, audience=audience, name=name, data=data)
        )
        self.session.flush()  # ids are given in the order of telling
        self.told += 1
        self.digests += isinstance(event, Digest)

    def checkpoint(self, run: Run[Any]) -> None:
        self.session.add(
            CheckpointRow(
                game_id=self.game_id,
                seq=self.seq,
                phase=run.phase,
                drawn=run.chance.drawn,
                version=len(run.title.migrations),
                state=save_state(run.title, run.state),
            )
        )


@dataclass(slots=True)
class Loaded:
    """A game in memory, at the questions it waits for."""

    game: GameRow
    title: Title[Any, Any]
    run: Run[Any]
    journal: Journal
    base: int
    """The tape's length at the checkpoint that the run began with."""

    @property
    def batch(self) -> int:
        """Names the present batch of questions, differently from the last one."""
        return self.base + self.run.asked_at


def find(session: Session, name: str) -> GameRow:
    """Return the game of this name, or raise `UnknownGame`, which lists those there are."""
    game = session.exec(select(GameRow).where(GameRow.name == name.casefold())).first()
    if game is None:
        there = session.exec(select(GameRow.name).order_by(col(GameRow.id).desc()).limit(8)).all()
        known = ", ".join(sorted(there)) or "none yet"
        raise UnknownGame(f"there is no game '{name}'; games: {known}")
    return game


def seats(session: Session, game: GameRow) -> list[SeatRow]:
    """Return the seats of *game* in the order of the title's seats."""
    found = session.exec(
        select(SeatRow, PlayerRow)  # who asks for seats asks for their players next
        .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
        .where(SeatRow.game_id == game.id)
    ).all()
    order = titles.find(game.title).seats
    return sorted((row for row, _ in found), key=lambda row: order.index(row.seat))


def chance(game: GameRow, drawn: int) -> Chance:
    """Return the source of the game's dice after *drawn* draws."""
    return Chance(game.secret, drawn, game.epoch, tuple(json.loads(game.words)))


def begin(session: Session, game: GameRow, seats_taken: Sequence[str], now: datetime) -> Loaded:
    """Start the rules of *game*: the first checkpoint, up to the first questions."""
    title = titles.find(game.title)
    state = title.new_game(seats_taken, json.loads(game.options))
    journal = Journal(session, game, 0, now)
    run = Run(title, state, chance(game, 0), phase=title.first_phase, recorder=journal)
    return Loaded(game, title, run, journal, 0)


def resume(session: Session, game: GameRow, now: datetime) -> Loaded:
    """Load the newest checkpoint and replay the tape since.

    Raises `engine.Diverged` or `codec.Unreadable` if the installed rules do not fit.
    """
    title = titles.find(game.title)
    mark = _newest(session, game)
    rows = session.exec(
        select(EntryRow)
        .where(EntryRow.game_id == game.id, EntryRow.seq > mark.seq, col(EntryRow.void).is_(False))
        .order_by(col(EntryRow.seq))
    ).all()
    tape = [Entry(row.who, row.kind, row.text, row.source) for row in rows]
    journal = Journal(session, game, length(session, game), now)
    run = Run(
        title,
        load_state(title, mark.state, mark.version),
        chance(game, mark.drawn),
        phase=mark.phase,
        tape=tape,
        recorder=journal,
    )
    return Loaded(game, title, run, journal, mark.seq)


def length(session: Session, game: GameRow) -> int:
    """Return the number of the tape's last entry, voided ones included."""
    last = session.exec(select(func.max(EntryRow.seq)).where(EntryRow.game_id == game.id)).one()
    return last or 0


def tape(session: Session, game: GameRow, *, with_void: bool = False) -> list[EntryRow]:
    """Return the whole tape in order."""
    query = select(EntryRow).where(EntryRow.game_id == game.id).order_by(col(EntryRow.seq))
    if not with_void:
        query = query.where(col(EntryRow.void).is_(False))
    return list(session.exec(query).all())


def events(
    session: Session, game: GameRow, *, after: int = 0, seat: str | None = None,
    everything: bool = False,
) -> list[tuple[int, Event]]:  # fmt: skip
    """Return (id, event) of what *seat* (None: an onlooker) may know after event *after*."""
    title = titles.find(game.title)
    query = (
        select(EventRow)
        .where(EventRow.game_id == game.id, col(EventRow.id) > after,
               col(EventRow.void).is_(False))
        .order_by(col(EventRow.id))
    )  # fmt: skip
    return [
        (row.id or 0, load_event(title, row.name, row.data))
        for row in session.exec(query).all()
        if everything or not row.audience or (seat and f",{seat}," in row.audience)
    ]


def rollback(
    session: Session, game: GameRow, to_seq: int, *, same_dice: bool, now: datetime
) -> Loaded:
    """Void everything after entry *to_seq* and return to the questions asked then.

    The dice after it will be new ones, unless *same_dice*.
    """
    for table in (EntryRow, CheckpointRow, EventRow):
        if table is EntryRow and same_dice:
            game.epoch = _epoch_after(session, game, to_seq)
        session.execute(
            update(table)
            .where(col(table.game_id) == game.id, col(table.seq) > to_seq)
            .values(void=True)
        )
    if not same_dice:
        game.epoch += 1
    session.flush()
    return resume(session, game, now)


def salvage(session: Session, game: GameRow, now: datetime) -> tuple[Loaded, list[Entry]]:
    """Get a game going again whose tape no longer fits the rules.

    Keeps the tape as far as it fits, voids the rest, and returns the answers among it
    that players gave, for the caller to put to the questions that are asked now.
    """
    try:
        return resume(session, game, now), []
    except Diverged as diverged:
        mark = _newest(session, game)
        rest = [row for row in tape(session, game) if row.seq > mark.seq]
        fits, lost = rest[: diverged.at], rest[diverged.at :]
        answers = [
            Entry(row.who, row.kind, row.text, row.source)
            for row in lost
            if row.source not in {"code", "forced", "now"} and row.who != CHANCE
        ]
        to_seq = fits[-1].seq if fits else mark.seq
        return rollback(session, game, to_seq, same_dice=True, now=now), answers


def _epoch_after(session: Session, game: GameRow, seq: int) -> int:
    """Return the epoch of the first live draw after entry *seq*."""
    first = session.exec(
        select(EntryRow.source)
        .where(EntryRow.game_id == game.id, EntryRow.seq > seq, EntryRow.who == CHANCE,
               col(EntryRow.void).is_(False))
        .order_by(col(EntryRow.seq))
    ).first()  # fmt: skip
    return int(first.split()[1].partition(".")[0]) if first else game.epoch


def _newest(session: Session, game: GameRow) -> CheckpointRow:
    mark = session.exec(
        select(CheckpointRow)
        .where(CheckpointRow.game_id == game.id, col(CheckpointRow.void).is_(False))
        .order_by(col(CheckpointRow.id).desc())
    ).first()
    if mark is None:
        raise UnknownGame(f"game '{game.name}' has not started")
    return mark

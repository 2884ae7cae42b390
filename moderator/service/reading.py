"""A game as the operator sees it: its seats, whom it waits for, where in the rules it stands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from moderator.engine import Diverged
from moderator.service import agenda
from moderator.service.club import Club
from moderator.store import games
from moderator.store.codec import Unreadable
from moderator.store.tables import AskRow, GameRow, PlayerRow, SeatRow


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list; moments are aware, in UTC."""

    game: str
    title: str
    status: str
    players: int
    seats: int
    waits_for: int
    """How many seats have not answered."""
    deadline: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat; what is asked of it, and until when, if anything is."""

    seat: str
    player: str
    address: str
    asked: str
    answered: bool
    deadline: datetime | None
    missed: int
    caretaker: bool


@dataclass(frozen=True, slots=True)
class EntryShown:
    """A line of the tape; a sealed answer that is still open is not shown."""

    entry: int
    who: str
    kind: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A game, whole."""

    game: str
    title: str
    status: str
    reason: str
    options: dict[str, str]
    hours: dict[str, int]
    seats: tuple[SeatShown, ...]
    phase: str
    where: str
    """Functions and lines of the rules, the innermost last."""
    trouble: str
    """Why the installed rules cannot go on, or ''."""
    last: tuple[EntryShown, ...]


def listing(session: Session) -> list[Listed]:
    """Return every game, oldest first."""
    found = []
    for game in session.exec(select(GameRow).order_by(col(GameRow.id))).all():
        open_rows = _open(session, game)
        players = session.exec(select(SeatRow.id).where(SeatRow.game_id == game.id)).all()
        deadline = min((row.deadline for row in open_rows), default=None)
        found.append(
            Listed(game.name, game.title, game.status, len(players), game.seats,
                   len(open_rows), deadline, game.reason)
        )  # fmt: skip
    return found


def show(club: Club, session: Session, game: GameRow, last: int = 10) -> Shown:
    """Return *game* with its *last* entries."""
    phase = where = trouble = ""
    sealed: set[str] = set()
    begun = 0
    if game.status != "lobby":
        try:
            loaded = agenda.resume(club, session, game)
            phase, where = loaded.run.phase or "", loaded.run.where()
            sealed, begun = set(loaded.run.answers), loaded.batch
        except (Diverged, Unreadable) as error:
            trouble = f"{type(error).__name__}: {error}"
    entries = games.tape(session, game)[-last:] if last else []
    return Shown(
        game.name, game.title, game.status, game.reason,
        json.loads(game.options), json.loads(game.hours),
        tuple(_seat(session, game, row) for row in games.seats(session, game)),
        phase, where, trouble,
        tuple(
            EntryShown(e.seq, e.who, e.kind,
                       "(sealed)" if e.seq > begun and e.who in sealed else e.text, e.source)
            for e in entries
        ),
    )  # fmt: skip


def _open(session: Session, game: GameRow) -> list[AskRow]:
    return list(
        session.exec(
            select(AskRow).where(AskRow.game_id == game.id, col(AskRow.answered).is_(False))
        ).all()
    )


def _seat(session: Session, game: GameRow, row: SeatRow) -> SeatShown:
    person = session.get_one(PlayerRow, row.player_id)
    ask = session.get(AskRow, (game.id, row.seat))
    return SeatShown(
        row.seat, person.name, person.address, ask.kind if ask else "",
        bool(ask and ask.answered), ask.deadline if ask else None, row.missed, row.caretaker,
    )  # fmt: skip

"""Deadlines: reminders before, defaults after.  The truth about them is in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from sqlmodel import Session, col, select

from moderator.orders.standing import prepared
from moderator.reports.inputs import Reminder
from moderator.reports.page import write
from moderator.service import agenda, frames, post, trouble, turn
from moderator.service.club import Club
from moderator.store import games
from moderator.store.games import Loaded
from moderator.store.tables import AskRow, GameRow, SeatRow

PATIENCE = 3
"""Deadlines missed in a row after which the moderator is told."""


def tick(club: Club) -> list[str]:
    """Send the reminders and apply the defaults that are due; return the games touched.

    A game that cannot go on is put on hold by itself and holds up no other.
    """
    now = club.now()
    with club.database.reading() as session:
        rows = _open(session)
        due = {row.game_id for row, game in rows if _late(row, game) <= now}
        early = {row.game_id for row, game in rows if _reminder(row, game) <= now} - due
        names = {game.id: game.name for _, game in rows}
    for number in due:
        _guarded(club, number, expire)
    for number in early:
        _guarded(club, number, remind)
    return sorted(names[number] for number in due | early)


def next_wake(club: Club) -> datetime | None:
    """Return when `tick` has something to do next, None if nothing is waited for."""
    with club.database.reading() as session:
        moments = [min(_late(row, game), _reminder(row, game)) for row, game in _open(session)]
    return min(moments, default=None)


def expire(club: Club, session: Session, game: GameRow) -> None:
    """Answer for every seat whose deadline, and grace, is over."""
    now = club.now()
    rows = [row for row, _ in _open(session, game) if _late(row, game) <= now]
    late = {row.seat for row in rows}
    loaded = agenda.resume(club, session, game)
    for seat in games.seats(session, game):
        if seat.seat in late:
            missed(club, session, loaded, seat)
            turn.lapse(session, game, seat.seat)
    answer_for(session, loaded, late)
    turn.go_on(club, session, loaded)


def answer_for(session: Session, loaded: Loaded, late: set[str]) -> None:
    """Answer for the silent seats among *late*: standing orders, caretaker, or the default."""
    standing = agenda.standing(session, loaded)
    by_seat = {row.seat: row for row in games.seats(session, loaded.game)}
    for seat, ask in list(loaded.run.waiting.items()):
        if seat not in late:
            continue
        ready = prepared(ask, standing, loaded.title.words, late=True)
        if ready is not None:
            loaded.run.answer(seat, ready, "standing")
        elif by_seat[seat].caretaker:
            rng = Random(f"{loaded.game.name} {seat} {loaded.batch}")  # noqa: S311 a player, no dice
            view = loaded.title.view(loaded.run.state, seat)
            loaded.run.answer(seat, loaded.title.bot(view, ask, rng), "caretaker")
        else:
            loaded.run.answer(seat, ask.default, "deadline")


def missed(club: Club, session: Session, loaded: Loaded, seat: SeatRow) -> None:
    """Count a missed deadline, and tell the moderator when there are too many in a row."""
    seat.missed += 1
    session.add(seat)
    if seat.missed == PATIENCE and not seat.caretaker:
        name = frames.player(session, seat).name
        trouble.player_silent(club, session, loaded.game, name, seat.seat, seat.missed)


def remind(club: Club, session: Session, game: GameRow) -> None:
    """Remind every silent seat once of a deadline that is near."""
    now = club.now()
    rows = [row for row, _ in _open(session, game) if _reminder(row, game) <= now]
    seats = {seat.seat: seat for seat in games.seats(session, game)}
    loaded = agenda.resume(club, session, game)
    for row in rows:
        row.reminded = True
        session.add(row)
        ask = loaded.run.waiting.get(row.seat)
        if ask is None:
            continue
        seat = seats[row.seat]
        letter = Reminder(
            frames.for_seat(club, session, game, seat),
            loaded.title.view(loaded.run.state, row.seat),
            agenda.questions(session, loaded, seat),
        )
        page = write(club.templates, loaded.title, letter)
        post.to_seat(club, session, game, seat, page, kind="reminder")


def _guarded(club: Club, number: int, step: Callable[[Club, Session, GameRow], None]) -> None:
    try:
        with club.database.writing() as session:
            step(club, session, session.get_one(GameRow, number))
    except Exception as error:
        with club.database.writing() as session:
            game = session.get_one(GameRow, number)
            trouble.game_broke(club, session, game, error, "the deadline could not be handled")


def _open(session: Session, game: GameRow | None = None) -> list[tuple[AskRow, GameRow]]:
    """Return the unanswered questions of running games."""
    query = (
        select(AskRow, GameRow)
        .join(GameRow, col(GameRow.id) == col(AskRow.game_id))
        .where(col(AskRow.answered).is_(False), GameRow.status == "running")
    )
    if game is not None:
        query = query.where(GameRow.id == game.id)
    return list(session.exec(query).all())


def _late(row: AskRow, game: GameRow) -> datetime:
    return row.deadline + timedelta(hours=game.grace_hours)


def _reminder(row: AskRow, game: GameRow) -> datetime:
    """Return when the reminder is due: never more than half of the time before the deadline."""
    if row.reminded or not game.remind_hours:
        return _late(row, game)
    before = min(timedelta(hours=game.remind_hours), (row.deadline - row.asked) / 2)
    return row.deadline - before

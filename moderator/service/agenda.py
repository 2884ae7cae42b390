"""What a game waits for: open questions, standing orders, and lines kept for later."""

from __future__ import annotations

from sqlmodel import Session, col, select

from moderator.orders.read import Misread
from moderator.orders.standing import Standing, prepared, read_standing
from moderator.reports.parts import Question, Waiting
from moderator.service.club import Club
from moderator.store import games
from moderator.store.games import Loaded
from moderator.store.tables import AskRow, GameRow, KeptRow, PlayerRow, SeatRow, StandingRow


def resume(club: Club, session: Session, game: GameRow) -> Loaded:
    """Return *game* at the questions it waits for."""
    return games.resume(session, game, club.now())


REPLIES = "replies of other players"
"""Stands for the names of those who are asked in secret."""


def standing(session: Session, loaded: Loaded) -> tuple[Standing, ...]:
    """Return the standing orders on file; one that the rules no longer read is left out.

    One whose last round is over is taken off the file.
    """
    rows = session.exec(
        select(StandingRow)
        .where(StandingRow.game_id == loaded.game.id)
        .order_by(col(StandingRow.id))
    ).all()
    found = []
    for row in rows:
        try:
            order = read_standing(row.seat, row.text, loaded.title)
        except Misread:
            continue
        if order.over(loaded.title, loaded.run.state):
            session.delete(row)
        else:
            found.append(order)
    return tuple(found)


def questions(session: Session, loaded: Loaded, seat: SeatRow) -> tuple[Question, ...]:
    """Return what is asked of *seat*, with its answer so far while that may be changed."""
    ask = loaded.run.asks.get(seat.seat)
    row = session.get(AskRow, (loaded.game.id, seat.seat))
    if ask is None or row is None:
        return ()
    given = loaded.run.given.get(seat.seat, "")
    ready = prepared(ask, standing(session, loaded), loaded.title.words, late=True) or ""
    return (Question(ask, row.deadline, tuple(given.splitlines()), ready),)


def waiting(session: Session, loaded: Loaded, but: str) -> tuple[Waiting, ...]:
    """Return the other players whom the game waits for: a thing that all may know.

    Who has not answered a secret question yet stays without a name: a quick answer would tell
    of a plan on file, a slow one of none.
    """
    rows = session.exec(
        select(AskRow, PlayerRow)
        .join(SeatRow, (col(SeatRow.game_id) == col(AskRow.game_id))
              & (col(SeatRow.seat) == col(AskRow.seat)))
        .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
        .where(AskRow.game_id == loaded.game.id, col(AskRow.answered).is_(False),
               AskRow.seat != but)
        .order_by(col(SeatRow.place))
    ).all()  # fmt: skip
    asks = loaded.run.asks
    secret = [row.deadline for row, _ in rows if row.seat in asks and asks[row.seat].secret]
    named = [Waiting(player.name, row.deadline) for row, player in rows
             if row.seat not in asks or not asks[row.seat].secret]  # fmt: skip
    return (*named, *([Waiting(REPLIES, max(secret))] if secret else ()))


def kept(session: Session, game: GameRow, seat: str = "") -> list[KeptRow]:
    """Return the lines that wait for later questions, of one seat or of all, oldest first."""
    query = select(KeptRow).where(KeptRow.game_id == game.id).order_by(col(KeptRow.id))
    if seat:
        query = query.where(KeptRow.seat == seat)
    return list(session.exec(query).all())


def on_file(session: Session, game: GameRow, seat: str) -> tuple[str, ...]:
    """Return the standing orders of *seat* as it wrote them, each behind its number."""
    rows = session.exec(
        select(StandingRow)
        .where(StandingRow.game_id == game.id, StandingRow.seat == seat)
        .order_by(col(StandingRow.number))
    ).all()
    return tuple(f"{row.number}  {row.text}" for row in rows)


def row(session: Session, game: GameRow, seat: str) -> AskRow | None:
    """Return what is written down of the question open to *seat*, answered or not."""
    return session.get(AskRow, (game.id, seat))

"""A game going on: queued lines and standing orders served, questions and deadlines kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col, select

from moderator.engine import Ask, Entry, Illegal, LineDropped
from moderator.kit.foresight import by_turns
from moderator.orders.line import Line, lapsed
from moderator.orders.outcome import Served
from moderator.orders.queue import serve
from moderator.service import agenda, bulletin
from moderator.service.club import Club
from moderator.store.games import Loaded
from moderator.store.tables import AskRow, GameRow, KeptRow

Queues = Mapping[str, Iterable[Line]]


def go_on(
    club: Club,
    session: Session,
    loaded: Loaded,
    fresh: Queues | None = None,
    *,
    everybody: bool = False,
) -> Served:
    """Serve what is queued, write down the open questions, and queue the mails that follow.

    *fresh* are the lines of the mail at hand.  With *everybody* all seats are written to
    even if nothing new is asked of them.
    """
    served = serve(
        loaded.run, _queues(session, loaded.game, fresh or {}), agenda.standing(session, loaded)
    )
    _tell_refusals(loaded, served, fresh or {})
    _keep(session, loaded.game, served)
    asked = _write_questions(club, session, loaded)
    session.flush()
    bulletin.publish(club, session, loaded, asked, everybody=everybody)
    return served


def _tell_refusals(loaded: Loaded, served: Served, fresh: Queues) -> None:
    """Tell each seat but the writer, who has his receipt, which kept lines have come to nothing."""
    for seat, outcomes in served.outcomes.items():
        for one in outcomes if seat not in fresh else ():
            if one.verdict in {"not done", "ignored"} and one.reason:
                told = LineDropped(seat, one.line, one.reason, one.rules)
                loaded.journal.event(told, frozenset({seat}))


def answer_again(loaded: Loaded, answers: Sequence[Entry]) -> tuple[int, int]:
    """Put old answers to the questions asked now; return how many fit and how many do not.

    Questions that wait for nobody are passed by where an old answer is for a later one.
    """
    fits = 0
    for entry in answers:
        if not _asks(loaded, entry):
            serve(loaded.run)
        if not _asks(loaded, entry):
            continue
        try:
            loaded.run.answer(entry.who, entry.text, entry.source)
        except Illegal:
            continue
        fits += 1
    return fits, len(answers) - fits


def _asks(loaded: Loaded, entry: Entry) -> bool:
    ask = loaded.run.waiting.get(entry.who)
    return ask is not None and ask.kind == entry.kind


def lapse(session: Session, game: GameRow, seat: str) -> None:
    """Drop what of a seat's kept lines waits for a correction that did not come in time."""
    rows = agenda.kept(session, game, seat)
    left = lapsed([_line(row) for row in rows])
    for row in rows[len(left) :]:
        session.delete(row)


def _line(row: KeptRow) -> Line:
    return Line(row.number, row.line, fresh=False, refused=row.refused)


def _queues(session: Session, game: GameRow, fresh: Queues) -> dict[str, list[Line]]:
    queues: dict[str, list[Line]] = {}
    for row in agenda.kept(session, game):
        queues.setdefault(row.seat, []).append(_line(row))
    for seat, lines in fresh.items():
        queues.setdefault(seat, []).extend(lines)
    return queues


def _keep(session: Session, game: GameRow, served: Served) -> None:
    session.execute(delete(KeptRow).where(col(KeptRow.game_id) == game.id))
    assert game.id is not None
    for seat, lines in served.kept.items():
        for line in lines:
            session.add(
                KeptRow(
                    game_id=game.id,
                    seat=seat,
                    number=line.number,
                    line=line.text,
                    refused=line.refused,
                )
            )


def _write_questions(club: Club, session: Session, loaded: Loaded) -> set[str]:
    """Bring the table of open questions up to date; return the seats asked something new."""
    game, run = loaded.game, loaded.run
    rows = {
        row.seat: row for row in session.exec(select(AskRow).where(AskRow.game_id == game.id)).all()
    }
    asked: set[str] = set()
    for seat, ask in run.asks.items():
        row = before = rows.pop(seat, None)
        if row is None or (row.batch, row.kind) != (loaded.batch, ask.kind):
            row = _question(club, game, ask, loaded.batch)
            if before is not None:
                if before.deadline > club.now() and _same_turn(loaded, ask, before):
                    row.deadline, row.reminded = before.deadline, before.reminded
                session.delete(before)
                session.flush()
            if seat not in run.answers:
                asked.add(seat)
        row.answered = seat in run.answers
        session.add(row)
    for row in rows.values():
        session.delete(row)
    return asked


def _same_turn(loaded: Loaded, ask: Ask[Any], before: AskRow) -> bool:
    """Say whether a question goes on with the turn of the one before it: its clock runs on."""
    goes_on = ask.own_turn and ask.done is not None and ask.pace == before.pace
    return goes_on and by_turns(loaded.title) and not loaded.journal.digests


def _question(club: Club, game: GameRow, ask: Ask[Any], batch: int) -> AskRow:
    hours: dict[str, int] = json.loads(game.hours)
    now = club.now()
    assert game.id is not None
    return AskRow(
        game_id=game.id,
        seat=ask.seat,
        kind=ask.kind,
        batch=batch,
        pace=ask.pace,
        asked=now,
        deadline=now + timedelta(hours=hours.get(ask.pace, hours.get("turn", 72))),
    )

"""The commands of a player's mail that are no orders: help, status, standing orders, press."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from sqlalchemy import func
from sqlmodel import select

from moderator import titles
from moderator.engine import Diverged
from moderator.orders.commands import Command
from moderator.orders.read import Misread
from moderator.orders.standing import read_standing
from moderator.reports.inputs import Help, Refusal, Status
from moderator.reports.parts import Frame, LineRead
from moderator.service import agenda, bulletin, frames, lobby, press, verdicts
from moderator.service.handling import Handling
from moderator.service.refused import Refused
from moderator.store import games
from moderator.store.codec import Unreadable
from moderator.store.tables import InboundRow, OutboundRow, PlayerRow, StandingRow

TO_CONFIRM = timedelta(days=7)
"""How long a player has to say that a mail is his."""


def carry_out(handling: Handling, command: Command) -> None:
    """Carry out one command, and note in *handling* what became of its line."""
    match command.name:
        case "help":
            handling.write(Help(_frame(handling), command.fields.get("topic", "")))
        case "status" | "standing":
            _status(handling)
        case "resend":
            _resend(handling, command)
        case "undo":
            _undo(handling, command)
        case "when":
            _file_standing(handling, command)
        case "forget":
            _forget(handling, command)
        case "press":
            _press(handling, command)
        case "join":
            _join(handling, command)
        case _:
            _done(handling, command, why="that is for the moderator")


def confirm(handling: Handling, asked: OutboundRow) -> None:
    """The player says that the mail which *asked* is about is his: handle it now.

    If it came from another address, that one is his too from now on, and so is what else
    waits from it.  Nothing else that waits is touched: it may be somebody else's.  A yes
    that comes after `TO_CONFIRM` is too late.
    """
    session, seat, game = handling.session, handling.seat, handling.game
    if handling.club.now() > asked.created + TO_CONFIRM:
        detail = "Please send the lines again, as a reply to my newest mail."
        received = handling.row.received
        handling.write(Refusal(_frame(handling), "too late", received, game.name, detail))
        return
    rows = session.exec(
        select(InboundRow).where(
            InboundRow.state == "waiting",
            InboundRow.game == game.name,
            InboundRow.seat == seat.seat,
        )
    ).all()
    player = session.get_one(PlayerRow, seat.player_id)
    meant = [row for row in rows if row.receipt == asked.message_id]
    known = {player.address, *player.also.split()}
    others = {sender for row in meant if (sender := _sender(row)) not in known}
    if others:
        player.also = " ".join([*player.also.split(), *sorted(others)])
        session.add(player)
    meant += [row for row in rows if row not in meant and _sender(row) in others]
    for row in meant:
        row.state, row.reason, row.attempts = "new", f"confirmed by mail {handling.row.id}", 0
        session.add(row)
    handling.row.reason = f"confirmed {len(meant)} mails"


def _sender(row: InboundRow) -> str:
    """Return the address that a waiting mail came from, as its reason names it."""
    return row.reason.rpartition(": ")[2]


def _frame(handling: Handling) -> Frame:
    return frames.for_seat(handling.club, handling.session, handling.game, handling.seat)


def _status(handling: Handling) -> None:
    club, session, game, seat = handling.club, handling.session, handling.game, handling.seat
    if game.status == "lobby":
        handling.write(Help(_frame(handling)))
        return
    try:
        loaded = agenda.resume(club, session, game)
    except (Diverged, Unreadable):
        if game.status == "running":
            raise  # news to the moderator; a game on hold is none
        detail = "The moderator is mending it; nothing is lost."
        handling.write(
            Refusal(_frame(handling), "on hold", handling.row.received, game.name, detail)
        )
        return
    running = game.status == "running"
    handling.write(
        Status(
            _frame(handling),
            loaded.title.view(loaded.run.state, seat.seat),
            agenda.questions(session, loaded, seat) if running else (),
            agenda.waiting(session, loaded, seat.seat),
            agenda.on_file(session, game, seat.seat),
            tuple(row.line for row in agenda.kept(session, game, seat.seat)),
            "" if game.status in {"running", "over"} else game.reason or game.status,
        )
    )


def _resend(handling: Handling, command: Command) -> None:
    if handling.game.status == "lobby":
        _done(handling, command, why="the game has not started; there is no report yet")
        return
    handling.answered = True
    if handling.may_answer():
        loaded = agenda.resume(handling.club, handling.session, handling.game)
        bulletin.send_again(
            handling.club, handling.session, loaded, handling.seat, handling.message_id
        )


def _join(handling: Handling, command: Command) -> None:
    """A player signs on to another game; by his token he is who he says."""
    player = handling.session.get_one(PlayerRow, handling.seat.player_id)
    fields = command.fields
    wish = lobby.SignOn(player.address, player.name, fields.get("seat", ""), fields.get("text", ""))
    try:
        other = games.find(handling.session, fields["game"])
        with handling.session.begin_nested():
            row = lobby.join(handling.club, handling.session, other, wish)
    except games.UnknownGame as unknown:
        _done(handling, command, why=str(unknown))
    except Refused as refused:
        why = refused.detail or f"{refused.cause}: {fields['game']}"
        _done(handling, command, why=why, nearest=refused.nearest)
    else:
        _done(handling, command, outcome=f"you play {row.seat} in {other.name}")


def _undo(handling: Handling, command: Command) -> None:
    number = int(command.fields["number"])
    rows = [
        row
        for row in agenda.kept(handling.session, handling.game, handling.seat.seat)
        if row.number == number
    ]
    if not rows:
        why = f"no line {number} is kept; a sealed answer is changed by sending it again whole"
        _done(handling, command, why=why)
        return
    for row in rows:
        handling.session.delete(row)
    handling.session.flush()
    _done(handling, command, outcome=f"taken back: {'; '.join(row.line for row in rows)}")


def _file_standing(handling: Handling, command: Command) -> None:
    session, game, seat = handling.session, handling.game, handling.seat
    try:
        order = read_standing(seat.seat, command.argument, titles.find(game.title))
    except Misread as misread:
        handling.read.append(verdicts.of_misread(command.number, misread))
        return
    if order.until and game.status == "running":
        loaded = agenda.resume(handling.club, session, game)
        if order.over(loaded.title, loaded.run.state):
            _done(handling, command, why=f"round {order.until} is over")
            return
    last = session.exec(
        select(func.max(StandingRow.number)).where(
            StandingRow.game_id == game.id, StandingRow.seat == seat.seat
        )
    ).one()
    assert game.id is not None
    row = StandingRow(game_id=game.id, seat=seat.seat, number=(last or 0) + 1, text=order.text)
    session.add(row)
    session.flush()
    _done(
        handling, command, outcome=f'standing order {row.number}; "forget {row.number}" cancels it'
    )


def _forget(handling: Handling, command: Command) -> None:
    row = handling.session.exec(
        select(StandingRow).where(
            StandingRow.game_id == handling.game.id,
            StandingRow.seat == handling.seat.seat,
            StandingRow.number == int(command.fields["number"]),
        )
    ).first()
    if row is None:
        there = (
            ", ".join(agenda.on_file(handling.session, handling.game, handling.seat.seat)) or "none"
        )
        _done(handling, command, why=f"there is no such standing order; on file: {there}")
        return
    handling.session.delete(row)
    handling.session.flush()
    _done(handling, command, outcome=f"cancelled: {row.text}")


def _press(handling: Handling, command: Command) -> None:
    try:
        outcome = press.send(handling, command.fields["seats"], command.fields["text"])
    except press.NotSent as not_sent:
        _done(handling, command, why=str(not_sent), nearest=not_sent.nearest)
    else:
        _done(handling, command, outcome=outcome)


def _done(
    handling: Handling, command: Command, *, outcome: str = "", why: str = "",
    nearest: tuple[str, ...] = (),
) -> None:  # fmt: skip
    text = f"{command.name} {command.argument}".strip()
    if command.name == "when":
        text = command.argument
    if command.name == "press":
        text = text.splitlines()[0]
    verdict: Literal["done", "not done"] = "not done" if why else "done"
    handling.read.append(
        LineRead(command.number, text, verdict, outcome=outcome, why=why, nearest=nearest)
    )

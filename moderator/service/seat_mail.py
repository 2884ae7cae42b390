"""A mail of a player, proved to be his: commands carried out, orders read, all of it answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlmodel import Session, select

from moderator import titles
from moderator.mail.letter import Letter
from moderator.orders.commands import Command, sort_lines
from moderator.orders.line import Line, joined
from moderator.orders.place import place_of
from moderator.reports.inputs import Acknowledgement, Preview, Refusal, Unreadable
from moderator.reports.parts import LineRead
from moderator.service import agenda, frames, requests, turn, verdicts
from moderator.service.club import Club
from moderator.service.handling import Handling
from moderator.service.preview import preview
from moderator.store.games import Loaded
from moderator.store.tables import (
    GameRow,
    InboundRow,
    KeptRow,
    OutboundRow,
    SeatRow,
)

SUBJECT_ONLY = ("help", "status", "resend")
"""Commands that may stand in the subject of an empty mail."""


def handle(
    club: Club, session: Session, row: InboundRow, letter: Letter, game: GameRow, seat: SeatRow
) -> None:
    """Carry out what the mail says, as far as it can be, and acknowledge every line."""
    handling = Handling(club, session, row, letter, game, seat)
    seat.receipts += 1
    row.receipt = f"{game.name}/{seat.seat}/{seat.receipts}"
    session.add(seat)
    replied = _replied_to(session, letter, game, seat)
    lines = [
        Line(number, text)
        for number, text in enumerate(joined(letter.orders), start=1)
        if number == 1 or not _is_name(text, frames.player(session, seat).name, letter.sender_name)
    ]
    if not lines and letter.bare_subject.casefold() in SUBJECT_ONLY:
        lines = [Line(1, letter.bare_subject)]
    if replied is not None and replied.kind == "confirm" and _says_yes(lines):
        requests.confirm(handling, replied)
        return
    verbs = {order.verb for order in titles.find(game.title).orders}
    found = sort_lines(lines, verbs=verbs)
    if not lines:
        frame = frames.for_seat(club, session, game, seat)
        handling.write(Unreadable(frame, row.received, _why_empty(letter)), "refusal")
    elif any(command.name == "preview" for command in found.commands):
        _preview(handling, found.orders)
    elif replied is not None and found.orders and _closed(handling, replied, found.orders):
        _too_late(handling)
    else:
        handling.read += [verdicts.of_misread(number, wrong) for number, wrong in found.misread]
        _carry_out(handling, found.commands, found.orders)


def _carry_out(handling: Handling, commands: Sequence[Command], orders: Sequence[Line]) -> None:
    club, session, game = handling.club, handling.session, handling.game
    for command in commands:
        requests.carry_out(handling, command)
    loaded = None
    if game.status == "running" and (orders or any(c.name == "when" for c in commands)):
        loaded = agenda.resume(club, session, game)
        _play(handling, loaded, orders)
    elif orders and game.status == "over":
        frame = frames.for_seat(club, session, game, handling.seat)
        handling.write(Refusal(frame, "game over", handling.row.received, game.name))
        return
    elif orders:
        _keep_for_later(handling, orders)
    if handling.read or not handling.answered:
        _acknowledge(handling, loaded)


def _play(handling: Handling, loaded: Loaded, orders: Sequence[Line]) -> None:
    """Let the game go on with the lines of this mail."""
    seat = handling.seat.seat
    ask, batch = loaded.run.asks.get(seat), loaded.batch
    handling.seat.missed = 0
    served = turn.go_on(handling.club, handling.session, loaded, {seat: orders})
    still_open = ask is not None and loaded.run.asks.get(seat) is ask and loaded.batch == batch
    handling.read += verdicts.of_outcomes(
        served.outcomes.get(seat, ()), loaded.title, ask, still_open=still_open
    )


def _keep_for_later(handling: Handling, orders: Sequence[Line]) -> None:
    """The game rests: its lines are read when it goes on."""
    assert handling.game.id is not None
    for line in orders:
        handling.session.add(
            KeptRow(
                game_id=handling.game.id,
                seat=handling.seat.seat,
                number=line.number,
                line=line.text,
            )
        )
        waits = {"lobby": "the start", "paused": "the end of the pause"}.get(
            handling.game.status, "the end of the hold"
        )
        handling.read.append(LineRead(line.number, line.text, "kept", outcome=f"until {waits}"))


def _acknowledge(handling: Handling, loaded: Loaded | None) -> None:
    club, session, game, seat = handling.club, handling.session, handling.game, handling.seat
    if loaded is None and game.status == "running":
        loaded = agenda.resume(club, session, game)
    asked = loaded is not None and game.status == "running"
    questions = agenda.questions(session, loaded, seat) if loaded and asked else ()
    view = loaded.title.view(loaded.run.state, seat.seat) if loaded else None
    handling.write(
        Acknowledgement(
            frame=frames.for_seat(club, session, game, seat),
            received=handling.row.received,
            receipt=handling.row.receipt,
            lines=tuple(sorted(handling.read, key=lambda one: one.number)),
            ignored=_ignored(handling.letter),
            warnings=handling.letter.warnings,
            questions=questions,
            view=view,
        )
    )


def _preview(handling: Handling, orders: Sequence[Line]) -> None:
    """Say how the lines would be read; nothing is carried out, nothing hidden is told."""
    club, session, game, seat = handling.club, handling.session, handling.game, handling.seat
    loaded = agenda.resume(club, session, game) if game.status == "running" else None
    run = loaded.run if loaded else None
    lines = preview(orders, run, seat.seat, titles.find(game.title))
    handling.write(
        Preview(
            frames.for_seat(club, session, game, seat),
            handling.row.received,
            lines,
            _ignored(handling.letter),
            handling.letter.warnings,
            agenda.questions(session, loaded, seat) if loaded else (),
        )
    )


def _too_late(handling: Handling) -> None:
    """The mail answers a question that is closed: nothing of it is carried out."""
    frame = frames.for_seat(handling.club, handling.session, handling.game, handling.seat)
    handling.row.reason = "it answers a question that is closed"
    detail = 'None of its lines was carried out. Reply to my newest mail; "resend" brings it again.'
    handling.write(Refusal(frame, "too late", handling.row.received, handling.game.name, detail))


def _replied_to(
    session: Session, letter: Letter, game: GameRow, seat: SeatRow
) -> OutboundRow | None:
    """Return the mail of ours that *letter* is a reply to."""
    if not letter.in_reply_to:
        return None
    return session.exec(
        select(OutboundRow).where(
            OutboundRow.message_id == letter.in_reply_to,
            OutboundRow.game == game.name,
            OutboundRow.seat == seat.seat,
        )
    ).first()


def _closed(handling: Handling, replied: OutboundRow, orders: Sequence[Line]) -> bool:
    """Say whether *replied* asked a question that is closed, so that *orders* are late.

    Late lines must not be taken for the next question of the same kind, nor lie in wait
    for it; lines that all fit another kind of question, open now, are meant for that one.
    """
    if replied.batch < 0 or handling.game.status != "running":
        return False
    now = agenda.row(handling.session, handling.game, handling.seat.seat)
    if now is None or now.batch == replied.batch:
        return now is None
    if now.kind == replied.asked:
        return True
    loaded = agenda.resume(handling.club, handling.session, handling.game)
    ask = loaded.run.asks[handling.seat.seat]
    return any(place_of(line, ask, loaded.title) != "here" for line in orders)


def _is_name(text: str, *names: str) -> bool:
    """Say whether a line is no more than its writer's name below his orders."""
    words = set(text.casefold().strip(" .,!-").split())
    return bool(words) and any(words <= set(name.casefold().split()) for name in names)


def _says_yes(lines: Sequence[Line]) -> bool:
    return any(line.text.strip(" .!\"'").casefold() == "yes" for line in lines)


def _ignored(letter: Letter) -> tuple[tuple[str, int], ...]:
    labels = Counter(line.label for line in letter.lines if line.label != "order" and line.text)
    return tuple(sorted(labels.items()))


def _why_empty(letter: Letter) -> str:
    if any(line.label == "quoted" for line in letter.lines):
        return "all of its lines were quoted: write your orders without the > in front"
    if letter.attachments:
        return "it held an attachment and no text"
    return "it held no text"

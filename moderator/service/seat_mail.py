"""A mail of a player, proved to be his: commands carried out, orders read, all of it answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlmodel import Session, select

from moderator import titles
from moderator.mail.letter import Letter
from moderator.orders.commands import Command, sort_lines
from moderator.orders.line import Line, joined
from moderator.orders.place import place_of
from moderator.reports.inputs import Acknowledgement, Preview, Refusal, Unreadable
from moderator.reports.inputs import Letter as ReportLetter
from moderator.reports.page import write
from moderator.reports.parts import LineRead
from moderator.service import agenda, frames, post, requests, turn, verdicts
from moderator.service.club import Club
from moderator.service.limits import may_answer
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


@dataclass(slots=True)
class Desk:
    """One mail being handled."""

    club: Club
    session: Session
    row: InboundRow
    letter: Letter
    game: GameRow
    seat: SeatRow
    read: list[LineRead] = field(default_factory=list)
    """What became of each line so far."""
    answered: bool = False
    """Some page was sent that answers the mail, so an empty acknowledgement may be left out."""

    def write(self, letter: ReportLetter, kind: str = "answer") -> None:
        """Queue a page that answers this mail, unless its sender gets too many."""
        self.answered = True
        if not self.may_answer():
            return
        page = write(self.club.templates, titles.find(self.game.title), letter)
        post.to_seat(
            self.club,
            self.session,
            self.game,
            self.seat,
            page,
            kind=kind,
            answers=self.message_id,
            asked=agenda.row(self.session, self.game, self.seat.seat),
        )

    def may_answer(self) -> bool:
        """Say whether the mail's sender may get one more answer; note it if not."""
        if may_answer(self.club, self.session, self.seat):
            return True
        self.row.reason = "not answered: too many answers to this address"
        return False

    @property
    def message_id(self) -> str:
        """The Message-ID to reply to, '' if the mail had none."""
        return self.letter.message_id if self.letter.message_id.startswith("<") else ""


def handle(
    club: Club, session: Session, row: InboundRow, letter: Letter, game: GameRow, seat: SeatRow
) -> None:
    """Carry out what the mail says, as far as it can be, and acknowledge every line."""
    desk = Desk(club, session, row, letter, game, seat)
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
        requests.confirm(desk, replied)
        return
    found = sort_lines(lines)
    if not lines:
        frame = frames.for_seat(club, session, game, seat)
        desk.write(Unreadable(frame, row.received, _why_empty(letter)), "refusal")
    elif any(command.name == "preview" for command in found.commands):
        _preview(desk, found.orders)
    elif replied is not None and found.orders and _closed(desk, replied, found.orders):
        _too_late(desk)
    else:
        desk.read += [verdicts.of_misread(number, wrong) for number, wrong in found.misread]
        _carry_out(desk, found.commands, found.orders)


def _carry_out(desk: Desk, commands: Sequence[Command], orders: Sequence[Line]) -> None:
    club, session, game = desk.club, desk.session, desk.game
    for command in commands:
        requests.carry_out(desk, command)
    loaded = None
    if game.status == "running" and (orders or any(c.name == "when" for c in commands)):
        loaded = agenda.resume(club, session, game)
        _play(desk, loaded, orders)
    elif orders and game.status == "over":
        frame = frames.for_seat(club, session, game, desk.seat)
        desk.write(Refusal(frame, "game over", desk.row.received, game.name))
        return
    elif orders:
        _keep_for_later(desk, orders)
    if desk.read or not desk.answered:
        _acknowledge(desk, loaded)


def _play(desk: Desk, loaded: Loaded, orders: Sequence[Line]) -> None:
    """Let the game go on with the lines of this mail."""
    seat = desk.seat.seat
    ask, batch = loaded.run.asks.get(seat), loaded.batch
    desk.seat.missed = 0
    served = turn.go_on(desk.club, desk.session, loaded, {seat: orders})
    still_open = ask is not None and loaded.run.asks.get(seat) is ask and loaded.batch == batch
    desk.read += verdicts.of_outcomes(
        served.outcomes.get(seat, ()), loaded.title, ask, still_open=still_open
    )


def _keep_for_later(desk: Desk, orders: Sequence[Line]) -> None:
    """The game rests: its lines are read when it goes on."""
    assert desk.game.id is not None
    for line in orders:
        desk.session.add(
            KeptRow(game_id=desk.game.id, seat=desk.seat.seat, number=line.number, line=line.text)
        )
        waits = {"lobby": "the start", "paused": "the end of the pause"}.get(
            desk.game.status, "the end of the hold"
        )
        desk.read.append(LineRead(line.number, line.text, "kept", outcome=f"until {waits}"))


def _acknowledge(desk: Desk, loaded: Loaded | None) -> None:
    club, session, game, seat = desk.club, desk.session, desk.game, desk.seat
    if loaded is None and game.status == "running":
        loaded = agenda.resume(club, session, game)
    asked = loaded is not None and game.status == "running"
    questions = agenda.questions(session, loaded, seat) if loaded and asked else ()
    view = loaded.title.view(loaded.run.state, seat.seat) if loaded else None
    desk.write(
        Acknowledgement(
            frame=frames.for_seat(club, session, game, seat),
            received=desk.row.received,
            receipt=desk.row.receipt,
            lines=tuple(sorted(desk.read, key=lambda one: one.number)),
            ignored=_ignored(desk.letter),
            warnings=desk.letter.warnings,
            questions=questions,
            view=view,
        )
    )


def _preview(desk: Desk, orders: Sequence[Line]) -> None:
    """Say how the lines would be read; nothing is carried out, nothing hidden is told."""
    club, session, game, seat = desk.club, desk.session, desk.game, desk.seat
    loaded = agenda.resume(club, session, game) if game.status == "running" else None
    ask = loaded.run.asks.get(seat.seat) if loaded else None
    lines = verdicts.preview(orders, ask, titles.find(game.title))
    desk.write(
        Preview(
            frames.for_seat(club, session, game, seat),
            desk.row.received,
            lines,
            _ignored(desk.letter),
            desk.letter.warnings,
            agenda.questions(session, loaded, seat) if loaded else (),
        )
    )


def _too_late(desk: Desk) -> None:
    """The mail answers a question that is closed: nothing of it is carried out."""
    frame = frames.for_seat(desk.club, desk.session, desk.game, desk.seat)
    desk.row.reason = "it answers a question that is closed"
    detail = 'None of its lines was carried out. Reply to my newest mail; "resend" brings it again.'
    desk.write(Refusal(frame, "too late", desk.row.received, desk.game.name, detail))


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


def _closed(desk: Desk, replied: OutboundRow, orders: Sequence[Line]) -> bool:
    """Say whether *replied* asked a question that is closed, so that *orders* are late.

    Late lines must not be taken for the next question of the same kind, nor lie in wait
    for it; lines that all fit another kind of question, open now, are meant for that one.
    """
    if replied.batch < 0 or desk.game.status != "running":
        return False
    now = agenda.row(desk.session, desk.game, desk.seat.seat)
    if now is None or now.batch == replied.batch:
        return now is None
    if now.kind == replied.asked:
        return True
    loaded = agenda.resume(desk.club, desk.session, desk.game)
    ask = loaded.run.asks[desk.seat.seat]
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

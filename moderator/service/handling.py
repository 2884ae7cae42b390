"""One mail of a player while it is being handled: what was read of it, and how to answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlmodel import Session

from moderator import titles
from moderator.mail.letter import Letter
from moderator.reports.inputs import Letter as ReportLetter
from moderator.reports.page import write
from moderator.reports.parts import LineRead
from moderator.service import agenda, post
from moderator.service.club import Club
from moderator.service.limits import may_answer
from moderator.store.tables import GameRow, InboundRow, SeatRow


@dataclass(slots=True)
class Handling:
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

"""Taking mail in: stored raw first, then handled in one transaction, or set aside whole."""

from __future__ import annotations

import hashlib
import logging
import traceback
import zlib
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from moderator.mail.letter import Letter
from moderator.mail.transport import Arrived
from moderator.service import correspondence, trouble
from moderator.service.club import Club
from moderator.store.database import DatabaseTrouble
from moderator.store.tables import InboundRow

MOST_ATTEMPTS = 3

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of one mail."""

    inbound: int
    state: str
    reason: str
    receipt: str


def store(club: Club, arrived: Arrived) -> bool:
    """Keep *arrived* for good; say whether it is new.  After this the server may forget it."""
    row = InboundRow(
        mailbox=arrived.mailbox,
        key=arrived.key,
        received=arrived.received,
        sha256=hashlib.sha256(arrived.raw).hexdigest(),
        raw=zlib.compress(arrived.raw),
        reason="" if arrived.whole else "too large: only its beginning was kept",
    )
    try:
        with club.database.writing() as session:
            session.add(row)
    except IntegrityError:
        return False
    return True


def known(club: Club, mailbox: str, key: str) -> bool:
    """Say whether this mail is stored already."""
    with club.database.reading() as session:
        return (
            session.exec(
                select(InboundRow.id).where(InboundRow.mailbox == mailbox, InboundRow.key == key)
            ).first()
            is not None
        )


def handle_all(club: Club) -> list[Handled]:
    """Handle every mail that waits, oldest first."""
    handled = []
    while (one := handle_next(club)) is not None:
        handled.append(one)
    return handled


def handle_next(club: Club) -> Handled | None:
    """Handle the oldest mail that waits; return None if there is none."""
    number = _next(club)
    return None if number is None else handle(club, number)


def handle(club: Club, number: int) -> Handled:
    """Handle mail *number*: everything that it causes is committed at once, or nothing is.

    A mail that breaks the handling is tried `MOST_ATTEMPTS` times over restarts, then set
    aside; one that raises is set aside at once, its game put on hold, the moderator told.
    """
    with club.database.reading() as session:
        raw = zlib.decompress(session.get_one(InboundRow, number).raw)
    letter = club.read(raw)  # in a guarded child, so that it cannot stop us
    with club.database.writing() as session:
        row = session.get_one(InboundRow, number)
        row.state, row.attempts = "working", row.attempts + 1
        session.add(row)
        attempts = row.attempts
    if attempts > MOST_ATTEMPTS:
        return _set_aside(club, number, letter, "it stopped the moderator three times", "")
    try:
        with club.database.writing() as session:
            row = session.get_one(InboundRow, number)
            correspondence.handle(club, session, row, letter)
            session.add(row)
            return Handled(number, row.state, row.reason, row.receipt)
    except DatabaseTrouble:
        raise  # the mail is not to blame: it is handled again when the database is well
    except Exception as error:
        log.exception("mail %s could not be handled", number)
        detail = "".join(traceback.format_exception(error))
        reason = f"handling it failed: {type(error).__name__}: {error}"
        return _set_aside(club, number, letter, reason, detail)


def _set_aside(club: Club, number: int, letter: Letter, reason: str, detail: str) -> Handled:
    with club.database.writing() as session:
        row = session.get_one(InboundRow, number)
        row.state, row.reason = "aside", reason
        session.add(row)
        game = correspondence.game_of(club, session, letter)
        trouble.mail_set_aside(club, session, row, letter, game, detail)
        return Handled(number, row.state, row.reason, row.receipt)


def _next(club: Club) -> int | None:
    with club.database.reading() as session:
        return session.exec(
            select(InboundRow.id)
            .where(col(InboundRow.state).in_(("new", "working")))
            .order_by(col(InboundRow.id))
        ).first()

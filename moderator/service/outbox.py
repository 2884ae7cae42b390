"""Sending what is in the outbox: claimed under a lease, so that a crash sends late, not never."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import CursorResult, func, or_, update
from sqlmodel import Session, col, select

from moderator.mail.tokens import bounce_address
from moderator.mail.transport import Outcome, Postman
from moderator.service.club import Club
from moderator.store.tables import OutboundRow

LEASE = timedelta(minutes=5)
GIVE_UP = timedelta(days=5)
"""RFC 5321 4.5.4.1."""
PAUSE = timedelta(minutes=30)
KEEP = timedelta(days=30)
"""How long the bytes of a sent mail are kept."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A mail taken out to be sent: one attempt."""

    id: int
    sender: str
    recipient: str
    mime: bytes


def claim(club: Club, most: int) -> list[Claimed]:
    """Take up to *most* mails that are due, the most urgent first, within the rate allowed.

    A mail found in `sending` when its lease is over was interrupted by a crash; it is taken
    again, with the same bytes and the same Message-ID.
    """
    now = club.now()
    with club.database.writing() as session:
        lately = session.exec(
            select(func.count(col(OutboundRow.id))).where(
                col(OutboundRow.sent) > now - timedelta(minutes=1)
            )
        ).one()
        room = min(most, club.settings.limits.mails_a_minute - lately)
        if room <= 0:
            return []
        rows = session.exec(
            select(OutboundRow)
            .where(
                or_(
                    (col(OutboundRow.state) == "pending") & (col(OutboundRow.next_try) <= now),
                    (col(OutboundRow.state) == "sending") & (col(OutboundRow.lease_until) <= now),
                )
            )
            .order_by(col(OutboundRow.priority), col(OutboundRow.id))
            .limit(room)
        ).all()
        for row in rows:
            row.state, row.lease_until = "sending", now + LEASE
            row.attempts += 1
            session.add(row)
        return [
            Claimed(row.id or 0, _envelope_sender(club, row), row.recipient, row.mime)
            for row in rows
        ]


def next_due(club: Club) -> datetime | None:
    """Return when the next mail may be sent, as far as its own times go; None if all are sent."""
    with club.database.reading() as session:
        times = [
            session.exec(select(func.min(col(column))).where(OutboundRow.state == state)).one()
            for column, state in (
                (OutboundRow.next_try, "pending"),
                (OutboundRow.lease_until, "sending"),
            )
        ]
    return min((time for time in times if time is not None), default=None)


async def send(club: Club, postman: Postman, claimed: Claimed) -> Outcome:
    """Send one mail and write down what became of it."""
    outcome = await postman.send(claimed.sender, claimed.recipient, claimed.mime)
    settle(club, claimed.id, outcome)
    return outcome


def settle(club: Club, outbound: int, outcome: Outcome) -> None:
    """Write down the outcome of one attempt."""
    now = club.now()
    with club.database.writing() as session:
        row = session.get_one(OutboundRow, outbound)
        row.last_code, row.last_text, row.lease_until = outcome.code, outcome.text[:500], None
        match outcome.verdict:
            case "sent":
                row.state, row.sent = "sent", now
            case "refused":
                row.state = "failed"
            case "retry" if now - row.created > GIVE_UP:
                row.state = "failed"
            case "retry":
                wait = timedelta(minutes=min(5 * 2 ** (row.attempts - 1), 240))
                row.state, row.next_try = "pending", now + wait
            case "pause":
                row.state = "pending"
                _rest(session, now + PAUSE)
                row.next_try = now + PAUSE
        session.add(row)


def pending(club: Club) -> int:
    """Return how many mails wait to be sent."""
    with club.database.reading() as session:
        return session.exec(
            select(func.count(col(OutboundRow.id))).where(OutboundRow.state == "pending")
        ).one()


def _rest(session: Session, until: datetime) -> None:
    """Let everything wait: the server is right about us, not about one mail."""
    session.execute(
        update(OutboundRow)
        .where(col(OutboundRow.state) == "pending", col(OutboundRow.next_try) < until)
        .values(next_try=until)
    )


def forget(club: Club) -> int:
    """Drop the bytes of mails sent long ago, which their readers have; return how many."""
    with club.database.writing() as session:
        done = session.execute(
            update(OutboundRow)
            .where(col(OutboundRow.state) == "sent", col(OutboundRow.sent) < club.now() - KEEP,
                   col(OutboundRow.mime) != b"")
            .values(mime=b"")
        )  # fmt: skip
        return cast("CursorResult[Any]", done).rowcount


def release(club: Club) -> int:
    """Make everything that waits due now, as `moderator run` does when it starts; return how many.

    Mails in `sending` belonged to a process that is gone: there is one daemon.
    """
    with club.database.writing() as session:
        rows = session.exec(select(OutboundRow).where(OutboundRow.state == "sending")).all()
        for row in rows:
            row.state, row.lease_until, row.next_try = "pending", None, club.now()
            session.add(row)
        return len(rows)


def _envelope_sender(club: Club, row: OutboundRow) -> str:
    address = club.settings.club.address
    if club.settings.club.plus and row.bounce_token:
        return bounce_address(address, row.bounce_token)
    return address

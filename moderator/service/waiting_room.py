"""Mails that were set aside: listed, handled again, or dropped.  None is ever deleted."""

from __future__ import annotations

from sqlmodel import Session, col, select

from moderator.store.tables import InboundRow

_WAIT = ("aside", "waiting")


def listing(session: Session) -> tuple[str, ...]:
    """Return a line for each mail that waits for the moderator or for a player's yes."""
    rows = session.exec(
        select(InboundRow).where(col(InboundRow.state).in_(_WAIT)).order_by(col(InboundRow.id))
    ).all()
    return tuple(
        f"{row.id}  {row.received:%d %b %H:%M} UTC  {row.game or '-'}  {row.reason}" for row in rows
    ) or ("No mail is set aside.",)


def release(session: Session, number: int) -> None:
    """Put a mail back into the queue, its attempts forgotten; LookupError if it is not aside.

    For one that waits for a player's yes the moderator vouches.
    """
    row = _row(session, number)
    vouched = "confirmed by the moderator" if row.state == "waiting" else ""
    row.state, row.reason, row.attempts = "new", vouched, 0
    session.add(row)


def drop(session: Session, number: int) -> None:
    """Leave a mail unhandled for good; LookupError if it is not aside."""
    row = _row(session, number)
    row.state, row.reason = "ignored", f"dropped by the moderator; it was set aside: {row.reason}"
    session.add(row)


def _row(session: Session, number: int) -> InboundRow:
    row = session.get(InboundRow, number)
    if row is None or row.state not in _WAIT:
        raise LookupError(f"no mail {number} is set aside")
    return row

"""Putting mail into the outbox: once, with a fixed Message-ID, in the caller's transaction."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import func
from sqlmodel import Session, col, select

from moderator.mail.compose import Attachment, Mail, Mailbox, compose
from moderator.reports.page import Page
from moderator.service.club import Club
from moderator.store.tables import AskRow, GameRow, OutboundRow, PlayerRow, SeatRow

Automatic = Literal["auto-generated", "auto-replied"]

PRIORITY = {"reminder": 1, "answer": 4, "refusal": 6, "confirm": 6}
"""By kind of mail, the most urgent first; what is not named has 5.  An answer goes before the
report that its mail set off, so that the report is the newest mail in the player's box."""


def to_seat(
    club: Club,
    session: Session,
    game: GameRow,
    seat: SeatRow,
    page: Page,
    *,
    kind: str,
    answers: str = "",
    asked: AskRow | None = None,
    files: tuple[Attachment, ...] = (),
) -> OutboundRow:
    """Queue *page* for the player of *seat*, threaded with the seat's mails of this game.

    The mail's number counts this seat's mails only, so that nothing about it, its
    Message-ID included, tells how much the others were written to.  *answers* is the
    Message-ID of the mail that it replies to, if any, *asked* the question that it asks.
    """
    player = session.get_one(PlayerRow, seat.player_id)
    seat.mails += 1
    key = f"{game.name}:{seat.seat}:{seat.generation}:{seat.mails}"
    thread = f"{game.name}:{seat.seat}:{seat.generation}:0"
    root = club.signer.message_id(thread, club.domain, seat.token)
    message_id = club.signer.message_id(key, club.domain, seat.token)
    tag = "" if club.settings.club.plus else f" {{#{seat.token}}}"
    mime = compose(
        Mail(
            sender=Mailbox(
                f"{club.settings.club.name}, {game.name}", club.reply_address(seat.token)
            ),
            reply_to=club.reply_address(seat.token),
            recipient=Mailbox(player.name, player.address),
            subject=page.subject + tag,
            message_id=message_id,
            date=club.now(),
            text=page.text,
            html=page.html,
            attachments=(*_pictures(page), *files),
            in_reply_to=answers or seat.last_message,
            references=tuple(one for one in (root, seat.last_message) if one),
            list_id=f"{game.name}.{club.domain}",
            automatic="auto-replied" if answers else "auto-generated",
        )
    )
    seat.last_message = message_id
    row = _queue(club, session, key, kind, player.address, message_id, mime, seat.token)
    row.game, row.seat = game.name, seat.seat
    if asked is not None:
        row.batch, row.asked = asked.batch, asked.kind
    return row


def to_moderators(
    club: Club, session: Session, page: Page, *, kind: str, game: str = "", answers: str = "",
    only: str = "",
) -> None:  # fmt: skip
    """Queue *page* for every moderator of the club, or for *only* one of them."""
    for address in (only,) if only else club.settings.club.moderators:
        last = session.exec(select(func.max(OutboundRow.id))).one() or 0
        key = f"moderator:{address}:{last + 1}"
        token = club.moderator_token(address)
        message_id = club.signer.message_id(key, club.domain, token)
        tag = "" if club.settings.club.plus else f" {{#{token}}}"
        mime = compose(
            Mail(
                sender=Mailbox(club.settings.club.name, club.reply_address(token)),
                reply_to=club.reply_address(token),
                recipient=Mailbox(club.settings.club.keeper, address),
                subject=page.subject + tag,
                message_id=message_id,
                date=club.now(),
                text=page.text,
                html=page.html,
                attachments=_pictures(page),
                in_reply_to=answers,
                references=(
                    club.signer.message_id(f"moderator:{address}:{game}", club.domain, token),
                ),
                automatic="auto-replied" if answers else "auto-generated",
            )
        )
        row = _queue(club, session, key, kind, address, message_id, mime, token)
        row.game = game


def to_stranger(
    club: Club, session: Session, address: str, page: Page, *, inbound: int, answers: str
) -> None:
    """Queue the answer to mail *inbound* of somebody whom no game knows."""
    _without_seat(club, session, address, page, f"stranger:{inbound}", "refusal", answers)


def to_leaver(club: Club, session: Session, address: str, page: Page, seat: str) -> None:
    """Queue a last mail to somebody who has left *seat*: it carries no token of it."""
    _without_seat(club, session, address, page, f"farewell:{seat}", "notice", "")


def _without_seat(
    club: Club, session: Session, address: str, page: Page, key: str, kind: str, answers: str
) -> None:
    message_id = club.signer.message_id(key, club.domain)
    mime = compose(
        Mail(
            sender=Mailbox(club.settings.club.name, club.settings.club.address),
            reply_to=club.settings.club.address,
            recipient=Mailbox("", address),
            subject=page.subject,
            message_id=message_id,
            date=club.now(),
            text=page.text,
            html=page.html,
            in_reply_to=answers,
            automatic="auto-replied" if answers else "auto-generated",
        )
    )
    _queue(club, session, key, kind, address, message_id, mime, "")


def _pictures(page: Page) -> tuple[Attachment, ...]:
    return tuple(
        Attachment(name, "image/png", data, content_id) for content_id, name, data in page.pictures
    )


def _queue(
    club: Club,
    session: Session,
    key: str,
    kind: str,
    recipient: str,
    message_id: str,
    mime: bytes,
    token: str,
) -> OutboundRow:
    now = club.now()
    row = OutboundRow(
        idem_key=key,
        message_id=message_id,
        kind=kind,
        recipient=recipient,
        bounce_token=token,
        mime=mime,
        priority=PRIORITY.get(kind, 5),
        next_try=now,
        created=now,
    )
    session.add(row)
    session.flush()
    return row


def sent_since(session: Session, recipient: str, kinds: tuple[str, ...], since: object) -> int:
    """Count the mails of these kinds queued for *recipient* ('' for anybody) since a moment."""
    query = select(func.count(col(OutboundRow.id))).where(
        col(OutboundRow.kind).in_(kinds), col(OutboundRow.created) >= since
    )
    if recipient:
        query = query.where(OutboundRow.recipient == recipient)
    return session.exec(query).one()

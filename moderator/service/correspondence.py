"""Who wrote, and what becomes of it: each mail goes to exactly one of the desks below."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session, col, select

from moderator.mail.letter import Kind, Letter
from moderator.mail.tokens import bounce_tokens_in
from moderator.reports.inputs import Confirm
from moderator.reports.page import write
from moderator.service import frames, moderator_mail, post, requests, seat_mail, signon, trouble
from moderator.service.club import Club
from moderator.store.tables import (
    GameRow,
    InboundRow,
    OutboundRow,
    PlayerRow,
    SeatRow,
    SeenRow,
)

CONFIRMED = "confirmed by"
"""How the reason begins of a mail whose player has said, by a proved one, that it is his."""
UNREACHABLE = 3.0
"""Points of undelivered mail at which the moderator is told."""


def handle(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    """Give *letter* to whom it concerns, and write into *row* what became of it."""
    if letter.kind in {Kind.BOUNCE, Kind.COMPLAINT}:
        _bounced(club, session, row, letter)
    elif letter.kind is Kind.UNREADABLE:
        row.state, row.reason = "aside", f"it could not be read: {letter.reason}"
        trouble.mail_set_aside(club, session, row, letter, None, "")
    elif letter.kind is not Kind.HUMAN:
        row.state, row.reason = "ignored", f"{letter.kind}: {letter.reason}".rstrip(": ")
    elif _seen(session, letter) and not row.reason.startswith(CONFIRMED):
        row.state, row.reason = "ignored", "the same mail came before"
    else:
        _human(club, session, row, letter)


def game_of(club: Club, session: Session, letter: Letter) -> GameRow | None:
    """Return the game that *letter* is about, by the token that it carries."""
    seat = _seat(club, session, letter)
    return session.get(GameRow, seat.game_id) if seat else None


def _human(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    sender = letter.sender
    row.state = "done"
    tokens = _tokens(club, letter)
    if sender in club.settings.club.moderators and club.moderator_token(sender) in tokens:
        moderator_mail.handle(club, session, row, letter)
        return
    seat = _seat(club, session, letter)
    if seat is not None:
        game = session.get_one(GameRow, seat.game_id)
        row.game, row.seat = game.name, seat.seat
        if _is_of(session, seat, sender) or row.reason.startswith(CONFIRMED):
            seat_mail.handle(club, session, row, letter, game, seat)
        else:
            _ask_whose(club, session, row, letter, game, seat)
    elif signon.wanted(letter):
        signon.handle(club, session, row, letter)
    elif sender in club.settings.club.moderators:
        moderator_mail.ask_for_reply(club, session, row, letter)
    elif letter.doubt:
        row.state, row.reason = "ignored", letter.doubt
    elif (seat := _only_seat(session, letter)) is not None:
        game = session.get_one(GameRow, seat.game_id)
        row.game, row.seat = game.name, seat.seat
        if row.reason.startswith(CONFIRMED):
            seat_mail.handle(club, session, row, letter, game, seat)
        else:
            _ask_whose(club, session, row, letter, game, seat)
    else:
        signon.turn_away(club, session, row, letter)


def _tokens(club: Club, letter: Letter) -> list[str]:
    ids = (letter.in_reply_to, *letter.references)
    return club.signer.tokens_in(letter.to, letter.subject, ids)


def _seat(club: Club, session: Session, letter: Letter) -> SeatRow | None:
    """Return the seat whose token *letter* carries."""
    for token in _tokens(club, letter):
        seat = session.exec(select(SeatRow).where(SeatRow.token == token)).first()
        if seat is not None:
            return seat
    return None


def _is_of(session: Session, seat: SeatRow, sender: str) -> bool:
    player = session.get_one(PlayerRow, seat.player_id)
    return sender in {player.address, *player.also.split()}


def _only_seat(session: Session, letter: Letter) -> SeatRow | None:
    """Return the seat that a mail without token means: by its subject's tag, or the only one."""
    found = session.exec(
        select(SeatRow, GameRow)
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
        .where(PlayerRow.address == letter.sender, GameRow.status != "over")
    ).all()
    named = [seat for seat, game in found if f"[{game.name}]" in letter.subject.casefold()]
    if len(named) == 1:
        return named[0]
    return found[0][0] if len(found) == 1 else None


def _ask_whose(
    club: Club, session: Session, row: InboundRow, letter: Letter, game: GameRow, seat: SeatRow
) -> None:
    """Keep a mail that does not prove itself until its seat's player says that it is his."""
    row.state, row.reason = "waiting", f"not proved to be from {seat.seat}: {letter.sender}"
    player = session.get_one(PlayerRow, seat.player_id)
    asked = post.sent_since(session, player.address, ("confirm",), club.now() - timedelta(days=1))
    if asked >= club.settings.limits.refusals_a_day:
        return
    confirm = Confirm(
        frames.for_seat(club, session, game, seat),
        letter.sender,
        player.address,
        club.now() + requests.TO_CONFIRM,
    )
    page = write(club.templates, None, confirm)
    row.receipt = post.to_seat(club, session, game, seat, page, kind="confirm").message_id


def _seen(session: Session, letter: Letter) -> bool:
    """Say whether this very mail was handled before, and remember it."""
    key = (letter.sender, letter.message_id, letter.content_digest)
    if session.get(SeenRow, key) is not None:
        return True
    session.add(SeenRow(sender=key[0], message_id=key[1], digest=key[2]))
    return False


def _bounced(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    """Note that a mail of ours did not arrive: one point a day for its player, no more."""
    row.state, row.reason = "ignored", f"{letter.kind}: {letter.reason}"
    bounce = letter.bounce
    original = bounce.original_message_id if bounce and bounce.ours else ""
    mail = None
    if original:
        mail = session.exec(select(OutboundRow).where(OutboundRow.message_id == original)).first()
        if mail is not None:
            mail.state = "bounced"
            mail.last_text = (bounce.diagnostic if bounce else "")[:500]
            session.add(mail)
    tokens = bounce_tokens_in(letter.to) or ([mail.bounce_token] if mail else [])
    seat = session.exec(select(SeatRow).where(col(SeatRow.token).in_(tokens))).first()
    if seat is None:
        return
    player = session.get_one(PlayerRow, seat.player_id)
    game = session.get_one(GameRow, seat.game_id)
    row.game, row.seat = game.name, seat.seat
    now = club.now()
    if player.bounced_at and now - player.bounced_at < timedelta(days=1):
        return
    if player.bounced_at and now - player.bounced_at > timedelta(days=7):
        player.bounces = 0.0
    temporary = bool(bounce and bounce.status.startswith("4"))
    player.bounces += 0.5 if temporary else 1.0
    player.bounced_at = now
    session.add(player)
    reached = player.bounces - (0.5 if temporary else 1.0) < UNREACHABLE <= player.bounces
    if reached:
        trouble.player_unreachable(club, session, game, player, seat.seat)

"""Who a mail goes to and about which game, in the words of the reports."""

from __future__ import annotations

import json

from sqlmodel import Session, col, select

from moderator.engine import Event, Title
from moderator.reports.parts import Frame, Game, Override, Player, Ruling
from moderator.service.club import Club
from moderator.store import games
from moderator.store.tables import GameRow, OverrideRow, PlayerRow, SeatRow


def players(session: Session, game: GameRow) -> tuple[Player, ...]:
    """Return the players of *game* in the order of the title's seats."""
    return tuple(player(session, row) for row in games.seats(session, game))


def player(session: Session, seat: SeatRow) -> Player:
    """Return who plays *seat*."""
    person = session.get_one(PlayerRow, seat.player_id)
    return Player(person.name, seat.seat, person.zone)


def keeper(club: Club) -> str:
    """Return how players reach the human moderator."""
    settings = club.settings.club
    address = settings.moderators[0] if settings.moderators else ""
    return f"{settings.keeper} <{address}>" if settings.keeper and address else address


def game(club: Club, session: Session, row: GameRow) -> Game:
    """Return *row* as its mails name it."""
    options = json.loads(row.options)
    return Game(row.name, players(session, row), tuple(options.items()), keeper(club))


def for_seat(club: Club, session: Session, row: GameRow, seat: SeatRow) -> Frame:
    """Return the frame of a mail to *seat*."""
    return Frame(player(session, seat), club.now(), game(club, session, row))


def for_moderator(club: Club, session: Session, row: GameRow | None = None) -> Frame:
    """Return the frame of a mail to the moderators, about *row* if any."""
    to = Player(club.settings.club.keeper or "Moderator", "", club.settings.club.zone)
    return Frame(to, club.now(), game(club, session, row) if row else None)


def for_stranger(club: Club, name: str = "") -> Frame:
    """Return the frame of a mail to somebody whom no game knows."""
    return Frame(Player(name, "", club.settings.club.zone), club.now())


def overrides(session: Session, row: GameRow, after: int) -> tuple[Override, ...]:
    """Return the moderator's log after entry *after*."""
    found = session.exec(
        select(OverrideRow)
        .where(OverrideRow.game_id == row.id, OverrideRow.number > after)
        .order_by(col(OverrideRow.number))
    ).all()
    return tuple(Override(f"M-{one.number}", one.what, one.why) for one in found)


def rulings(title: Title[object, object], events: list[Event]) -> tuple[Ruling, ...]:
    """Return the rulings that what happened rests on: where the rulebook was silent."""
    cited = [rule for event in events for rule in getattr(event, "rules", ())]
    known = [title.rules[rule] for rule in dict.fromkeys(cited) if rule in title.rules]
    return tuple(Ruling(rule.id, rule.ruling or rule.text) for rule in known)

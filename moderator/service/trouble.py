"""When something goes wrong: one game rests, the moderator is told, the others notice nothing."""

from __future__ import annotations

import logging

from sqlmodel import Session

from moderator.mail.letter import Letter
from moderator.reports.inputs import Hold, Problem, Quarantine
from moderator.reports.page import write
from moderator.service import frames, post
from moderator.service.club import Club
from moderator.store import games
from moderator.store.tables import GameRow, InboundRow, PlayerRow

log = logging.getLogger(__name__)


def hold(club: Club, session: Session, game: GameRow, why: str) -> None:
    """Put *game* on hold: no order is read and no deadline counts until it is resumed."""
    if game.status in {"over", "lobby"}:
        return
    if game.status == "running":
        game.paused_at = club.now()
    game.status, game.reason = "held", why
    session.add(game)


def tell_players(club: Club, session: Session, game: GameRow, why: str) -> None:
    """Tell every player that the game rests."""
    for seat in games.seats(session, game):
        letter = Hold(frames.for_seat(club, session, game, seat), why)
        post.to_seat(club, session, game, seat, write(club.templates, None, letter), kind="notice")


def mail_set_aside(
    club: Club,
    session: Session,
    row: InboundRow,
    letter: Letter | None,
    game: GameRow | None,
    detail: str,
) -> None:
    """Tell the moderators of a mail that waits for them; hold the game that it broke."""
    log.warning("mail %s is set aside: %s", row.id, row.reason)
    frame = frames.for_moderator(club, session, game)
    name = game.name if game else ""
    if detail and game and game.status == "running":
        hold(club, session, game, f"mail {row.id} could not be handled")
        tell_players(
            club, session, game, "A mail could not be handled; the moderator is looking into it."
        )
    if detail:
        powers = (f"release {row.id}", *((f"resume {name}",) if name else ()))
        problem = Problem(
            frame,
            row.reason,
            "\n".join(detail.splitlines()[-12:]),
            f"mail {row.id}",
            powers,
            held=game is not None and game.status == "held",
        )
        page = write(club.templates, None, problem)
    else:
        notice = Quarantine(
            frame,
            row.received,
            letter.sender if letter else "",
            letter.subject if letter else "",
            row.reason,
            str(row.id),
        )
        page = write(club.templates, None, notice)
    post.to_moderators(club, session, page, kind="trouble", game=name)


def game_broke(club: Club, session: Session, game: GameRow, error: Exception, doing: str) -> None:
    """Put a game on hold whose rules could not go on, and tell the moderators."""
    log.error("game %s: %s: %s", game.name, doing, error)
    hold(club, session, game, f"{doing}: {error}")
    tell_players(club, session, game, "The moderator is looking into a problem; nothing is lost.")
    problem = Problem(
        frames.for_moderator(club, session, game),
        f"{doing}: {type(error).__name__}",
        str(error),
        "",
        (f"resume {game.name}", f"rollback {game.name} to ENTRY"),
        held=True,
    )
    page = write(club.templates, None, problem)
    post.to_moderators(club, session, page, kind="trouble", game=game.name)


def player_silent(
    club: Club, session: Session, game: GameRow, name: str, seat: str, missed: int
) -> None:
    """Tell the moderators of a player who has let several deadlines pass."""
    problem = Problem(
        frames.for_moderator(club, session, game),
        f"{name} ({seat}) has let {missed} deadlines pass in a row",
        "",
        "",
        (f"replace {game.name} {seat} by ADDRESS", f"replace {game.name} {seat} by bot"),
    )
    page = write(club.templates, None, problem)
    post.to_moderators(club, session, page, kind="trouble", game=game.name)


def player_unreachable(
    club: Club, session: Session, game: GameRow, player: PlayerRow, seat: str
) -> None:
    """Tell the moderators of a player whose mail keeps coming back.  He keeps his seat."""
    problem = Problem(
        frames.for_moderator(club, session, game),
        f"mail to {player.name} ({seat}) keeps coming back",
        f"address: {player.address}",
        "",
        (f"replace {game.name} {seat} by ADDRESS", f"replace {game.name} {seat} by bot"),
    )
    page = write(club.templates, None, problem)
    post.to_moderators(club, session, page, kind="trouble", game=game.name)

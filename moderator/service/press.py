"""Press: messages from player to player, sent on at once without anybody's address."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlmodel import Session

from moderator.engine import Diverged
from moderator.reports.parts import Press
from moderator.service import bulletin, frames, post
from moderator.service.handling import Handling
from moderator.store import games
from moderator.store.codec import Unreadable
from moderator.store.tables import PlayerRow, SeatRow


class NotSent(Exception):
    """The message goes to nobody; `nearest` are the seats that there are."""

    def __init__(self, why: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.nearest = nearest


def send(handling: Handling, named: str, text: str) -> str:
    """Send *text* to the seats or players in *named* ('' or 'all': to everybody else).

    Returns whom it went to, in words.  Raises `NotSent`, and then nobody gets it.
    """
    session, game = handling.session, handling.game
    if not text.strip():
        raise NotSent("there is no text")
    if game.status == "lobby":
        raise NotSent("the game has not started")
    others = [row for row in games.seats(session, game) if row.id != handling.seat.id]
    rows = _readers(session, others, named)
    _check_budget(handling, rows)
    me = frames.player(session, handling.seat)
    people = ", ".join(frames.player(session, row).name for row in rows)
    everybody = len(rows) == len(others)
    message = Press(f"{me.name} ({me.seat})", "all" if everybody else people, text.strip())
    try:
        for row in rows:
            bulletin.press(handling.club, session, game, row, message)
    except (Diverged, Unreadable):
        if game.status == "running":
            raise
        raise NotSent("the game is on hold, and the moderator is mending it") from None
    return f"sent to {people}"


def _readers(session: Session, others: list[SeatRow], named: str) -> list[SeatRow]:
    """Return the seats that *named* lists, by colour or player's name."""
    wanted = [part.strip() for part in re.split(r",|;|\band\b", named.casefold()) if part.strip()]
    if not wanted or wanted == ["all"]:
        return others
    known = {frames.player(session, row).name.casefold(): row for row in others}
    known |= {row.seat: row for row in others}
    parts = [word for part in wanted for word in ([part] if part in known else part.split())]
    for word in parts:
        if word not in known:
            raise NotSent(f"nobody else here is called '{word}'", tuple(r.seat for r in others))
    return [known[word] for word in dict.fromkeys(parts)]


def _check_budget(handling: Handling, rows: list[SeatRow]) -> None:
    most = handling.club.settings.limits.press_a_day
    since = handling.club.now() - timedelta(days=1)
    for row in rows:
        address = handling.session.get_one(PlayerRow, row.player_id).address
        if post.sent_since(handling.session, address, ("press",), since) >= most:
            raise NotSent(
                f"{frames.player(handling.session, row).name} has had {most} messages today"
            )

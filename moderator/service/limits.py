"""Guards against loops and floods: how many answers an address may get."""

from __future__ import annotations

import logging
from datetime import timedelta

from sqlmodel import Session

from moderator.service import post
from moderator.service.club import Club
from moderator.store.tables import PlayerRow, SeatRow

ANSWERS = ("answer", "refusal", "confirm")

log = logging.getLogger(__name__)


def may_answer(club: Club, session: Session, seat: SeatRow) -> bool:
    """Say whether one more answer may go to the player of *seat*; his orders count anyway."""
    limits, now = club.settings.limits, club.now()
    address = session.get_one(PlayerRow, seat.player_id).address
    a_day = post.sent_since(session, address, ANSWERS, now - timedelta(days=1))
    if a_day >= limits.answers_a_day:
        return False
    if a_day >= limits.answers_an_hour:
        an_hour = post.sent_since(session, address, ANSWERS, now - timedelta(hours=1))
        if an_hour >= limits.answers_an_hour:
            return False
    everybody = post.sent_since(session, "", ANSWERS, now - timedelta(minutes=10))
    if everybody >= limits.all_answers_in_ten_minutes:
        log.error("more than %s answers in ten minutes: something loops; no answer is sent",
                  limits.all_answers_in_ten_minutes)  # fmt: skip
        return False
    return True

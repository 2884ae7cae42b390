"""Mails of people without a seat: signing on, or being turned away politely."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlmodel import Session

from moderator.mail.letter import Letter
from moderator.reports.inputs import Cause, Help, Refusal
from moderator.reports.page import Page, write
from moderator.service import frames, lobby, post
from moderator.service.club import Club
from moderator.service.refused import Refused
from moderator.store import games
from moderator.store.tables import InboundRow

_JOIN = re.compile(
    r"(?:^|\b(?:to|please|I'll|me)\s+)(?:join|sign on(?: to)?)\s+(?:the\s+)?(?:game\s+)?"
    r"(?P<game>[\w-]+)(?P<rest>.*)",
    re.IGNORECASE,
)
_AS = re.compile(r"\bas\s+(?P<seat>\w+)", re.IGNORECASE)
_WORD = re.compile(r"\bword\s+(?P<word>.+)", re.IGNORECASE)
_LINE = re.compile(r"(?P<key>colou?r|name|word|zone|options?)\s*:?\s+(?P<value>.+)", re.IGNORECASE)


def wanted(letter: Letter) -> bool:
    """Say whether somebody asks to join a game."""
    return _join(letter) is not None


def handle(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    """Give the writer of *letter* a seat, or say why not."""
    found = _join(letter)
    assert found is not None
    try:
        game = games.find(session, found["game"])
        seat = lobby.join(club, session, game, _wish(letter, found["rest"]))
        row.game, row.seat = game.name, seat.seat
    except games.UnknownGame:
        refusal = Refused("no such game", "", found["game"], lobby.open_games(session))
        _refuse(club, session, row, letter, refusal)
    except Refused as refused:
        _refuse(club, session, row, letter, refused)


def turn_away(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    """Tell a stranger, at most a few times a day, how he could join, or what he asks."""
    open_games = lobby.open_games(session)
    if any(
        text.strip(" .!?").casefold() == "help" for text in (*letter.orders, letter.bare_subject)
    ):
        page = write(club.templates, None, Help(frames.for_stranger(club, letter.sender_name)))
        _answer(club, session, row, letter, page)
        return
    detail = "" if open_games else "No game waits for players just now."
    _refuse(club, session, row, letter, Refused("no seat", detail, "", open_games))


def _refuse(
    club: Club, session: Session, row: InboundRow, letter: Letter, refused: Refused
) -> None:
    row.reason = f"refused: {refused.cause} {refused.detail}".strip()
    cause: Cause = refused.cause
    letter_out = Refusal(
        frames.for_stranger(club, letter.sender_name),
        cause,
        row.received,
        refused.wanted,
        refused.detail,
        refused.nearest,
    )
    _answer(club, session, row, letter, write(club.templates, None, letter_out))


def _answer(club: Club, session: Session, row: InboundRow, letter: Letter, page: Page) -> None:
    """Answer a stranger, unless he has had enough answers today."""
    since = club.now() - timedelta(days=1)
    sent = post.sent_since(session, letter.sender, ("refusal",), since)
    if not letter.sender or sent >= club.settings.limits.refusals_a_day:
        row.reason = f"{row.reason} (not answered: too many today)".strip()
        return
    post.to_stranger(club, session, letter.sender, page, inbound=row.id or 0, answers=_id(letter))


def _id(letter: Letter) -> str:
    return letter.message_id if letter.message_id.startswith("<") else ""


def _join(letter: Letter) -> re.Match[str] | None:
    for text in (*letter.orders, letter.bare_subject):
        if found := _JOIN.search(text.strip()):
            return found
    return None


def _wish(letter: Letter, rest: str) -> lobby.SignOn:
    """Read what else a joining mail says: colour, name, word, zone, options."""
    said: dict[str, str] = {}
    for text in letter.orders:
        if found := _LINE.match(text.strip()):
            said[found["key"].casefold().replace("colour", "color").rstrip("s")] = found["value"]
    seat, word = _AS.search(rest), _WORD.search(rest)
    options: dict[str, str] = {}
    for part in re.split(r"[,\s]+", said.get("option", "").replace(" = ", "=")):
        option, _, value = part.partition("=")
        if option:
            options[option] = value or "yes"
    return lobby.SignOn(
        address=letter.sender,
        name=said.get("name") or letter.sender_name,
        seat=said.get("color") or (seat["seat"] if seat else ""),
        word=(word["word"] if word else said.get("word", "")).strip(" \t\"'")[:60],
        zone=said.get("zone", "").strip(),
        options=options,
    )

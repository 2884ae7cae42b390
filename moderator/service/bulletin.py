"""The mails that a game sends by itself: turn reports, questions, news, the end."""

from __future__ import annotations

import hashlib
import json
from typing import Literal

from sqlmodel import Session

from moderator.engine import Chance, Digest, Event
from moderator.mail.compose import Attachment
from moderator.reports import picture
from moderator.reports.inputs import Final, Report
from moderator.reports.page import write
from moderator.reports.parts import Press
from moderator.service import agenda, frames, post, record
from moderator.service.club import Club
from moderator.store import games
from moderator.store.games import Loaded
from moderator.store.tables import GameRow, SeatRow

MOST_PICTURES = 64


def publish(
    club: Club, session: Session, loaded: Loaded, asked: set[str], *, everybody: bool = False
) -> None:
    """Write to every seat that is asked something new, or for which there is news to tell."""
    game = loaded.game
    if loaded.run.phase is None and game.status != "over":
        finish(club, session, loaded)
        return
    if not (asked or everybody or loaded.journal.told):
        return
    for seat in games.seats(session, game):
        news = unread(session, game, seat)
        digest = any(isinstance(event, Digest) for _, event in news)
        if seat.seat in asked or everybody:
            short: Literal["report", "question"] = "report" if digest or everybody else "question"
            send(club, session, loaded, seat, short)
        elif digest:
            send(club, session, loaded, seat, "news")


def unread(session: Session, game: GameRow, seat: SeatRow) -> list[tuple[int, Event]]:
    """Return (id, event) of what has happened since the last mail to *seat*, as it may know it."""
    return games.events(session, game, after=seat.told, seat=seat.seat)


def send(
    club: Club,
    session: Session,
    loaded: Loaded,
    seat: SeatRow,
    kind: Literal["report", "question", "news"] = "report",
    answers: str = "",
) -> None:
    """Queue a report to *seat* with all that is new for it."""
    game, title = loaded.game, loaded.title
    news = unread(session, game, seat)
    events = [event for _, event in news]
    view = title.view(loaded.run.state, seat.seat)
    letter = Report(
        frame=frames.for_seat(club, session, game, seat),
        view=view,
        events=events,
        questions=agenda.questions(session, loaded, seat),
        waiting=agenda.waiting(session, loaded, seat.seat),
        standing=agenda.on_file(session, game, seat.seat),
        kept=tuple(row.line for row in agenda.kept(session, game, seat.seat)),
        overrides=frames.overrides(session, game, seat.told_override),
        rulings=frames.rulings(title, events),
        kind=kind,
        picture=_picture(club, loaded, view, events),
    )
    _mark_told(session, game, seat, news)
    page = write(club.templates, title, letter)
    asked = agenda.row(session, game, seat.seat)
    sort = "answer" if answers else kind
    post.to_seat(club, session, game, seat, page, kind=sort, answers=answers, asked=asked)


def send_again(
    club: Club, session: Session, loaded: Loaded, seat: SeatRow, answers: str = ""
) -> None:
    """Queue the last report to *seat* once more, as things stand now."""
    seat.told, seat.told_override = seat.told_before, seat.told_override_before
    send(club, session, loaded, seat, answers=answers)


def press(club: Club, session: Session, game: GameRow, seat: SeatRow, message: Press) -> None:
    """Queue one message to *seat*: a letter and no report, so that talk stays light."""
    loaded = agenda.resume(club, session, game)
    letter = Report(
        frame=frames.for_seat(club, session, game, seat),
        view=loaded.title.view(loaded.run.state, seat.seat),
        press=(message,),
        kind="news",
    )
    page = write(club.templates, loaded.title, letter)
    asked = agenda.row(session, game, seat.seat)
    post.to_seat(club, session, game, seat, page, kind="press", asked=asked)


def finish(club: Club, session: Session, loaded: Loaded) -> None:
    """End the game: final standings, and all that is needed to check the dice."""
    game, title, state = loaded.game, loaded.title, loaded.run.state
    game.status, game.reason = "over", ""
    session.add(game)
    session.flush()
    scores = sorted(title.scores(state).items(), key=lambda item: -item[1])
    best = [seat for seat, score in scores if score == scores[0][1]]
    winners = title.winners(state) if title.winners else tuple(best)
    whole = record.tape(session, game, told=True)
    tape = Attachment(f"{game.name}.tape.txt", "text/plain", whole.encode())
    landmarks = [event for _, event in games.events(session, game) if event.landmark]
    rows = games.seats(session, game)
    words = tuple(
        (player.name, word)
        for player, word in zip(frames.players(session, game), json.loads(game.words), strict=True)
    )
    for seat in rows:
        news = unread(session, game, seat)
        events = [event for _, event in news]
        view = title.view(state, seat.seat)
        letter = Final(
            frame=frames.for_seat(club, session, game, seat),
            view=view,
            scores=tuple(scores),
            winners=tuple(winners),
            secret=game.secret.hex(),
            commitment=Chance(game.secret).commitment,
            words=words,
            events=events,
            overrides=frames.overrides(session, game, seat.told_override),
            attached=tape.name,
            picture=_picture(club, loaded, view, events),
            landmarks=landmarks,
        )
        _mark_told(session, game, seat, news)
        page = write(club.templates, title, letter)
        post.to_seat(club, session, game, seat, page, kind="report", files=(tape,))


def _mark_told(
    session: Session, game: GameRow, seat: SeatRow, news: list[tuple[int, Event]]
) -> None:
    if news:
        seat.told_before, seat.told = seat.told, news[-1][0]
        seat.told_override_before = seat.told_override
    seat.told_override = game.overrides
    session.add(seat)


def _picture(club: Club, loaded: Loaded, view: object, events: list[Event]) -> bytes:
    """Return the map for *view*; seats that see the same map share one drawing."""
    title = loaded.title
    key = hashlib.sha256(repr((title.name, title.marks(view, events))).encode()).digest()
    if key not in club.pictures:
        if len(club.pictures) >= MOST_PICTURES:
            club.pictures.clear()
        club.pictures[key] = picture.draw(club.templates, title, view, events)
    return club.pictures[key]

"""Before a game: making it, signing on, and the start."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import available_timezones

from sqlmodel import Session, select

from moderator import titles
from moderator.engine import Chance, Illegal, Title
from moderator.reports.inputs import Lobby, PowerDone, Start, Welcome
from moderator.reports.page import write
from moderator.service import frames, post, turn
from moderator.service.club import Club
from moderator.service.refused import Refused
from moderator.store import games
from moderator.store.tables import GameRow, PlayerRow, SeatRow

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class SignOn:
    """What a joining mail asks for."""

    address: str
    name: str
    seat: str = ""
    """The colour wanted; '' for the next free one."""
    word: str = ""
    """Mixed into the dice."""
    zone: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """What the player would like to play with; it holds if all agree."""


def create(
    club: Club,
    session: Session,
    title_name: str,
    *,
    name: str = "",
    seats: int = 0,
    options: Mapping[str, str] | None = None,
    hours: Mapping[str, int] | None = None,
    secret: bytes = b"",
) -> GameRow:
    """Make a game that players can sign on to.  *seats* 0: as many as the title has.

    Raises `Refused` for a name that is taken or malformed, or options that the title
    does not have; `titles.UnknownTitle`.
    """
    title = titles.find(title_name)
    seats = seats or len(title.seats)
    if not title.fewest <= seats <= len(title.seats):
        raise Refused(
            "not allowed", f"{title.label} is for {title.fewest} to {len(title.seats)} players"
        )
    for pace in hours or {}:
        if pace not in title.hours:
            known = ", ".join(title.hours)
            raise Refused("not allowed", f"{title.label} has no pace '{pace}'; it has {known}")
    name = name.casefold() or _free_name(session, title.name)
    if not _NAME.fullmatch(name) or len(name) > 30:
        raise Refused("not allowed", f"'{name}' is no name for a game, as in {title.name}-1")
    if session.exec(select(GameRow.id).where(GameRow.name == name)).first() is not None:
        raise Refused("not allowed", f"there is a game '{name}' already")
    try:
        chosen = title.configure(options or {})
        title.new_game(title.seats[:seats], chosen)
    except Illegal as illegal:
        raise Refused("not allowed", str(illegal)) from illegal
    game = GameRow(
        name=name,
        title=title.name,
        options=json.dumps(chosen),
        hours=json.dumps({**title.hours, **club.settings.pace.hours, **(hours or {})}),
        seats=seats,
        secret=secret or secrets.token_bytes(32),
        grace_hours=club.settings.pace.grace_hours,
        remind_hours=club.settings.pace.remind_hours,
        created=club.now(),
    )
    session.add(game)
    session.flush()
    return game


def announce(club: Club, session: Session, game: GameRow) -> None:
    """Give the moderators a mail of the game: replies to it prove themselves."""
    lines = (
        f"{game.name} waits for {game.seats} players; each sends the line: join {game.name}",
        "Reply to this mail to use your powers; the line 'help' lists them.",
    )
    done = PowerDone(frames.for_moderator(club, session, game), "", f"create {game.name}",
                     lines=lines)  # fmt: skip
    page = write(club.templates, titles.find(game.title), done)
    post.to_moderators(club, session, page, kind="notice", game=game.name)


def join(club: Club, session: Session, game: GameRow, wish: SignOn) -> SeatRow:
    """Give a player a seat, tell everybody, and start the game if it is full.

    Raises `Refused` if the game has started, is full, or the colour is taken or unknown.
    """
    title = titles.find(game.title)
    if game.status != "lobby":
        raise Refused("game started", "", game.name, open_games(session))
    taken = games.seats(session, game)
    free = [seat for seat in title.seats if seat not in {row.seat for row in taken}]
    if len(taken) >= game.seats:
        raise Refused("game full", "", game.name, open_games(session))
    seat = wish.seat.casefold() or free[0]
    lines = tuple(f"join {game.name} as {one}" for one in free)
    if seat not in title.seats:
        there = f"{title.label} has {', '.join(title.seats)}."
        raise Refused("no such seat", there, seat, lines)
    if seat not in free:
        raise Refused("seat taken", "", seat, lines)
    if wish.zone and wish.zone not in available_timezones():
        raise Refused(
            "not allowed", f"'{wish.zone}' is no time zone, as in Europe/London.", wish.zone
        )
    proposal = _proposal(title, game, wish.options)
    person = person_of(club, session, wish)
    if any(row.player_id == person.id for row in taken):
        raise Refused("already joined", "", game.name)
    row = _seat(club, session, game, person, seat, len(taken))
    row.word = wish.word or secrets.token_hex(4)
    row.proposal = json.dumps(proposal)
    session.flush()
    _announce(club, session, game, row)
    if len(taken) + 1 == game.seats:
        start(club, session, game)
    return row


def start(club: Club, session: Session, game: GameRow) -> None:
    """Start a game with the players that it has.

    The options are those of the game, or what all players asked for when they joined.
    Raises `Refused` if it runs already or has too few players.
    """
    title = titles.find(game.title)
    rows = games.seats(session, game)
    if game.status != "lobby":
        raise Refused("game started", f"{game.name} has started already", game.name)
    if len(rows) < title.fewest:
        raise Refused(
            "not allowed", f"{game.name} has {len(rows)} of at least {title.fewest} players"
        )
    proposals = {row.proposal for row in rows}
    if len(proposals) == 1 and (agreed := json.loads(proposals.pop())):
        game.options = json.dumps({**json.loads(game.options), **agreed})
    game.words = json.dumps([row.word for row in rows])
    game.status = "running"
    session.add(game)
    session.flush()
    people = frames.players(session, game)
    for row in rows:
        letter = Start(
            frames.for_seat(club, session, game, row),
            Chance(game.secret).commitment,
            tuple((p.name, r.word) for p, r in zip(people, rows, strict=True)),
        )
        post.to_seat(club, session, game, row, write(club.templates, title, letter), kind="notice")
    loaded = games.begin(session, game, [row.seat for row in rows], club.now())
    turn.go_on(club, session, loaded)


def _free_name(session: Session, stem: str) -> str:
    there = set(session.exec(select(GameRow.name)).all())
    return next(name for n in range(1, len(there) + 2) if (name := f"{stem}-{n}") not in there)


def open_games(session: Session) -> tuple[str, ...]:
    """Return the line that joins each game that waits for players."""
    names = session.exec(select(GameRow.name).where(GameRow.status == "lobby")).all()
    return tuple(f"join {name}" for name in names)


def _proposal(title: Title[Any, Any], game: GameRow, options: Mapping[str, str]) -> dict[str, str]:
    try:
        whole = title.configure({**json.loads(game.options), **options})
        title.new_game(title.seats[: game.seats], whole)
    except Illegal as illegal:
        raise Refused("not allowed", str(illegal)) from illegal
    return {name: whole[name] for name in options}


def person_of(club: Club, session: Session, wish: SignOn) -> PlayerRow:
    """Return the player of this address, made or brought up to date."""
    address = wish.address.casefold()
    person = session.exec(select(PlayerRow).where(PlayerRow.address == address)).first()
    if person is None:
        name = wish.name or address.partition("@")[0].title()
        person = PlayerRow(name=name[:40], address=address, zone=club.settings.club.zone)
    if wish.zone:
        person.zone = wish.zone
    session.add(person)
    session.flush()
    return person


def _seat(
    club: Club, session: Session, game: GameRow, person: PlayerRow, seat: str, place: int
) -> SeatRow:
    assert game.id is not None
    assert person.id is not None
    row = SeatRow(
        game_id=game.id,
        seat=seat,
        place=place,
        player_id=person.id,
        token=club.signer.seat_token(game.name, seat, 0),
    )
    session.add(row)
    session.flush()
    return row


def _announce(club: Club, session: Session, game: GameRow, newcomer: SeatRow) -> None:
    """Welcome the newcomer and tell the others."""
    title = titles.find(game.title)
    rows = games.seats(session, game)
    commitment = Chance(game.secret).commitment
    missing = max(0, game.seats - len(rows))
    name = frames.player(session, newcomer).name
    welcome(club, session, game, newcomer)
    for row in rows:
        if row.id != newcomer.id:
            frame = frames.for_seat(club, session, game, row)
            letter = Lobby(frame, missing, missing, commitment, joined=name)
            page = write(club.templates, title, letter)
            post.to_seat(club, session, game, row, page, kind="notice")


def welcome(club: Club, session: Session, game: GameRow, seat: SeatRow) -> None:
    """Tell the player of *seat* how to play by replying."""
    letter = Welcome(
        frames.for_seat(club, session, game, seat),
        "",
        max(0, game.seats - len(games.seats(session, game))),
        Chance(game.secret).commitment,
        seat.word,
    )
    page = write(club.templates, titles.find(game.title), letter)
    post.to_seat(club, session, game, seat, page, kind="notice")

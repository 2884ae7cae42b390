"""The moderator's mail: powers carried out, each answered by a receipt."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from sqlmodel import Session, col, select

from moderator.mail.letter import Letter
from moderator.orders.commands import FORMS, Command, sort_lines
from moderator.orders.line import Line
from moderator.reports.inputs import PowerDone
from moderator.reports.page import write
from moderator.reports.parts import Override
from moderator.reports.wording import when
from moderator.service import agenda, frames, lobby, post, powers, record, waiting_room
from moderator.service.club import Club
from moderator.service.refused import Refused
from moderator.store import games
from moderator.store.tables import GameRow, InboundRow, OverrideRow

_BECAUSE = re.compile(r"\s+(?:because\s+(?!of\b)|(?=because\s+of\b))(?P<why>.+)$", re.IGNORECASE)
_STRANGE = re.compile(r"\w+\s+(?P<name>[a-z]+(?:-[a-z0-9]+)*-\d+)\b", re.IGNORECASE)
"""A word behind the verb that looks like a game's name."""
LAST_ENTRIES = 30
BY_ITSELF = ("[now]", "[forced]")
"""How lines of the tape end that no player wrote: the log leaves them out."""


def handle(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    """Carry out every power that *letter* asks for, one after another; a line that fails
    changes nothing and stops nothing.

    The game is the one that a line names behind its verb, or else the one whose tag
    stands in the subject.
    """
    names = set(session.exec(select(GameRow.name)).all())
    lines = _answers_whole([Line(n, text) for n, text in enumerate(letter.orders, start=1)], names)
    row.receipt = f"moderator/{row.id}"
    if not lines:
        _receipt(club, session, row, letter, "", None, why="there is no order in it: try 'status'")
    for line in lines:
        _one(club, session, row, letter, line, names)


def ask_for_reply(club: Club, session: Session, row: InboundRow, letter: Letter) -> None:
    """A mail in the moderator's name that is no reply to ours proves nothing: offer a reply."""
    row.reason = "in the moderator's name, but no reply to a mail of ours"
    frame = frames.for_moderator(club, session)
    why = "anybody can write in your name; reply to this mail and say it again"
    letter_out = PowerDone(frame, f"moderator/{row.id}", letter.bare_subject, why_not=why)
    page = write(club.templates, None, letter_out)
    post.to_moderators(club, session, page, kind="answer", answers=_id(letter), only=letter.sender)


def _one(
    club: Club, session: Session, row: InboundRow, letter: Letter, line: Line, names: Set[str]
) -> None:
    text, why = _reason(line.text)
    text, named = _named(text, names)
    tag = next((name for name in names if f"[{name}]" in letter.subject.casefold()), "")
    game_name = named or tag
    if not named and (strange := _STRANGE.match(text)):
        there = tuple(sorted(names))
        why = f"there is no game '{strange['name']}'"
        _receipt(club, session, row, letter, line.text, None, why=why, nearest=there)
        return
    found = sort_lines([Line(line.number, text)], moderator=True)
    if not found.commands:
        misread = found.misread[0][1] if found.misread else None
        reason = misread.reason if misread else "this is none of the moderator's orders"
        near = (
            misread.nearest if misread else ("status", "pause GAME", "extend GAME 24 hours", "help")
        )
        _receipt(club, session, row, letter, line.text, None, why=reason, nearest=near)
        return
    game = games.find(session, game_name) if game_name else None
    try:
        with session.begin_nested():
            answer = _carry_out(club, session, game, found.commands[0], why)
    except (Refused, LookupError) as refused:
        nearest = refused.nearest if isinstance(refused, Refused) else ()
        _receipt(club, session, row, letter, line.text, game, why=str(refused), nearest=nearest)
        return
    if isinstance(answer, OverrideRow):
        override = Override(f"M-{answer.number}", answer.what, answer.why)
        _receipt(club, session, row, letter, line.text, game, override=override)
    else:
        _receipt(club, session, row, letter, line.text, game, lines=answer)


def _carry_out(
    club: Club, session: Session, game: GameRow | None, command: Command, why: str
) -> OverrideRow | tuple[str, ...]:
    """Use one power; return its entry in the game's log, or the lines to answer."""
    if game is None or command.name in {"help", "aside", "release", "drop"}:
        return _without_game(session, command)
    match command.name:
        case "start":
            lobby.start(club, session, game)
            return (f"{game.name} has started.",)
        case "log":
            whole = record.tape(session, game).splitlines()
            lines = [line for line in whole if not line.endswith(BY_ITSELF)][-LAST_ENTRIES:]
            return tuple(line.partition(" ")[2] for line in lines if not line.startswith("seal"))
        case "status":
            return _one_game(club, session, game)
        case _:
            words = powers.Words(why=why, argument=command.argument, **command.fields)
            return powers.use(club, session, game, command.name, words)


def _without_game(session: Session, command: Command) -> tuple[str, ...]:
    number = int(command.fields.get("number", 0))
    match command.name:
        case "help":
            return tuple(f"{form.form}: {form.help}" for form in FORMS if form.power)
        case "aside":
            return waiting_room.listing(session)
        case "release":
            waiting_room.release(session, number)
            return (f"Mail {number} is handled again.",)
        case "drop":
            waiting_room.drop(session, number)
            return (f"Mail {number} is dropped; it stays in the archive.",)
        case "status":
            return _all_games(session)
    there = tuple(session.exec(select(GameRow.name).where(GameRow.status != "over")).all())
    raise Refused("no such game", f"say which game, as in '{command.name} GAME'", "", there)


def _all_games(session: Session) -> tuple[str, ...]:
    rows = session.exec(select(GameRow).order_by(col(GameRow.id))).all()
    return tuple(f"{row.name}  {row.title}  {row.status}  {row.reason}".rstrip() for row in rows)


def _one_game(club: Club, session: Session, game: GameRow) -> tuple[str, ...]:
    """Return the state of a game, its players, and until when each is waited for."""
    head = f"{game.name}  {game.title}  {game.status}  {game.reason}".rstrip()
    lines = [head]
    for seat in games.seats(session, game):
        asked = agenda.row(session, game, seat.seat)
        open_ = asked is not None and not asked.answered and game.status == "running"
        until = when(asked.deadline, club.settings.club.zone) if open_ and asked else ""
        waits = f", waited for until {until}" if until else ""
        lines.append(f"{seat.seat}: {frames.player(session, seat).name}{waits}")
    return tuple(lines)


def _reason(text: str) -> tuple[str, str]:
    found = _BECAUSE.search(text)
    return (text[: found.start()], found["why"].strip()) if found else (text, "")


def _named(text: str, names: Set[str]) -> tuple[str, str]:
    """Take a game's name out from behind the verb."""
    verb, _, rest = text.strip().partition(" ")
    name, space, more = rest.strip().partition(" ")
    if name.casefold().rstrip(":") in names:
        return f"{verb}{space}{more}", name.casefold().rstrip(":")
    return text, ""


def _answers_whole(lines: Sequence[Line], names: Set[str]) -> list[Line]:
    """Put the lines of a sheet behind the `answer SEAT:` that they belong to."""
    whole: list[Line] = []
    for line in lines:
        answering = bool(whole) and whole[-1].text.casefold().startswith("answer")
        power = Line(line.number, _named(_reason(line.text)[0], names)[0])
        if answering and not sort_lines([power], moderator=True).commands:
            text = f"{whole[-1].text}\n{line.text}"
            whole[-1] = replace(whole[-1], text=text)
        else:
            whole.append(line)
    return whole


def _receipt(
    club: Club,
    session: Session,
    row: InboundRow,
    letter: Letter,
    command: str,
    game: GameRow | None,
    *,
    override: Override | None = None,
    why: str = "",
    nearest: tuple[str, ...] = (),
    lines: tuple[str, ...] = (),
) -> None:
    frame = frames.for_moderator(club, session, game)
    done = PowerDone(frame, row.receipt, command, override, why, nearest, lines)
    page = write(club.templates, None, done)
    post.to_moderators(
        club, session, page, kind="answer", game=game.name if game else "", answers=_id(letter),
        only=letter.sender,
    )  # fmt: skip


def _id(letter: Letter) -> str:
    return letter.message_id if letter.message_id.startswith("<") else ""

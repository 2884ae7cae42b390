"""`moderator game`: games made, looked at and started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moderator.commands import context

if TYPE_CHECKING:
    from datetime import datetime

Name = Annotated[str, typer.Argument(metavar="GAME", help="The game's name, as in feudo-1.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]


def pairs(texts: Sequence[str], what: str) -> dict[str, str]:
    """Return NAME=VALUE words as a mapping; a wrong one is a usage error."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise typer.BadParameter(f"'{text}' is not of the form {what}")
        found[name.strip()] = value.strip()
    return found


def create(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played, as in feudo.")],
    name: Annotated[str, typer.Option(help="Its name; TITLE and a number if left out.")] = "",
    seats: Annotated[int, typer.Option(min=0, help="For how many; 0: as many as can.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the title.")
    ] = None,
    hours: Annotated[
        list[str] | None, typer.Option(metavar="PACE=HOURS", help="Time for a kind of question.")
    ] = None,
) -> None:
    """Make a game that players can join by mail.

    Example: moderator game create feudo --seats 4 --option pace=turn --hours plays=96
    """
    from moderator.service import lobby

    options = pairs(option or (), "NAME=VALUE")
    times = pairs(hours or (), "PACE=HOURS")
    for pace, text in times.items():
        if not (text.isdecimal() and 1 <= int(text) <= 24 * 365):
            raise typer.BadParameter(f"{pace}={text}: hours are a number from 1 to 8760")
    numbers = {pace: int(text) for pace, text in times.items()}
    with context.club() as club, club.database.writing() as session:
        game = lobby.create(
            club, session, title, name=name, seats=seats, options=options, hours=numbers
        )
        lobby.announce(club, session, game)
        context.say(f"{game.name}: for {game.seats} players; they write to")
        context.say(f"{club.settings.club.address}, the line: join {game.name}")


def list_(as_json: AsJson = False) -> None:
    """List the games of the club.

    Example: moderator game list
    """
    from dataclasses import asdict

    from moderator.service import reading

    with context.club() as club, club.database.reading() as session:
        rows = reading.listing(session)
    if as_json:
        context.say_json([asdict(row) for row in rows])
        return
    if not rows:
        context.say("no games yet; make one: moderator game create TITLE")
    for row in rows:
        waits = f"waits for {row.waits_for} until {_when(row.deadline)}" if row.waits_for else ""
        context.say(
            f"{row.game:<16} {row.title:<10} {row.status:<8} {row.players}/{row.seats}  "
            f"{waits}{row.reason}".rstrip()
        )


def show(
    game: Name,
    last: Annotated[int, typer.Option(min=0, help="How many entries of the tape.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Show a game: its seats, whom it waits for, where in the rules, its last entries.

    Example: moderator game show feudo-1
    """
    from dataclasses import asdict

    from moderator.service import reading
    from moderator.store import games

    with context.club() as club, club.database.reading() as session:
        found = reading.show(club, session, games.find(session, game), last)
    if as_json:
        context.say_json(asdict(found))
    else:
        _print(found)


def start(game: Name) -> None:
    """Start a game with the players that it has.

    Example: moderator game start feudo-1
    """
    from moderator.service import lobby
    from moderator.store import games

    with context.club() as club, club.database.writing() as session:
        row = games.find(session, game)
        lobby.start(club, session, row)
    context.say(f"{row.name} has started")


def _print(game: Any) -> None:
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    context.say(f"{game.game}  {game.title}  {game.status}  {game.reason}".rstrip())
    context.say(f"options: {options}")
    if game.trouble:
        context.say(f"trouble: {game.trouble}")
    if game.where:
        context.say(f"phase {game.phase}: {game.where}")
    for seat in game.seats:
        asked = ""
        if seat.asked:
            state = "has answered" if seat.answered else f"until {_when(seat.deadline)}"
            asked = f"{seat.asked}: {state}"
        extra = "  (caretaker)" if seat.caretaker else ""
        extra += f"  ({seat.missed} deadlines missed)" if seat.missed else ""
        context.say(f"  {seat.seat:<10} {seat.player} <{seat.address}>  {asked}{extra}".rstrip())
    for one in game.last:
        text = one.text.replace("\n", " / ")
        context.say(f"{one.entry:>5} {one.who} {one.kind}: {text} [{one.source}]")


def _when(moment: datetime | None) -> str:
    return f"{moment:%d %b %Y %H:%M} UTC" if moment else "-"

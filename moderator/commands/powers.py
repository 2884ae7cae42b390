"""`moderator game ...`: the moderator's powers over a running game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from moderator.commands import context
from moderator.commands.game import Name

if TYPE_CHECKING:
    from sqlmodel import Session

    from moderator.service.club import Club
    from moderator.store.tables import GameRow, OverrideRow

Why = Annotated[str, typer.Option("--why", help="The reason, for the game's public log.")]
Seat = Annotated[str, typer.Argument(metavar="SEAT", help="A colour, or its player's name.")]


def pause(game: Name, why: Why = "") -> None:
    """Stop the clock of a game; lines that arrive are kept.

    Example: moderator game pause feudo-1 --why "summer holidays"
    """
    from moderator.service import desk

    _use(game, lambda club, session, row: desk.pause(club, session, row, why))


def resume(game: Name, why: Why = "") -> None:
    """Let a game go on that is paused or on hold.

    Example: moderator game resume feudo-1
    """
    from moderator.service import desk

    _use(game, lambda club, session, row: desk.resume(club, session, row, why))


def extend(
    game: Name,
    hours: Annotated[int, typer.Argument(metavar="HOURS", help="How many hours later.")],
    why: Why = "",
) -> None:
    """Move every open deadline of a game.

    Example: moderator game extend feudo-1 48 --why "Anna travels"
    """
    from moderator.service import desk

    _use(game, lambda club, session, row: desk.extend(club, session, row, hours, why))


def hold(game: Name, why: Why = "") -> None:
    """Take a game out of play until something is mended.

    Example: moderator game hold feudo-1 --why "a ruling is needed"
    """
    from moderator.service import desk

    _use(game, lambda club, session, row: desk.hold(club, session, row, why))


def answer(
    game: Name,
    seat: Seat,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The answer; lines as they are.")],
    why: Why = "",
) -> None:
    """Answer the open question of a seat, in its player's stead.

    Example: moderator game answer feudo-1 red "pass" --why "told me by telephone"
    """
    from moderator.service import desk

    _use(game, lambda club, session, row: desk.answer(club, session, row, seat, text, why))


def process(game: Name, why: Why = "") -> None:
    """Let the open deadlines pass now: standing orders, caretakers and defaults answer.

    Example: moderator game process feudo-1 --why "all agreed"
    """
    from moderator.service import desk

    _use(game, lambda club, session, row: desk.process(club, session, row, why))


def rollback(
    game: Name,
    entry: Annotated[int, typer.Argument(metavar="ENTRY", help="The last entry that stands.")],
    same_dice: Annotated[
        bool, typer.Option("--same-dice", help="Keep the dice; else they are new ones.")
    ] = False,
    why: Why = "",
) -> None:
    """Return to an entry of the tape; what came after it is void.

    Example: moderator game rollback feudo-1 118 --same-dice --why "a wrong ruling"
    """
    from moderator.service import desk

    _use(
        game,
        lambda club, session, row: desk.rollback(
            club, session, row, entry, why, same_dice=same_dice
        ),
    )


def replace(
    game: Name,
    seat: Seat,
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The new player's; 'bot' for a caretaker.")
    ],
    name: Annotated[str, typer.Option(help="The new player's name.")] = "",
    why: Why = "",
) -> None:
    """Give a seat to somebody else; the old player's replies stop working.

    Example: moderator game replace feudo-1 red elif@example.org --name Elif
    """
    from moderator.service import desk

    _use(
        game,
        lambda club, session, row: desk.replace(club, session, row, seat, address, why, name),
    )


def remark(
    game: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to say.")],
    why: Why = "",
) -> None:
    """Say something to all players of a game.

    Example: moderator game remark feudo-1 "Happy new year!"
    """
    from moderator.service import desk

    said = f"{text}\n\n{why}" if why else text
    _use(game, lambda club, session, row: desk.remark(club, session, row, said))


POWERS = (pause, resume, extend, hold, answer, process, rollback, replace, remark)


def _use(name: str, power: Callable[[Club, Session, GameRow], OverrideRow]) -> None:
    """Use *power*, and print its entry in the game's log; the daemon sends what follows."""
    from moderator.store import games

    with context.club() as club, club.database.writing() as session:
        entry = power(club, session, games.find(session, name))
        said = f"M-{entry.number}: {entry.what}"
    context.say(said)

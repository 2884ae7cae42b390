"""`moderator export` and `moderator verify`: a game as text, and the check of its dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from moderator.commands import context
from moderator.commands.errors import Failed
from moderator.commands.game import Name


def export(
    game: Name,
    out: Annotated[Path | None, typer.Option(help="A file; printed if left out.")] = None,
) -> None:
    """Write a game as text: every answer, every draw, and what the players were told.

    It holds the secrets of all seats while the game runs: for the moderator alone.

    Example: moderator export feudo-1 --out feudo-1.tape.txt
    """
    from moderator.service import record
    from moderator.store import games

    with context.club() as club, club.database.reading() as session:
        text = record.tape(session, games.find(session, game), told=True)
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        context.say(f"{out}: {text.count(chr(10))} lines")


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tape, as it was mailed.")],
) -> None:
    """Compute every die and shuffle of a tape again; fail if one line was altered.

    Example: moderator verify feudo-1.tape.txt
    """
    from moderator.service import record

    try:
        draws, checked = record.check(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise Failed(f"{file} is no tape: {error}") from error
    except record.Mismatch as mismatch:
        raise Failed(f"{file}: {mismatch}") from mismatch
    if checked:
        context.say(f"{file}: no line was altered, and all {draws} draws are right")
    else:
        context.say(
            f"{file}: no line was altered; the {draws} draws cannot be checked yet: the secret "
            "is published when the game is over"
        )

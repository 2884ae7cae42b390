"""`moderator doctor`: whether everything that the club needs works."""

from __future__ import annotations

from typing import Annotated

import typer

from moderator.commands import context


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Try settings, key, mailboxes, templates, maps, database, and every live game.

    Nothing is sent and nothing is changed.  Ends with 1 if anything is wrong.

    Example: moderator --config club/moderator.toml doctor
    """
    from dataclasses import asdict

    from moderator.service.doctor import examine

    checks = []
    for check in examine(context.settings()):
        checks.append(check)
        if not as_json:
            context.say(f"{'ok   ' if check.good else 'WRONG'} {check.name}: {check.detail}")
    if as_json:
        context.say_json([asdict(check) for check in checks])
    if not all(check.good for check in checks):
        raise typer.Exit(1)

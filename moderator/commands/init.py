"""`moderator init`: a new club's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from moderator.commands import context
from moderator.commands.errors import Failed

KEY = "moderator.key"


def init(folder: Annotated[Path, typer.Argument(help="The folder to make.")]) -> None:
    """Make a club's folder: commented settings, and a random key to sign with.

    Nothing that is there already is overwritten.

    Example: moderator init club
    """
    import os
    import secrets

    for name in (context.FILE, KEY):
        if (folder / name).exists():
            raise Failed(f"{folder / name} is there already; nothing was changed")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / context.FILE).open("x", encoding="utf-8") as file:
        file.write(example().read_text(encoding="utf-8"))
    handle = os.open(folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(32) + "\n")
    context.say(f"{folder / context.FILE}: name the club, its address and its mailboxes in it")
    context.say(f"{folder / KEY}: signs reply addresses; keep it secret, and a copy of it safe")
    context.say(f"then: moderator --config {folder / context.FILE} doctor")


def example() -> Path:
    """Return the commented settings: at the repository's top, or inside the installed wheel."""
    package = Path(__file__).parent.parent
    for folder in (package / "_shipped" / "config", package.parent / "config"):
        if (folder / context.FILE).is_file():
            return folder / context.FILE
    raise FileNotFoundError(f"no example settings at {package.parent} or in the package")

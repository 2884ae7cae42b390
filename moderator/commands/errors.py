"""What went wrong, in one or two lines: no command ends with a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

TRACE = "MODERATOR_TRACEBACK"
"""Set this environment variable to see where an error came from."""


class Failed(Exception):
    """A command cannot do what it was asked for; the message says why, and what would be right."""


@contextmanager
def reported() -> Iterator[None]:
    """Turn every error into lines on standard error and exit code 1."""
    try:
        yield
    except (KeyboardInterrupt, BrokenPipeError):
        raise typer.Exit(1) from None
    except Exception as error:
        if os.environ.get(TRACE) or type(error).__module__.startswith(("click", "typer")):
            raise
        print(words(error), file=sys.stderr)  # noqa: T201
        raise typer.Exit(1) from None


def words(error: Exception) -> str:
    """Return *error* for people: its own message if it was made for them."""
    from moderator import titles
    from moderator.engine import Illegal
    from moderator.mail.transport import TransportDown
    from moderator.service.opening import AlreadyRunning
    from moderator.service.refused import Refused
    from moderator.settings import WrongSettings
    from moderator.store.codec import Unreadable
    from moderator.store.database import DatabaseTrouble
    from moderator.store.games import UnknownGame

    if isinstance(error, Refused):
        said = error.detail or error.cause
        near = f"\ntry: {', '.join(error.nearest)}" if error.nearest else ""
        return f"moderator: {said}{near}"
    meant = (
        Failed, WrongSettings, DatabaseTrouble, UnknownGame, titles.UnknownTitle, TransportDown,
        AlreadyRunning, Unreadable, Illegal,
    )  # fmt: skip
    if isinstance(error, meant):
        return f"moderator: {error}"
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"moderator: {place}{error.strerror or error}"
    return (
        f"moderator: something unforeseen: {type(error).__name__}: {error}\n"
        f"set {TRACE}=1 and run it again to see where"
    )

"""What the commands share: the club that --config names, and how they print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from moderator.service.club import Club
    from moderator.settings import Settings

FILE = "moderator.toml"
ENVIRONMENT = "MODERATOR_CONFIG"
_CHOSEN = [Path(FILE)]


def choose(config: Path | None) -> None:
    """Set the settings file of this call; None for ./moderator.toml."""
    _CHOSEN[0] = config or Path(FILE)


def settings() -> Settings:
    """Return the club's settings; raise `WrongSettings`."""
    from moderator.settings import load

    return load(_CHOSEN[0])


@contextmanager
def club() -> Iterator[Club]:
    """Give the club that this call is about, opened."""
    from moderator.service.opening import opened

    with opened(settings()) as found:
        yield found


def console(*, errors: bool = False) -> Console:
    """Return where to print: plain when nobody watches."""
    from rich.console import Console

    return Console(stderr=errors, highlight=False, soft_wrap=True)


def say(text: str = "") -> None:
    """Print one line as it is."""
    typer.echo(text)


def say_json(value: Any) -> None:
    """Print *value* as JSON; moments in ISO 8601."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, default=str))

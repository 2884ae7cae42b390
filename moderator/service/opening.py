"""A club opened for work, and the lock that keeps a second daemon out."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moderator import titles
from moderator.mail.child import Reader
from moderator.mail.letter import Own
from moderator.service.club import Club, signer, templates
from moderator.settings import Settings, WrongSettings
from moderator.store.database import Database

LOCK = "moderator.lock"


class AlreadyRunning(Exception):
    """Another process serves this club; the message names it."""


@contextmanager
def opened(settings: Settings) -> Iterator[Club]:
    """Give the club of *settings*, its schema up to date, its mails read by a guarded child.

    Raises `WrongSettings` and `DatabaseTrouble`.
    """
    lay_components(settings)
    sign = signer(settings)
    pages = templates(settings)
    database = Database(settings.database_url)
    own = Own(
        frozenset({settings.club.address}),
        settings.club.address.rpartition("@")[2],
        sign.is_ours,
    )
    reader = Reader(own)
    try:
        database.upgrade()
        yield Club(settings, database, sign, pages, reader.read)
    finally:
        reader.close()
        database.close()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep every other daemon off the club in *folder*; raise `AlreadyRunning`."""
    path = folder / LOCK
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            process = os.read(handle, 20).decode("ascii", "replace").strip() or "unknown"
            raise AlreadyRunning(
                f"a moderator serves this club already (process {process}, lock {path})"
            ) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def lay_components(settings: Settings) -> None:
    """Lay the club's own component data over ours; raise `WrongSettings` if it is wrong."""
    if settings.components:
        try:
            titles.lay_over(settings.path(settings.components))
        except ValueError as error:
            raise WrongSettings(f"components: {error}") from error

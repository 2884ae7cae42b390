"""The command line on a club of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from moderator.cli import app

Call = Callable[..., Result]

JOIN = """\
From: {name} <{address}>
To: play@games.example
Subject: join {game}
Message-ID: <{name}.1@example.org>
Date: Sun, 01 Mar 2026 12:00:00 +0000

join {game} word roses
"""


def run(arguments: Sequence[object], given: bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], input=given)


def joining(name: str) -> bytes:
    return JOIN.format(name=name, game="feudo-1", address=f"{name.lower()}@example.org").encode()


@pytest.fixture
def moderator() -> Call:
    """Run the program with these arguments."""

    def call(*arguments: object, given: bytes | None = None) -> Result:
        return run(arguments, given)

    return call


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A new club's folder, and one in which a game of two has started; copied, not used."""
    top = tmp_path_factory.mktemp("clubs")
    fresh, played = top / "fresh", top / "played"
    run(["init", fresh])
    shutil.copytree(fresh, played)
    run(["--config", played, "game", "create", "feudo", "--seats", 2])
    for name in ("Anna", "Ben"):
        run(["--config", played, "deliver", "-"], joining(name))
    return fresh, played


@pytest.fixture
def club(tmp_path: Path, folders: tuple[Path, Path]) -> Path:
    """The settings of a new club."""
    shutil.copytree(folders[0], tmp_path / "club", dirs_exist_ok=True)
    return tmp_path / "club" / "moderator.toml"


@pytest.fixture
def ours(club: Path) -> Call:
    """Run the program on the new club."""

    def call(*arguments: object, given: bytes | None = None) -> Result:
        return run(["--config", club, *arguments], given)

    return call


@pytest.fixture
def join(ours: Call) -> Call:
    """Deliver a mail that joins feudo-1."""

    def call(name: str) -> Result:
        return ours("deliver", "-", given=joining(name))

    return call


@pytest.fixture
def game(ours: Call, club: Path, folders: tuple[Path, Path]) -> Call:
    """A game of two, feudo-1, that has started; run the program on its club."""
    shutil.copytree(folders[1], club.parent, dirs_exist_ok=True)
    return ours

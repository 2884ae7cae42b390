"""A club in a folder, and a game of the toy title in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clubhouse.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    """A club whose clock stands at noon."""
    return Hall(tmp_path / "club")

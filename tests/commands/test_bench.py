"""The bench: every figure is there, whatever its size."""

from __future__ import annotations

import json
from collections.abc import Callable

from typer.testing import Result


def test_every_figure_is_measured(moderator: Callable[..., Result]) -> None:
    found = moderator("bench", "--json")
    assert found.exit_code == 0, found.output
    figures = {one["name"]: one for one in json.loads(found.stdout)}
    assert len(figures) == 13
    assert all(one["value"] > 0 for one in figures.values())
    assert figures["order mail to committed answer, p95"]["ratio"] > 1
    of_turns = [one for name, one in figures.items() if name.startswith("Kingmaker: ")]
    assert len(of_turns) == 4
    assert all(one["ratio"] > 0 for one in of_turns)

"""`moderator bench`: how fast everything is, on this machine."""

from __future__ import annotations

from typing import Any

from moderator.commands import context
from moderator.commands.game import AsJson


def bench(as_json: AsJson = False) -> None:
    """Measure the program on this machine, each figure beside its floor.

    A floor is what the work cannot do without: the standard library's parser, one commit.

    Example: moderator bench --json
    """
    import tempfile
    from dataclasses import asdict
    from pathlib import Path

    from moderator.commands import measures

    console = context.console(errors=True)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, console.status("measuring"):
        for figure in measures.all_figures(Path(folder)):
            row = asdict(figure) | {
                "value": round(figure.value, 2),
                "floor": round(figure.floor, 3),
                "ratio": round(figure.value / figure.floor, 2) if figure.floor else None,
            }
            rows.append(row)
            if not as_json:
                context.say(_line(row))
    if as_json:
        context.say_json(rows)


def _line(row: dict[str, Any]) -> str:
    line = f"{row['name']:<42} {row['value']:>10.1f} {row['unit']}"
    if row["ratio"] is not None:
        line += f"  ({row['ratio']:.1f} times {row['floor_name']}, {row['floor']:.2f})"
    return line

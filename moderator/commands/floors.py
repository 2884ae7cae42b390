"""Figures, and the floors beside which they are shown: what the work cannot do without."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from moderator import titles
from moderator.engine import Chance, OneOf, Run, Table
from moderator.mail.compose import Attachment, Mail, Mailbox, compose

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value; `floor` is what nothing could do better, 0 for none."""

    name: str
    value: float
    unit: str
    floor: float = 0.0
    floor_name: str = ""


def bare_decisions(count: int = 20_000) -> float:
    """Return how many questions a second the engine puts and answers if there are no rules."""

    async def flow(table: Table[list[str]]) -> str | None:
        for _ in range(count):
            await table.ask("a", "q", OneOf({"yes": 1, "no": 0}), default="no")
        return None

    title: Any = replace(titles.find("feudo"), phases={"bare": flow})
    run, rng = Run(title, [], Chance(b"bench"), phase="bare"), Random(1)  # noqa: S311 no dice
    begun = time.perf_counter()
    while run.waiting:
        run.answer("a", run.asks["a"].domain.sample(rng))
    return count / (time.perf_counter() - begun)


def commit_floor(folder: Path) -> float:
    file = sqlite3.connect(folder / "floor.db", isolation_level=None)
    file.execute("pragma journal_mode=wal")
    file.execute("pragma synchronous=full")
    file.execute("create table t (raw blob)")
    floor = each(lambda: file.execute("insert into t values (?)", (b"x" * 2600,)), 50)
    file.close()
    return floor


def compose_floor() -> float:
    box = Mailbox("Anna", "anna@example.org")
    files = (Attachment("map.png", "image/png", os.urandom(60_000), "map@x"),)
    mail = Mail(box, box.address, box, "A report", "<1@example.org>", NOW, "line\n" * 200,
                "<p>line</p>" * 200, files)  # fmt: skip
    return each(lambda: compose(mail))


def each(work: Callable[[], object], times: int = 20) -> float:
    """Return the median of *times* runs, in milliseconds."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - begun))
    return median(taken)

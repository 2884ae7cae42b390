"""What `moderator bench` measures of a title whose mails hold whole turns."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

from PIL import Image

from moderator import titles
from moderator.commands.floors import Figure, bare_decisions, compose_floor, each
from moderator.engine import Chance, Entry, Event, Run
from moderator.kit.playout import play
from moderator.reports import picture
from moderator.service import desk, lobby
from moderator.service.club import Club
from moderator.store.tables import GameRow

TITLE = "kingmaker"
ROUNDS, ENDS = 300, 30
TURNS = 5


def all_figures(club: Club) -> Iterator[Figure]:
    """Yield every figure; the game by mail is made in *club*."""
    yield decisions()
    yield from ageing(ROUNDS, ENDS)
    yield drawing(club)
    yield turn(club)


def decisions() -> Figure:
    """Random games of all seats by the rules alone, beside questions without rules."""
    title, count, begun = titles.find(TITLE), 0, time.perf_counter()
    for seed in range(3):
        chosen = {**title.quick, "rounds": "12"}
        count += play(title, title.seats, chosen, seed, checked=False).decisions
    rate = count / (time.perf_counter() - begun)
    return Figure(f"{title.label}: decisions by the rules", rate, "a second", bare_decisions(),
                  "asking without any rules")  # fmt: skip


class _Clock:
    """Notes when each turn begins."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        self.times: list[float] = []

    def checkpoint(self, run: Run[Any]) -> None:
        if run.phase == self.phase:
            self.times.append(time.process_time())  # what else the machine does would show

    def entry(self, entry: Entry) -> None: ...
    def event(self, event: Event, to: frozenset[str] | None) -> None: ...


def ageing(rounds: int, ends: int) -> Iterator[Figure]:
    """The turns of the last *ends* of so many rounds, beside those of the first, by chance."""
    title, rng = titles.find(TITLE), Random(1)  # noqa: S311 - no dice
    state = title.new_game(title.seats, title.configure({"rounds": str(rounds)}))
    clock = _Clock(next(phase for phase in title.phases if phase != title.first_phase))
    run = Run(title, state, Chance(b"bench"), phase=title.first_phase, recorder=clock)
    while run.waiting:
        seat, ask = next(iter(run.waiting.items()))
        run.answer(seat, ask.domain.forced() or ask.domain.sample(rng))
    took = [1000 * (after - before) for before, after in pairwise(clock.times)]
    few = min(ends * len(title.seats), len(took) // 2)
    yield Figure(
        f"{title.label}: a turn by the rules, after {rounds - ends} rounds",
        median(took[-few:]), "ms", median(took[:few]), f"one of the first {ends}",
    )  # fmt: skip


def drawing(club: Club) -> Figure:
    """The map, as it is after each of some turns by chance."""
    title, views = titles.find(TITLE), []

    def meet(run: Run[Any]) -> None:
        if next(iter(run.waiting.values())).kind == "move":
            views.append(title.view(run.state, title.seats[0]))

    play(title, title.seats, {**title.quick, "rounds": "4"}, 1, checked=False, meet=meet)
    chosen = iter(views[:: max(1, len(views) // 12)][:12])
    drawn = picture.draw(club.templates, title, next(chosen), [])
    took = each(lambda: picture.draw(club.templates, title, next(chosen), []), 10)
    with Image.open(io.BytesIO(drawn)) as image:
        image.load()
        floor = each(lambda: image.save(io.BytesIO(), "PNG"), 3)
    return Figure(f"{title.label}: drawing a map", took, "ms", floor, "packing its pixels")


def turn(club: Club) -> Figure:
    """A turn of all seats that ends at once: as many reports with their maps."""
    title = titles.find(TITLE)
    with club.database.writing() as session:
        game = lobby.create(club, session, TITLE, options=title.quick, secret=b"s" * 32)
        for number, seat in enumerate(title.seats):
            wish = lobby.SignOn(f"{seat}@example.net", f"Player {number}", word=seat)
            lobby.join(club, session, game, wish)
        assert game.id is not None
        key = game.id
    took = []
    for _ in range(TURNS + 2):  # the first of them begins the game
        club.pictures.clear()
        begun = time.perf_counter()
        with club.database.writing() as session:
            desk.process(club, session, session.get_one(GameRow, key), "bench")
        took.append(1000 * (time.perf_counter() - begun))
    count = len(title.seats)
    return Figure(
        f"{title.label}: a turn with {count} reports and maps", median(took[2:]), "ms",
        count * compose_floor(), f"composing {count} mails with a 60 kB picture",
    )  # fmt: skip

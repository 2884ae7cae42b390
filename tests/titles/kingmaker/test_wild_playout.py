"""Games from the thick of it, by random answers: everything that can happen does, and is sound."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from moderator.engine import Ask, Chance, Event, Run
from moderator.kit.playout import play
from moderator.titles.kingmaker import events
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.state import CHANCE, State
from moderator.titles.kingmaker.title import KINGMAKER
from tests.titles.kingmaker_position import middle

TURNS = 5
FEWEST, MOST = 16, 160
"""Games from the middle: more are played only while something has not happened yet."""
AT_THE_START = {"SeatOrder", "Dealt", "NobleFound", "LaidOut", "ChanceryFilled", "FirstPlayer"}
"""What is told in the deal alone."""
NEVER_BY_CHANCE = {"EndProposed", "LineDropped"}
"""What a random answer does not bring about; tests of their own do."""


def bold(ask: Ask[Any], rng: Random) -> str:
    """Return an answer that seldom does nothing, so that much happens."""
    for _ in range(4):
        text: str = ask.domain.sample(rng)
        if text not in {ask.done, ask.default, "end", "pause"}:
            break
    return text


class Chronicle:
    """Everything that is told."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def entry(self, entry: object) -> None: ...

    def event(self, event: Event, to: object) -> None:
        self.told[type(event).__name__] += 1

    def checkpoint(self, run: object) -> None: ...


def played_on(state: State, seed: int) -> Counter[str]:
    """Play some turns at random; the audit and the views are checked on the way."""
    rng, chronicle = Random(seed), Chronicle()
    run: Run[State] = Run(
        KINGMAKER, state, Chance(seed.to_bytes(32, "big")), phase=CHANCE, recorder=chronicle
    )
    asked = 0
    while run.waiting and run.state.turn.number < 4 + TURNS:
        for seat, ask in list(run.waiting.items()):
            ask.domain.read(ask.default)
            idle = ask.kind == "business" and rng.random() < 0.7
            run.answer(seat, ask.default if idle else bold(ask, rng))
            asked += 1
            if asked % 60 == 0:
                redealt = resample(run.state, seat, Random(asked))
                assert view(redealt, seat) == view(run.state, seat)
        if asked % 4 == 0:
            audit(run.state)
        assert asked < 3000
    audit(run.state)
    return chronicle.told


def test_whatever_can_happen_happens_in_random_games() -> None:
    told: Counter[str] = Counter()
    wanted = {kind.__name__ for kind in events.EVENTS} - AT_THE_START - NEVER_BY_CHANCE
    for seed in range(MOST):
        if seed >= FEWEST and wanted <= told.keys():
            break
        state = middle(Random(seed))
        audit(state)
        told += played_on(state, seed)
    assert wanted - told.keys() == set()


@pytest.mark.parametrize("deal_option", ["part", "whole"])
def test_what_is_told_of_a_deal_is_told(deal_option: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(8):
        options = {"deal": deal_option, "rounds": "1"}
        result = play(KINGMAKER, KINGMAKER.seats, options, seed)
        told.update(type(event).__name__ for event, _ in result.events)
    only_part = {"NobleFound", "ChanceryFilled"} if deal_option == "whole" else set()
    assert AT_THE_START - told.keys() == only_part

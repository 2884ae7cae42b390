"""The sequence of play: six phases a turn, and the points at which anybody may act (KM-SEQ)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from moderator.engine import Chance, Event, Run
from moderator.kit.playout import play
from moderator.titles.kingmaker import events
from moderator.titles.kingmaker.state import (
    CHANCE,
    COMBAT,
    CORONATION,
    CROWN,
    MOVEMENT,
    PARLIAMENT,
    SETUP,
    State,
)
from moderator.titles.kingmaker.title import KINGMAKER

SIX = [CHANCE, MOVEMENT, COMBAT, PARLIAMENT, CORONATION, CROWN]
ORDER: list[tuple[type[Event], ...]] = [
    (events.TurnBegan,),
    (events.EventDrawn,),
    (events.Moved, events.Sailed),
    (events.FightAnnounced, events.FightDecided),
    (events.ParliamentSummoned, events.PeaceDeclared),
    (events.Crowned,),
    (events.CrownCardDrawn, events.TownHandedOver),
    (events.TurnEnded,),
]
"""What is told in one phase only, in the order of the phases."""


def goes_in(event: Event) -> bool:
    """Say whether victors go into a place that has fallen, which is no move (KM-SIE-15)."""
    return isinstance(event, events.Moved) and len(event.path) == 1


@pytest.mark.rule("KM-SEQ-02")
@pytest.mark.rule("KM-SEQ-04")
@pytest.mark.rule("KM-SHO-06")
@pytest.mark.parametrize("seed", range(4))
def test_the_six_phases_follow_each_other_in_every_turn(seed: int) -> None:
    seats = KINGMAKER.seats[: 2 + seed]
    result = play(KINGMAKER, seats, {"rounds": "4", "deal": "whole"}, seed)
    phases = [phase for phase in result.phases if phase not in {SETUP, None}]
    assert len(phases) == len(seats) * 4 * 6
    assert phases == SIX * (len(seats) * 4)
    assert result.winners
    steps = [
        number
        for event, _ in result.events
        for number, kinds in enumerate(ORDER)
        if isinstance(event, kinds) and not goes_in(event)
    ]
    last = len(ORDER) - 1
    assert steps.count(0) == steps.count(1) == steps.count(last) == len(seats) * 4
    assert all(before <= after or (before, after) == (last, 0) for before, after in pairwise(steps))


@pytest.mark.rule("KM-BRF-01")
def test_two_to_seven_play() -> None:
    assert (KINGMAKER.fewest, len(KINGMAKER.seats)) == (2, 7)
    for count in (2, 7):
        state = KINGMAKER.new_game(KINGMAKER.seats[:count], KINGMAKER.configure({}))
        assert len(state.factions) == count


@pytest.fixture
def defaults() -> Callable[[State, str], list[tuple[str, str, str]]]:
    """Answer everything with its default until the turn ends; return what was asked when."""

    def run_through(state: State, phase: str) -> list[tuple[str, str, str]]:
        told: list[Event] = []

        class Keep:
            def entry(self, entry: object) -> None: ...

            def event(self, event: Event, to: object) -> None:
                told.append(event)

            def checkpoint(self, run: object) -> None: ...

        run: Run[Any] = Run(KINGMAKER, state, Chance(bytes(32)), phase=phase, recorder=Keep())
        asked: list[tuple[str, str, str]] = []
        while run.waiting and not any(isinstance(event, events.TurnEnded) for event in told):
            for seat, ask in list(run.waiting.items()):
                asked.append((run.state.phase, seat, ask.kind))
                run.answer(seat, ask.default)
        return asked

    return run_through


@pytest.mark.rule("KM-SEQ-12")
def test_everybody_may_act_at_the_start_of_every_phase_and_at_the_end_of_the_turn(
    position: Callable[..., State],
    defaults: Callable[[State, str], list[tuple[str, str, str]]],
) -> None:
    state = position("red blue", percy="red in alnwick", grey="blue in denbigh")
    state.turn.seat, state.turn.number, state.starter = "blue", 2, "red"
    state.event_deck.append("storm 1")
    asked = defaults(state, CHANCE)
    windows = [(phase, seat) for phase, seat, kind in asked if kind == "business"]
    both = [(phase, seat) for phase in SIX for seat in ("red", "blue")]
    assert windows == [*both, (CROWN, "red"), (CROWN, "blue")]


@pytest.mark.rule("KM-SEQ-06")
def test_phases_in_which_the_player_can_do_nothing_ask_him_nothing(
    position: Callable[..., State],
    defaults: Callable[[State, str], list[tuple[str, str, str]]],
) -> None:
    state = position("red blue", percy="red in alnwick", grey="blue in denbigh")
    state.turn.seat, state.turn.number, state.starter = "blue", 2, "red"
    state.event_deck.append("storm 1")
    asked = defaults(state, CHANCE)
    lines_for_later = {"business", "over"}
    kinds = [(phase, kind) for phase, _, kind in asked if kind not in lines_for_later]
    assert kinds == [(MOVEMENT, "move"), (CROWN, "drawn")]

"""Whole games by random answers: no card is lost or doubled, and no view tells too much."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Ask, Table
from moderator.titles.kingmaker.chance.events_phase import chance
from moderator.titles.kingmaker.court.coronation import coronation
from moderator.titles.kingmaker.court.parliament import parliament
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.fighting.execution import choose_houses, enforce_houses
from moderator.titles.kingmaker.hands.business import boundary
from moderator.titles.kingmaker.hands.crown_deck import crown_deck
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.sequence import begin_turn, end_turn
from moderator.titles.kingmaker.state import SEATS, State

TURNS = 24


async def game(table: Table[State]) -> None:
    """Play the deal and some turns."""
    await setup.setup(table)
    for _ in range(TURNS):
        begin_turn(table)
        await choose_houses(table)
        seat = table.state.turn.seat
        await chance(table)
        await boundary(table)
        await movement(table, seat)
        await combat(table)
        await parliament(table)
        await coronation(table)
        await crown_deck(table)
        enforce_houses(table)
        if decide(table):
            return
        end_turn(table)


def answer(ask: Ask[Any], rng: Random) -> str:
    """Return a random answer; every legal default is tried now and then."""
    return ask.default if rng.random() < 0.2 else ask.domain.sample(rng)


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("deal", ["part", "whole"])
def test_random_games_keep_every_card_in_one_place(
    start: Callable[..., Any], seats: int, deal: str
) -> None:
    rng = Random(seats * 13)
    options = {"deal": deal, "places": "basic", "rounds": "0"}
    played = start(game, setup.fresh(SEATS[:seats], options))
    questions = 0
    while played.run.waiting:
        audit(played.state)
        for seat, ask in list(played.run.waiting.items()):
            text = answer(ask, rng)
            if questions % 20 == 0:
                redealt = resample(played.state, seat, Random(questions))
                assert view(redealt, seat) == view(played.state, seat)
            played.run.answer(seat, text)
        questions += 1
        assert questions < 20_000
    audit(played.state)
    assert played.state.turn.number == TURNS or played.state.winners

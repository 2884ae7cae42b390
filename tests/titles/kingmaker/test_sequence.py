from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Table
from moderator.titles.kingmaker.events import OfferEnded, TurnBegan
from moderator.titles.kingmaker.sequence import begin_turn, end_turn
from moderator.titles.kingmaker.state import CHANCE, Leave, Offer, State, Turn

Start = Callable[..., Any]


@pytest.mark.rule("KM-SEQ-01")
@pytest.mark.rule("KM-SEQ-02")
def test_turns_go_clockwise_and_a_round_begins_with_the_starting_player(
    position: Callable[..., State], start: Start
) -> None:
    async def turns(table: Table[State]) -> None:
        for _ in range(7):
            begin_turn(table)
            end_turn(table)

    state = position("red blue green")
    state.turn, state.starter = Turn(), "blue"
    began = start(turns, state).told(TurnBegan)
    assert [(turn.number, turn.round, turn.seat) for turn in began] == [
        (1, 1, "blue"), (2, 1, "green"), (3, 1, "red"), (4, 2, "blue"), (5, 2, "green"),
        (6, 2, "red"), (7, 3, "blue"),
    ]  # fmt: skip


async def another(table: Table[State]) -> None:
    end_turn(table)
    begin_turn(table)


@pytest.mark.rule("KM-COM-03")
@pytest.mark.rule("KM-MOV-17")
def test_what_was_used_in_a_turn_can_be_used_in_the_next(
    position: Callable[..., State], start: Start
) -> None:
    state = position()
    state.turn.moved, state.turn.defended, state.turn.bound = ["percy"], ["roos"], ["saxons"]
    after = start(another, state).state
    assert after.turn == Turn(2, 1, "blue")
    assert after.phase == CHANCE


@pytest.mark.rule("KM-PAR-16")
def test_the_king_s_peace_ends_with_the_summoner_s_next_turn(
    position: Callable[..., State], start: Start
) -> None:
    state = position("red blue green")
    state.peace_at, state.peace_by = "york", "green"
    after = start(another, state).state
    assert (after.turn.seat, after.peace_at) == ("blue", "york")
    after = start(another, after).state
    assert (after.turn.seat, after.peace_at, after.peace_by) == ("green", "", "")


def test_offers_lapse_with_their_turn_and_leave_with_its_round(
    position: Callable[..., State], start: Start
) -> None:
    state = position()
    state.offers = [
        Offer(1, "red", "blue", ["saxons"], [], until=1),
        Offer(2, "red", "blue", ["coventry"], [], until=2),
    ]
    state.leaves = [
        Leave("passage", "blue", "red", "york", 1),
        Leave("entry", "blue", "red", "", 2),
    ]
    played = start(another, state)
    assert played.told(OfferEnded) == [OfferEnded(1, "red", "blue", "lapsed")]
    assert (OfferEnded(1, "red", "blue", "lapsed"), frozenset({"red", "blue"})) in played.events
    assert [offer.number for offer in played.state.offers] == [2]
    assert len(played.state.leaves) == 2
    after = start(another, played.state).state
    assert [leave.kind for leave in after.leaves] == ["entry"]

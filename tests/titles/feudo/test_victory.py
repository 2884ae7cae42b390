"""The end of the game, and the extra turns that break a tie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Table
from moderator.titles.feudo import FEUDO
from moderator.titles.feudo.attack_order import Attacks
from moderator.titles.feudo.diplomacy import ranking
from moderator.titles.feudo.events import GameOver, PlagueCard, TieBreak, TurnBegan
from moderator.titles.feudo.flow import attack, movement, turn
from moderator.titles.feudo.king import king_help, weakest
from moderator.titles.feudo.plague import recover
from moderator.titles.feudo.play_order import Play
from moderator.titles.feudo.state import State
from moderator.titles.feudo.victory import end_turn, leaders

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def finish(start: Start) -> Any:
    """End the turn of a position; `.next` is the phase that follows."""

    def run(state: State) -> Any:
        async def flow(table: Table[State]) -> None:
            played_next.append(end_turn(table))

        played_next: list[str | None] = []
        played = start(flow, state)
        played.next = played_next[0]
        return played

    return run


def extra(state: State, *seats: str, turn: int = 11) -> State:
    """Turn a position into one of an extra turn."""
    state.going_on = list(seats)
    state.turn = turn
    state.plague_at = ""
    return state


@pytest.mark.rule("FE-WIN-01")
@pytest.mark.rule("FE-LNG-04")
@pytest.mark.parametrize("turns", ["10", "15"])
def test_after_the_last_turn_the_most_points_win(
    position: Position, finish: Start, turns: Any
) -> None:
    state = position(turn=int(turns), scores="white 9,blue 8", options={"turns": turns})
    played = finish(state)
    assert played.next is None
    assert played.told(GameOver) == [GameOver(("white",), (("white", 9), ("blue", 8)))]
    assert FEUDO.winners is not None
    assert FEUDO.winners(state) == ("white",)


def test_before_the_last_turn_the_game_goes_on(position: Position, finish: Start) -> None:
    assert finish(position(turn=9, scores="white 9")).next == "turn"


@pytest.mark.rule("FE-WIN-02")
def test_the_tied_go_on_until_one_alone_has_the_most(position: Position, finish: Start) -> None:
    state = position("white blue yellow", turn=10, scores="white 9,blue 9,yellow 2")
    played = finish(state)
    assert played.next == "turn"
    assert played.told(TieBreak) == [TieBreak(("white", "blue"))]
    state.turn, state.scored = 11, True
    assert finish(state).next == "turn"
    state.turn = 12
    state.sides["blue"].score = 10
    assert finish(state).next is None
    assert state.winners == ["blue"]


@pytest.mark.rule("FE-WIN-03")
def test_extra_turns_have_no_plague(position: Position, finish: Start, start: Start) -> None:
    state = position(turn=10, plague_at="e2", white_robert="d2")
    finish(state)
    assert state.plague_at == ""
    state.turn = 11
    state.plague_deck = ["Fog 1"]
    white = state.sides["white"]
    white.hand, white.trading_card = ["white robert"], 4
    played = start(movement, state)
    assert played.told(PlagueCard) == []
    assert Play(state, "white").understand("play robert: d2 - e2") == ("play robert: d2 - e2",)


@pytest.mark.rule("FE-WIN-04")
def test_trading_cards_come_back_for_those_who_go_on_and_again_after_five_turns(
    position: Position, start: Start
) -> None:
    state = extra(position("white blue yellow", scores="white 9,blue 9"), "white", "blue", turn=10)
    for side in state.sides.values():
        side.trading = [0]
    played = start(turn, state)
    assert played.told(TurnBegan)[0].refreshed
    assert [len(side.trading) for side in state.sides.values()] == [5, 5, 1]
    later = start(turn, extra(position(), "white", "blue", turn=15))
    assert later.told(TurnBegan)[0].refreshed
    assert not start(turn, extra(position(), "white", "blue", turn=14)).told(TurnBegan)[0].refreshed


@pytest.mark.rule("FE-WIN-05")
def test_who_is_out_of_the_tie_stands_still_and_can_be_attacked(
    position: Position, start: Start
) -> None:
    state = extra(
        position(
            "white blue yellow", order="yellow white blue",
            yellow_first_knight="g4", white_gilbert="g3", white_first_knight="h3",
            yellow_adam="h2",
        ),
        "white", "blue",
    )  # fmt: skip
    state.tokens["yellow adam"].at = "i2"
    state.tokens["white first knight"].at = "i1"
    played = start(attack, state)
    assert played.open == [("white", "attack")]
    played.answer("white attack i2 with first knight")
    assert state.sides["white"].score == 2


@pytest.mark.rule("FE-WIN-06")
def test_the_order_the_fewest_and_the_help_are_judged_among_the_tied(
    position: Position, finish: Start
) -> None:
    state = extra(
        position("white blue yellow", scores="white 20,blue 21,yellow 19"), "white", "blue"
    )
    state.king = True
    assert weakest(state) == ["white"]
    assert king_help(state, "yellow", 2) == 0
    state.sides["yellow"].score = 20
    assert weakest(state) == ["white"]
    assert king_help(state, "yellow", 2) == 0
    assert king_help(state, "white", 2) == 2
    assert ranking(state, "white").before == ("white", "blue")
    state.sides["white"].score, state.sides["yellow"].score = 16, 30
    assert leaders(state) == ["blue"]
    assert finish(state).told(GameOver)[0].winners == ("blue",)


@pytest.mark.rule("FE-WIN-06")
def test_who_goes_on_is_fixed_after_the_last_regular_turn(
    position: Position, finish: Start
) -> None:
    seats = "white blue yellow"
    state = extra(position(seats, scores="white 20,blue 20,yellow 19"), *seats.split())
    played = finish(state)
    assert played.told(GameOver) == []
    assert state.going_on == seats.split()


@pytest.mark.rule("FE-WIN-04")
def test_a_game_of_seven_turns_gives_the_trading_cards_back_for_its_eighth(
    position: Position, start: Start
) -> None:
    state = extra(position(), "white", "blue", turn=7)
    state.last_turn = 7
    assert start(turn, state).told(TurnBegan)[0].refreshed


@pytest.mark.rule("FE-WIN-07")
def test_convent_and_recovery_work_on_in_extra_turns(position: Position, start: Start) -> None:
    state = extra(
        position(white_gilbert="convent stricken", blue_baron="g3 stricken"), "white", "blue"
    )

    async def flow(table: Table[State]) -> None:
        recover(table)

    start(flow, state)
    assert not state.tokens["white gilbert"].stricken
    assert not state.tokens["blue baron"].stricken


@pytest.mark.rule("FE-WIN-08")
def test_five_extra_turns_without_a_change_share_the_victory(
    position: Position, finish: Start
) -> None:
    state = position("white blue yellow", turn=10, scores="white 9,blue 9,yellow 9")
    finish(state)
    for number in range(11, 15):
        state.turn = number
        assert finish(state).next == "turn"
    state.turn = 15
    assert finish(state).next is None
    assert state.winners == ["white", "blue", "yellow"]


def test_a_change_of_score_starts_the_count_of_still_turns_anew(
    position: Position, finish: Start
) -> None:
    state = extra(position(scores="white 9,blue 9"), "white", "blue")
    state.still_turns, state.scored = 4, True
    assert finish(state).next == "turn"
    assert state.still_turns == 0


def test_an_attack_that_scores_marks_the_turn(position: Position, start: Start) -> None:
    state = extra(position(white_first_knight="g4", blue_john="g3"), "white", "blue")
    start(attack, state, "white attack g3 with first knight")
    assert state.scored
    assert not Attacks(state, "white").targets

"""The example turn as the mails of two players: lines in their own words, served as queues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Chance, Run
from moderator.orders.line import Line
from moderator.orders.queue import serve
from moderator.orders.standing import prepared, read_standing
from moderator.titles.feudo import FEUDO
from moderator.titles.feudo.state import State

WHITE_CARDS = """
    order of play: blue, white
    army baron, robert, gilbert
    trading 2
"""
BLUE_CARDS = """
    Army Baron, Milady, Infantry Geoffrey
    trading 0
"""
WHITE_PLAYS = """
    play robert: k8 - k9 - j9
    play gilbert: i11 - i10 or i11 - h11
    play baron: stay
    march first knight: h7 - h6 if blue roudiche at h5
    attack winterbourne with baron, gilbert, robert; advance robert
    attack h5 with first knight
"""
BLUE_PLAYS = """
    play baron to g4
    play geoffrey: i9 > i8 > h8
    play milady i5-i6-j6
    attack todenham with Baron, Mauduit and Roudiche
"""


def lines(text: str) -> list[Line]:
    """Return a mail's lines."""
    return [
        Line(number, line.strip()) for number, line in enumerate(text.strip().splitlines(), start=1)
    ]


def verdicts(served: Any) -> set[str]:
    return {outcome.verdict for outcomes in served.outcomes.values() for outcome in outcomes}


def scores(state: State) -> tuple[int, int]:
    return state.sides["white"].score, state.sides["blue"].score


@pytest.fixture
def game(example: State) -> Callable[[str], Run[State]]:
    """The example's position at a pace, waiting for the cards of its turn."""

    def begin(pace: str) -> Run[State]:
        example.options["pace"] = pace
        return Run(FEUDO, example, Chance(bytes(32)), phase="turn")

    return begin


def test_two_mails_from_each_play_the_turn_of_two_sheets(game: Callable[[str], Run[State]]) -> None:
    run = game("turn")
    assert verdicts(serve(run, {"white": lines(WHITE_CARDS)})) == {"done"}
    assert verdicts(serve(run, {"blue": lines(BLUE_CARDS)})) == {"done"}
    assert verdicts(serve(run, {"blue": lines(BLUE_PLAYS)})) == {"done"}
    assert verdicts(serve(run, {"white": lines(WHITE_PLAYS)})) == {"done"}
    assert run.state.turn == 4
    assert scores(run.state) == (7, 1)
    assert run.state.owners == {"h4": "blue", "i9": "white"}


@pytest.mark.parametrize("pace", ["step", "turn"])
def test_one_mail_from_each_is_enough_at_any_pace(
    game: Callable[[str], Run[State]], pace: str
) -> None:
    run = game(pace)
    serve(run, {"white": lines(WHITE_CARDS + WHITE_PLAYS), "blue": lines(BLUE_CARDS + BLUE_PLAYS)})
    assert scores(run.state) == (7, 1)
    if pace == "step":
        assert [(seat, ask.kind) for seat, ask in run.waiting.items()] == [("blue", "advance")]
        serve(run, {"blue": lines("pass")})
    assert run.state.tokens["white robert"].at == "i9"


def test_a_play_left_in_the_queue_does_not_pass_the_attack(
    game: Callable[[str], Run[State]],
) -> None:
    run = game("step")
    served = serve(run, {
        "white": lines(WHITE_CARDS + "\n".join(WHITE_PLAYS.splitlines()[:5])),
        "blue": lines(BLUE_CARDS + BLUE_PLAYS),
    })  # fmt: skip
    kept = {**served.kept, "white": [*served.kept["white"], Line(9, "play robert: stay")]}
    serve(run, kept)
    assert [(seat, ask.kind) for seat, ask in run.waiting.items()] == [("white", "attack")]


def test_standing_orders_make_up_the_card_sheet_and_the_plays(
    game: Callable[[str], Run[State]],
) -> None:
    run = game("turn")
    standing = [
        read_standing("white", f"when {order}", FEUDO)
        for order in (
            "order-of-play: order of play: others, me",
            "hand if place > 1: army baron, robert, gilbert; trading 2",
            "attack: attack best",
        )
    ]
    serve(run, {"blue": lines(BLUE_CARDS)}, standing)
    white = run.state.sides["white"]
    assert run.state.order == ["blue", "white"]
    assert white.hand == ["white baron", "white gilbert", "white robert"]
    ask = run.waiting["white"]
    assert ask.kind == "plays"
    assert prepared(ask, standing, FEUDO.words, late=True) == "attack best"

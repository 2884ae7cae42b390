"""The worked example of the rulebook, one turn of White and Blue, at two paces (FE-EXA)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Table
from moderator.titles.feudo.events import (
    Advanced,
    AttackWon,
    CardShown,
    HandChosen,
    Marched,
    OrderSet,
    PlagueCard,
    Stricken,
    TradingShown,
    TurnBegan,
)
from moderator.titles.feudo.flow import attack, movement, turn
from moderator.titles.feudo.state import State

Start = Callable[..., Any]

CARDS = """
    blue army baron, milady, geoffrey / trading 0
    white army baron, gilbert, robert / trading 2
"""
STEPS = """
    white order of play: blue, white
    blue army baron, milady, geoffrey / trading 0
    white army baron, gilbert, robert / trading 2
    blue play baron: g3 - g4
    white play robert: k8 - k9 - j9
    blue play geoffrey: i9 - i8 - h8
    white play gilbert: i11 - i10
    blue play milady: i5 - i6 - j6
    white play baron: stay
    white march first knight: h7 - h6
    blue attack todenham with baron, mauduit, roudiche
    white attack winterbourne with baron, gilbert, robert
    white attack h5 with first knight
    blue pass
    white advance robert to winterbourne
    white pass
"""
SHEETS = """
    white order of play: blue, white / army baron, gilbert, robert; trading 2
    blue army baron, milady, geoffrey; trading 0
    blue play baron: g3 - g4 / play geoffrey: i9 - i8 - h8 / play milady: i5 - i6 - j6 / attack todenham with baron, mauduit, roudiche
    white play robert: k8 - k9 - j9 / play gilbert: i11 - i10 or play gilbert: i11 - h11 / play baron: stay / march first knight: h7 - h6 if blue roudiche at h5 / attack winterbourne with baron, gilbert, robert; advance robert / attack h5 with first knight
"""  # noqa: E501 - a sheet is one line of the tape


async def whole(table: Table[State]) -> None:
    await turn(table)
    await movement(table)
    await attack(table)


@pytest.fixture(params=["step", "turn"])
def played(request: pytest.FixtureRequest, example: State, start: Start) -> Any:
    """The whole turn, asked step by step or filed in two sheets."""
    example.options["pace"] = request.param
    return start(whole, example, STEPS if request.param == "step" else SHEETS)


@pytest.mark.rule("FE-EXA-01")
@pytest.mark.rule("FE-EXA-02")
@pytest.mark.rule("FE-DIP-01")
def test_white_has_fewest_points_and_puts_blue_first(played: Any) -> None:
    (began,) = played.told(TurnBegan)
    assert (began.decider, began.drawn) == ("white", False)
    assert played.told(OrderSet) == [OrderSet(("blue", "white"), "white")]


@pytest.mark.rule("FE-EXA-03")
def test_both_choose_their_hands(played: Any) -> None:
    assert played.told(HandChosen) == [
        HandChosen("white", ("white baron", "white gilbert", "white robert"), 2),
        HandChosen("blue", ("blue baron", "blue milady", "blue geoffrey"), 0),
    ]


@pytest.mark.rule("FE-EXA-04")
def test_the_plague_goes_east_and_strikes_john(played: Any) -> None:
    assert played.told(PlagueCard) == [PlagueCard("East 1", ("e2",))]
    assert played.told(Stricken) == [Stricken("blue john", "f2", "")]


@pytest.mark.rule("FE-EXA-05")
@pytest.mark.rule("FE-EXA-06")
@pytest.mark.rule("FE-EXA-07")
@pytest.mark.rule("FE-EXA-08")
@pytest.mark.rule("FE-EXA-09")
@pytest.mark.rule("FE-EXA-10")
@pytest.mark.rule("FE-SHW-01")
def test_the_cards_are_shown_in_turns(played: Any) -> None:
    assert [(shown.token, shown.path) for shown in played.told(CardShown)] == [
        ("blue baron", ("g3", "g4")),
        ("white robert", ("k8", "k9", "j9")),
        ("blue geoffrey", ("i9", "i8", "h8")),
        ("white gilbert", ("i11", "i10")),
        ("blue milady", ("i5", "i6", "j6")),
        ("white baron", ("j9",)),
    ]


@pytest.mark.rule("FE-EXA-11")
@pytest.mark.rule("FE-EXA-12")
def test_one_shilling_pays_robert_and_one_moves_the_first_knight(played: Any) -> None:
    assert played.told(TradingShown) == [
        TradingShown("blue", 0, 0, 0, False),
        TradingShown("white", 2, 0, 1, False),
    ]
    assert played.told(Marched) == [Marched("white", "white first knight", ("h7", "h6"))]


@pytest.mark.rule("FE-EXA-13")
@pytest.mark.rule("FE-EXA-14")
@pytest.mark.rule("FE-EXA-15")
def test_todenham_winterbourne_and_robert_of_roudiche_fall(played: Any) -> None:
    todenham, winterbourne, field = played.told(AttackWon)
    assert (todenham.city, todenham.force, todenham.defence) == ("Todenham", 9, 7)
    assert (todenham.gained, todenham.lost) == (4, 0)
    assert (winterbourne.city, winterbourne.force, winterbourne.defence) == ("Winterbourne", 10, 7)
    assert (winterbourne.gained, winterbourne.lost, winterbourne.loser) == (5, 8, "blue")
    assert (field.target, field.killed, field.gained) == ("h5", ("blue roudiche",), 2)
    assert played.state.sides["blue"].score == 5 + 4 - 8
    assert played.state.sides["white"].score == 0 + 5 + 2
    assert not played.state.king


@pytest.mark.rule("FE-EXA-16")
@pytest.mark.rule("FE-EXA-17")
@pytest.mark.rule("FE-CTY-10")
def test_only_robert_advances_and_todenham_stays_blue(played: Any) -> None:
    assert played.told(Advanced) == [Advanced("white", "white robert", "j9", "i9")]
    assert played.state.owners == {"h4": "blue", "i9": "white"}
    assert played.state.tokens["blue baron"].at == played.state.tokens["blue mauduit"].at == "g4"


@pytest.mark.rule("FE-EXA-18")
@pytest.mark.rule("FE-SEQ-03")
@pytest.mark.rule("FE-TRD-02")
def test_hands_are_rejoined_and_both_trading_cards_discarded(played: Any) -> None:
    state = played.state
    assert state.tokens["blue roudiche"].at == ""
    assert state.sides["blue"].trading == [4, 2, 0, 0]
    assert state.sides["white"].trading == [4, 0, 0, 0]
    assert [side.hand for side in state.sides.values()] == [[], []]


def test_a_turn_of_two_sheets_asks_four_times_and_waits_twice(example: State, start: Start) -> None:
    example.options["pace"] = "turn"
    played = start(whole, example)
    assert played.open == [("white", "cards"), ("blue", "cards")]
    lines = [line for line in SHEETS.strip().splitlines() if line.strip()]
    played.answer("\n".join(lines[:2]))
    assert played.open == [("blue", "plays"), ("white", "plays")]
    played.answer("\n".join(lines[2:]))
    assert played.open == []

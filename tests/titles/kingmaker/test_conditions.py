"""Tests that a line of a turn may carry, on what everybody can see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.asking.conditions import EXAMPLES, holds
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]


@pytest.fixture
def england(position: Position) -> State:
    state = position(
        percy="red in alnwick with coventry", grey="red open york", howard="blue in london",
        henry="red in alnwick", margaret="dead", captured="blue london",
    )  # fmt: skip
    state.nobles["grey"].captor = "blue"
    state.sieges["london"] = Siege("red", ["grey"])
    state.turn.refused = ["entry blue london: grey"]
    return state


@pytest.mark.parametrize(
    "text",
    [
        "coventry falls", "coventry is mine", "percy lives", "not grey lives", "grey is dead",
        "percy in alnwick", "percy at alnwick", "grey at york", "howard in london",
        "london is besieged", "refused", "refused at london", "henry is mine",
        "margaret is dead", "not neville lives",
    ],
)  # fmt: skip
def test_what_is_so_holds(england: State, text: str) -> None:
    assert holds(england, "red")(text)


@pytest.mark.parametrize(
    "text",
    [
        "london falls", "london is mine", "grey lives", "percy dies", "percy in york",
        "percy at york", "grey in york", "coventry besieged", "refused at york",
        "march is mine", "not percy lives", "neville in york",
    ],
)  # fmt: skip
def test_what_is_not_so_does_not(england: State, text: str) -> None:
    assert not holds(england, "red")(text)


@pytest.mark.parametrize("text", ["the weather is good", "percy", "atlantis falls", "xyz lives"])
def test_what_is_no_test_is_refused(england: State, text: str) -> None:
    with pytest.raises(Illegal):
        holds(england, "red")(text)


def test_the_refusal_shows_how_tests_are_written(england: State) -> None:
    with pytest.raises(Illegal) as refused:
        holds(england, "red")("sunshine")
    assert tuple(refused.value.nearest) == EXAMPLES

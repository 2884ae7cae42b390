"""What a title says of itself."""

from __future__ import annotations

import pytest

from moderator.engine import Illegal, Option
from tests.toy.crown import CROWN


def test_options_left_out_have_their_defaults() -> None:
    assert CROWN.configure({}) == {"rounds": "4"}
    assert CROWN.configure({"rounds": " 2 "}) == {"rounds": "2"}


@pytest.mark.parametrize("value", ["0", "10", "-1", "many", ""])
def test_a_number_out_of_range_is_refused(value: str) -> None:
    with pytest.raises(Illegal, match="rounds is a number from 1 to 9"):
        CROWN.configure({"rounds": value})


def test_an_unknown_option_is_refused_with_those_that_exist() -> None:
    with pytest.raises(Illegal, match="Toll and Crown has no option 'pace'; it has rounds"):
        CROWN.configure({"pace": "turn"})


def test_a_choice_is_one_of_its_words() -> None:
    option = Option("plague", "normal", ("normal", "none"))
    assert option.read("None") == "none"
    with pytest.raises(Illegal, match="one of normal, none"):
        option.read("black")


def test_kinds_stand_in_the_order_of_a_turn() -> None:
    assert CROWN.position_of("business") < CROWN.position_of("move") < CROWN.position_of("vote")
    assert CROWN.position_of("weather") == -1

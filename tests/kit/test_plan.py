"""Alternatives and conditions of a line that is filed ahead."""

from __future__ import annotations

import pytest

from moderator.engine import Ask, Fact, Illegal, OneOf
from moderator.kit.plan import Choice, choices, holds, understood

FACTS: dict[str, Fact] = {
    "mine": 7, "theirs": 5, "by": "red", "king": 0, "turns_left": 3, "at": "newcastle town",
    "odds": -2,
}  # fmt: skip
PLAYS = OneOf(
    {"play baron: stay": 1, "play baron: g3 - g4": 2, "pass": 3, "play 5": 5},
    {"play baron: g3 - g2": "there is plague in g2"},
)


def free(test: str) -> bool:
    if test.endswith(" free"):
        return test != "h8 free"
    raise Illegal(f"'{test}' is no test")


def ask() -> Ask[object]:
    return Ask("red", "play", PLAYS, "pass", FACTS, holds=free)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("play baron: g3 - g4", [("play baron: g3 - g4", ())]),
        ("play baron: g3 - g4 or stay", [("play baron: g3 - g4", ()), ("play baron: stay", ())]),
        (
            "play baron: g3 - g4 if h8 free and mine < 3 or stay if king",
            [("play baron: g3 - g4", ("h8 free", "mine < 3")), ("play baron: stay", ("king",))],
        ),
        (
            "play baron: g4 or play robert: stay",
            [("play baron: g4", ()), ("play robert: stay", ())],
        ),
        ("play 5 or 4", [("play 5", ()), ("play 4", ())]),
        ("play 5 or pass", [("play 5", ()), ("pass", ())]),
        ("yes or no", [("yes", ()), ("no", ())]),
        ("order stores", [("order stores", ())]),
    ],
)
def test_alternatives_may_leave_out_what_the_first_one_says(
    line: str, found: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert choices(line, {"play", "pass"}) == tuple(Choice(*choice) for choice in found)


@pytest.mark.parametrize(
    "test",
    [
        "mine > theirs", "mine >= 7", "mine <= 7", "theirs < 6", "mine = 7", "mine is 7",
        "mine is not 6", "by is red", "by is not blue", "mine at least 7", "mine at most 7",
        "mine above 6", "mine below 8", "mine", "turns_left is 3", "at is newcastle town",
        "odds < 0", "odds = -2", "odds > - 3", "c3 free",
    ],
)  # fmt: skip
def test_tests_that_hold(test: str) -> None:
    assert holds(test, FACTS, free)


@pytest.mark.parametrize(
    "test",
    ["mine < theirs", "mine is 6", "by is not red", "king", "turns_left > 3", "odds > 0", "h8 free",
     "mine above 7", "mine below 7", "mine at least 8", "mine at most 6"],
)  # fmt: skip
def test_tests_that_do_not_hold(test: str) -> None:
    assert not holds(test, FACTS, free)


def test_a_test_that_nobody_knows_is_refused_with_those_known() -> None:
    with pytest.raises(Illegal, match="known: mine, theirs"):
        holds("rain", FACTS)
    with pytest.raises(Illegal, match="is no test"):
        holds("rain", FACTS, free)
    with pytest.raises(Illegal, match="no number"):
        holds("by < 3", FACTS)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("play baron: g3 - g4 if h8 free or stay", "play baron: stay"),
        ("play baron: g3 - g4 if c3 free or stay", "play baron: g3 - g4"),
        ("play baron: g3 - g2 or g3 - g4", "play baron: g3 - g4"),
        ("play 9 or pass", "pass"),
        ("play 5 or pass", "play 5"),
        ("play 5 if mine < theirs or pass", "pass"),
    ],
)
def test_the_first_choice_that_holds_and_is_legal_is_taken(line: str, text: str) -> None:
    assert understood(line, ask()) == (text,)


def test_an_ambiguous_choice_gives_its_candidates() -> None:
    assert understood("p bar: s or pass", ask()) == ("play baron: stay",)
    both = Ask("red", "vote", OneOf({"stanley": 1, "stanhope": 2}), "stanley")
    assert understood("stan", both) == ("stanley", "stanhope")


def test_without_a_choice_the_first_reason_is_given() -> None:
    with pytest.raises(Illegal, match="plague in g2"):
        understood("play baron: g3 - g4 if h8 free or g3 - g2", ask())
    with pytest.raises(Illegal, match="'h8 free and mine > 1' does not hold now"):
        understood("pass if h8 free and mine > 1 or pass if king", ask())
    assert understood("dance", ask()) == ()

"""A line stands for the one legal answer whose words it begins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.engine import Ask, Number, OneOf
from moderator.orders.line import Line, bare, lapsed
from moderator.orders.read import Misread, read_line
from tests.toy.crown import CROWN, moves
from tests.toy.play import new_state
from tests.toy.sheets import Filing

MOVES = moves(new_state(), ["percy", "beaufort"])
ASK = Ask("red", "move", MOVES, "end", {"gold": 20}, rules=("TC-4",))
SHEET = Ask("red", "cards", Filing(), "army baron\ntrading 0")


@pytest.mark.parametrize(
    "line",
    [
        "move percy to hull",
        "Move PERCY to Hull.",
        "  go the percy to hull, please!  ",
        "m perc to hu",
        "1) move percy to hull",
        "12. move percy to hull",
        "(3) move percy to hull",
        "- move percy to hull",
        "* move percy to hull",
        "*move percy to hull*",
        "• move percy to hull   # at last",
        "move percy to hull if gold > 19 or end",
        "move percy to dover or to hull or move percy to hull",
    ],
)
def test_ways_to_write_one_order(line: str) -> None:
    assert read_line(line, ASK, CROWN.words) == "move percy to hull"


def refused(line: str, ask: Ask[Any] = ASK) -> Misread:
    with pytest.raises(Misread) as misread:
        read_line(line, ask, CROWN.words)
    assert misread.value.line == line
    return misread.value


def test_what_is_not_understood_names_the_odd_words_and_the_nearest_order() -> None:
    misread = refused("mvoe percy to hul")
    assert misread.nearest[0] == "move percy to hull"
    assert misread.reason == "'mvoe' means nothing here"
    assert misread.candidates == ()
    assert refused("dance").reason == "'dance' is none of the answers"
    assert refused("# nothing").reason == "there is no order in it"


def test_what_may_mean_several_things_lists_them_and_is_not_carried_out() -> None:
    names = OneOf({"vote stanley": 1, "vote stanhope": 2, "vote percy": 3})
    misread = refused("vote stan", Ask("red", "vote", names, "vote percy"))
    assert misread.candidates == ("vote stanley", "vote stanhope")
    assert misread.nearest == ()


def test_what_is_not_allowed_says_why_with_its_rule() -> None:
    misread = refused("move percy to dover")
    assert misread.reason == "no road leads from york to dover"
    assert misread.rules == ("TC-4",)
    bid = refused("bid 21", Ask("red", "bid", Number(0, 20, "bid"), "bid 0", rules=("TC-9",)))
    assert (bid.rules, bid.nearest) == (("TC-9",), ("bid 20",))


def test_a_condition_that_fails_or_cannot_be_tested_is_told() -> None:
    assert refused("move percy to hull if gold > 20").reason == "'gold > 20' does not hold now"
    assert "known: gold" in refused("move percy to hull if rain").reason


def test_lines_of_a_sheet_are_read_below_those_above() -> None:
    assert read_line("army bar", SHEET, CROWN.words) == "army baron"
    with pytest.raises(Misread, match="there is 'army baron' above") as misread:
        read_line("army milady", SHEET, CROWN.words, ["army baron"])
    assert misread.value.rules == ("S-3",)
    with pytest.raises(Misread) as misread:
        read_line("army mi", SHEET, CROWN.words)
    assert misread.value.candidates == ("army milady", "army minstrel")


@given(st.sampled_from(sorted(MOVES.options)), st.data())
def test_any_beginning_of_each_word_is_the_order_or_ambiguous(
    option: str, data: st.DataObject
) -> None:
    words = [word[: data.draw(st.integers(1, len(word)))] for word in option.split()]
    try:
        found: tuple[str, ...] = (read_line(" ".join(words), ASK, CROWN.words),)
    except Misread as misread:
        found = misread.candidates
    assert option in found


@given(st.text())
def test_any_text_at_all_is_a_legal_answer_or_misread(line: str) -> None:
    for ask in (ASK, SHEET):
        try:
            text = read_line(line, ask, CROWN.words)
        except Misread:
            continue
        assert text in ask.domain.examples() or " if " in text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("5", "5"),
        ("1.5", "1.5"),
        ("-5", "-5"),
        ("1) 5", "5"),
        ("3 men", "3 men"),
        ("a #b", "a"),
        ("a#b", "a#b"),
        ("#", ""),
        ("- ", "-"),
    ],
)
def test_bullets_numbers_and_remarks_are_no_part_of_a_line(text: str, left: str) -> None:
    assert bare(text) == left


def test_what_waits_for_a_correction_lapses_with_it() -> None:
    lines = [Line(1, "a"), Line(2, "b", refused="move"), Line(3, "c")]
    assert lapsed(lines) == lines[:1]
    assert lapsed(lines[:1]) == lines[:1]

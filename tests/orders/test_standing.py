"""Answers given before the question is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moderator.engine import Ask, Illegal, OneOf
from moderator.orders.read import Misread
from moderator.orders.standing import Standing, completed, kinds, prepared, read_standing, sheet_of
from tests.toy.crown import CROWN, YES_NO
from tests.toy.sheets import SHEETS, Filing


def standing(line: str, seat: str = "white", title: Any = CROWN) -> Standing:
    return read_standing(seat, line, title)


def passage(by: str = "red", town: str = "hull", seat: str = "white") -> Ask[bool]:
    return Ask(seat, "passage", YES_NO, "no", {"by": by, "town": town, "gold": 7})


def answer(ask: Ask[Any], *lines: str) -> str | None:
    return prepared(ask, [standing(line) for line in lines], CROWN.words)


def test_a_standing_order_keeps_its_owners_words() -> None:
    order = standing("2) When PASSAGE by Red if gold > 5 and town is yk: grant  # friends")
    assert order == Standing(
        "white",
        "passage",
        "yes",
        ("by is red", "gold > 5", "town is york"),
        "When PASSAGE by Red if gold > 5 and town is yk: grant",
    )


@pytest.mark.parametrize(
    ("line", "applies"),
    [
        ("when passage: yes", True),
        ("standing: when passage by red: yes", True),
        ("when passage by blue: yes", False),
        ("when passage by red if town is hull and gold > 6: yes", True),
        ("when passage by red if town is hull and gold > 7: yes", False),
        ("when passage while gold above 6: yes", True),
        ("when passage if secret > 1: yes", False),
        ("when passage at hull: yes", False),
        ("when attack: yes", False),
    ],
)
def test_it_applies_by_what_the_question_shows(line: str, applies: bool) -> None:
    assert standing(line).applies(passage()) is applies


def test_it_answers_for_its_own_seat_alone() -> None:
    assert not standing("when passage: yes").applies(passage(seat="green"))
    assert answer(passage(seat="green"), "when passage: yes") is None


def test_it_tests_positions_as_far_as_the_question_does() -> None:
    def free(test: str) -> bool:
        if test.endswith(" free"):
            return test == "hull free"
        raise Illegal("no test")

    ask = Ask("white", "passage", YES_NO, "no", holds=free)
    assert standing("when passage if hull free: yes").applies(ask)
    assert not standing("when passage if york free: yes").applies(ask)
    assert not standing("when passage if it rains: yes").applies(ask)


def test_the_first_that_applies_and_is_legal_answers() -> None:
    assert answer(passage(), "when passage by blue: no", "when passage: yes") == "yes"
    assert answer(passage(), "when passage by red: no", "when passage: yes") == "no"
    cards = Ask("white", "battle-card", OneOf({"play 3": 3, "pass": None}), "pass", {"mine": 1})
    assert answer(cards, "when battle-card: play 5", "when battle-card: pass") == "pass"
    assert answer(cards, "when battle-card: play 5; play 3; pass") == "play 3"
    assert answer(cards, "when battle-card: play 5 or pass") == "pass"
    assert answer(cards, "when battle-card if mine > 1: pass") is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("passage: yes", "a standing order reads 'when KIND"),
        ("when passage yes", "a standing order reads 'when KIND"),
        ("when rain: yes", "no question is called 'rain'; there are passage, attack"),
        ("when passage by mauve: yes", "'mauve' is no seat; the seats are red, white"),
        ("when passage: play 5", "'play 5' is no answer to 'passage'"),
        ("when passage: yes; or", "'or' is no answer to 'passage'"),
    ],
)
def test_a_standing_order_that_could_never_work_is_refused(line: str, reason: str) -> None:
    with pytest.raises(Misread) as misread:
        standing(line)
    assert misread.value.reason.startswith(reason)


def test_a_kind_nearly_right_is_suggested() -> None:
    with pytest.raises(Misread) as misread:
        standing("when pasage by red: yes")
    assert misread.value.nearest == ("passage",)


def test_a_kind_may_be_written_with_spaces() -> None:
    assert standing("when battle card: pass").kind == "battle-card"
    assert "battle-card" in kinds(CROWN)


def cards(place: int = 1) -> Ask[Any]:
    return Ask("white", "cards", Filing(), "army baron\ntrading 0", {"place": place})


def sheet(*lines: str, place: int = 1) -> str | None:
    return sheet_of(cards(place), [standing(line, title=SHEETS) for line in lines])


def test_a_sheet_is_made_of_standing_orders_for_its_parts() -> None:
    both = ("when hand: army milady; trading 2", "when play: play baron")
    assert sheet(*both) == "army milady\ntrading 2\nplay baron"
    assert sheet("when hand: army milady") is None
    assert sheet() is None


def test_the_tests_of_a_part_go_with_its_lines() -> None:
    made = sheet("when hand: army baron; trading 0", "when play if place < 3 and king: play baron")
    assert made == "army baron\ntrading 0\nplay baron if place < 3 and king"


def test_a_standing_order_for_the_sheet_itself_must_apply_now() -> None:
    line = "when cards if place = 2: army minstrel; trading 0; play baron"
    assert sheet(line, place=1) is None
    assert sheet(line, place=2) == "army minstrel\ntrading 0\nplay baron"


def test_lines_that_a_sheet_cannot_take_are_left_out() -> None:
    assert (
        sheet("when hand: army minstrel; trading 2; army baron; trading 9")
        == "army minstrel\ntrading 2"
    )
    assert prepared(cards(), [standing("when hand: army mi", title=SHEETS)], SHEETS.words) is None


def test_a_filed_sheet_is_completed_where_it_says_nothing() -> None:
    orders = [
        standing("when play: play milady", title=SHEETS),
        standing("when hand: army minstrel; trading 2", title=SHEETS),
    ]
    assert completed(cards(), "army baron\ntrading 0", orders) == (
        "army baron\ntrading 0\nplay milady"
    )
    said = "army baron\ntrading 0\nplay baron"
    assert completed(cards(), said, orders) == said


def test_a_sheet_that_files_nothing_at_all_is_left_as_it_is() -> None:
    orders = [standing("when play: play milady", title=SHEETS)]
    assert completed(cards(), "pass", orders) == "pass"


def test_standing_orders_for_what_may_stay_empty_wait_for_the_deadline() -> None:
    """A player may still write a better sheet, so a part of one must not file it at once."""
    plays = Ask("white", "plays", Filing(army=(), trading=(), needs=()), "")
    orders = [standing("when play: play milady", title=SHEETS)]
    assert prepared(plays, orders, SHEETS.words) is None
    assert prepared(plays, orders, SHEETS.words, late=True) == "play milady"


def test_an_order_may_end_with_a_round() -> None:
    numbered = replace(CROWN, round=lambda state: state.round)
    order = read_standing("white", "when passage by red: yes until round 3", numbered)
    assert (order.answer, order.until) == ("yes", 3)
    state = CROWN.new_game(("red", "white"), CROWN.configure({}))
    assert [(state.round, order.over(numbered, state))] == [(1, False)]
    state.round = 4
    assert order.over(numbered, state)
    assert not standing("when passage: yes").over(CROWN, state)

"""The blocks of a report of Kingmaker: own position, everyone, the board in words, questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from moderator.engine import Ask, OneOf, Title
from moderator.reports import inputs
from moderator.reports.page import write
from moderator.reports.parts import Frame, Question
from moderator.reports.template import Templates
from moderator.titles.kingmaker.deal.setup import fresh
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.knowledge.viewing import view as seen

Read = Callable[..., str]


@pytest.fixture
def read(templates: Templates, title: Title[Any, Any], king_view: View, king_frame: Frame) -> Read:
    def text(view: View = king_view, *questions: Question) -> str:
        report = inputs.Report(king_frame, view, questions=questions)
        return " ".join(write(templates, title, report).text.split())

    return text


@pytest.fixture
def move(king_frame: Frame) -> Question:
    ask = Ask("red", "move", OneOf({"end": None}), "end", {"round": 5, "free": 0})
    return Question(ask, king_frame.now + timedelta(days=1))


def test_no_line_is_longer_than_72_columns(
    templates: Templates, title: Title[Any, Any], king_view: View, king_frame: Frame
) -> None:
    letter = write(templates, title, inputs.Report(king_frame, king_view))
    assert max(map(len, letter.text.splitlines())) <= 72
    assert "round 5, turn of Red" in letter.text


def test_nobles_are_told_with_both_strengths_and_their_cards(read: Read) -> None:
    text = read()
    assert (
        "PER Percy 120/100 York, open; Earl of Northumberland; with Warden of the Northern Marches"
        in text
    )
    assert "le Swan carries 50; port of Boston" in text


def test_a_hand_is_told_to_its_own_seat_alone(read: Read, king_view: View) -> None:
    assert "In hand (only you see this): Hastings and Scots Archers." in read()
    other = replace(king_view, seat=None, hand=(), kept=(), sent=(), lines=(), offers=())
    assert "only you see this" not in read(other)
    assert "YOUR POSITION" not in read(other)


def test_threats_are_told_with_their_odds(read: Read, king_view: View) -> None:
    text = read()
    assert "Percy and Scrope (York, open): Blue 300 to 240, 5-4, by Neville and Grey" in text
    assert "a siege that only the weather can delay, by Neville" in text
    assert "WHAT THREATENS YOU" not in read(replace(king_view, threats=()))
    weak = tuple(replace(one, ratio="") for one in king_view.threats)
    assert "Some are in reach of yours, but too weak" in read(replace(king_view, threats=weak))


def test_threats_to_one_force_stand_together(read: Read, king_view: View) -> None:
    (blue, _) = king_view.threats
    green = replace(blue, seat="green", ratio="2-1", by=("beaufort",) * 5)
    text = read(replace(king_view, threats=(blue, green)))
    assert "5-4, by Neville and Grey Green 300 to 240, 2-1, by 5 nobles In another" in text


def test_who_is_asked_to_move_reads_where_his_can_go(
    read: Read, king_view: View, move: Question
) -> None:
    text = read(king_view, move)
    assert (
        "WHERE YOURS CAN GO Percy and Scrope (York, open): heirs Margaret (inside Fotheringhay 4,"
        " neutral); yours York here, Alnwick by road; others Blue's Neville, Grey and Edward"
        " (Coventry 3); by leave of Blue London by road; neutral Masham 1; 12 squares of open"
        " country. Le Swan (port of Boston): only by leave of Green; then open ports Kingston 2;"
        " 5 sea squares. Figures:"
    ) in text
    assert "WHERE YOURS CAN GO" not in read()
    assert "WHERE YOURS CAN GO" not in read(replace(king_view, ranges=()), move)


def test_what_could_be_attacked_is_told_weakest_first(read: Read, king_view: View) -> None:
    text = read()
    assert (
        "Odds Troops Whom 2-1 180 to 90 Blue's Neville and Grey, Coventry, open siege 220 to 210"
        " Green's Herbert, Oxford, inside In this turn"
    ) in text
    assert "In your next turn, with all" in read(replace(king_view, ranges=()))
    many = replace(king_view, chances=king_view.chances[:1] * 14)
    assert "And 2 more, stronger ones." in read(many)
    assert "WHAT YOU COULD ATTACK" not in read(replace(king_view, chances=()))


def test_cards_of_one_name_are_counted(read: Read, king_view: View) -> None:
    hand = ("saxons", "saxons 2", "hastings")
    text = read(replace(king_view, hand=hand, kept=("writ 3", "writ 4", "parliament 1")))
    assert "In hand (only you see this): Saxons (2) and Hastings." in text
    assert "Before everybody's eyes: 2 writs and 1 Parliament card." in text


def test_the_displays_of_the_others_are_told(read: Read, king_view: View) -> None:
    text = read()
    assert "Their nobles, with the cards under them:" in text
    assert "Blue Neville " in text
    assert " with Marshal of England; Grey " in text
    assert "Howard 10 (captive of Red)" in text
    own = replace(king_view, seat="green")
    assert "laid by themselves: Coventry" in read(own)
    assert "Red Percy" in read(own)


def test_an_awarded_office_is_named_once(read: Read, king_view: View) -> None:
    text = read(replace(king_view, seat="blue"))
    assert text.count("Marshal of England") == 1


def test_the_line_of_succession_names_the_holders(read: Read, king_view: View) -> None:
    assert "Lancaster Henry VI (Blue, crowned); Margaret of Anjou (nobody's); Edward" in read()
    lone = tuple(replace(one, alive=one.house == "york") for one in king_view.heirs)
    assert "Lancaster extinct" in read(replace(king_view, heirs=lone))


def test_the_dead_stand_nowhere(read: Read) -> None:
    assert "Clarence" not in read()


def test_piles_of_cards_are_counted(read: Read) -> None:
    text = read()
    assert "Chancery 7 cards Decks 24 Crown cards; 31 Event cards, 44 played" in text
    assert "Blue 1 writ, 1 Parliament card and must give up a house by the end of turn 26" in text


def test_the_board_in_words_says_where_everybody_is(read: Read, king_view: View) -> None:
    text = read()
    board = text[text.index("THE BOARD IN WORDS") :]
    assert "York, open Percy 120 (Red), Scrope 30 (Red)" in board
    assert "Howard 10 (Green, captive of Red)" in board
    assert "le Michael (Green) sea square S14, carries 100, with Courtenay" in board
    assert "Red Alnwick 100, Newcastle Town 200, York 300 (taken)" in board
    assert "Siege Oxford, by Blue" in board
    for one in king_view.nobles:
        assert one.name in board


def test_a_fight_and_a_parliament_under_way_are_told(read: Read, king_view: View) -> None:
    text = read()
    assert "Siege of Oxford: Red with Percy, 220 troops, against Green with Herbert, 210." in text
    assert "Parliament of Blue at Coventry. Under a writ: Beaufort. There: Neville." in text
    quiet = read(replace(king_view, fight=None, parliament=None))
    assert "Siege of Oxford:" not in quiet
    assert "Parliament of Blue" not in quiet


@pytest.mark.parametrize(
    "kind",
    ["allocate", "move", "attack", "summon", "crown", "shelter", "ashore",
     "summons", "follow", "embassy", "turn", "passage", "entry",
     "sailing", "loan", "reinforce", "defence", "inside", "confirm", "spoils", "occupy", "demand",
     "offer", "attend", "award", "office", "bishops", "houses", "finish"],
)  # fmt: skip
def test_each_kind_of_question_says_what_it_wants(
    read: Read, king_view: View, king_frame: Frame, templates: Templates, kind: str
) -> None:
    ask = Ask("red", kind, OneOf({"grant": 1, "refuse": 0}), "refuse")
    question = Question(ask, king_frame.now + timedelta(days=2))
    unknown = Question(replace(ask, kind="riddle"), question.due)
    assert len(read(king_view, question)) > len(read(king_view, unknown)) + 20


@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [("move", "# moves: move neville, grey to coventry open", "# coronation: crown margaret"),
     ("attack", "# battle: attack percy with howard, grey;", "# coronation: crown margaret"),
     ("summon", "# Parliament: summon parliament with writ", "# coronation: crown margaret"),
     ("drawn", "# by its kind: if mercenary: play on grey", "# any other: else: keep"),
     ("leave", "# some of them: grant 1, 3", "# all of them: grant all")],
)  # fmt: skip
def test_a_form_shows_how_the_lines_from_here_on_are_written(
    read: Read, king_view: View, king_frame: Frame, kind: str, first: str, last: str
) -> None:
    ask = Ask("red", kind, OneOf({"end": 0}), "end")
    text = read(king_view, Question(ask, king_frame.now + timedelta(days=2)))
    assert text.index(first) < text.index(last)
    assert ("# moves:" in text) == (kind == "move")


def test_a_game_that_has_just_begun_can_be_reported(read: Read) -> None:
    state = fresh(["red", "blue"], {"deal": "part", "places": "basic", "rounds": "0"})
    for seat in ("red", None):
        text = read(seen(state, seat))
        assert "London, inside Henry VI (free, crowned)" in text
        assert "before the first turn" in text
    assert "You have no noble on the board." in read(seen(state, "red"))

"""Every event of Kingmaker is told, and told right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from moderator.engine import Digest, Event, Title
from moderator.reports.news import tell
from moderator.reports.parts import Game
from moderator.reports.template import Templates
from moderator.titles.kingmaker import events as ev
from moderator.titles.kingmaker.knowledge.view import View

Teller = Callable[..., list[str]]


@pytest.fixture
def told(templates: Templates, title: Title[Any, Any], king_view: View, king_game: Game) -> Teller:
    def lines(*events: Event) -> list[str]:
        chapters = tell(templates, title, king_view, king_game, events)
        return [line for one in chapters for line in (one.heading, *one.lines) if line]

    return lines


def test_the_examples_leave_no_event_out(every_event: tuple[Event, ...]) -> None:
    assert {type(event) for event in every_event} | {Digest} == set(ev.EVENTS)


def test_every_event_is_told_in_whole_sentences(
    told: Teller, every_event: tuple[Event, ...]
) -> None:
    for event in every_event:
        lines = told(event)
        assert lines, event
        for line in lines:
            assert line[0].isupper(), line
            assert line[-1] in ".!" or isinstance(event, ev.TurnBegan), line
            assert "None" not in line, line
            assert "  " not in line, line


def test_a_digest_says_nothing_by_itself(told: Teller) -> None:
    assert told(Digest("after the moves")) == []


def test_a_turn_opens_a_chapter(
    templates: Templates, title: Title[Any, Any], king_view: View, king_game: Game
) -> None:
    (before, turn) = tell(
        templates, title, king_view, king_game, (ev.ChanceryFilled(4), ev.TurnBegan(18, 5, "red"))
    )
    assert before.lines == ("Chancery holds 4 cards at the start.",)
    assert turn.heading == "Turn of Anna (Red), round 5"


def test_a_move_names_its_way_and_where_it_ends(told: Teller) -> None:
    move = ev.Moved("red", ("percy", "scrope"), ("durham", "raby", "york"),
                    ("durham", "durham"), ("york", ""), road=True)  # fmt: skip
    assert told(move) == [
        "Red's Percy and Scrope move by road Durham - Raby - York and stand in the open at York."
    ]


def test_the_numbers_of_a_siege_are_told(told: Teller) -> None:
    siege = ev.FightAnnounced("siege", "red", ("percy",), "green", ("herbert",), "oxford",
                              "oxford", 220, 210, 200)  # fmt: skip
    assert told(siege) == [
        "Anna (Red) besieges Oxford with Percy: 220 against 210, of whom 200 are the garrison; "
        "Herbert fights inside."
    ]


def test_a_battle_and_its_odds_are_told(told: Teller) -> None:
    fight = ev.FightDecided("battle", "red", "blue", "st albans", "", 380, 290, "5-4", "red",
                            False, ("neville",))  # fmt: skip
    assert told(fight) == [
        "The battle at St. Albans, 380 against 290 (5-4): Anna (Red) wins and captures Neville."
    ]


def test_bad_weather_decides_nothing_and_delays_a_siege(told: Teller) -> None:
    fight = ev.FightDecided("siege", "red", "", "york", "york", 350, 300, "", "", True, ())
    assert told(fight) == ["The siege at York, 350 against 300: delayed by bad weather."]
    (line,) = told(replace(fight, kind="battle", place=""))
    assert line.endswith("bad weather, nothing is decided.")


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("plague st albans", "Plague at St. Albans"),
        ("storm 3", "Storms at sea"),
        ("scots raid a", "Scots raid"),
        ("peasant revolt york", "Peasant revolt at York"),
        ("riot in london", "Riot in London"),
        ("revolt in wales b", "Revolt in Wales"),
        ("french raid south coast", "French raid on the south coast"),
        ("piracy east", "Piracy in the east"),
        ("writ 10", "Writ"),
        ("free move 2", "Free move"),
        ("parliament 4", "Parliament"),
    ],
)
def test_event_cards_are_named_without_their_numbers(told: Teller, card: str, name: str) -> None:
    assert told(ev.EventDrawn("red", card, kept=False)) == [
        f"Anna (Red) draws an Event card: {name}."
    ]


def test_who_is_called_by_another_name_is_told_so(told: Teller) -> None:
    called = ev.Called("red", "percy", "northern marches", ("york", ""), ("berwick", "berwick"))
    (line,) = told(called)
    assert "called as Warden of the Northern Marches from York" in line
    assert line.endswith("now stands inside Berwick.")
    (line,) = told(replace(called, by="percy"))
    assert "Percy is called from York" in line


def test_a_kept_crown_card_is_named_to_its_own_seat_alone(told: Teller) -> None:
    assert told(ev.CrownCardDrawn("red", kept=True)) == [
        "Anna (Red) draws a Crown card and keeps it."
    ]
    assert told(ev.CrownCardKept("red", "hastings")) == [
        "Your new Crown card (only you see this): Hastings."
    ]


def test_the_end_tells_how_it_came_and_all_votes(told: Teller) -> None:
    crown = ev.GameOver(("blue",), "crown", "henry", ())
    assert told(crown) == ["The game is over. Ben (Blue) wins with Henry VI as the sole King."]
    worth = ev.GameOver(("red",), "worth", "", (("red", 55, 20), ("blue", 40, 31)))
    assert told(worth)[1] == (
        "Votes: Red 55 in the Commons and 20 in the Lords; "
        "Blue 40 in the Commons and 31 in the Lords."
    )


def test_what_happens_alike_is_told_in_one_sentence(told: Teller) -> None:
    here, there = ("corte", "corte"), ("ravenser", "ravenser")
    said = told(
        ev.Called("blue", "henry", "embassy", here, there),
        ev.Called("blue", "neville", "with henry", here, there),
        ev.Called("red", "percy", "percy", here, there),
        ev.PlaceChanged("york", "", "red", "card"),
        ev.PlaceChanged("alnwick", "", "red", "card"),
        ev.PlaceChanged("durham", "blue", "", "death"),
        ev.PlaceChanged("masham", "blue", "", "death"),
        ev.CardsDiscarded("green", ("writ",), "used"),
        ev.CardsDiscarded("green", ("writ 2",), "used"),
    )
    assert said == [
        "Blue's Henry and Neville are sent by the embassy from Corte and now stand at the town of"
        " Ravenser.",
        "Red's Percy is called from Corte and now stands at the town of Ravenser.",
        "Anna (Red) holds York and Alnwick now (by card).",
        "Durham and Masham are neutral now; they were Blue's (by death).",
        "Dov (Green) uses 2 writs.",
    ]


def test_a_force_that_grows_is_told_as_it_is_in_the_end(told: Teller) -> None:
    grown = [("percy", "grey"), ("percy", "scrope", "grey")]
    lines = told(*(ev.ForceFormed("red", nobles, "york") for nobles in grown))
    assert len(lines) == 1
    assert all(name in lines[0] for name in ("Percy", "Scrope", "Grey"))
    apart = told(ev.ForceFormed("red", ("percy", "grey"), "york"),
                 ev.ForceFormed("red", ("scrope", "neville"), "london"))  # fmt: skip
    assert len(apart) == 2

"""Times, plurals, columns and order lines in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfoNotFoundError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.orders.line import joined
from moderator.reports import wording

MOMENT = datetime(2026, 3, 12, 20, 0, tzinfo=UTC)


def test_a_deadline_is_told_in_the_players_zone_and_in_utc() -> None:
    assert wording.when(MOMENT, "Europe/Berlin") == "Thu 12 March, 21:00 your time (20:00 UTC)"


def test_the_utc_day_is_told_where_it_differs() -> None:
    told = wording.when(MOMENT + timedelta(hours=3, minutes=30), "Europe/Berlin")
    assert told == "Fri 13 March, 00:30 your time (Thu 12 March, 23:30 UTC)"


def test_utc_alone_is_said_once() -> None:
    assert wording.when(MOMENT, "UTC") == "Thu 12 March, 20:00 UTC"


def test_summer_time_counts() -> None:
    told = wording.when(datetime(2026, 7, 1, 12, 0, tzinfo=UTC), "Europe/Berlin")
    assert told == "Wed 1 July, 14:00 your time (12:00 UTC)"


def test_a_zone_that_is_none_is_an_error() -> None:
    with pytest.raises(ZoneInfoNotFoundError):
        wording.when(MOMENT, "Middle/Earth")


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (52 * 60, "2 days 4 hours"),
        (48 * 60, "2 days"),
        (61, "1 hour 1 minute"),
        (120, "2 hours"),
        (5, "5 minutes"),
        (0, "0 minutes"),
        (-10, "0 minutes"),
    ],
)
def test_time_left_is_told_in_two_units(minutes: int, told: str) -> None:
    assert wording.span(MOMENT + timedelta(minutes=minutes), MOMENT) == told


def test_lists_end_with_and() -> None:
    assert wording.joined(["Anna"]) == "Anna"
    assert wording.joined(["Anna", "Ben"]) == "Anna and Ben"
    assert wording.joined(["Anna", "Ben", "Carla"]) == "Anna, Ben and Carla"
    assert wording.joined([]) == ""


def test_columns_line_up_and_wrap_in_the_last_one() -> None:
    rows = [("Ben", 5, "word " * 20), ("Annabel", 12, "short")]
    lines = wording.columns(rows, right=(1,)).split("\n")
    assert lines[0].startswith("  Ben       5  word")
    assert lines[1].startswith(" " * 15 + "word")
    assert lines[-1] == "  Annabel  12  short"


def test_columns_without_room_become_lines() -> None:
    table = wording.columns([("x" * 40, "y" * 40, "z")])
    assert table.split("\n")[0] == "  " + "x" * 40 + ";"


def test_words_of_others_stand_behind_a_bar() -> None:
    told = wording.bar("Peace?\n\n===== reply above this line =====\nYours, Ben")
    assert all(line.startswith("  |") for line in told.split("\n"))


def test_a_long_order_is_broken_after_a_comma() -> None:
    order = "attack winterbourne with baron, first knight, gilbert, robert; advance baron, robert"
    lines = wording.order(order).split("\n")
    assert lines == [
        "attack winterbourne with baron, first knight, gilbert,",
        "robert; advance baron, robert",
    ]


@pytest.mark.parametrize(
    "order",
    [
        "attack winterbourne with baron, first knight, gilbert, robert; advance baron, robert",
        "play first knight: castle - i2 - i3 - i4 - i5 or castle - i2 - i3 - i4 or stay if i4 free",
        "army first knight, geoffrey, mauduit; trading 4 if place = 1 and blue first knight at c4",
    ],
)
def test_a_broken_order_is_read_as_one(order: str) -> None:
    lines = wording.order(order).split("\n")
    assert len(lines) > 1
    assert max(len(line) for line in lines) <= wording.WIDTH
    assert joined(lines) == [order]


def test_remarks_stay_remarks_when_they_are_broken() -> None:
    assert all(line.startswith("#") for line in wording.remark("word " * 40).split("\n"))


@given(st.lists(st.tuples(st.text(), st.text(max_size=90), st.text()), max_size=6))
def test_no_table_is_wider_than_a_mail(rows: list[tuple[str, str, str]]) -> None:
    cells = [tuple(" ".join(cell.split()) for cell in row) for row in rows]
    assert all(len(line) <= wording.WIDTH for line in wording.columns(cells).split("\n"))


@given(st.text())
def test_no_paragraph_is_wider_than_a_mail(text: str) -> None:
    for told in (wording.wrap(text, 2, 4), wording.bar(text), wording.remark(text)):
        assert all(len(line) <= wording.WIDTH for line in told.split("\n"))

"""The names of places on a map: beside their symbols, clear of counters and of each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from moderator.titles.kingmaker import events as ev
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.map.ground import ground
from moderator.titles.kingmaker.map.labels import Label, labels
from moderator.titles.kingmaker.map.marks import marks
from moderator.titles.kingmaker.map.stacks import Placed, Stack, stacks

SIZE = (960, 1084)


def at(x: float, y: float) -> tuple[float, float]:
    return x * 0.163, y * 0.163


def over(one: Label, other: Label) -> int:
    across = min(one.left + one.wide, other.left + other.wide) - max(one.left, other.left)
    down = min(one.top + one.high, other.top + other.high) - max(one.top, other.top)
    return max(0, across) * max(0, down)


@pytest.fixture
def pile(king_view: View) -> Stack:
    under = ground(current().board)
    return next(one for one in stacks(king_view, under, current().arms) if one.seat == "red")


def test_a_name_gives_way_to_counters(pile: Stack) -> None:
    (york,) = [one for one in ground(current().board).symbols if one.id == "york"]
    x, y = at(york.x, york.y)
    (free,) = labels([york], at, (), SIZE, 1, 19, 0.12)
    there = Placed(pile, free.left, free.top, round(x), round(y))
    (moved,) = labels([york], at, [there], SIZE, 1, 19, 0.12)
    assert moved.text == free.text == "York"
    assert (moved.left, moved.top) != (free.left, free.top)


def test_a_name_gives_way_to_the_sign_of_a_fight() -> None:
    (york,) = [one for one in ground(current().board).symbols if one.id == "york"]
    (free,) = labels([york], at, (), SIZE, 1, 19, 0.12)
    sign = (free.left + 20.0, free.top + 10.0)
    (moved,) = labels([york], at, (), SIZE, 1, 19, 0.12, [sign])
    assert (moved.left, moved.top) != (free.left, free.top)


def test_a_name_without_room_is_left_out(pile: Stack) -> None:
    (york,) = [one for one in ground(current().board).symbols if one.id == "york"]
    x, y = map(round, at(york.x, york.y))
    around = [
        Placed(pile, x + across, y + down, x, y)
        for across in range(-200, 200, 50)
        for down in range(-200, 200, 50)
    ]
    assert labels([york], at, around, SIZE, 1, 19, 0.12) == ()


def test_no_two_names_of_the_country_lie_over_each_other(king_view: View) -> None:
    found = marks(king_view, ()).sheets[0].labels
    assert {"London", "Bristol", "Calais"} <= {one.text for one in found}
    for one, other in combinations(found, 2):
        assert over(one, other) <= 0.15 * one.wide * one.high, (one.text, other.text)


def test_names_stay_on_their_sheet(king_view: View) -> None:
    move = ev.Moved("red", ("percy",), ("durham", "york"), ("durham", "durham"), ("york", ""))
    for sheet in marks(king_view, (move,)).sheets:
        for one in sheet.labels:
            assert one.left >= 0
            assert one.top >= 0
            assert one.left + one.wide <= sheet.wide + 1
            assert one.top + one.high <= sheet.high + 1

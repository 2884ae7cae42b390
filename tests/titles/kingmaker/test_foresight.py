"""A whole turn thought ahead ends with its last line, at a full table as at a small one."""

from __future__ import annotations

from random import Random

import pytest

from moderator.engine import Chance, Run
from moderator.kit.foresight import whole_turn
from moderator.titles.kingmaker.state import MOVEMENT
from moderator.titles.kingmaker.title import KINGMAKER
from tests.titles.kingmaker_position import position


@pytest.mark.parametrize("count", [2, 7])
def test_a_quiet_turn_is_one_mail_with_its_end(count: int) -> None:
    seats = KINGMAKER.seats[:count]
    state = position(" ".join(seats), percy="red in alnwick", grey="red in chillingham")
    run = Run(KINGMAKER, state, Chance(bytes(32)), phase=MOVEMENT)
    while found := [each for each in run.waiting.items() if each[1].pace == "now"]:
        run.answer(found[0][0], found[0][1].default)
    lines = whole_turn(run, "red", lambda view, ask, rng: ask.done or ask.default, Random(1))
    assert lines == ["end"]

from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.position.succession import (
    check_succession,
    line,
    living,
    monarchs,
    must_give_up,
    rank,
    senior,
    sole_king,
)
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]


@pytest.mark.rule("KM-VIC-04")
@pytest.mark.rule("KM-VIC-05")
def test_both_houses_have_their_line_of_succession() -> None:
    assert line("lancaster") == ["henry", "margaret", "edward"]
    assert line("york") == ["richard", "march", "clarence", "gloucester"]


@pytest.mark.rule("KM-VIC-03")
def test_henry_is_sole_king_at_the_start_though_nobody_controls_him(position: Position) -> None:
    state = position(percy="red in alnwick")
    assert sole_king(state) == "henry"
    assert state.heirs["henry"].seat == ""


@pytest.mark.rule("KM-VIC-06")
def test_gloucester_waits_for_york_march_and_clarence(position: Position) -> None:
    state = position(percy="red in alnwick", richard="dead", march="dead")
    with pytest.raises(Illegal) as refused:
        check_succession(state, "gloucester")
    assert "KM-VIC-06" in refused.value.rules
    state.heirs["clarence"].alive = False
    check_succession(state, "gloucester")
    assert rank(state, "gloucester") == 1


@pytest.mark.rule("KM-VIC-07")
def test_after_henrys_death_lancaster_has_no_king_until_margaret_is_crowned(
    position: Position,
) -> None:
    state = position(percy="red in alnwick", henry="dead")
    assert monarchs(state) == []
    assert senior(state, "lancaster") == "margaret"
    state.heirs["margaret"].crowned = True
    assert monarchs(state) == ["margaret"]


@pytest.mark.rule("KM-VIC-02")
@pytest.mark.rule("KM-VIC-09")
def test_there_are_two_kings_at_most_and_a_king_stays_one_when_he_changes_hands(
    position: Position,
) -> None:
    state = position(percy="red in york", richard="red in york with crowned")
    assert monarchs(state) == ["henry", "richard"]
    assert sole_king(state) == ""
    state.heirs["richard"].seat = "blue"
    assert monarchs(state) == ["henry", "richard"]
    with pytest.raises(Illegal) as refused:
        check_succession(state, "richard")
    assert refused.value.rules == ("KM-VIC-09",)


@pytest.mark.rule("KM-BEA-01")
def test_beaufort_follows_the_three_heirs_of_lancaster_while_he_is_on_the_board(
    position: Position,
) -> None:
    state = position(beaufort="red in corte", henry="dead", margaret="dead", edward="dead")
    assert senior(state, "lancaster") == "beaufort"
    assert living(state, "lancaster") == []
    del state.nobles["beaufort"]
    assert senior(state, "lancaster") == ""


@pytest.mark.rule("KM-BEA-03")
def test_a_crowned_beauforts_faction_must_be_rid_of_yorkists(position: Position) -> None:
    state = position(
        beaufort="red in corte", march="red in corte", henry="dead", margaret="dead", edward="dead"
    )
    assert must_give_up(state, "red") == []
    state.nobles["beaufort"].crowned = True
    assert must_give_up(state, "red") == ["march"]
    assert must_give_up(state, "blue") == []

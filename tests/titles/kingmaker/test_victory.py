from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.titles.kingmaker.ending.victory import winning_monarch
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
LANCASTRIANS_DEAD = {"henry": "dead", "margaret": "dead", "edward": "dead"}
YORKISTS_DEAD = {"richard": "dead", "march": "dead", "clarence": "dead", "gloucester": "dead"}


@pytest.mark.rule("KM-VIC-01")
def test_the_last_heir_wins_crowned_and_controlled(position: Position) -> None:
    state = position(
        percy="red in london", henry="red in london", margaret="dead", edward="dead",
        **YORKISTS_DEAD,
    )  # fmt: skip
    assert winning_monarch(state) == "henry"
    state.heirs["henry"].crowned = False
    assert winning_monarch(state) == ""
    state.heirs["henry"].crowned = True
    state.heirs["henry"].seat = ""
    assert winning_monarch(state) == ""


@pytest.mark.rule("KM-VIC-01")
def test_an_heir_whom_nobody_controls_is_still_in_the_game(position: Position) -> None:
    state = position(percy="red in london", henry="red in london", edward="dead", **YORKISTS_DEAD)
    assert winning_monarch(state) == ""


@pytest.mark.rule("KM-BEA-04")
def test_a_lancastrian_wins_whether_beaufort_is_in_play_or_not(position: Position) -> None:
    state = position(
        percy="red in london", henry="red in london", margaret="dead", edward="dead",
        beaufort="blue in corte", **YORKISTS_DEAD,
    )  # fmt: skip
    assert winning_monarch(state) == "henry"


@pytest.mark.rule("KM-BEA-05")
@pytest.mark.parametrize("whose", ["red", "blue"])
def test_a_yorkist_wins_only_while_beaufort_is_off_the_board(
    position: Position, whose: str
) -> None:
    state = position(
        percy="red in york", gloucester="red in york with crowned", beaufort=f"{whose} in corte",
        richard="dead", march="dead", clarence="dead", **LANCASTRIANS_DEAD,
    )  # fmt: skip
    assert winning_monarch(state) == ""
    del state.nobles["beaufort"]
    state.factions["blue"].hand.append("beaufort")
    assert winning_monarch(state) == "gloucester"


@pytest.mark.rule("KM-BEA-06")
def test_with_no_heir_alive_a_crowned_beaufort_wins(position: Position) -> None:
    state = position(beaufort="blue in corte", **LANCASTRIANS_DEAD, **YORKISTS_DEAD)
    assert winning_monarch(state) == ""
    state.nobles["beaufort"].crowned = True
    assert winning_monarch(state) == "beaufort"


@pytest.mark.rule("KM-BEA-06")
def test_with_no_heir_alive_and_beaufort_in_a_hand_the_game_goes_on(position: Position) -> None:
    state = position(
        percy="red in alnwick", hands={"blue": "beaufort"}, **LANCASTRIANS_DEAD, **YORKISTS_DEAD
    )
    assert winning_monarch(state) == ""


@pytest.mark.rule("KM-BRF-02")
@pytest.mark.rule("KM-VIC-01")
@pytest.mark.parametrize("last", [*LANCASTRIANS_DEAD, *YORKISTS_DEAD])
def test_any_claimant_wins_once_all_others_are_dead_and_he_is_crowned(
    position: Position, last: str
) -> None:
    dead = {**LANCASTRIANS_DEAD, **YORKISTS_DEAD}
    dead.pop(last)
    state = position(percy="red in york", **{last: "red in york"}, **dead)
    state.heirs[last].crowned = False
    assert winning_monarch(state) == ""
    state.heirs[last].crowned = True
    assert winning_monarch(state) == last

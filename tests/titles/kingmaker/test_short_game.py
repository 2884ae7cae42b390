from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Table
from moderator.titles.kingmaker.ending.short_game import propose, time_is_up, winners, worth
from moderator.titles.kingmaker.events import EndProposed, GameOver
from moderator.titles.kingmaker.state import OVER, State

Position = Callable[..., State]


@pytest.mark.rule("KM-SHO-13")
@pytest.mark.rule("KM-SHO-14")
@pytest.mark.parametrize(
    ("noble", "votes"),
    [
        ("neville", (3, 4)), ("percy", (2, 3)), ("beaufort", (2, 3)), ("mowbray", (2, 4)),
        ("courtenay", (1, 2)), ("stanley", (0, 2)), ("talbot", (1, 2)), ("audley", (0, 1)),
    ],
)  # fmt: skip
def test_nobles_have_their_votes(position: Position, noble: str, votes: tuple[int, int]) -> None:
    assert worth(position(**{noble: "red open london"}), "red") == votes


@pytest.mark.rule("KM-SHO-13")
def test_a_title_card_brings_one_vote_in_commons(position: Position) -> None:
    state = position(audley="red open london with earl of kent")
    assert worth(state, "red") == (1, 1)


@pytest.mark.rule("KM-SHO-11")
@pytest.mark.rule("KM-SHO-12")
def test_the_constable_of_the_tower_has_seven_votes_until_london_is_captured(
    position: Position,
) -> None:
    state = position(audley="red open york with earl of kent, tower", grey="blue in london")
    assert worth(state, "red") == (8, 1)
    state.captured["london"] = "blue"
    assert worth(state, "red") == (4, 1)
    assert worth(state, "blue") == (4, 1)


@pytest.mark.rule("KM-SHO-12")
def test_calais_swansea_and_castles_have_no_votes(position: Position) -> None:
    state = position(percy="red in alnwick with swansea")
    state.captured |= {"calais": "red", "windsor": "red"}
    assert worth(state, "red") == (2, 3)


@pytest.mark.rule("KM-SHO-15")
def test_bishops_vote_in_lords_and_their_towns_in_commons(position: Position) -> None:
    state = position(percy="red in alnwick with archbishop of canterbury, bishop of norwich")
    assert worth(state, "red") == (2 + 3 + 4, 3 + 7 + 2)


@pytest.mark.rule("KM-SHO-08")
@pytest.mark.rule("KM-SHO-09")
def test_the_sole_king_has_twenty_votes_and_a_senior_heir_ten_in_both_houses(
    position: Position,
) -> None:
    state = position(audley="red open york", henry="red open york")
    assert worth(state, "red") == (30, 11)


@pytest.mark.rule("KM-SHO-08")
def test_without_a_sole_king_the_chancellor_has_the_twenty(position: Position) -> None:
    state = position(
        neville="red in warwick with chancellor", henry="dead", audley="blue open york"
    )
    assert worth(state, "red") == (23, 4)
    state.heirs["margaret"].crowned = True
    assert worth(state, "red") == (3, 4)


@pytest.mark.rule("KM-SHO-10")
def test_a_senior_heir_whom_nobody_holds_votes_for_nobody(position: Position) -> None:
    state = position(audley="red open york", march="red open york")
    assert worth(state, "red") == (0, 1)
    state.heirs["richard"].alive = False
    assert worth(state, "red") == (10, 11)


@pytest.mark.rule("KM-SHO-09")
def test_beaufort_is_the_senior_lancastrian_once_the_heirs_are_dead(position: Position) -> None:
    state = position(beaufort="red in corte", henry="dead", margaret="dead", edward="dead")
    assert worth(state, "red") == (12, 13)


@pytest.mark.rule("KM-SHO-18")
def test_heirs_of_both_houses_count_for_one_house_only(position: Position) -> None:
    state = position(audley="red open york", margaret="red open york", richard="red open york",
                     henry="dead")  # fmt: skip
    assert worth(state, "red") == (10, 11)


@pytest.mark.rule("KM-SHO-17")
def test_cards_in_hand_count_nothing(position: Position) -> None:
    state = position(audley="red open york", hands={"red": "bristol, percy"})
    assert worth(state, "red") == (0, 1)


@pytest.mark.rule("KM-SHO-07")
def test_the_greatest_worth_wins_ties_go_to_commons_then_to_more_nobles(
    position: Position,
) -> None:
    state = position(percy="red open york", audley="blue open york")
    assert winners(state) == ["red"]
    state = position(stanley="red open york", audley="blue open york with earl of kent")
    assert worth(state, "red") == (0, 2)
    assert worth(state, "blue") == (1, 1)
    assert winners(state) == ["blue"]
    state = position(stanley="red open york", audley="blue open york", scrope="blue open london")
    assert winners(state) == ["blue"]
    state = position(audley="red open york", scrope="blue open london")
    assert winners(state) == ["red", "blue"]


@pytest.mark.rule("KM-SHO-06")
def test_the_moment_fixed_is_the_end_of_a_round(position: Position) -> None:
    state = position(audley="red open york", options={"rounds": "2"})
    state.turn.round, state.turn.seat = 2, "red"
    assert not time_is_up(state)
    state.turn.seat = "blue"
    assert time_is_up(state)
    state.turn.round = 1
    assert not time_is_up(state)
    state.options["rounds"] = "0"
    assert not time_is_up(state)


@pytest.mark.rule("KM-SHO-06")
def test_a_game_ends_by_consent_of_all_only(position: Position, start: Callable[..., Any]) -> None:
    async def flow(table: Table[State]) -> None:
        await propose(table, "red")

    state = position("red blue yellow", percy="red open york", audley="blue open york")
    played = start(flow, state)
    assert played.open == [("blue", "finish"), ("yellow", "finish")]
    assert played.run.waiting["blue"].default == "refuse"
    assert played.run.waiting["blue"].facts["worth_red"] == 5
    played.answer("blue agree\n yellow refuse")
    assert played.told(EndProposed)[0].agreed is False
    assert state.winners == []
    played = start(flow, state, "blue agree\n yellow agree")
    assert state.winners == ["red"]
    assert state.phase == OVER
    assert played.told(GameOver)[0].worth == (("red", 2, 3), ("blue", 0, 1), ("yellow", 0, 0))


@pytest.mark.rule("KM-SHO-08")
def test_nobody_has_the_kings_votes_while_nobody_controls_him(position: Position) -> None:
    state = position(neville="red in warwick with chancellor", audley="blue open york")
    assert worth(state, "red") == (3, 4)
    assert worth(state, "blue") == (0, 1)


@pytest.mark.rule("KM-SHO-08")
def test_beaufort_as_sole_king_has_the_twenty_votes(position: Position) -> None:
    state = position(beaufort="red in corte", henry="dead", margaret="dead", edward="dead")
    state.nobles["beaufort"].crowned = True
    assert worth(state, "red") == (2 + 10 + 20, 3 + 10)


@pytest.mark.rule("KM-SHO-07")
@pytest.mark.rule("KM-SHO-17")
def test_worth_is_the_sum_of_both_houses_wherever_the_counters_stand(position: Position) -> None:
    state = position(
        neville="red open york with archbishop of canterbury, coventry, ipswich",
        henry="red open york",
        audley="red in newcastle castle with earl of kent",
        captured="red bristol",
    )
    commons = 3 + 20 + 10 + 1 + 3 + 3 + 3 + 4
    lords = 4 + 7 + 10 + 1
    assert worth(state, "red") == (commons, lords) == (47, 22)
    assert winners(state) == ["red"]

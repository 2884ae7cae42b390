from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.court.coronation import NOBODY, Coronations, coronation
from moderator.titles.kingmaker.events import Crowned, GameOver
from moderator.titles.kingmaker.fighting.capture import capture_after_move
from moderator.titles.kingmaker.hands import business
from moderator.titles.kingmaker.position.holding import welcome
from moderator.titles.kingmaker.position.removal import remove_nobles
from moderator.titles.kingmaker.position.stacking import set_down
from moderator.titles.kingmaker.position.succession import monarchs, sole_king
from moderator.titles.kingmaker.state import BISHOPS, Leave, Noble, Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]
YORKISTS_DEAD = {"richard": "dead", "march": "dead", "clarence": "dead", "gloucester": "dead"}


def refusal(state: State, text: str) -> Illegal:
    with pytest.raises(Illegal) as refused:
        Coronations(state, "red").read(text)
    return refused.value


@pytest.mark.rule("KM-COR-02")
@pytest.mark.rule("KM-COR-03")
@pytest.mark.rule("KM-COR-05")
def test_mowbray_the_archbishop_crowns_richard_in_york(position: Position, start: Start) -> None:
    state = position(mowbray="red in york with archbishop of york", richard="red in york")
    played = start(coronation, state)
    ask = played.run.waiting["red"]
    assert (ask.kind, ask.default, ask.done) == ("crown", "end", NOBODY)
    assert ask.domain.examples() == ("crown richard", NOBODY, "end")
    played.answer("red crown richard")
    crowned = played.told(Crowned)[0]
    assert crowned.bishops == (("archbishop of york", "mowbray"),)
    assert not crowned.sole
    assert monarchs(state) == ["henry", "richard"]
    assert state.turn.used == ["archbishop of york"]


@pytest.mark.rule("KM-COR-05")
@pytest.mark.rule("KM-EXP-02")
@pytest.mark.rule("KM-VIC-08")
def test_margaret_is_crowned_in_salisbury_by_percys_two_bishops_if_his_player_agrees(
    position: Position, start: Start
) -> None:
    def place() -> State:
        return position(
            "red blue",
            neville="red at salisbury",
            margaret="red at salisbury",
            henry="dead",
            percy="blue at salisbury with bishop of durham, bishop of lincoln",
            richard="nobody in york with crowned",
        )

    state = place()
    played = start(coronation, state, "red crown margaret")
    ask = played.run.waiting["blue"]
    assert (ask.kind, ask.default, ask.pace) == ("bishops", "refuse", "reply")
    assert ask.facts["heir"] == "margaret"
    played.answer("blue grant")
    assert state.heirs["margaret"].crowned
    assert sole_king(state) == ""
    state = place()
    start(coronation, state, "red crown margaret\n blue refuse")
    assert not state.heirs["margaret"].crowned


@pytest.mark.rule("KM-EXP-02")
def test_bishops_granted_beforehand_need_no_question(position: Position, start: Start) -> None:
    state = position(
        neville="red at salisbury", margaret="red at salisbury", henry="dead",
        percy="blue at salisbury with archbishop of canterbury",
    )  # fmt: skip
    state.leaves.append(Leave(BISHOPS, "blue", "red", "salisbury", 3))
    start(coronation, state, "red crown margaret")
    assert state.heirs["margaret"].crowned


@pytest.mark.rule("KM-COR-01")
@pytest.mark.rule("KM-VIC-06")
def test_only_the_senior_heir_of_a_house_is_crowned(position: Position) -> None:
    state = position(mowbray="red in york with archbishop of york", march="red in york")
    assert "KM-VIC-06" in refusal(state, "crown march").rules
    state.heirs["richard"].alive = False
    assert Coronations(state, "red").read("crown march") == "march"


@pytest.mark.rule("KM-COR-02")
def test_an_heir_in_the_open_or_without_bishops_is_not_crowned(position: Position) -> None:
    state = position(mowbray="red open york with archbishop of york", richard="red open york")
    assert refusal(state, "crown richard").rules == ("KM-COR-02",)
    state = position(mowbray="red in york with bishop of durham", richard="red in york")
    illegal = refusal(state, "crown richard")
    assert illegal.rules == ("KM-COR-02", "KM-COR-04")
    assert illegal.nearest == (NOBODY,)
    assert Coronations(state, "red").forced() == NOBODY


@pytest.mark.rule("KM-COR-04")
def test_two_bishops_on_two_nobles_are_enough(position: Position, start: Start) -> None:
    state = position(
        mowbray="red in york with bishop of durham",
        howard="red in york with bishop of carlisle",
        richard="red in york",
    )
    played = start(coronation, state, "red crown richard")
    assert len(played.told(Crowned)[0].bishops) == 2


@pytest.mark.rule("KM-COR-03")
def test_a_free_heir_and_anothers_heir_cannot_be_crowned(position: Position) -> None:
    state = position(mowbray="red in york with archbishop of york")
    assert refusal(state, "crown richard").rules == ("KM-COR-03",)


@pytest.mark.rule("KM-TRA-02")
def test_a_bishop_transferred_in_this_turn_crowns_nobody(position: Position) -> None:
    state = position(mowbray="red in york with archbishop of york", richard="red in york")
    state.turn.bound.append("archbishop of york")
    assert "KM-COR-02" in refusal(state, "crown richard").rules


@pytest.mark.rule("KM-BEA-01")
def test_beaufort_is_crowned_by_his_own_bishops_once_the_three_heirs_are_dead(
    position: Position, start: Start
) -> None:
    state = position(
        beaufort="red in canterbury with bishop of durham, bishop of norwich",
        henry="dead", margaret="dead",
    )  # fmt: skip
    assert "KM-BEA-01" in refusal(state, "crown beaufort").rules
    state.heirs["edward"].alive = False
    start(coronation, state, "red crown beaufort")
    assert state.nobles["beaufort"].crowned
    assert sole_king(state) == "beaufort"


@pytest.mark.rule("KM-BEA-03")
def test_beaufort_is_not_crowned_while_his_faction_has_a_yorkist(position: Position) -> None:
    state = position(
        beaufort="red in canterbury with archbishop of canterbury",
        clarence="red in canterbury", henry="dead", margaret="dead", edward="dead",
    )  # fmt: skip
    assert refusal(state, "crown beaufort").rules == ("KM-BEA-03",)


@pytest.mark.rule("KM-VIC-01")
def test_crowning_the_last_heir_wins_at_once(position: Position, start: Start) -> None:
    state = position(
        mowbray="red in york with archbishop of york", margaret="red in york",
        henry="dead", edward="dead", **YORKISTS_DEAD,
    )  # fmt: skip
    played = start(coronation, state, "red crown margaret")
    assert state.winners == ["red"]
    assert played.told(GameOver)[0].by == "crown"


@pytest.mark.rule("KM-SEQ-06")
def test_a_player_who_can_crown_nobody_is_not_asked(position: Position, start: Start) -> None:
    assert start(coronation, position(percy="red in alnwick")).open == []


def test_other_names_of_an_heir_are_read(position: Position) -> None:
    state = position(mowbray="red in york with archbishop of york", richard="red in york")
    assert Coronations(state, "red").understand("crown duke of york") == ("crown richard",)


@pytest.mark.rule("KM-EXP-01")
def test_a_place_that_comes_with_a_card_is_entered_and_its_heir_crowned_in_the_same_turn(
    position: Position, start: Start
) -> None:
    state = position(mowbray="red open york", hands={"red": "archbishop of york"})

    async def turn(table: Table[State]) -> None:
        await business.business(table, "red")
        assert welcome(state, "york", "red")
        set_down(state, ["mowbray"], "york", "york")
        capture_after_move(table, ["mowbray"])
        await coronation(table)

    start(turn, state, "red play archbishop of york on mowbray\n red nothing\n red crown richard")
    assert state.heirs["richard"].seat == "red"
    assert monarchs(state) == ["henry", "richard"]


@pytest.mark.rule("KM-COR-02")
def test_a_siege_of_the_cathedral_place_does_not_hinder_a_coronation(
    position: Position, start: Start
) -> None:
    state = position(
        mowbray="red in york with archbishop of york", richard="red in york",
        percy="blue open york with marshal, saxons, saxons 2, scots archers, scots archers 2",
    )  # fmt: skip
    state.sieges["york"] = Siege("blue", ["percy"])
    start(coronation, state, "red crown richard")
    assert state.heirs["richard"].crowned


@pytest.mark.rule("KM-COR-04")
@pytest.mark.rule("KM-COR-05")
@pytest.mark.parametrize(
    ("bishops", "enough"),
    [
        ("archbishop of canterbury", True), ("archbishop of york", True),
        ("bishop of durham, bishop of carlisle", True), ("bishop of lincoln", False),
        ("bishop of norwich", False), ("archbishop of york, bishop of norwich", True),
    ],
)  # fmt: skip
def test_an_archbishop_or_two_bishops_crown_in_any_cathedral(
    position: Position, bishops: str, enough: bool
) -> None:
    state = position(mowbray=f"red at salisbury with {bishops}", richard="red at salisbury")
    assert ("crown richard" in Coronations(state, "red").examples()) is enough


@pytest.mark.rule("KM-COR-02")
def test_a_place_without_a_cathedral_crowns_nobody(position: Position) -> None:
    state = position(
        mowbray="red in leicester with archbishop of york", richard="red in leicester",
        captured="red leicester",
    )  # fmt: skip
    assert "KM-COR-02" in refusal(state, "crown richard").rules


@pytest.mark.rule("KM-COR-03")
def test_nobody_is_crowned_in_another_players_turn(position: Position, start: Start) -> None:
    state = position(
        "blue red", grey="blue in denbigh", mowbray="red in york with archbishop of york",
        richard="red in york",
    )  # fmt: skip
    assert ("red", "crown") not in start(coronation, state).open


@pytest.mark.rule("KM-BEA-02")
def test_a_dead_king_beaufort_leaves_no_king_and_can_be_crowned_again(
    position: Position, start: Start
) -> None:
    state = position(
        beaufort="red in canterbury with archbishop of canterbury", grey="red in denbigh",
        henry="dead", margaret="dead", edward="dead",
    )  # fmt: skip
    start(coronation, state, "red crown beaufort")

    async def die(table: Table[State]) -> None:
        remove_nobles(table, ["beaufort"], "battle")

    start(die, state)
    assert monarchs(state) == []
    assert state.crown_deck.index("beaufort") < 2
    state.nobles["beaufort"] = Noble("beaufort", "red", "york", "york")
    state.nobles["grey"].awards = ["archbishop of york"]
    state.nobles["grey"].square = state.nobles["grey"].place = "york"
    assert Coronations(state, "red").read("crown beaufort") == "beaufort"

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.moving.grants import Grants, Letter, write
from moderator.titles.kingmaker.moving.leave import on_file
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.state import ENTRY, LOAN, PASSAGE, Leave, State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def state(position: Position) -> State:
    found = position(
        "red blue white", neville="blue open dover with le michael", le_michael="in dover"
    )
    found.turn.round = 4
    return found


@pytest.mark.rule("KM-ROA-03")
@pytest.mark.rule("KM-TWN-03")
def test_an_open_letter_names_kind_player_place_and_round(state: State) -> None:
    grants = Grants(state, "blue")
    line = "grant passage to red at york until round 6"
    assert grants.read(line) == Letter(PASSAGE, "red", "york", 6)
    assert grants.understand("grant passage to red") == ("grant passage to red until round 7",)
    assert grants.understand("grant entry to wh at newcastle castle until round 5") == (
        "grant entry to white at newcastle castle until round 5",
    )


@pytest.mark.rule("KM-GIF-05")
def test_a_ship_is_lent_by_her_own_player(state: State) -> None:
    assert Grants(state, "blue").understand("lend michael to red in round 5") == (
        "lend le michael to red until round 5",
    )
    with pytest.raises(Illegal) as refused:
        Grants(state, "red").understand("lend le michael to blue in round 5")
    assert refused.value.rules == ("KM-GIF-05",)
    for text in refused.value.nearest:
        Grants(state, "red").read(text)


def test_what_is_no_letter_is_refused(state: State) -> None:
    grants = Grants(state, "blue")
    for line in (
        "grant passage to blue until round 5",
        "grant passage to red until round 3",
        "grant everything to red",
        "grant passage",
        "grant passage to red at atlantis",
    ):
        with pytest.raises(Illegal):
            grants.understand(line)
    assert grants.understand("move neville to york") == ()


@pytest.mark.rule("KM-ROA-03")
def test_letters_are_filed_replaced_and_taken_back_without_a_word(
    state: State, start: Start
) -> None:
    async def flow(table: Table[State]) -> None:
        write(table, "blue", Letter(PASSAGE, "red", "york", 5))
        write(table, "blue", Letter(PASSAGE, "red", "york", 6))
        write(table, "blue", Letter(PASSAGE, "red", "london", 6))
        write(table, "blue", Letter(ENTRY, "red", "york", 6))
        write(table, "blue", Letter(LOAN, "red", "le michael", 6))
        write(table, "blue", Letter(PASSAGE, "red", "london", 0))

    played = start(flow, state)
    assert state.leaves == [
        Leave(PASSAGE, "blue", "red", "york", 6),
        Leave(ENTRY, "blue", "red", "york", 6),
        Leave(LOAN, "blue", "red", "le michael", 6),
    ]
    assert played.events == []
    assert on_file(state, "red", Request(PASSAGE, "blue", "york"))
    assert not on_file(state, "white", Request(PASSAGE, "blue", "york"))
    assert not on_file(state, "red", Request(PASSAGE, "blue", "london"))


def test_taking_back_without_a_place_takes_all_back(state: State, start: Start) -> None:
    state.leaves = [Leave(PASSAGE, "blue", "red", at, 9) for at in ("york", "london", "")]

    async def flow(table: Table[State]) -> None:
        letter = Grants(state, "blue").read("revoke passage to red")
        assert letter is not None
        write(table, "blue", letter)

    start(flow, state)
    assert state.leaves == []


def test_a_letter_for_everywhere_is_not_taken_back_for_one_place(state: State) -> None:
    state.leaves = [Leave(PASSAGE, "blue", "red", "", 9)]
    with pytest.raises(Illegal) as refused:
        Grants(state, "blue").understand("revoke passage to red at london")
    assert refused.value.nearest == ("revoke passage to red",)


@pytest.mark.parametrize("seed", range(5))
def test_samples_and_examples_are_legal(state: State, seed: int) -> None:
    grants = Grants(state, "blue")
    grants.read(grants.sample(Random(seed)))
    for text in grants.examples():
        grants.read(text)
        assert grants.understand(text) == (text,)

"""The rulebook's example of movement: Neville's way from Bristol to Berwick, turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.chance.storms import storm
from moderator.titles.kingmaker.events import HeirCaptured, Moved, Sailed, ShipDriven
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.position.forces import strength
from moderator.titles.kingmaker.state import State, Turn

Position = Callable[..., State]
Start = Callable[..., Any]


async def red(table: Table[State]) -> None:
    await movement(table, "red")


def refusal(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        Moves(state, "red").understand(line)
    return caught.value


@pytest.fixture
def example(position: Position) -> State:
    """Neville with 100 in Bristol; le Michael in friendly Dover; Calais taken by the late Percy."""
    return position(
        neville="red open bristol with chancellor, le michael",
        greystoke="red in richmond with earl of richmond, marshal",
        captured="red oxford, red calais, red dover, red berwick",
        kept={"red": "free move"},
        le_michael="in dover",
    )


@pytest.mark.rule("KM-EXM-01")
@pytest.mark.rule("KM-EXM-02")
@pytest.mark.rule("KM-EXM-03")
@pytest.mark.rule("KM-EXM-04")
@pytest.mark.rule("KM-MOV-17")
def test_neville_goes_from_bristol_to_berwick(example: State, start: Start) -> None:
    state, neville = example, example.nobles["neville"]
    assert strength(state, "neville") == 100
    barred = refusal(state, "move neville to dover open by road")
    assert barred.rules == ("KM-ROA-02",)
    assert "Neville cannot pass Wallingford" in str(barred)
    assert barred.nearest == ("move neville to wallingford open by road",)

    played = start(red, state, "red move neville to london open via oxford, st albans\nred end")
    assert len(played.told(Moved)[0].path) - 1 == 5
    assert state.factions["red"].kept == ["free move"]

    state.turn = Turn(3, 2, "red")
    played = start(red, state, "red move neville to dover open")
    assert len(played.told(Moved)[0].path) - 1 == 3
    assert "KM-SEA-01" in refusal(state, "sail le michael to calais with neville").rules
    played.answer("""red free sail le michael to calais with neville
        red keep gloucester
        red end""")
    sailed = played.told(Sailed)[0]
    assert len(sailed.path) + 1 == 2
    assert state.factions["red"].kept == []
    assert played.told(HeirCaptured)[0].heir == "gloucester"
    assert neville.place == "calais"

    state.turn = Turn(5, 3, "red")
    left = refusal(state, "sail le michael to n1 with neville without gloucester")
    assert left.rules == ("KM-MOV-05",)
    played = start(red, state, "red sail le michael to n1 with neville, gloucester\nred end")
    assert len(played.told(Sailed)[0].path) == 5
    assert neville.aboard == ["le michael"]

    state.turn = Turn(7, 4, "red")
    played = start(storm, state, "red le michael to berwick\nred neville in berwick")
    assert played.told(ShipDriven)[0].port == "berwick"
    assert neville.place == "berwick"
    assert state.heirs["gloucester"].place == "berwick"

    played = start(red, state, "red sail le michael to n4\nred end")
    assert len(played.told(Sailed)[0].path) == 5
    assert (state.ships["le michael"].sea, neville.place) == ("n4", "berwick")

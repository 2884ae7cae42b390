"""What `preview` says of a whole turn: as far as its player may know, and no farther."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.engine import Chance, Run
from moderator.orders.line import Line
from moderator.orders.queue import serve
from moderator.service.preview import preview
from moderator.titles.kingmaker import TITLE
from moderator.titles.kingmaker.state import MOVEMENT, State

Position = Callable[..., State]
TURN = """move grey to masham open
play saxons on grey
attack howard with grey
crown henry
end"""


@pytest.fixture
def masham(position: Position) -> State:
    return position(
        percy="red in alnwick", grey="red open york", howard="blue open masham",
        hands={"red": "saxons"},
    )  # fmt: skip


def said(state: State, text: str) -> list[tuple[str, str]]:
    """Return verdict and reason of each line."""
    run = Run(TITLE, state, Chance(bytes(32)), phase=MOVEMENT)
    serve(run)
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    before = repr(run.state)
    found = preview(lines, run, "red", TITLE)
    assert repr(run.state) == before
    return [(line.verdict, line.why or line.outcome) for line in found]


def test_lines_are_tried_one_after_another_until_a_card_is_drawn(masham: State) -> None:
    found = said(masham, TURN)
    assert [verdict for verdict, _ in found] == ["done", "done", "done", "kept", "kept"]
    assert {why for _, why in found[3:]} == {"it depends on what comes before"}


def test_a_line_that_cannot_be_carried_out_says_why(masham: State) -> None:
    found = said(masham, "move percy to calais\nend")
    assert found[0][0] == "not done"
    assert found[1] == ("done", "")


def test_a_line_that_is_passed_over_holds_up_nothing(masham: State) -> None:
    found = said(masham, "if refused: end\nmove percy to calais\nmove grey to masham open")
    assert "passed over" in found[0][1]
    assert [verdict for verdict, _ in found[1:]] == ["not done", "done"]


def test_leave_of_another_player_is_as_far_as_it_goes(position: Position) -> None:
    state = position(percy="red open york", howard="blue in london", captured="blue york")
    found = said(state, "into york with percy\nend")
    assert found == [("done", ""), ("kept", "it waits for the answer of another player")]


def test_what_others_hold_in_hand_shows_in_nothing(masham: State) -> None:
    masham.factions["blue"].hand = ["scots archers"]
    one = said(masham, TURN)
    masham.factions["blue"].hand = ["duke of exeter"]
    assert said(masham, TURN) == one

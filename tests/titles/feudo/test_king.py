"""The King and the cowards, and the King's help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Table
from moderator.titles.feudo.attack_order import Attacks
from moderator.titles.feudo.events import AttackWon, KingCame, Marched, TradingShown
from moderator.titles.feudo.flow import attacks
from moderator.titles.feudo.king import cowards, king_help, look_at_scores
from moderator.titles.feudo.march import trading
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Start = Callable[..., Any]

EVERYBODY_OUT = {
    "first_knight": "a1", "gilbert": "c1", "osbert": "e1", "robert": "g1", "ralph": "k1",
    "alwin": "k3", "godric": "k5", "wulfric": "a3", "milady": "a5", "baron": "a7",
}  # fmt: skip
BLUES = {
    "first_knight": "b11", "mauduit": "d11", "henry": "f11", "fulk": "h11", "hamo": "j11",
    "geoffrey": "a11", "roudiche": "k11", "john": "a9", "milady": "b9", "baron": "d9",
}  # fmt: skip


def out(**changes: str) -> dict[str, str]:
    """Put every token of White and Blue on the map, but for the changes."""
    places = {f"white_{name}": at for name, at in EVERYBODY_OUT.items()}
    places |= {f"blue_{name}": at for name, at in BLUES.items()}
    return {**places, **changes}


@pytest.fixture
def look(start: Start) -> Any:
    """Look at the scores of a position."""

    async def flow(table: Table[State]) -> None:
        look_at_scores(table)

    return lambda state: start(flow, state)


@pytest.mark.rule("FE-KNG-01")
@pytest.mark.parametrize(("points", "comes"), [(11, False), (12, True), (14, True)])
def test_the_king_comes_at_12_points_or_more(
    position: Position, look: Start, points: int, comes: bool
) -> None:
    state = position(scores=f"white {points}", **out())
    played = look(state)
    assert state.king is comes
    assert len(played.told(KingCame)) == comes


@pytest.mark.rule("FE-KNG-02")
def test_each_player_pays_for_the_army_tokens_still_in_his_castle(
    position: Position, look: Start
) -> None:
    state = position(scores="white 12,blue 9", **out(blue_geoffrey="castle", blue_mauduit="castle"))
    played = look(state)
    assert played.told(KingCame) == [KingCame("white", (("white", 0), ("blue", 5)))]
    assert state.sides["blue"].score == 4


@pytest.mark.rule("FE-KNG-03")
def test_the_leader_pays_too_and_only_once(position: Position, look: Start) -> None:
    state = position(scores="white 13", **out(white_first_knight="castle"))
    look(state)
    assert state.sides["white"].score == 8
    state.sides["white"].score = 12
    assert look(state).told(KingCame) == []
    assert state.sides["white"].score == 12


@pytest.mark.rule("FE-KNG-04")
def test_milady_is_never_a_coward(position: Position) -> None:
    state = position(**out(white_milady="castle"))
    assert cowards(state, "white") == []


@pytest.mark.rule("FE-KNG-05")
def test_a_wounded_baron_is_no_coward_and_one_who_never_left_is(
    position: Position, look: Start
) -> None:
    state = position(scores="white 12", **out(white_baron="castle", blue_baron="castle"))
    state.tokens["blue baron"].entered = True
    look(state)
    assert state.sides["white"].score == 8
    assert state.sides["blue"].score == 0


@pytest.mark.rule("FE-KNG-06")
@pytest.mark.rule("FE-AIM-02")
def test_the_penalty_falls_after_the_whole_attack_and_before_the_next(
    position: Position, start: Start
) -> None:
    state = position(
        scores="white 6", owners="blue i9",
        **out(
            white_baron="j9", white_robert="j9", white_gilbert="i10", blue_geoffrey="i9",
            white_first_knight="h6", blue_roudiche="h5", white_osbert="castle",
        ),
    )  # fmt: skip
    played = start(
        lambda table: attacks(table, "white"), state,
        "white attack winterbourne with baron, gilbert, robert",
    )  # fmt: skip
    told = [event for event, _ in played.events]
    assert [type(event) for event in told] == [AttackWon, KingCame]
    assert state.sides["white"].score == 6 + 7 - 3
    assert "attack h5 with first knight" in Attacks(state, "white").examples()


@pytest.mark.rule("FE-HLP-01")
@pytest.mark.parametrize(("card", "shillings"), [(2, 4), (4, 6)])
def test_the_weakest_gets_two_shillings_more(position: Position, card: int, shillings: int) -> None:
    state = position(scores="white 3,blue 14", white_gilbert="g3")
    state.king = True
    assert card + king_help(state, "white", card) == shillings
    assert king_help(state, "blue", card) == 0
    state.king = False
    assert king_help(state, "white", card) == 0


@pytest.mark.rule("FE-HLP-02")
def test_all_who_tie_for_fewest_get_the_help(position: Position) -> None:
    state = position("white blue yellow", scores="white 3,blue 3,yellow 14")
    state.king = True
    assert [king_help(state, seat, 2) for seat in state.seats] == [2, 2, 0]


@pytest.mark.rule("FE-HLP-03")
def test_a_card_of_0_gets_no_help(position: Position, start: Start) -> None:
    state = position(scores="blue 14", white_gilbert="g3")
    state.king = True
    state.sides["white"].trading_card = 0
    played = start(lambda table: trading(table, "white"), state)
    assert played.told(TradingShown) == [TradingShown("white", 0, 0, 0, False)]
    assert played.open == []


@pytest.mark.rule("FE-HLP-04")
@pytest.mark.rule("FE-HLP-05")
def test_help_is_judged_when_the_card_is_shown_and_pays_mercenaries_and_marches(
    position: Position, start: Start
) -> None:
    state = position(scores="blue 14", white_gilbert="g3")
    state.king = True
    state.sides["white"].trading_card = 2
    state.sides["white"].paid = 3
    played = start(lambda table: trading(table, "white"), state, "white march gilbert: g3 - g4")
    assert played.told(TradingShown) == [TradingShown("white", 2, 2, 3, False)]
    assert played.told(Marched) == [Marched("white", "white gilbert", ("g3", "g4"))]
    assert played.open == []

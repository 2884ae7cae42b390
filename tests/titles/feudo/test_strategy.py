"""2) Strategy Phase, and the Trading Cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.feudo.events import HandChosen, HandsChosen, OrderSet, TurnBegan
from moderator.titles.feudo.filing import HAND, Filing
from moderator.titles.feudo.flow import movement, turn
from moderator.titles.feudo.state import TRADING, State
from moderator.titles.feudo.strategy import Hand, default_hand, forced_hand, hand_of
from moderator.titles.feudo.victory import end_turn

Position = Callable[..., State]
Start = Callable[..., Any]


def sheet(state: State, seat: str = "white") -> Filing:
    return Filing(state, seat, HAND)


def refused(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        sheet(state).understand(line)
    return refusal.value


def only_left(*words: str) -> dict[str, str]:
    """Eliminate all White tokens but these."""
    names = ["baron", "milady", "first_knight", "gilbert", "osbert", "robert", "ralph", "alwin",
             "godric", "wulfric"]  # fmt: skip
    return {f"white_{name}": "gone" for name in names if name not in words}


@pytest.mark.rule("FE-STR-01")
@pytest.mark.rule("FE-STR-04")
def test_each_chooses_three_army_cards_and_a_trading_card_in_secret(
    position: Position, start: Start
) -> None:
    state = position(turn=1, scores="blue 4")
    played = start(turn, state, """
        white order of play: white, blue
        blue army baron, milady, geoffrey / trading 0
    """)  # fmt: skip
    assert [type(event) for event, _ in played.events] == [TurnBegan, OrderSet]
    played.answer("white army baron, gilbert, robert; trading 2")
    assert (HandsChosen(("white", "blue")), None) in played.events
    blue = HandChosen("blue", ("blue baron", "blue milady", "blue geoffrey"), 0)
    assert (blue, frozenset({"blue"})) in played.events
    assert state.sides["blue"].hand == ["blue baron", "blue milady", "blue geoffrey"]
    assert refused(state, "army baron, gilbert").rules == ("FE-STR-01", "FE-STR-07")
    assert refused(state, "army baron, baron, gilbert").rules == ("FE-STR-01", "FE-STR-07")
    with pytest.raises(Illegal, match="Trading Card"):
        sheet(state).read("army baron, gilbert, robert")
    (whole,) = sheet(state).understand("army baron, gilbert, robert, trading 2")
    assert whole == "army baron, gilbert, robert; trading 2"


@pytest.mark.rule("FE-STR-02")
def test_the_card_of_an_eliminated_token_is_out(position: Position) -> None:
    state = position(white_robert="gone")
    refusal = refused(state, "army baron, robert, gilbert")
    assert refusal.rules == ("FE-STR-02",)
    assert str(refusal) == "the card of robert is out of the game"


@pytest.mark.rule("FE-STR-03")
@pytest.mark.rule("FE-TRD-05")
def test_a_trading_card_shown_in_this_cycle_is_out(position: Position) -> None:
    state = position()
    state.sides["white"].trading = [4, 0, 0]
    refusal = refused(state, "trading 2")
    assert refusal.rules == ("FE-STR-03",)
    assert refusal.nearest == ("trading 4", "trading 0")


@pytest.mark.rule("FE-STR-07")
def test_with_fewer_than_three_army_cards_all_are_chosen(position: Position) -> None:
    state = position(**only_left("baron", "milady"), turn=5)
    assert refused(state, "army baron").rules == ("FE-STR-01", "FE-STR-07")
    assert sheet(state).understand("army milady, baron") == ("army baron, milady",)
    assert sheet(state).read("trading 4") == ("trading 4",)
    state.sides["white"].trading = [2]
    assert forced_hand(state, "white") == Hand(("white baron", "white milady"), 2)


def test_a_hand_without_a_choice_is_never_asked(position: Position, start: Start) -> None:
    state = position(**only_left("baron", "milady", "alwin"), turn=3, scores="white 4")
    state.sides["white"].trading = [0]
    played = start(turn, state, "blue order of play: white, blue")
    assert played.open == [("blue", "hand")]
    played.answer("blue army baron, milady, geoffrey; trading 0")
    assert state.sides["white"].hand == ["white baron", "white milady", "white alwin"]


@pytest.mark.rule("FE-STR-08")
def test_a_token_that_rests_may_be_chosen_as_a_bluff(position: Position) -> None:
    state = position(turn=4)
    state.tokens["white baron"].rests_until = 5
    assert sheet(state).read("army baron, milady, gilbert; trading 0")


@pytest.mark.rule("FE-STR-09")
def test_a_mercenary_with_a_card_of_0_is_shown_and_stays(position: Position, start: Start) -> None:
    state = position(plague_at="b2", white_robert="k8", options={"plague": "none"})
    white = state.sides["white"]
    white.hand, white.trading_card = ["white robert"], 0
    played = start(movement, state)
    assert played.run.asks["white"].domain.examples() == ("play robert: stay",)


@pytest.mark.rule("FE-TRD-01")
@pytest.mark.rule("FE-TRD-02")
@pytest.mark.rule("FE-TRD-03")
@pytest.mark.rule("FE-TRD-04")
@pytest.mark.rule("FE-TRD-06")
@pytest.mark.rule("FE-TAC-04")
@pytest.mark.rule("FE-LNG-02")
def test_trading_cards_run_out_in_five_turns_and_come_back_in_the_sixth(
    position: Position, start: Start
) -> None:
    state = position(
        turn=0, options={"plague": "none", "turns": "20"}, **only_left("baron", "milady", "alwin")
    )
    left = []

    async def game(table: Table[State]) -> None:
        for _ in range(16):
            await turn(table)
            left.append(len(state.sides["white"].trading))
            await movement(table)
            end_turn(table)

    played = start(game, state)
    while played.run.asks:
        for seat, ask in list(played.run.waiting.items()):
            played.run.answer(seat, ask.default)
    assert left == [5, 4, 3, 2, 1] * 3 + [5]
    assert [event.turn for event in played.told(TurnBegan) if event.refreshed] == [6, 11, 16]
    assert state.sides["white"].hand == []
    assert sorted(TRADING) == [0, 0, 0, 2, 4]


def test_the_default_hand_is_the_strongest_on_the_map_and_the_lowest_trading_card(
    position: Position,
) -> None:
    state = position(white_alwin="g3", white_gilbert="g5", white_first_knight="c5 stricken")
    state.sides["white"].trading = [4, 2]
    assert default_hand(state, "white") == Hand(
        ("white first knight", "white gilbert", "white alwin"), 2
    )
    state = position()
    assert default_hand(state, "white").army == (
        "white baron",
        "white milady",
        "white first knight",
    )


def test_a_hand_may_depend_on_the_place_in_the_order(position: Position) -> None:
    state = position(order="blue white")
    lines = sheet(state).read(
        "army baron, gilbert, robert; trading 4 if place = 1\n"
        "army baron, milady, alwin; trading 0 if score < 3 or army baron, milady, alwin; trading 2"
    )
    assert hand_of(state, "white", lines) == Hand(("white baron", "white milady", "white alwin"), 0)
    state.order = ["white", "blue"]
    assert hand_of(state, "white", lines) == Hand(
        ("white baron", "white gilbert", "white robert"), 4
    )
    with pytest.raises(Illegal, match="not a test"):
        sheet(state).understand("army baron, gilbert, robert if moon full")


def test_the_hand_of_last_turn_is_mended_where_cards_are_gone(position: Position) -> None:
    state = position(white_robert="gone", white_osbert="g3")
    state.sides["white"].last_hand = ["white baron", "white gilbert", "white robert", "2"]
    state.sides["white"].trading = [4, 0, 0]
    assert sheet(state).understand("hand as last turn") == (
        "army baron, first knight, gilbert; trading 0",
    )
    state.sides["white"].last_hand = []
    assert refused(state, "hand as last turn").rules == ("FE-STR-01",)

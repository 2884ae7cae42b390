"""1) Diplomacy Phase, and the length and sequence of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.feudo import FEUDO
from moderator.titles.feudo.diplomacy import ranking
from moderator.titles.feudo.events import HandsChosen, OrderSet, PlagueCard, TurnBegan
from moderator.titles.feudo.flow import PHASES, turn
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.mark.rule("FE-DIP-02")
def test_a_tie_for_fewest_is_broken_by_lot_among_the_tied_alone(
    position: Position, start: Start
) -> None:
    state = position("white blue yellow", scores="blue 3,white 3,yellow 7", turn=1)
    played = start(turn, state)
    (began,) = played.told(TurnBegan)
    assert began.drawn
    assert began.decider in {"blue", "white"}
    (draw,) = [entry for entry in played.entries if entry.who == "chance"]
    assert draw.source.startswith("d2 ")


@pytest.mark.rule("FE-DIP-03")
def test_in_turn_1_the_last_to_place_a_castle_decides_without_a_draw(
    position: Position, start: Start
) -> None:
    state = position("white blue yellow", turn=0)
    state.order_of_castles = ["blue", "yellow", "white"]
    played = start(turn, state)
    (began,) = played.told(TurnBegan)
    assert (began.turn, began.decider, began.drawn) == (1, "white", False)
    assert played.entries == []


@pytest.mark.rule("FE-DIP-04")
def test_every_player_is_named_once_and_the_decider_stands_where_he_likes(
    position: Position,
) -> None:
    state = position("white blue yellow", order="yellow white blue")
    domain = ranking(state, "white")
    with pytest.raises(Illegal) as refusal:
        domain.understand("order of play: blue, white")
    assert refusal.value.rules == ("FE-DIP-01", "FE-DIP-04")
    assert refusal.value.nearest == ("order of play: blue, white, yellow",)
    assert len(domain.examples()) == 6
    assert domain.understand("order of play: others, me") == ("order of play: yellow, blue, white",)
    assert domain.understand("order of play: b y w") == ("order of play: blue, yellow, white",)


@pytest.mark.rule("FE-DIP-06")
def test_the_order_is_told_to_all_before_cards_are_chosen(position: Position, start: Start) -> None:
    played = start(turn, position(turn=1, scores="blue 4"))
    assert played.open == [("white", "order-of-play")]
    played.answer("white order of play: blue, white")
    assert (OrderSet(("blue", "white"), "white"), None) in played.events
    assert played.open == [("white", "hand"), ("blue", "hand")]


@pytest.mark.rule("FE-DIP-06")
def test_at_pace_turn_the_order_comes_with_the_hands_or_first_if_so_agreed(
    position: Position, start: Start
) -> None:
    state = position(turn=1, scores="blue 4", options={"pace": "turn"})
    assert start(turn, state).open == [("white", "cards"), ("blue", "cards")]
    state = position(turn=1, scores="blue 4", options={"pace": "turn", "order_first": "yes"})
    assert start(turn, state).open == [("white", "order-of-play")]


def test_a_silent_decider_keeps_the_order_of_the_turn_before(
    position: Position, start: Start
) -> None:
    state = position("white blue yellow", turn=2, order="yellow blue white", scores="blue 4")
    ask = next(iter(start(turn, state).run.asks.values()))
    assert ask.default == "order of play: yellow, blue, white"
    state = position("white blue yellow", turn=0)
    state.order, state.order_of_castles = [], ["blue", "white", "yellow"]
    assert start(turn, state).run.asks["yellow"].default == "order of play: blue, white, yellow"


@pytest.mark.rule("FE-SEQ-01")
@pytest.mark.rule("FE-STR-05")
def test_the_phases_of_a_turn_come_in_their_order(example: State, start: Start) -> None:
    async def flow(table: Table[State]) -> None:
        await PHASES["turn"](table)
        await PHASES["movement"](table)

    played = start(flow, example, """
        white order of play: blue, white
        blue army baron, milady, john / trading 0
        white army baron, gilbert, robert / trading 2
    """)  # fmt: skip
    told = [type(event) for event, _ in played.events]
    assert told.index(OrderSet) < told.index(HandsChosen) < told.index(PlagueCard)
    assert played.open == [("blue", "play")]
    assert example.tokens["blue john"].stricken
    assert "blue john" in example.sides["blue"].hand
    assert list(PHASES) == ["castles", "turn", "movement", "attack"]


@pytest.mark.rule("FE-SEQ-05")
def test_who_has_lost_all_tokens_still_sets_the_order_and_shows_his_trading_card(
    position: Position, start: Start
) -> None:
    state = position(turn=1, scores="blue 4")
    for token in state.tokens.values():
        token.at = "" if token.seat == "white" else "g3"
    played = start(turn, state, "white order of play: white, blue")
    assert played.open == [("white", "hand"), ("blue", "hand")]
    played.answer("""white trading 4
                     blue army baron, milady, john / trading 0""")
    assert state.sides["white"].hand == []
    assert state.sides["white"].trading_card == 4


@pytest.mark.rule("FE-DUR-01")
@pytest.mark.rule("FE-LNG-01")
@pytest.mark.rule("FE-TAC-01")
@pytest.mark.parametrize(("options", "turns"), [
    ({}, 10), ({"turns": "15"}, 15), ({"turns": "20"}, 20), ({"plague": "none", "turns": "7"}, 7),
])  # fmt: skip
def test_the_game_is_as_long_as_agreed(options: dict[str, str], turns: Any) -> None:
    state = FEUDO.new_game(["white", "blue"], FEUDO.configure(options))
    assert state.last_turn == turns


@pytest.mark.rule("FE-TAC-05")
def test_only_strategy_and_tactics_leaves_no_room_for_the_options_of_plague() -> None:
    state = FEUDO.new_game(["white", "blue"], FEUDO.configure({"plague": "none", "turns": "13"}))
    assert state.options["fresh_deck"] == "no"
    assert state.last_turn == 13
    with pytest.raises(Illegal, match="10, 15, 20 turns, not 13"):
        FEUDO.new_game(["white", "blue"], FEUDO.configure({"plague": "virulent", "turns": "13"}))


def test_the_words_before_an_order_of_play_may_be_cut_short(position: Position) -> None:
    domain = ranking(position("white blue yellow"), "white")
    full = ("order of play: blue, yellow, white",)
    for line in ("order of play blue, yellow, white", "order: others, me", "order others me"):
        assert domain.understand(line) == full
    assert domain.nearest("order of play blue") == ("order of play: blue, white, yellow",)

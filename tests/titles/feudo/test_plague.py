from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Event, Table
from moderator.titles.feudo.board import board_of
from moderator.titles.feudo.data import current
from moderator.titles.feudo.events import (
    Desperate,
    Died,
    PlagueCard,
    Recovered,
    Stricken,
    Vocation,
)
from moderator.titles.feudo.march import trading
from moderator.titles.feudo.plague import plague, recover
from moderator.titles.feudo.state import State
from moderator.titles.feudo.tokens import number

Position = Callable[..., State]
Start = Callable[..., Any]
Refused = Callable[..., tuple[str, ...]]


@pytest.fixture
def turn_up(start: Start) -> Callable[..., Any]:
    """Turn up one Plague Card on a position."""

    def begin(state: State, card: str) -> Any:
        state.plague_deck = [card]

        async def flow(table: Table[State]) -> None:
            plague(table)

        return start(flow, state)

    return begin


@pytest.fixture
def begin_turn(start: Start) -> Callable[[State], Any]:
    """Let a turn begin: recovery (FE-SEQ-02)."""

    def begin(state: State) -> Any:
        async def flow(table: Table[State]) -> None:
            recover(table)

        return start(flow, state)

    return begin


TurnUp = Callable[..., Any]


def struck(state: State) -> set[str]:
    """Return the words of all stricken tokens."""
    return {token.id for token in state.tokens.values() if token.stricken}


@pytest.mark.rule("FE-PLG-01")
@pytest.mark.rule("FE-DUR-03")
def test_the_top_card_is_turned_up_for_all(position: Position, turn_up: TurnUp) -> None:
    state = position()
    played = turn_up(state, "East 1")
    assert played.events[0] == (PlagueCard("East 1", ("e2",)), None)
    assert (state.plague_deck, state.plague_played) == ([], ["East 1"])


@pytest.mark.rule("FE-PLG-02")
@pytest.mark.rule("FE-PLG-04")
@pytest.mark.parametrize(
    ("at", "card", "path"),
    [
        ("b2", "East 1", ("e2",)),
        ("j2", "East 1", ("b2",)),
        ("b2", "North 2", ("b10", "b7")),
        ("g5", "South 2", ("g7", "g10")),
        ("b5", "West 1", ("j5",)),
        ("j10", "West 2", ("g10", "e10")),
        ("b2", "Border", ()),
    ],
)
def test_the_token_goes_along_its_line_and_round_the_edge(
    position: Position, turn_up: TurnUp, at: str, card: str, path: tuple[str, ...]
) -> None:
    state = position(plague_at=at)
    assert turn_up(state, card).told(PlagueCard) == [PlagueCard(card, path)]
    assert state.plague_at == (path[-1] if path else at)


@pytest.mark.rule("FE-PLG-05")
@pytest.mark.rule("FE-PLG-06")
def test_village_and_neighbours_are_hit_whoever_owns_the_tokens(
    position: Position, turn_up: TurnUp
) -> None:
    state = position(
        white_alwin="e2", white_gilbert="d2", blue_john="f2", blue_baron="e1",
        blue_henry="d3", white_osbert="c2",
    )  # fmt: skip
    turn_up(state, "East 1")
    assert struck(state) == {"white alwin", "white gilbert", "blue john", "blue baron"}


@pytest.mark.rule("FE-PLG-06")
def test_villages_passed_on_the_way_are_spared(position: Position, turn_up: TurnUp) -> None:
    state = position(white_alwin="e2", blue_john="g2", blue_henry="d2")
    turn_up(state, "East 2")
    assert struck(state) == {"blue john"}


@pytest.mark.rule("FE-PLG-07")
@pytest.mark.rule("FE-PLG-08")
def test_a_token_that_is_hit_shows_its_black_number(
    example: State, turn_up: TurnUp, refused: Refused
) -> None:
    played = turn_up(example, "East 1")
    assert played.told(Stricken) == [Stricken("blue john", "f2", "")]
    assert number(example, example.tokens["blue john"]) == 1
    assert refused(example, "blue", "play john: f2 - f3 - f4") == ("FE-MOV-05",)


@pytest.mark.rule("FE-PLG-09")
@pytest.mark.rule("FE-PLG-10")
def test_a_second_hit_eliminates_and_scores_nothing(position: Position, turn_up: TurnUp) -> None:
    state = position(blue_john="f2 stricken")
    played = turn_up(state, "East 1")
    assert played.told(Died) == [Died("blue john", "f2")]
    assert state.tokens["blue john"].at == ""
    assert {side.score for side in state.sides.values()} == {0}


@pytest.mark.rule("FE-PLG-12")
@pytest.mark.rule("FE-CNV-05")
@pytest.mark.rule("FE-SEQ-02")
def test_tokens_recover_in_the_convent_and_nowhere_else(
    position: Position, begin_turn: TurnUp
) -> None:
    state = position(white_alwin="convent stricken", white_gilbert="d6 stricken")
    played = begin_turn(state)
    assert played.told(Recovered) == [Recovered("white alwin", "convent")]
    assert struck(state) == {"white gilbert"}
    assert number(state, state.tokens["white alwin"]) == 2


@pytest.mark.rule("FE-PLG-13")
@pytest.mark.rule("FE-BAR-07")
@pytest.mark.rule("FE-SEQ-02")
def test_a_baron_recovers_at_the_start_of_the_turn_wherever_he_is(
    position: Position, begin_turn: TurnUp
) -> None:
    state = position(white_baron="d6 stricken", blue_baron="castle stricken", turn=4)
    assert number(state, state.tokens["white baron"]) == 2
    begin_turn(state)
    assert struck(state) == set()
    assert number(state, state.tokens["white baron"]) == 4


@pytest.mark.rule("FE-PLG-14")
def test_a_baron_is_not_lost_to_a_second_hit(
    position: Position, turn_up: TurnUp, begin_turn: TurnUp
) -> None:
    state = position(white_baron="e1")
    turn_up(state, "East 1")
    begin_turn(state)
    turn_up(state, "Lingering Plague")
    assert state.tokens["white baron"].at == "e1"
    assert struck(state) == {"white baron"}


@pytest.mark.rule("FE-PLG-15")
@pytest.mark.rule("FE-CNV-09")
@pytest.mark.rule("FE-CAS-01")
def test_castle_city_and_convent_are_safe(position: Position, turn_up: TurnUp) -> None:
    state = position(
        plague_at="j7", owners="blue i9", blue_geoffrey="i9", white_alwin="convent",
        castles="white k10, blue i1",
    )  # fmt: skip
    assert "i9" not in board_of(state).near["j10"]
    played = turn_up(state, "South 1")
    assert played.told(Stricken) == []
    turn_up(state, "Cross")
    turn_up(state, "Border")
    assert struck(state) == set()


@pytest.mark.rule("FE-PLG-15")
def test_a_city_beside_the_plague_village_protects(position: Position, turn_up: TurnUp) -> None:
    state = position(
        boards="A3 B0 C1 D0", plague_at="b5", owners="white c4", white_alwin="c4",
        white_gilbert="c5",
    )  # fmt: skip
    turn_up(state, "Lingering Plague")
    assert struck(state) == {"white gilbert"}


@pytest.mark.rule("FE-PLG-16")
def test_coming_near_the_plague_token_later_is_harmless(position: Position, start: Start) -> None:
    state = position(plague_at="e2", white_gilbert="c2")
    state.sides["white"].trading_card = 2
    start(lambda table: trading(table, "white"), state, "white march gilbert: c2 - d2\nwhite pass")
    assert state.tokens["white gilbert"].at == "d2"
    assert struck(state) == set()


@pytest.mark.rule("FE-PLG-18")
def test_a_token_in_the_village_of_the_plague_stays_and_may_leave(
    position: Position, turn_up: TurnUp, refused: Refused
) -> None:
    state = position(white_alwin="e2")
    turn_up(state, "East 1")
    assert state.tokens["white alwin"].at == "e2"
    assert refused(state, "white", "play alwin: e2 - d2") == ()


@pytest.mark.rule("FE-PLG-19")
def test_all_hits_come_together_before_the_desperate_rule(
    position: Position, turn_up: TurnUp
) -> None:
    state = position(
        "white yellow", yellow_baron="f2", yellow_adam="e1 stricken", yellow_hugh="d2 stricken",
        yellow_first_knight="j9", yellow_john="k9", yellow_reginald="gone", yellow_warin="gone",
        yellow_baldwin="gone", yellow_walter="gone",
    )  # fmt: skip
    played = turn_up(state, "East 1")
    kinds: list[type[Event]] = [type(event) for event, _ in played.events]
    assert kinds == [PlagueCard, Stricken, Died, Died, Desperate]
    assert number(state, state.tokens["yellow baron"]) == 3


@pytest.mark.rule("FE-PLC-01")
def test_border_hits_outer_hills_but_not_where_boards_join(
    position: Position, turn_up: TurnUp
) -> None:
    state = position(
        castles="white k8, blue i1", white_alwin="a1", white_baron="f1", white_gilbert="a6",
        blue_john="k5", blue_henry="f11", blue_fulk="j9",
    )  # fmt: skip
    assert len(board_of(state).border) == 36
    played = turn_up(state, "Border")
    assert struck(state) == {"white alwin", "blue john"}
    assert played.told(PlagueCard) == [PlagueCard("Border", ())]


@pytest.mark.rule("FE-PLC-02")
def test_cross_hits_the_hills_where_boards_join(position: Position, turn_up: TurnUp) -> None:
    state = position(
        castles="white k8, blue i1", white_baron="f1", white_gilbert="f5", blue_john="d6",
        blue_henry="k6", white_alwin="e5", white_osbert="convent",
    )  # fmt: skip
    assert len(board_of(state).cross) == 20
    turn_up(state, "Cross")
    assert struck(state) == {"white baron", "white gilbert", "blue john", "blue henry"}


@pytest.mark.rule("FE-PLC-03")
def test_lingering_plague_hits_where_the_token_is(position: Position, turn_up: TurnUp) -> None:
    state = position(plague_at="e2", white_alwin="e2", blue_john="f2", blue_henry="c2")
    turn_up(state, "Lingering Plague")
    assert state.plague_at == "e2"
    assert struck(state) == {"white alwin", "blue john"}


@pytest.mark.rule("FE-PLC-04")
@pytest.mark.rule("FE-DCK-02")
def test_fog_hits_nobody_and_caps_moves_at_one(
    position: Position, turn_up: TurnUp, refused: Refused
) -> None:
    state = position(white_alwin="b2", white_gilbert="b3")
    turn_up(state, "Fog 1")
    assert struck(state) == set()
    assert state.fog
    assert refused(state, "white", "play alwin: b2 - c2 - d2") == ("FE-PLC-07",)


@pytest.mark.rule("FE-PLC-05")
@pytest.mark.rule("FE-PLC-06")
@pytest.mark.rule("FE-MIL-23")
def test_fog_takes_all_in_the_convent_barons_too(position: Position, turn_up: TurnUp) -> None:
    state = position(white_milady="convent", white_gilbert="convent", blue_baron="convent")
    played = turn_up(state, "Fog 1")
    assert played.told(Vocation) == [
        Vocation("white milady"), Vocation("white gilbert"), Vocation("blue baron"),
    ]  # fmt: skip
    assert {state.tokens[id_].at for id_ in ("white milady", "white gilbert", "blue baron")} == {""}
    assert {side.score for side in state.sides.values()} == {0}


@pytest.mark.rule("FE-VIR-01")
def test_virulent_plague_kills_at_once(position: Position, turn_up: TurnUp) -> None:
    state = position(options={"plague": "virulent"}, blue_john="f2", white_milady="e1")
    assert turn_up(state, "East 1").told(Died) == [
        Died("white milady", "e1"), Died("blue john", "f2"),
    ]  # fmt: skip


@pytest.mark.rule("FE-VIR-02")
def test_virulent_plague_turns_a_baron_for_one_turn(
    position: Position, turn_up: TurnUp, begin_turn: TurnUp
) -> None:
    state = position(options={"plague": "virulent"}, white_baron="e1")
    turn_up(state, "East 1")
    assert number(state, state.tokens["white baron"]) == 2
    begin_turn(state)
    assert number(state, state.tokens["white baron"]) == 4


@pytest.mark.rule("FE-VIR-04")
def test_virulent_fog_has_no_vocation(position: Position, turn_up: TurnUp) -> None:
    state = position(options={"plague": "virulent"}, white_alwin="convent")
    assert turn_up(state, "Fog 1").told(Vocation) == []
    assert state.tokens["white alwin"].at == "convent"
    assert state.fog


@pytest.mark.rule("FE-VIR-05")
def test_no_milady_is_ever_stricken_by_virulent_plague(position: Position, turn_up: TurnUp) -> None:
    state = position(options={"plague": "virulent"}, white_milady="f1", castles="white k8, blue i1")
    turn_up(state, "Cross")
    assert not state.tokens["white milady"].stricken
    assert state.tokens["white milady"].at == ""


@pytest.mark.rule("FE-DCK-01")
def test_the_twenty_cards() -> None:
    counts = {card.name: card.count for card in current().cards.values()}
    assert sum(counts.values()) == 20
    for way in ("North", "East", "South", "West"):
        assert (counts[f"{way} 1"], counts[f"{way} 2"]) == (2, 1)
    for name in ("Border", "Cross", "Lingering Plague", "Fog 1"):
        assert counts[name] == 2


@pytest.mark.rule("FE-LNG-03")
def test_after_turn_ten_all_twenty_cards_are_mixed_again(
    position: Position, begin_turn: TurnUp
) -> None:
    state = position(options={"turns": "15", "fresh_deck": "yes"}, turn=11)
    state.plague_played = ["Fog 1"] * 2
    begin_turn(state)
    assert (len(state.plague_deck), len(state.plague_away)) == (5, 15)
    assert state.plague_played == []
    assert Counter(state.plague_deck + state.plague_away)["Fog 1"] == 2
    state.turn, kept = 12, list(state.plague_deck)
    begin_turn(state)
    assert state.plague_deck == kept

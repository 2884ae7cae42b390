from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.feudo import setup
from moderator.titles.feudo.board import board_of, territory
from moderator.titles.feudo.events import CastleOrder, CastlePlaced, MapLaid
from moderator.titles.feudo.lines import path_named
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Start = Callable[..., Any]
OPTIONS = {"turns": "10", "plague": "normal", "fresh_deck": "no", "order_first": "no"}


@pytest.fixture
def new(start: Start) -> Callable[..., Any]:
    """Begin the placing of Castles."""

    def begin(seats: str = "white blue yellow red", **options: str) -> Any:
        state = setup.fresh(seats.split(), {**OPTIONS, "pace": "step", **options})
        return start(setup.castles, state)

    return begin


New = Callable[..., Any]


def place_all(played: Any) -> None:
    """Let every player take the default."""
    while played.open:
        seat = played.open[0][0]
        played.run.answer(seat, played.run.asks[seat].default)


@pytest.mark.rule("FE-SET-01")
def test_four_boards_are_laid_at_random_with_random_turns(new: New) -> None:
    boards = new().state.boards
    assert sorted(code[0] for code in boards) == ["A", "B", "C", "D"]
    assert {code[1] for code in boards} <= set("0123")


@pytest.mark.rule("FE-SET-05")
def test_the_plague_token_starts_on_the_village_nearest_to_evesham(
    position: Position, new: New
) -> None:
    state = position(boards="A0 B0 C0 D0")
    assert setup.first_villages(board_of(state)) == ["b2"]
    played = new()
    assert setup.first_villages(board_of(played.state)) == [played.state.plague_at]
    assert played.told(MapLaid) == [MapLaid(tuple(played.state.boards), played.state.plague_at)]


@pytest.mark.rule("FE-SET-06")
def test_each_player_has_a_colour_of_his_own(new: New) -> None:
    played = new("white blue")
    assert {token.seat for token in played.state.tokens.values()} == {"white", "blue"}


@pytest.mark.rule("FE-SET-07")
def test_all_scores_start_at_nothing(new: New) -> None:
    assert {side.score for side in new().state.sides.values()} == {0}


@pytest.mark.rule("FE-SET-08")
def test_the_order_of_castles_is_drawn_and_told(new: New) -> None:
    played = new()
    order = played.state.order_of_castles
    assert sorted(order) == ["blue", "red", "white", "yellow"]
    assert played.told(CastleOrder) == [CastleOrder(tuple(order))]
    assert played.open == [(order[0], "castle")]
    place_all(played)
    assert [event.seat for event in played.told(CastlePlaced)] == order


@pytest.mark.rule("FE-SET-09")
@pytest.mark.parametrize("wrong", ["castle i3", "castle b2", "castle d6", "castle f6"])
def test_a_castle_stands_on_an_outer_hill(position: Position, wrong: str) -> None:
    domain = setup.Ranking(board_of(position()))
    with pytest.raises(Illegal) as refusal:
        domain.understand(wrong)
    assert "FE-SET-09" in refusal.value.rules
    assert domain.understand("castle i1") == ("castle i1",)


@pytest.mark.rule("FE-SET-10")
def test_no_two_castles_are_on_one_board(new: New) -> None:
    played = new()
    place_all(played)
    board = board_of(played.state)
    sites = [side.castle for side in played.state.sides.values()]
    assert len({board.site_board[site] for site in sites}) == 4
    played = new()
    for _ in range(3):
        seat = played.open[0][0]
        played.run.answer(seat, played.run.asks[seat].default)
    last = played.run.asks[played.open[0][0]].domain
    assert len(last.examples()) == 11
    laid = board_of(played.state)
    taken = next(site for site in laid.sites if f"castle {site}" not in last.examples())
    with pytest.raises(Illegal, match="holds another player's Castle"):
        last.understand(f"castle {taken}")


@pytest.mark.rule("FE-SET-11")
def test_the_halves_of_a_joined_space_belong_to_two_boards(position: Position) -> None:
    state = position(castles="blue f1 west")
    state.sides["white"].castle = ""
    left = setup.open_sites(state)
    assert "f1 east" in left
    assert "f1 west" not in left
    assert not {"a1", "e1", "a6 north"} & set(left)
    assert path_named(state, "f1 - g1") == ["f1", "g1"]


@pytest.mark.rule("FE-SET-18")
@pytest.mark.rule("FE-SET-19")
def test_neither_cities_nor_scores_have_a_limit(position: Position) -> None:
    from moderator.titles.feudo.audit import audit
    from moderator.titles.feudo.viewing import view

    state = position(owners="blue c3,blue h4,blue i9,blue c8,blue d9", scores="blue -7,white 99")
    state.order_of_castles = []
    assert len(view(state, "blue").sides[1].cities) == 5
    assert view(state, None).sides[1].score == -7
    audit(state)


@pytest.mark.rule("FE-DUR-02")
def test_ten_of_twenty_cards_form_the_deck(new: New) -> None:
    from moderator.titles.feudo.viewing import view

    state = new().state
    assert (len(state.plague_deck), len(state.plague_away)) == (10, 10)
    assert sum(Counter(state.plague_deck + state.plague_away).values()) == 20
    assert view(state, "white").plague_left == 10
    assert not any("Fog" in str(value) for value in [view(state, "white")])


@pytest.mark.rule("FE-TAC-02")
def test_strategy_and_tactics_have_neither_plague_token_nor_cards(new: New) -> None:
    state = new(plague="none").state
    assert (state.plague_at, state.plague_deck, state.plague_away) == ("", [], [])


def test_the_default_is_the_site_nearest_to_a_city(position: Position) -> None:
    state = position(castles="blue i1")
    state.sides["white"].castle = ""
    board = board_of(state)
    assert setup.usual_site(board, setup.open_sites(state)) == "a3"
    assert setup.usual_site(board, ["k11", "i11", "k9"]) == "i11"


def test_ranked_lists_are_one_sealed_batch_and_the_first_legal_is_taken(new: New) -> None:
    played = new(pace="turn")
    order = played.state.order_of_castles
    assert played.open == [(seat, "castle") for seat in order]
    for seat in order:
        played.run.answer(seat, "castle a1, k1, k11")
    board = board_of(played.state)
    places = [event.site for event in played.told(CastlePlaced)]
    assert places[:3] == ["a1", "k1", "k11"]
    assert board.site_board[places[3]] == 3


def test_step_by_step_the_first_open_site_of_a_ranked_list_is_taken(position: Position) -> None:
    state = position(castles="blue i1")
    state.sides["white"].castle = ""
    domain = setup.site_ask(state, "white").domain
    assert domain.understand("castle j1, k6 south, f11 east") == ("castle k6 south",)
    assert domain.understand("castle g1 or a9 or k7") == ("castle a9",)
    assert domain.understand("castle j1, k6") == ("castle k6 south",)
    assert domain.understand("castle f11") == ("castle f11 west", "castle f11 east")
    assert domain.understand("castle i3, a4") == ("castle a4",)
    with pytest.raises(Illegal, match="the board of g1 holds another player's Castle"):
        domain.understand("castle g1, h1")


def test_a_site_that_is_taken_is_not_read_as_one_whose_number_begins_alike(
    position: Position,
) -> None:
    state = position(castles="blue i1")
    state.sides["white"].castle = ""
    domain = setup.site_ask(state, "white").domain
    assert "castle j11" in domain.examples()
    with pytest.raises(Illegal, match="the board of j1 holds another player's Castle"):
        domain.understand("castle j1")


def test_a_joined_space_named_whole_means_both_halves(position: Position) -> None:
    domain = setup.Ranking(board_of(position()))
    assert domain.understand("castle i1, k6, f11 east") == (
        "castle i1, k6 north, k6 south, f11 east",
    )
    assert domain.understand("castle i1 or k7") == ("castle i1, k7",)
    with pytest.raises(Illegal):
        domain.read("castle i1, i1")
    for seed in range(20):
        domain.read(domain.sample(Random(seed)))


def test_the_castle_of_a_half_is_the_whole_territory(position: Position) -> None:
    assert territory(position().sides["white"].castle) == "k6"

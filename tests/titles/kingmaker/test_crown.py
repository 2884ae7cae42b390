from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.events import (
    CardPlayed,
    CrownCardDrawn,
    CrownCardKept,
    HeirCaptured,
    PlaceChanged,
    ShipPlaced,
    TownHandedOver,
)
from moderator.titles.kingmaker.hands import business
from moderator.titles.kingmaker.hands.crown import choices, homes, play, plays
from moderator.titles.kingmaker.hands.crown_deck import crown_deck
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def draw(start: Start) -> Callable[..., Any]:
    """Let the active player draw one Crown card."""

    def begin(state: State, card: str, tape: str = "") -> Any:
        state.crown_deck.remove(card)
        state.crown_deck.append(card)
        return start(crown_deck, state, tape)

    return begin


@pytest.fixture
def at_boundary(start: Start) -> Callable[..., Any]:
    """Let red play what he likes."""

    async def flow(table: Table[State]) -> None:
        await business.business(table, "red")

    def begin(state: State, tape: str = "") -> Any:
        return start(flow, state, tape)

    return begin


Draw = Callable[..., Any]


@pytest.mark.rule("KM-SEQ-07")
@pytest.mark.rule("KM-SEQ-11")
def test_a_card_drawn_is_kept_hidden_unless_it_is_played(position: Position, draw: Draw) -> None:
    state = position(percy="red in alnwick")
    played = draw(state, "saxons")
    ask = played.run.waiting["red"]
    assert (ask.kind, ask.default, ask.pace, ask.secret) == ("drawn", "keep", "now", True)
    played.answer("red keep")
    assert state.factions["red"].hand == ["saxons"]
    assert state.turn.kept_card == "saxons"
    assert played.told(CrownCardDrawn) == [CrownCardDrawn("red", kept=True)]
    told = {type(event): to for event, to in played.events}
    assert told[CrownCardKept] == frozenset({"red"})


@pytest.mark.rule("KM-SEQ-10")
@pytest.mark.rule("KM-SEQ-13")
def test_another_card_is_played_by_giving_it_to_a_noble(position: Position, draw: Draw) -> None:
    state = position(percy="red in alnwick", neville="blue in warwick")
    played = draw(state, "saxons", "red play on percy")
    assert state.nobles["percy"].awards == ["saxons"]
    assert state.factions["red"].hand == []
    assert played.told(CardPlayed) == [CardPlayed("red", "saxons", "percy")]
    assert "play saxons on neville" not in plays(state, "red")


@pytest.mark.rule("KM-SEQ-08")
def test_a_noble_is_played_in_one_of_his_castles(position: Position, draw: Draw) -> None:
    state = position(howard="red in castle rising")
    played = draw(state, "percy")
    assert set(played.run.waiting["red"].domain.examples()) == {
        "keep", "play in alnwick", "play in cockermouth", "play in wressle", "play nearest home",
    }  # fmt: skip
    played.answer("red play in wressle")
    assert state.nobles["percy"].place == "wressle"
    assert {event.place for event in played.told(PlaceChanged)} == {
        "alnwick", "cockermouth", "wressle",
    }  # fmt: skip


@pytest.mark.rule("KM-SEQ-08")
def test_a_castle_that_is_unfriendly_or_besieged_does_not_take_him(position: Position) -> None:
    state = position(howard="red in castle rising", captured="blue alnwick, red wressle")
    assert homes(state, "red", "percy") == [("cockermouth", "cockermouth"), ("wressle", "wressle")]
    state.sieges["wressle"] = Siege("blue", [])
    assert homes(state, "red", "percy") == [("cockermouth", "cockermouth")]


@pytest.mark.rule("KM-SEQ-09")
def test_with_all_castles_unfriendly_he_stands_in_the_nearest_friendly_place(
    position: Position,
) -> None:
    taken = "blue alnwick, blue cockermouth, blue wressle"
    state = position(howard="red in castle rising with ipswich, bristol",
                     captured=f"{taken}, red york")  # fmt: skip
    assert homes(state, "red", "percy") == [("york", "york")]
    state = position(grey="blue in denbigh", captured=taken)
    assert homes(state, "red", "percy")[0] == ("alnwick", "")


@pytest.mark.rule("KM-SEQ-14")
def test_an_empty_crown_deck_is_passed_over(position: Position, start: Start) -> None:
    state = position(percy="red in alnwick")
    state.crown_deck = []
    played = start(crown_deck, state)
    assert played.told(CrownCardDrawn) == [CrownCardDrawn("red", kept=False, empty=True)]


@pytest.mark.rule("KM-EXC-10")
def test_the_card_of_a_captured_town_goes_to_its_captor(position: Position, draw: Draw) -> None:
    state = position(percy="red in alnwick", captured="blue bristol")
    played = draw(state, "bristol")
    assert state.factions["blue"].laid == ["bristol"]
    assert state.factions["red"].hand == []
    assert played.told(TownHandedOver)[0].seat == "blue"


@pytest.mark.rule("KM-SEQ-12")
def test_hidden_cards_are_played_at_any_boundary_one_after_another(
    position: Position, at_boundary: Callable[..., Any]
) -> None:
    state = position(grey="red in denbigh", hands={"red": "earl of kent, marshal, percy"})
    played = at_boundary(state)
    assert "play marshal on grey" not in played.run.waiting["red"].domain.examples()
    played.answer("red play earl of kent on grey\n red play marshal on grey\n red nothing")
    assert state.nobles["grey"].awards == ["earl of kent", "marshal"]
    assert state.factions["red"].hand == ["percy"]


@pytest.mark.rule("KM-PRE-11")
def test_a_play_that_is_refused_cites_its_rule(position: Position) -> None:
    state = position(percy="red in alnwick", hands={"red": "earl of kent"})
    with pytest.raises(Illegal) as refused:
        choices(state, "red").read("play earl of kent on percy")
    assert "KM-PRE-11" in str(refused.value)


@pytest.mark.rule("KM-FAC-09")
def test_no_troops_reach_a_noble_at_sea_or_under_siege(position: Position) -> None:
    state = position(
        grey="red in denbigh", roos="red aboard le swan with le swan", le_swan="on n1",
        hands={"red": "saxons, bristol"},
    )  # fmt: skip
    state.sieges["denbigh"] = Siege("blue", [])
    assert set(plays(state, "red")) == {"play bristol on grey", "play bristol on roos"}


@pytest.mark.rule("KM-GIF-06")
def test_a_town_card_is_not_played_while_another_faction_holds_the_town(
    position: Position,
) -> None:
    state = position(grey="red in denbigh", hands={"red": "bristol"}, captured="blue bristol")
    assert plays(state, "red") == {}
    state.captured["bristol"] = "red"
    assert set(plays(state, "red")) == {"play bristol on grey"}


@pytest.mark.rule("KM-GIF-03")
def test_a_traded_card_is_not_given_to_a_noble_who_has_fought(position: Position) -> None:
    state = position(grey="red in denbigh", roos="red in helmsley", hands={"red": "saxons"})
    state.turn.traded, state.turn.attacked = ["saxons"], ["grey"]
    assert set(plays(state, "red")) == {"play saxons on roos"}


@pytest.mark.rule("KM-SEA-15")
def test_a_ship_appears_in_her_home_port_when_her_card_is_played(
    position: Position, at_boundary: Callable[..., Any]
) -> None:
    state = position(grey="red in denbigh", hands={"red": "le michael"})
    played = at_boundary(state, "red play le michael on grey")
    assert state.ships["le michael"].port == "plymouth"
    assert [event.ship for event in played.told(ShipPlaced)] == ["le michael"]


@pytest.mark.rule("KM-FAC-08")
@pytest.mark.rule("KM-FAC-10")
def test_a_player_without_nobles_draws_and_comes_back_with_a_noble(
    position: Position, draw: Draw
) -> None:
    state = position(grey="blue in denbigh", captured="red york")
    played = draw(state, "saxons")
    assert played.run.waiting["red"].domain.examples() == ("keep",)
    played.answer("red keep")
    draw(state, "percy", "red play nearest home")
    assert state.nobles["percy"].seat == "red"
    assert state.factions["red"].hand == ["saxons"]
    assert state.captured == {"york": "red"}


@pytest.mark.rule("KM-SEQ-09")
def test_of_places_equally_near_the_player_picks_and_full_or_islanded_ones_are_passed_over(
    position: Position,
) -> None:
    taken = "blue belvoir, blue helmsley"
    state = position(howard="red in castle rising", captured=f"{taken}, red newark, red lincoln")
    assert homes(state, "red", "roos") == [("lincoln", "lincoln"), ("newark", "newark")]
    away = position(
        captured=f"{taken}, red york, red carisbrooke, red masham",
        percy="red in masham with marshal", neville="red in masham with chancellor",
    )  # fmt: skip
    assert homes(away, "red", "roos") == [("york", "york")]
    island = position(captured=f"{taken}, red carisbrooke, red calais", grey="blue in denbigh")
    assert ("belvoir", "") in homes(island, "red", "roos")
    both = position(captured="blue chillingham, blue denbigh, red conway, red chirk")
    assert homes(both, "red", "grey") == [("chirk", "chirk"), ("conway", "conway")]


@pytest.mark.rule("KM-SEQ-10")
def test_exeter_stays_in_hand_while_the_only_noble_is_titled(position: Position) -> None:
    state = position(percy="red in alnwick", hands={"red": "duke of exeter"})
    assert plays(state, "red") == {}
    state.factions["red"].hand.append("grey")
    assert set(plays(state, "red")) == {"play grey in chillingham", "play grey in denbigh"}


@pytest.mark.rule("KM-SET-07")
@pytest.mark.rule("KM-CTR-03")
def test_a_ship_comes_into_her_home_port_whoever_holds_it(position: Position, start: Start) -> None:
    state = position(grey="red in denbigh", captured="blue plymouth", hands={"red": "le michael"})
    assert "le michael" not in state.ships

    async def flow(table: Table[State]) -> None:
        play(table, "red", plays(state, "red")["play le michael on grey"])

    start(flow, state)
    assert (state.ships["le michael"].port, state.ships["le michael"].moved_round) == (
        "plymouth", 0,
    )  # fmt: skip


@pytest.mark.rule("KM-ROY-01")
def test_a_noble_newly_played_captures_nobody_before_his_next_movement(
    position: Position, start: Start
) -> None:
    state = position(grey="red in denbigh", hands={"red": "percy"}, henry="nobody in alnwick")

    async def flow(table: Table[State]) -> None:
        play(table, "red", plays(state, "red")["play percy in alnwick"])

    assert start(flow, state).told(HeirCaptured) == []
    assert state.heirs["henry"].seat == ""

    async def moves(table: Table[State]) -> None:
        await movement(table, "red")

    captured = start(moves, state, "red end").told(HeirCaptured)
    assert [event.heir for event in captured] == ["henry"]


@pytest.mark.rule("KM-SEQ-13")
@pytest.mark.rule("KM-STA-03")
def test_a_noble_played_may_move_at_once_and_is_a_force_of_his_own(
    position: Position, start: Start
) -> None:
    state = position(grey="red open alnwick", hands={"red": "percy"}, captured="blue alnwick")
    state.captured |= {"cockermouth": "blue", "wressle": "blue"}

    async def flow(table: Table[State]) -> None:
        play(table, "red", next(iter(plays(state, "red").values())))

    start(flow, state)
    percy = state.nobles["percy"]
    assert (percy.square, percy.place) != ("", "")
    assert percy.force != state.nobles["grey"].force
    assert Moves(state, "red").understand("move percy to bamburgh open") == (
        "move percy to bamburgh open",
    )

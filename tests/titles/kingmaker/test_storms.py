from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.chance.storms import storm, together
from moderator.titles.kingmaker.events import HeirCaptured, Landed, ShipDriven
from moderator.titles.kingmaker.state import BATTLE, SIEGE, State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.mark.rule("KM-EVT-05")
@pytest.mark.rule("KM-EVT-07")
def test_every_ship_at_sea_goes_to_the_closest_port_and_keeps_her_move(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red in alnwick with le michael, le swan", le_michael="on s13", le_swan="in boston"
    )
    played = start(storm, state)
    assert state.ships["le michael"].port == "plymouth"
    assert state.ships["le michael"].sea == ""
    assert [event.ship for event in played.told(ShipDriven)] == ["le michael"]
    assert state.turn.moved == []
    assert state.ships["le michael"].moved_round == 0


@pytest.mark.rule("KM-EVT-06")
def test_off_berwick_the_player_chooses_among_the_closest_ports(
    position: Position, start: Start
) -> None:
    state = position(neville="red in warwick with le michael", le_michael="on n1")
    played = start(storm, state)
    ask = played.run.waiting["red"]
    assert (ask.kind, ask.pace) == ("shelter", "reply")
    assert set(ask.domain.examples()) == {
        "le michael to bamburgh", "le michael to berwick", "le michael to whitby",
    }  # fmt: skip
    assert ask.default == "le michael to whitby"
    with pytest.raises(Illegal) as refused:
        played.run.answer("red", "le michael to london")
    assert "KM-EVT-06" in refused.value.rules
    played.answer("red le michael to berwick")
    assert state.ships["le michael"].port == "berwick"


@pytest.mark.rule("KM-SEA-06")
def test_ships_that_share_a_noble_are_driven_to_one_port(position: Position, start: Start) -> None:
    state = position(
        percy="red aboard le michael, le nicholas with le michael, le nicholas",
        le_michael="on n1",
        le_nicholas="on n1",
    )
    assert [sorted(fleet) for fleet in together(state, state.ships)] == [
        ["le michael", "le nicholas"]
    ]
    played = start(storm, state)
    assert len(played.run.waiting["red"].default.splitlines()) == 1
    text = next(
        text for text in played.run.waiting["red"].domain.examples() if text.endswith("bamburgh")
    )
    played.answer(f"red {text}")
    assert {ship.port for ship in state.ships.values()} == {"bamburgh"}


@pytest.mark.rule("KM-SEA-08")
def test_passengers_choose_where_they_stand_in_a_friendly_port(
    position: Position, start: Start
) -> None:
    state = position(
        howard="red aboard le michael with le michael, duchy of cornwall",
        henry="red aboard le michael",
        le_michael="on s13",
    )
    played = start(storm, state)
    ask = played.run.waiting["red"]
    assert ask.kind == "ashore"
    assert ask.default == "howard in plymouth"
    played.answer("red howard in the open")
    assert state.nobles["howard"].square == state.heirs["henry"].square == "plymouth"
    assert state.nobles["howard"].place == ""
    assert state.nobles["howard"].force == state.heirs["henry"].force
    assert played.told(Landed)[0].counters == ("howard", "henry")


@pytest.mark.rule("KM-SEA-11")
@pytest.mark.rule("KM-SEA-12")
def test_passengers_driven_into_a_neutral_port_stand_in_the_open_and_owe_a_siege(
    position: Position, start: Start
) -> None:
    state = position(howard="red aboard le michael with le michael", le_michael="on s13")
    played = start(storm, state)
    assert played.open == []
    assert (state.nobles["howard"].square, state.nobles["howard"].place) == ("plymouth", "")
    assert [(duty.kind, duty.nobles) for duty in state.duties] == [(SIEGE, ["howard"])]


@pytest.mark.rule("KM-TER-11")
def test_who_lands_at_an_unfortified_town_with_enemies_owes_a_battle(
    position: Position, start: Start
) -> None:
    state = position(
        howard="red aboard le michael with le michael", le_michael="on s2", percy="blue at whitby"
    )
    played = start(storm, state)
    assert played.run.waiting["red"].default == "howard in the open"
    played.answer("red howard at whitby")
    assert [(duty.kind, duty.place) for duty in state.duties] == [(BATTLE, "whitby")]


@pytest.mark.rule("KM-SEA-15")
def test_a_ship_whose_card_has_left_play_goes_when_she_touches_port(
    position: Position, start: Start
) -> None:
    state = position(howard="red aboard le michael", le_michael="on s13")
    state.ships["le michael"].kept_by = "red"
    start(storm, state)
    assert state.ships == {}
    assert state.nobles["howard"].square == "plymouth"


@pytest.mark.rule("KM-ROY-01")
def test_who_is_driven_ashore_captures_an_heir_in_the_open_there(
    position: Position, start: Start
) -> None:
    state = position(
        howard="red aboard le michael with le michael",
        le_michael="on s13",
        gloucester="nobody open plymouth",
    )
    played = start(storm, state)
    assert [event.heir for event in played.told(HeirCaptured)] == ["gloucester"]
    assert state.heirs["gloucester"].seat == "red"

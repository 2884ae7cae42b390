from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.titles.kingmaker.chance.events_phase import chance
from moderator.titles.kingmaker.components.board import CASTLE, ROYAL_CASTLE
from moderator.titles.kingmaker.components.cards import PLAGUE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import (
    CardsDiscarded,
    Died,
    EventDrawn,
    EventsReshuffled,
    GameOver,
    HeirFreed,
    PutOut,
    SiegeEnded,
)
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]
Draw = Callable[..., Any]


@pytest.fixture
def draw(start: Callable[..., Any]) -> Draw:
    """Let the Chance Phase turn up one Event card."""

    def begin(state: State, card: str, tape: str = "") -> Any:
        state.event_deck.remove(card)
        state.event_deck.append(card)
        return start(chance, state, tape)

    return begin


@pytest.mark.rule("KM-EVT-01")
@pytest.mark.rule("KM-PRE-02")
@pytest.mark.rule("KM-SEQ-05")
def test_plague_in_london_kills_henry_and_everybody_inside_of_all_factions(
    position: Position, draw: Draw
) -> None:
    state = position(percy="red in london", neville="blue in london with tower")
    played = draw(state, "plague london")
    assert {event.counter for event in played.told(Died)} == {"henry", "percy", "neville"}
    assert not state.heirs["henry"].alive
    assert state.chancery == ["tower"]
    assert {"percy", "neville"} <= set(state.crown_deck)
    assert state.event_discard == ["plague london"]


@pytest.mark.rule("KM-EVT-02")
def test_plague_spares_those_in_the_open_of_the_square(position: Position, draw: Draw) -> None:
    state = position(percy="red open coventry", edward="red open coventry")
    draw(state, "plague coventry")
    assert "percy" in state.nobles
    assert state.heirs["edward"].alive


@pytest.mark.rule("KM-EVT-03")
def test_plague_leaves_ships_in_port(position: Position, draw: Draw) -> None:
    state = position(percy="red in alnwick with le michael", le_michael="in london")
    draw(state, "plague london")
    assert state.ships["le michael"].port == "london"


@pytest.mark.rule("KM-EVT-04")
def test_plague_never_strikes_calais_or_a_castle() -> None:
    struck = {
        place for card in current().events.values() if card.kind == PLAGUE for place in card.places
    }
    assert "calais" not in struck
    kinds = {current().board.places[place].kind.id for place in struck}
    assert not kinds & {CASTLE, ROYAL_CASTLE}


@pytest.mark.rule("KM-KIL-03")
@pytest.mark.rule("KM-KIL-04")
def test_a_place_whose_noble_dies_of_plague_is_emptied_and_his_heirs_are_free(
    position: Position, draw: Draw
) -> None:
    state = position(
        "red blue",
        percy="red in london with coventry",
        howard="red in coventry",
        margaret="red in london",
    )
    state.heirs["margaret"].place = ""
    played = draw(state, "plague london")
    assert [event.place for event in played.told(PutOut)] == ["coventry"]
    assert state.nobles["howard"].place == ""
    assert [event.heir for event in played.told(HeirFreed)] == ["margaret"]


@pytest.mark.rule("KM-EVT-16")
@pytest.mark.parametrize("card", ["writ", "free move"])
def test_a_writ_or_a_free_move_drawn_stays_with_the_player(
    position: Position, draw: Draw, card: str
) -> None:
    state = position(percy="red in alnwick")
    before = len(state.event_deck)
    played = draw(state, card)
    assert state.factions["red"].kept == [card]
    assert state.event_discard == []
    assert len(state.event_deck) == before - 1
    assert played.told(EventDrawn)[0].kept


@pytest.mark.rule("KM-EVT-16")
def test_a_parliament_card_is_kept_only_by_the_chancellors_player(
    position: Position, draw: Draw
) -> None:
    state = position(percy="red in alnwick with chancellor")
    draw(state, "parliament 1")
    assert state.factions["red"].kept == ["parliament 1"]
    state = position(percy="blue in alnwick with chancellor", grey="red in chillingham")
    draw(state, "parliament 1")
    assert state.factions["red"].kept == []
    assert state.event_discard == ["parliament 1"]


@pytest.mark.rule("KM-EVT-22")
def test_parliament_cards_go_when_the_chancellor_dies(position: Position, draw: Draw) -> None:
    state = position(
        percy="red in london with chancellor",
        grey="red in chillingham",
        kept={"red": "parliament 2, writ"},
    )
    played = draw(state, "plague london")
    assert state.factions["red"].kept == ["writ"]
    assert played.told(CardsDiscarded)[0].why == "no chancellor"
    assert state.event_discard == ["parliament 2", "plague london"]


@pytest.mark.rule("KM-PRE-03")
def test_an_empty_event_deck_is_made_anew_when_a_card_must_be_drawn(
    position: Position, start: Callable[..., Any]
) -> None:
    state = position(percy="red in alnwick", kept={"blue": "writ"})
    state.event_deck, state.event_discard = [], ["free move"]
    played = start(chance, state)
    assert played.told(EventsReshuffled)[0].cards == 1
    assert state.factions["red"].kept == ["free move"]
    assert state.factions["blue"].kept == ["writ"]


@pytest.mark.rule("KM-SIE-09")
def test_a_siege_ends_when_plague_takes_what_the_besieger_needs(
    position: Position, draw: Draw
) -> None:
    state = position(
        percy="red open warwick with scots archers", howard="red in coventry with coventry"
    )
    state.sieges["warwick"] = Siege("red", ["howard"])
    played = draw(state, "plague coventry")
    assert [event.place for event in played.told(SiegeEnded)] == ["warwick"]


@pytest.mark.rule("KM-VIC-01")
def test_plague_can_decide_the_game(position: Position, draw: Draw) -> None:
    state = position(
        percy="red in alnwick",
        henry="red in alnwick with crowned",
        margaret="dead", edward="nobody in coventry", richard="dead", march="dead",
        clarence="dead", gloucester="dead",
    )  # fmt: skip
    played = draw(state, "plague coventry")
    assert state.winners == ["red"]
    assert played.told(GameOver)[0].monarch == "henry"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.events import OfferEnded, OfferMade, Traded, TradedCards
from moderator.titles.kingmaker.hands import business as free
from moderator.titles.kingmaker.hands.deals import Deals
from moderator.titles.kingmaker.hands.trades import check_no_trade
from moderator.titles.kingmaker.sequence import end_turn
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def business(start: Start) -> Callable[..., Any]:
    """Let red and then blue do business."""

    async def flow(table: Table[State]) -> None:
        await free.business(table, "red")
        await free.business(table, "blue")

    def begin(state: State, tape: str = "") -> Any:
        return start(flow, state, tape)

    return begin


Business = Callable[..., Any]


def refused(state: State, line: str) -> tuple[str, ...]:
    with pytest.raises(Illegal) as illegal:
        Deals(state, "red").understand(line)
    return illegal.value.rules


@pytest.mark.rule("KM-GIF-01")
@pytest.mark.rule("KM-GIF-04")
@pytest.mark.rule("KM-SEQ-11")
def test_a_trade_is_private_and_others_read_only_how_many_cards(
    position: Position, business: Business
) -> None:
    state = position(
        "red blue yellow",
        percy="red in alnwick",
        hands={"red": "scots archers"},
        kept={"blue": "writ"},
    )
    played = business(state, "red offer scots archers to blue for 1 writ")
    ask = played.run.waiting["blue"]
    assert (ask.kind, ask.default, ask.facts["wants"]) == ("trade", "wait", "1 writ")
    played.answer("blue accept\n red nothing\n blue nothing")
    assert state.factions["blue"].hand == ["scots archers"]
    assert state.factions["red"].kept == ["writ"]
    assert played.told(Traded) == [Traded("red", "blue", 1, 1, ("writ",))]
    told = [to for event, to in played.events if isinstance(event, TradedCards)]
    assert told == [frozenset({"red", "blue"})]


@pytest.mark.rule("KM-GIF-01")
@pytest.mark.rule("KM-EVT-23")
def test_a_pure_gift_is_accepted_by_default_without_a_meeting_on_the_board(
    position: Position, business: Business
) -> None:
    state = position(percy="red in alnwick", kept={"red": "writ"})
    played = business(state, "red give writ to blue")
    assert played.run.waiting["blue"].default == "accept"
    played.answer("blue accept\n red nothing\n blue nothing")
    assert state.factions["blue"].kept == ["writ"]


@pytest.mark.rule("KM-GIF-02")
@pytest.mark.rule("KM-EVT-24")
def test_titles_nobles_offices_free_moves_and_parliament_cards_are_not_traded(
    position: Position,
) -> None:
    state = position(
        percy="red in alnwick",
        hands={"red": "earl of kent, marshal, neville"},
        kept={"red": "free move, parliament 1"},
    )
    for word in ("earl of kent", "marshal", "neville", "free move"):
        assert "KM-GIF-02" in refused(state, f"give {word} to blue")
    assert refused(state, "give bristol to blue") == ("KM-GIF-01",)


@pytest.mark.rule("KM-GIF-03")
def test_who_has_been_given_a_traded_card_does_not_fight_in_that_turn(position: Position) -> None:
    state = position(percy="red in alnwick with saxons", grey="red in denbigh")
    state.turn.traded = ["saxons"]
    check_no_trade(state, ["grey"])
    with pytest.raises(Illegal) as illegal:
        check_no_trade(state, ["grey", "percy"])
    assert illegal.value.rules == ("KM-GIF-03",)


@pytest.mark.rule("KM-GIF-06")
def test_the_card_of_a_captured_town_may_be_traded(position: Position, business: Business) -> None:
    state = position(percy="red in alnwick", hands={"red": "bristol"}, captured="blue bristol")
    business(state, "red give bristol to blue\n blue accept\n red nothing\n blue nothing")
    assert state.factions["blue"].hand == ["bristol"]
    assert state.captured == {"bristol": "blue"}


def test_an_offer_waits_until_it_is_answered_withdrawn_or_lapses(
    position: Position, business: Business, start: Start
) -> None:
    state = position(percy="red in alnwick", hands={"red": "saxons, bristol"})
    tape = "red offer saxons to blue for 1 writ\n blue wait"
    business(state, f"{tape}\n red nothing\n blue nothing")
    assert [(offer.number, offer.until) for offer in state.offers] == [(1, 3)]
    with pytest.raises(Illegal):
        Deals(state, "blue").read("accept 2 from red")
    played = business(state, "red nothing\n blue accept 1 from red\n blue nothing")
    assert "writ" in played.told(OfferEnded)[0].how
    assert state.factions["red"].hand == ["saxons", "bristol"]
    business(state, f"{tape}\n red withdraw 1 to blue\n red nothing\n blue nothing")
    assert state.offers == []
    business(state, f"{tape}\n red nothing\n blue nothing")

    async def end(table: Table[State]) -> None:
        end_turn(table)

    start(end, state)
    assert len(state.offers) == 1
    state.turn.number = 3
    assert start(end, state).told(OfferEnded)[0].how == "lapsed"


@pytest.mark.rule("KM-ROY-03")
def test_an_heir_is_executed_at_any_boundary_by_who_controls_him(
    position: Position, business: Business
) -> None:
    state = position(percy="red in york", richard="red in york", march="blue open london",
                     grey="blue open london")  # fmt: skip
    assert refused(state, "execute march") == ("KM-ROY-03",)
    business(state, "red execute richard\n red nothing\n blue nothing")
    assert not state.heirs["richard"].alive


@pytest.mark.rule("KM-SHO-06")
def test_the_active_player_may_propose_to_end_the_game(
    position: Position, business: Business
) -> None:
    state = position(percy="red in york", grey="blue open london")
    with pytest.raises(Illegal):
        Deals(state, "blue").understand("propose to end")
    business(state, "red propose to end\n blue agree")
    assert state.winners == ["red"]


@pytest.mark.rule("KM-SEQ-12")
def test_at_a_boundary_the_active_player_comes_first_and_nobody_is_waited_for(
    position: Position, start: Start
) -> None:
    state = position(
        "red blue", percy="red in alnwick", grey="blue in denbigh", hands={"blue": "saxons"}
    )
    state.turn.seat = "blue"
    played = start(free.boundary, state)
    asked: list[tuple[str, str]] = []
    while played.open:
        ((seat, kind),) = played.open
        assert played.run.waiting[seat].pace == "now"
        asked.append((seat, kind))
        played.answer(f"{seat} {played.run.waiting[seat].default}")
    assert asked == [("blue", "business"), ("red", "business")]


@pytest.mark.rule("KM-GIF-01")
@pytest.mark.parametrize(
    "card", ["le michael", "bishop of norwich", "coventry", "bristol", "saxons", "carisbrooke"]
)
def test_ships_bishops_towns_cities_mercenaries_and_the_royal_castle_are_given(
    position: Position, business: Business, card: str
) -> None:
    state = position(percy="red in alnwick", hands={"red": card})
    business(state, f"red give {card} to blue\n blue accept\n red nothing\n blue nothing")
    assert state.factions["blue"].hand == [card]
    assert state.factions["red"].hand == []


@pytest.mark.rule("KM-GIF-02")
@pytest.mark.rule("KM-EVT-21")
def test_a_parliament_card_is_not_traded(position: Position) -> None:
    state = position(percy="red in alnwick with chancellor", kept={"red": "parliament 1"})
    assert "KM-GIF-02" in refused(state, "give parliament to blue")
    assert "KM-GIF-02" in refused(state, "give parliament card to blue")


def test_an_offers_number_tells_nothing_of_offers_to_others(
    position: Position, business: Business
) -> None:
    state = position("red blue yellow", percy="red in alnwick", hands={"red": "saxons, bristol"})
    tape = """red offer saxons to yellow for 1 writ\n yellow wait
        red offer bristol to blue for 1 writ\n blue wait
        red offer saxons to blue for bristol\n blue wait\n red withdraw 1 to blue
        red nothing\n blue nothing"""
    told = business(state, tape).told(OfferMade)
    assert [(made.receiver, made.number) for made in told] == [
        ("yellow", 1), ("blue", 1), ("blue", 2),
    ]  # fmt: skip
    assert [(left.receiver, left.number) for left in state.offers] == [("yellow", 1), ("blue", 2)]
    with pytest.raises(Illegal, match="there is no offer 2"):
        Deals(state, "yellow").understand("accept 2")


@pytest.mark.rule("KM-GIF-02")
@pytest.mark.parametrize("hand", ["marshal", "scots archers"])
def test_a_wish_that_nobody_could_grant_is_refused_alike_whoever_holds_the_card(
    position: Position, hand: str
) -> None:
    state = position(percy="red in alnwick", hands={"red": "saxons", "blue": hand})
    assert refused(state, "offer saxons to blue for marshal") == ("KM-GIF-02",)
    assert refused(state, "offer saxons to blue for gold") == ("KM-GIF-01",)
    assert Deals(state, "red").understand("offer saxons to blue for scots archers")

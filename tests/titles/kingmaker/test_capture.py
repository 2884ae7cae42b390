"""Heirs captured and executed, two houses, captives and their ransom (KM-ROY, KM-CAP, KM-KIL)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.events import (
    BothHouses,
    CardsReturned,
    Died,
    HeirCaptured,
    HeirFreed,
    PlaceChanged,
    PutOut,
    Ransomed,
    RansomTerms,
    ShipRemoved,
)
from moderator.titles.kingmaker.fighting.capture import ask_captured, capture_after_move, take_heirs
from moderator.titles.kingmaker.fighting.execution import (
    both_until,
    choose_houses,
    enforce_houses,
    execute_heir,
)
from moderator.titles.kingmaker.fighting.ransom import ransoms
from moderator.titles.kingmaker.hands.business import business
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.position.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]


def doing(act: Callable[[Table[State]], Any]) -> Callable[[Table[State]], Any]:
    """Make a flow of something that asks nobody."""

    async def flow(table: Table[State]) -> None:
        act(table)

    return flow


@pytest.mark.rule("KM-ROY-01")
@pytest.mark.rule("KM-SET-03")
@pytest.mark.rule("KM-SET-04")
def test_a_noble_captures_heirs_in_the_place_or_the_open_where_his_move_ends(
    position: Position, start: Start
) -> None:
    state = position(
        captured="red calais",
        neville="red in calais",
        percy="red open london",
        margaret="nobody in fotheringhay",
    )
    played = start(doing(lambda table: capture_after_move(table, ["neville", "percy"])), state)
    assert [(e.heir, e.seat, e.old) for e in played.told(HeirCaptured)] == [
        ("gloucester", "red", "")]  # fmt: skip
    assert state.heirs["gloucester"].force == state.nobles["neville"].force
    assert state.heirs["henry"].seat == ""


@pytest.mark.rule("KM-ROY-01")
@pytest.mark.rule("KM-TWN-02")
def test_an_unfortified_town_and_the_open_are_one_area(position: Position, start: Start) -> None:
    state = position(percy="red at salisbury", henry="nobody open salisbury")
    start(doing(lambda table: capture_after_move(table, ["percy"])), state)
    assert state.heirs["henry"].seat == "red"


@pytest.mark.rule("KM-ROY-02")
def test_an_heir_with_another_players_noble_is_not_captured_by_a_move(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", roos="blue open york", henry="blue open york")
    start(doing(lambda table: capture_after_move(table, ["percy"])), state)
    assert state.heirs["henry"].seat == "blue"


@pytest.mark.rule("KM-ROY-03")
def test_only_the_controller_executes_an_heir_and_he_is_out_for_good(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york")
    played = start(doing(lambda table: execute_heir(table, "red", "henry")), state)
    assert [(died.counter, died.by) for died in played.told(Died)] == [("henry", "execution")]
    assert not state.heirs["henry"].alive
    table = played.run.table
    for heir, why in (("margaret", "not under your control"), ("henry", "is dead")):
        with pytest.raises(Illegal, match=why) as refusal:
            execute_heir(table, "red", heir)
        assert refusal.value.rules == ("KM-ROY-03",)


@pytest.mark.rule("KM-ROY-03")
def test_standing_orders_may_execute_an_heir_on_his_capture(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york", margaret="red open york")
    played = start(lambda table: ask_captured(table, "red", ["henry", "margaret"]), state)
    assert played.run.asks["red"].pace == "now"
    played.answer("red execute henry\nred keep margaret")
    assert [state.heirs[heir].alive for heir in ("henry", "margaret")] == [False, True]


@pytest.mark.rule("KM-ROY-03")
@pytest.mark.rule("KM-SEQ-12")
def test_executions_prepared_are_carried_out_at_a_boundary(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york", margaret="red open york")
    played = start(lambda table: business(table, "red"), state, "red execute margaret")
    assert played.run.asks["red"].pace == "now"
    played.answer("red nothing")
    assert [state.heirs[heir].alive for heir in ("henry", "margaret")] == [True, False]


@pytest.mark.rule("KM-ROY-04")
def test_both_houses_may_be_held_for_two_rounds_from_the_capture(
    position: Position, start: Start
) -> None:
    state = position(
        "red blue yellow green",
        percy="red open york",
        henry="red open york",
        richard="nobody open york",
    )
    state.turn.number, state.turn.round = 17, 5
    state.factions["red"].first_house = "lancaster"
    played = start(doing(lambda table: take_heirs(table, "red", ["richard"], "percy")), state)
    assert played.told(BothHouses) == [BothHouses("red", 25)]
    assert both_until(state, "red") == 25
    state.turn.number = 24
    assert start(choose_houses, state).open == []
    assert start(doing(enforce_houses), state).told(Died) == []
    state.turn.number = 25
    played = start(choose_houses, state)
    assert played.open == [("red", "houses")]
    assert played.run.asks["red"].default == "give up york"
    played.answer("red give up lancaster")
    assert state.heirs["henry"].alive, "he has the turn to hand him over"
    start(doing(enforce_houses), state)
    assert not state.heirs["henry"].alive
    red = state.factions["red"]
    assert (red.both_since, red.first_house, red.gives_up) == (0, "york", "")


@pytest.mark.rule("KM-ROY-05")
def test_nobody_is_executed_when_the_house_has_been_handed_over_in_the_last_turn(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york", march="red open york")
    state.factions["red"].both_since, state.factions["red"].first_house = 1, "lancaster"
    state.turn.number = 5
    start(choose_houses, state, "red give up york")
    state.heirs["march"].seat = "blue"
    start(doing(enforce_houses), state)
    assert state.heirs["henry"].alive
    assert state.heirs["march"].alive


@pytest.mark.rule("KM-ROY-04")
def test_the_house_given_up_is_asked_for_at_the_start_of_a_rivals_turn_too(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york", march="red open york")
    state.factions["red"].both_since = 2
    state.turn.number, state.turn.seat = 6, "blue"
    assert start(choose_houses, state).open == [("red", "houses")]


@pytest.mark.rule("KM-ROY-05")
def test_a_silent_player_keeps_the_house_with_more_heirs_then_the_one_held_first(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open york",
        margaret="red open york",
        richard="red open york",
        march="red open york",
    )
    state.factions["red"].both_since, state.factions["red"].first_house = 1, "lancaster"
    state.turn.number = 5
    played = start(choose_houses, state)
    assert played.run.asks["red"].default == "give up lancaster"
    state.heirs["march"].alive = False
    assert start(choose_houses, state).run.asks["red"].default == "give up york"


@pytest.mark.rule("KM-BEA-03")
def test_the_faction_of_a_crowned_beaufort_executes_yorkists_before_the_turn_ends(
    position: Position, start: Start
) -> None:
    state = position(
        beaufort="red open york", richard="red open york", henry="dead", margaret="dead",
        edward="dead",
    )  # fmt: skip
    state.nobles["beaufort"].crowned = True
    start(doing(enforce_houses), state)
    assert not state.heirs["richard"].alive


@pytest.mark.rule("KM-KIL-01")
@pytest.mark.rule("KM-KIL-02")
@pytest.mark.rule("KM-KIL-03")
@pytest.mark.rule("KM-CAP-04")
def test_a_dead_nobles_cards_go_to_the_decks_and_his_places_become_neutral(
    position: Position, start: Start
) -> None:
    state = position(
        grey="red in alnwick with earl of kent, marshal, le michael",
        percy="red in cockermouth with admiral",
        roos="red in alnwick",
        margaret="red in alnwick",
        le_michael="in london",
    )
    state.crown_deck = [card for card in state.crown_deck if card != "le michael"]
    played = start(doing(lambda table: remove_nobles(table, ["percy"], "battle")), state)
    assert state.chancery == ["admiral"]
    assert state.crown_deck[0] == "percy"
    assert ("alnwick", "red", "") in [(e.place, e.old, e.new) for e in played.told(PlaceChanged)]
    assert played.told(PutOut)[0].nobles == ("grey", "roos")
    assert {state.nobles[n].place for n in ("grey", "roos")} == {""}
    assert state.heirs["margaret"].place == ""
    played = start(doing(lambda table: remove_nobles(table, ["grey"], "execution")), state)
    [returned] = played.told(CardsReturned)
    assert set(returned.under_deck) == {"grey", "le michael"}
    assert returned.to_chancery == ("earl of kent", "marshal")
    assert [gone.ship for gone in played.told(ShipRemoved)] == ["le michael"]


@pytest.mark.rule("KM-KIL-03")
@pytest.mark.rule("KM-SIE-17")
def test_places_held_by_capture_stay_held_when_a_noble_dies(
    position: Position, start: Start
) -> None:
    state = position(captured="red calais", percy="red in calais")
    start(doing(lambda table: remove_nobles(table, ["percy"], "battle")), state)
    assert holder(state, "calais") == "red"


@pytest.mark.rule("KM-KIL-04")
def test_heirs_of_a_dead_noble_stay_with_others_of_the_faction_or_become_nobodys(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open york", grey="red open york", henry="red open york",
        neville="red open masham", margaret="red open masham",
    )  # fmt: skip

    def die(table: Table[State]) -> None:
        remove_nobles(table, ["percy", "neville"], "battle")
        free_heirs(table)

    played = start(doing(die), state)
    assert (state.heirs["henry"].seat, state.heirs["henry"].force) == (
        "red", state.nobles["grey"].force)  # fmt: skip
    assert state.heirs["margaret"].seat == ""
    assert [freed.heir for freed in played.told(HeirFreed)] == ["margaret"]


@pytest.fixture
def captive(position: Position) -> State:
    """Red holds Scrope captive in the York square, where blue's Mowbray stands with London."""
    state = position(
        hands={"blue": "saxons, earl of essex"},
        kept={"blue": "writ, free move"},
        percy="red open york",
        scrope="blue open york with earl of kent, treasurer",
        mowbray="blue open york with tower, scots archers",
    )
    state.nobles["scrope"].captor = "red"
    return state


@pytest.mark.rule("KM-CAP-01")
def test_both_are_asked_at_once_and_the_first_common_thing_settles_it(
    captive: State, start: Start
) -> None:
    played = start(ransoms, captive)
    assert played.open == [("red", "demand"), ("blue", "offer")]
    assert played.run.asks["blue"].secret
    played.answer(
        "red ransom scrope for london, 1 writ\nblue offer scots archers, 1 writ for scrope"
    )
    [ransomed] = played.told(Ransomed)
    assert ransomed.price == ("1 writ",)
    assert captive.factions["red"].kept == ["writ"]
    assert captive.factions["blue"].kept == ["free move"]


@pytest.mark.rule("KM-CAP-01")
def test_the_captor_cannot_demand_what_only_the_losers_hand_would_show(
    captive: State, start: Start
) -> None:
    played = start(ransoms, captive)
    demand, offer = (played.run.asks[seat].domain for seat in ("red", "blue"))
    assert "ransom scrope for saxons" not in demand.examples()
    assert "offer saxons for scrope" in offer.examples()
    assert not [text for text in offer.examples() if "essex" in text or "free move" in text]


@pytest.mark.rule("KM-CAP-01")
def test_each_reads_the_others_words_once_and_answers_once_more(
    captive: State, start: Start
) -> None:
    played = start(
        ransoms, captive, "red ransom scrope for scots archers\nblue offer saxons for scrope"
    )
    assert [(each.by, each.terms) for each in played.told(RansomTerms)] == [
        ("red", "scots archers"), ("blue", "saxons")]  # fmt: skip
    assert {to for event, to in played.events if isinstance(event, RansomTerms)} == {
        frozenset({"red", "blue"})}  # fmt: skip
    assert played.run.asks["red"].default == "accept saxons"
    played.answer("red accept saxons\nblue no ransom")
    assert captive.factions["red"].hand == ["saxons"]
    assert played.told(Ransomed)[0].price == ("card",)


@pytest.mark.rule("KM-EXC-08")
@pytest.mark.rule("KM-TRA-09")
@pytest.mark.rule("KM-TRA-01")
def test_a_place_of_an_office_or_a_card_passes_to_a_noble_in_the_square(
    captive: State, start: Start
) -> None:
    start(ransoms, captive, "red ransom scrope for london\nblue offer london for scrope")
    assert captive.lent_places == {"london": "percy"}
    assert "tower" in captive.nobles["mowbray"].awards
    captive.nobles["scrope"].captor = "red"
    start(
        ransoms, captive, "red ransom scrope for scots archers\nblue offer scots archers for scrope"
    )
    assert captive.nobles["percy"].awards == ["scots archers"]
    assert "scots archers" in captive.turn.bound


@pytest.mark.rule("KM-TRA-01")
def test_nothing_of_nobles_elsewhere_can_be_given(captive: State, start: Start) -> None:
    captive.nobles["mowbray"].square = "masham"
    texts = start(ransoms, captive).run.asks["blue"].domain.examples()
    assert not [text for text in texts if "london" in text or "archers" in text]


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.rule("KM-CAP-02")
@pytest.mark.rule("KM-EXC-09")
def test_a_captive_may_be_released_for_nothing_with_title_and_office(
    captive: State, start: Start
) -> None:
    played = start(ransoms, captive, "red release scrope\nblue no ransom")
    assert played.told(Ransomed)[0].price == ()
    scrope = captive.nobles["scrope"]
    assert (scrope.captor, scrope.square, scrope.place) == ("", "york", "")
    assert scrope.awards == ["earl of kent", "treasurer"]


@pytest.mark.rule("KM-CAP-03")
@pytest.mark.rule("KM-CAP-04")
def test_a_captive_who_is_not_ransomed_is_executed(captive: State, start: Start) -> None:
    played = start(ransoms, captive)
    assert played.run.asks["red"].default == "accept best offer"
    played.answer("red accept best offer\nblue no ransom")
    assert [(died.counter, died.by) for died in played.told(Died)] == [("scrope", "execution")]
    assert captive.crown_deck[0] == "scrope"
    assert captive.chancery == ["earl of kent", "treasurer"]


@pytest.mark.rule("KM-TRA-08")
@pytest.mark.rule("KM-CAP-01")
def test_captured_places_and_heirs_may_be_the_price(position: Position, start: Start) -> None:
    state = position(
        captured="blue coventry",
        percy="red open york",
        scrope="blue open york",
        mowbray="blue open york",
        margaret="blue open york",
    )
    state.nobles["scrope"].captor = "red"
    played = start(ransoms, state)
    texts = played.run.asks["blue"].domain.examples()
    assert {"offer coventry for scrope", "offer margaret for scrope"} <= set(texts)
    played.answer("red accept best offer\nblue offer coventry, margaret for scrope")
    assert state.heirs["margaret"].seat == "red"
    assert holder(state, "coventry") == "blue"
    state.nobles["scrope"].captor = "red"
    start(ransoms, state, "red ransom scrope for coventry\nblue offer coventry for scrope")
    assert holder(state, "coventry") == "red"


@pytest.mark.rule("KM-KIL-03")
def test_heirs_alone_and_ships_stay_in_a_place_that_becomes_neutral(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open york with dover castle, le swan", grey="red in dover",
        henry="nobody in dover", le_swan="in dover",
    )  # fmt: skip
    start(doing(lambda table: remove_nobles(table, ["percy"], "plague")), state)
    assert holder(state, "dover") == ""
    assert state.nobles["grey"].place == ""
    assert state.heirs["henry"].place == "dover"
    state = position(percy="red open york with dover castle", grey="red open york with le swan",
                     le_swan="in dover")  # fmt: skip
    start(doing(lambda table: remove_nobles(table, ["percy"], "plague")), state)
    assert state.ships["le swan"].port == "dover"


@pytest.mark.rule("KM-CAP-02")
@pytest.mark.rule("KM-TRA-03")
def test_a_ransomed_noble_comes_back_without_the_cards_that_passed(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open york",
        scrope="blue open york with earl of kent, treasurer, saxons, coventry",
        mowbray="blue open york with scots archers",
    )
    state.nobles["scrope"].captor = "red"
    for card in ("saxons", "coventry"):
        state.nobles["scrope"].awards.remove(card)
        state.nobles["percy"].awards.append(card)
    tape = "red ransom scrope for scots archers\nblue offer scots archers for scrope"
    start(ransoms, state, tape)
    assert state.nobles["scrope"].awards == ["earl of kent", "treasurer"]
    assert state.nobles["percy"].awards == ["saxons", "coventry", "scots archers"]
    assert holder(state, "coventry") == "red"


@pytest.mark.rule("KM-ROY-04")
@pytest.mark.rule("KM-ROY-05")
def test_who_is_rid_of_one_house_in_time_loses_nobody_and_may_hold_both_for_two_rounds_again(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york", richard="red open york")
    state.factions["red"].both_since, state.turn.number = 1, 3
    start(doing(lambda table: execute_heir(table, "red", "richard")), state)
    assert both_until(state, "red") == 0
    state.turn.number = 5
    start(doing(enforce_houses), state)
    assert state.heirs["henry"].alive
    march = state.heirs["march"]
    march.square, march.place = "york", ""
    start(doing(lambda table: take_heirs(table, "red", ["march"], "percy")), state)
    assert both_until(state, "red") == 5 + 4

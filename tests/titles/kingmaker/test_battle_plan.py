"""Plans before the draw: cards in reply, aims, calling off, executions (KM-EXC, KM-COM-09)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import CalledOff, CardsAdded, CombatCard, FightAnnounced
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.battle_plan import Plan, Plans, text_of
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.hands.allotment import check_takes
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def field(position: Position) -> State:
    """Percy, 100, against Mowbray, 80 with his mercenary; both sides have cards in hand."""
    state = position(
        hands={"red": "saxons, scots archers, admiral", "blue": "saxons 2, marshal"},
        percy="red open york",
        mowbray="blue open york with burgundian crossbowmen",
        henry="blue open york",
    )
    state.event_deck.remove("storm 5")
    state.event_deck.append("storm 5")
    return state


def steps(played: Any) -> list[tuple[int, int]]:
    [announced] = played.told(FightAnnounced)
    added = [(each.strength, each.defence) for each in played.told(CardsAdded)]
    return [(announced.strength, announced.defence), *added]


@pytest.mark.rule("KM-EXC-02")
@pytest.mark.rule("KM-COM-09")
def test_an_attacker_without_a_plan_is_asked_in_answer_to_cards(field: State, start: Start) -> None:
    played = start(combat, field, "red attack mowbray with percy")
    assert played.open == [("blue", "defence")]
    assert played.run.asks["blue"].secret
    assert played.run.asks["blue"].default == "pass"
    played.answer("blue play saxons on mowbray")
    assert played.open == [("red", "reinforce")]
    facts = played.run.asks["red"].facts
    assert (facts["strength"], facts["defence"], facts["odds"], facts["cards"]) == (100, 90, 0, 1)
    played.answer("red play admiral on percy")
    assert played.open == [("blue", "defence")]
    assert played.run.asks["blue"].facts["odds"] == -2
    played.answer("blue play marshal on mowbray\nred call off")
    assert steps(played) == [(100, 80), (100, 90), (150, 90), (150, 190)]
    assert len(played.told(CalledOff)) == 1
    assert not played.told(CombatCard)


@pytest.mark.rule("KM-EXC-02")
def test_nobody_with_an_empty_hand_and_no_heirs_is_asked(field: State, start: Start) -> None:
    field.factions["blue"].hand = []
    field.heirs["henry"].square = "masham"
    assert start(combat, field, "red attack mowbray with percy; pass").open == []


@pytest.mark.rule("KM-COM-09")
def test_an_attacker_who_has_no_card_left_is_asked_whether_he_draws(
    field: State, start: Start
) -> None:
    field.factions["red"].hand = []
    played = start(combat, field, "red attack mowbray with percy\nblue play marshal on mowbray")
    assert played.open == [("red", "confirm")]
    assert played.run.asks["red"].default == "call off"
    played.answer("red draw")
    assert played.told(CombatCard)


@pytest.mark.rule("KM-EXC-02")
def test_a_side_adds_no_more_than_its_aim_needs_and_nothing_if_it_cannot_reach_it(
    field: State, start: Start
) -> None:
    played = start(
        combat,
        field,
        "red attack mowbray with percy; play scots archers on percy, admiral on percy; aim 3-2\n"
        "blue play saxons on mowbray; aim below 5-4",
    )
    assert steps(played) == [(100, 80), (120, 80)]
    assert field.factions["red"].hand == ["saxons", "admiral"]
    assert field.factions["blue"].hand == ["saxons 2", "marshal"]


@pytest.mark.rule("KM-EXC-02")
def test_whatever_adds_the_cards_all_the_same(field: State, start: Start) -> None:
    line = "red attack mowbray with percy; play saxons on percy; aim 4-1"
    assert steps(start(combat, field, f"{line}; whatever\nblue pass")) == [(100, 80), (110, 80)]


@pytest.mark.rule("KM-ODD-01")
@pytest.mark.rule("KM-COM-09")
def test_call_off_below_a_ratio_is_tested_when_both_have_passed(field: State, start: Start) -> None:
    line = "red attack mowbray with percy; call off below 3-2"
    played = start(combat, field, f"{line}\nblue pass")
    assert len(played.told(CalledOff)) == 1


@pytest.mark.rule("KM-EXC-07")
def test_an_execution_waits_for_the_odds_named(field: State, start: Start) -> None:
    start(combat, field, "red attack mowbray with percy; pass\nblue execute henry at 5-4")
    assert not field.heirs["henry"].alive


@pytest.mark.rule("KM-EXC-03")
def test_words_of_a_plan_may_be_short_and_come_back_in_full(field: State) -> None:
    plans = Plans(field, "red", ["percy"], attacks=True)
    assert plans.understand(
        "plan: play scots arch on per; aim at least 3-2; call off below 5-4"
    ) == ("play scots archers on percy; aim 3-2; call off below 5-4",)
    blue = Plans(field, "blue", ["mowbray"], ["henry"])
    assert blue.understand("execute henry if odds at least 2-1") == ("execute henry at 2-1",)
    assert text_of(Plan()) == "pass"


@pytest.mark.rule("KM-EXC-03")
@pytest.mark.rule("KM-EXC-07")
def test_what_a_plan_cannot_say_is_refused_with_its_rule(field: State) -> None:
    blue = Plans(field, "blue", ["mowbray"], ["henry"])
    for line, why, rule in (
        ("play scots archers on mowbray", "no card in your hand", None),
        ("call off", "only the attacker calls off", "KM-COM-09"),
        ("execute edward", "is not with your force", "KM-EXC-07"),
        ("aim 5-4", "an aim reads 'aim below 5-4'", "KM-ODD-02"),
        ("aim hold", "an aim reads 'aim below 5-4'", "KM-ODD-02"),
        ("execute henry at 7-1", "at those odds or worse", "KM-ODD-02"),
        ("stay out mowbray", "no part of a plan here", "KM-EXC-02"),
    ):
        with pytest.raises(Illegal, match=why) as refusal:
            blue.understand(line)
        assert rule is None or rule in refusal.value.rules


@pytest.mark.rule("KM-GIF-03")
def test_a_card_traded_in_this_turn_is_not_added_in_a_fight(field: State) -> None:
    field.turn.traded, field.turn.attacked = ["saxons"], ["percy"]
    assert "play saxons on percy" not in Plans(field, "red", ["percy"], attacks=True).examples()


@pytest.mark.rule("KM-FAC-09")
@pytest.mark.rule("KM-PRE-11")
@pytest.mark.rule("KM-CRO-04")
@pytest.mark.rule("KM-TWN-05")
def test_who_may_take_which_card(position: Position) -> None:
    state = position(
        captured="red leicester, red warwick",
        roos="red in leicester",
        grey="red open york",
        percy="red in warwick with marshal",
        mowbray="red in warwick with burgundian crossbowmen",
        neville="red aboard le michael",
        le_michael="on n1",
    )
    state.sieges["leicester"] = Siege("blue", ["howard"])
    for noble, card, rule in (
        ("roos", "saxons", "KM-FAC-09"),
        ("neville", "saxons", "KM-FAC-09"),
        ("percy", "earl of kent", "KM-PRE-11"),
        ("percy", "admiral", "KM-PRE-11"),
        ("grey", "admiral", "KM-CRO-04"),
        ("percy", "burgundian crossbowmen 2", "KM-TWN-05"),
        ("grey", "howard", "KM-SEQ-08"),
    ):
        with pytest.raises(Illegal) as refusal:
            check_takes(state, noble, card)
        assert rule in refusal.value.rules
    check_takes(state, "roos", "coventry")
    check_takes(state, "neville", "bishop of norwich")
    check_takes(state, "percy", "scots archers")


@pytest.mark.rule("KM-EXC-11")
def test_one_card_in_six_is_bad_weather_one_a_5_4_and_one_in_three_a_3_2_or_better() -> None:
    results = [card.result for card in current().events.values() if card.result]
    assert len(results) == 60
    assert results.count("bad weather") == results.count("5-4") == results.count("3-2") == 10


@pytest.mark.rule("KM-COM-01")
def test_an_attack_is_understood_short_and_refused_with_the_nearest(field: State) -> None:
    attacks = Attacks(field, "red")
    assert attacks.understand("attack mow with all; spoils to percy; then out") == (
        "attack mowbray with percy; spoils to percy; then out",
    )
    assert attacks.understand("attack blue") == ("attack mowbray with percy",)
    with pytest.raises(Illegal, match="'mowbay' is no noble to attack"):
        attacks.understand("attack mowbay with percy")
    with pytest.raises(Illegal, match="no part of an attack") as refusal:
        attacks.understand("attack mowbray with percy; run away")
    assert refusal.value.nearest == ("attack mowbray with percy; pass",)

"""Battles: who may fight whom, what the card decides, and what is captured (KM-COM, KM-BAT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.events import (
    CombatCard,
    Died,
    FightAnnounced,
    FightDecided,
    HeirFreed,
    Spoils,
)
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.position.forces import strength, total
from moderator.titles.kingmaker.state import OVER, State
from tests.titles.kingmaker_position import pile, top

Position = Callable[..., State]
Start = Callable[..., Any]

WEATHER, LOW, HIGH = "storm 5", "embassy weymouth", "scots raid c"
"""Bad weather; a 5-4 that kills Roos and Stafford; a 4-1 that kills Stanley and Fitzalan."""


def refused(state: State, line: str, seat: str = "red") -> Illegal:
    with pytest.raises(Illegal) as refusal:
        Attacks(state, seat).understand(line)
    return refusal.value


@pytest.fixture
def york(position: Position) -> State:
    """Percy and Grey, 120, stand against Mowbray, 50, and Roos, 20, in the York square."""
    state = position(
        percy="red open york",
        grey="red open york",
        mowbray="blue open york with saxons",
        roos="blue open york",
        richard="nobody in harlech",
    )
    return pile(pile(state, "percy", "grey"), "mowbray", "roos")


@pytest.mark.rule("KM-COM-01")
@pytest.mark.rule("KM-COM-07")
@pytest.mark.rule("KM-BAT-02")
def test_an_attack_names_the_force_and_the_attackers_and_is_voluntary(
    york: State, start: Start
) -> None:
    played = start(combat, york)
    assert played.open == [("red", "attack")]
    played.answer("red pass")
    assert played.open == []
    assert not played.told(FightAnnounced)


@pytest.mark.rule("KM-COM-01")
def test_a_noble_in_another_square_cannot_be_attacked(position: Position) -> None:
    state = position(percy="red open york", roos="blue open masham")
    refusal = refused(state, "attack roos with percy")
    assert "Percy is in the square of York, not in Masham" in str(refusal)
    assert refusal.rules == ("KM-COM-01",)


@pytest.mark.rule("KM-COM-02")
@pytest.mark.rule("KM-COM-03")
@pytest.mark.rule("KM-COM-12")
def test_nobles_attack_once_and_are_attacked_once_in_a_turn(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open york", grey="red open york", howard="blue open york", roos="blue open york"
    )
    top(state, WEATHER)
    played = start(combat, state, "red attack howard with percy")
    again, other = (
        refused(state, "attack howard with grey"),
        refused(state, "attack roos with percy"),
    )
    assert again.rules == ("KM-COM-03",)
    assert "KM-COM-02" in other.rules
    assert other.nearest == ("attack roos with grey",) or again.nearest
    assert played.open == [("red", "attack")]


@pytest.mark.rule("KM-COM-04")
@pytest.mark.rule("KM-BAT-03")
@pytest.mark.rule("KM-FAC-02")
def test_nobles_of_one_force_add_their_strengths(york: State, start: Start) -> None:
    top(york, WEATHER)
    [announced] = start(combat, york, "red attack mowbray with percy, grey").told(FightAnnounced)
    assert (announced.attackers, announced.strength) == (("percy", "grey"), 120)
    assert (announced.defenders, announced.defence) == (("mowbray", "roos"), 80)


@pytest.mark.rule("KM-COM-04")
@pytest.mark.rule("KM-STA-02")
@pytest.mark.rule("KM-STA-03")
def test_nobles_who_stand_apart_do_not_attack_together(york: State) -> None:
    york.nobles["grey"].force = 90
    refusal = refused(york, "attack roos with percy, grey")
    assert refusal.rules == ("KM-COM-04", "KM-STA-03")


@pytest.mark.rule("KM-COM-05")
def test_a_force_is_attacked_whole(york: State) -> None:
    assert Attacks(york, "red").understand("attack roos with grey") == ("attack mowbray with grey",)


@pytest.mark.rule("KM-COM-06")
def test_who_is_left_out_of_his_forces_attack_attacks_nothing_else(
    york: State, start: Start
) -> None:
    top(york, WEATHER)
    york.nobles["roos"].force = 91
    start(combat, york, "red attack mowbray with percy")
    assert "KM-COM-06" in refused(york, "attack roos with grey").rules


@pytest.mark.rule("KM-BAT-01")
def test_nobles_inside_walls_neither_give_nor_receive_battle(position: Position) -> None:
    state = position(captured="blue york", percy="red open york", roos="blue in york")
    assert refused(state, "attack roos with percy").rules == ("KM-BAT-01",)
    state = position(captured="red york", percy="red in york", roos="blue open york")
    assert "KM-BAT-01" in refused(state, "attack roos with percy").rules


@pytest.mark.rule("KM-BAT-01")
def test_nobles_at_an_unfortified_town_are_in_the_open(position: Position) -> None:
    state = position(percy="red open salisbury", roos="blue at salisbury")
    assert Attacks(state, "red").whole


@pytest.mark.rule("KM-STA-04")
def test_factions_never_form_one_force(position: Position) -> None:
    state = position("red blue yellow", percy="red open york", roos="blue open york",
                     grey="yellow open york")  # fmt: skip
    pile(state, "roos", "grey")
    assert {a.target for a in Attacks(state, "red").whole} == {("roos",), ("grey",)}


@pytest.mark.rule("KM-COM-08")
def test_ships_are_nothing_to_attack(position: Position) -> None:
    state = position(percy="red open dover", le_michael="in dover", roos="blue open london")
    assert not Attacks(state, "red").whole


@pytest.mark.rule("KM-PAR-16")
def test_the_kings_peace_forbids_combat_in_its_square(york: State) -> None:
    york.peace_at = "york"
    assert not Attacks(york, "red").whole
    assert refused(york, "attack roos with percy").rules == ("KM-PAR-16",)


@pytest.mark.rule("KM-BAT-04")
@pytest.mark.rule("KM-BAT-10")
@pytest.mark.rule("KM-COM-10")
@pytest.mark.rule("KM-COM-11")
@pytest.mark.rule("KM-COM-13")
def test_writs_and_free_moves_are_kept_and_the_next_card_decides(york: State, start: Start) -> None:
    top(york, "writ", "free move", "parliament 2")
    played = start(combat, york, "red attack mowbray with percy, grey")
    assert york.factions["red"].kept == ["writ", "free move"]
    assert york.event_discard == ["parliament 2"]
    assert [card.kept_by for card in played.told(CombatCard)] == ["red", "red", ""]
    assert played.told(FightDecided)[0].winner == "red"


@pytest.mark.rule("KM-BAT-05")
@pytest.mark.rule("KM-BAT-11")
@pytest.mark.rule("KM-TRA-03")
def test_the_larger_force_captures_the_other_with_its_heirs_and_cards(
    york: State, start: Start
) -> None:
    pile(york, "mowbray", "roos", "margaret")
    margaret = york.heirs["margaret"]
    margaret.seat, margaret.square, margaret.place = "blue", "york", ""
    top(york, "plague canterbury")
    played = start(combat, york, "red attack mowbray with percy, grey; spoils to grey\nblue pass")
    [decided] = played.told(FightDecided)
    assert (decided.ratio, decided.winner) == ("3-2", "red")
    assert decided.captured == ("mowbray", "roos", "margaret")
    assert york.nobles["grey"].awards == ["saxons"]
    assert (margaret.seat, margaret.force) == ("red", york.nobles["percy"].force)
    assert {york.nobles[n].square for n in ("percy", "grey", "mowbray", "roos")} == {"york"}


@pytest.mark.rule("KM-BAT-05")
def test_attackers_who_are_weaker_may_be_captured_in_their_own_turn(
    york: State, start: Start
) -> None:
    top(york, "plague swansea")
    played = start(combat, york, "red attack mowbray with grey")
    [decided] = played.told(FightDecided)
    assert (decided.ratio, decided.winner, decided.captured) == ("4-1", "blue", ("grey",))
    assert york.nobles["grey"].captor == "blue"
    assert played.open == [("blue", "demand"), ("red", "offer")]


@pytest.mark.rule("KM-BAT-07")
def test_bad_weather_delays_the_attack_and_kills_nobody(york: State, start: Start) -> None:
    top(york, WEATHER)
    played = start(combat, york, "red attack mowbray with percy, grey")
    [decided] = played.told(FightDecided)
    assert (decided.weather, decided.winner) == (True, "")
    assert not played.told(Died)
    assert "percy" in york.turn.attacked


@pytest.mark.rule("KM-BAT-09")
@pytest.mark.rule("KM-KIL-01")
def test_the_killed_are_not_captured_and_change_no_result(york: State, start: Start) -> None:
    york.nobles["roos"].awards = ["earl of essex", "flemish crossbowmen"]
    york.nobles["grey"].awards = ["burgundian crossbowmen", "burgundian crossbowmen 2"]
    york.crown_deck = [
        card
        for card in york.crown_deck
        if not any(card in noble.awards for noble in york.nobles.values())
    ]
    top(york, LOW)
    played = start(combat, york, "red attack mowbray with percy, grey; spoils to percy")
    [decided] = played.told(FightDecided)
    assert (decided.strength, decided.defence, decided.winner) == (180, 120, "red")
    assert decided.captured == ("mowbray",)
    assert [died.counter for died in played.told(Died)] == ["roos"]
    assert york.chancery == ["earl of essex"]
    assert set(york.crown_deck[:2]) == {"roos", "flemish crossbowmen"}


@pytest.mark.rule("KM-BAT-09")
@pytest.mark.rule("KM-TRA-04")
@pytest.mark.rule("KM-KIL-04")
def test_without_a_surviving_victor_heirs_are_nobodys_and_cards_go_under_the_deck(
    position: Position, start: Start
) -> None:
    state = position(stafford="red open york", audley="blue open york with saxons",
                     margaret="blue open york")  # fmt: skip
    pile(state, "audley", "margaret")
    top(state, LOW)
    played = start(combat, state, "red attack audley with stafford\nblue pass")
    assert played.told(FightDecided)[0].captured == ("audley",)
    assert "stafford" not in state.nobles
    assert state.nobles["audley"].captor == "red"
    assert state.heirs["margaret"].seat == ""
    assert state.heirs["margaret"].square == "york"
    assert played.told(HeirFreed)
    assert "saxons" in state.crown_deck
    assert not played.told(Spoils)


@pytest.mark.rule("KM-ROY-02")
def test_an_heir_stays_with_nobles_of_his_force_who_stood_aside(
    position: Position, start: Start
) -> None:
    state = position(percy="blue open york", neville="blue open york", roos="red open york",
                     margaret="red open york", howard="red open york")  # fmt: skip
    pile(pile(state, "roos", "howard", "margaret"), "percy", "neville")
    top(state, HIGH)
    played = start(combat, state, "red attack percy with howard")
    assert played.told(FightDecided)[0].captured == ("howard",)
    assert state.heirs["margaret"].seat == "red"


@pytest.mark.rule("KM-TRA-02")
def test_a_card_transferred_in_this_turn_counts_for_nobody(york: State) -> None:
    assert strength(york, "mowbray") == 60
    york.turn.bound = ["saxons"]
    assert total(york, ["mowbray", "roos"]) == 70


@pytest.mark.rule("KM-TRA-04")
def test_the_victor_shares_captured_cards_out(york: State, start: Start) -> None:
    york.nobles["roos"].awards = ["scots archers"]
    york.crown_deck.remove("scots archers")
    top(york, "plague swansea")
    york.nobles["percy"].awards = ["flemish crossbowmen"]
    york.crown_deck.remove("flemish crossbowmen")
    played = start(combat, york, "red attack mowbray with percy, grey")
    assert played.told(FightDecided)[0].ratio == "5-4"
    assert played.open == [("red", "spoils")]
    shared = played.run.asks["red"].domain.understand("saxons to grey")
    assert shared == ("saxons to grey, scots archers to percy",)


@pytest.mark.rule("KM-VIC-01")
@pytest.mark.rule("KM-COM-12")
def test_a_battle_may_win_the_game_and_nothing_more_is_fought(
    position: Position, start: Start
) -> None:
    heirs = ("margaret", "edward", "richard", "march", "clarence", "gloucester")
    state = position(
        percy="red open york", neville="red open masham", roos="blue open york",
        howard="blue open masham", henry="blue open york", **dict.fromkeys(heirs, "dead"),
    )  # fmt: skip
    pile(state, "roos", "henry")
    top(state, "plague london")
    played = start(combat, state, "red attack roos with percy\nblue pass\nred keep henry")
    assert state.winners == ["red"]
    assert played.open == []
    assert state.phase == OVER


@pytest.mark.rule("KM-SEQ-12")
def test_hidden_cards_may_be_played_before_each_further_attack(
    position: Position, start: Start
) -> None:
    state = position(
        hands={"red": "admiral"}, percy="red open york", neville="red open masham",
        roos="blue open york", howard="blue open masham",
    )  # fmt: skip
    top(state, WEATHER, "storm 7")
    played = start(combat, state, "red attack howard with neville")
    assert played.open == [("red", "attack")]
    played.answer("red play admiral on percy\nred attack roos with percy")
    assert [each.strength for each in played.told(FightAnnounced)] == [50, 150]


@pytest.mark.rule("KM-GIF-03")
def test_who_has_been_given_a_traded_card_does_not_attack_in_that_turn(york: State) -> None:
    york.nobles["percy"].awards, york.turn.traded = ["scots archers"], ["scots archers"]
    assert "KM-GIF-03" in refused(york, "attack roos with percy").rules
    assert [attack.nobles for attack in Attacks(york, "red").whole] == [("grey",)]


@pytest.mark.rule("KM-COM-13")
def test_a_parliament_card_drawn_in_a_battle_is_not_kept_even_by_the_chancellor(
    york: State, start: Start
) -> None:
    york.nobles["percy"].awards = ["chancellor"]
    york.crown_deck.remove("chancellor")
    top(york, "parliament 2")
    played = start(combat, york, "red attack mowbray with percy, grey; spoils to percy")
    assert played.told(FightAnnounced)[0].strength == 170
    assert york.factions["red"].kept == []
    assert york.event_discard == ["parliament 2"]


@pytest.mark.rule("KM-BAT-12")
@pytest.mark.rule("KM-BAT-08")
def test_equal_forces_may_fight_for_what_the_card_kills(position: Position, start: Start) -> None:
    state = position(roos="red open york with saxons", stafford="blue open york")
    assert strength(state, "roos") == strength(state, "stafford") == 30
    top(state, LOW)
    played = start(combat, state, "red attack stafford with roos; pass")
    [decided] = played.told(FightDecided)
    assert (decided.ratio, decided.winner, decided.captured) == ("", "", ())
    assert {died.counter for died in played.told(Died)} == {"roos", "stafford"}


@pytest.mark.rule("KM-COM-02")
def test_nobody_attacks_in_another_players_turn(york: State, start: Start) -> None:
    york.turn.seat = "blue"
    top(york, WEATHER)
    played = start(combat, york)
    assert played.open == [("blue", "attack")]


@pytest.mark.rule("KM-BAT-09")
def test_a_dead_noble_of_the_larger_force_does_not_lose_its_victory(
    position: Position, start: Start
) -> None:
    state = position(
        stafford="red open york with marshal", grey="red open york",
        mowbray="blue open york",
    )  # fmt: skip
    pile(state, "stafford", "grey")
    top(state, LOW)
    played = start(combat, state, "red attack mowbray with stafford, grey")
    assert [died.counter for died in played.told(Died)] == ["stafford"]
    assert played.told(FightDecided)[0].captured == ("mowbray",)
    assert state.nobles["mowbray"].captor == "red"

"""5) Attack Phase: who may attack what, with what force, and what a win does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.feudo.attack import Target, targets
from moderator.titles.feudo.attack_order import Attacks
from moderator.titles.feudo.events import AttackWon, Desperate
from moderator.titles.feudo.flow import attack, attacks
from moderator.titles.feudo.movement import show
from moderator.titles.feudo.state import State
from moderator.titles.feudo.tokens import desperate, number

Position = Callable[..., State]
Start = Callable[..., Any]


def whites(table: Table[State]) -> Any:
    return attacks(table, "white")


def only(state: State, place: str, seat: str = "white") -> Target:
    return next(target for target in targets(state, seat) if target.place == place)


def refused(state: State, line: str, seat: str = "white") -> Illegal:
    with pytest.raises(Illegal) as refusal:
        Attacks(state, seat).understand(line)
    return refusal.value


@pytest.mark.rule("FE-ATK-01")
@pytest.mark.rule("FE-ATK-22")
@pytest.mark.rule("FE-SHW-03")
def test_attacks_come_after_all_movement_and_attackers_stay_where_they_are(
    position: Position, start: Start
) -> None:
    state = position(white_first_knight="h7", blue_roudiche="h5")
    state.sides["white"].hand = ["white first knight"]

    async def flow(table: Table[State]) -> None:
        await show(table, "white")
        await attacks(table, "white")

    played = start(flow, state, "white play first knight: h7 - h6")
    assert played.open == [("white", "attack")]
    played.answer("white attack h5 with first knight")
    assert state.tokens["white first knight"].at == "h6"


@pytest.mark.rule("FE-ATK-02")
@pytest.mark.rule("FE-DIP-05")
@pytest.mark.rule("FE-ORD-01")
def test_each_player_makes_all_his_attacks_before_the_next_one_begins(
    position: Position, start: Start
) -> None:
    state = position(
        order="blue white",
        blue_first_knight="g4", blue_baron="e1", white_gilbert="g3", white_alwin="f1",
        white_first_knight="c5", blue_john="c6",
    )  # fmt: skip
    played = start(attack, state)
    assert played.open == [("blue", "attack")]
    played.answer("blue attack g3 with first knight")
    assert played.open == [("blue", "attack")]
    played.answer("blue pass")
    assert played.open == [("white", "attack")]


@pytest.mark.rule("FE-ATK-16")
@pytest.mark.rule("FE-SEQ-04")
def test_a_token_that_an_earlier_player_eliminated_attacks_no_more(
    position: Position, start: Start
) -> None:
    state = position(order="blue white", blue_first_knight="g4", white_gilbert="g3", blue_john="g2")
    played = start(attack, state, "blue attack g3 with first knight")
    assert state.tokens["white gilbert"].at == ""
    assert state.sides["blue"].score == 3
    assert ("white", "attack") not in played.open


@pytest.mark.rule("FE-ATK-03")
def test_a_token_attacks_only_next_to_it(position: Position) -> None:
    state = position(white_first_knight="h7", white_gilbert="h6", blue_roudiche="h5")
    refusal = refused(state, "attack h5 with first knight")
    assert refusal.rules == ("FE-ATK-03",)
    assert "not next to h5" in str(refusal)
    assert refusal.nearest == ("attack h5 with gilbert",)
    assert refused(state, "attack winterbourne with first knight").rules == ("FE-ATK-03",)


@pytest.mark.rule("FE-ATK-04")
def test_attacking_is_optional_and_the_target_is_chosen(position: Position, start: Start) -> None:
    state = position(white_first_knight="g4", blue_john="g3", blue_geoffrey="f4")
    played = start(whites, state)
    ask = played.run.asks["white"]
    assert set(ask.domain.examples()) == {
        "attack g3 with first knight", "attack f4 with first knight", "pass",
    }  # fmt: skip
    assert ask.default == "pass"
    played.answer("white pass")
    assert played.open == []
    assert not played.told(AttackWon)


@pytest.mark.rule("FE-ATK-05")
def test_several_tokens_next_to_the_target_join_forces(position: Position, start: Start) -> None:
    state = position(white_gilbert="g4", white_osbert="h3", blue_mauduit="g3")
    played = start(whites, state, "white attack g3 with gilbert, osbert")
    (won,) = played.told(AttackWon)
    assert (won.force, won.defence, won.killed) == (6, 3, ("blue mauduit",))


@pytest.mark.rule("FE-ATK-06")
def test_a_token_takes_part_in_one_attack_a_turn(position: Position, start: Start) -> None:
    state = position(
        white_first_knight="g4", white_gilbert="h3", blue_john="g3", blue_geoffrey="f4",
    )  # fmt: skip
    played = start(whites, state, "white attack g3 with first knight")
    assert played.open == []
    state.tokens["white gilbert"].at = "e4"
    assert refused(state, "attack f4 with first knight").rules == ("FE-ATK-06",)


@pytest.mark.rule("FE-ATK-07")
def test_players_do_not_join_forces(position: Position) -> None:
    state = position(
        "white blue yellow", white_gilbert="g4", yellow_first_knight="h3", blue_mauduit="g3"
    )
    assert [body.force for body in only(state, "g3").bodies] == [3]
    assert refused(state, "attack g3 with gilbert").rules == ("FE-ATK-08",)
    with pytest.raises(Illegal, match="no token of white"):
        Attacks(position(white_first_knight="g4", blue_john="g3"), "white").understand(
            "attack g3 with giffard"
        )


@pytest.mark.rule("FE-ATK-08")
@pytest.mark.rule("FE-CTY-08")
def test_an_equal_force_does_not_win(position: Position, start: Start) -> None:
    state = position(white_baron="g4", white_robert="h3")
    refusal = refused(state, "attack todenham with baron, robert")
    assert str(refusal) == "7 against 7: an equal force does not win"
    assert refusal.rules == ("FE-ATK-08",)
    state = position(white_first_knight="g4", white_robert="h3")
    played = start(whites, state, "white attack todenham with first knight, robert")
    (won,) = played.told(AttackWon)
    assert (won.force, won.defence, won.city) == (8, 7, "Todenham")


@pytest.mark.rule("FE-ATK-09")
def test_an_attack_that_is_too_weak_is_not_made_and_costs_nothing(
    position: Position, start: Start
) -> None:
    state = position(
        order="blue white",
        white_baron="j9", white_robert="j9", white_gilbert="i10", blue_first_knight="i11",
        owners="blue i9",
    )  # fmt: skip
    played = start(attack, state, "blue attack i10 with first knight")
    assert played.open == [("blue", "advance")]
    assert state.tokens["white baron"].at == state.tokens["white robert"].at == "j9"
    refusal = refused(state, "attack winterbourne with all")
    assert str(refusal) == "7 against 7: an equal force does not win"


@pytest.mark.rule("FE-ATK-10")
@pytest.mark.rule("FE-PLG-08")
def test_a_stricken_token_fights_with_its_black_number(position: Position) -> None:
    state = position(white_first_knight="g4 stricken", blue_mauduit="g3", blue_john="f4 stricken")
    assert only(state, "f4").defence == 1
    assert str(refused(state, "attack g3 with first knight")).startswith("3 against 3")


@pytest.mark.rule("FE-ATK-11")
def test_milady_takes_no_part_in_battle(position: Position) -> None:
    state = position(white_milady="g4", white_first_knight="g2", blue_john="g3", blue_milady="f2")
    assert refused(state, "attack g3 with milady").rules == ("FE-ATK-11",)
    assert [target.place for target in targets(state, "white")] == ["g3"]
    refusal = refused(state, "attack f2 with first knight")
    assert (str(refusal), refusal.rules) == ("Milady is never attacked", ("FE-ATK-11",))


@pytest.mark.rule("FE-ATK-12")
def test_a_baron_and_his_companion_attack_and_defend_as_one(position: Position) -> None:
    state = position(
        white_baron="g4", white_gilbert="g4", blue_baron="g3", blue_mauduit="g3",
        white_first_knight="h3",
    )  # fmt: skip
    assert only(state, "g3").defence == 7
    assert Attacks(state, "white").understand("attack g3 with all") == (
        "attack g3 with baron, first knight, gilbert",
    )


@pytest.mark.rule("FE-ATK-13")
def test_naming_one_of_a_pair_brings_both(position: Position, start: Start) -> None:
    state = position(white_baron="g4", white_gilbert="g4", blue_john="g3")
    assert Attacks(state, "white").understand("attack g3 with gilbert") == (
        "attack g3 with baron, gilbert",
    )
    played = start(whites, state, "white attack g3 with baron, gilbert")
    assert played.told(AttackWon)[0].force == 7
    assert state.attacked == ["white baron", "white gilbert"]


@pytest.mark.rule("FE-ATK-14")
@pytest.mark.rule("FE-ATK-15")
@pytest.mark.rule("FE-MIL-23")
def test_a_milady_who_shares_is_no_part_of_the_body_and_stays_unharmed(
    position: Position, start: Start
) -> None:
    state = position(white_first_knight="g4", blue_milady="g3", blue_mauduit="g3")
    assert only(state, "g3").defence == 3
    start(whites, state, "white attack g3 with first knight")
    assert state.tokens["blue mauduit"].at == ""
    assert state.tokens["blue milady"].at == "g3"
    assert state.sides["white"].score == 3


@pytest.mark.rule("FE-ATK-17")
def test_a_player_sees_each_result_before_his_next_attack(position: Position, start: Start) -> None:
    state = position(
        white_first_knight="g4", white_gilbert="c5", blue_john="g3", blue_geoffrey="c6"
    )
    played = start(whites, state, "white attack g3 with first knight")
    assert played.told(AttackWon)[0].gained == 2
    assert played.run.asks["white"].facts["score"] == 2
    played.answer("white attack c6 with gilbert")
    assert state.sides["white"].score == 4


@pytest.mark.rule("FE-ATK-18")
@pytest.mark.rule("FE-ATK-20")
def test_terrain_never_adds_to_the_attacker(position: Position) -> None:
    state = position(white_alwin="i3", blue_john="i2", white_godric="j2", blue_geoffrey="j1")
    assert only(state, "i2").bodies[0].force == 2
    assert refused(state, "attack i2 with alwin").rules == ("FE-ATK-08",)
    state = position(white_alwin="i9", white_robert="h10", owners="white i9", blue_john="i10")
    assert Attacks(state, "white").understand("attack i10 with alwin, robert")


@pytest.mark.rule("FE-ATK-19")
@pytest.mark.rule("FE-MIL-08")
@pytest.mark.rule("FE-PLC-09")
def test_charmed_stricken_and_fogbound_tokens_attack(position: Position, start: Start) -> None:
    state = position(white_first_knight="g4 stricken", blue_john="g3")
    state.sides["white"].charmed = True
    state.fog = True
    played = start(whites, state, "white attack g3 with first knight")
    assert played.told(AttackWon)[0].force == 3


@pytest.mark.rule("FE-ATK-21")
def test_a_target_is_a_territory_with_all_tokens_in_it(position: Position) -> None:
    state = position(white_first_knight="g4", blue_baron="g3", blue_john="g3")
    assert str(refused(state, "attack g3 with first knight")).startswith("5 against 6")
    assert refused(state, "attack f4 with first knight").rules == ("FE-ATK-21",)


@pytest.mark.rule("FE-BAT-01")
@pytest.mark.rule("FE-BAT-02")
@pytest.mark.rule("FE-BAT-03")
@pytest.mark.parametrize(("place", "near", "defence"), [("g3", "g4", 2), ("i3", "i2", 7),
                                                        ("g2", "g3", 5)])  # fmt: skip
def test_a_wood_adds_5_and_a_village_3_to_the_defence(
    position: Position, place: str, near: str, defence: int
) -> None:
    state = position(white_first_knight=near, blue_john=place)
    assert only(state, place).defence == defence


@pytest.mark.rule("FE-BAT-04")
def test_the_bonus_counts_once_for_the_territory(position: Position) -> None:
    state = position(white_first_knight="g3", blue_baron="g2", blue_john="g2")
    assert only(state, "g2").defence == 9


@pytest.mark.rule("FE-BAT-05")
def test_knights_attack_tokens_in_a_village(position: Position, start: Start) -> None:
    state = position(white_first_knight="g3", white_gilbert="f2", blue_john="g2")
    played = start(whites, state, "white attack g2 with first knight, gilbert")
    assert played.told(AttackWon)[0].killed == ("blue john",)


@pytest.mark.rule("FE-BAT-06")
@pytest.mark.rule("FE-BAR-01")
@pytest.mark.rule("FE-BAR-02")
@pytest.mark.rule("FE-BAR-03")
@pytest.mark.rule("FE-VPT-01")
@pytest.mark.rule("FE-VPT-06")
@pytest.mark.rule("FE-CAS-03")
def test_a_beaten_baron_gets_away_and_his_companion_falls(position: Position, start: Start) -> None:
    state = position(
        white_first_knight="g4", white_gilbert="h3", blue_baron="g3", blue_mauduit="g3"
    )
    played = start(whites, state, "white attack g3 with first knight, gilbert")
    (won,) = played.told(AttackWon)
    assert (won.wounded, won.killed, won.gained) == ("blue baron", ("blue mauduit",), 7)
    assert state.tokens["blue baron"].at == "castle"
    assert state.tokens["blue mauduit"].at == ""


@pytest.mark.rule("FE-BAR-04")
@pytest.mark.rule("FE-DSP-01")
@pytest.mark.rule("FE-DSP-03")
@pytest.mark.rule("FE-DSP-04")
def test_a_baron_counts_what_he_had_when_attacked_and_is_desperate_at_once(
    position: Position, start: Start
) -> None:
    gone = dict.fromkeys(
        ["blue_first_knight", "blue_henry", "blue_fulk", "blue_hamo", "blue_geoffrey"], "gone"
    )
    state = position(
        white_first_knight="g4", white_gilbert="h3", blue_baron="g3", blue_mauduit="g3",
        blue_roudiche="e4", blue_john="e5", white_robert="d5", white_ralph="e6", **gone,
    )  # fmt: skip
    assert not desperate(state, "blue")
    played = start(whites, state, "white attack g3 with first knight, gilbert")
    assert state.sides["white"].score == 4 + 3
    assert played.told(Desperate) == [Desperate("blue")]
    assert number(state, state.tokens["blue baron"]) == 6
    state.tokens["blue baron"].stricken = True
    assert number(state, state.tokens["blue baron"]) == 3


@pytest.mark.rule("FE-DSP-03")
def test_the_second_attack_of_a_turn_meets_the_desperate_baron(
    position: Position, start: Start
) -> None:
    gone = dict.fromkeys(
        ["blue_first_knight", "blue_henry", "blue_fulk", "blue_hamo", "blue_geoffrey"], "gone"
    )
    state = position(
        white_first_knight="f4", white_gilbert="d5", white_osbert="h3", blue_baron="g4",
        blue_john="e5", blue_mauduit="a1", blue_roudiche="a3", **gone,
    )  # fmt: skip
    assert only(state, "g4").defence == 4
    state.tokens["blue john"].at = "c5"
    start(whites, state, "white attack c5 with gilbert")
    assert only(state, "g4").defence == 6


@pytest.mark.rule("FE-DSP-02")
def test_milady_does_not_count_and_the_baron_does(position: Position) -> None:
    names = ["first_knight", "mauduit", "henry", "fulk", "hamo", "geoffrey", "roudiche", "john"]
    gone = {f"blue_{name}": "gone" for name in names}
    state = position(**{**gone, "blue_mauduit": "g3", "blue_henry": "g5", "blue_john": "castle"})
    assert not desperate(state, "blue")
    state.tokens["blue john"].at = ""
    assert desperate(state, "blue")


@pytest.mark.rule("FE-BAR-05")
@pytest.mark.rule("FE-BAR-06")
@pytest.mark.rule("FE-BAR-08")
def test_a_wounded_baron_rests_one_turn_in_his_castle_and_can_be_beaten_again(
    position: Position, start: Start
) -> None:
    state = position(turn=3, white_first_knight="g4", blue_baron="g3")
    start(whites, state, "white attack g3 with first knight")
    baron = state.tokens["blue baron"]
    assert (baron.at, baron.rests_until) == ("castle", 5)
    assert targets(state, "white") == []
    baron.at, state.attacked, state.turn = "g3", [], 5
    start(whites, state, "white attack g3 with first knight")
    assert state.sides["white"].score == 8
    assert baron.rests_until == 7


@pytest.mark.rule("FE-CTY-01")
@pytest.mark.rule("FE-CTY-10")
@pytest.mark.rule("FE-VPT-02")
@pytest.mark.rule("FE-VPT-04")
@pytest.mark.rule("FE-VPT-05")
@pytest.mark.rule("FE-AIM-02")
def test_a_free_city_is_won_for_its_distance_and_costs_nobody_anything(
    position: Position, start: Start
) -> None:
    state = position(blue_baron="g4", blue_mauduit="g4", blue_roudiche="h5", order="blue white")
    assert state.owners == {}
    played = start(attack, state, "blue attack todenham with baron, mauduit, roudiche")
    (won,) = played.told(AttackWon)
    assert (won.gained, won.lost, won.loser) == (4, 0, "")
    assert state.owners == {"h4": "blue"}
    assert [side.score for side in state.sides.values()] == [0, 4]


@pytest.mark.rule("FE-CTY-02")
@pytest.mark.rule("FE-CTY-05")
def test_a_city_needs_a_mercenary_or_infantryman_among_the_attackers(position: Position) -> None:
    state = position(white_baron="g4", white_first_knight="h3", white_gilbert="h5")
    refusal = refused(state, "attack todenham with baron, first knight, gilbert")
    assert refusal.rules == ("FE-CTY-02", "FE-CTY-06")
    state.tokens["white robert"].at = "i4"
    (legal,) = Attacks(state, "white").understand("attack todenham with first knight, robert")
    assert legal == "attack todenham with first knight, robert"


@pytest.mark.rule("FE-CTY-03")
@pytest.mark.rule("FE-CTY-04")
def test_without_foot_in_the_whole_game_a_baron_will_do(position: Position) -> None:
    foot = ["robert", "ralph", "alwin", "godric", "wulfric"]
    state = position(
        white_baron="g4", white_first_knight="h3", **{f"white_{name}": "gone" for name in foot}
    )
    assert Attacks(state, "white").understand("attack todenham with all") == (
        "attack todenham with baron, first knight",
    )
    state.tokens["white gilbert"].at = "h5"
    without = refused(state, "attack todenham with first knight, gilbert")
    assert without.rules == ("FE-CTY-02", "FE-CTY-06")
    state.tokens["white alwin"].at = "castle"
    assert refused(state, "attack todenham with all").rules == ("FE-CTY-02", "FE-CTY-06")


@pytest.mark.rule("FE-CTY-06")
def test_knights_alone_do_not_attack_the_token_in_a_city(position: Position) -> None:
    state = position(
        white_first_knight="h3", white_gilbert="g4", white_osbert="i4", blue_john="h4",
        owners="blue h4",
    )  # fmt: skip
    assert refused(state, "attack todenham with all").rules == ("FE-CTY-02", "FE-CTY-06")


@pytest.mark.rule("FE-CTY-07")
@pytest.mark.rule("FE-CTY-09")
@pytest.mark.parametrize(("inside", "defence"), [
    ({"blue_john": "h4"}, 9),
    ({"blue_john": "h4 stricken"}, 8),
    ({"blue_baron": "h4", "blue_fulk": "h4"}, 14),
    ({}, 7),
])  # fmt: skip
def test_a_city_defends_with_its_walls_and_its_tokens(
    position: Position, inside: dict[str, str], defence: int
) -> None:
    state = position(white_robert="g4", owners="blue h4", **inside)
    assert only(state, "h4").defence == defence


@pytest.mark.rule("FE-CTY-11")
@pytest.mark.rule("FE-VPT-03")
@pytest.mark.rule("FE-VPT-07")
@pytest.mark.rule("FE-SET-19")
def test_an_enemy_city_scores_walls_and_tokens_and_costs_its_owner(
    position: Position, start: Start
) -> None:
    state = position(
        white_baron="j9", white_robert="j9", white_gilbert="i10", blue_geoffrey="i9",
        owners="blue i9", scores="blue 1",
    )  # fmt: skip
    played = start(whites, state, "white attack winterbourne with baron, gilbert, robert")
    (won,) = played.told(AttackWon)
    assert (won.force, won.defence, won.gained, won.lost) == (10, 9, 7, 8)
    assert (state.sides["white"].score, state.sides["blue"].score) == (7, -7)
    assert state.tokens["blue geoffrey"].at == ""


@pytest.mark.rule("FE-CTY-12")
def test_a_city_changes_hands_twice_in_one_phase_and_scores_each_time(
    position: Position, start: Start
) -> None:
    state = position(
        order="blue white",
        blue_baron="g4", blue_mauduit="g4", blue_roudiche="h5",
        white_first_knight="h3", white_robert="i4",
    )  # fmt: skip
    start(
        attack, state,
        """blue attack todenham with baron, mauduit, roudiche
           white attack todenham with first knight, robert""",
    )  # fmt: skip
    assert state.owners["h4"] == "white"
    assert state.sides["blue"].score == 4 - 4
    assert state.sides["white"].score == 5


@pytest.mark.rule("FE-CTY-13")
def test_nobody_attacks_a_city_of_his_own(position: Position) -> None:
    state = position(
        white_first_knight="h3", white_robert="i4", white_gilbert="g4", owners="white h4"
    )
    refusal = refused(state, "attack todenham with all")
    assert (str(refusal), refusal.rules) == ("todenham is your own City", ("FE-CTY-13",))


@pytest.mark.rule("FE-SET-18")
def test_a_fourth_city_is_marked_like_the_others(position: Position, start: Start) -> None:
    state = position(
        owners="white c3, white i9, white c8", white_first_knight="h3", white_robert="i4"
    )
    start(whites, state, "white attack todenham with first knight, robert")
    assert list(state.owners.values()) == ["white"] * 4


def test_a_line_without_tokens_is_read_if_one_attack_alone_would_win(position: Position) -> None:
    domain = Attacks(position(white_first_knight="h3", white_robert="i4"), "white")
    assert domain.understand("attack tod") == ("attack todenham with first knight, robert",)
    domain = Attacks(
        position(white_first_knight="h3", white_robert="i4", white_baron="g4"), "white"
    )
    assert set(domain.understand("attack todenham")) == {
        "attack todenham with first knight, robert",
        "attack todenham with baron, first knight, robert",
    }


def test_the_best_attack_is_the_one_of_most_points_with_the_weakest_force(
    position: Position,
) -> None:
    state = position(white_first_knight="h3", white_robert="i4", white_baron="g4", blue_john="f4")
    assert Attacks(state, "white").understand("attack best") == (
        "attack todenham with first knight, robert",
    )


def test_an_advance_hung_on_an_attack_names_tokens_of_that_attack(position: Position) -> None:
    domain = Attacks(position(white_first_knight="h3", white_robert="i4"), "white")
    line = "attack todenham with all; advance robert"
    assert domain.understand(line) == ("attack todenham with first knight, robert; advance robert",)
    with pytest.raises(Illegal) as refusal:
        domain.understand("attack todenham with all; advance baron")
    assert refusal.value.rules == ("FE-ADV-02",)


def test_a_short_text_is_not_taken_for_an_answer(position: Position) -> None:
    domain = Attacks(position(white_first_knight="h3", white_robert="i4"), "white")
    with pytest.raises(Illegal):
        domain.read("attack todenham with all")

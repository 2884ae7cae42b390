"""Sieges, sallies and reliefs (KM-SIE), and the landing fights (KM-SEA-11, KM-TER-11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.events import (
    CalledOff,
    CombatCard,
    Died,
    FightAnnounced,
    FightDecided,
    PlaceChanged,
    SiegeBegan,
    SiegeEnded,
    Spoils,
)
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.position.forces import garrison
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.state import BATTLE, SIEGE, Duty, Siege, State
from tests.titles.kingmaker_position import pile, top

Position = Callable[..., State]
Start = Callable[..., Any]

WEATHER, QUIET = "storm 5", "plague swansea"
"""Bad weather; a 5-4 that kills Hastings, Bourchier and Neville."""


def refused(state: State, line: str, seat: str = "red") -> Illegal:
    with pytest.raises(Illegal) as refusal:
        Attacks(state, seat).understand(line)
    return refusal.value


@pytest.fixture
def leicester(position: Position) -> State:
    """Percy with 200 and Grey with 20 stand before blue's Leicester, where Roos is with Henry."""
    state = position(
        captured="blue leicester",
        percy="red open leicester with marshal",
        grey="red open leicester",
        roos="blue in leicester",
        henry="blue in leicester",
    )
    return pile(state, "percy", "grey")


@pytest.mark.rule("KM-SIE-02")
def test_the_garrisons() -> None:
    found = {place: garrison(place) for place in ("london", "leicester", "hereford", "dover",
                                                  "warwick")}  # fmt: skip
    assert found == {"london": 300, "leicester": 200, "hereford": 200, "dover": 200, "warwick": 100}


@pytest.mark.rule("KM-SIE-01")
@pytest.mark.rule("KM-SIE-03")
@pytest.mark.rule("KM-SIE-17")
@pytest.mark.rule("KM-EXM-04")
def test_percy_with_200_takes_calais_is_killed_and_the_heir_stays_uncaptured(
    position: Position, start: Start
) -> None:
    state = position(percy="red open calais with marshal")
    top(state, "plague norwich")
    played = start(combat, state, "red besiege calais with percy")
    assert played.told(FightAnnounced)[0].strength == 200
    assert [died.counter for died in played.told(Died)] == ["percy"]
    assert holder(state, "calais") == "red"
    assert state.heirs["gloucester"].seat == ""
    assert state.heirs["gloucester"].place == "calais"
    assert played.open == []


@pytest.mark.rule("KM-SIE-03")
@pytest.mark.rule("KM-SIE-06")
def test_who_cannot_match_the_defence_may_not_besiege(leicester: State) -> None:
    refusal = refused(leicester, "besiege leicester with percy")
    assert "200 against 200 + 20 in Leicester" in str(refusal)
    assert refusal.rules == ("KM-SIE-03", "KM-SIE-06")
    assert refusal.nearest[0] == "besiege leicester with percy, grey"


@pytest.mark.rule("KM-SIE-04")
@pytest.mark.rule("KM-SIE-08")
@pytest.mark.rule("KM-SIE-15")
@pytest.mark.rule("KM-TWN-05")
def test_a_matched_siege_takes_place_nobles_and_heirs_and_the_victors_go_in(
    leicester: State, start: Start
) -> None:
    top(leicester, QUIET)
    played = start(combat, leicester, "red besiege leicester with percy, grey\nblue pass")
    assert played.told(FightDecided)[0].captured == ("roos", "henry")
    assert played.told(PlaceChanged)[0].new == "red"
    played.answer("red keep henry")
    assert played.open == [("red", "occupy")]
    played.answer("red in percy")
    assert leicester.nobles["percy"].place == "leicester"
    assert leicester.nobles["grey"].place == ""
    assert (leicester.heirs["henry"].seat, leicester.heirs["henry"].place) == ("red", "leicester")


@pytest.mark.rule("KM-SIE-15")
@pytest.mark.rule("KM-TWN-05")
def test_the_victors_cannot_overfill_the_place(position: Position, start: Start) -> None:
    state = position(
        captured="blue warwick",
        percy="red open warwick with marshal, scots archers",
        mowbray="red open warwick with admiral",
    )
    pile(state, "percy", "mowbray")
    top(state, QUIET)
    played = start(combat, state, "red besiege warwick with percy, mowbray")
    with pytest.raises(Illegal, match="has room for 300 of your 320"):
        played.answer("red in percy, mowbray")
    played.answer("red in percy")
    assert state.nobles["percy"].place == "warwick"


@pytest.mark.rule("KM-SIE-04")
def test_a_noble_who_stays_out_adds_nothing_is_not_killed_and_is_captured(
    leicester: State, start: Start
) -> None:
    top(leicester, "plague nottingham")
    played = start(
        combat, leicester, "red besiege leicester with percy, grey; then out\nblue stay out roos"
    )
    [decided] = played.told(FightDecided)
    assert (decided.defence, decided.captured) == (200, ("roos", "henry"))
    assert [died.counter for died in played.told(Died)] == ["grey"]


@pytest.mark.rule("KM-SIE-05")
def test_one_of_several_factions_inside_defends_and_the_holder_decides(
    position: Position, start: Start
) -> None:
    state = position(
        "red blue yellow",
        captured="blue leicester",
        percy="red open leicester with marshal, burgundian crossbowmen",
        roos="blue in leicester",
        howard="yellow in leicester",
        neville="yellow open york",
    )
    top(state, QUIET)
    played = start(combat, state, "red besiege leicester with percy")
    assert played.open == [("blue", "inside"), ("yellow", "inside")]
    played.answer("yellow blue defends\nblue yellow defends")
    [announced] = played.told(FightAnnounced)
    assert (announced.defender, announced.defenders, announced.defence) == (
        "yellow", ("howard",), 210)  # fmt: skip
    assert played.told(FightDecided)[0].captured == ("roos", "howard")


@pytest.mark.rule("KM-SIE-06")
def test_a_siege_that_cards_have_outgrown_is_called_off(leicester: State, start: Start) -> None:
    leicester.factions["blue"].hand = ["scots archers"]
    leicester.crown_deck.remove("scots archers")
    played = start(
        combat,
        leicester,
        "red besiege leicester with percy, grey; aim match\n"
        "blue play scots archers on roos; aim hold",
    )
    assert [each.forced for each in played.told(CalledOff)] == [True]
    assert not played.told(CombatCard)
    assert {"percy", "grey"} <= set(leicester.turn.attacked)


@pytest.mark.rule("KM-SIE-07")
def test_the_card_of_a_siege_only_kills(leicester: State, start: Start) -> None:
    top(leicester, "plague nottingham")
    played = start(combat, leicester, "red besiege leicester with percy, grey; then out\nblue pass")
    assert [died.counter for died in played.told(Died)] == ["roos", "grey"]
    assert played.told(FightDecided)[0].ratio == ""
    assert holder(leicester, "leicester") == "red"


@pytest.mark.rule("KM-SIE-09")
@pytest.mark.rule("KM-SIE-10")
def test_bad_weather_puts_the_place_under_siege(leicester: State, start: Start) -> None:
    top(leicester, WEATHER)
    played = start(combat, leicester, "red besiege leicester with percy, grey\nblue pass")
    assert played.told(SiegeBegan)[0].nobles == ("percy", "grey")
    assert leicester.sieges["leicester"].seat == "red"
    assert holder(leicester, "leicester") == "blue"
    assert not Attacks(leicester, "red").whole
    leicester.nobles["grey"].square = "york"

    async def settle(table: Any) -> None:
        settle_sieges(table)

    ended = start(settle, leicester)
    assert [each.why for each in ended.told(SiegeEnded)] == ["weak"]


def besieged(state: State) -> State:
    """Put Leicester under siege in blue's turn."""
    state.sieges["leicester"] = Siege("red", ["percy", "grey"])
    state.turn.seat = "blue"
    return state


@pytest.mark.rule("KM-SIE-11")
@pytest.mark.rule("KM-SIE-12")
def test_the_besieged_sally_without_their_garrison_and_go_back_inside(
    leicester: State, start: Start
) -> None:
    besieged(leicester)
    top(leicester, QUIET)
    leicester.nobles["roos"].awards = ["earl of kent", "tower"]
    leicester.crown_deck = [c for c in leicester.crown_deck if c not in {"earl of kent", "tower"}]
    played = start(combat, leicester, "blue attack percy with roos")
    [announced] = played.told(FightAnnounced)
    assert (announced.kind, announced.strength, announced.garrison) == (BATTLE, 100, 0)
    assert leicester.nobles["roos"].captor == "red"
    assert leicester.nobles["roos"].place == ""
    assert leicester.heirs["henry"].seat == ""


@pytest.mark.rule("KM-SIE-11")
@pytest.mark.rule("KM-SIE-14")
def test_a_relief_joins_the_sally_beats_the_besiegers_and_goes_in(
    position: Position, start: Start
) -> None:
    state = position(
        captured="blue leicester",
        percy="red open leicester with marshal",
        roos="blue in leicester",
        neville="blue open leicester with chancellor",
        mowbray="blue open leicester with admiral",
    )
    pile(state, "neville", "mowbray")
    state.sieges["leicester"] = Siege("red", ["percy"])
    state.turn.seat = "blue"
    top(state, "peasant revolt leicester")
    state.nobles["roos"].awards = ["burgundian crossbowmen"]
    state.crown_deck.remove("burgundian crossbowmen")
    played = start(
        combat, state, "blue attack percy with roos, neville, mowbray; then in neville, mowbray"
    )
    [decided] = played.told(FightDecided)
    assert (decided.strength, decided.ratio, decided.winner) == (250, "5-4", "blue")
    assert [each.why for each in played.told(SiegeEnded)] == ["beaten"]
    assert {state.nobles[n].place for n in ("roos", "neville", "mowbray")} == {"leicester"}


@pytest.mark.rule("KM-SIE-13")
@pytest.mark.rule("KM-SIE-14")
def test_a_third_faction_first_beats_the_besieger_and_then_takes_over_the_siege(
    position: Position, start: Start
) -> None:
    state = position(
        "yellow red blue",
        captured="blue leicester",
        percy="red open leicester with marshal",
        neville="yellow open leicester with chancellor, burgundian crossbowmen",
        mowbray="yellow open leicester with admiral, burgundian crossbowmen 2",
    )
    pile(state, "neville", "mowbray")
    state.sieges["leicester"] = Siege("red", ["percy"])
    refusal = refused(state, "besiege leicester with neville, mowbray", "yellow")
    assert refusal.rules == ("KM-SIE-13",)
    top(state, "peasant revolt leicester")
    played = start(combat, state, "yellow attack percy with neville, mowbray")
    assert played.told(FightDecided)[0].winner == "yellow"
    assert state.sieges["leicester"] == Siege("yellow", ["neville", "mowbray"])


@pytest.mark.rule("KM-SIE-16")
@pytest.mark.rule("KM-TRA-05")
def test_the_card_of_a_captured_town_passes_and_lies_by_itself(
    position: Position, start: Start
) -> None:
    state = position(percy="red open leicester with marshal", roos="blue open york with leicester")
    top(state, QUIET)
    played = start(combat, state, "red besiege leicester with percy; then out")
    assert state.factions["red"].laid == ["leicester"]
    assert state.nobles["roos"].awards == []
    assert holder(state, "leicester") == "red"
    assert played.told(Spoils)[0].cards == (("leicester", ""),)


@pytest.mark.rule("KM-TRA-05")
@pytest.mark.rule("KM-KIL-01")
def test_the_town_card_of_a_noble_killed_in_the_siege_goes_under_the_deck(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open leicester with marshal, burgundian crossbowmen",
        roos="blue in leicester with leicester",
        howard="blue in leicester",
    )
    top(state, "parliament 4")
    start(combat, state, "red besiege leicester with percy; then out")
    assert set(state.crown_deck[:2]) == {"roos", "leicester"}
    assert state.factions["red"].laid == []
    assert holder(state, "leicester") == "red"
    assert state.nobles["howard"].captor == "red"


@pytest.mark.rule("KM-TRA-10")
@pytest.mark.rule("KM-TWN-06")
def test_places_on_a_noble_card_are_no_spoils_but_fall_to_a_siege(
    position: Position, start: Start
) -> None:
    state = position(percy="red open warwick", neville="blue open york")
    top(state, QUIET)
    assert holder(state, "warwick") == "blue"
    start(combat, state, "red besiege warwick with percy; then in percy")
    assert holder(state, "warwick") == "red"
    state.turn.seat, state.turn.attacked, state.turn.defended = "blue", [], []
    state.nobles["neville"].square = "warwick"
    state.nobles["neville"].awards = ["chancellor", "saxons", "flemish crossbowmen", "marshal"]
    state.nobles["percy"].square, state.nobles["percy"].place = "york", ""
    top(state, "storm 1")
    start(combat, state, "blue besiege warwick with neville; then out")
    assert holder(state, "warwick") == "blue"
    assert "warwick" not in state.captured


@pytest.mark.rule("KM-TER-13")
def test_an_open_town_is_besieged_only_when_it_is_closed_and_is_nobodys_afterwards(
    position: Position, start: Start
) -> None:
    state = position(percy="red open hereford with marshal, burgundian crossbowmen, scots archers")
    assert refused(state, "besiege hereford with percy").rules == ("KM-TER-13",)
    state = position(
        percy="red open hereford with marshal, burgundian crossbowmen, scots archers",
        stanley="blue in hereford",
    )
    top(state, QUIET)
    start(combat, state, "red besiege hereford with percy; then in percy")
    assert holder(state, "hereford") == ""
    assert state.nobles["stanley"].captor == "red"
    assert state.nobles["percy"].place == "hereford"


@pytest.mark.rule("KM-SEA-11")
@pytest.mark.rule("KM-COM-07")
def test_passengers_driven_into_a_port_besiege_it_if_they_can(
    position: Position, start: Start
) -> None:
    state = position(percy="red open plymouth with marshal", howard="red open swansea")
    state.duties = [Duty(SIEGE, "red", "plymouth", ["percy"]), Duty(SIEGE, "red", "swansea",
                                                                    ["howard"])]  # fmt: skip
    top(state, QUIET)
    played = start(combat, state, "red pass\nred all out")
    assert [decided.place for decided in played.told(FightDecided)] == ["plymouth"]
    assert state.duties == []


@pytest.mark.rule("KM-TER-11")
def test_passengers_at_an_unfortified_port_fight_the_weakest_force_in_it(
    position: Position, start: Start
) -> None:
    state = position(percy="red open rye", roos="blue at rye", mowbray="blue at rye",
                     howard="blue open rye")  # fmt: skip
    state.duties = [Duty(BATTLE, "red", "rye", ["percy"])]
    top(state, QUIET)
    played = start(combat, state, "red pass")
    assert played.told(FightAnnounced)[0].defenders == ("roos",)


@pytest.mark.rule("KM-TER-11")
def test_a_landing_fight_is_not_called_off(position: Position, start: Start) -> None:
    state = position(hands={"red": "saxons", "blue": "saxons 2"}, percy="red open rye",
                     roos="blue at rye")  # fmt: skip
    state.duties = [Duty(BATTLE, "red", "rye", ["percy"])]
    played = start(combat, state, "red pass\nblue play saxons on roos")
    assert played.open == [("red", "reinforce")]
    with pytest.raises(Illegal, match="must fight"):
        played.answer("red call off")


@pytest.mark.rule("KM-COM-06")
def test_howard_left_out_of_the_siege_is_safe_from_its_card(
    position: Position, start: Start
) -> None:
    state = position(
        captured="blue coventry",
        percy="red open coventry with marshal",
        neville="red open coventry with chancellor",
        howard="red open coventry",
        scrope="blue in coventry with earl of richmond, treasurer",
    )
    pile(state, "percy", "neville", "howard")
    top(state, "storm 1")
    played = start(combat, state, "red besiege coventry with percy, neville; then out")
    [announced] = played.told(FightAnnounced)
    assert (announced.strength, announced.defence) == (300, 300)
    assert played.told(CombatCard)[0].killed == ()
    assert "howard" in state.nobles
    assert holder(state, "coventry") == "red"
    assert "howard" in state.turn.attacked


@pytest.mark.rule("KM-SIE-05")
def test_in_an_open_town_the_strongest_faction_decides_who_defends(
    position: Position, start: Start
) -> None:
    state = position(
        "red blue yellow",
        percy="red open hereford with marshal, scots archers, scots archers 2, saxons",
        stanley="blue in hereford",
        howard="yellow in hereford",
    )
    top(state, QUIET)
    played = start(combat, state, "red besiege hereford with percy; then out")
    assert {ask.default for ask in played.run.waiting.values()} == {"blue defends"}
    played.answer("yellow blue defends\nblue yellow defends")
    [announced] = played.told(FightAnnounced)
    assert (announced.defender, announced.defence) == ("yellow", 210)


@pytest.mark.rule("KM-SIE-05")
def test_what_the_defenders_agree_on_holds_against_the_holder(
    position: Position, start: Start
) -> None:
    state = position(
        "red blue yellow",
        captured="blue leicester",
        percy="red open leicester with marshal, scots archers",
        roos="blue in leicester",
        howard="yellow in leicester",
    )
    top(state, QUIET)
    played = start(combat, state, "red besiege leicester with percy; then out")
    played.answer("blue nobody defends\nyellow nobody defends")
    assert played.told(FightAnnounced)[0].defence == 200
    assert played.told(FightDecided)[0].captured == ("roos", "howard")


@pytest.mark.rule("KM-SIE-08")
def test_guests_of_the_besiegers_faction_inside_stay_and_all_others_are_captured(
    position: Position, start: Start
) -> None:
    state = position(
        "red blue yellow",
        captured="blue leicester",
        percy="red open leicester with marshal, scots archers",
        grey="red in leicester",
        howard="yellow in leicester",
    )
    top(state, QUIET)
    played = start(combat, state, "red besiege leicester with percy; then out")
    assert played.told(FightDecided)[0].captured == ("howard",)
    assert state.nobles["grey"].place == "leicester"
    assert state.nobles["grey"].captor == ""


@pytest.mark.rule("KM-SIE-09")
def test_a_delayed_siege_is_tried_again_in_a_later_turn_and_takes_the_place(
    leicester: State, start: Start
) -> None:
    top(leicester, WEATHER, QUIET)
    start(combat, leicester, "red besiege leicester with percy, grey\nblue pass")
    assert not Attacks(leicester, "red").whole
    leicester.turn.attacked, leicester.turn.defended = [], []
    line = "red besiege leicester with percy, grey; then out\nblue pass"
    played = start(combat, leicester, line)
    assert played.told(FightDecided)[0].captured == ("roos", "henry")
    assert leicester.sieges == {}


@pytest.mark.rule("KM-SIE-11")
@pytest.mark.parametrize("card", [WEATHER, "storm 3"])
def test_who_sallies_in_vain_goes_back_inside(position: Position, start: Start, card: str) -> None:
    state = position(
        "blue red",
        captured="blue leicester",
        percy="red open leicester with marshal, saxons, saxons 2",
        neville="red open leicester with chancellor",
        roos="blue in leicester with earl of kent, steward, scots archers",
        henry="blue in leicester",
    )
    state.sieges["leicester"] = Siege("red", ["percy", "neville"])
    pile(state, "percy", "neville")
    top(state, card)
    played = start(combat, state, "blue attack percy with roos")
    [decided] = played.told(FightDecided)
    assert (decided.strength, decided.defence, decided.winner) == (120, 320, "")
    assert state.nobles["roos"].place == state.heirs["henry"].place == "leicester"
    assert state.sieges["leicester"] == Siege("red", ["percy", "neville"])


@pytest.mark.rule("KM-SIE-14")
@pytest.mark.rule("KM-COM-02")
def test_who_has_beaten_the_besieger_does_not_attack_the_place_in_the_same_turn(
    position: Position, start: Start
) -> None:
    state = position(
        "yellow red blue",
        captured="blue leicester",
        percy="red open leicester",
        neville="yellow open leicester with marshal, burgundian crossbowmen, "
        "burgundian crossbowmen 2",
    )
    state.sieges["leicester"] = Siege("red", ["percy"])
    top(state, "peasant revolt leicester")
    start(combat, state, "yellow attack percy with neville; spoils to neville")
    refusal = refused(state, "besiege leicester with neville", "yellow")
    assert "KM-COM-02" in refusal.rules


@pytest.mark.rule("KM-TER-13")
@pytest.mark.rule("KM-EXP-03")
def test_a_noble_of_50_in_hereford_takes_250_troops_to_besiege(position: Position) -> None:
    archers = "scots archers, scots archers 2"
    state = position(
        percy=f"red open hereford with marshal, {archers}, saxons", stanley="blue in hereford"
    )
    assert Attacks(state, "red").understand("besiege hereford") == ("besiege hereford with percy",)
    state.nobles["percy"].awards.remove("saxons")
    found = refused(state, "besiege hereford with percy")
    assert "240 against 200 + 50" in str(found)
    assert found.rules == ("KM-SIE-03", "KM-SIE-06")


@pytest.mark.rule("KM-TRA-05")
def test_the_card_of_a_place_whose_holder_is_captured_in_it_lies_by_itself_too(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open carisbrooke with marshal, scots archers",
        howard="blue in carisbrooke with carisbrooke, saxons",
    )
    top(state, QUIET)
    start(combat, state, "red besiege carisbrooke with percy; spoils to percy; then out")
    assert state.factions["red"].laid == ["carisbrooke"]
    assert "saxons" in state.nobles["percy"].awards
    assert "carisbrooke" not in state.nobles["percy"].awards


@pytest.mark.rule("KM-TRA-10")
def test_a_ship_named_on_an_office_is_no_spoil_of_its_captured_noble(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open york", mowbray="blue open york with admiral", le_grace="in lynn",
        roos="blue open london",
    )  # fmt: skip
    state.nobles["percy"].awards = ["marshal", "saxons"]
    state.crown_deck = [card for card in state.crown_deck if card not in {"marshal", "saxons"}]
    top(state, QUIET)
    start(combat, state, "red attack mowbray with percy")
    assert state.nobles["mowbray"].captor == "red"
    assert state.nobles["mowbray"].awards == ["admiral"]
    assert "admiral" not in state.nobles["percy"].awards


@pytest.mark.rule("KM-PAR-16")
def test_passengers_do_not_fight_where_the_kings_peace_lies(
    position: Position, start: Start
) -> None:
    state = position(percy="red open plymouth with marshal", roos="blue at rye", grey="red at rye")
    state.duties = [Duty(SIEGE, "red", "plymouth", ["percy"]), Duty(BATTLE, "red", "rye", ["grey"])]
    state.peace_at = "plymouth"
    top(state, WEATHER)
    played = start(combat, state, "red pass")
    assert [each.square for each in played.told(FightAnnounced)] == ["rye"]
    state.duties, state.peace_at = [Duty(BATTLE, "red", "rye", ["grey"])], "rye"
    state.turn.attacked, state.turn.defended = [], []
    assert start(combat, state, "red pass").told(FightAnnounced) == []

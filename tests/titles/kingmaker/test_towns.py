from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import ForceFormed, HeirCaptured, Moved
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.position.holding import friendly, holder
from moderator.titles.kingmaker.state import ENTRY, Leave, Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]


async def red(table: Table[State]) -> None:
    await movement(table, "red")


def refusal(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        Moves(state, "red").understand(line)
    return caught.value


def understood(state: State, line: str) -> tuple[str, ...]:
    return Moves(state, "red").understand(line)


@pytest.mark.rule("KM-TWN-01")
@pytest.mark.rule("KM-TWN-04")
def test_a_fifth_square_and_into_friendly_london(position: Position, start: Start) -> None:
    state = position(neville="red open bristol", captured="red london")
    start(red, state, "red move neville to london")
    assert state.nobles["neville"].place == "london"
    assert "london" in state.turn.used


@pytest.mark.rule("KM-TWN-01")
def test_going_in_or_out_is_no_move(position: Position, start: Start) -> None:
    state = position(neville="red open london", captured="red london", henry="dead")
    played = start(red, state, "red into london with neville")
    assert state.nobles["neville"].place == "london"
    assert state.turn.moved == []
    played.answer("red out of london with neville")
    assert state.nobles["neville"].place == ""
    assert [event.path for event in played.told(Moved)] == [("london",), ("london",)]
    played.answer("red move neville to barnet")
    assert state.nobles["neville"].square == "barnet"


@pytest.mark.rule("KM-TWN-01")
def test_into_and_out_of_mean_all_who_are_there(position: Position) -> None:
    state = position(
        neville="red open london", grey="red open london", captured="red london", henry="dead"
    )
    assert understood(state, "into london") == ("into london with neville, grey",)
    assert understood(state, "move neville to london") == ("into london with neville",)
    inside = position(neville="red in london", captured="red london")
    assert understood(inside, "out of london") == ("out of london with neville",)
    assert understood(inside, "move neville to london open") == ("out of london with neville",)


@pytest.mark.rule("KM-TWN-02")
@pytest.mark.rule("KM-TWN-04")
def test_an_order_that_names_only_the_square_stays_in_the_open(
    position: Position, start: Start
) -> None:
    state = position(neville="red open barnet", captured="red london")
    start(red, state, "red move neville to london open")
    assert (state.nobles["neville"].square, state.nobles["neville"].place) == ("london", "")


@pytest.mark.rule("KM-FAC-05")
@pytest.mark.rule("KM-SIE-01")
def test_a_neutral_place_is_approached_and_not_entered(position: Position) -> None:
    state = position(neville="red open warwick")
    assert understood(state, "move neville to coventry") == ("move neville to coventry open",)
    with pytest.raises(Illegal) as caught:
        Moves(state, "red").read("move neville to coventry")
    assert "KM-FAC-05" in caught.value.rules
    near = position(neville="red open coventry")
    assert "KM-FAC-05" in refusal(near, "into coventry").rules


@pytest.mark.rule("KM-FAC-04")
def test_a_place_on_one_nobles_cards_is_friendly_to_all_of_his_faction(
    position: Position, start: Start
) -> None:
    state = position(neville="red open warwick", grey="red open london with coventry")
    start(red, state, "red move neville to coventry")
    assert state.nobles["neville"].place == "coventry"


@pytest.mark.rule("KM-TWN-06")
def test_capture_beats_the_card_until_the_place_is_won_back(position: Position) -> None:
    state = position(neville="red open warwick with coventry", captured="blue coventry")
    assert not friendly(state, "coventry", "red")
    assert friendly(state, "coventry", "blue")
    del state.captured["coventry"]
    assert friendly(state, "coventry", "red")
    line = "move neville to coventry"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-FAC-06")
@pytest.mark.rule("KM-TWN-03")
def test_an_unfriendly_place_is_entered_with_leave(position: Position, start: Start) -> None:
    for answer, place in (("grant", "coventry"), ("refuse", "")):
        state = position(neville="red open warwick", captured="blue coventry")
        played = start(red, state, "red move neville to coventry")
        assert played.open == [("blue", "entry")]
        facts = played.run.waiting["blue"].facts
        assert (facts["by"], facts["at"], facts["strength"]) == ("red", "coventry", 50)
        assert facts["room"] == 400
        played.answer(f"blue {answer}")
        noble = state.nobles["neville"]
        assert (noble.square, noble.place) == ("coventry", place)


@pytest.mark.rule("KM-TWN-03")
def test_what_was_refused_is_not_asked_again_in_the_same_turn(
    position: Position, start: Start
) -> None:
    state = position(neville="red open warwick", grey="red open coventry", captured="blue coventry")
    played = start(red, state, "red move neville to coventry\nblue refuse")
    played.answer("red into coventry with neville")
    assert played.open == [("red", "move")]
    assert state.nobles["neville"].place == ""
    played.answer("red into coventry with grey")
    assert played.open == [("blue", "entry")]


@pytest.mark.rule("KM-TWN-03")
def test_leave_given_beforehand_lets_in_at_once(position: Position, start: Start) -> None:
    state = position(neville="red open warwick", captured="blue coventry")
    state.leaves.append(Leave(ENTRY, "blue", "red", "coventry", 3))
    start(red, state, "red move neville to coventry")
    assert state.nobles["neville"].place == "coventry"


@pytest.mark.rule("KM-TWN-05")
def test_a_noble_of_310_does_not_go_into_a_castle(position: Position) -> None:
    awards = "marshal, earl of westmorland, treasurer, chancellor, saxons"
    state = position(neville="red open coventry", percy=f"red open coventry with {awards}")
    percy = 100 + 100 + 40 + 50 + 50 + 10
    found = refusal(state, "move percy to warwick")
    assert found.rules == ("KM-TWN-05",)
    assert f"Percy with {percy}" in str(found)
    assert "room for 300 more of its 300" in str(found)
    state.nobles["percy"].awards.remove("chancellor")
    line = "move percy to warwick"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-TWN-05")
def test_two_nobles_of_200_fill_a_town(position: Position) -> None:
    state = position(
        percy="red in coventry with marshal",
        neville="red open warwick with marshal, chancellor",
        grey="red open warwick",
        captured="red coventry",
    )
    line = "move neville to coventry"
    assert understood(state, line) == (line,)
    both = refusal(state, "move neville, grey to coventry")
    assert both.rules == ("KM-TWN-05",)
    assert "room for 200 more of its 400" in str(both)


@pytest.mark.rule("KM-TER-13")
def test_an_empty_open_town_is_walked_into(position: Position, start: Start) -> None:
    state = position(percy="red open worcester")
    start(red, state, "red move percy to hereford")
    assert state.nobles["percy"].place == "hereford"


@pytest.mark.rule("KM-TER-13")
def test_an_heir_alone_does_not_close_an_open_town(position: Position, start: Start) -> None:
    state = position(percy="red open llandovery", clarence="nobody in cardigan")
    played = start(red, state, "red move percy to cardigan")
    assert state.nobles["percy"].place == "cardigan"
    assert played.told(HeirCaptured)[0].heir == "clarence"


@pytest.mark.rule("KM-EXP-03")
def test_all_factions_inside_an_open_town_must_agree(position: Position, start: Start) -> None:
    for answers, place in (
        ("blue grant\nwhite grant", "hereford"),
        ("blue grant\nwhite refuse", ""),
    ):
        state = position(
            "red blue white",
            percy="red open worcester",
            grey="blue in hereford",
            roos="white in hereford",
        )
        played = start(red, state, "red move percy to hereford")
        assert played.open == [("blue", "entry"), ("white", "entry")]
        played.answer(answers)
        assert state.nobles["percy"].place == place


@pytest.mark.rule("KM-SIE-13")
def test_a_place_under_siege_is_not_entered(position: Position) -> None:
    state = position(
        neville="red open warwick", percy="blue open coventry", captured="red coventry"
    )
    state.sieges["coventry"] = Siege("blue", ["percy"])
    assert refusal(state, "move neville to coventry").rules == ("KM-SIE-13",)


@pytest.mark.rule("KM-TRA-02")
def test_a_place_transferred_in_this_turn_is_not_entered(position: Position) -> None:
    state = position(neville="red open warwick", captured="red coventry")
    state.turn.bound = ["coventry"]
    assert refusal(state, "move neville to coventry").rules == ("KM-TRA-02",)


@pytest.mark.rule("KM-TWN-02")
def test_a_noble_may_stand_at_an_unfortified_town(position: Position, start: Start) -> None:
    state = position(neville="red open southampton")
    start(red, state, "red move neville to salisbury")
    assert state.nobles["neville"].place == "salisbury"
    state.turn.moved = []
    assert understood(state, "out of salisbury") == ("out of salisbury with neville",)


@pytest.mark.rule("KM-STA-01")
@pytest.mark.rule("KM-STA-02")
@pytest.mark.rule("KM-STA-03")
def test_who_moves_together_is_a_force_and_who_comes_later_stands_apart(
    position: Position, start: Start
) -> None:
    state = position(
        neville="red open london", grey="red open london", howard="red open london",
        roos="red open barnet",
    )  # fmt: skip
    played = start(
        red, state, "red move neville, grey to barnet open\nred move howard to barnet open"
    )
    force = {id_: noble.force for id_, noble in state.nobles.items()}
    assert force["neville"] == force["grey"]
    assert len({force["neville"], force["howard"], force["roos"]}) == 3
    played.answer("red join howard with grey\nred join roos with howard")
    assert len({noble.force for noble in state.nobles.values()}) == 1
    played.answer("red split neville, roos")
    force = {id_: noble.force for id_, noble in state.nobles.items()}
    assert force["neville"] == force["roos"] != force["grey"] == force["howard"]
    assert played.told(ForceFormed)[-1].nobles == ("neville", "roos")


@pytest.mark.rule("KM-STA-02")
@pytest.mark.rule("KM-MOV-05")
def test_an_heir_is_always_in_the_force_of_somebody_with_him(
    position: Position, start: Start
) -> None:
    state = position(neville="red open barnet", grey="red open barnet", henry="red open barnet")
    played = start(red, state, "red join grey with neville")
    for line in ("split neville, grey", "split grey", "join neville with grey"):
        played.answer(f"red {line}")
        forces = {noble.force for noble in state.nobles.values()}
        assert state.heirs["henry"].force in forces


@pytest.mark.rule("KM-STA-03")
def test_inside_a_place_a_faction_is_one_force(position: Position, start: Start) -> None:
    state = position(neville="red in london", grey="red open barnet", captured="red london")
    start(red, state, "red move grey to london")
    assert state.nobles["grey"].force == state.nobles["neville"].force
    assert refusal(state, "split grey").rules == ("KM-STA-03",)


@pytest.mark.rule("KM-STA-03")
def test_only_who_stands_together_joins(position: Position) -> None:
    state = position(neville="red open london", grey="red open barnet")
    assert refusal(state, "join neville with grey").rules == ("KM-STA-03",)


@pytest.mark.rule("KM-STA-04")
def test_nobles_of_two_factions_are_no_force(position: Position) -> None:
    state = position(neville="red open london", percy="blue open london")
    assert "KM-STA-04" in refusal(state, "join neville with percy").rules


@pytest.mark.rule("KM-TWN-05")
def test_herbert_with_310_in_wales_stays_outside_a_castle_and_with_300_goes_in(
    position: Position,
) -> None:
    awards = "earl of kent, county palatine, saxons, saxons 2"
    state = position(herbert=f"red open chirk with {awards}", captured="red usk, red chirk")
    found = refusal(state, "into chirk with herbert")
    assert found.rules == ("KM-TWN-05",)
    assert "Herbert with 310" in str(found)
    state.nobles["herbert"].awards.remove("saxons 2")
    line = "into chirk with herbert"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-TWN-05")
@pytest.mark.rule("KM-TER-15")
def test_a_city_holds_any_number_of_troops(position: Position) -> None:
    state = position(
        percy="red open london with marshal, burgundian crossbowmen, flemish crossbowmen",
        scrope="red open london with earl of richmond, tower", captured="red london",
    )  # fmt: skip
    line = "into london with percy, scrope"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-TWN-03")
def test_a_guest_stays_though_his_leave_is_over_and_goes_when_he_likes(
    position: Position, start: Start
) -> None:
    state = position(
        neville="red in coventry", captured="blue coventry", grey="blue in coventry", edward="dead"
    )
    start(red, state, "red end moves")
    assert state.nobles["neville"].place == "coventry"
    line = "move neville to warwick open"
    assert understood(state, line) == (line,)
    start(red, state, f"red {line}")
    assert state.nobles["neville"].square == "warwick"


@pytest.mark.rule("KM-FAC-05")
@pytest.mark.rule("KM-FAC-06")
@pytest.mark.rule("KM-TER-14")
@pytest.mark.rule("KM-TER-15")
@pytest.mark.rule("KM-TER-16")
@pytest.mark.rule("KM-TER-17")
@pytest.mark.parametrize("place", ["coventry", "york", "windsor", "arundel"])
def test_no_kind_of_place_is_entered_while_it_is_neutral(position: Position, place: str) -> None:
    square = current().board.places[place].square
    state = position(neville=f"red open {square}")
    assert "KM-FAC-05" in refusal(state, f"into {place}").rules


@pytest.mark.rule("KM-TER-12")
def test_an_unfortified_town_is_anybodys_to_stand_at_and_nobodys_to_hold(
    position: Position, start: Start
) -> None:
    state = position(neville="red open salisbury", percy="blue at salisbury")
    state.nobles["neville"].square = current().board.places["salisbury"].square
    start(red, state, "red into salisbury with neville")
    assert state.nobles["neville"].place == "salisbury"
    assert holder(state, "salisbury") == ""

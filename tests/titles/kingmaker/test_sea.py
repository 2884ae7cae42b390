from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import port_reach, sea_reach
from moderator.titles.kingmaker.events import HeirCaptured, Landed, Sailed, ShipRemoved
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.position.holding import commander
from moderator.titles.kingmaker.state import (
    BATTLE,
    ENTRY,
    LOAN,
    PASSAGE,
    SAILING,
    SIEGE,
    Leave,
    Siege,
    State,
)

Position = Callable[..., State]
Start = Callable[..., Any]

MICHAEL = "red open dover with le michael, dover castle"
"""With Dover friendly, and le Michael (100)."""


async def red(table: Table[State]) -> None:
    await movement(table, "red")


def refusal(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        Moves(state, "red").understand(line)
    return caught.value


def understood(state: State, line: str) -> tuple[str, ...]:
    return Moves(state, "red").understand(line)


@pytest.mark.rule("KM-MOV-12")
def test_from_dover_to_calais_are_two_squares_and_from_calais_five_to_the_north_sea() -> None:
    board = current().board
    assert port_reach(board, "dover", True)["calais"] == 2
    assert sea_reach(board, "calais", True)["n1"] == 5
    assert "berwick" not in port_reach(board, "calais", True)


@pytest.mark.rule("KM-EXM-04")
@pytest.mark.rule("KM-SEA-04")
@pytest.mark.rule("KM-SEA-09")
@pytest.mark.rule("KM-TER-09")
@pytest.mark.rule("KM-SEA-08")
@pytest.mark.rule("KM-SEA-12")
@pytest.mark.rule("KM-MOV-10")
@pytest.mark.rule("KM-ROY-01")
def test_neville_sails_to_friendly_calais_and_captures_gloucester_there(
    position: Position, start: Start
) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", captured="red calais")
    played = start(red, state, "red sail le michael to calais with neville")
    sailed = played.told(Sailed)[0]
    assert (sailed.source, sailed.path, sailed.target) == (("", "dover"), ("s8",), ("", "calais"))
    assert played.told(Landed)[0].spot == ("calais", "calais")
    noble = state.nobles["neville"]
    assert (noble.square, noble.place, noble.aboard) == ("calais", "calais", [])
    assert state.ships["le michael"].port == "calais"
    assert played.told(HeirCaptured)[0].heir == "gloucester"
    assert state.ships["le michael"].moved_by == "red"
    assert state.turn.attacked == []


@pytest.mark.rule("KM-SEA-03")
def test_nobles_embark_from_anywhere_in_the_square_of_the_port(position: Position) -> None:
    state = position(
        neville=MICHAEL, grey="red in canterbury", captured="red canterbury, red calais",
        le_michael="in dover",
    )  # fmt: skip
    line = "sail le michael to calais with grey"
    assert understood(state, line) == (line,)
    state.nobles["grey"].square = "rochester"
    assert refusal(state, line).rules == ("KM-SEA-03",)


@pytest.mark.rule("KM-SEA-08")
def test_passengers_land_where_they_are_told_in_the_square(
    position: Position, start: Start
) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", captured="red calais")
    line = "sail le michael to calais and land in calais open with neville"
    assert understood(
        state, "sail michael from dover to calais and land in the open with neville"
    ) == (line,)
    start(red, state, f"red {line}")
    assert (state.nobles["neville"].square, state.nobles["neville"].place) == ("calais", "")


@pytest.mark.rule("KM-SEA-01")
@pytest.mark.rule("KM-SEA-16")
def test_a_noble_who_walked_to_dover_waits_for_another_move(
    position: Position, start: Start
) -> None:
    state = position(neville=MICHAEL.replace("dover", "rochester", 1), le_michael="in dover")
    state.captured["calais"] = "red"
    start(red, state, "red move neville to dover open")
    assert "KM-SEA-01" in refusal(state, "sail le michael to calais with neville").rules


@pytest.mark.rule("KM-EXM-03")
@pytest.mark.rule("KM-EVT-25")
def test_one_free_move_carries_ship_and_noble_who_has_walked(
    position: Position, start: Start
) -> None:
    state = position(
        neville=MICHAEL.replace("dover", "london", 1), le_michael="in dover",
        captured="red calais", kept={"red": "free move"}, henry="dead",
    )  # fmt: skip
    played = start(
        red,
        state,
        """red move neville to dover open
        red free sail le michael to calais and land in calais open with neville""",
    )
    assert state.nobles["neville"].square == "calais"
    assert state.factions["red"].kept == []
    assert state.turn.free_moved == ["le michael", "neville"]
    assert played.told(Sailed)[0].free
    line = "sail le michael to dover"
    assert understood(state, line) == (line,)
    assert "KM-SEA-16" in refusal(state, "sail le michael to dover with neville").rules


@pytest.mark.rule("KM-SEA-05")
def test_le_michael_just_carries_a_hundred(position: Position) -> None:
    state = position(
        percy="red open dover with dover castle, le michael",
        stanley="red open dover", scrope="red open dover with cinque ports",
        grey="red open dover", roos="red open dover with saxons",
        le_michael="in dover", captured="red calais",
    )  # fmt: skip
    just = "sail le michael to calais with stanley, grey, roos"
    assert understood(state, just) == (just,)
    found = refusal(state, "sail le michael to calais with stanley, grey, roos, scrope")
    assert "KM-SEA-05" in found.rules
    assert "with 160 are more than le Michael can carry: 100" in str(found)


@pytest.mark.rule("KM-SEA-05")
def test_area_bonuses_do_not_count_at_sea(position: Position) -> None:
    state = position(
        scrope="red open london with tower, le michael", le_michael="in london",
        captured="red calais",
    )  # fmt: skip
    line = "sail le michael to calais with scrope"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-SEA-06")
def test_a_noble_of_150_sails_in_two_ships_that_keep_together(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open dover with dover castle, le michael, le swan",
        le_michael="in dover", le_swan="in dover",
    )  # fmt: skip
    assert "KM-SEA-05" in refusal(state, "sail le michael to s8 with percy").rules
    start(red, state, "red sail le michael, le swan to s8 with percy")
    assert state.nobles["percy"].aboard == ["le michael", "le swan"]
    state.turn.moved = []
    assert refusal(state, "sail le swan to dover").rules == ("KM-SEA-06",)
    state.ships["le swan"].sea = "s9"
    assert refusal(state, "sail le michael, le swan to dover").rules == ("KM-SEA-06",)


@pytest.mark.rule("KM-MOV-07")
def test_five_squares_at_sea_and_no_more(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover")
    assert refusal(state, "sail le michael to s1").rules == ("KM-MOV-07",)
    found = refusal(state, "sail le michael to whitby")
    assert found.rules == ("KM-MOV-07", "KM-MOV-12")
    assert "a move has 5" in str(found)
    assert found.nearest


@pytest.mark.rule("KM-MOV-08")
@pytest.mark.rule("KM-MOV-09")
def test_a_ship_stays_at_sea_and_nothing_blocks_her(position: Position, start: Start) -> None:
    state = position(
        neville="red aboard le michael with le michael", le_michael="on s8",
        percy="blue open york with le nicholas", le_nicholas="on s9",
    )  # fmt: skip
    start(red, state, "red sail le michael to s10\nred end")
    assert state.ships["le michael"].sea == "s10"
    assert state.nobles["neville"].aboard == ["le michael"]


@pytest.mark.rule("KM-SEA-16")
def test_a_ship_at_sea_carries_on_with_her_passengers(position: Position, start: Start) -> None:
    state = position(
        neville="red aboard le michael with le michael", le_michael="on s8",
        henry="red aboard le michael",
    )  # fmt: skip
    played = start(red, state, "red sail le michael to rye")
    assert played.told(Landed)[0].counters == ("neville", "henry")
    assert state.nobles["neville"].place == "rye"
    assert set(state.turn.moved) == {"le michael", "neville", "henry"}


@pytest.mark.rule("KM-SEA-02")
def test_nobody_embarks_at_sea_or_in_a_neutral_port(position: Position) -> None:
    state = position(
        neville="red open exeter with le michael", grey="red open exeter", le_michael="in exeter"
    )
    assert refusal(state, "sail le michael to s12 with neville").rules == ("KM-SEA-02",)
    state.ships["le michael"].port, state.ships["le michael"].sea = "", "s12"
    assert refusal(state, "sail le michael to dartmouth with grey").rules == ("KM-SEA-02",)


@pytest.mark.rule("KM-SEA-03")
@pytest.mark.rule("KM-SIE-10")
def test_nobody_embarks_out_of_a_siege(position: Position) -> None:
    state = position(
        neville="red in dover with le michael, dover castle",
        percy="blue open dover with marshal", le_michael="in dover",
    )  # fmt: skip
    state.sieges["dover"] = Siege("blue", ["percy"])
    assert "KM-SIE-10" in refusal(state, "sail le michael to rye with neville").rules


@pytest.mark.rule("KM-SEA-14")
def test_heirs_sail_with_their_nobles_and_take_no_room(position: Position, start: Start) -> None:
    state = position(
        neville="red open dover with le michael, dover castle", henry="red open dover",
        le_michael="in dover",
    )  # fmt: skip
    line = "sail le michael to rye with neville, henry"
    assert understood(state, "sail le michael to rye with neville") == (line,)
    assert refusal(state, "sail le michael to rye with henry").rules == ("KM-SEA-14",)
    start(red, state, f"red {line}")
    assert state.heirs["henry"].place == "rye"
    assert state.heirs["henry"].force == state.nobles["neville"].force


@pytest.mark.rule("KM-MOV-11")
@pytest.mark.rule("KM-MOV-14")
def test_a_neutral_or_unfriendly_port_is_shut(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover")
    found = refusal(state, "sail le michael to calais")
    assert found.rules == ("KM-MOV-14", "KM-SEA-10")
    assert "Calais is neutral" in str(found)
    state.captured["calais"] = "blue"
    assert "is held by blue" in str(refusal(state, "sail le michael to calais"))
    line = "sail le michael to rye"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-MOV-11")
def test_an_open_towns_port_is_shut_only_by_unfriendly_nobles(position: Position) -> None:
    state = position(neville="red open dover with le michael", le_michael="on s3")
    line = "sail le michael to kingston"
    assert understood(state, line) == (line,)
    occupied = position(
        neville="red open dover with le michael", percy="blue in kingston", le_michael="on s3"
    )
    assert refusal(occupied, line).rules == ("KM-MOV-14", "KM-SEA-10")


@pytest.mark.rule("KM-MOV-13")
def test_london_is_reached_by_its_estuary_from_the_sea_square_before_it(
    position: Position, start: Start
) -> None:
    state = position(neville="red open dover with le michael", le_michael="on s8")
    state.captured["london"] = "red"
    played = start(red, state, "red sail le michael to london")
    assert played.told(Sailed)[0].path == ("s8", "s7")


@pytest.mark.rule("KM-MOV-15")
def test_a_ship_in_a_neutral_port_is_free_to_sail(position: Position, start: Start) -> None:
    state = position(neville="red open dover with le michael", le_michael="in exeter")
    start(red, state, "red sail le michael to s12")
    assert state.ships["le michael"].sea == "s12"


@pytest.mark.rule("KM-MOV-16")
def test_a_ship_leaves_an_unfriendly_port_only_with_leave(position: Position, start: Start) -> None:
    for answer, port in (("grant", ""), ("refuse", "exeter")):
        state = position(
            neville="red open dover with le michael", le_michael="in exeter",
            captured="blue exeter",
        )  # fmt: skip
        played = start(red, state, "red sail le michael to s12")
        assert played.open == [("blue", "sailing")]
        facts = played.run.waiting["blue"].facts
        assert (facts["by"], facts["at"], facts["nobles"]) == ("red", "exeter", "le michael")
        played.answer(f"blue {answer}")
        assert state.ships["le michael"].port == port
        assert ("le michael" in state.turn.moved) is (answer == "grant")


@pytest.mark.rule("KM-SEA-10")
def test_neville_with_100_cannot_sail_against_calais_with_its_200(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", captured="blue calais")
    found = refusal(state, "sail le michael to calais with neville to besiege")
    assert found.rules == ("KM-SEA-10", "KM-SIE-06")
    assert "with 100; it has 200" in str(found)


@pytest.mark.rule("KM-SEA-10")
def test_who_matches_the_garrison_lands_in_the_open_and_must_besiege(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open dover with dover castle, treasurer, admiral",
        le_grace="in dover", captured="blue calais",
    )  # fmt: skip
    state.nobles["percy"].awards.remove("treasurer")
    line = "sail le grace to calais with percy to besiege"
    assert understood(state, line) == (line,)
    start(red, state, f"red {line}")
    assert (state.nobles["percy"].square, state.nobles["percy"].place) == ("calais", "")
    duty = state.duties[0]
    assert (duty.kind, duty.seat, duty.place, duty.nobles) == (SIEGE, "red", "calais", ["percy"])


@pytest.mark.rule("KM-PAR-16")
def test_nobody_lands_to_besiege_where_the_kings_peace_lies(position: Position) -> None:
    state = position(
        percy="red open dover with dover castle, admiral", le_grace="in dover",
        captured="blue calais",
    )  # fmt: skip
    state.peace_at = "calais"
    assert refusal(state, "sail le grace to calais with percy to besiege").rules == ("KM-PAR-16",)


@pytest.mark.rule("KM-TER-11")
def test_landing_at_an_unfortified_port_means_a_battle_with_who_is_in_it(
    position: Position, start: Start
) -> None:
    state = position(neville=MICHAEL, percy="blue at rye", le_michael="in dover")
    start(red, state, "red sail le michael to rye with neville")
    assert [(duty.kind, duty.place) for duty in state.duties] == [(BATTLE, "rye")]
    beside = position(neville=MICHAEL, percy="blue at rye", le_michael="in dover")
    start(red, beside, "red sail le michael to rye and land in rye open with neville")
    assert beside.duties == []


@pytest.mark.rule("KM-SEA-13")
@pytest.mark.rule("KM-MOV-17")
def test_landing_ends_a_ships_move(position: Position, start: Start) -> None:
    state = position(neville=MICHAEL, grey="red open rye", le_michael="in dover")
    start(red, state, "red sail le michael to rye with neville")
    assert refusal(state, "sail le michael to dover with grey").rules == ("KM-MOV-17",)


@pytest.mark.rule("KM-SEA-15")
def test_a_ship_kept_for_her_passengers_leaves_the_board_in_port(
    position: Position, start: Start
) -> None:
    state = position(neville="red aboard le michael", le_michael="on s8")
    state.ships["le michael"].kept_by = "red"
    played = start(red, state, "red sail le michael to rye")
    assert [event.ship for event in played.told(ShipRemoved)] == ["le michael"]
    assert state.ships == {}
    assert state.nobles["neville"].square == "rye"


@pytest.mark.rule("KM-GIF-05")
def test_a_ship_is_lent_for_a_turn(position: Position, start: Start) -> None:
    for answer, port in (("grant", "rye"), ("refuse", "dover")):
        state = position(
            neville="red open dover with dover castle", percy="blue open york with le michael",
            le_michael="in dover",
        )  # fmt: skip
        played = start(red, state, "red sail le michael to rye with neville")
        assert played.open == [("blue", "loan")]
        played.answer(f"blue {answer}")
        assert state.ships["le michael"].port == port
        assert state.turn.borrowed == (["le michael"] if answer == "grant" else [])


@pytest.mark.rule("KM-GIF-05")
def test_a_borrowed_ship_at_sea_is_kept_until_she_touches_port(
    position: Position, start: Start
) -> None:
    state = position(
        neville="red open dover with dover castle", percy="blue open york with le michael",
        le_michael="in dover",
    )  # fmt: skip
    state.leaves.append(Leave(LOAN, "blue", "red", "le michael", 1))
    played = start(red, state, "red sail le michael to s8 with neville")
    assert state.ships["le michael"].kept_by == "red"
    state.turn.borrowed, state.turn.moved = [], []
    played.answer("red sail le michael to rye")
    assert state.ships["le michael"].kept_by == ""
    assert commander(state, "le michael") == "blue"


@pytest.mark.rule("KM-GIF-05")
def test_a_ship_moves_in_one_turn_of_a_round_only(position: Position) -> None:
    state = position(
        neville="red open dover with dover castle", percy="blue open york with le michael",
        le_michael="in dover",
    )  # fmt: skip
    state.leaves.append(Leave(LOAN, "blue", "red", "le michael", 5))
    state.turn.round = 4
    state.ships["le michael"].moved_round, state.ships["le michael"].moved_by = 4, "blue"
    line = "sail le michael to rye with neville"
    assert refusal(state, line).rules == ("KM-GIF-05",)
    state.turn.round = 5
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-TRA-02")
def test_a_ship_transferred_in_this_turn_does_not_sail(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover")
    state.turn.bound = ["le michael"]
    assert refusal(state, "sail le michael to rye").rules == ("KM-TRA-02",)


@pytest.mark.rule("KM-TER-08")
@pytest.mark.rule("KM-SEA-07")
def test_nobles_at_sea_land_only_with_their_ship(position: Position) -> None:
    state = position(neville="red aboard le michael with le michael", le_michael="on s8")
    assert "KM-SEA-07" in refusal(state, "move neville to dover open").rules


@pytest.mark.rule("KM-TWN-03")
def test_landing_inside_another_players_castle_takes_his_leave(
    position: Position, start: Start
) -> None:
    for answer, place in (("grant", "canterbury"), ("refuse", "")):
        state = position(
            neville="red aboard le michael with le michael", grey="red in dover with dover castle",
            le_michael="on s8", captured="blue canterbury",
        )  # fmt: skip
        played = start(red, state, "red sail le michael to dover and land in canterbury")
        assert played.open == [("blue", "entry")]
        played.answer(f"blue {answer}")
        assert (state.nobles["neville"].square, state.nobles["neville"].place) == ("dover", place)


@pytest.mark.rule("KM-EVT-24")
def test_a_ships_free_move_may_be_written_like_a_nobles(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", kept={"red": "free move"})
    assert understood(state, "free move le michael from dover to rye with neville") == (
        "free sail le michael to rye with neville",
    )
    assert understood(state, "move michael to rye") == ("sail le michael to rye",)


@pytest.mark.rule("KM-SEA-08")
def test_who_has_landed_goes_in_and_out_by_the_words_for_landing(
    position: Position, start: Start
) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", captured="red calais")
    line = "sail le michael to calais and land in calais open with neville"
    assert understood(state, "sail le michael to calais open with neville") == (line,)
    played = start(red, state, f"red {line}")
    assert understood(state, "land neville in calais") == ("into calais with neville",)
    played.answer("red into calais with neville\nred keep gloucester")
    assert state.nobles["neville"].place == "calais"
    assert understood(state, "land neville in the open") == (
        "out of calais with neville, gloucester",
    )


@pytest.mark.rule("KM-SEA-08")
def test_passengers_do_not_land_in_another_square(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover")
    found = refusal(state, "sail le michael to rye and land in pevensy with neville")
    assert found.rules == ("KM-SEA-08",)


@pytest.mark.rule("KM-MOV-11")
def test_a_ship_runs_into_ports_alone(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover")
    assert refusal(state, "sail le michael to canterbury").rules == ("KM-MOV-11", "KM-SEA-07")
    assert refusal(state, "sail le michael to reigate").rules == ("KM-SEA-07",)
    assert refusal(state, "sail le michael to dover").rules == ("KM-SEA-04",)


@pytest.mark.rule("KM-SEA-10")
def test_only_a_shut_port_is_besieged_and_only_by_passengers(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", captured="blue calais")
    assert refusal(state, "sail le michael to rye with neville to besiege").rules == ("KM-SEA-10",)
    assert refusal(state, "sail le michael to calais to besiege").rules == ("KM-SEA-10",)


@pytest.mark.rule("KM-FAC-07")
@pytest.mark.rule("KM-GIF-05")
def test_a_ship_that_carries_others_is_not_lent(position: Position) -> None:
    state = position(
        neville="red open dover", percy="blue aboard le michael with le michael", le_michael="on s8"
    )
    assert refusal(state, "sail le michael to rye").rules == ("KM-GIF-05",)


@pytest.mark.rule("KM-SEA-05")
def test_le_michael_just_carries_neville_with_100_and_not_with_one_mercenary_more(
    position: Position,
) -> None:
    state = position(
        neville="red open dover with chancellor, le michael", captured="red dover",
        le_michael="in dover",
    )  # fmt: skip
    line = "sail le michael to rye with neville"
    assert understood(state, line) == (line,)
    state.nobles["neville"].awards.append("saxons")
    found = refusal(state, line)
    assert "KM-SEA-05" in found.rules
    assert "110" in str(found)


@pytest.mark.rule("KM-MOV-14")
def test_leave_of_the_holder_opens_no_port(position: Position) -> None:
    state = position(neville=MICHAEL, le_michael="in dover", captured="blue calais")
    state.leaves += [Leave(kind, "blue", "red", "", 9) for kind in (ENTRY, PASSAGE, SAILING)]
    assert refusal(state, "sail le michael to calais").rules == ("KM-MOV-14", "KM-SEA-10")
    state.captured["calais"] = "red"
    line = "sail le michael to calais"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-SEA-02")
def test_nobles_embark_at_an_open_town_unless_others_are_in_it(position: Position) -> None:
    line = "sail le michael to s3 with neville"
    state = position(neville="red in kingston with le michael", le_michael="in kingston")
    assert understood(state, line) == (line,)
    state = position(
        neville="red open kingston with le michael", percy="blue in kingston",
        le_michael="in kingston",
    )  # fmt: skip
    assert refusal(state, line).rules == ("KM-SEA-02",)


@pytest.mark.rule("KM-SEA-03")
@pytest.mark.rule("KM-FAC-03")
def test_a_ship_takes_nobody_of_another_faction(position: Position) -> None:
    state = position(neville=MICHAEL, percy="blue open dover", le_michael="in dover")
    assert "KM-FAC-03" in refusal(state, "sail le michael to rye with percy").rules


@pytest.mark.rule("KM-SEA-08")
@pytest.mark.rule("KM-TWN-05")
def test_nobody_lands_in_a_place_without_room(position: Position) -> None:
    state = position(
        grey="red aboard le michael with le michael", le_michael="on s8",
        percy="red in dover with marshal", neville="red in dover with dover castle",
    )  # fmt: skip
    found = refusal(state, "sail le michael to dover and land in dover")
    assert "KM-TWN-05" in found.rules
    line = "sail le michael to dover and land in dover open"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-SEA-10")
def test_who_lands_to_besiege_counts_the_nobles_who_are_there_already(
    position: Position,
) -> None:
    state = position(
        neville=MICHAEL, percy="red open calais", le_michael="in dover", captured="blue calais"
    )
    line = "sail le michael to calais with neville to besiege"
    assert understood(state, line) == (line,)
    state.nobles["percy"].square = "dover"
    assert refusal(state, line).rules == ("KM-SEA-10", "KM-SIE-06")


@pytest.mark.rule("KM-SEA-13")
def test_passengers_embark_only_where_the_move_starts(position: Position) -> None:
    state = position(neville=MICHAEL, grey="red open rye", le_michael="in dover")
    assert refusal(state, "sail le michael to s9 with grey").rules == ("KM-SEA-03",)


@pytest.mark.rule("KM-SEA-16")
def test_who_has_sailed_makes_no_other_move(position: Position, start: Start) -> None:
    state = position(neville=MICHAEL, le_michael="in dover")
    start(red, state, "red sail le michael to rye with neville")
    assert refusal(state, "move neville to dover open").rules == ("KM-MOV-17",)


@pytest.mark.rule("KM-TER-08")
def test_nobody_fights_at_sea(position: Position) -> None:
    state = position(
        neville="red aboard le michael with le michael", le_michael="on s8",
        percy="blue aboard le swan with le swan", le_swan="on s8",
    )  # fmt: skip
    attacks = Attacks(state, "red")
    assert attacks.whole == []
    with pytest.raises(Illegal) as caught:
        attacks.understand("attack percy with neville")
    assert "KM-TER-08" in caught.value.rules

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from moderator.titles.feudo.board import Board, distance, joined
from moderator.titles.feudo.data import current

UNTURNED = ("A0", "B0", "C0", "D0")


@pytest.fixture
def unturned() -> Board:
    return joined(current(), UNTURNED)


def rows(letter: str) -> str:
    return ", ".join(current().boards[letter])


@pytest.mark.rule("FE-MAP-01")
def test_each_board_is_six_by_six_with_a_ring_of_hill_and_four_villages() -> None:
    for board in current().boards.values():
        assert [len(row) for row in board] == [6] * 6
        assert {*board[0], *board[5], *(row[0] for row in board), *(row[5] for row in board)} == {
            "H"
        }
        assert {board[r][c] for r in (1, 4) for c in (1, 4)} == {"V"}


@pytest.mark.rule("FE-MAP-02")
def test_territories_are_named_a_to_k_and_1_to_11(unturned: Board) -> None:
    assert unturned.names[0] == "a1"
    assert unturned.names[-1] == "k11"
    assert unturned.columns == tuple("abcdefghijk")
    assert unturned.rows == tuple(str(row) for row in range(1, 12))
    assert unturned.central == "f6"


@pytest.mark.rule("FE-MAP-03")
def test_board_a_holds_evesham(unturned: Board) -> None:
    assert rows("A") == "HHHHHH, HVHHVH, HHCHMH, HMHWHH, HVHHVH, HHHHHH"
    assert unturned.cities["c3"] == "Evesham"


@pytest.mark.rule("FE-MAP-04")
def test_board_b_holds_todenham(unturned: Board) -> None:
    assert rows("B") == "HHHHHH, HVMHVH, HHHWHH, HHCHMH, HVHHVH, HHHHHH"
    assert unturned.cities["h4"] == "Todenham"


@pytest.mark.rule("FE-MAP-05")
def test_board_c_holds_winterbourne(unturned: Board) -> None:
    assert rows("C") == "HHHHHH, HVHHVH, HMHCHH, HHWHHH, HVHHVH, HHHHHH"
    assert unturned.cities["i8"] == "Winterbourne"


@pytest.mark.rule("FE-MAP-06")
def test_board_d_holds_pershore_and_alcester(unturned: Board) -> None:
    assert rows("D") == "HHHHHH, HVHMVH, HHCHHH, HHHCHH, HVWHVH, HHHHHH"
    assert (unturned.cities["c8"], unturned.cities["d9"]) == ("Pershore", "Alcester")


@pytest.mark.rule("FE-MAP-07")
def test_a_quarter_turn_takes_winterbourne_to_i9() -> None:
    turned = joined(current(), ("A0", "B0", "C1", "D0"))
    assert turned.cities["i9"] == "Winterbourne"
    assert turned.terrain["h8"] == "wood"
    assert turned.terrain["i8"] == "hill"


@pytest.mark.rule("FE-MAP-08")
@pytest.mark.rule("FE-SET-04")
def test_the_totals_hold_however_the_boards_are_laid() -> None:
    due = {"hill": 89, "village": 16, "mountain": 6, "city": 5, "wood": 4, "central": 1}
    layouts = [
        tuple(letter + str(turns) for letter, turns in zip(order, turned, strict=True))
        for order in permutations("ABCD")
        for turned in ((0, 0, 0, 0), (1, 2, 3, 0), (3, 1, 0, 2))
    ]
    for layout in layouts:
        assert Counter(joined(current(), layout).terrain.values()) == due


@pytest.mark.rule("FE-SET-01")
def test_there_are_6144_ways_to_lay_the_boards() -> None:
    assert len(list(permutations("ABCD"))) * len(list(product(range(4), repeat=4))) == 6144


@pytest.mark.rule("FE-SET-02")
def test_shared_edges_coincide_so_that_121_territories_are_left(unturned: Board) -> None:
    assert len(unturned.names) == 121
    assert all(unturned.terrain[f"f{row}"] == "hill" for row in range(1, 12) if row != 6)
    assert unturned.near["f3"] == ("f2", "g3", "f4", "e3")


@pytest.mark.rule("FE-SET-03")
def test_the_gap_in_the_middle_is_the_central_hill(unturned: Board) -> None:
    assert unturned.terrain["f6"] == "central"
    assert set(unturned.doors) == {"f5", "f7", "e6", "g6"}


@pytest.mark.rule("FE-MAP-09")
def test_each_board_has_eleven_castle_sites(unturned: Board) -> None:
    assert Counter(unturned.site_board.values()) == {0: 11, 1: 11, 2: 11, 3: 11}
    assert {"f1 west", "f1 east", "a6 north", "k6 south", "f11 west"} <= set(unturned.sites)
    assert "f1" not in unturned.sites


@pytest.mark.rule("FE-MOV-30")
def test_territories_are_adjacent_by_a_side_only(unturned: Board) -> None:
    assert set(unturned.near["b3"]) == {"b2", "b4", "a3", "c3"}
    assert set(unturned.near["a1"]) == {"a2", "b1"}


@pytest.mark.rule("FE-PLG-03")
def test_villages_stand_in_lines_of_four(unturned: Board) -> None:
    assert {village[0] for village in unturned.villages} == set("begj")
    assert {village[1:] for village in unturned.villages} == {"2", "5", "7", "10"}


def test_distance_counts_columns_and_rows_over_any_terrain(unturned: Board) -> None:
    assert distance(unturned, "i1", "h4") == 4
    assert distance(unturned, "i1", "i9") == 8
    assert distance(unturned, "k6 south", "i9") == 5
    assert distance(unturned, "f5", "f7") == 2

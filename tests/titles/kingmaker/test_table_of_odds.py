"""The Table of Odds, cell by cell."""

from __future__ import annotations

import pytest

from moderator.titles.kingmaker.components import table_of_odds as table
from moderator.titles.kingmaker.components.table_of_odds import NAMES

PRINTED = """
10 - - 20 30 40
20 - 30 40 60 80
30 40 50 60 90 120
40 50 60 80 120 160
50 70 80 100 150 200
60 80 90 120 180 240
70 90 110 140 210 280
80 100 120 160 240 320
90 120 140 180 270 360
100 130 150 200 300 400
110 140 170 220 330 440
120 150 180 240 360 480
130 170 200 260 390 520
140 180 210 280 420 560
150 190 230 300 450 600
160 200 240 320 480 640
170 220 260 340 510 680
180 230 270 360 540 720
190 240 290 380 570 760
200 250 300 400 600 800
210 270 320 420 630 840
220 280 330 440 660 880
230 290 350 460 690 920
240 300 360 480 720 960
250 320 380 500 750 1000
260 330 390 520 780 1040
270 340 410 540 810 1080
280 350 420 560 840 1120
290 370 440 580 870 1160
300 380 450 600 900 1200
310 390 470 620 930 1240
320 400 480 640 960 1280
330 420 500 660 990 1320
340 430 510 680 1020 1360
350 440 530 700 1050 1400
360 450 540 720 1080 1440
370 470 560 740 1110 1480
380 480 570 760 1140 1520
390 490 590 780 1170 1560
400 500 600 800 1200 1600
"""
"""The weaker force, then 5-4, 3-2, 2-1, 3-1 and 4-1, as printed."""

CELLS = [
    (int(weaker), name, int(cell))
    for weaker, *cells in (line.split() for line in PRINTED.strip().splitlines())
    for name, cell in zip(NAMES, cells, strict=True)
    if cell != "-"
]


@pytest.mark.rule("KM-ODD-01")
@pytest.mark.rule("KM-ODD-02")
@pytest.mark.rule("KM-ODD-03")
def test_every_cell_is_the_least_strength_that_reaches_its_column() -> None:
    assert len(CELLS) == 40 * 5 - 3
    for weaker, name, cell in CELLS:
        assert table.entry(weaker, name) == cell
        assert table.ratio(cell, weaker) == name
        before = NAMES.index(name)
        assert table.step(cell - 10, weaker) <= before, (weaker, name)


@pytest.mark.rule("KM-ODD-01")
def test_between_two_cells_the_smaller_one_counts() -> None:
    rows: dict[int, list[tuple[int, str]]] = {}
    for weaker, name, cell in CELLS:
        rows.setdefault(weaker, []).append((cell, name))
    for weaker, row in rows.items():
        for strength in range(weaker, 1700, 10):
            reached = [name for cell, name in row if cell <= strength]
            assert table.ratio(strength, weaker) == (reached[-1] if reached else "")


@pytest.mark.rule("KM-ODD-01")
def test_410_against_280_is_5_to_4() -> None:
    assert table.ratio(410, 280) == "5-4"


@pytest.mark.rule("KM-ODD-04")
def test_the_smallest_forces_skip_the_low_columns() -> None:
    assert table.ratio(20, 10) == "2-1"
    assert table.ratio(30, 20) == "3-2"


@pytest.mark.rule("KM-ODD-05")
@pytest.mark.rule("KM-BAT-12")
def test_a_mere_majority_is_no_ratio() -> None:
    assert table.ratio(310, 270) == ""
    assert table.ratio(360, 290) == ""
    assert table.ratio(380, 290) == "5-4"
    assert not table.wins(310, 270, "5-4")
    assert not table.wins(270, 270, "5-4")


@pytest.mark.rule("KM-ODD-06")
@pytest.mark.rule("KM-BAT-05")
@pytest.mark.rule("KM-BAT-06")
@pytest.mark.rule("KM-BAT-07")
def test_a_card_wins_at_its_ratio_or_a_lower_one() -> None:
    assert [name for name in NAMES if table.wins(125, 100, name)] == ["5-4"]
    assert [name for name in NAMES if table.wins(200, 100, name)] == ["5-4", "3-2", "2-1"]
    assert not table.wins(900, 100, "bad weather")


@pytest.mark.rule("KM-ODD-07")
def test_more_than_4_to_1_counts_as_4_to_1() -> None:
    assert table.ratio(900, 100) == "4-1"
    assert all(table.wins(900, 100, name) for name in NAMES)
    assert table.ratio(50, 0) == "4-1"


def test_odds_are_negative_for_the_weaker_side() -> None:
    assert table.odds(380, 290) == 1
    assert table.odds(290, 380) == -1
    assert table.odds(100, 400) == -5
    assert table.odds(100, 100) == 0

"""Rings and lines cut to a window."""

from __future__ import annotations

from moderator.titles.kingmaker.map.clipping import lines_in, ring_in

WINDOW = (0.0, 0.0, 10.0, 10.0)


def test_a_ring_inside_stays_as_it_is() -> None:
    ring = [(1.0, 1.0), (9.0, 1.0), (5.0, 9.0)]
    assert ring_in(ring, WINDOW) == ring


def test_a_ring_outside_is_gone() -> None:
    assert ring_in([(11.0, 1.0), (19.0, 1.0), (15.0, 9.0)], WINDOW) == []


def test_a_ring_over_a_corner_is_cut_to_it() -> None:
    cut = ring_in([(5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0)], WINDOW)
    assert sorted(set(cut)) == [(5.0, 5.0), (5.0, 10.0), (10.0, 5.0), (10.0, 10.0)]


def test_a_ring_round_the_window_fills_it() -> None:
    cut = ring_in([(-5.0, -5.0), (15.0, -5.0), (15.0, 15.0), (-5.0, 15.0)], WINDOW)
    assert sorted(set(cut)) == [(0.0, 0.0), (0.0, 10.0), (10.0, 0.0), (10.0, 10.0)]


def test_a_line_that_leaves_and_comes_back_is_two() -> None:
    line = [(1.0, 5.0), (5.0, 5.0), (5.0, 15.0), (8.0, 15.0), (8.0, 5.0)]
    assert lines_in(line, WINDOW) == [
        [(1.0, 5.0), (5.0, 5.0), (5.0, 10.0)],
        [(8.0, 10.0), (8.0, 5.0)],
    ]


def test_a_line_beside_the_window_is_gone() -> None:
    assert lines_in([(-3.0, 12.0), (14.0, 12.0)], WINDOW) == []
    assert lines_in([(12.0, -3.0), (12.0, 14.0)], WINDOW) == []


def test_a_line_through_the_window_is_cut_at_both_sides() -> None:
    assert lines_in([(-5.0, 0.0), (15.0, 10.0)], WINDOW) == [[(0.0, 2.5), (10.0, 7.5)]]

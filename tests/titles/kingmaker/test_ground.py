"""The board as light lines: nothing of it is lost, and squares still fit together."""

from __future__ import annotations

from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.map.ground import BORDER, COAST, FRONTIER, ROAD, ground, thinned


def area(ring: tuple[tuple[int, int], ...]) -> float:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def test_a_straight_line_keeps_its_ends_alone() -> None:
    assert thinned([(0, 0), (5, 1), (10, 0)], 2) == [(0, 0), (10, 0)]
    assert thinned([(0, 0), (5, 3), (10, 0)], 2) == [(0, 0), (5, 3), (10, 0)]


def test_a_line_that_ends_where_it_began_keeps_its_shape() -> None:
    ring = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]
    assert thinned(ring, 5) == ring


def test_every_land_square_is_filled_and_none_has_lost_much() -> None:
    board = current().board
    drawn = [shape for shape in ground(board).shapes if shape.tint != "area"]
    assert len(drawn) == len(board.squares) == 167
    whole = sum(area(ring) for shape in drawn for ring in shape.rings)
    read = sum(
        area(tuple((x, y) for x, y in polygon[0]))
        for square in board.drawing["land_squares"]
        for polygon in square["polygons"]
    )
    assert abs(whole - read) < read / 500


def test_forests_and_regions_have_tints_of_their_own() -> None:
    board = current().board
    tints = [shape.tint for shape in ground(board).shapes]
    assert tints.count("forest") == sum(one.forest for one in board.squares.values())
    assert tints.count("devon cornwall") > 5
    assert tints.count("wales") > 20


def test_neighbours_share_the_points_of_their_border() -> None:
    found = ground(current().board)
    corners = {dot for shape in found.shapes for ring in shape.rings for dot in ring}
    borders = [line for line in found.lines if line.kind == BORDER]
    assert len(borders) > 350
    assert all(corners.issuperset(line.points) for line in borders)


def test_each_border_is_drawn_once() -> None:
    lines = [line for line in ground(current().board).lines if line.kind in {BORDER, COAST}]
    assert len({min(line.points, line.points[::-1]) for line in lines}) == len(lines)


def test_roads_and_the_border_of_scotland_are_drawn() -> None:
    kinds = [line.kind for line in ground(current().board).lines]
    assert kinds.count(ROAD) == 5
    assert kinds.count(FRONTIER) >= 1


def test_every_place_and_square_can_be_found() -> None:
    board = current().board
    found = ground(board)
    assert {one.id for one in found.symbols} == board.places.keys()
    assert found.centres.keys() == board.squares.keys() | board.seas.keys()


def test_the_smallest_island_keeps_its_shape() -> None:
    shapes = ground(current().board).shapes
    assert min(len(ring) for shape in shapes for ring in shape.rings) >= 3

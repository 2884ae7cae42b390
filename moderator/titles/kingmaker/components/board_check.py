"""What must hold of a board: its file is sound, its drawing fits, and it is what the rules state.

Every check raises ValueError naming the file and what is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from moderator.titles.kingmaker.components.board import Board, Place
from moderator.titles.kingmaker.components.reach import (
    closest_ports,
    land_distances,
    land_reach,
    port_reach,
    sea_reach,
)
from moderator.titles.kingmaker.components.reading import CERTAINTY, count, word

FILE = "board.json"
Point = tuple[int, int]


def check_board(board: Board, facts: Mapping[str, Any]) -> None:
    """Raise ValueError unless the board is sound and agrees with board.toml."""
    _check_certainty(board.drawing)
    _check_form(board)
    _check_drawing(board.drawing)
    _check_counts(board, facts)
    _check_places(board, facts)
    _check_ways(board, facts)
    _check_roads(board, facts)


def _check_certainty(drawing: Mapping[str, Any]) -> None:
    """Check that every field of every list says how sure it is."""
    for kind, sure in drawing["certainty"].items():
        fields = {field for entry in drawing[kind] for field in entry} - {"id"}
        _must(fields == sure.keys(), f"certainty of {kind}: {_listed(fields ^ sure.keys())}")
        wrong = {how for how in sure.values() if how not in CERTAINTY}
        _must(not wrong, f"certainty of {kind}: '{_listed(wrong)}' is none")
    lists = {kind for kind, entries in drawing.items() if isinstance(entries, list)}
    _must(lists == drawing["certainty"].keys(), "certainty is told of each list")


def _check_form(board: Board) -> None:
    drawing = board.drawing
    for kind in ("places", "land_squares", "sea_squares"):
        _once(kind, Counter(word(entry["id"]) for entry in drawing[kind]))
    words = [(said, place.id) for place in board.places.values() for said in place.words]
    _once("spellings of places", Counter(said for said, _ in words))
    for place in board.places.values():
        known = place.square in board.squares and all(sea in board.seas for sea in place.seas)
        _must(known and place.port == bool(place.seas), f"{place.id}: its square or sea is unknown")
        for sea in place.seas:
            _must(place.id in board.seas[sea].ports, f"{place.id}: {sea} does not name it")
    for sea_square in board.seas.values():
        for port in sea_square.ports:
            found = sea_square.id in board.places[port].seas
            _must(found, f"{sea_square.id}: {port} does not name it")
    land = {id_: square.adjacent for id_, square in board.squares.items()}
    sea_graph = {id_: sea.adjacent for id_, sea in board.seas.items()}
    for graph in (land, sea_graph):
        for here, near in graph.items():
            for other in near:
                _must(here in graph.get(other, ()), f"{here} neighbours {other}, not the reverse")
    for estuary in drawing["estuaries"]:
        for one, other in estuary["barred"]:
            free = word(other) not in land[word(one)]
            _must(free, f"{one} and {other} are barred by the {estuary['name']} (KM-TER-06)")


def _check_drawing(drawing: Mapping[str, Any]) -> None:
    """Check that polygons fit together, and that neighbours are those that touch (KM-TER-01)."""
    width, height = drawing["frame"]["width"], drawing["frame"]["height"]
    owners: dict[tuple[Point, Point], int] = defaultdict(int)
    corners: dict[str, dict[Point, set[str]]] = {kind: defaultdict(set) for kind in _SHAPES}
    for kind in _SHAPES:
        for entry in drawing[kind]:
            for start, end in _edges(entry["polygons"]):
                owners[min(start, end), max(start, end)] += 1
                corners[kind][start].add(entry["id"])
    for (start, end), times in owners.items():
        rim = start[0] == end[0] in {0, width} or start[1] == end[1] in {0, height}
        _must(times == 2 or (times == 1 and rim), f"the polygons do not fit at {start} to {end}")
    for kind in ("land_squares", "sea_squares"):
        touching = {
            (one, other)
            for meeting in corners[kind].values()
            if len(meeting) > 1
            for one in meeting
            for other in meeting
            if one != other
        }
        said = {(entry["id"], near) for entry in drawing[kind] for near in entry["adjacent"]}
        for one, other in sorted(touching ^ said):
            _must(False, f"{one} and {other} are neighbours when they touch, and only then")
    shapes = {entry["id"]: entry["polygons"] for entry in drawing["land_squares"]}
    for place in drawing["places"]:
        inside = _inside(place["x"], place["y"], shapes[place["square"]])
        _must(inside, f"{place['id']}: its symbol lies outside its square")


_SHAPES = ("land_squares", "sea_squares", "areas")


def _edges(polygons: Any) -> Iterator[tuple[Point, Point]]:
    for polygon in polygons:
        for ring in polygon:
            points = [(x, y) for x, y in ring]
            yield from pairwise([*points, points[0]])


def _inside(x: int, y: int, polygons: Any) -> bool:
    """Say whether the point is inside: a ray to the east crosses an odd number of edges."""
    crossed = False
    for (x1, y1), (x2, y2) in _edges(polygons):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


def _check_counts(board: Board, facts: Mapping[str, Any]) -> None:
    printed = board.drawing["places"]
    found = Counter(word(place["kind"]) for place in printed)
    advanced = Counter(word(place["kind"]) for place in printed if place["advanced_only"])
    for kind, entry in facts["kinds"].items():
        _same(f"places of kind {kind}", found[kind], entry["count"])
        _same(f"asterisked places of kind {kind}", advanced[kind], entry["advanced"])
    islands = {square.id for square in board.squares.values() if square.island}
    _must(islands == facts["islands"].keys(), "the islands are not those of board.toml (KM-TER-10)")
    for island in islands:
        _must(not board.squares[island].adjacent, f"{island} is reached by ship only (KM-TER-10)")
    mainland = board.squares.keys() - islands
    _same("mainland squares", len(mainland), count(facts, "mainland"))
    _same("sea squares", len(board.seas), count(facts, "seas"))
    whole = land_distances(board, min(mainland)).keys() == mainland
    _must(whole, "the mainland is not connected")
    start = min(board.seas)
    all_seas = sea_reach(board, start, False, len(board.seas)).keys() == board.seas.keys()
    _must(all_seas, "the sea is not connected")


def _check_places(board: Board, facts: Mapping[str, Any]) -> None:
    for id_, entry in facts["squares"].items():
        _must(_place(board, id_).square == entry["square"], f"{id_} is not in {entry['square']}")
    for id_, entry in facts["touching"].items():
        _same(f"sea squares at {id_}", len(_place(board, id_).seas), entry["seas"])
    by_estuary = {word(port) for each in board.drawing["estuaries"] for port in each["ports"]}
    for port in facts["estuaries"]["ports"]["places"]:
        _must(port in by_estuary, f"{port} is not reached by an estuary (KM-MOV-13)")
    border = facts["cheviots"]["border"]
    hills = {id_ for id_, square in board.squares.items() if "cheviots" in square.regions}
    _same("squares of the Cheviots", len(hills), border["squares"])
    first, last = border["ends"]
    _must(
        _chain(board, hills | {first, last}, first, last), "the Cheviots are no border (KM-TER-07)"
    )


def _chain(board: Board, within: set[str], first: str, last: str) -> bool:
    found, waiting = {first}, deque([first])
    while waiting:
        for near in board.squares[waiting.popleft()].adjacent:
            if near in within and near not in found:
                found.add(near)
                waiting.append(near)
    return last in found


def _check_ways(board: Board, facts: Mapping[str, Any]) -> None:
    far = len(board.squares)
    for name, entry in facts["distances"].items():
        stops = [_place(board, stop).square for stop in entry["way"]]
        legs = [land_reach(board, one, far).get(other, far) for one, other in pairwise(stops)]
        _same(f"squares of the way {name}", sum(legs), entry["squares"])
    for name, entry in facts["sailing"].items():
        start, end = entry["way"]
        _place(board, start)
        reached = port_reach if end in board.places else sea_reach
        away = reached(board, start, True, far).get(end, far)
        _same(f"squares of the course {name}", away, entry["squares"])
    for sea, entry in facts["closest"].items():
        near = closest_ports(board, sea)
        many = entry["port"] in near and len(near) > 1
        _must(many, f"{entry['port']} is not one of several ports closest to {sea}")


def _check_roads(board: Board, facts: Mapping[str, Any]) -> None:
    for road in board.drawing["roads"]:
        squares = [word(square) for square in road["squares"]]
        for one, other in pairwise(squares):
            _must(other in board.squares[one].adjacent, f"{road['id']}: {one} and {other}")
        for symbol in road["symbols"]:
            place = board.places.get(word(symbol["place"]))
            if place is None:
                continue
            _must(place.square in squares, f"{road['id']}: {place.id} is not on it")
            blocks = symbol["may_block"] == place.kind.held
            _must(blocks, f"{road['id']}: {place.id}: only towns, cities and castles block")
    for name, entry in facts["roads"].items():
        fits = any(_fits(road, entry) for road in board.drawing["roads"])
        _must(fits, f"no road is as stated: {name}")


def _fits(road: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    ends = {word(road["squares"][0]), word(road["squares"][-1])}
    shown = {word(symbol["place"]) for symbol in road["symbols"]}
    return shown.issuperset(entry["places"]) and ends.issuperset(entry["ends"])


def _place(board: Board, id_: str) -> Place:
    _must(id_ in board.places, f"there is no place '{id_}', which board.toml names")
    return board.places[id_]


def _once(what: str, times: Mapping[str, int]) -> None:
    double = [id_ for id_, number in times.items() if number > 1]
    _must(not double, f"{what}: {_listed(double)} stands twice")


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(sorted(ids))


def _same(what: str, found: int, wanted: int) -> None:
    _must(found == wanted, f"{what}: {found}, not {wanted}")


def _must(holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(f"{FILE}: {why}")

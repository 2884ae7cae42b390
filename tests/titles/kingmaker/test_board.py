from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.components.reach import (
    closest_ports,
    land_path,
    land_reach,
    port_reach,
    road_routes,
    sea_path,
    sea_reach,
)

BOARD = data.current().board


@pytest.mark.rule("KM-GRD-01")
@pytest.mark.rule("KM-GRD-02")
@pytest.mark.rule("KM-GRD-03")
@pytest.mark.rule("KM-GRD-04")
@pytest.mark.rule("KM-TER-16")
@pytest.mark.rule("KM-TER-17")
def test_places_of_the_basic_game() -> None:
    by_kind: dict[str, set[str]] = {}
    for place in BOARD.places.values():
        by_kind.setdefault(place.kind.id, set()).add(place.id)
    assert by_kind["city"] == {"bristol", "london", "norwich", "york"}
    assert by_kind["open town"] == {"cardigan", "hereford", "kingston"}
    assert len(by_kind["town"]) == 23
    assert len(by_kind["royal castle"]) == 11
    assert len(by_kind["castle"]) == 36
    assert len(by_kind["unfortified"]) == 40
    assert "kenilworth" not in BOARD.places


@pytest.mark.rule("KM-GRD-05")
@pytest.mark.rule("KM-TER-18")
def test_cathedrals() -> None:
    towns = "london york norwich canterbury carlisle chester coventry durham exeter lincoln"
    rest = {"salisbury", "st davids", "wells"}
    found = {place.id for place in BOARD.places.values() if place.cathedral}
    assert found == {*towns.split(), *rest}


@pytest.mark.rule("KM-GRD-06")
@pytest.mark.rule("KM-GRD-07")
@pytest.mark.rule("KM-GRD-08")
def test_ports() -> None:
    ports = [place for place in BOARD.places.values() if place.port]
    unfortified = {place.id for place in ports if not place.walled}
    assert unfortified == {
        "boston", "caister", "cardiff", "chichester", "dartmouth", "maldon", "milford haven",
        "penzance", "preston", "ravenser", "rochester", "rye", "weymouth", "whitby",
    }  # fmt: skip
    assert {place.id for place in ports if place.kind.id == "open town"} == {"kingston"}
    assert {place.id for place in ports if place.kind.id == "castle"} == {"corte", "douglas"}
    assert not {"ireland", "continent"} & {
        port for sea in BOARD.seas.values() for port in sea.ports
    }


@pytest.mark.rule("KM-TWN-05")
@pytest.mark.rule("KM-SIE-02")
@pytest.mark.rule("KM-TER-14")
@pytest.mark.rule("KM-TER-15")
def test_garrisons_and_limits() -> None:
    kinds = {id_: (kind.garrison, kind.limit) for id_, kind in BOARD.kinds.items()}
    assert kinds == {
        "city": (300, 0),
        "town": (200, 400),
        "open town": (200, 400),
        "royal castle": (200, 300),
        "castle": (100, 300),
        "unfortified": (0, 0),
    }


@pytest.mark.rule("KM-GRD-09")
def test_berkeley_stands_in_the_bristol_square() -> None:
    assert BOARD.places["berkeley"].square == "bristol"


@pytest.mark.rule("KM-EXM-01")
@pytest.mark.rule("KM-MOV-01")
def test_bristol_to_london_is_a_whole_move_and_dover_is_three() -> None:
    assert land_reach(BOARD, "bristol")["london"] == 5
    assert land_reach(BOARD, "london")["dover"] == 3
    path = land_path(BOARD, "bristol", "london")
    assert (path[0], path[-1], len(path)) == ("bristol", "london", 6)
    assert land_path(BOARD, "penzance", "london") == ()


@pytest.mark.rule("KM-TER-03")
def test_a_forest_ends_the_move_that_enters_it() -> None:
    through = land_reach(BOARD, "nottingham")
    assert through["sherwood"] == 1
    near = land_reach(BOARD, "sherwood", 1)
    assert near.keys() == {"sherwood", *BOARD.squares["sherwood"].adjacent}
    for start in ("lewes", "rochester"):
        for end in BOARD.squares["weald"].adjacent:
            path = land_path(BOARD, start, end)
            assert "weald" not in path[1:-1]


@pytest.mark.rule("KM-TER-01")
def test_squares_that_touch_at_a_corner_are_neighbours() -> None:
    for corner in BOARD.drawing["corners"]:
        for one, other in corner["adjacent_across"]:
            assert other in next(
                square["adjacent"]
                for square in BOARD.drawing["land_squares"]
                if square["id"] == one
            )


@pytest.mark.rule("KM-TER-04")
@pytest.mark.rule("KM-TER-05")
def test_borders_and_rivers_do_not_stop_a_move() -> None:
    for here, there, region in (
        ("chester", "flint", "wales"),
        ("exeter", "sherborne", "devon cornwall"),
        ("raby", "cleveland", "north of tees"),
        ("newark", "lincoln", "island"),
    ):
        apart = region in BOARD.squares[here].regions ^ BOARD.squares[there].regions
        assert apart == (region != "island")
        assert land_reach(BOARD, here)[there] == 1


@pytest.mark.rule("KM-TER-02")
def test_a_road_makes_no_square_nearer() -> None:
    road = next(road for road in BOARD.drawing["roads"] if road["id"] == "R1")
    away = land_reach(BOARD, "dover")
    assert [away[square] for square in road["squares"][:6]] == [0, 1, 2, 3, 4, 5]
    assert "oxford" not in away
    assert "oxford" in road_routes(BOARD, "dover", lambda _: False)


@pytest.mark.rule("KM-TER-09")
def test_a_port_is_the_place_whose_symbol_it_shares() -> None:
    for place in BOARD.places.values():
        assert place.port == bool(place.seas)
        assert all(place.id in BOARD.seas[sea].ports for sea in place.seas)
    assert BOARD.places["dover"].kind.garrison == 200


@pytest.mark.rule("KM-TER-06")
def test_nobody_walks_over_an_estuary() -> None:
    assert "kingston" not in BOARD.squares["lindsey"].adjacent
    assert "lindsey" not in BOARD.squares["kingston"].adjacent


@pytest.mark.rule("KM-TER-10")
@pytest.mark.rule("KM-TER-19")
def test_islands_and_calais_are_reached_by_ship_only() -> None:
    islands = {square.id for square in BOARD.squares.values() if square.island}
    assert islands == {"beaumaris", "carisbrooke", "douglas", "calais"}
    for island in islands:
        assert land_reach(BOARD, island).keys() == {island}
        assert BOARD.places[island].seas


@pytest.mark.rule("KM-TER-07")
def test_four_squares_of_the_cheviots() -> None:
    hills = {id_ for id_, square in BOARD.squares.items() if "cheviots" in square.regions}
    assert len(hills) == 4
    assert not {"carlisle", "berwick"} & hills


@pytest.mark.rule("KM-CRO-05")
def test_areas_of_extra_troops() -> None:
    areas = data.current().areas
    assert areas["london"].squares == {"london"}
    assert areas["conway"].squares == {"conway", "beaumaris"}
    assert areas["north of tees"].squares < areas["north of trent"].squares
    assert "beaumaris" in areas["wales"].squares
    assert len(areas["wales"].squares) == 29
    assert "exeter" in areas["devon and cornwall"].squares


@pytest.mark.rule("KM-ROA-01")
@pytest.mark.rule("KM-ROA-02")
def test_a_road_is_followed_until_a_place_stops_the_mover() -> None:
    free = road_routes(BOARD, "bristol", lambda _: False)
    assert free["dover"] == (
        "bristol", "cirencester", "oxford", "wallingford", "windsor", "london", "blackheath",
        "rochester", "dover",
    )  # fmt: skip
    barred = road_routes(BOARD, "bristol", lambda place: place == "wallingford")
    assert "wallingford" in barred
    assert "dover" not in barred


@pytest.mark.rule("KM-ROA-04")
def test_places_where_a_road_move_begins_and_ends_do_not_hinder_it() -> None:
    routes = road_routes(BOARD, "bristol", lambda place: place in {"berkeley", "canterbury"})
    assert "dover" in routes


def test_a_traveller_does_not_change_roads_at_windsor() -> None:
    routes = road_routes(BOARD, "wallingford", lambda place: place == "london")
    assert "windsor" in routes
    assert "farnham" not in routes
    assert {"farnham", "wallingford"} <= road_routes(BOARD, "windsor", lambda _: False).keys()


@pytest.mark.rule("KM-MOV-07")
@pytest.mark.rule("KM-MOV-12")
def test_a_port_counts_as_a_square_of_a_ship_s_move() -> None:
    assert port_reach(BOARD, "dover", True)["calais"] == 2
    assert sea_reach(BOARD, "calais", True)["n1"] == 5
    assert "berwick" not in port_reach(BOARD, "calais", True)
    assert port_reach(BOARD, "n1", False)["berwick"] == 2
    assert sea_path(BOARD, "calais", True, "n1")[0] == "s8"
    assert len(sea_path(BOARD, "calais", True, "n1")) == 5


@pytest.mark.rule("KM-MOV-13")
def test_an_estuary_costs_no_square() -> None:
    for port, sea in (("bristol", "s16"), ("london", "s7"), ("kingston", "s3")):
        assert port_reach(BOARD, sea, False, 1)[port] == 1


@pytest.mark.rule("KM-EVT-05")
@pytest.mark.rule("KM-EVT-06")
def test_several_ports_are_closest_to_the_square_two_east_of_berwick() -> None:
    assert closest_ports(BOARD, "n1") == ("bamburgh", "berwick", "whitby")


def test_every_spelling_of_a_place_is_known() -> None:
    assert BOARD.place_words["corfe"] == "corte"
    assert BOARD.place_words["st david's"] == "st davids"
    assert BOARD.place_words["bury"] == "bury st edmunds"
    assert BOARD.place_words["newcastle under lyme"] == "newcastle castle"


def spoil(folder: Path, change: Callable[[dict[str, Any]], object]) -> list[Path]:
    read = json.loads((data.OURS / "board.json").read_text(encoding="utf-8"))
    change(read)
    (folder / "board.json").write_text(json.dumps(read), encoding="utf-8")
    return [folder]


def entry(read: dict[str, Any], kind: str, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in read[kind] if each["id"] == id_)
    return found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda read: read["places"].pop(0), "places of kind unfortified: 39, not 40"),
        (lambda read: read["places"].append(read["places"][0]), "places: abingdon stands twice"),
        (lambda read: entry(read, "places", "bath").update(kind="fort"), "unknown kind 'fort'"),
        (lambda read: entry(read, "places", "bath").update(also=["Wells"]), "wells stands twice"),
        (lambda read: entry(read, "places", "bath").update(square="rome"), "bath: its square"),
        (lambda read: entry(read, "places", "bath").update(x=10), "bath: its symbol lies outside"),
        (lambda read: entry(read, "places", "dover").update(sea=["S9"]), "s9 does not name it"),
        (lambda read: entry(read, "places", "sandal").update(advanced_only=False), "asterisked"),
        (
            lambda read: entry(read, "places", "canterbury").update(
                square="rochester", x=4995, y=5312
            ),
            "canterbury",
        ),
        (lambda read: entry(read, "land_squares", "bath")["adjacent"].pop(), "not the reverse"),
        (
            lambda read: entry(read, "land_squares", "blackheath").update(forest=True),
            "of the way dover",
        ),
        (lambda read: entry(read, "land_squares", "bath").update(by_ship_only=True), "the islands"),
        (
            lambda read: entry(read, "land_squares", "bath")["polygons"][0][0].pop(),
            "the polygons do not fit",
        ),
        (lambda read: entry(read, "roads", "R1")["squares"].pop(1), "R1: dover and blackheath"),
        (lambda read: entry(read, "roads", "R1")["symbols"].pop(0), "dover to bristol"),
        (
            lambda read: entry(read, "roads", "R1")["symbols"][0].update(may_block=False),
            "only towns, cities and castles block",
        ),
        (lambda read: read["certainty"]["roads"].pop("line"), "certainty of roads: line"),
        (lambda read: read["certainty"]["roads"].update(line="sure"), "roads: 'sure' is none"),
        (lambda read: read["certainty"].pop("rivers"), "certainty is told of each list"),
        (lambda read: read["estuaries"][0]["ports"].clear(), "kingston is not reached"),
    ],
)
def test_a_board_that_cannot_be_names_what_is_wrong(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    with pytest.raises(ValueError, match=r"board\.json") as refused:
        data.load(spoil(tmp_path, change))
    assert said in str(refused.value)


CASTLES = (
    "alnwick appleby arundel belvoir berkeley chillingham chirk cockermouth compton conisborough "
    "corte denbigh douglas farnham framlingham helmsley kimbolton leeds llanstephan ludlow masham "
    "ogmore okehampton pleshy raby richmond rockingham tattershall tickhill tutbury usk warwick "
    "wingfield wressle"
)
TOWNS = (
    "berwick calais canterbury carlisle chester colchester coventry durham exeter ipswich "
    "lancaster leicester lincoln lynn newark northampton nottingham oxford plymouth shrewsbury "
    "southampton swansea"
)


@pytest.mark.rule("KM-GRD-02")
@pytest.mark.rule("KM-GRD-04")
@pytest.mark.rule("KM-TER-16")
@pytest.mark.rule("KM-TER-17")
def test_towns_and_castles_by_name_without_the_four_of_the_advanced_game() -> None:
    by_kind: dict[str, set[str]] = {}
    for place in BOARD.places.values():
        by_kind.setdefault(place.kind.id, set()).add(place.id)
    assert by_kind["town"] == {*TOWNS.split(), "newcastle town"}
    assert by_kind["castle"] == {*CASTLES.split(), "castle rising", "newcastle castle"}
    assert by_kind["royal castle"] == {
        "bamburgh", "beaumaris", "caernarvon", "carisbrooke", "conway", "dover", "fotheringhay",
        "harlech", "rhuddlan", "wallingford", "windsor",
    }  # fmt: skip
    asterisked = {place["id"] for place in BOARD.drawing["places"] if place.get("advanced_only")}
    assert asterisked == {"kenilworth", "pevensy", "sandal", "stokestay"}
    symbols = [symbol["place"] for road in BOARD.drawing["roads"] for symbol in road["symbols"]]
    assert not asterisked & {*symbols, *BOARD.places}


@pytest.mark.rule("KM-GRD-06")
def test_the_ports_with_walls_but_pevensy_which_is_not_on_the_board() -> None:
    assert {place.id for place in BOARD.places.values() if place.port and place.walled} == {
        "bristol", "london", "berwick", "calais", "colchester", "exeter", "ipswich", "lynn",
        "plymouth", "southampton", "swansea", "kingston", "bamburgh", "beaumaris", "caernarvon",
        "carisbrooke", "dover", "corte", "douglas",
    }  # fmt: skip


@pytest.mark.rule("KM-ROA-08")
def test_no_open_town_stands_on_a_road() -> None:
    on_roads = {place for places in BOARD.road_symbols.values() for place in places}
    assert "london" in on_roads
    assert not on_roads & {"cardigan", "hereford", "kingston"}

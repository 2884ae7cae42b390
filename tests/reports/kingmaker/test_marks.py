"""What the map of Kingmaker is made of: stacks, traces of events, corners."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from moderator.titles.kingmaker import events as ev
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.map.ground import Ground, ground
from moderator.titles.kingmaker.map.marks import marks
from moderator.titles.kingmaker.map.stacks import Stack, spread, stacks
from moderator.titles.kingmaker.map.traces import Hit, Traces, Trail, bundles
from moderator.titles.kingmaker.map.windows import COUNTRY, corners


@pytest.fixture
def under() -> Ground:
    return ground(current().board)


def by_first(view: View, under: Ground) -> dict[str, Stack]:
    return {one.items[0].id: one for one in stacks(view, under, current().arms)}


def test_a_pile_is_one_stack_with_the_strength_of_all(king_view: View, under: Ground) -> None:
    pile = by_first(king_view, under)["percy"]
    assert [item.id for item in pile.items] == ["percy", "scrope"]
    assert (pile.seat, pile.strength) == ("red", 150)
    assert pile.spot == under.centres["york"]


def test_two_piles_in_one_square_are_two_stacks(king_view: View, under: Ground) -> None:
    apart = tuple(replace(one, force=20) if one.id == "scrope" else one for one in king_view.nobles)
    found = by_first(replace(king_view, nobles=apart), under)
    assert found["percy"].strength == 120
    assert found["scrope"].strength == 30


def test_an_heir_stands_with_his_force(king_view: View, under: Ground) -> None:
    pile = by_first(king_view, under)["clifford"]
    assert [item.id for item in pile.items] == ["clifford", "richard"]
    assert pile.items[1].house == "york"


def test_the_sole_king_is_marked(king_view: View, under: Ground) -> None:
    king = by_first(king_view, under)["mowbray"].items[1]
    assert (king.id, king.crowned, king.sole) == ("henry", True, True)


def test_a_captive_stands_apart_and_counts_nothing(king_view: View, under: Ground) -> None:
    captive = by_first(king_view, under)["howard"]
    assert (captive.seat, captive.captor, captive.strength) == ("green", "red", 0)


def test_passengers_are_with_their_ship(king_view: View, under: Ground) -> None:
    ship = by_first(king_view, under)["le michael"]
    assert [item.id for item in ship.items] == ["le michael", "courtenay"]
    assert ship.items[0].capacity == 100
    assert ship.spot == under.centres["s14"]


def test_no_two_counters_share_their_letters(king_view: View, under: Ground) -> None:
    some = king_view.ships[0]
    fleet = tuple(
        replace(some, id=one.id, capacity=one.capacity, port=one.port, sea="", passengers=())
        for one in current().ships.values()
    )
    king_view = replace(king_view, ships=fleet)
    codes = [item.code for one in by_first(king_view, under).values() for item in one.items]
    assert len(set(codes)) == len(codes)


def test_stacks_give_way_to_each_other_and_to_marks(king_view: View, under: Ground) -> None:
    found = stacks(king_view, under, current().arms)[:8]
    mark = (480.0, 380.0)
    placed = spread(found, [(480.0, 400.0)] * len(found), (960, 900), 1, [mark])
    boxes = [(one.left, one.top, one.stack.wide, one.stack.high) for one in placed]
    for (ax, ay, aw, ah), (bx, by, bw, bh) in combinations(boxes, 2):
        assert ax + aw <= bx + 1 or bx + bw <= ax + 1 or ay + ah <= by + 1 or by + bh <= ay + 1
    for x, y, w, h in boxes:
        assert 0 <= x <= 960 - w
        assert 0 <= y <= 900 - h
        assert not (x < mark[0] < x + w and y < mark[1] < y + h)


def test_a_move_goes_through_the_squares_of_its_path(king_view: View, under: Ground) -> None:
    move = ev.Moved("red", ("percy",), ("durham", "raby", "york"), ("durham", "durham"),
                    ("york", ""), road=True)  # fmt: skip
    (trail,) = Traces(king_view, under, (move,)).trails
    assert (trail.kind, trail.seat) == ("land", "red")
    assert trail.points[1:] == (under.centres["raby"], under.centres["york"])


def test_a_voyage_goes_from_port_to_sea(king_view: View, under: Ground) -> None:
    sail = ev.Sailed("green", ("le michael",), (), ("", "plymouth"), ("s13", "s14"), ("s14", ""))
    (trail,) = Traces(king_view, under, (sail,)).trails
    assert trail.kind == "sea"
    assert trail.points[1:] == (under.centres["s13"], under.centres["s14"])


def test_who_only_goes_inside_leaves_a_short_trail_and_who_stays_none(
    king_view: View, under: Ground
) -> None:
    stay = ev.Moved("red", ("percy",), ("york",), ("york", "york"), ("york", "york"))
    inside = replace(stay, source=("york", ""))
    assert Traces(king_view, under, (stay,)).trails == ()
    assert len(Traces(king_view, under, (inside,)).trails) == 1


def test_what_befell_a_place_is_marked_there(king_view: View, under: Ground) -> None:
    events = (
        ev.FightDecided("battle", "red", "blue", "coventry", "", 9, 5, "3-2", "red", False, ()),
        ev.Died("grey", "blue", ("coventry", ""), "battle"),
        ev.PlaceChanged("york", "green", "red", "capture"),
        ev.PlaceChanged("oxford", "green", "", "death"),
        ev.Crowned("henry", "blue", "london", (), sole=True),
    )
    hits = Traces(king_view, under, events).hits
    assert [hit.kind for hit in hits] == ["battle", "death", "fall", "crown"]
    assert hits[0].seats == ("red", "blue")
    assert (hits[0].x, hits[0].y) == under.centres["coventry"]


def test_a_corner_shows_what_concerns_the_reader() -> None:
    own = Trail("land", "red", ((3000.0, 1500.0), (3500.0, 2300.0)))
    other = Trail("land", "blue", ((4000.0, 5400.0), (4200.0, 5600.0)))
    (only,) = corners("red", (own, other), ())
    assert all(only[0] < x < only[2] and only[1] < y < only[3] for x, y in own.points)
    assert corners("green", (own, other), ()) == ()
    assert corners(None, (own, other), ()) == ()


def test_an_onlooker_sees_fights_large() -> None:
    (only,) = corners(None, (), (Hit("battle", ("red", "blue"), 4000.0, 5400.0),))
    assert only[0] < 4000 < only[2]
    assert only[1] < 5400 < only[3]


def test_there_are_two_corners_at_most() -> None:
    places = ((700.0, 3000.0), (2700.0, 3000.0), (4700.0, 3000.0), (3500.0, 600.0))
    hits = tuple(Hit("death", ("red",), x, y) for x, y in places)
    found = corners("red", (), hits)
    assert len(found) == 2
    west, north, east, south = COUNTRY
    assert all(west <= one[0] and one[2] <= east for one in found)
    assert all(north <= one[1] and one[3] <= south for one in found)


def test_marks_at_one_spot_stand_side_by_side(king_view: View) -> None:
    events = (
        ev.Died("grey", "blue", ("coventry", ""), "battle"),
        ev.Died("neville", "blue", ("coventry", ""), "battle"),
        ev.FightDecided("battle", "red", "blue", "coventry", "", 9, 5, "3-2", "red", False, ()),
    )
    whole = marks(king_view, events).sheets[0]
    assert [hit.kind for hit in whole.hits] == ["death", "battle"]
    assert whole.hits[0].x < whole.hits[1].x
    assert whole.hits[0].y == whole.hits[1].y


def test_marks_and_flags_stay_on_their_sheet(king_view: View) -> None:
    move = ev.Moved("red", ("percy",), ("durham", "york"), ("durham", ""), ("york", ""))
    deaths = [ev.Died("grey", "blue", (square, ""), "plague") for square in current().board.squares]
    falls = [ev.PlaceChanged(place, "", "red", "capture") for place in current().board.places]
    everywhere = replace(
        king_view, places=tuple(replace(one, holder="red") for one in king_view.places)
    )
    for sheet in marks(everywhere, (move, *deaths, *falls)).sheets:
        assert sheet.hits
        spots = [(one.x, one.y) for one in sheet.hits] + [(one.x, one.y) for one in sheet.flags]
        assert all(12 <= x <= sheet.wide - 12 for x, _ in spots)
        assert all(12 <= y <= sheet.high - 12 for _, y in spots)


def test_a_besieged_place_and_the_peace_bear_flags(king_view: View) -> None:
    flags = marks(king_view, ()).sheets[0].flags
    assert [flag.seat for flag in flags if flag.kind == "siege"] == ["blue"]
    assert [flag.seat for flag in flags if flag.kind == "peace"] == ["blue"]
    held = [flag for flag in flags if flag.kind == "held"]
    assert len(held) == sum(bool(one.holder) for one in king_view.places)


def test_an_arrow_that_leaves_a_corner_has_no_head_there(king_view: View) -> None:
    near = ev.Moved("red", ("percy",), ("durham", "raby"), ("durham", ""), ("raby", ""))
    far = ev.Called("blue", "grey", "grey", ("raby", ""), ("london", "london"))
    whole, corner = marks(king_view, (near, far)).sheets
    assert [trail.ends for trail in whole.trails] == [True, True]
    assert [trail.ends for trail in corner.trails] == [True, False]


def test_only_the_tiles_that_an_arrow_crosses_are_drawn() -> None:
    across = Trail("land", "red", ((10.0, 60.0), (350.0, 60.0)))
    far = Trail("land", "blue", ((900.0, 1000.0), (900.0, 1070.0)))
    tiles = {(one.left, one.top): one for one in bundles((across, far), (960, 1084), 16)}
    assert set(tiles) == {(0, 0), (120, 0), (240, 0), (360, 0), (840, 960), (840, 1080)}
    assert tiles[120, 0].trails == (across,)
    assert (tiles[840, 1080].wide, tiles[840, 1080].high) == (120, 4)
    slant = Trail("land", "red", ((10.0, 10.0), (950.0, 1070.0)))
    assert len(bundles((slant,), (960, 1084), 16)) < 30
    (both,) = bundles((replace(far, points=((880.0, 980.0), (900.0, 1000.0))),) * 2, (960, 1084), 9)
    assert len(both.trails) == 1
    assert bundles((), (960, 1084), 16) == ()

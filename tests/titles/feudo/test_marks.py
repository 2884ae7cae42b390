"""Where things are drawn, in units of one territory."""

from __future__ import annotations

import pytest

from moderator.titles.feudo import events as ev
from moderator.titles.feudo.marks import marks
from moderator.titles.feudo.view import SideView, Territory, TokenView, View


def token(seat: str, kind: str, at: str, number: int = 3) -> TokenView:
    return TokenView(
        f"{seat} {kind}", seat, kind, kind.title(), kind, at, number, 3, number < 3, 0, False, False
    )


def make_view(*tokens: TokenView) -> View:
    """Return three by three territories: a Castle shared on b1, the Convent in the middle."""
    names = [f"{column}{row}" for row in "123" for column in "abc"]
    castle = (("white", "west"), ("blue", "east"))
    sides = tuple(
        SideView(seat, f"b1 {half}", 4, (0,), -1, False, False, (), 0, 0) for seat, half in castle
    )
    return View(
        None, (), 2, 10, False, "plays", "white", ("white", "blue"), False, False, "a1", (), 9,
        ("a", "b", "c"), ("1", "2", "3"),
        tuple(
            Territory(name, "central" if name == "b2" else "hill", "", "",
                      castle if name == "b1" else (), name == "a1")
            for name in names
        ),
        sides, tokens, (), -1, (), (), (),
    )  # fmt: skip


def test_cells_have_their_place() -> None:
    cell = next(one for one in marks(make_view(), ()).cells if one.name == "c2")
    assert (cell.column, cell.row) == (2, 1)


def test_two_castles_share_a_joined_space_side_by_side() -> None:
    white, blue = marks(make_view(), ()).towers
    assert white.x < 1.5 < blue.x
    assert white.y == blue.y == 0.5
    assert white.scale < 1


@pytest.mark.parametrize("count", range(1, 7))
def test_tokens_on_one_territory_stay_apart_and_inside(count: int) -> None:
    kinds = ("baron", "milady", "knight", "mercenary", "infantry", "first knight")
    pieces = marks(make_view(*(token("white", kind, "c3") for kind in kinds[:count])), ()).pieces
    assert len({(piece.x, piece.y) for piece in pieces}) == count
    assert all(2 < piece.x < 3 and 2 < piece.y < 3 for piece in pieces)


def test_tokens_off_the_map_stand_in_the_panel_of_their_side() -> None:
    view = make_view(
        token("white", "baron", "castle"), token("white", "milady", "convent", 2),
        token("white", "knight", ""), token("blue", "knight", "a2"),
    )  # fmt: skip
    drawn = marks(view, ())
    white = drawn.panels[0]
    assert [piece.kind for piece in white.castle] == ["baron"]
    assert [(piece.kind, piece.stricken) for piece in white.convent] == [("milady", True)]
    assert white.gone == 1
    assert [piece.kind for piece in drawn.pieces] == ["knight"]


def test_an_arrow_ends_short_of_the_middle_of_its_goal() -> None:
    (arrow,) = marks(make_view(), (ev.CardShown("white", "white knight", ("a1", "a2")),)).arrows
    assert arrow.points == ((0.5, 0.5), (0.5, 1.0))


def test_an_arrow_leaves_from_the_half_with_the_castle() -> None:
    (arrow,) = marks(make_view(), (ev.Marched("blue", "blue knight", ("castle", "c1")),)).arrows
    assert 1.73 < arrow.points[0][0] < arrow.points[-1][0] < 2.5


def test_a_step_into_the_convent_goes_to_the_middle() -> None:
    shown = ev.CardShown("white", "white knight", ("a2", "convent"))
    (arrow,) = marks(make_view(), (shown,)).arrows
    assert arrow.points == ((0.5, 1.5), (1.0, 1.5))


def test_a_token_that_stays_has_no_arrow() -> None:
    assert marks(make_view(), (ev.CardShown("white", "white knight", ("a2",)),)).arrows == ()


def test_arrows_of_one_way_lie_beside_each_other() -> None:
    march = ev.Marched("white", "white knight", ("a1", "a2", "a3"))
    first, second = marks(make_view(), (march, march)).arrows
    assert first.points[0] != second.points[0]


def test_hits_are_drawn_once_where_they_fell() -> None:
    events = (
        ev.Stricken("white knight", "c1", ""),
        ev.Stricken("white baron", "c1", ""),
        ev.AttackWon("white", "a3", ("white knight",), 3, 2, "", "blue", (), "", 2, 0),
        ev.Advanced("white", "white knight", "a2", "a3"),
    )
    drawn = marks(make_view(), events)
    assert [(hit.kind, hit.x, hit.y) for hit in drawn.hits] == [("plague", 2, 0), ("attack", 0, 2)]
    assert len(drawn.arrows) == 1

"""The map: the same picture everywhere, and nothing on it by colour alone."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from moderator.reports.picture import draw, outline
from moderator.reports.template import Templates, load
from moderator.titles.feudo import events as ev
from moderator.titles.feudo.title import FEUDO
from moderator.titles.feudo.view import View

EVENTS = (
    ev.CardShown("white", "white robert", ("castle", "k7", "k8")),
    ev.AttackWon("white", "h5", ("white first knight",), 5, 2, "", "blue", (), "", 2, 0),
)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if "text" in node.tag]


def test_the_picture_is_a_png_960_pixels_wide(view: View, templates: Templates) -> None:
    png = draw(templates, FEUDO, view, EVENTS)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", png[16:20]) == (960,)


def test_the_same_position_gives_the_same_bytes(view: View) -> None:
    assert draw(load(), FEUDO, view, EVENTS) == draw(load(), FEUDO, view, EVENTS)


def test_moves_change_the_picture(view: View, templates: Templates) -> None:
    assert draw(templates, FEUDO, view, EVENTS) != draw(templates, FEUDO, view, ())


def test_letters_are_drawn_from_our_own_fonts(
    view: View, templates: Templates, tmp_path: Path
) -> None:
    without = replace(templates, folders=(tmp_path,))
    assert draw(without, FEUDO, view, ()) != draw(templates, FEUDO, view, ())


def test_coordinates_stand_on_all_four_edges(view: View, templates: Templates) -> None:
    told = texts(outline(templates, FEUDO, view, ()))
    assert all(told.count(name) == 2 for name in (*view.columns, *view.rows))


def test_every_token_on_the_map_shows_its_side_and_number(view: View, templates: Templates) -> None:
    told = texts(outline(templates, FEUDO, view, ()))
    there = [one for one in view.tokens if one.at]
    for seat, letter in (("white", "W"), ("blue", "B")):
        for number in range(1, 6):
            want = sum(one.seat == seat and one.number == number for one in there)
            assert told.count(f"{letter}{number}") == want


def test_cities_are_named_with_their_owners_letter(view: View, templates: Templates) -> None:
    svg = outline(templates, FEUDO, view, ())
    told = texts(svg)
    assert all(one.city in told for one in view.territories if one.city)
    assert told[told.index("Winterbourne") - 1] == "B"


def test_a_map_before_the_castles_can_be_drawn(view: View, templates: Templates) -> None:
    bare = tuple(replace(one, castle=(), owner="", plague=False) for one in view.territories)
    inside = tuple(replace(one, at="castle") for one in view.tokens)
    early = replace(view, phase="castles", territories=bare, tokens=inside, plague_at="")
    assert "Placing the Castles" in texts(outline(templates, FEUDO, early, ()))

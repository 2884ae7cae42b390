"""The map of Kingmaker: everybody on it, and nothing by colour alone."""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import replace
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

from moderator.engine import Event, Title
from moderator.reports.picture import draw, outline
from moderator.reports.template import Templates
from moderator.titles.kingmaker import events as ev
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal.setup import fresh
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.knowledge.viewing import view as seen

Kingmaker = Title[Any, Any]


def texts(svg: str) -> Counter[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return Counter("".join(node.itertext()).strip() for node in found)


def test_the_picture_is_a_png_960_pixels_wide(
    king_view: View, title: Kingmaker, templates: Templates, every_event: tuple[Event, ...]
) -> None:
    png = draw(templates, title, king_view, every_event)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", png[16:20]) == (960,)
    assert png == draw(templates, title, king_view, every_event)


def test_pieces_laid_together_make_the_picture_of_the_whole(
    king_view: View, title: Kingmaker, templates: Templates, every_event: tuple[Event, ...]
) -> None:
    drawn = Image.open(BytesIO(draw(templates, title, king_view, every_event))).convert("L")
    fonts = [str(templates.folders[-1] / "fonts")]
    whole = svg_to_bytes(
        svg_string=outline(templates, title, king_view, every_event),
        skip_system_fonts=True, font_dirs=fonts, font_family="DejaVu Sans",
    )  # fmt: skip
    once = Image.open(BytesIO(bytes(whole))).convert("L")
    assert drawn.size == once.size
    different = ImageChops.difference(drawn, once).point(lambda value: 255 if value > 90 else 0)
    assert different.histogram()[255] < 0.002 * drawn.width * drawn.height


def test_the_key_explains_every_sign(
    king_view: View, title: Kingmaker, templates: Templates
) -> None:
    told = " ".join(texts(outline(templates, title, king_view, ())))
    for word in ("City", "Royal castle", "held by", "under siege", "fight", "death", "Roses: red",
                 "moves since last mail", "captive", "Flag: place or heir taken", "P: Parliament",
                 "troops that she carries"):  # fmt: skip
        assert word in told


def test_everybody_on_the_board_is_shown_with_three_letters(
    king_view: View, title: Kingmaker, templates: Templates
) -> None:
    told = texts(outline(templates, title, king_view, ()))
    for one in king_view.nobles:
        assert told[one.code] == 1, one.name
    assert all(told[code] == 1 for code in ("HEN", "MAR", "EDW", "RIC", "MCH", "GLO"))
    assert all(told[code] == 1 for code in ("MIC", "SWA", "TRI"))
    assert told["CLA"] == 0


def test_stacks_say_whose_they_are_and_how_strong(
    king_view: View, title: Kingmaker, templates: Templates
) -> None:
    told = texts(outline(templates, title, king_view, ()))
    assert told["R 150"] == 1
    assert told["B 90"] == 1
    assert told["G/R"] == 1
    assert told["free"] == 4


def test_corners_are_drawn_where_things_happened(
    king_view: View, title: Kingmaker, templates: Templates
) -> None:
    move = ev.Moved("red", ("percy",), ("durham", "york"), ("durham", "durham"), ("york", ""))
    quiet, busy = (texts(outline(templates, title, king_view, events)) for events in ((), (move,)))
    assert quiet["PER"] == 1
    assert busy["PER"] == 2
    assert quiet["Helmsley"] == 0
    assert busy["Helmsley"] == 1


def test_every_field_of_heraldry_can_be_drawn(
    king_view: View, title: Kingmaker, templates: Templates
) -> None:
    (some,) = [one for one in king_view.nobles if one.id == "percy"]
    everyone = tuple(replace(some, id=id_, code=arms.code) for id_, arms in current().arms.items())
    svg = outline(templates, title, replace(king_view, nobles=everyone), ())
    root = ElementTree.fromstring(svg)
    shields = {
        node.attrib["id"]: node
        for node in root.iter("{http://www.w3.org/2000/svg}g")
        if node.attrib.get("id", "").startswith("arms-")
    }
    assert len(shields) == 23
    drawn = {ElementTree.tostring(shield)[40:] for shield in shields.values()}
    assert len(drawn) == 23


def test_a_place_held_shows_the_letter_of_its_holder(
    king_view: View, title: Kingmaker, templates: Templates
) -> None:
    told = texts(outline(templates, title, king_view, ()))
    for seat in king_view.order:
        held = sum(one.holder == seat for one in king_view.places)
        assert told[seat[0].upper()] >= held


@pytest.mark.parametrize("phase", ["setup", "over"])
def test_a_map_before_and_after_the_game_can_be_drawn(
    king_view: View, title: Kingmaker, templates: Templates, phase: str
) -> None:
    bare = replace(
        king_view, phase=phase, nobles=(), ships=(), order=(), sole_king="",
        heirs=tuple(replace(one, crowned=False) for one in king_view.heirs),
    )  # fmt: skip
    told = texts(outline(templates, title, bare, ()))
    assert told["Nobody is crowned"] == 1
    assert told["Before the first turn"] + told["The end, after turn 18"] == 1


def test_a_game_that_has_just_begun_has_its_heirs_on_the_map(
    title: Kingmaker, templates: Templates
) -> None:
    state = fresh(["red", "blue"], {"deal": "part", "places": "basic", "rounds": "0"})
    told = texts(outline(templates, title, seen(state, "red"), ()))
    assert told["free"] == 7
    assert told["Sole King: Henry VI"] == 1

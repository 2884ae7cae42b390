"""The map as a picture: the title's marks, its SVG template, PNG bytes.

A template may put its map together from pieces: `svg` elements of class "piece" at whole pixels,
each complete in itself.  Pieces that have been drawn before are laid down again as they were; one
of class "ground" covers all that is below it, and one of class "once" is not worth keeping.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import resvg_py
from PIL import Image

from moderator.engine import Event, Title
from moderator.reports.template import Templates

WIDTH = 960
"""Pixels: sharp on a phone, which shows it at 390 or so, three to one."""
COLOURS = 128
_GROUNDS, _PIECES = 12, 800
"""How many drawn pieces are kept: 2 to 3 MB each, and 20 kB each."""

_PIECE = re.compile(
    r'<svg class="piece ?(\w*)" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)">(.*?)</svg>',
    re.DOTALL,
)
_PAPER = re.compile(r'<rect class="paper" width="(\d+)" height="(\d+)" fill="(#[0-9a-f]{6})"')


def outline(
    templates: Templates, title: Title[Any, Any], view: Any, events: Sequence[Event]
) -> str:
    """Return the map as SVG."""
    template = templates.html.get_template(f"{title.name}/map.svg.j2")
    return template.render(marks=title.marks(view, events), title=title)


def draw(templates: Templates, title: Title[Any, Any], view: Any, events: Sequence[Event]) -> bytes:
    """Return the map as PNG, `WIDTH` pixels wide; the same bytes for the same view and events.

    The letters come from `fonts/` among the templates alone, never from the machine.
    """
    places = (place / "fonts" for place in templates.folders)
    fonts = tuple(str(place) for place in places if place.is_dir())
    svg = outline(templates, title, view, events)
    paper = _PAPER.search(svg)
    return _light(_laid(svg, paper, fonts) if paper else _drawn(svg, fonts, WIDTH).convert("RGB"))


def _laid(svg: str, paper: re.Match[str], fonts: tuple[str, ...]) -> Image.Image:
    """Lay the pieces of a map on its paper, one after the other."""
    sheet = Image.new("RGB", (int(paper[1]), int(paper[2])), paper[3])
    for kind, x, y, wide, high, inside in _PIECE.findall(svg):
        drawing = _ground if kind == "ground" else _once if kind == "once" else _piece
        drawn = drawing(int(wide), int(high), inside, fonts)
        sheet.paste(drawn, (int(x), int(y)), drawn if drawn.mode == "RGBA" else None)
    return sheet


def _once(wide: int, high: int, inside: str, fonts: tuple[str, ...]) -> Image.Image:
    # Reading the fonts takes longer than most pieces without a letter.
    return _drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' font-family="DejaVu Sans">{inside}</svg>',
        fonts if "<text" in inside else (),
    )


@lru_cache(maxsize=_PIECES)
def _piece(wide: int, high: int, inside: str, fonts: tuple[str, ...]) -> Image.Image:
    return _once(wide, high, inside, fonts)


@lru_cache(maxsize=_GROUNDS)
def _ground(wide: int, high: int, inside: str, fonts: tuple[str, ...]) -> Image.Image:
    return _once(wide, high, inside, fonts).convert("RGB")


def _drawn(svg: str, fonts: tuple[str, ...], width: int | None = None) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_dirs=list(fonts),
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        return image.convert("RGBA")


def _light(whole: Image.Image) -> bytes:
    """Return the picture with a palette: less than half the bytes, and nobody sees it."""
    lighter = io.BytesIO()
    few = whole.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(lighter, "PNG")
    return lighter.getvalue()

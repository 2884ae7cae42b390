"""The map as a picture: the title's marks, its SVG template, PNG bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import resvg_py
from PIL import Image

from moderator.engine import Event, Title
from moderator.reports.template import Templates

WIDTH = 960
"""Pixels: sharp on a phone, which shows it at 390 or so, three to one."""
COLOURS = 128


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
    fonts = [str(place / "fonts") for place in templates.folders if (place / "fonts").is_dir()]
    drawn = resvg_py.svg_to_bytes(
        svg_string=outline(templates, title, view, events),
        width=WIDTH,
        skip_system_fonts=True,
        font_dirs=fonts,
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    return _light(bytes(drawn))


def _light(png: bytes) -> bytes:
    """Return the picture with a palette: less than half the bytes, and nobody sees it."""
    lighter = io.BytesIO()
    with Image.open(io.BytesIO(png)) as whole:
        few = whole.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        few.save(lighter, "PNG")
    return lighter.getvalue()

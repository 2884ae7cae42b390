"""The map as a picture: the title's marks, its SVG template, PNG bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import resvg_py

from moderator.engine import Event, Title
from moderator.reports.template import Templates

WIDTH = 1080
"""Pixels."""


def outline(
    templates: Templates, title: Title[Any, Any], view: Any, events: Sequence[Event]
) -> str:
    """Return the map as SVG."""
    template = templates.html.get_template(f"{title.name}/map.svg.j2")
    return template.render(marks=title.marks(view, events), title=title)


def draw(templates: Templates, title: Title[Any, Any], view: Any, events: Sequence[Event]) -> bytes:
    """Return the map as PNG, 1080 pixels wide; the same bytes for the same view and events.

    The letters come from `fonts/` among the templates alone, never from the machine.
    """
    fonts = [str(place / "fonts") for place in templates.folders if (place / "fonts").is_dir()]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=outline(templates, title, view, events),
            width=WIDTH,
            skip_system_fonts=True,
            font_dirs=fonts,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    )

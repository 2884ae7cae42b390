"""Letters turned into pages: subject, text, HTML and pictures, ready to be put in a mail."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from moderator.engine import Order, Rule, Title, nearest
from moderator.reports import news, template
from moderator.reports.inputs import Help, Letter
from moderator.reports.template import Templates

MARKER: Final = "===== reply above this line ====="
"""The first line of every mail: readers of replies know it by these very words."""


@dataclass(frozen=True, slots=True)
class Page:
    """A mail's contents. `pictures` are (content id, file name, PNG bytes)."""

    subject: str
    text: str
    """At most 72 columns."""
    html: str
    pictures: tuple[tuple[str, str, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What there is on the topic of a `Help`."""

    rule: Rule | None = None
    orders: tuple[Order, ...] = ()
    nearest: tuple[str, ...] = ()


def write(templates: Templates, title: Title[Any, Any] | None, letter: Letter) -> Page:
    """Write *letter* by the template of its class's name; *title* is None outside any game."""
    frame = letter.frame
    values: dict[str, Any] = {
        "marker": MARKER,
        "letter": letter,
        "to": frame.to,
        "now": frame.now,
        "game": frame.game,
        "title": title,
        "view": None,
        "headline": "",
        "names": None,
        "news": (),
        "landmarks": (),
    }
    view = getattr(letter, "view", None)
    if title is not None and frame.game is not None and view is not None:
        values |= _about(templates, title, letter, view)
    if isinstance(letter, Help):
        values["help"] = find(title, letter.topic)
    picture = getattr(letter, "picture", b"")
    if picture:
        about = f"{frame.game.name if frame.game else 'map'} {values['headline']}"
        stem = re.sub(r"[^A-Za-z0-9]+", "-", about).strip("-")[:80]
        values |= {"picture_id": f"map.{stem}@moderator", "picture_name": f"{stem}.png"}
    name = f"shared/{type(letter).__name__.casefold()}.j2"
    values["subject"] = template.subject(templates, name, values)
    return Page(
        values["subject"],
        template.text(templates, name, values),
        template.html(templates, name, values),
        ((values["picture_id"], values["picture_name"], picture),) if picture else (),
    )


def _about(
    templates: Templates, title: Title[Any, Any], letter: Letter, view: Any
) -> dict[str, Any]:
    """Return what templates say of the game itself."""
    game = letter.frame.game
    assert game is not None
    headline = templates.text.get_template(f"{title.name}/headline.j2").render(view=view)
    names = news.names(templates, title, view, game)

    def told(part: str) -> tuple[news.Chapter, ...]:
        return news.tell(templates, title, view, game, getattr(letter, part, ()), names)

    return {
        "view": view,
        "headline": headline.strip(),
        "names": names,
        "news": told("events"),
        "landmarks": told("landmarks"),
    }


def find(title: Title[Any, Any] | None, topic: str) -> Found:
    """Return the rule, or the orders, that *topic* names; else what is like it."""
    words = topic.casefold().split()
    if title is None or not words:
        return Found()
    wanted = words[-1].upper()
    if wanted in title.rules:
        return Found(rule=title.rules[wanted])
    asked = " ".join(words)
    orders = tuple(
        sorted(
            (order for order in title.orders if asked in {order.verb, *order.kinds}),
            key=lambda order: order.verb != asked,
        )
    )
    known = [*(order.verb for order in title.orders), *title.rules]
    return Found(orders=orders, nearest=nearest(wanted if words[0] == "rule" else asked, known))

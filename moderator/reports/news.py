"""What happened, as prose: each event is said by the macro of its name in `news.j2`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

from moderator.engine import Event, Title
from moderator.reports.parts import Game
from moderator.reports.template import Templates

_CHAPTER = "== "
"""A line of a macro that opens a chapter."""
_TOGETHER = "all_"
"""Begins the name of a macro that says several events of a kind, one behind another, as one."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Lines under a heading, a turn as a rule; the first one may have none."""

    heading: str
    lines: tuple[str, ...]


def names(templates: Templates, title: Title[Any, Any], view: Any, game: Game) -> Any:
    """Return the module of the title's `names.j2`: what tokens and places are called."""
    template = templates.text.get_template(f"{title.name}/names.j2")
    return template.make_module({"view": view, "game": game})


def tell(
    templates: Templates, title: Title[Any, Any], view: Any, game: Game, events: Sequence[Event],
    called: Any = None,
) -> tuple[Chapter, ...]:  # fmt: skip
    """Return *events* as prose; *called* are the `names`, if they are at hand.

    Raises LookupError for an event without a macro.
    """
    if not events:
        return ()
    called = called or names(templates, title, view, game)
    template = templates.text.get_template(f"{title.name}/news.j2")
    values = {"view": view, "game": game, "names": called}
    module = template.make_module(values)
    shared = templates.text.get_template("shared/news.j2").make_module(values)
    chapters: list[tuple[str, list[str]]] = [("", [])]
    for kind, found in groupby(events, lambda event: type(event).__name__):
        run = list(found)
        say = getattr(module, kind, None) or getattr(shared, kind, None)
        together = getattr(module, f"{_TOGETHER}{kind}", None)
        if say is None:
            raise LookupError(f"{title.name}/news.j2 says nothing of {kind}")
        said = [together(run)] if together else [say(event) for event in run]
        for line in chain.from_iterable(str(one).splitlines() for one in said):
            text = " ".join(line.split())
            if line.startswith(_CHAPTER):
                chapters.append((text.removeprefix(_CHAPTER), []))
            elif text:
                chapters[-1][1].append(text)
    return tuple(Chapter(heading, tuple(lines)) for heading, lines in chapters if lines or heading)

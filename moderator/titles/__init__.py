"""The games: each folder holds one title, and its `TITLE` is all that anybody else needs."""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from moderator.engine import Title

_ADDED: dict[str, Title[Any, Any]] = {}


class UnknownTitle(LookupError):
    """There is no title of this name; the message lists those there are."""


def shipped() -> list[str]:
    """Return the names of our own titles, sorted: a folder without a `title.py` is none yet."""
    return sorted(file.parent.name for root in __path__ for file in Path(root).glob("*/title.py"))


def names() -> list[str]:
    """Return the names of all titles, sorted."""
    return sorted({*shipped(), *_ADDED})


def add(title: Title[Any, Any]) -> None:
    """Make a title known that lives outside this package."""
    _ADDED[title.name] = title


@lru_cache
def _shipped(name: str) -> Title[Any, Any]:
    title: Title[Any, Any] = importlib.import_module(f"{__name__}.{name}").TITLE
    return title


def lay_over(folder: Path) -> None:
    """Lay a club's component data over that of the titles: a folder of each title's name.

    Raises ValueError, which names file and entry, if it is wrong.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is no folder")
    for place in sorted(folder.iterdir()):
        if not place.is_dir():
            continue
        if place.name not in names():
            raise ValueError(f"{place}: no title has this name; there are: {', '.join(names())}")
        lay = find(place.name).lay_over
        if lay is None:
            raise ValueError(f"{place}: {place.name} takes no data of a club's own")
        lay([place])


def find(name: str) -> Title[Any, Any]:
    """Return the title of this name, or raise `UnknownTitle`."""
    if name in _ADDED:
        return _ADDED[name]
    if name not in names():
        raise UnknownTitle(f"there is no title '{name}'; there are: {', '.join(names())}")
    return _shipped(name)

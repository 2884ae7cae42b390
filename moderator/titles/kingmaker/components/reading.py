"""Reading the data files: ours, or those that a club lays over them; how sure each value is."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

OURS = Path(__file__).parent
CERTAINTY = ("stated", "derived", "part-stated", "house")
SURE = "certainty"

Entry = Mapping[str, Any]


def find(name: str, folders: Sequence[Path]) -> Path:
    """Return the file *name* of the last of *folders* that has it, else our own."""
    found = [folder / name for folder in folders if (folder / name).is_file()]
    return found[-1] if found else OURS / name


def tables(name: str, folders: Sequence[Path]) -> dict[str, Any]:
    """Return a TOML file whose every entry says how sure it is.

    Raises ValueError naming the file and the entry that is wrong.
    """
    file = find(name, folders)
    read = ledger(name, folders)
    for place, entry in _entries(read):
        why = _unsure(entry)
        if why:
            raise ValueError(f"{file}: {place}: {why}")
    return read


def ledger(name: str, folders: Sequence[Path]) -> dict[str, Any]:
    """Return a TOML file as it stands."""
    file = find(name, folders)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from error


def drawing(name: str, folders: Sequence[Path]) -> dict[str, Any]:
    """Return a JSON file whose top is an object."""
    file = find(name, folders)
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    if not isinstance(read, dict):
        raise ValueError(f"{file}: an object is wanted")
    return read


def word(id_: str) -> str:
    """Return the id of a file as orders write it.

    >>> word("st-albans"), word("royal_castle"), word("N1")
    ('st albans', 'royal castle', 'n1')
    """
    return id_.replace("-", " ").replace("_", " ").casefold()


def count(read: Mapping[str, Any], name: str) -> int:
    """Return one of a file's totals."""
    return int(read["totals"][name]["count"])


def _entries(read: Mapping[str, Any]) -> Iterator[tuple[str, Entry]]:
    """Go through the entries of a file: the tables of its chapters and of its lists."""
    for name, chapter in read.items():
        if isinstance(chapter, list):
            yield from ((f"{name} {place}", entry) for place, entry in enumerate(chapter, start=1))
        elif isinstance(chapter, dict):
            yield from ((f"{name}.{key}", entry) for key, entry in chapter.items())
        else:
            raise ValueError(f"{name} is no table")


def _unsure(entry: object) -> str:
    """Return what is wrong with an entry's certainty, '' if nothing is."""
    if not isinstance(entry, dict):
        return "an entry is a table"
    sure = entry.get(SURE)
    if not isinstance(sure, dict):
        return "" if sure in CERTAINTY else f"certainty must be one of {', '.join(CERTAINTY)}"
    values = entry.keys() - {SURE, "id"}
    if sure.keys() != values:
        return f"certainty must be told of {', '.join(sorted(values ^ sure.keys()))}, or of all"
    wrong = [value for value, how in sure.items() if how not in CERTAINTY]
    return f"certainty of {wrong[0]} must be one of {', '.join(CERTAINTY)}" if wrong else ""

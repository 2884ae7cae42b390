"""The parts of the game as data: boards, Cities, tokens, Plague Cards and the ledger.

Each file is TOML beside this module; a club that owns the printed game lays its own
folder over ours, file by file.  Wrong data is a ValueError with file and name.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from moderator.engine import Rule

TERRAIN = {"H": "hill", "V": "village", "W": "wood", "M": "mountain", "C": "city"}
EFFECTS = {"move", "border", "cross", "linger", "fog"}
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""Steps in (column, row)."""
SEATS = ("white", "blue", "yellow", "red")
CERTAINTY = {"stated", "derived", "house"}
FILES = ("map.toml", "tokens.toml", "plague.toml", "rules.toml")
OURS = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class City:
    name: str
    board: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Kind:
    """What the tokens of one kind have in common."""

    name: str
    count: int
    red: int
    black: int
    desperate_red: int
    desperate_black: int
    fights: bool
    settles: bool
    """It may enter Villages, and Cities of its own side (FE-MOV-19, FE-MOV-20)."""


@dataclass(frozen=True, slots=True)
class Person:
    """One token of one side, as printed."""

    id: str
    seat: str
    word: str
    name: str
    kind: str
    marks: int


@dataclass(frozen=True, slots=True)
class Card:
    """A Plague Card; `way` and `steps` belong to the effect 'move'."""

    name: str
    count: int
    effect: str
    way: str
    steps: int


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """Everything above, checked; equal only to itself, so that it can key a cache."""

    boards: Mapping[str, tuple[str, ...]]
    """Rows by letter, as a board lies unturned."""
    cities: tuple[City, ...]
    starts_near: str
    terrain_totals: Mapping[str, int]
    kinds: Mapping[str, Kind]
    people: Mapping[str, Person]
    sides: Mapping[str, tuple[str, ...]]
    """Ids of each seat's ten tokens, in list order."""
    cards: Mapping[str, Card]
    rules: Mapping[str, Rule]


def load(folders: Sequence[Path] = ()) -> Data:
    """Return the checked data; a file in a later folder replaces that of an earlier one.

    Raises ValueError naming the file and the entry that is wrong.
    """
    layout = _read("map.toml", folders)
    pieces = _read("tokens.toml", folders)
    plague = _read("plague.toml", folders)
    try:
        boards = {entry["letter"]: tuple(entry["rows"]) for entry in layout["board"]}
        cities = tuple(
            City(name, entry["board"], entry["row"], entry["column"])
            for name, entry in layout["cities"].items()
        )
        totals = {terrain: entry["count"] for terrain, entry in layout["totals"].items()}
        kinds = {name: _kind(name, entry) for name, entry in pieces["kinds"].items()}
        people = {
            f"{seat} {word}": Person(
                f"{seat} {word}", seat, word, entry["name"], entry["kind"], entry["marks"]
            )
            for seat in SEATS
            for word, entry in pieces[seat].items()
        }
        cards = {name: _card(name, entry) for name, entry in plague["cards"].items()}
        data = Data(
            boards,
            cities,
            layout["plague"]["starts_near"],
            totals,
            kinds,
            people,
            {seat: tuple(p.id for p in people.values() if p.seat == seat) for seat in SEATS},
            cards,
            _rules(_read("rules.toml", folders)),
        )
        size = pieces["totals"]["side"]["count"], plague["totals"]["cards"]["count"]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"Feudo's data: an entry lacks or misspells {error}") from error
    _check_boards(data)
    _check_people(data, size[0])
    _check_cards(data, size[1])
    return data


_folders: list[Path] = []


def use(folders: Sequence[Path]) -> None:
    """Lay these folders over our own data from now on; raise ValueError if they are wrong."""
    for file in (file for folder in folders for file in sorted(folder.glob("*.toml"))):
        if file.name not in FILES:
            raise ValueError(f"{file}: there is no such data; there are: {', '.join(FILES)}")
    load(folders)
    _folders[:] = folders
    current.cache_clear()


@cache
def current() -> Data:
    """Return the data in use."""
    return load(_folders)


def _read(name: str, folders: Sequence[Path]) -> dict[str, Any]:
    found = [folder / name for folder in folders if (folder / name).is_file()]
    file = found[-1] if found else OURS / name
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from error
    if name != "rules.toml":
        for place, entry in _entries(read):
            if entry.get("certainty") not in CERTAINTY:
                raise ValueError(f"{file}: {place}: certainty must be stated, derived or house")
    return read


def _entries(read: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Go through the entries of a file: tables whose values are no tables."""
    for name, value in read.items():
        for number, table in enumerate(value if isinstance(value, list) else [value], start=1):
            if not isinstance(table, dict):
                yield name, {}
            elif all(isinstance(inner, dict) for inner in table.values()):
                yield from ((f"{name}.{key}", inner) for key, inner in table.items())
            else:
                yield f"{name} {number}", table


def _kind(name: str, entry: Mapping[str, Any]) -> Kind:
    red, black = entry["red"], entry["black"]
    if not 0 < black <= red:
        raise ValueError(f"tokens.toml: {name}: black {black} is not between 1 and red {red}")
    return Kind(
        name,
        entry["count"],
        red,
        black,
        entry.get("desperate_red", red),
        entry.get("desperate_black", black),
        entry["fights"],
        entry["settles"],
    )


def _card(name: str, entry: Mapping[str, Any]) -> Card:
    card = Card(name, entry["count"], entry["effect"], entry.get("way", ""), entry.get("steps", 0))
    if card.effect not in EFFECTS:
        raise ValueError(f"plague.toml: {name}: unknown effect '{card.effect}'")
    if (card.effect == "move") != (card.way in WAYS and 0 < card.steps < 4):
        raise ValueError(f"plague.toml: {name}: way and steps belong to 'move' and to it alone")
    return card


def _rules(read: Mapping[str, Any]) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for entry in read["rule"]:
        rule = Rule(**{key: value.strip() for key, value in entry.items()})
        if rule.id in rules:
            raise ValueError(f"rules.toml: {rule.id} stands twice")
        rules[rule.id] = rule
    return rules


def _check_boards(data: Data) -> None:
    sizes = {len(rows) for rows in data.boards.values()}
    if len(data.boards) != 4 or len(sizes) != 1:
        raise ValueError("map.toml: there must be four boards of one size")
    size = sizes.pop()
    places = {(city.board, city.row, city.column) for city in data.cities}
    for letter, rows in data.boards.items():
        where = f"map.toml: board {letter}"
        if any(len(row) != size or set(row) - set(TERRAIN) for row in rows):
            raise ValueError(f"{where}: each row has {size} letters of {''.join(TERRAIN)}")
        ring = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
        if set(ring) != {"H"}:
            raise ValueError(f"{where}: the outer ring must be Hill, for boards to join")
        villages = {
            (r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind == "V"
        }
        if villages != {(r, c) for r in (1, size - 2) for c in (1, size - 2)}:
            raise ValueError(f"{where}: four Villages stand one step in from the corners")
        marked = {
            (letter, r, c)
            for r, row in enumerate(rows)
            for c, kind in enumerate(row)
            if kind == "C"
        }
        if marked != {place for place in places if place[0] == letter}:
            raise ValueError(f"{where}: its Cities and the list of Cities differ")
    words = [city.name.casefold() for city in data.cities]
    if len(set(words)) < len(words) or data.starts_near.casefold() not in words:
        raise ValueError("map.toml: City names must differ, and starts_near must be one of them")


def _check_people(data: Data, size: int) -> None:
    for seat, ids in data.sides.items():
        if len(ids) != size:
            raise ValueError(f"tokens.toml: {seat} has {len(ids)} tokens, not {size}")
        counts = Counter(data.people[id_].kind for id_ in ids)
        if counts != {name: kind.count for name, kind in data.kinds.items()}:
            raise ValueError(f"tokens.toml: {seat} has not the right number of each kind")
        for id_ in ids:
            word = data.people[id_].word
            if not all(part.isalpha() and part == part.casefold() for part in word.split()):
                raise ValueError(f"tokens.toml: {id_}: a word is of small letters")


def _check_cards(data: Data, size: int) -> None:
    count = sum(card.count for card in data.cards.values())
    if count != size:
        raise ValueError(f"plague.toml: there are {count} Plague Cards, not {size}")

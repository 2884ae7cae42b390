"""The board as the rules use it: squares, sea squares, places, roads, and who neighbours whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from moderator.titles.kingmaker.components.reading import word

CITY, TOWN, OPEN_TOWN, UNFORTIFIED = "city", "town", "open town", "unfortified"
CASTLE, ROYAL_CASTLE = "castle", "royal castle"
"""KM-TER-12 to KM-TER-17: what `Place.kind` can be."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What all places of a kind have in common."""

    id: str
    garrison: int
    limit: int
    """Most troops inside; 0 for no limit (KM-TWN-05)."""
    held: bool
    """A faction can hold it (KM-TER-12, KM-TER-13)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the basic game."""

    id: str
    words: tuple[str, ...]
    name: str
    kind: Kind
    port: bool
    cathedral: bool
    square: str
    seas: tuple[str, ...]
    """Sea squares that its port touches."""

    @property
    def walled(self) -> bool:
        """Say whether a counter can be inside (KM-TER-12)."""
        return self.kind.id != UNFORTIFIED


@dataclass(frozen=True, slots=True)
class Square:
    """A land square."""

    id: str
    words: tuple[str, ...]
    name: str
    forest: bool
    regions: frozenset[str]
    island: bool
    """Reached and left by ship only; Calais is one of these (KM-TER-10, KM-TER-19)."""
    adjacent: tuple[str, ...]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea square."""

    id: str
    name: str
    adjacent: tuple[str, ...]
    ports: tuple[str, ...]


Node = tuple[str, str]
"""A square and a road through it; roads that join in a square share the first one's node."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything above; equal only to itself, so that it can key a cache."""

    kinds: Mapping[str, Kind]
    places: Mapping[str, Place]
    squares: Mapping[str, Square]
    seas: Mapping[str, Sea]
    road_nodes: Mapping[str, tuple[Node, ...]]
    """By square: the roads through it, one node for those that join there."""
    road_links: Mapping[Node, tuple[Node, ...]]
    road_symbols: Mapping[Node, tuple[str, ...]]
    """Places printed over the road there: these, and no others, may stop a move (KM-ROA-02)."""
    place_words: Mapping[str, str]
    """Every word for a place, and the id it stands for."""
    square_words: Mapping[str, str]
    drawing: Mapping[str, Any]
    """The file as it is, for drawing maps; its ids become ours by `reading.word`."""


def board_from(read: Mapping[str, Any], facts: Mapping[str, Any]) -> Board:
    """Make a board of board.json and board.toml; asterisked places are left out (KM-PRE-01)."""
    kinds = {
        id_: Kind(id_, entry["garrison"], entry["limit"], entry["held"])
        for id_, entry in facts["kinds"].items()
    }
    places = {
        place.id: place
        for entry in read["places"]
        if not entry["advanced_only"]
        for place in [_place(entry, kinds)]
    }
    squares = {
        square.id: square
        for entry in read["land_squares"]
        for square in [_square(entry, places.values())]
    }
    seas = {
        word(entry["id"]): Sea(
            word(entry["id"]),
            entry["name"],
            tuple(map(word, entry["adjacent"])),
            tuple(port for port in map(word, entry["ports"]) if port in places),
        )
        for entry in read["sea_squares"]
    }
    nodes, links, symbols = _roads(read, facts, places)
    return Board(
        kinds,
        places,
        squares,
        seas,
        nodes,
        links,
        symbols,
        {said: place.id for place in places.values() for said in place.words},
        {said: square.id for square in squares.values() for said in square.words},
        read,
    )


def _place(entry: Mapping[str, Any], kinds: Mapping[str, Kind]) -> Place:
    if word(entry["kind"]) not in kinds:
        raise ValueError(f"board.json: {entry['id']}: unknown kind '{entry['kind']}'")
    return Place(
        word(entry["id"]),
        _words(entry["id"], entry["name"], *entry.get("also", ())),
        entry["name"],
        kinds[word(entry["kind"])],
        entry["port"],
        entry["cathedral"],
        word(entry["square"]),
        tuple(map(word, entry["sea"])),
    )


def _square(entry: Mapping[str, Any], places: Iterable[Place]) -> Square:
    id_ = word(entry["id"])
    return Square(
        id_,
        _words(entry["id"], entry["name"]),
        entry["name"],
        entry["forest"],
        frozenset(map(word, entry["regions"])),
        entry["by_ship_only"],
        tuple(map(word, entry["adjacent"])),
        tuple(place.id for place in places if place.square == id_),
    )


def _words(id_: str, *names: str) -> tuple[str, ...]:
    """Return the id and the names as orders write them, each once."""
    said = [word(id_)]
    for name in names:
        plain = name.casefold().replace("(", "").replace(")", "").replace(". ", " ")
        said += [plain, plain.replace("-", " ").replace("'", "")]
    return tuple(dict.fromkeys(said))


def _roads(
    read: Mapping[str, Any], facts: Mapping[str, Any], places: Mapping[str, Place]
) -> tuple[dict[str, tuple[Node, ...]], dict[Node, tuple[Node, ...]], dict[Node, tuple[str, ...]]]:
    """Return nodes by square, links and symbols of the joined network of roads."""
    apart = {(square, road) for square, entry in facts["apart"].items() for road in entry["roads"]}
    first: dict[str, str] = {}
    links: dict[Node, list[Node]] = {}
    symbols: dict[Node, list[str]] = {}

    def node(square: str, road: str) -> Node:
        own = (square, road) in apart
        return square, road if own else first.setdefault(square, road)

    for road in read["roads"]:
        squares = [word(square) for square in road["squares"]]
        for before, after in pairwise(squares):
            one, other = node(before, road["id"]), node(after, road["id"])
            links.setdefault(one, []).append(other)
            links.setdefault(other, []).append(one)
        for symbol in road["symbols"]:
            place = word(symbol["place"])
            if place in places:
                symbols.setdefault(node(places[place].square, road["id"]), []).append(place)
    by_square: dict[str, list[Node]] = {}
    for each in links:
        by_square.setdefault(each[0], []).append(each)
    return (
        {square: tuple(nodes) for square, nodes in by_square.items()},
        {each: tuple(dict.fromkeys(nodes)) for each, nodes in links.items()},
        {each: tuple(dict.fromkeys(symbols.get(each, ()))) for each in links},
    )

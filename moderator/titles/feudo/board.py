"""The joined map: four boards laid two by two, each with a quarter turn (FE-SET-01 to 12).

Everything that the map alone decides is reckoned once for each layout.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from moderator.titles.feudo.data import TERRAIN, WAYS, Data, current
from moderator.titles.feudo.state import CASTLE, CONVENT, State

Square = tuple[int, int]
"""Column and row, from 0 in the north-west."""

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One layout; territories are named by column a to k and row 1 to 11 (FE-MAP-02)."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    names: tuple[str, ...]
    """West to east, row after row from the north."""
    terrain: Mapping[str, str]
    near: Mapping[str, tuple[str, ...]]
    """Territories that share a side (FE-MOV-30); nothing for 'castle' and 'convent'."""
    steps: Mapping[str, tuple[str, ...]]
    """As `near`, with the Convent in place of the Central Hill: what a token may try."""
    central: str
    doors: tuple[str, ...]
    cities: Mapping[str, str]
    """City names in print, by territory."""
    city_words: Mapping[str, str]
    """Territories by the City's name in small letters."""
    villages: tuple[str, ...]
    lines: Mapping[tuple[str, str], str]
    """The next Village from a Village in a direction, round the edge too (FE-PLG-03, 04)."""
    border: frozenset[str]
    """Outer Hills but those where two boards join (FE-PLC-01)."""
    cross: frozenset[str]
    """Hills where two boards join, those round the Central Hill among them (FE-PLC-02)."""
    sites: tuple[str, ...]
    """Castle sites by column, then row: 'i1', or a half, 'k6 south' (FE-MAP-09)."""
    site_board: Mapping[str, int]
    """Which board a site lies on: 0 NW, 1 NE, 2 SE, 3 SW."""
    half_exits: Mapping[str, tuple[str, ...]]
    """The neighbours that a half leaves by where the other half is a Castle too (FE-SET-12)."""


def board_of(state: State) -> Board:
    """Return the map of *state*; it must have been laid."""
    return joined(current(), tuple(state.boards))


@lru_cache(maxsize=256)
def joined(data: Data, layout: tuple[str, ...]) -> Board:
    """Return the map of a layout: NW, NE, SE, SW, each as in 'C1' (letter, quarter turns).

    Raises ValueError if the totals of terrain or the ways through the map are wrong.
    """
    size = len(data.boards[layout[0][0]])
    last = 2 * (size - 1)
    middle = size - 1
    terrain: dict[Square, str] = {}
    names: dict[Square, str] = {}
    for (left, top), piece in zip(_corners(middle), layout, strict=True):
        rows, cities = _turned(data, piece[0], int(piece[1]))
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                terrain[left + c, top + r] = TERRAIN[letter]
        names |= {(left + c, top + r): name for (c, r), name in cities.items()}
    terrain[middle, middle] = "central"
    squares = [(column, row) for row in range(last + 1) for column in range(last + 1)]
    near = {
        square: [
            (square[0] + dc, square[1] + dr)
            for dc, dr in WAYS.values()
            if (square[0] + dc, square[1] + dr) in terrain
        ]
        for square in squares
    }
    name = {square: _name(square) for square in squares}
    named = {name[square]: tuple(name[other] for other in near[square]) for square in squares}
    central = _name((middle, middle))
    steps = {
        place: tuple(CONVENT if other == central else other for other in others)
        for place, others in named.items()
    }
    seams = {s for s in squares if middle in s and s != (middle, middle)}
    outer = [s for s in squares if s[0] in {0, last} or s[1] in {0, last}]
    villages = tuple(name[s] for s in squares if terrain[s] == "village")
    site_board, half_exits = _sites(outer, middle, last, named)
    made = Board(
        columns=tuple(name[column, 0].rstrip("1") for column in range(last + 1)),
        rows=tuple(str(row + 1) for row in range(last + 1)),
        names=tuple(name[square] for square in squares),
        terrain={name[square]: terrain[square] for square in squares},
        near={**named, CASTLE: (), CONVENT: ()},
        steps={**steps, CONVENT: named[central]},
        central=central,
        doors=named[central],
        cities={name[square]: city for square, city in names.items()},
        city_words={city.casefold(): name[square] for square, city in names.items()},
        villages=villages,
        lines=_lines(villages),
        border=frozenset(name[s] for s in outer if s not in seams and terrain[s] == "hill"),
        cross=frozenset(name[s] for s in seams if terrain[s] == "hill"),
        sites=tuple(sorted(site_board, key=_by_column)),
        site_board=site_board,
        half_exits=half_exits,
    )
    _check(data, made, layout)
    return made


@lru_cache(maxsize=4096)
def distances(board: Board, origin: str) -> Mapping[str, int]:
    """Return the steps from *origin* to each territory over any terrain (FE-VPT-05)."""
    return _flood(board, origin, barred=frozenset())


@lru_cache(maxsize=256)
def to_city(board: Board) -> Mapping[str, int]:
    """Return the steps from each territory to the nearest City over any terrain."""
    away = [distances(board, city) for city in board.cities]
    return {place: min(steps[place] for steps in away) for place in board.names}


def distance(board: Board, one: str, other: str) -> int:
    """Return the steps between two territories or Castle sites (FE-VPT-05)."""
    return distances(board, territory(one))[territory(other)]


def territory(site: str) -> str:
    """Return the territory of a Castle site: 'k6' for 'k6 south'."""
    return site.partition(" ")[0]


def by_column(place: str) -> tuple[str, int]:
    """Sort territories by column, then row."""
    return place[0], int(place[1:])


def castles(state: State, seat: str) -> frozenset[str]:
    """Return the territories of all Castles but that of *seat*."""
    return _territories(*(side.castle for other, side in state.sides.items() if other != seat))


@lru_cache(maxsize=4096)
def _territories(*sites: str) -> frozenset[str]:
    return frozenset(map(territory, sites))


def exits(state: State, seat: str) -> tuple[str, ...]:
    """Return the territories to which tokens of *seat* step from its Castle (FE-SET-12)."""
    site = state.sides[seat].castle
    place = territory(site)
    if " " in site and place in castles(state, seat):
        return board_of(state).half_exits[site]
    return board_of(state).near[place]


def _name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def _corners(middle: int) -> tuple[Square, ...]:
    return (0, 0), (middle, 0), (middle, middle), (0, middle)


def _turned(
    data: Data, letter: str, turns: int
) -> tuple[Sequence[Sequence[str]], dict[Square, str]]:
    """Return rows and Cities, by column and row, after quarter turns clockwise (FE-MAP-07)."""
    rows: list[list[str]] = [list(row) for row in data.boards[letter]]
    cities = {(c.column, c.row): c.name for c in data.cities if c.board == letter}
    last = len(rows) - 1
    for _ in range(turns):
        rows = [[rows[last - c][r] for c in range(last + 1)] for r in range(last + 1)]
        cities = {(last - row, column): name for (column, row), name in cities.items()}
    return rows, cities


def _by_column(site: str) -> tuple[str, int, int]:
    place, _, half = site.partition(" ")
    return *by_column(place), ("", "north", "west", "south", "east").index(half)


def _sites(
    outer: Sequence[Square], middle: int, last: int, near: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """Return the board of each Castle site, and the exits of each half."""
    quarter = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}
    found: dict[str, int] = {}
    half_exits: dict[str, tuple[str, ...]] = {}
    for square in outer:
        column, row = square
        name = _name(square)
        if column == middle:
            halves = {"west": (0, row), "east": (last, row)}
        elif row == middle:
            halves = {"north": (column, 0), "south": (column, last)}
        else:
            halves = {"": square}
        for half, (c, r) in halves.items():
            site = f"{name} {half}".strip()
            found[site] = quarter[int(c > middle), int(r > middle)]
            if half:
                dc, dr = WAYS[OPPOSITE[half]]
                across = _name((column + dc, row + dr))
                half_exits[site] = tuple(place for place in near[name] if place != across)
    return found, half_exits


def _lines(villages: Sequence[str]) -> dict[tuple[str, str], str]:
    lines: dict[tuple[str, str], str] = {}
    for village in villages:
        column, row = by_column(village)
        across = sorted((v for v in villages if by_column(v)[1] == row), key=by_column)
        along = sorted((v for v in villages if v[0] == column), key=by_column)
        for line, ahead, back in ((across, "east", "west"), (along, "south", "north")):
            place = line.index(village)
            lines[village, ahead] = line[(place + 1) % len(line)]
            lines[village, back] = line[place - 1]
    return lines


def _flood(board: Board, origin: str, barred: frozenset[str]) -> dict[str, int]:
    found = {origin: 0}
    queue = deque([origin])
    while queue:
        here = queue.popleft()
        for place in board.near[here]:
            if place not in found and board.terrain[place] not in barred:
                found[place] = found[here] + 1
                queue.append(place)
    return found


def _check(data: Data, board: Board, layout: tuple[str, ...]) -> None:
    where = f"map.toml: boards {' '.join(layout)}"
    if (found := Counter(board.terrain.values())) != data.terrain_totals:
        raise ValueError(f"{where}: the terrain adds up to {dict(found)}")
    for village in board.villages:
        for way in WAYS:
            line = {village}
            here = village
            while (here := board.lines[here, way]) not in line:
                line.add(here)
            if len(line) != 4:
                raise ValueError(f"{where}: {village} is not in line with three Villages")
    closed = frozenset({"mountain", "central", "city", "village"})
    reached = _flood(board, territory(board.sites[0]), closed)
    for place, terrain in board.terrain.items():
        if terrain not in closed and place not in reached:
            raise ValueError(f"{where}: {place} cannot be reached")
        if terrain in closed and not any(other in reached for other in board.near[place]):
            raise ValueError(f"{where}: {place} cannot be reached")

"""How far things are from each other: over land, along roads and at sea."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache

from moderator.titles.kingmaker.components.board import Board, Node

LAND_MOVE = 5
SEA_MOVE = 5
"""KM-MOV-01, KM-MOV-07: squares in one move."""


@lru_cache(maxsize=512)
def land_reach(board: Board, square: str, steps: int = LAND_MOVE) -> Mapping[str, int]:
    """Return the squares within a land move of *square*, and how many squares away each is.

    Entering a forest ends the move (KM-TER-03).
    """
    away = {square: 0}
    waiting = deque([square])
    while waiting:
        here = waiting.popleft()
        if away[here] == steps or (board.squares[here].forest and here != square):
            continue
        for near in board.squares[here].adjacent:
            if near not in away:
                away[near] = away[here] + 1
                waiting.append(near)
    return away


@lru_cache(maxsize=512)
def land_distances(board: Board, square: str) -> Mapping[str, int]:
    """Return how far every square is from *square*, forests no hindrance (KM-SEQ-09)."""
    away = {square: 0}
    waiting = deque([square])
    while waiting:
        here = waiting.popleft()
        for near in board.squares[here].adjacent:
            if near not in away:
                away[near] = away[here] + 1
                waiting.append(near)
    return away


@lru_cache(maxsize=4096)
def land_path(board: Board, source: str, target: str, steps: int = LAND_MOVE) -> tuple[str, ...]:
    """Return squares of a shortest land move, both ends included; () if there is none."""
    came: dict[str, str] = {source: ""}
    away = {source: 0}
    waiting = deque([source])
    while waiting and target not in came:
        here = waiting.popleft()
        if away[here] == steps or (board.squares[here].forest and here != source):
            continue
        for near in board.squares[here].adjacent:
            if near not in came:
                came[near], away[near] = here, away[here] + 1
                waiting.append(near)
    if target not in came:
        return ()
    path = [target]
    while came[path[-1]]:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def road_routes(
    board: Board, square: str, stops: Callable[[str], bool]
) -> dict[str, tuple[str, ...]]:
    """Return the squares that a road move from *square* can end in, with its squares (KM-ROA).

    *stops* says of a place printed over the road whether the mover must end in its square;
    where the move begins and where it ends no place hinders (KM-ROA-04).
    """
    routes: dict[str, tuple[str, ...]] = {}
    came: dict[Node, tuple[str, ...]] = dict.fromkeys(board.road_nodes.get(square, ()), (square,))
    waiting = deque(came)
    while waiting:
        here = waiting.popleft()
        if here[0] != square and any(stops(place) for place in board.road_symbols[here]):
            continue
        for near in board.road_links[here]:
            if near not in came:
                came[near] = (*came[here], near[0])
                routes.setdefault(near[0], came[near])
                waiting.append(near)
    routes.pop(square, None)
    return routes


@lru_cache(maxsize=512)
def sea_reach(board: Board, start: str, port: bool, steps: int = SEA_MOVE) -> Mapping[str, int]:
    """Return sea squares within a move from a port or a sea square, with the squares counted.

    Leaving a port costs nothing by itself: the first sea square counts as one (KM-MOV-12).
    """
    away: dict[str, int] = {}
    if port:
        away |= dict.fromkeys(board.places[start].seas, 1)
    else:
        away[start] = 0
    waiting = deque(away)
    while waiting:
        here = waiting.popleft()
        if away[here] == steps:
            continue
        for near in board.seas[here].adjacent:
            if near not in away:
                away[near] = away[here] + 1
                waiting.append(near)
    return away


@lru_cache(maxsize=512)
def port_reach(board: Board, start: str, port: bool, steps: int = SEA_MOVE) -> Mapping[str, int]:
    """Return ports within a move, with the squares counted; a port counts as one (KM-MOV-12)."""
    seas = sea_reach(board, start, port, steps)
    found: dict[str, int] = {}
    for sea, away in seas.items():
        if away < steps:
            for near in board.seas[sea].ports:
                found[near] = min(found.get(near, steps), away + 1)
    if port:
        found.pop(start, None)
    return found


@lru_cache(maxsize=4096)
def sea_path(board: Board, start: str, port: bool, sea: str) -> tuple[str, ...]:
    """Return the sea squares of a shortest course from a port or sea square to *sea*.

    From a port the first square is the first one entered; from a sea square it is that one.
    """
    came: dict[str, str] = dict.fromkeys(board.places[start].seas if port else (start,), "")
    waiting = deque(came)
    while waiting and sea not in came:
        here = waiting.popleft()
        for near in board.seas[here].adjacent:
            if near not in came:
                came[near] = here
                waiting.append(near)
    path = [sea]
    while came[path[-1]]:
        path.append(came[path[-1]])
    return tuple(reversed(path))


@lru_cache(maxsize=64)
def closest_ports(board: Board, sea: str) -> tuple[str, ...]:
    """Return the ports nearest to a sea square, whoever holds them (KM-EVT-05, KM-EVT-06)."""
    found = port_reach(board, sea, False, len(board.seas))
    least = min(found.values())
    return tuple(port for port in board.places if found.get(port) == least)

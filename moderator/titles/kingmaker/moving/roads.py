"""Road movement: without limit of distance, but stopped by places on the road (KM-ROA)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from moderator.engine import Illegal
from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.components.board import Node
from moderator.titles.kingmaker.components.naming import listed, name
from moderator.titles.kingmaker.moving.entry import others_inside
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.position.holding import friendly, holder
from moderator.titles.kingmaker.state import PASSAGE, State


@dataclass(frozen=True, slots=True)
class Road:
    """A way along a road, both ends included, and the leave that it needs."""

    squares: tuple[str, ...]
    requests: tuple[Request, ...] = ()

    def until(self, place: str) -> tuple[str, ...]:
        """Return the way to the square in which *place* stops the mover."""
        return self.squares[: self.squares.index(data.current().board.places[place].square) + 1]


def road_way(
    state: State, seat: str, counters: tuple[str, ...], strong: int, source: str, target: str
) -> Road:
    """Return the way by road from square to square; raise `Illegal` if there is none.

    A way on which nobody need be asked comes before a shorter one with leave.
    """
    board = data.current().board
    if source not in board.road_nodes:
        raise Illegal(f"no road runs through the {name(source)} square", ("KM-ROA-01",))
    if target not in board.road_nodes:
        raise Illegal(f"no road runs to the {name(target)} square", ("KM-ROA-05",))
    for stops in (lambda place: bars(state, seat, place), lambda place: _shut(state, seat, place)):
        way = _way(source, target, stops)
        if way:
            return Road(_squares(way), _requests(state, seat, counters, strong, way))
    way = _way(source, target, _open)
    shut = _first_shut(state, seat, way)
    if not shut:
        raise Illegal(f"no road joins {name(source)} and {name(target)}", ("KM-ROA-05",))
    why = f"{listed(counters)} cannot pass {name(shut)}: it stands on the road and is neutral"
    raise Illegal(why, ("KM-ROA-02",))


def stopped_at(state: State, seat: str, source: str, target: str) -> str:
    """Return the square in which a neutral place ends the way by road, '' if none does."""
    shut = _first_shut(state, seat, _way(source, target, _open))
    return data.current().board.places[shut].square if shut else ""


def road_ends(state: State, seat: str, source: str) -> dict[str, tuple[str, ...]]:
    """Return the squares to be reached by road without anybody's leave, with the way there."""
    board = data.current().board
    came = search(source, lambda place: bars(state, seat, place))
    ends: dict[str, tuple[str, ...]] = {}
    for node in came:
        if node[0] != source and node in board.road_links:
            ends.setdefault(node[0], _squares(back(came, node)))
    return ends


def bars(state: State, seat: str, place: str) -> bool:
    """Say whether a place on the road stops a faction that has no leave (KM-ROA-02 to 08)."""
    kind = data.current().board.places[place].kind
    if kind.held:
        return not friendly(state, place, seat)
    return bool(kind.garrison and others_inside(state, seat, place))


def _shut(state: State, seat: str, place: str) -> bool:
    """Say whether a place stops a faction whatever anybody says."""
    return bars(state, seat, place) and not _givers(state, seat, place)


def _first_shut(state: State, seat: str, way: tuple[Node, ...]) -> str:
    symbols = data.current().board.road_symbols
    on_the_way = (place for node in way[1:-1] for place in symbols[node])
    return next((place for place in on_the_way if _shut(state, seat, place)), "")


def _givers(state: State, seat: str, place: str) -> list[str]:
    if not data.current().board.places[place].kind.held:
        return others_inside(state, seat, place)
    owner = holder(state, place)
    return [owner] if owner and owner != seat else []


def _requests(
    state: State, seat: str, counters: tuple[str, ...], strong: int, way: tuple[Node, ...]
) -> tuple[Request, ...]:
    symbols = data.current().board.road_symbols
    return tuple(
        Request(PASSAGE, giver, place, counters, strong)
        for node in way[1:-1]
        for place in symbols[node]
        if bars(state, seat, place)
        for giver in _givers(state, seat, place)
    )


def _open(place: str) -> bool:
    """Let a way run through every place, to find what shuts it."""
    return not place


def _way(source: str, target: str, stops: Callable[[str], bool]) -> tuple[Node, ...]:
    """Return the nodes of a shortest way by road, () if there is none."""
    came = search(source, stops)
    ends = [node for node in came if node[0] == target]
    return back(came, ends[0]) if ends else ()


def search(source: str, stops: Callable[[str], bool]) -> dict[Node, Node | None]:
    """Return each node that can be reached and the one before it, nearest first (KM-ROA-04)."""
    board = data.current().board
    came: dict[Node, Node | None] = dict.fromkeys(board.road_nodes.get(source, ()))
    waiting = deque(came)
    while waiting:
        here = waiting.popleft()
        if here[0] != source and any(stops(place) for place in board.road_symbols[here]):
            continue
        for near in board.road_links[here]:
            if near not in came and near[0] != source:
                came[near] = here
                waiting.append(near)
    return came


def back(came: dict[Node, Node | None], end: Node) -> tuple[Node, ...]:
    """Return the nodes from the beginning of a search to *end*."""
    way = [end]
    while (before := came[way[-1]]) is not None:
        way.append(before)
    return tuple(reversed(way))


def _squares(way: tuple[Node, ...]) -> tuple[str, ...]:
    return tuple(square for square, _ in way)

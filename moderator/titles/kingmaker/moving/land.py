"""Moves over land: by squares, by road, and in and out of places (KM-MOV, KM-TER, KM-ROA)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from moderator.engine import Illegal
from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.components.cards import FREE_MOVE
from moderator.titles.kingmaker.components.naming import listed, name
from moderator.titles.kingmaker.components.reach import LAND_MOVE, land_distances, land_path
from moderator.titles.kingmaker.moving.entry import check_entry, check_exit
from moderator.titles.kingmaker.moving.move_orders import March, Step, text_of
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.moving.roads import Road, road_way, stopped_at
from moderator.titles.kingmaker.position.forces import troops_in
from moderator.titles.kingmaker.position.kept import check_kept
from moderator.titles.kingmaker.position.stacking import companions, counter, left_alone
from moderator.titles.kingmaker.state import State


@dataclass(frozen=True, slots=True)
class Plan:
    """What an order comes to in the position as it is."""

    road: Road
    """The squares of the move; a single one where only the spot in it changes."""
    entry: tuple[Request, ...]
    """Leave to end it inside; without it the movers stay in the open."""

    @property
    def requests(self) -> tuple[Request, ...]:
        return (*self.road.requests, *self.entry)


def check_march(state: State, seat: str, order: March) -> Plan:
    """Return how a march goes; raise `Illegal` if it is not allowed."""
    source = check_nobles(state, seat, order.nobles)
    if order.lifted and not order.free:
        check_free(state, seat, order.lifted, len(order.lifted))
    ordinary = [heir for heir in order.heirs if order.free or heir not in order.lifted]
    check_unmoved(state, seat, order.nobles, ordinary, free=order.free)
    check_exit(state, order.nobles, order.heirs)
    check_heirs(state, seat, order.nobles, order.heirs)
    if source == order.square:
        why = f"{listed(order.nobles)} stands in that square already: write 'into' or 'out of'"
        raise Illegal(why, ("KM-TWN-01",))
    island(source)
    island(order.square)
    movers = (*order.nobles, *order.heirs)
    if order.road:
        strong = troops_in(state, order.nobles, "")
        try:
            road = road_way(state, seat, movers, strong, source, order.square)
        except Illegal as illegal:
            instead = partial(_instead, state, seat, order, source)
            raise Illegal(str(illegal), illegal.rules, instead) from None
        if order.otherwise:
            across(source, order.via, order.square)
    else:
        road = Road(across(source, order.via, order.square))
    return Plan(road, _entry(state, seat, order.nobles, order.heirs, order.place))


def _instead(state: State, seat: str, order: March, source: str) -> list[str]:
    """Return what is allowed in place of a way by road: as far as it goes, or across country."""
    stop = stopped_at(state, seat, source, order.square)
    shorter = replace(order, square=stop, place="", via=(), otherwise=False)
    overland = replace(order, road=False, via=order.via if order.otherwise else ())
    found: list[str] = []
    for other in ([shorter] if stop else []) + [replace(overland, otherwise=False)]:
        try:
            check_march(state, seat, other)
        except Illegal:
            continue
        found.append(text_of(other))
    return found


def check_step(state: State, seat: str, order: Step) -> Plan:
    """Return what it takes to go into or out of a place; raise `Illegal` if it is not allowed."""
    source = check_nobles(state, seat, order.nobles)
    check_exit(state, order.nobles, order.heirs)
    check_heirs(state, seat, order.nobles, order.heirs)
    place = data.current().board.places[order.place]
    if place.square != source:
        why = f"{place.name} is not in the {name(source)} square"
        raise Illegal(why, ("KM-TWN-01",))
    for id_ in (*order.nobles, *order.heirs):
        if (counter(state, id_).place == order.place) is not order.out:
            word = "is not in" if order.out else "is already in"
            raise Illegal(f"{name(id_)} {word} {place.name}", ("KM-TWN-02",))
    target = "" if order.out else order.place
    return Plan(Road((source,)), _entry(state, seat, order.nobles, order.heirs, target))


def across(source: str, via: Sequence[str], target: str) -> tuple[str, ...]:
    """Return the squares of a move across country; raise `Illegal` if it is too long."""
    board = data.current().board
    path: tuple[str, ...] = (source,)
    for stop in (*via, target):
        leg = land_path(board, path[-1], stop, LAND_MOVE)
        if len(path) > 1 and board.squares[path[-1]].forest:
            why = f"the {name(path[-1])} square is forest, where a move ends"
            raise Illegal(why, ("KM-TER-03",))
        if not leg:
            _too_far(path[-1], stop)
        path += leg[1:]
    if len(path) - 1 > LAND_MOVE:
        why = f"that way is {len(path) - 1} squares long; a move has {LAND_MOVE}"
        raise Illegal(why, ("KM-MOV-01",))
    return path


def _too_far(source: str, target: str) -> None:
    away = land_distances(data.current().board, source).get(target)
    if away is None:
        why = f"no way over land leads from {name(source)} to {name(target)}"
        raise Illegal(why, ("KM-TER-06", "KM-TER-08"))
    if away <= LAND_MOVE:
        why = f"every way of {LAND_MOVE} squares from {name(source)} to {name(target)} "
        raise Illegal(f"{why}enters a forest, where a move ends", ("KM-TER-03",))
    why = f"{name(target)} is {away} squares from {name(source)}; a move has {LAND_MOVE}"
    raise Illegal(why, ("KM-MOV-01",))


def check_nobles(state: State, seat: str, nobles: Sequence[str]) -> str:
    """Return the one square in which *nobles* of *seat* stand; raise `Illegal` otherwise."""
    for id_ in nobles:
        noble = state.nobles[id_]
        if noble.seat != seat:
            raise Illegal(f"{name(id_)} is not of your faction", ("KM-FAC-03",))
        if noble.captor:
            raise Illegal(f"{name(id_)} is a captive", ("KM-CAP-01",))
        if noble.aboard:
            why = f"{name(id_)} is at sea on {listed(noble.aboard)}"
            raise Illegal(why, ("KM-SEA-07", "KM-SEA-01"))
    squares = dict.fromkeys(state.nobles[noble].square for noble in nobles)
    if len(squares) > 1:
        why = f"{listed(nobles)} do not start in one square: order them one by one"
        raise Illegal(why, ("KM-STA-03",))
    return next(iter(squares))


def check_unmoved(
    state: State, seat: str, nobles: Sequence[str], heirs: Sequence[str], *, free: bool
) -> None:
    """Raise `Illegal` unless all these counters have a move left (KM-MOV-17, KM-EVT-25)."""
    if free:
        counters = [*nobles, *carried_free(state, heirs)]
        check_free(state, seat, counters, len(counters))
        return
    for id_ in (*nobles, *heirs):
        if id_ in state.turn.moved:
            rules = ("KM-MOV-17",) if id_ in state.nobles else ("KM-MOV-06",)
            raise Illegal(f"{name(id_)} has moved in this turn already", rules)


def check_free(state: State, seat: str, counters: Sequence[str], needed: int) -> None:
    """Raise `Illegal` unless *seat* has *needed* free moves and *counters* may make one."""
    for id_ in counters:
        if id_ in state.turn.free_moved:
            raise Illegal(f"{name(id_)} has had a free move in this turn", ("KM-EVT-25",))
    check_kept(state, seat, FREE_MOVE, needed)


def carried_free(state: State, heirs: Sequence[str]) -> list[str]:
    """Return the heirs who need a free move of their own, their ordinary one being used."""
    return [heir for heir in heirs if heir in state.turn.moved]


def check_heirs(state: State, seat: str, nobles: Sequence[str], heirs: Sequence[str]) -> None:
    """Raise `Illegal` unless *heirs* are with *nobles* and no other heir would be left alone."""
    beside = companions(state, nobles)
    for heir in heirs:
        if state.heirs[heir].seat != seat:
            raise Illegal(f"you do not control {name(heir)}", ("KM-MOV-04",))
        if heir not in beside:
            why = f"{name(heir)} is not with {listed(nobles)}"
            raise Illegal(why, ("KM-MOV-05", "KM-MOV-06"))
    for heir in beside:
        if heir not in heirs and left_alone(state, nobles, heir):
            raise Illegal(f"{name(heir)} would be left alone", ("KM-MOV-05",))


def _entry(
    state: State, seat: str, nobles: Sequence[str], heirs: Sequence[str], place: str
) -> tuple[Request, ...]:
    return tuple(check_entry(state, seat, nobles, place, heirs)) if place else ()


def island(square: str) -> None:
    """Raise `Illegal` if a square is reached and left by ship only (KM-TER-10, KM-TER-19)."""
    if data.current().board.squares[square].island:
        why = f"{name(square)} is reached and left only by ship"
        raise Illegal(why, ("KM-TER-19",) if square == "calais" else ("KM-TER-10",))

"""Moves at sea: embarking, sailing, landing (KM-MOV-07 to 16, KM-SEA)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.engine import Illegal
from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.components.naming import listed, name
from moderator.titles.kingmaker.components.reach import SEA_MOVE, port_reach, sea_path, sea_reach
from moderator.titles.kingmaker.moving.entry import check_entry, check_exit, others_inside
from moderator.titles.kingmaker.moving.land import (
    check_free,
    check_heirs,
    check_nobles,
    check_unmoved,
)
from moderator.titles.kingmaker.moving.move_orders import Sail
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.position.forces import strength_in, troops_in
from moderator.titles.kingmaker.position.holding import commander, friendly, holder
from moderator.titles.kingmaker.position.sieges import defence
from moderator.titles.kingmaker.state import LOAN, SAILING, State


@dataclass(frozen=True, slots=True)
class Course:
    """What a ship's order comes to."""

    seas: tuple[str, ...]
    """The sea squares of the move; the one she was in first, if she was at sea."""
    nobles: tuple[str, ...]
    """All nobles on board, those who embark now included."""
    heirs: tuple[str, ...]
    needed: tuple[Request, ...]
    """Leave without which she does not sail at all."""
    entry: tuple[Request, ...]
    """Leave to land inside; without it they land in the open."""


def check_sail(state: State, seat: str, order: Sail) -> Course:
    """Return how a ship's order goes; raise `Illegal` if it is not allowed."""
    loans = _loans(state, seat, order)
    start, in_port = _start(state, order.ships)
    nobles, heirs = passengers(state, order.ships)
    _check_together(state, order.ships, nobles)
    if nobles and (order.nobles or order.heirs):
        raise Illegal(f"{listed(order.ships)} is at sea and takes nobody on board", ("KM-SEA-02",))
    if order.nobles:
        _check_embark(state, seat, order, start if in_port else "")
        nobles, heirs = order.nobles, order.heirs
    elif order.heirs:
        raise Illegal("an heir goes to sea only with a noble", ("KM-SEA-14",))
    _check_moves(state, seat, order, nobles, heirs)
    _check_capacity(state, order.ships, nobles)
    sailing = _sailing(state, seat, order.ships, start, nobles) if in_port else []
    seas = _course(order, start, in_port)
    entry: tuple[Request, ...] = ()
    if order.port:
        _check_port(state, seat, order, nobles)
        if nobles and order.place and not order.besiege:
            entry = tuple(check_entry(state, seat, nobles, order.place, heirs))
    return Course(seas, nobles, heirs, (*loans, *sailing), entry)


def passengers(state: State, ships: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the nobles and the heirs on board of any of *ships*."""
    aboard = set(ships)
    return (
        tuple(noble.id for noble in state.nobles.values() if aboard & set(noble.aboard)),
        tuple(heir.id for heir in state.heirs.values() if aboard & set(heir.aboard)),
    )


def port_is_open(state: State, seat: str, port: str) -> bool:
    """Say whether a ship of *seat* may run into *port* and embark there (KM-MOV-11, KM-SEA-02)."""
    place = data.current().board.places[port]
    if not place.kind.held:
        return not (place.walled and others_inside(state, seat, port))
    return friendly(state, port, seat)


def _loans(state: State, seat: str, order: Sail) -> list[Request]:
    """Return the loans needed; raise `Illegal` where a ship cannot be had (KM-GIF-05)."""
    asked: list[Request] = []
    for ship in order.ships:
        owner = commander(state, ship)
        counter = state.ships[ship]
        if not owner:
            raise Illegal(f"{name(ship)} is under nobody's command", ("KM-CTR-03",))
        if counter.moved_round == state.turn.round and counter.moved_by not in {"", seat}:
            why = f"{name(ship)} has been moved in this round by {counter.moved_by}"
            raise Illegal(why, ("KM-GIF-05",))
        if owner != seat and ship not in state.turn.borrowed:
            if any(passengers(state, [ship])):
                raise Illegal(f"{name(ship)} carries others and cannot be lent", ("KM-GIF-05",))
            asked.append(Request(LOAN, owner, ship, (ship,)))
        if ship in state.turn.bound or data.current().ships[ship].card in state.turn.bound:
            raise Illegal(f"{name(ship)} was transferred in this turn", ("KM-TRA-02",))
    return asked


def _start(state: State, ships: Sequence[str]) -> tuple[str, bool]:
    """Return where *ships* are, and whether that is a port."""
    spots = {(state.ships[ship].port, state.ships[ship].sea) for ship in ships}
    if len(spots) > 1:
        why = f"{listed(ships)} do not start in one place: order them one by one"
        raise Illegal(why, ("KM-SEA-06",))
    port, sea = spots.pop()
    return port or sea, bool(port)


def _check_together(state: State, ships: Sequence[str], nobles: Sequence[str]) -> None:
    """Raise `Illegal` if ships that carry one noble's troops would part (KM-SEA-06)."""
    for noble in nobles:
        others = [ship for ship in state.nobles[noble].aboard if ship not in ships]
        if others:
            why = f"{listed(others)} carries {name(noble)} too: they move together"
            raise Illegal(why, ("KM-SEA-06",))


def _check_embark(state: State, seat: str, order: Sail, port: str) -> None:
    """KM-SEA-02, KM-SEA-03, KM-SEA-13, KM-SEA-14."""
    if not port:
        raise Illegal(f"{listed(order.ships)} is at sea: nobody can embark", ("KM-SEA-02",))
    if not port_is_open(state, seat, port):
        why = f"nobles embark only in a friendly or unfortified port; {name(port)} is neither"
        raise Illegal(why, ("KM-SEA-02",))
    square = check_nobles(state, seat, order.nobles)
    if square != data.current().board.places[port].square:
        why = f"{listed(order.nobles)} is not in the {name(port)} square"
        raise Illegal(why, ("KM-SEA-03",))
    check_exit(state, order.nobles, order.heirs)
    check_heirs(state, seat, order.nobles, order.heirs)


def _check_moves(
    state: State, seat: str, order: Sail, nobles: Sequence[str], heirs: Sequence[str]
) -> None:
    """Raise `Illegal` unless ships and passengers have this move left (KM-SEA-16, KM-EXM-03)."""
    if order.free:
        check_free(state, seat, (*order.ships, *nobles, *heirs), len(order.ships))
        return
    for ship in order.ships:
        if ship in state.turn.moved:
            raise Illegal(f"{name(ship)} has moved in this turn already", ("KM-MOV-17",))
    try:
        check_unmoved(state, seat, nobles, heirs, free=False)
    except Illegal as illegal:
        why = f"{illegal}, and a voyage is a move too"
        raise Illegal(why, ("KM-SEA-16", "KM-SEA-01")) from None


def _check_capacity(state: State, ships: Sequence[str], nobles: Sequence[str]) -> None:
    capacity = sum(data.current().ships[ship].capacity for ship in ships)
    troops = troops_in(state, nobles, "")
    if troops > capacity:
        why = f"{listed(nobles)} with {troops} are more than {listed(ships)} can carry: {capacity}"
        raise Illegal(why, ("KM-SEA-05", "KM-SEA-06"))


def _sailing(
    state: State, seat: str, ships: Sequence[str], port: str, nobles: Sequence[str]
) -> list[Request]:
    """Return the leave to sail out of an unfriendly port (KM-MOV-15, KM-MOV-16)."""
    owner = holder(state, port)
    if not owner or owner == seat:
        return []
    return [Request(SAILING, owner, port, (*ships, *nobles), troops_in(state, nobles, ""))]


def _course(order: Sail, start: str, in_port: bool) -> tuple[str, ...]:
    board = data.current().board
    who = listed(order.ships)
    if order.sea:
        away = sea_reach(board, start, in_port)
        if order.sea not in away or order.sea == start:
            why = f"{who} cannot reach {name(order.sea)} with {SEA_MOVE} squares"
            raise Illegal(why, ("KM-MOV-07",))
        return sea_path(board, start, in_port, order.sea)
    if not board.places[order.port].port:
        raise Illegal(f"{name(order.port)} is no port", ("KM-MOV-11", "KM-SEA-07"))
    if in_port and order.port == start:
        raise Illegal(f"{who} is in {name(start)} already", ("KM-SEA-04",))
    if order.port not in port_reach(board, start, in_port):
        far = port_reach(board, start, in_port, len(board.seas)).get(order.port, 0)
        why = f"{who} is {far} squares from {name(order.port)}; a move has {SEA_MOVE}"
        raise Illegal(why, ("KM-MOV-07", "KM-MOV-12"))
    ways = [sea_path(board, start, in_port, sea) for sea in board.places[order.port].seas]
    return min(ways, key=len)


def _check_port(state: State, seat: str, order: Sail, nobles: Sequence[str]) -> None:
    """Raise `Illegal` unless the ships may run into the port (KM-MOV-11, KM-MOV-14, KM-SEA-10)."""
    port = data.current().board.places[order.port]
    is_open = port_is_open(state, seat, port.id)
    if not order.besiege:
        if not is_open:
            held = holder(state, port.id)
            what = f"is held by {held}" if held else "is neutral" if port.kind.held else "is shut"
            why = f"{port.name} {what}: a ship enters it only to land a siege ('to besiege')"
            raise Illegal(why, ("KM-MOV-14", "KM-SEA-10"))
        return
    if is_open:
        raise Illegal(f"{port.name} is open to you: there is nothing to besiege", ("KM-SEA-10",))
    if not nobles:
        raise Illegal("there is nobody on board to besiege it", ("KM-SEA-10",))
    if port.square == state.peace_at:
        raise Illegal(f"the King's Peace lies on {port.name}", ("KM-PAR-16",))
    ashore = [
        noble.id
        for noble in state.nobles.values()
        if noble.seat == seat and not noble.captor and noble.square == port.square
    ]
    strong = strength_in(state, [*nobles, *ashore], port.square)
    needed = defence(state, seat, port.id)
    if strong < needed:
        why = f"{listed(nobles)} would besiege {port.name} with {strong}; it has {needed}"
        raise Illegal(why, ("KM-SEA-10", "KM-SIE-06"))

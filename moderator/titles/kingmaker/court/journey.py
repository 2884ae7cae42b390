"""How nobles get to Parliament: over land at once, else by ship (KM-PAR-08 to KM-PAR-11)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from moderator.engine import Fact, Illegal
from moderator.titles.kingmaker.chance.storms import passengers
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name
from moderator.titles.kingmaker.components.reach import port_reach
from moderator.titles.kingmaker.moving.leave import on_file
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.position.forces import troops_in
from moderator.titles.kingmaker.position.holding import closed, commander, holder, welcome
from moderator.titles.kingmaker.position.stacking import fits
from moderator.titles.kingmaker.state import ENTRY, LOAN, SAILING, Noble, State

FAR = 1000


@dataclass(frozen=True, slots=True)
class Crossing:
    """Ships that carry a noble to a mainland port; no ships where he comes by land."""

    ships: tuple[str, ...] = ()
    port: str = ""


def crossing(
    state: State, noble: Noble, ship: str = "", port: str = "", lent: Container[str] = ()
) -> Crossing:
    """Return how a noble comes to Parliament: by his *ship* and *port*, or the first that will do.

    *lent* are other factions' ships that are lent, or may be.  Raises `Illegal` if he cannot
    come (KM-PAR-09 to KM-PAR-11).
    """
    if noble.captor:
        raise Illegal(f"{name(noble.id)} is a captive", ("KM-CAP-01",))
    if noble.place in state.sieges:
        raise Illegal(f"{name(noble.id)} is under siege", ("KM-PAR-11",))
    if noble.aboard:
        here = state.ships[noble.aboard[0]].sea
        return Crossing(tuple(noble.aboard), _landing(state, noble.seat, here, port))
    if not current().board.squares[noble.square].island:
        if ship or port:
            raise Illegal(f"{name(noble.id)} needs no ship", ("KM-PAR-09",))
        return Crossing()
    ships = _transport(state, noble, ship, lent)
    quay = next(
        place
        for place in current().board.squares[noble.square].places
        if current().board.places[place].port
    )
    return Crossing(ships, _landing(state, noble.seat, quay, port))


def ports_allowed(state: State, seat: str) -> list[str]:
    """Return the mainland ports where a ship may land nobles (KM-PAR-10, KM-EXP-04)."""
    board = current().board
    return [
        place.id
        for place in board.places.values()
        if place.port
        and not board.squares[place.square].island
        and place.id not in state.sieges
        and not closed(state, place.id, seat)
    ]


def spot_at_seat(state: State, noble: Noble, place: str, *, outside: bool) -> tuple[str, str]:
    """Return where a noble stands at the seat of Parliament: in it, or in the open (KM-PAR-18)."""
    square = current().board.places[place].square
    owner = holder(state, place)
    leave = Request(ENTRY, owner, place) if owner else None
    allowed = welcome(state, place, noble.seat) or (
        leave is not None and place not in state.sieges and on_file(state, noble.seat, leave)
    )
    if outside or not allowed:
        return square, ""
    return square, place if noble.place == place or fits(state, place, [noble.id]) else ""


def _transport(state: State, noble: Noble, wanted: str, lent: Container[str]) -> tuple[str, ...]:
    """Return empty ships, own or lent, that hold a noble's troops: one if one will do."""
    troops = troops_in(state, [noble.id], "")
    capacity = {ship: current().ships[ship].capacity for ship in _free_ships(state, noble.seat)}
    if wanted in lent:
        capacity[wanted] = current().ships[wanted].capacity
    if wanted:
        if capacity.get(wanted, -1) < troops:
            why = f"{name(wanted)} is not free for {name(noble.id)}, or too small"
            raise Illegal(why, ("KM-PAR-09",), [f"by {ship}" for ship in capacity])
        return (wanted,)
    single = [ship for ship in capacity if capacity[ship] >= troops]
    if single:
        return (single[0],)
    chosen: list[str] = []
    for ship in sorted(capacity, key=lambda ship: -capacity[ship]):
        chosen.append(ship)
        if sum(capacity[each] for each in chosen) >= troops:
            return tuple(chosen)
    why = f"no empty ship is large enough to fetch {name(noble.id)} with {troops}"
    raise Illegal(why, ("KM-PAR-09",))


def _free_ships(state: State, seat: str) -> list[str]:
    """Return empty ships that a faction has or has been lent, and that may sail (KM-MOV-16)."""
    return [
        ship
        for ship in current().ships
        if ship in state.ships
        and not passengers(state, [ship])
        and (commander(state, ship) == seat or _lent(state, seat, ship))
        and _may_sail(state, seat, ship)
    ]


def borrowable(state: State, seat: str) -> list[str]:
    """Return other factions' empty ships that a noble may come in if they are lent (KM-PAR-09)."""
    return [
        ship
        for ship in state.ships
        if commander(state, ship) not in {"", seat}
        and not passengers(state, [ship])
        and not _moved(state, seat, ship)
        and _may_sail(state, seat, ship)
    ]


def loan(state: State, noble: Noble, ship: str) -> Request | None:
    """Return the request to a ship's owner if *noble* would come in her and she is not lent."""
    if not ship or ship not in borrowable(state, noble.seat) or _lent(state, noble.seat, ship):
        return None
    troops = troops_in(state, [noble.id], "")
    return Request(LOAN, commander(state, ship), ship, (noble.id,), troops)


def _moved(state: State, seat: str, ship: str) -> bool:
    """Say whether somebody else has moved a ship in this round (KM-PAR-10)."""
    counter = state.ships[ship]
    return counter.moved_round == state.turn.round and counter.moved_by != seat


def _lent(state: State, seat: str, ship: str) -> bool:
    """Say whether a ship is lent and nobody else has moved her this round (KM-PAR-10)."""
    owner = commander(state, ship)
    lent = on_file(state, seat, Request(LOAN, owner, ship))
    return bool(owner) and not _moved(state, seat, ship) and lent


def _may_sail(state: State, seat: str, ship: str) -> bool:
    port = state.ships[ship].port
    owner = holder(state, port) if port else ""
    return not (owner and closed(state, port, seat)) or on_file(
        state, seat, Request(SAILING, owner, port)
    )


def _landing(state: State, seat: str, start: str, wanted: str) -> str:
    """Return the port where he lands: the one wanted, or else the nearest that is allowed."""
    board = current().board
    allowed = ports_allowed(state, seat)
    if wanted:
        if wanted not in allowed:
            why = f"{name(wanted)} is no friendly or unfortified port of the mainland"
            raise Illegal(why, ("KM-PAR-10", "KM-EXP-04"), allowed[:3])
        return wanted
    away = port_reach(board, start, start in board.places, len(board.seas))
    return min(allowed, key=lambda port: (away.get(port, FAR), port))


def crossings(state: State, nobles: Sequence[str]) -> dict[str, Crossing]:
    """Return how each of these nobles comes; those who cannot are left out."""
    found: dict[str, Crossing] = {}
    for noble in nobles:
        try:
            found[noble] = crossing(state, state.nobles[noble])
        except Illegal:
            continue
    return found


def fleet(state: State, seat: str) -> dict[str, Fact]:
    """Return what a player is shown of his ways to Parliament: nobles, ships, ports."""
    own = [noble.id for noble in state.nobles.values() if noble.seat == seat and not noble.captor]
    island = [noble for noble in own if _needs_ship(state, noble)]
    ports = ports_allowed(state, seat) if island else []
    return {
        "can_come": ", ".join(crossings(state, own)),
        "need_ships": ", ".join(island),
        "ships": ", ".join(_free_ships(state, seat)) if island else "",
        "could_be_lent": ", ".join(borrowable(state, seat)) if island else "",
        "ports": ", ".join(ports),
    }


def _needs_ship(state: State, noble: str) -> bool:
    square = state.nobles[noble].square
    return bool(square) and current().board.squares[square].island

"""The bot at sea: heirs and forces on islands and in Calais, and nobles who are shut up there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moderator.titles.kingmaker.bot.goals import BATTLE, SIEGE, WALK, Goal
from moderator.titles.kingmaker.bot.sight import FAR, Sight, total
from moderator.titles.kingmaker.components.reach import SEA_MOVE, port_reach, sea_path
from moderator.titles.kingmaker.knowledge.view import NobleView, ShipView
from moderator.titles.kingmaker.moving.move_orders import spot_text


@dataclass(frozen=True, slots=True)
class Voyage:
    """A fleet that gathers in a port, takes a team aboard and sails to a goal over the sea."""

    goal: Goal
    ships: tuple[ShipView, ...]
    team: tuple[NobleView, ...]
    port: str
    """Where they embark, one move at sea from the goal."""
    target: str
    """The port where they land."""
    turns: int
    value: float


def best_voyage(sight: Sight, found: Sequence[Goal]) -> Voyage | None:
    """Return the voyage that promises most for its length; None without ships or a goal."""
    own = [ship for ship in _ships(sight) if not ship.passengers]
    plans = [
        plan
        for goal in found
        if own
        and goal.heirs
        and goal.kind in {SIEGE, WALK, BATTLE}
        and sight.board.squares[goal.square].island
        for plan in [_voyage(sight, goal, own)]
        if plan is not None
    ]
    return max(plans, key=lambda plan: plan.value, default=None)


def _ships(sight: Sight) -> list[ShipView]:
    """Return the seat's ships that need nobody's leave to sail (KM-MOV-16)."""
    return [
        ship
        for ship in sight.view.ships
        if ship.seat == sight.seat
        and (not ship.port or sight.places[ship.port].holder in {"", sight.seat})
    ]


def _voyage(sight: Sight, goal: Goal, own: Sequence[ShipView]) -> Voyage | None:
    target = next((p for p in sight.board.squares[goal.square].places if sight.places[p].port), "")
    if not target:
        return None
    need = max(goal.need, sight.defence(target, sight.seat) if _shut(sight, target) else 1)
    crew = _team(sight, sum(ship.capacity for ship in own))
    if total(crew, goal.square) < need:
        return None
    ships: list[ShipView] = []
    for ship in sorted(own, key=lambda ship: -ship.capacity):
        if sum(each.capacity for each in ships) < need:
            ships.append(ship)
    capacity = sum(ship.capacity for ship in ships)
    team = _team(sight, capacity)
    if total(team, goal.square) < need:
        ships, team = [*own], crew
    ports = [
        (_turns(sight, port.id, ships, team), port.id)
        for port in sight.view.places
        if port.port
        and sight.open_to(sight.seat, port.id)
        and not sight.board.squares[port.square].island
        and target in port_reach(sight.board, port.id, True)
    ]
    if not ports:
        return None
    turns, port_id = min(ports)
    if turns >= FAR:
        return None
    value = goal.worth * 0.8 / (1 + turns)
    return Voyage(goal, tuple(ships), team, port_id, target, turns, value)


def _shut(sight: Sight, port: str) -> bool:
    return sight.walled(port) and not sight.open_to(sight.seat, port)


def _team(sight: Sight, capacity: int) -> tuple[NobleView, ...]:
    """Return the strongest nobles of the mainland who fit aboard together."""
    team: list[NobleView] = []
    for noble in sight.mine:
        ashore = noble.square and not sight.board.squares[noble.square].island
        if ashore and sum(each.plain for each in team) + noble.plain <= capacity:
            team.append(noble)
    return tuple(team)


def _turns(sight: Sight, port: str, ships: Sequence[ShipView], team: Sequence[NobleView]) -> int:
    """Return how many turns pass until everybody is in a port."""
    square = sight.places[port].square
    by_land = max(sight.away(noble.square, square) for noble in team)
    return max(by_land, *(_sea_turns(sight, ship, port) for ship in ships))


def _sea_turns(sight: Sight, ship: ShipView, port: str) -> int:
    if ship.port == port:
        return 0
    away = port_reach(sight.board, ship.port or ship.sea, bool(ship.port), len(sight.board.seas))
    return -(-away.get(port, FAR * SEA_MOVE) // SEA_MOVE)


def embark(sight: Sight, voyage: Voyage) -> Iterator[str]:
    """Give the orders of a voyage: sail if all are there, else come together."""
    square = sight.places[voyage.port].square
    ready = all(ship.port == voyage.port for ship in voyage.ships)
    if ready and all(noble.square == square for noble in voyage.team):
        ships = ", ".join(ship.id for ship in voyage.ships)
        names = ", ".join(noble.id for noble in voyage.team)
        how = " to besiege" if _shut(sight, voyage.target) else ""
        yield f"sail {ships} to {voyage.target} with {names}{how}"
        if not how:
            yield f"sail {ships} to {voyage.target} and land in the open with {names}"
    for ship in voyage.ships:
        if ship.port != voyage.port:
            yield from _sail_to(sight, ship, voyage.port)


def _sail_to(sight: Sight, ship: ShipView, port: str) -> Iterator[str]:
    """Give the order that brings an empty ship to a port, or nearer to it."""
    start, in_port = ship.port or ship.sea, bool(ship.port)
    if port in port_reach(sight.board, start, in_port):
        yield f"sail {ship.id} to {port}"
        return
    ways = [sea_path(sight.board, start, in_port, sea) for sea in sight.board.places[port].seas]
    way = min(ways, key=len)
    last = way[min(SEA_MOVE, len(way)) - 1] if in_port else way[min(SEA_MOVE, len(way) - 1)]
    yield f"sail {ship.id} to {last}"


def homeward(sight: Sight, host: str) -> Iterator[str]:
    """Give the orders that bring nobles off ships and islands to the mainland, near *host*."""
    ships = _ships(sight)
    for ship in ships:
        if ship.passengers:
            start, in_port = ship.port or ship.sea, bool(ship.port)
            for port in _havens(sight, start, in_port, host):
                yield f"sail {ship.id} to {port}"
                yield f"sail {ship.id} to {port} and land in the open"
    yield from _fetch(sight, ships, host)


def _fetch(sight: Sight, ships: Sequence[ShipView], host: str) -> Iterator[str]:
    """Give the orders that bring nobles off islands."""
    for (square, _), stack in sight.stacks():
        if not sight.board.squares[square].island:
            continue
        quays = [p for p in sight.board.squares[square].places if sight.places[p].port]
        here = [ship for ship in ships if ship.port in quays and not ship.passengers]
        here.sort(key=lambda ship: -ship.capacity)
        capacity = sum(ship.capacity for ship in here)
        if here and sum(noble.plain for noble in stack) <= capacity:
            crew = _few(here, sum(noble.plain for noble in stack))
            names = ", ".join(noble.id for noble in stack)
            for port in _havens(sight, here[0].port, True, host):
                yield f"sail {', '.join(crew)} to {port} with {names}"
                landing = spot_text(sight.places[port].square, "")
                yield f"sail {', '.join(crew)} to {port} and land in {landing} with {names}"
            continue
        for noble in stack:
            for ship in here:
                if noble.plain <= ship.capacity:
                    for port in _havens(sight, ship.port, True, host):
                        yield f"sail {ship.id} to {port} with {noble.id}"
        for ship in ships if quays and sight.open_to(sight.seat, quays[0]) else ():
            if not ship.passengers and ship not in here:
                yield from _sail_to(sight, ship, quays[0])


def _few(ships: Sequence[ShipView], troops: int) -> list[str]:
    """Return the fewest of *ships*, largest first, that carry these troops."""
    chosen: list[ShipView] = []
    for ship in ships:
        if not chosen or sum(each.capacity for each in chosen) < troops:
            chosen.append(ship)
    return [ship.id for ship in chosen]


def _havens(sight: Sight, start: str, in_port: bool, host: str) -> list[str]:
    """Return mainland ports that are open to the seat and in reach, the nearest to *host* first."""
    near = [
        port
        for port in port_reach(sight.board, start, in_port)
        if sight.open_to(sight.seat, port)
        and not sight.board.squares[sight.places[port].square].island
    ]
    return sorted(near, key=lambda port: sight.legs(host, sight.places[port].square))[:3]

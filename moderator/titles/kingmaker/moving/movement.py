"""The Movement Phase of one player: his orders one after another, with the leave they need."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.engine import Fact, Table
from moderator.titles.kingmaker.asking.turn_lines import next_line
from moderator.titles.kingmaker.components.board import UNFORTIFIED
from moderator.titles.kingmaker.components.cards import FREE_MOVE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import ForceFormed, Landed, Moved, Sailed, SiegeEnded
from moderator.titles.kingmaker.fighting.capture import ask_captured, capture_after_move
from moderator.titles.kingmaker.moving.entry import use_right
from moderator.titles.kingmaker.moving.land import across, carried_free, check_march, check_step
from moderator.titles.kingmaker.moving.leave import obtain, refused
from moderator.titles.kingmaker.moving.move_orders import (
    END,
    Join,
    March,
    Order,
    Release,
    Sail,
    Split,
    Step,
)
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.moving.sea import check_sail
from moderator.titles.kingmaker.position.forces import new_force
from moderator.titles.kingmaker.position.holding import insiders, nobles_of
from moderator.titles.kingmaker.position.kept import kept_of, spend
from moderator.titles.kingmaker.position.removal import free_heirs, remove_ships
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.position.stacking import counter, set_down
from moderator.titles.kingmaker.state import BATTLE, LOAN, SIEGE, Duty, State

RULES = ("KM-MOV-01", "KM-MOV-07", "KM-MOV-17", "KM-ROA-01")


async def movement(table: Table[State], seat: str) -> None:
    """Carry out the moves of *seat* until he ends them (KM-MOV-02, KM-ROY-01)."""
    state = table.state

    def facts() -> dict[str, Fact]:
        return {"free": len(kept_of(state, seat, FREE_MOVE))}

    while order := await next_line(table, "move", lambda: Moves(state, seat), END, RULES, facts):
        await carry_out(table, seat, order)
    await _capture(table, seat, [noble.id for noble in nobles_of(table.state, seat)])


async def carry_out(table: Table[State], seat: str, order: Order) -> None:
    """Carry out one order of the Movement Phase."""
    match order:
        case March():
            await march(table, seat, order)
        case Step():
            await step(table, seat, order)
        case Sail():
            await sail(table, seat, order)
        case Join():
            state = table.state
            state.nobles[order.noble].force = state.nobles[order.other].force
            _tell_force(table, order.other)
            free_heirs(table)
        case Split():
            force = new_force(table.state)
            for noble in order.nobles:
                table.state.nobles[noble].force = force
            _tell_force(table, order.nobles[0])
            free_heirs(table)
        case Release():
            del table.state.sieges[order.place]
            table.tell(SiegeEnded(order.place, seat, "released"))


async def march(table: Table[State], seat: str, order: March) -> None:
    """Move nobles over land (KM-MOV-01 to 06, KM-ROA, KM-TWN-01 to 04)."""
    plan = check_march(table.state, seat, order)
    granted = await obtain(table, seat, plan.requests)
    state = table.state
    path, road = plan.road.squares, order.road
    stopped = refused(plan.road.requests, granted)
    if stopped and order.otherwise:
        path, road, stopped = across(path[0], order.via, order.square), False, []
    elif stopped:
        path = plan.road.until(stopped[0].at)
    place = "" if stopped or refused(plan.entry, granted) else order.place
    first = state.nobles[order.nobles[0]]
    source = (first.square, first.place)
    _use_moves(table, seat, order)
    _pass_by_right(state, seat, path if road else ())
    use_right(state, seat, place)
    movers = (*order.nobles, *order.heirs)
    set_down(state, movers, path[-1], place)
    table.tell(Moved(seat, movers, path, source, (path[-1], place), road, order.free))
    await _arrive(table, seat, order.nobles)


async def step(table: Table[State], seat: str, order: Step) -> None:
    """Go into or out of a place of the square, which uses no move (KM-TWN-01)."""
    plan = check_step(table.state, seat, order)
    granted = await obtain(table, seat, plan.requests)
    if refused(plan.requests, granted):
        return
    state = table.state
    first = state.nobles[order.nobles[0]]
    source, place = (first.square, first.place), "" if order.out else order.place
    use_right(state, seat, place)
    movers = (*order.nobles, *order.heirs)
    set_down(state, movers, first.square, place)
    table.tell(Moved(seat, movers, (source[0],), source, (source[0], place)))
    await _arrive(table, seat, order.nobles)


async def sail(table: Table[State], seat: str, order: Sail) -> None:
    """Move ships and put their passengers ashore (KM-MOV-07 to 16, KM-SEA)."""
    course = check_sail(table.state, seat, order)
    granted = await obtain(table, seat, (*course.needed, *course.entry))
    if refused(course.needed, granted):
        return
    state = table.state
    ship = state.ships[order.ships[0]]
    source = (ship.sea, ship.port)
    movers = (*course.nobles, *course.heirs)
    if order.free:
        spend(table, seat, FREE_MOVE, len(order.ships))
    done = state.turn.free_moved if order.free else state.turn.moved
    done += [*order.ships, *movers]
    for id_ in order.ships:
        moved = state.ships[id_]
        moved.sea, moved.port = order.sea, order.port
        moved.moved_round, moved.moved_by = state.turn.round, seat
        for used in (id_, current().ships[id_].card):
            if used not in state.turn.used:
                state.turn.used.append(used)
    _take_loans(state, course.needed)
    _embark(state, movers, order.ships)
    _keep_loans(state, seat, order.ships)
    target = (order.sea, order.port)
    table.tell(Sailed(seat, order.ships, movers, source, course.seas, target, order.free))
    if order.port:
        land(table, seat, order, movers, inside=not refused(course.entry, granted))
    await _arrive(table, seat, course.nobles)


def land(
    table: Table[State], seat: str, order: Sail, movers: Sequence[str], *, inside: bool
) -> None:
    """Put all passengers ashore, and end what was kept until she touched port (KM-SEA-12, 15)."""
    state = table.state
    port = current().board.places[order.port]
    if movers:
        place = order.place if inside else ""
        use_right(state, seat, place)
        set_down(state, movers, port.square, place)
        table.tell(Landed(seat, tuple(movers), port.id, (port.square, place)))
        nobles = [id_ for id_ in movers if id_ in state.nobles]
        if order.besiege:
            state.duties.append(Duty(SIEGE, seat, port.id, nobles))
        elif place == port.id and port.kind.id == UNFORTIFIED and _met(state, seat, port.id):
            state.duties.append(Duty(BATTLE, seat, port.id, nobles))
    for ship in order.ships:
        state.ships[ship].kept_by = ""
    remove_ships(table)


def _met(state: State, seat: str, place: str) -> bool:
    """Say whether an unfriendly force stands at an unfortified port (KM-TER-11)."""
    return any(state.nobles[noble].seat != seat for noble in insiders(state, place))


def _embark(state: State, movers: Sequence[str], ships: Sequence[str]) -> None:
    boarding = [found for id_ in movers if not (found := counter(state, id_)).aboard]
    if not boarding:
        return
    force = new_force(state)
    for found in boarding:
        found.square, found.place, found.force = "", "", force
        found.aboard = list(ships)


def _take_loans(state: State, needed: Sequence[Request]) -> None:
    """Note the ships that were lent for this turn (KM-GIF-05)."""
    for request in needed:
        if request.kind == LOAN and request.at not in state.turn.borrowed:
            state.turn.borrowed.append(request.at)


def _keep_loans(state: State, seat: str, ships: Sequence[str]) -> None:
    """Keep borrowed ships that are at sea with passengers until they touch port (KM-GIF-05)."""
    for ship in ships:
        carries = any(ship in noble.aboard for noble in state.nobles.values())
        if ship in state.turn.borrowed and carries:
            state.ships[ship].kept_by = seat


def _use_moves(table: Table[State], seat: str, order: March) -> None:
    """Note who has moved, and discard the cards that let them (KM-EVT-24, KM-MOV-06)."""
    turn = table.state.turn
    carried = carried_free(table.state, order.heirs) if order.free else list(order.lifted)
    by_card = [*order.nobles, *carried] if order.free else carried
    turn.free_moved += by_card
    turn.moved += [id_ for id_ in (*order.nobles, *order.heirs) if id_ not in by_card]
    if by_card:
        spend(table, seat, FREE_MOVE, len(by_card))


def _pass_by_right(state: State, seat: str, path: Sequence[str]) -> None:
    board = current().board
    for square in path[1:-1]:
        for node in board.road_nodes.get(square, ()):
            for place in board.road_symbols[node]:
                use_right(state, seat, place)


async def _arrive(table: Table[State], seat: str, nobles: Sequence[str]) -> None:
    """Look after what a move has changed: sieges left, heirs left and heirs found."""
    settle_sieges(table)
    free_heirs(table)
    await _capture(table, seat, nobles)


async def _capture(table: Table[State], seat: str, nobles: Sequence[str]) -> None:
    """Capture the heirs found where nobles end their move; orders filed may execute them."""
    taken = capture_after_move(table, nobles)
    await ask_captured(table, seat, taken)


def _tell_force(table: Table[State], noble: str) -> None:
    state = table.state
    own = state.nobles[noble]
    together = [
        other.id
        for other in nobles_of(state, own.seat)
        if other.force == own.force and other.square == own.square
    ]
    table.tell(ForceFormed(own.seat, tuple(together), own.square))

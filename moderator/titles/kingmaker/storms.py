"""Storms at sea, and passengers who are driven ashore (KM-EVT-05 to KM-EVT-07, KM-EVT-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from moderator.engine import Table
from moderator.titles.kingmaker.board import OPEN_TOWN, UNFORTIFIED
from moderator.titles.kingmaker.capture import capture_after_move
from moderator.titles.kingmaker.choosing import Choice, settle
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.events import Landed, ShipDriven
from moderator.titles.kingmaker.forces import by_strength
from moderator.titles.kingmaker.holding import closed, commander, holder, insiders, welcome
from moderator.titles.kingmaker.reach import closest_ports
from moderator.titles.kingmaker.removal import remove_ships
from moderator.titles.kingmaker.stacking import fits, set_down
from moderator.titles.kingmaker.state import BATTLE, SIEGE, Duty, Heir, Noble, State

RULES = ("KM-EVT-05", "KM-EVT-06")
ASHORE = ("KM-SEA-08", "KM-SEA-11", "KM-TER-11")


async def storm(table: Table[State]) -> None:
    """Drive every ship at sea to the closest port; where several are, her player chooses."""
    state = table.state
    fleets = together(state, [ship.id for ship in state.ships.values() if ship.sea])
    choices = [
        Choice(
            commander(state, fleet[0]),
            fleet[0],
            {f"{fleet[0]} to {port}": port for port in _preferred(state, fleet[0])},
            _facts(state, fleet),
        )
        for fleet in fleets
    ]
    ports = await settle(table, "shelter", choices, RULES)
    await drive(table, {ship: ports[fleet[0]] for fleet in fleets for ship in fleet}, True)


async def drive(table: Table[State], ports: Mapping[str, str], storm: bool) -> None:
    """Bring ships to ports, neutral or not, and land everybody (KM-EVT-14, KM-SEA-11)."""
    state = table.state
    landed: dict[str, list[Noble | Heir]] = {}
    for id_, port in ports.items():
        ship = state.ships[id_]
        seat = commander(state, id_)
        table.tell(ShipDriven(seat, id_, (ship.sea, ship.port), port, storm))
        landed.setdefault(port, []).extend(
            counter for counter in passengers(state, [id_]) if counter not in landed.get(port, [])
        )
        ship.port, ship.sea, ship.kept_by = port, "", ""
    crews = [
        (port, [counter for counter in counters if counter.seat == seat])
        for port, counters in landed.items()
        for seat in dict.fromkeys(counter.seat for counter in counters)
    ]
    for port, crew in crews:
        set_down(state, [each.id for each in crew], current().board.places[port].square, "")
    remove_ships(table)
    await _ashore(table, crews)


def passengers(state: State, ships: Iterable[str]) -> list[Noble | Heir]:
    """Return who is aboard any of these ships."""
    wanted = set(ships)
    counters: list[Noble | Heir] = [*state.nobles.values(), *state.heirs.values()]
    return [counter for counter in counters if wanted & set(counter.aboard)]


def together(state: State, ships: Iterable[str]) -> list[list[str]]:
    """Return ships in groups that share passengers, who must keep together (KM-SEA-06)."""
    fleets: list[list[str]] = []
    for ship in ships:
        linked = {ship} | {s for c in passengers(state, [ship]) for s in c.aboard}
        joined = [fleet for fleet in fleets if linked & set(fleet)]
        fleets = [fleet for fleet in fleets if fleet not in joined]
        fleets.append([*(s for fleet in joined for s in fleet), ship])
    return fleets


def _preferred(state: State, ship: str) -> list[str]:
    """Return the closest ports, the default first: friendly, unfortified, open, neutral, other."""
    board, seat = current().board, commander(state, ship)

    def rank(port: str) -> int:
        if board.places[port].kind.id == UNFORTIFIED:
            return 1
        if not closed(state, port, seat):
            return 2 if board.places[port].kind.id == OPEN_TOWN else 0
        return 4 if holder(state, port) else 3

    return sorted(closest_ports(board, state.ships[ship].sea), key=lambda port: (rank(port), port))


def _facts(state: State, fleet: list[str]) -> dict[str, str | int]:
    aboard = [counter.id for counter in passengers(state, fleet)]
    ports = [f"{port} ({holder(state, port) or 'nobody'})" for port in _preferred(state, fleet[0])]
    return {f"aboard_{fleet[0]}": ", ".join(aboard), f"ports_{fleet[0]}": ", ".join(ports)}


async def _ashore(table: Table[State], crews: list[tuple[str, list[Noble | Heir]]]) -> None:
    """Let each player say where his passengers go; D-EVT-2."""
    state = table.state
    choices: list[Choice] = []
    for number, (port, crew) in enumerate(crews):
        for noble in crew:
            if isinstance(noble, Noble):
                choices.append(_spots(state, f"{number} {noble.id}", port, noble))
    found = await settle(table, "ashore", choices, ASHORE)
    for number, (port, crew) in enumerate(crews):
        nobles = by_strength(state, [noble.id for noble in crew if isinstance(noble, Noble)])
        where = {noble: found[f"{number} {noble}"] for noble in nobles}
        heirs = [heir.id for heir in crew if isinstance(heir, Heir)]
        for place in dict.fromkeys(where.values()):
            party = [noble for noble in nobles if where[noble] == place]
            _land(table, port, place, party, heirs if party[0] is nobles[0] else [])


def _spots(state: State, subject: str, port: str, noble: Noble) -> Choice:
    """Return where a noble may go ashore: inside if there is room, in the open, at the town."""
    board = current().board
    square = board.places[port].square
    options: dict[str, str] = {}
    if not closed(state, port, noble.seat):
        for place in board.squares[square].places:
            if board.places[place].walled and welcome(state, place, noble.seat):
                options[f"{noble.id} in {place}"] = place
        options[f"{noble.id} in the open"] = ""
        for place in board.squares[square].places:
            if not board.places[place].walled:
                options[f"{noble.id} at {place}"] = place
    else:
        options[f"{noble.id} in the open"] = ""
    return Choice(noble.seat, subject, options, {"port": port})


def _land(table: Table[State], port: str, place: str, party: list[str], heirs: list[str]) -> None:
    """Put nobles ashore together; those for whom there is no room stay in the open."""
    state = table.state
    square, seat = current().board.places[port].square, state.nobles[party[0]].seat
    fitting: list[str] = []
    for noble in party:
        if not place or fits(state, place, [*fitting, noble]):
            fitting.append(noble)
    outside = [noble for noble in party if noble not in fitting]
    first = True
    for nobles, spot in ((fitting, (square, place)), (outside, (square, ""))):
        if nobles:
            counters = [*nobles, *(heirs if first else ())]
            set_down(state, counters, *spot)
            first = False
            table.tell(Landed(seat, tuple(counters), port, spot))
            _note_duty(state, seat, port, spot[1], nobles)
            capture_after_move(table, nobles)


def _note_duty(state: State, seat: str, port: str, place: str, nobles: list[str]) -> None:
    """Note a siege or landing fight that must follow, if they can (KM-SEA-11, KM-TER-11)."""
    known = current().board.places[port]
    if not known.walled:
        foes = [other for other in insiders(state, port) if state.nobles[other].seat != seat]
        if place == port and foes:
            state.duties.append(Duty(BATTLE, seat, port, nobles))
    elif closed(state, port, seat):
        state.duties.append(Duty(SIEGE, seat, port, nobles))

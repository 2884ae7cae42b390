"""Storms at sea, and passengers who are driven ashore (KM-EVT-05 to KM-EVT-07, KM-EVT-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from moderator.engine import Fact, Table, matches
from moderator.titles.kingmaker.asking.choosing import Choice, settle
from moderator.titles.kingmaker.components.board import OPEN_TOWN, UNFORTIFIED
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import pick
from moderator.titles.kingmaker.components.reach import closest_ports
from moderator.titles.kingmaker.events import Landed, ShipDriven
from moderator.titles.kingmaker.fighting.capture import capture_after_move
from moderator.titles.kingmaker.position.forces import by_strength, strength
from moderator.titles.kingmaker.position.holding import (
    closed,
    commander,
    holder,
    insiders,
    nobles_of,
    welcome,
)
from moderator.titles.kingmaker.position.removal import remove_ships
from moderator.titles.kingmaker.position.stacking import fits, set_down
from moderator.titles.kingmaker.state import BATTLE, SIEGE, Duty, Heir, Noble, State

RULES = ("KM-EVT-05", "KM-EVT-06")
HAVENS = ("friendly", "unfortified", "open", "neutral", "unfriendly")
"""Kinds of port, as a silent player likes them (D-EVT-1)."""
OPEN = ("open", "in the open", "in open")
ASHORE = ("KM-SEA-08", "KM-SEA-11", "KM-TER-11")


async def storm(table: Table[State]) -> None:
    """Drive every ship at sea to the closest port; where several are, her player chooses."""
    state = table.state
    fleets = together(state, [ship.id for ship in state.ships.values() if ship.sea])
    choices = [
        Choice(
            commander(state, fleet[0]),
            fleet[0],
            {f"{fleet[0]} to {port}": port for port in ports},
            _facts(state, fleet),
            {f"{fleet[0]} to {port}": (port, kind) for port, kind in ports.items()},
        )
        for fleet in fleets
        for ports in [_preferred(state, fleet[0])]
    ]
    found = await settle(table, "shelter", choices, RULES, partial(_landing_wish, state))
    ports = {ship: found[fleet[0]] for fleet in fleets for ship in fleet}
    await drive(table, ports, True, [wish for wish in found if wish not in ports])


async def drive(
    table: Table[State], ports: Mapping[str, str], storm: bool, wishes: Sequence[str] = ()
) -> None:
    """Bring ships to ports, neutral or not, and land everybody (KM-EVT-14, KM-SEA-11).

    *wishes* are what players have said beforehand of where their passengers go.
    """
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
    await _ashore(table, crews, wishes)


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


def _preferred(state: State, ship: str) -> dict[str, str]:
    """Return the closest ports and of what kind each is, the default first (D-EVT-1)."""
    board, seat = current().board, commander(state, ship)

    def kind(port: str) -> str:
        if board.places[port].kind.id == UNFORTIFIED:
            return "unfortified"
        if not closed(state, port, seat):
            return "open" if board.places[port].kind.id == OPEN_TOWN else "friendly"
        return "unfriendly" if holder(state, port) else "neutral"

    kinds = {port: kind(port) for port in closest_ports(board, state.ships[ship].sea)}
    return {
        port: kinds[port]
        for port in sorted(kinds, key=lambda port: (HAVENS.index(kinds[port]), port))
    }


def _facts(state: State, fleet: list[str]) -> dict[str, Fact]:
    """Return what the player of a fleet is shown: all equally near ports, and who is there."""
    places, sea = current().board.places, state.ships[fleet[0]].sea
    ports = _preferred(state, fleet[0])
    return {
        "of": fleet[0],
        "at": sea,
        "aboard": ", ".join(counter.id for counter in passengers(state, fleet)),
        "ports": ", ".join(f"{port} ({kind}, {holder(state, port) or 'nobody'})"
                           for port, kind in ports.items()),
        "there": ", ".join(
            f"{noble.id} at {port}"
            for port in ports
            for noble in state.nobles.values()
            if noble.square == places[port].square
        ),
    }  # fmt: skip


def _landing_wish(state: State, seat: str) -> Callable[[str], str]:
    """Return what reads `neville ashore in berwick` in a reply that chooses a port."""

    def wish(line: str) -> str:
        who, _, where = f" {line}".partition(" ashore ")
        words = {each.id: each.id for each in nobles_of(state, seat) if each.aboard}
        if not where or (who and not matches(who.strip(), words)):
            return ""
        whose = f"{pick(who.strip(), words, 'passenger')} " if who else ""
        how, _, place = where.partition(" ")
        if where in {"inside", "open", "in the open", "in open"}:
            return f"{whose}ashore {'inside' if where == 'inside' else 'in the open'}"
        if how not in {"in", "at"} or not place:
            return ""
        return f"{whose}ashore {how} {pick(place, current().board.place_words, 'place')}"

    return wish


async def _ashore(
    table: Table[State], crews: list[tuple[str, list[Noble | Heir]]], wishes: Sequence[str]
) -> None:
    """Let each player say where his passengers go; D-EVT-2."""
    state = table.state
    choices: list[Choice] = []
    for number, (port, crew) in enumerate(crews):
        for noble in crew:
            if isinstance(noble, Noble):
                choice = _spots(state, f"{number} {noble.id}", port, noble)
                choices.append(_as_wished(choice, wishes))
    found = await settle(table, "ashore", choices, ASHORE)
    for number, (port, crew) in enumerate(crews):
        nobles = by_strength(state, [noble.id for noble in crew if isinstance(noble, Noble)])
        where = {noble: found[f"{number} {noble}"] for noble in nobles}
        heirs = [heir.id for heir in crew if isinstance(heir, Heir)]
        for place in dict.fromkeys(where.values()):
            party = [noble for noble in nobles if where[noble] == place]
            _land(table, port, place, party, heirs if party[0] is nobles[0] else [])


def _as_wished(choice: Choice, wishes: Sequence[str]) -> Choice:
    """Return the choice with only the spot that its player has wished for, if that is one."""
    noble = str(choice.facts["of"])
    for wish in wishes:
        who, _, where = f" {wish}".partition(" ashore ")
        if who.strip() in {"", noble}:
            for text, spot in choice.options.items():
                if text == f"{noble} {where}" or where in choice.tags[text]:
                    return replace(choice, options={text: spot})
    return choice


def _spots(state: State, subject: str, port: str, noble: Noble) -> Choice:
    """Return where a noble may go ashore: inside if there is room, in the open, at the town."""
    board = current().board
    square = board.places[port].square
    spots: dict[str, tuple[str, tuple[str, ...]]] = {"in the open": ("", OPEN)}
    if not closed(state, port, noble.seat):
        inside = {
            f"in {place}": (place, ("inside", f"in {place}", place))
            for place in board.squares[square].places
            if board.places[place].walled and welcome(state, place, noble.seat)
        }
        towns = {
            f"at {place}": (place, ("unfortified", "town", f"at {place}", place))
            for place in board.squares[square].places
            if not board.places[place].walled
        }
        spots = inside | spots | towns
    facts: dict[str, Fact] = {
        "of": noble.id,
        "at": port,
        "strength": strength(state, noble.id),
        "there": ", ".join(
            f"{other.id} {strength(state, other.id)}"
            for other in state.nobles.values()
            if other.square == square and other.seat != noble.seat
        ),
    }
    return Choice(
        noble.seat,
        subject,
        {f"{noble.id} {how}": spot for how, (spot, _) in spots.items()},
        facts,
        {f"{noble.id} {how}": (*words, *(f"ashore {word}" for word in words))
         for how, (_, words) in spots.items()},
        {f"{noble.id} ashore {how}": f"{noble.id} {how}" for how in spots}
        | {
            f"{noble.id} {word}": f"{noble.id} {how}"
            for how, (_, words) in spots.items()
            for word in words
        },
    )  # fmt: skip


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

"""Executing heirs, and the limit of two houses (KM-ROY-03 to KM-ROY-05, KM-BEA-03)."""

from __future__ import annotations

from itertools import permutations

from moderator.engine import Ask, Fact, Illegal, Table
from moderator.titles.kingmaker.asking.brief import Brief
from moderator.titles.kingmaker.components.data import LANCASTER, YORK, current
from moderator.titles.kingmaker.events import BothHouses
from moderator.titles.kingmaker.position.removal import remove_heir
from moderator.titles.kingmaker.position.succession import must_give_up, sole_king
from moderator.titles.kingmaker.state import State

HOUSES = (LANCASTER, YORK)
LIMIT = 2
"""KM-ROY-04: rounds."""


def held(state: State, seat: str, house: str) -> list[str]:
    """Return the heirs of a house whom *seat* controls, in the line of succession."""
    return [
        heir.id
        for heir in current().heirs.values()
        if heir.house == house and state.heirs[heir.id].alive and state.heirs[heir.id].seat == seat
    ]


def execute_heir(table: Table[State], seat: str, heir: str) -> None:
    """Execute an heir whom *seat* controls; raise `Illegal` if it does not (KM-ROY-03)."""
    state, name = table.state, current().heirs[heir].name
    if not state.heirs[heir].alive:
        raise Illegal(f"{name} is dead", ("KM-ROY-03",))
    if state.heirs[heir].seat != seat:
        own = [f"execute {other}" for house in HOUSES for other in held(state, seat, house)]
        raise Illegal(f"{name} is not under your control", ("KM-ROY-03",), own)
    remove_heir(table, heir, "execution")
    note_houses(table)


def note_houses(table: Table[State]) -> None:
    """Start and stop the two rounds; to be called whenever heirs change hands (KM-ROY-04)."""
    state = table.state
    houses: dict[str, list[str]] = {seat: [] for seat in state.factions}
    for royal in current().heirs.values():
        heir = state.heirs[royal.id]
        if heir.alive and heir.seat and royal.house not in houses[heir.seat]:
            houses[heir.seat].append(royal.house)
    for seat, faction in state.factions.items():
        both = houses[seat]
        if len(both) < len(HOUSES):
            faction.both_since, faction.first_house = 0, both[0] if both else ""
            faction.gives_up = ""
        elif not faction.both_since:
            faction.both_since = state.turn.number
            table.tell(BothHouses(seat, both_until(state, seat)))


def both_until(state: State, seat: str) -> int:
    """Return the turn with whose end *seat* must give up a house; 0 for none (KM-ROY-04)."""
    since = state.factions[seat].both_since
    return since + LIMIT * len(state.seats) if since else 0


async def choose_houses(table: Table[State]) -> None:
    """At the start of a turn: whose two rounds end with it says which house he will give up.

    He has the turn to hand its heirs over; `enforce_houses` executes those left (D-ANY-6).
    """
    state = table.state
    due = [
        seat
        for seat in state.seats
        if both_until(state, seat) == state.turn.number and not state.winners
    ]
    chosen = await table.ask_all(_which_house(state, seat) for seat in due)
    for seat, (house, at_once) in chosen.items():
        table.state.factions[seat].gives_up = house
        for heir in held(table.state, seat, house) if at_once else ():
            execute_heir(table, seat, heir)


def _which_house(state: State, seat: str) -> Ask[tuple[str, bool]]:
    """Return D-ANY-6: a house, and whether its heirs are executed at once."""
    options = {f"give up {house}": (house, False) for house in HOUSES}
    default = f"give up {_lesser(state, seat)}"
    short = dict.fromkeys(("execute", "give up lesser", "give up lesser house"), default)
    facts: dict[str, Fact] = {}
    for house in HOUSES:
        heirs = held(state, seat, house)
        text = f"execute {', '.join(heirs)}"
        options[text] = (house, True)
        short |= {f"execute {', '.join(each)}": text for each in permutations(heirs)}
        short |= {f"execute {house}": text, house: f"give up {house}"}
        facts |= {house: len(heirs), f"heirs_of_{house}": ", ".join(heirs)}
    rules = ("KM-ROY-04", "KM-ROY-05")
    facts["sole_king"] = sole_king(state)
    return Ask(
        seat,
        "houses",
        Brief(options, short, rules),
        default,
        facts,
        pace="reply",
        rules=rules,
        own_turn=False,
    )


def enforce_houses(table: Table[State]) -> None:
    """At the end of a turn: execute whoever is left of a house given up (KM-ROY-05, KM-BEA-03)."""
    state = table.state
    for seat in state.seats:
        for heir in must_give_up(state, seat):
            execute_heir(table, seat, heir)
        until = both_until(state, seat)
        if until and state.turn.number >= until:
            house = state.factions[seat].gives_up or _lesser(state, seat)
            for heir in held(state, seat, house):
                execute_heir(table, seat, heir)


def _lesser(state: State, seat: str) -> str:
    """Return the house that a silent player gives up.

    He keeps that of a crowned heir, else that with more heirs, else the one he held first.
    """
    first = state.factions[seat].first_house

    def worth(house: str) -> tuple[bool, int, bool]:
        heirs = held(state, seat, house)
        crowned = any(state.heirs[heir].crowned for heir in heirs)
        return crowned, len(heirs), house == first

    return min(HOUSES, key=worth)

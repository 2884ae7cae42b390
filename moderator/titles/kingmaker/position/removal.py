"""Counters that leave the board, and what becomes of their cards and places (KM-KIL)."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.engine import Table
from moderator.titles.kingmaker.components.cards import OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import (
    CardsReturned,
    Died,
    HeirFreed,
    PlaceChanged,
    PutOut,
    ShipRemoved,
)
from moderator.titles.kingmaker.position.forces import by_strength, new_force
from moderator.titles.kingmaker.position.holding import commander, holder, insiders
from moderator.titles.kingmaker.position.kept import drop_parliament_cards
from moderator.titles.kingmaker.position.stacking import fellows
from moderator.titles.kingmaker.state import State


def remove_nobles(table: Table[State], nobles: Iterable[str], by: str) -> None:
    """Take nobles off the board together (KM-KIL-01 to KM-KIL-03, KM-CAP-04).

    *by* is 'plague', 'battle', 'siege' or 'execution'.  Heirs who were with them still have
    their controller: call `free_heirs` once all captures have been made (KM-KIL-04).
    """
    state = table.state
    before = {place: holder(state, place) for place in current().board.places}
    gone = [state.nobles.pop(noble) for noble in nobles]
    for noble in gone:
        spot = (noble.square, noble.place)
        table.tell(Died(noble.id, noble.seat, spot, by))
        return_cards(table, noble.id, [noble.id, *noble.awards])
        _end_gifts(state, noble.id)
    tell_places(table, before, "death")
    remove_ships(table)
    drop_parliament_cards(table)


def return_cards(table: Table[State], noble: str, cards: Iterable[str]) -> None:
    """Put titles and offices in Chancery and other cards under the Crown deck (KM-KIL-01)."""
    state, known = table.state, current().cards
    held = list(cards)
    courtly = [card for card in held if known[card].kind in {TITLE, OFFICE}]
    under = [card for card in held if card not in courtly]
    if len(under) > 1:
        table.shuffle(under, "under the crown deck")
    state.chancery += courtly
    state.crown_deck[:0] = under
    state.seen += [card for card in held if card not in state.seen]
    shown = tuple(card for card in held if card in under)
    table.tell(CardsReturned(noble, shown, tuple(courtly)))


def tell_places(table: Table[State], before: dict[str, str], by: str) -> None:
    """Report places that have changed hands since *before*; empty those now neutral (KM-KIL-03)."""
    state = table.state
    for place, old in before.items():
        new = holder(state, place)
        if new == old:
            continue
        table.tell(PlaceChanged(place, old, new, by))
        if place in state.sieges and state.sieges[place].seat == new:
            del state.sieges[place]
        if not new:
            put_out(table, place)


def put_out(table: Table[State], place: str) -> None:
    """Put all nobles inside *place* into the open of its square, each faction as a force."""
    state = table.state
    turned = insiders(state, place)
    if not turned or not current().board.places[place].walled:
        return
    piles: dict[str, int] = {}
    for id_ in turned:
        noble = state.nobles[id_]
        if noble.seat not in piles:
            piles[noble.seat] = new_force(state)
        noble.place, noble.force = "", piles[noble.seat]
    for heir in state.heirs.values():
        if heir.alive and heir.place == place and heir.seat in piles:
            heir.place, heir.force = "", piles[heir.seat]
    table.tell(PutOut(place, tuple(turned)))


def remove_ships(table: Table[State]) -> None:
    """Take ships off the board whose card has left play (KM-SEA-15, KM-TRA-11).

    One that carries passengers stays with her last commander until she touches port.
    """
    state = table.state
    for ship in list(state.ships):
        if commander(state, ship):
            continue
        aboard = next((n for n in state.nobles.values() if ship in n.aboard), None)
        if aboard:
            state.ships[ship].kept_by = aboard.seat
        else:
            del state.ships[ship]
            table.tell(ShipRemoved(ship))


def remove_heir(table: Table[State], heir: str, by: str) -> None:
    """Take an heir out of the game for good (KM-ROY-03, KM-EVT-01)."""
    dead = table.state.heirs[heir]
    table.tell(Died(heir, dead.seat, (dead.square, dead.place), by))
    dead.alive, dead.seat, dead.force = False, "", 0
    dead.square, dead.place, dead.aboard = "", "", []


def free_heirs(table: Table[State]) -> None:
    """Leave each heir whose nobles are all gone to nobody, where he is (KM-KIL-04)."""
    state = table.state
    for heir in state.heirs.values():
        if not heir.alive or not heir.seat:
            continue
        near = fellows(state, heir.id)
        if not near:
            table.tell(HeirFreed(heir.id, heir.seat, (heir.square, heir.place)))
            heir.seat, heir.force = "", 0
        elif heir.force not in {state.nobles[noble].force for noble in near}:
            heir.force = state.nobles[by_strength(state, near)[0]].force


def _end_gifts(state: State, noble: str) -> None:
    """Give back what was lent to a noble; it goes to whoever has its card (KM-TRA-11)."""
    for lent in (state.lent_places, state.lent_ships):
        for thing in [thing for thing, to in lent.items() if to == noble]:
            del lent[thing]

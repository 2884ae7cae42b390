"""Factions, counters and places as everybody sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from moderator.titles.kingmaker.components.cards import (
    FREE_MOVE,
    OFFICE,
    PARLIAMENT,
    TITLE,
    WRIT,
)
from moderator.titles.kingmaker.components.data import Data, current
from moderator.titles.kingmaker.ending.short_game import worth
from moderator.titles.kingmaker.fighting.execution import both_until
from moderator.titles.kingmaker.knowledge.view import (
    FactionView,
    ForceView,
    HeirView,
    NobleView,
    PlaceView,
    ShipView,
)
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.position.holding import commander
from moderator.titles.kingmaker.position.succession import rank
from moderator.titles.kingmaker.state import Heir, Noble, State


def noble_views(state: State) -> tuple[NobleView, ...]:
    """Return the nobles on the board, in the order of the cards."""
    return tuple(
        _noble(state, state.nobles[card]) for card in current().arms if card in state.nobles
    )


def _noble(state: State, noble: Noble) -> NobleView:
    data = current()
    card = data.cards[noble.id]
    return NobleView(
        noble.id,
        card.name,
        data.arms[noble.id].code,
        noble.seat,
        card.title or _named(noble, TITLE),
        _named(noble, OFFICE),
        tuple(noble.awards),
        noble.square,
        noble.place,
        bool(forces.walled_place(noble)),
        tuple(noble.aboard),
        _sea(state, noble),
        noble.force,
        forces.strength(state, noble.id),
        forces.strength_in(state, (noble.id,), ""),
        bool(noble.place) and noble.place in state.sieges,
        noble.captor,
        noble.crowned,
    )


def _named(noble: Noble, kind: str) -> str:
    """Return the printed name of a noble's award of this kind, or ''."""
    cards = current().cards
    return next((cards[award].name for award in noble.awards if cards[award].kind == kind), "")


def _sea(state: State, counter: Noble | Heir) -> str:
    return state.ships[counter.aboard[0]].sea if counter.aboard else ""


def heir_views(state: State) -> tuple[HeirView, ...]:
    """Return all seven heirs, each house in its line of succession."""
    return tuple(
        HeirView(
            heir.id,
            heir.name,
            heir.house,
            rank(state, heir.id) if state.heirs[heir.id].alive else 0,
            state.heirs[heir.id].square,
            state.heirs[heir.id].place,
            tuple(state.heirs[heir.id].aboard),
            _sea(state, state.heirs[heir.id]),
            state.heirs[heir.id].seat,
            state.heirs[heir.id].force,
            state.heirs[heir.id].alive,
            state.heirs[heir.id].crowned,
        )
        for heir in current().heirs.values()
    )


def _counters(state: State) -> tuple[Noble | Heir, ...]:
    living = (heir for heir in state.heirs.values() if heir.alive)
    return (*state.nobles.values(), *living)


def ship_views(state: State) -> tuple[ShipView, ...]:
    """Return the ships on the board, in the order of the data."""
    return tuple(
        ShipView(
            ship.id,
            ship.name,
            commander(state, ship.id),
            ship.card,
            ship.capacity,
            state.ships[ship.id].port,
            state.ships[ship.id].sea,
            tuple(counter.id for counter in _counters(state) if ship.id in counter.aboard),
        )
        for ship in current().ships.values()
        if ship.id in state.ships
    )


def place_views(state: State, held: Mapping[str, str]) -> tuple[PlaceView, ...]:
    """Return all places of the basic game; *held* says which seat holds which of them."""
    inside: dict[str, list[str]] = {}
    for counter in _counters(state):
        if counter.place:
            inside.setdefault(counter.place, []).append(counter.id)
    return tuple(
        _place(
            current(),
            id_,
            held.get(id_, ""),
            id_ in state.captured,
            tuple(inside.get(id_, ())),
            state.sieges[id_].seat if id_ in state.sieges else "",
        )
        if id_ in held or id_ in inside or id_ in state.sieges
        else printed
        for id_, printed in _printed(current()).items()
    )


@lru_cache(maxsize=4096)
def _place(
    data: Data, id_: str, holder: str, captured: bool, inside: tuple[str, ...], besieger: str
) -> PlaceView:
    """Return a place as it is; kept, since most are as they were in the view before."""
    printed = _printed(data)[id_]
    return replace(printed, holder=holder, captured=captured, inside=inside, besieger=besieger)


@lru_cache(maxsize=8)
def _printed(data: Data) -> Mapping[str, PlaceView]:
    """Return every place as it is while nobody holds it and nobody is in it."""
    return {
        place.id: PlaceView(
            place.id,
            place.name,
            place.kind.id,
            place.square,
            place.port,
            place.cathedral,
            "",
            False,
            data.card_of.get(place.id, ""),
            place.kind.garrison,
            place.kind.limit,
            (),
            "",
        )
        for place in data.board.places.values()
    }


def force_views(state: State) -> tuple[ForceView, ...]:
    """Return every force that could be a target, square by square (KM-EXC-01)."""
    squares = dict.fromkeys(noble.square for noble in state.nobles.values() if noble.square)
    return tuple(
        ForceView(
            force.seat,
            force.square,
            force.place,
            force.nobles,
            tuple(forces.heirs_of_force(state, force)),
            forces.total(state, force.nobles),
        )
        for square in squares
        for force in forces.forces_in(state, square)
    )


def faction_views(state: State, held: Mapping[str, str]) -> tuple[FactionView, ...]:
    """Return the factions, clockwise."""
    places: dict[str, list[str]] = {seat: [] for seat in state.seats}
    for place in current().board.places:
        if place in held:
            places[held[place]].append(place)
    return tuple(_faction(state, seat, held, places[seat]) for seat in state.seats)


def _faction(
    state: State, seat: str, held: Mapping[str, str], places: Sequence[str]
) -> FactionView:
    faction = state.factions[seat]
    nobles = [noble.id for noble in state.nobles.values() if noble.seat == seat]
    free = [noble for noble in nobles if not state.nobles[noble].captor]
    kinds = [current().events[card].kind for card in faction.kept]
    commons, lords = worth(state, seat, held)
    return FactionView(
        seat,
        tuple(nobles),
        len(faction.hand),
        kinds.count(WRIT),
        kinds.count(FREE_MOVE),
        kinds.count(PARLIAMENT),
        tuple(faction.laid),
        tuple(places),
        tuple(ship for ship in state.ships if commander(state, ship) == seat),
        tuple(heir.id for heir in state.heirs.values() if heir.alive and heir.seat == seat),
        forces.total(state, free),
        forces.strength_in(state, free, ""),
        commons,
        lords,
        both_until(state, seat),
    )

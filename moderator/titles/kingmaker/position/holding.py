"""Who holds what: a place or ship by capture, by a gift or by a card, and his nobles and heirs."""

from __future__ import annotations

from moderator.titles.kingmaker.components.board import OPEN_TOWN, UNFORTIFIED
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.state import Heir, Noble, State


def nobles_of(state: State, seat: str) -> list[Noble]:
    """Return the nobles whom a faction commands; captives do nothing (KM-FAC-03)."""
    return [noble for noble in state.nobles.values() if noble.seat == seat and not noble.captor]


def heirs_of(state: State, seat: str) -> list[Heir]:
    """Return the living heirs whom a faction controls."""
    return [heir for heir in state.heirs.values() if heir.seat == seat and heir.alive]


def bearer(state: State, card: str) -> str:
    """Return the noble on the board who has *card*, or whose own card it is; '' for nobody."""
    if card in state.nobles:
        return card
    for noble in state.nobles.values():
        if card in noble.awards:
            return noble.id
    return ""


def holding_noble(state: State, place: str) -> str:
    """Return the noble who holds *place* by a gift or a card; '' where it is held by capture.

    A captured place is held by the faction and by no noble (KM-TWN-06, KM-SIE-17).
    """
    if place in state.captured:
        return ""
    if state.lent_places.get(place) in state.nobles:
        return state.lent_places[place]
    card = current().card_of.get(place, "")
    return bearer(state, card) if card else ""


def holder(state: State, place: str) -> str:
    """Return the seat that holds *place*; '' where it is neutral or cannot be held."""
    if place in state.captured:
        return state.captured[place]
    noble = holding_noble(state, place)
    return state.nobles[noble].seat if noble else ""


def holders(state: State) -> dict[str, str]:
    """Return the seat that holds each place held, as `holder` does, in one pass."""
    cards = current().cards
    held = {
        place: noble.seat
        for noble in state.nobles.values()
        for card in (noble.id, *noble.awards)
        for place in cards[card].places
    }
    for place, receiver in state.lent_places.items():
        if receiver in state.nobles:
            held[place] = state.nobles[receiver].seat
    return held | state.captured


def holdings(state: State, seat: str) -> list[str]:
    """Return the places that *seat* holds, in the order of the board."""
    held = holders(state)
    return [place for place in current().board.places if held.get(place) == seat]


def commander(state: State, ship: str) -> str:
    """Return the seat that commands a ship on the board; '' for nobody (KM-FAC-07, KM-SEA-15)."""
    if state.ships[ship].kept_by:
        return state.ships[ship].kept_by
    noble = state.lent_ships.get(ship, "")
    if noble not in state.nobles:
        noble = bearer(state, current().ships[ship].card)
    return state.nobles[noble].seat if noble else ""


def insiders(state: State, place: str) -> list[str]:
    """Return the free nobles inside *place*, or at an unfortified town, in order of play."""
    return [n.id for n in state.nobles.values() if n.place == place and not n.captor]


def closed(state: State, place: str, seat: str) -> bool:
    """Say whether *seat* may enter *place* only by leave or siege (KM-FAC-05, KM-TER-13)."""
    kind = current().board.places[place].kind.id
    if kind == UNFORTIFIED:
        return False
    if kind == OPEN_TOWN:
        return any(state.nobles[noble].seat != seat for noble in insiders(state, place))
    return holder(state, place) != seat


def friendly(state: State, place: str, seat: str) -> bool:
    """Say whether *seat* holds a place and may use it in this turn (KM-FAC-04, KM-TRA-02)."""
    card = current().card_of.get(place, "")
    bound = place in state.turn.bound or card in state.turn.bound
    return holder(state, place) == seat and not bound


def welcome(state: State, place: str, seat: str) -> bool:
    """Say whether *seat* may enter *place* now without anybody's leave.

    Never a place under siege (KM-TER-12, KM-TER-13, KM-SIE-13).
    """
    if place in state.sieges or closed(state, place, seat):
        return False
    return not current().board.places[place].kind.held or friendly(state, place, seat)

"""Who controls what: places, ships, cards in play, and how strong a noble is where he stands."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.titles.kingmaker import holding
from moderator.titles.kingmaker.board import OPEN_TOWN, Place
from moderator.titles.kingmaker.cards import OFFICE, TITLE
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.holding import holder
from moderator.titles.kingmaker.state import Heir, Noble, State


def nobles_of(state: State, seat: str) -> list[Noble]:
    """Return the nobles whom a faction commands; captives do nothing (KM-FAC-03)."""
    return [noble for noble in state.nobles.values() if noble.seat == seat and not noble.captor]


def heirs_of(state: State, seat: str) -> list[Heir]:
    """Return the living heirs whom a faction controls."""
    return [heir for heir in state.heirs.values() if heir.seat == seat and heir.alive]


def bearer(state: State, card: str) -> Noble | None:
    """Return the noble on the board who has a card, or whose own card it is."""
    return state.nobles.get(holding.bearer(state, card))


def strength(state: State, noble: Noble, square: str | None = None) -> int:
    """Return the troops of a noble where he stands, or as if in *square* (KM-FAC-02, KM-CRO-05).

    In square '' he is at sea: no area bonus counts (KM-SEA-05).
    """
    del state
    data = current()
    where = noble.square if square is None else square
    total = 0
    for id_ in (noble.id, *noble.awards):
        card = data.cards[id_]
        total += card.troops
        if card.bonus and where in data.areas[card.area].squares:
            total += card.bonus
    return total


def by_strength(state: State, nobles: Iterable[Noble]) -> list[Noble]:
    """Return nobles by falling strength, those equal in the order given."""
    return sorted(nobles, key=lambda noble: -strength(state, noble))


def has_title(noble: Noble) -> bool:
    """Say whether a noble has a title, printed or awarded (KM-PRE-11)."""
    cards = current().cards
    return bool(cards[noble.id].title) or any(cards[id_].kind == TITLE for id_ in noble.awards)


def office_of(noble: Noble) -> str:
    """Return the office card of a noble, or ''."""
    cards = current().cards
    return next((id_ for id_ in noble.awards if cards[id_].kind == OFFICE), "")


def chancellor(state: State) -> Noble | None:
    """Return the noble who is Chancellor of England."""
    return next((noble for noble in state.nobles.values() if "chancellor" in noble.awards), None)


def besieged(state: State, counter: Noble | Heir) -> bool:
    """Say whether a counter is inside a place under siege (KM-SIE-09)."""
    return counter.place in state.sieges


def inside(state: State, place: str) -> list[Noble]:
    """Return the nobles at the symbol of a place."""
    return [noble for noble in state.nobles.values() if noble.place == place]


def room(state: State, place: Place, without: Iterable[str] = ()) -> int | None:
    """Return how many more troops fit into a place, None for any number (KM-TWN-05)."""
    if not place.kind.limit:
        return None
    there = [noble for noble in inside(state, place.id) if noble.id not in set(without)]
    return place.kind.limit - sum(strength(state, noble, place.square) for noble in there)


def welcome(state: State, seat: str, place: str) -> bool:
    """Say whether a faction's nobles may enter a place without anybody's leave.

    True of an unfortified town, of a friendly place, and of an open town without unfriendly
    nobles inside; never of a place under siege (KM-FAC-04, KM-TER-12, KM-TER-13, KM-SIE-13).
    """
    return place not in state.sieges and harbours(state, seat, place)


def harbours(state: State, seat: str, place: str) -> bool:
    """Say whether a place is friendly, unfortified, or an open town without unfriendly nobles.

    If it is a port the faction's ships may run in (KM-MOV-11, KM-EXP-04).
    """
    known = current().board.places[place]
    if not known.walled:
        return True
    if known.kind.id == OPEN_TOWN:
        return all(noble.seat == seat for noble in inside(state, place) if not noble.captor)
    return holder(state, place) == seat

"""Event cards that a player keeps: writs, free moves and Parliament cards (KM-EVT-16, 21 to 24)."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.chance.event_deck import discard
from moderator.titles.kingmaker.components.cards import FREE_MOVE, PARLIAMENT, WRIT
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import CardsDiscarded
from moderator.titles.kingmaker.position.officers import chancellor
from moderator.titles.kingmaker.state import State

RULES = {WRIT: "KM-PAR-04", FREE_MOVE: "KM-EVT-24", PARLIAMENT: "KM-PAR-06"}


def kept_of(state: State, seat: str, kind: str) -> list[str]:
    """Return the cards of one kind that a player keeps."""
    events = current().events
    return [card for card in state.factions[seat].kept if events[card].kind == kind]


def may_keep(state: State, seat: str, card: str) -> bool:
    """Say whether a card drawn in the Chance Phase stays with who drew it (KM-EVT-16)."""
    kind = current().events[card].kind
    officer = chancellor(state)
    leads = officer is not None and officer.seat == seat
    return kind in {WRIT, FREE_MOVE} or (kind == PARLIAMENT and leads)


def check_kept(state: State, seat: str, kind: str, count: int = 1) -> None:
    """Raise `Illegal` unless a player keeps as many cards of a kind."""
    have = len(kept_of(state, seat, kind))
    if have < count:
        named = {WRIT: "writ", FREE_MOVE: "free move", PARLIAMENT: "Parliament card"}[kind]
        why = f"that takes {count} {named}{'s' * (count > 1)}, and you have {have or 'none'}"
        raise Illegal(why, (RULES[kind],))


def spend(table: Table[State], seat: str, kind: str, count: int = 1) -> None:
    """Discard kept cards that are used (KM-PAR-07, KM-EVT-24)."""
    _discard(table, seat, kept_of(table.state, seat, kind)[:count], "used")


def drop_parliament_cards(table: Table[State]) -> None:
    """Discard the Parliament cards of all whose faction has not the Chancellor (KM-EVT-22).

    To be called after every death, execution and change of offices.
    """
    state = table.state
    officer = chancellor(state)
    for seat in state.seats:
        if officer is None or officer.seat != seat:
            _discard(table, seat, kept_of(state, seat, PARLIAMENT), "no chancellor")


def _discard(table: Table[State], seat: str, cards: Iterable[str], why: str) -> None:
    gone = list(cards)
    for card in gone:
        table.state.factions[seat].kept.remove(card)
        discard(table, card)
    if gone:
        table.tell(CardsDiscarded(seat, tuple(gone), why))

"""The Event deck: drawing, discarding and reshuffling (KM-PRE-03, KM-PRE-04)."""

from __future__ import annotations

from moderator.engine import Table
from moderator.titles.kingmaker.events import EventsReshuffled
from moderator.titles.kingmaker.state import State


def draw(table: Table[State]) -> str:
    """Take the top Event card; an empty deck is made anew of the discarded cards (KM-PRE-03)."""
    state = table.state
    if not state.event_deck:
        state.event_deck, state.event_discard = state.event_discard, []
        table.shuffle(state.event_deck, "event deck")
        table.tell(EventsReshuffled(len(state.event_deck)))
    return state.event_deck.pop()


def discard(table: Table[State], card: str) -> None:
    """Put a used Event card on the discard pile (KM-BAT-10)."""
    table.state.event_discard.append(card)

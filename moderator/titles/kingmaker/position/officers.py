"""Titles, offices, and the Chancellor of England (KM-PRE-11, KM-CRO-04, KM-PAR-02)."""

from __future__ import annotations

from moderator.titles.kingmaker.components.cards import OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.position.holding import bearer
from moderator.titles.kingmaker.state import Noble, State

CHANCELLOR = "chancellor"


def has_title(state: State, noble: str) -> bool:
    """Say whether a noble has a title, printed or awarded (KM-PRE-11)."""
    cards = current().cards
    awards = state.nobles[noble].awards
    return bool(cards[noble].title) or any(cards[card].kind == TITLE for card in awards)


def office_of(state: State, noble: str) -> str:
    """Return the office card of a noble, or ''."""
    cards = current().cards
    awards = state.nobles[noble].awards
    return next((card for card in awards if cards[card].kind == OFFICE), "")


def chancellor(state: State) -> Noble | None:
    """Return the noble who is Chancellor of England, captive or not."""
    return state.nobles.get(bearer(state, CHANCELLOR))

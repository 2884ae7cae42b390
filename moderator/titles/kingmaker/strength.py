"""Troops: of a noble where he stands, and of those inside a place (KM-FAC-02, KM-CRO-05)."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.titles.kingmaker import data
from moderator.titles.kingmaker.control import at_place
from moderator.titles.kingmaker.state import Noble, State


def plain(noble: Noble) -> int:
    """Return a noble's troops without area bonuses, as at sea (KM-SEA-05)."""
    cards = data.current().cards
    return cards[noble.id].troops + sum(cards[award].troops for award in noble.awards)


def strength(noble: Noble, square: str | None = None) -> int:
    """Return a noble's troops where he stands, or as they would be in *square*."""
    known = data.current()
    where = noble.square if square is None else square
    return plain(noble) + sum(
        known.cards[award].bonus
        for award in noble.awards
        if known.cards[award].bonus and where in known.areas[known.cards[award].area].squares
    )


def total(state: State, nobles: Iterable[str], square: str | None = None) -> int:
    """Return the troops of several nobles where they stand, or as they would be in *square*."""
    return sum(strength(state.nobles[noble], square) for noble in nobles)


def room(state: State, place: str) -> int:
    """Return how many troops *place* still takes; a huge number without limit (KM-TWN-05)."""
    limit = data.current().board.places[place].kind.limit
    inside = sum(strength(noble) for noble in at_place(state, place))
    return limit - inside if limit else NO_LIMIT


NO_LIMIT = 1_000_000

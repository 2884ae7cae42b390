"""Preparing to play: the map, the order of Castles, the Castles, the Plague deck (FE-SET)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moderator.titles.feudo.state import Side, State
from moderator.titles.feudo.tokens import muster


def fresh(seats: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the state before the first phase: nothing laid out, all scores 0 (FE-SET-07)."""
    return State(
        options=dict(options),
        seats=list(seats),
        sides={seat: Side() for seat in seats},
        tokens=muster(seats),
        last_turn=int(options.get("turns", "10")),
    )

"""Turns and rounds: whose turn it is, and what begins and ends with one (KM-SEQ-01, KM-SEQ-02)."""

from __future__ import annotations

from moderator.engine import Digest, Table
from moderator.titles.kingmaker.events import OfferEnded, TurnBegan, TurnEnded
from moderator.titles.kingmaker.state import CHANCE, State, Turn

LAPSED = "lapsed"


def next_seat(state: State) -> str:
    """Return whose turn follows: clockwise, the starting player first of all (KM-SEQ-03)."""
    if not state.turn.number:
        return state.starter
    here = state.seats.index(state.turn.seat)
    return state.seats[(here + 1) % len(state.seats)]


def begin_turn(table: Table[State]) -> None:
    """Start the next player's turn; a round begins with the starting player's (KM-SEQ-01)."""
    state = table.state
    seat, before = next_seat(state), state.turn
    state.turn = Turn(before.number + 1, before.round + (seat == state.starter), seat)
    state.phase = CHANCE
    state.leaves = [leave for leave in state.leaves if leave.until >= state.turn.round]
    if state.peace_by == seat:
        # KM-PAR-16: the King's Peace lasts until the summoner's next turn.
        state.peace_at = state.peace_by = ""
    table.tell(TurnBegan(state.turn.number, state.turn.round, seat))


def end_turn(table: Table[State]) -> None:
    """End the turn: offers whose time is over are declined (catalogue D-ANY-3, D-ANY-4)."""
    state = table.state
    for offer in [offer for offer in state.offers if offer.until <= state.turn.number]:
        state.offers.remove(offer)
        ended = OfferEnded(offer.number, offer.giver, offer.receiver, LAPSED)
        table.tell(ended, to=[offer.giver, offer.receiver])
    table.tell(TurnEnded(state.turn.number, state.turn.seat))
    table.tell(Digest(f"Round {state.turn.round}: the turn of {state.turn.seat} is over"))

"""The end of a turn, of the game, and the extra turns that break a tie."""

from __future__ import annotations

from moderator.engine import Digest, Table
from moderator.titles.feudo.events import GameOver, TieBreak, TurnEnded
from moderator.titles.feudo.king import players
from moderator.titles.feudo.state import GONE, TRADING, State

CYCLE = 5
"""Turns after which the Trading Cards come back (FE-TRD-04)."""
STILL_TURNS = 5
"""Extra turns without a change of score that end the game (FE-WIN-08)."""


def refresh(state: State) -> bool:
    """Give back the Trading Cards where a cycle begins (FE-TRD-04, FE-LNG-02, FE-WIN-04)."""
    extra = state.turn - state.last_turn
    begins = extra % CYCLE == 1 if extra > 0 else state.turn % CYCLE == 1 and state.turn > 1
    if begins:
        for seat in players(state):
            state.sides[seat].trading = list(TRADING)
    return begins


def end_turn(table: Table[State]) -> str | None:
    """Rejoin the cards, and go on or end the game; return the next phase (FE-SEQ-03, FE-WIN)."""
    state = table.state
    for seat in state.seats:
        _rejoin(state, seat)
    state.fog, state.wins, state.attacked = False, [], []
    state.still_turns = 0 if state.scored or not state.going_on else state.still_turns + 1
    state.scored = False
    table.tell(TurnEnded(state.turn, scores(state)))
    over = state.turn >= state.last_turn and _settle(table)
    table.tell(Digest("The game is over" if over else f"Turn {state.turn} is over"))
    return None if over else "turn"


def scores(state: State) -> tuple[tuple[str, int], ...]:
    """Return the Victory Chart in the order of the seats."""
    return tuple((seat, state.sides[seat].score) for seat in state.seats)


def leaders(state: State) -> list[str]:
    """Return the players with the most VP, among those who play on (FE-WIN-06)."""
    most = max(state.sides[seat].score for seat in players(state))
    return [seat for seat in players(state) if state.sides[seat].score == most]


def _rejoin(state: State, seat: str) -> None:
    side = state.sides[seat]
    living = {token.id for token in state.tokens.values() if token.at != GONE}
    side.hand = []
    side.shown = []
    side.sheet = []
    side.last_hand = [word for word in side.last_hand if word in living or word.isdecimal()]
    side.trading_card, side.trading_shown = -1, False
    side.paid, side.charmed = 0, False


def _settle(table: Table[State]) -> bool:
    """Say whether the game is over, after a turn that may be the last."""
    state = table.state
    tied = leaders(state)
    if len(tied) > 1 and state.still_turns < STILL_TURNS:
        if not state.going_on:
            state.going_on = tied
            state.plague_at = ""
            table.tell(TieBreak(tuple(tied)))
        return False
    state.winners = tied
    table.tell(GameOver(tuple(tied), scores(state)))
    return True

"""Scores, the King and the cowards, the King's help, the force of the desperate."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.engine import Table
from moderator.titles.feudo.events import KingCame
from moderator.titles.feudo.state import CASTLE, MILADY, State, Token
from moderator.titles.feudo.tokens import number

KING_COMES_AT = 12
HELP = 2


def players(state: State) -> list[str]:
    """Return the seats that play on: all, or those tied in extra turns (FE-WIN-05)."""
    return state.going_on or state.seats


def score(state: State, seat: str, points: int) -> None:
    """Add *points*, which may be below 0, to a score (FE-SEQ-04, FE-SET-19)."""
    state.sides[seat].score += points
    state.scored = state.scored or points != 0


def weakest(state: State) -> list[str]:
    """Return the players with the fewest VP (FE-DIP-02, FE-HLP-02, FE-WIN-06)."""
    least = min(state.sides[seat].score for seat in players(state))
    return [seat for seat in players(state) if state.sides[seat].score == least]


def king_help(state: State, seat: str, card: int) -> int:
    """Return the shillings that the King adds to a Trading Card of this seat (FE-HLP)."""
    return HELP if state.king and card > 0 and seat in weakest(state) else 0


def cowards(state: State, seat: str) -> list[Token]:
    """Return the army tokens that never left the Castle (FE-KNG-02, 04, 05)."""
    return [
        token
        for token in state.tokens.values()
        if token.seat == seat and token.at == CASTLE and token.kind != MILADY and not token.entered
    ]


def look_at_scores(table: Table[State]) -> None:
    """Let the King intervene when a player has 12 VP or more, once a game (FE-KNG)."""
    state = table.state
    strong = [seat for seat in state.seats if state.sides[seat].score >= KING_COMES_AT]
    if state.king or not strong:
        return
    state.king = True
    penalties = {seat: _worth(state, cowards(state, seat)) for seat in state.seats}
    for seat, points in penalties.items():
        score(state, seat, -points)
    table.tell(KingCame(strong[0], tuple(penalties.items())))


def _worth(state: State, tokens: Iterable[Token]) -> int:
    return sum(number(state, token) for token in tokens)

"""How far a token may move by its Army Card, and why it may not move at all."""

from __future__ import annotations

from moderator.titles.feudo.lines import purse
from moderator.titles.feudo.state import BARON, GONE, MERCENARY, State, Token
from moderator.titles.feudo.tokens import number, word

FOG = 1
"""FE-PLC-07, FE-DCK-02: the most territories a card moves a token in fog."""


def allowance(state: State, token: Token) -> int:
    """Return how many territories its card moves the token now (FE-MOV-05, FE-PLC-07)."""
    most = number(state, token)
    return min(most, FOG) if state.fog else most


def why_idle(state: State, token: Token) -> tuple[str, tuple[str, ...]] | None:
    """Return why a token cannot move, as everybody can see, with the rules; None if it can."""
    if token.at == GONE:
        return f"{word(token)} is eliminated", ("FE-PLG-11",)
    if token.rests_until > state.turn:
        rule = "FE-BAR-05" if token.kind == BARON else "FE-MIL-10"
        return f"{word(token)} rests until turn {token.rests_until}", (rule,)
    return None


def why_still(state: State, token: Token) -> tuple[str, tuple[str, ...]] | None:
    """Return why a token cannot move by its card, with the rules; None if it can.

    That a Mercenary cannot be paid is known to his player alone (FE-STR-06).
    """
    if idle := why_idle(state, token):
        return idle
    shillings = purse(state, token.seat)
    if token.kind == MERCENARY and shillings <= state.sides[token.seat].paid:
        if shillings:
            return "no shilling is left to pay another Mercenary", ("FE-MRC-06",)
        return "a Trading Card of 0 pays no Mercenary", ("FE-MRC-02",)
    return None

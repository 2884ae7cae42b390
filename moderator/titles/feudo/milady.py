"""Milady's charm and her infection, when her Army Card is shown (FE-MIL)."""

from __future__ import annotations

from moderator.engine import Illegal, Table
from moderator.titles.feudo.board import board_of
from moderator.titles.feudo.events import Charmed, Stricken
from moderator.titles.feudo.state import BARON, CASTLE, CONVENT, GONE, MILADY, State, Token

REST = 2
"""Turns from a charm to her next move: she rests one whole turn between (FE-MIL-10)."""


def charmable(state: State, milady: Token, place: str) -> list[Token]:
    """Return the Barons that she may charm from *place*, stricken or not (FE-MIL-05, 14)."""
    if place in {CASTLE, CONVENT, GONE}:
        return []
    near = board_of(state).steps[place]
    return [
        token
        for token in state.tokens.values()
        if token.kind == BARON and token.seat != milady.seat and token.at in near
    ]


def infectable(state: State, milady: Token, place: str) -> list[Token]:
    """Return the tokens that she would infect from *place* (FE-MIL-18 to 20)."""
    if place in {CASTLE, CONVENT, GONE}:
        return []
    board = board_of(state)
    near = [other for other in board.near[place] if board.terrain[other] != "city"]
    return [
        token
        for token in state.tokens.values()
        if token.at in near
        and token.seat != milady.seat
        and token.kind not in {BARON, MILADY}
        and not token.stricken
    ]


def check_charm(state: State, token: Token, place: str, baron: str) -> None:
    """Raise `Illegal` unless *token*, ending on *place*, may charm *baron*."""
    target = state.tokens[baron]
    if token.kind != MILADY:
        raise Illegal("only Milady charms", ("FE-MIL-05",))
    if target.kind != BARON or target.seat == token.seat:
        raise Illegal("Milady charms the Baron of another player", ("FE-MIL-05",))
    if token.stricken:
        raise Illegal("a stricken Milady cannot charm", ("FE-MIL-17",))
    if place == CASTLE:
        raise Illegal("from inside the Castle Milady cannot charm", ("FE-MIL-06",))
    if place == CONVENT:
        raise Illegal("from inside the Convent Milady cannot charm", ("FE-CNV-11",))
    if target.at == CASTLE:
        raise Illegal("a Baron in his Castle is immune to charm", ("FE-MIL-14",))
    if target not in charmable(state, token, place):
        raise Illegal(f"Milady would not be next to the {baron.title()}", ("FE-MIL-05",))


def check_infect(state: State, token: Token, place: str) -> None:
    """Raise `Illegal` unless *token*, ending on *place*, would infect somebody."""
    if token.kind != MILADY:
        raise Illegal("only Milady infects", ("FE-MIL-18",))
    if not token.stricken:
        raise Illegal("only a stricken Milady infects", ("FE-MIL-18",))
    if place in {CASTLE, CONVENT}:
        where = place.title()
        raise Illegal(f"from inside the {where} Milady infects nobody", ("FE-CNV-11",))
    if not infectable(state, token, place):
        raise Illegal("nobody there can be infected", ("FE-MIL-18", "FE-MIL-19"))


def charm(table: Table[State], milady: Token, baron: str) -> None:
    """Stop the Baron's army for this turn; Milady goes home to rest (FE-MIL-07 to 13)."""
    state = table.state
    side = state.sides[state.tokens[baron].seat]
    side.charmed = True
    side.hand = []
    milady.at = CASTLE
    milady.rests_until = state.turn + REST
    table.tell(Charmed(milady.id, baron))


def infect(table: Table[State], milady: Token) -> None:
    """Strike every token next to Milady that is not immune (FE-MIL-18 to 21)."""
    for token in infectable(table.state, milady, milady.at):
        token.stricken = True
        table.tell(Stricken(token.id, token.at, milady.id))

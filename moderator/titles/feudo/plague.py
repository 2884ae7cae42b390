"""3) Plague Phase, the Plague Cards with text, and recovery at the start of a turn (FE-PLG)."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.engine import Table
from moderator.titles.feudo.board import board_of
from moderator.titles.feudo.data import Card, current
from moderator.titles.feudo.events import (
    Desperate,
    Died,
    PlagueCard,
    Recovered,
    Stricken,
    Vocation,
)
from moderator.titles.feudo.state import BARON, CONVENT, GONE, State, Token
from moderator.titles.feudo.tokens import desperate

FRESH_AFTER = 10
"""FE-LNG-03: after this turn the Plague Cards may be mixed again."""


def prepare_deck(table: Table[State], count: int) -> None:
    """Mix all Plague Cards, lay *count* of them face down, put the others away (FE-DUR-02)."""
    state = table.state
    cards = [card.name for card in current().cards.values() for _ in range(card.count)]
    table.shuffle(cards, "the Plague Cards")
    state.plague_deck, state.plague_away = cards[:count], cards[count:]
    state.plague_played = []


def recover(table: Table[State]) -> None:
    """Start a turn: Convent and Barons recover, a fresh deck after turn 10 (FE-SEQ-02)."""
    state = table.state
    for token in state.tokens.values():
        if token.stricken and (token.at == CONVENT or token.kind == BARON):
            token.stricken = False
            if token.at != GONE:
                table.tell(Recovered(token.id, token.at))
    fresh = state.options["fresh_deck"] == "yes" and state.options["plague"] != "none"
    if fresh and state.turn == FRESH_AFTER + 1 <= state.last_turn:
        prepare_deck(table, state.last_turn - FRESH_AFTER)


def plague(table: Table[State]) -> None:
    """Turn up the top Plague Card and carry it out at once (FE-PLG-01)."""
    state = table.state
    name = state.plague_deck.pop()
    state.plague_played.append(name)
    card = current().cards[name]
    path = _path(state, card)
    if path:
        state.plague_at = path[-1]
    table.tell(PlagueCard(name, path))
    weak = {seat for seat in state.seats if desperate(state, seat)}
    if card.effect == "fog":
        state.fog = True
        _vocation(table)
    else:
        _hit(table, _struck(state, card))
    for seat in state.seats:
        if seat not in weak and desperate(state, seat):
            table.tell(Desperate(seat))


def _path(state: State, card: Card) -> tuple[str, ...]:
    """Return the Villages that the Plague token goes through (FE-PLG-02 to 04)."""
    lines, here, path = board_of(state).lines, state.plague_at, []
    for _ in range(card.steps):
        here = lines[here, card.way]
        path.append(here)
    return tuple(path)


def _struck(state: State, card: Card) -> frozenset[str]:
    """Return the territories in which the card strikes (FE-PLG-05, FE-PLC-01 to 03)."""
    board = board_of(state)
    if card.effect == "border":
        return board.border
    if card.effect == "cross":
        return board.cross
    near = {state.plague_at, *board.near[state.plague_at]}
    return frozenset(place for place in near if board.terrain[place] not in {"city", "central"})


def _hit(table: Table[State], places: Iterable[str]) -> None:
    """Strike every token on *places*, all of them together (FE-PLG-07, 09, 19)."""
    state = table.state
    virulent = state.options["plague"] == "virulent"
    for token in [token for token in state.tokens.values() if token.at in places]:
        where = token.at
        if token.kind != BARON and (virulent or token.stricken):
            _lose(token)
            table.tell(Died(token.id, where))
        elif not token.stricken:
            token.stricken = True
            table.tell(Stricken(token.id, where, ""))


def _vocation(table: Table[State]) -> None:
    """Take everybody in the Convent out of the game, Barons too (FE-PLC-05, 06, FE-VIR-04)."""
    if table.state.options["plague"] == "virulent":
        return
    for token in table.state.tokens.values():
        if token.at == CONVENT:
            _lose(token)
            table.tell(Vocation(token.id))


def _lose(token: Token) -> None:
    token.at = GONE

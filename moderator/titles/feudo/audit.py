"""What must hold in every position: nothing lost, nothing doubled, nobody where none may be."""

from __future__ import annotations

from collections import Counter

from moderator.titles.feudo.board import Board, board_of, territory
from moderator.titles.feudo.data import current
from moderator.titles.feudo.king import players
from moderator.titles.feudo.lines import purse
from moderator.titles.feudo.state import (
    BARON,
    CASTLE,
    CONVENT,
    GONE,
    MILADY,
    TRADING,
    State,
    Token,
)
from moderator.titles.feudo.tokens import kind, may_share


def audit(state: State) -> None:
    """Raise AssertionError, saying what is wrong, unless the position can be one of a game."""
    _tokens(state)
    _sides(state)
    _plague(state)
    if not state.boards:
        return
    board = board_of(state)
    _owners(state, board)
    standing: dict[str, list[Token]] = {}
    for token in state.tokens.values():
        if token.at not in {CASTLE, CONVENT, GONE}:
            _stands(state, board, token)
            standing.setdefault(token.at, []).append(token)
    spending = _spending(state)
    for place, tokens in standing.items():
        _together(board, place, tokens, spending)


def _tokens(state: State) -> None:
    due = [id_ for seat in state.seats for id_ in current().sides[seat]]
    assert sorted(state.tokens) == sorted(due), "tokens were lost or doubled"
    for id_, token in state.tokens.items():
        printed = current().people[id_]
        same = (token.id, token.seat, token.kind) == (printed.id, printed.seat, printed.kind)
        assert same, f"{id_} is not itself"
        assert token.entered or token.at == CASTLE, f"{id_} is on the map and never entered"
        if token.at == CASTLE and token.stricken:
            assert token.kind == BARON, f"{id_} is stricken in its Castle (FE-CAS-01)"
        if token.rests_until > state.turn and token.at != GONE:
            assert token.at == CASTLE, f"{id_} rests outside its Castle (FE-BAR-05, FE-MIL-10)"
    attacked = Counter(state.attacked)
    assert all(count == 1 for count in attacked.values()), "a token attacked twice (FE-ATK-06)"


def _sides(state: State) -> None:
    assert list(state.sides) == state.seats, "the sides are not the seats"
    if state.order:
        assert set(players(state)) <= set(state.order), "the Order of Play lacks a player"
        assert len(set(state.order)) == len(state.order), "the Order of Play names one twice"
    for seat, side in state.sides.items():
        left = Counter(side.trading) - Counter(TRADING)
        assert not left, f"{seat} has Trading Cards that do not exist (FE-SET-17)"
        if side.trading_card >= 0 and not side.trading_shown:
            assert side.trading_card in side.trading, f"{seat} chose a card he has not (FE-STR-03)"
        cards = [*side.hand, *side.shown]
        assert len(set(cards)) == len(cards) <= 3, f"{seat} has a wrong hand (FE-STR-01)"
        own = set(current().sides[seat])
        assert own.issuperset(cards), f"{seat} holds a card of another side"
        assert side.paid <= max(0, purse(state, seat)), f"{seat} owes Mercenaries (FE-MRC-06)"


def _plague(state: State) -> None:
    if state.options["plague"] == "none" or not state.order_of_castles:
        assert not state.plague_deck, "there is a Plague deck without plague (FE-TAC-02)"
        return
    cards = Counter([*state.plague_deck, *state.plague_away, *state.plague_played])
    due = {name: card.count for name, card in current().cards.items()}
    assert cards == due, "Plague Cards were lost or doubled (FE-DUR-02)"


def _owners(state: State, board: Board) -> None:
    for place, seat in state.owners.items():
        assert place in board.cities, f"{place} is owned and no City"
        assert seat in state.seats, f"{place} is owned by nobody here"
    sites = [side.castle for side in state.sides.values() if side.castle]
    boards = {board.site_board[site] for site in sites}
    assert len(boards) == len(sites), "two Castles are on one board (FE-SET-10)"
    if state.plague_at:
        assert state.plague_at in board.villages, "the Plague token is in no Village"


def _stands(state: State, board: Board, token: Token) -> None:
    terrain = board.terrain[token.at]
    where = f"{token.id} on {token.at}"
    assert terrain not in {"mountain", "central"}, f"{where}: it is closed (FE-MOV-08, 09)"
    if terrain in {"village", "city"}:
        assert kind(token).settles, f"{where}: it may not be there (FE-MOV-19, 20)"
    if terrain == "city":
        assert state.owners.get(token.at) == token.seat, f"{where}: not its City (FE-MOV-12)"
    homes = {territory(side.castle) for side in state.sides.values()}
    assert token.at not in homes, f"{where}: that is a Castle (FE-MOV-11, 28)"


def _together(board: Board, place: str, tokens: list[Token], spending: str) -> None:
    if board.terrain[place] == "wood":
        assert len(tokens) == 1, f"{place}: a Wood holds one token (FE-MOV-21)"
    fighters = {token.seat for token in tokens if token.kind != MILADY}
    assert len(fighters) < 2, f"{place}: two sides stand together (FE-MOV-13)"
    for seat in {token.seat for token in tokens} - {spending}:
        own = [token for token in tokens if token.seat == seat]
        assert len(own) < 3, f"{place}: three tokens of {seat} (FE-MOV-16)"
        if len(own) == 2:
            assert may_share(*own), f"{place}: {own[0].id} and {own[1].id} (FE-MOV-15, 18)"


def _spending(state: State) -> str:
    """Return the seat that may be in the midst of its shillings: its tokens may pile up."""
    if state.attacked or state.wins:
        return ""
    shown = [seat for seat in state.order if state.sides[seat].trading_shown]
    return shown[-1] if shown else ""

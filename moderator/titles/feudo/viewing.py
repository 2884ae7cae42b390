"""What one seat may know of a position; hands, sheets and decks of others never leak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from moderator.titles.feudo.attack import targets
from moderator.titles.feudo.board import Board, board_of, territory
from moderator.titles.feudo.king import cowards
from moderator.titles.feudo.state import CASTLE, GONE, State, Token
from moderator.titles.feudo.tokens import (
    army,
    desperate,
    healthy_number,
    number,
    person,
)
from moderator.titles.feudo.view import SideView, Target, Territory, TokenView, View


def view(state: State, seat: str | None) -> View:
    """Return what *seat*, or an onlooker (None), may know (catalogue part 4)."""
    laid = board_of(state) if state.boards else None
    own = state.sides[seat] if seat is not None else None
    return View(
        seat=seat,
        options=tuple(state.options.items()),
        turn=state.turn,
        last_turn=state.last_turn,
        extra=bool(state.going_on),
        phase=_phase(state),
        decider=state.decider,
        order=tuple(state.order),
        fog=state.fog,
        king=state.king,
        plague_at=state.plague_at,
        plague_played=tuple(state.plague_played),
        plague_left=len(state.plague_deck),
        columns=laid.columns if laid else (),
        rows=laid.rows if laid else (),
        territories=_territories(state, laid) if laid else (),
        sides=tuple(_side(state, laid, other) for other in state.seats),
        tokens=tuple(_token(state, token) for token in state.tokens.values()),
        hand=tuple(own.hand) if own else (),
        trading_card=own.trading_card if own else -1,
        filed=tuple(own.sheet) if own else (),
        targets=_targets(state, seat) if laid and seat is not None else (),
        winners=tuple(state.winners),
    )


def _phase(state: State) -> str:
    if state.winners:
        return "over"
    if state.turn == 0:
        return "castles"
    chosen = any(side.trading_card >= 0 for side in state.sides.values())
    return "plays" if chosen else "cards"


def _territories(state: State, board: Board) -> tuple[Territory, ...]:
    castles: dict[str, list[tuple[str, str]]] = {}
    for seat, side in state.sides.items():
        if side.castle:
            place, _, half = side.castle.partition(" ")
            castles.setdefault(place, []).append((seat, half or "whole"))
    printed = _printed(board)
    laid = {
        place: replace(
            printed[place],
            owner=state.owners.get(place, ""),
            castle=tuple(castles.get(place, ())),
            plague=place == state.plague_at,
        )
        for place in {*castles, *state.owners, state.plague_at} & printed.keys()
    }
    return tuple({**printed, **laid}.values())


@lru_cache(maxsize=256)
def _printed(board: Board) -> Mapping[str, Territory]:
    """Return every territory as it is without a Castle, a Coat of Arms and the Plague."""
    return {
        place: Territory(place, board.terrain[place], board.cities.get(place, ""), "", (), False)
        for place in board.names
    }


def _side(state: State, board: Board | None, seat: str) -> SideView:
    side = state.sides[seat]
    cities = board.cities.items() if board else ()
    waiting = [token for token in army(state, seat) if token.at == CASTLE]
    worth = 0 if state.king else sum(number(state, token) for token in cowards(state, seat))
    return SideView(
        seat,
        side.castle,
        side.score,
        tuple(side.trading),
        side.trading_card if side.trading_shown else -1,
        side.charmed,
        desperate(state, seat),
        tuple(city for place, city in cities if state.owners.get(place) == seat),
        len(waiting),
        worth,
    )


def _token(state: State, token: Token) -> TokenView:
    gone = token.at == GONE
    printed = person(token)
    now = number(state, token)
    return TokenView(
        token.id,
        token.seat,
        token.kind,
        printed.name,
        printed.word,
        token.at,
        now,
        healthy_number(state, token) if token.stricken else now,
        token.stricken and not gone,
        token.rests_until if token.rests_until > state.turn and not gone else 0,
        token.id in state.sides[token.seat].shown,
        token.id in state.attacked,
    )


def _targets(state: State, seat: str) -> tuple[Target, ...]:
    if territory(state.sides[seat].castle) == "":
        return ()
    return tuple(
        Target(
            found.place,
            found.city,
            found.defender,
            found.defence,
            found.points,
            tuple(token for body in found.bodies for token in body.tokens),
            sum(body.force for body in found.bodies),
        )
        for found in targets(state, seat)
    )

"""Another position that a seat cannot tell from the real one: what is hidden is dealt anew."""

from __future__ import annotations

import copy
from random import Random

from moderator.titles.feudo.drafts import draft
from moderator.titles.feudo.king import king_help
from moderator.titles.feudo.state import GONE, State
from moderator.titles.feudo.strategy import size
from moderator.titles.feudo.tokens import living

FILED = ("play", "march", "attack")


def resample(state: State, seat: str | None, rng: Random) -> State:
    """Return a copy with hands, sheets and Plague Cards redealt as *seat* may imagine them."""
    other = copy.deepcopy(state)
    _redeal_plague(other, rng)
    for rival in other.seats:
        if rival != seat:
            _redeal_hand(other, rival, rng)
            _redeal_plans(other, rival, rng)
    return other


def _redeal_plague(state: State, rng: Random) -> None:
    """Mix the cards to come with those put away: nobody knows which are which."""
    unseen = [*state.plague_deck, *state.plague_away]
    rng.shuffle(unseen)
    count = len(state.plague_deck)
    state.plague_deck, state.plague_away = unseen[:count], unseen[count:]


def _redeal_hand(state: State, seat: str, rng: Random) -> None:
    """Choose other cards that agree with what has been shown and paid."""
    side = state.sides[seat]
    held = [
        id_
        for id_, token in state.tokens.items()
        if token.seat == seat and id_ not in side.shown and (token.at != GONE or id_ in side.hand)
    ]
    chosen = rng.sample(held, len(side.hand))
    side.hand = [id_ for id_ in held if id_ in chosen]
    if side.trading_card >= 0 and not side.trading_shown:
        able = [card for card in side.trading if card + king_help(state, seat, card) >= side.paid]
        side.trading_card = rng.choice(able)
    if side.last_hand:
        side.last_hand = _last_hand(state, seat, rng)


def _last_hand(state: State, seat: str, rng: Random) -> list[str]:
    """Return a hand that the seat may have had: this turn's, or any of the turn before."""
    side = state.sides[seat]
    cards = [*side.shown, *side.hand]
    rest = [token.id for token in living(state, seat) if token.id not in cards]
    missing = size(state, seat) - len(cards)
    cards += rng.sample(rest, min(max(0, missing), len(rest)))
    trading = side.trading_card if side.trading_card >= 0 else rng.choice([0, 2, 4])
    return [*(id_ for id_ in state.tokens if id_ in cards), str(trading)]


def _redeal_plans(state: State, seat: str, rng: Random) -> None:
    """Make up the lines filed ahead, the ranked sites and the advances in mind."""
    side = state.sides[seat]
    if side.sheet:
        side.sheet = draft(state, seat, FILED, rng)
    rng.shuffle(side.sites)
    for win in state.wins:
        if win.seat == seat and win.wanted:
            win.wanted = [rng.choice(win.tokens)]

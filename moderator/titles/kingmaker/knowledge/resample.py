"""Another position that a seat cannot tell from the real one: what is hidden is dealt anew."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from random import Random

from moderator.titles.kingmaker.components.cards import NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.state import State


def resample(state: State, seat: str | None, rng: Random) -> State:
    """Return a copy with hands, Chancery, decks and orders as *seat* may imagine them.

    Cards that everybody saw go into a pile stay there (`State.seen`), and so do those that
    *seat* has in hand or sent to Chancery itself.  With the same dice the copy is the same for
    all positions that *seat* cannot tell from each other, so that what is tried in it tells
    nothing of the real one.
    """
    other = copy.deepcopy(state)
    swap = _redealt(other, seat, rng)
    other.crown_deck = _swapped(other.crown_deck, swap)
    other.chancery = _swapped(other.chancery, swap)
    other.event_deck.sort()
    rng.shuffle(other.event_deck)
    if other.parliament:
        other.parliament.drawn = _swapped(other.parliament.drawn, swap)
    for rival in other.seats:
        if rival == seat:
            continue
        faction = other.factions[rival]
        faction.hand = _swapped(faction.hand, swap)
        faction.dealt = _swapped(faction.dealt, swap)
        faction.sent = _swapped(faction.sent, swap)
        faction.lines, faction.gives_up = [], ""
    other.leaves = [leave for leave in other.leaves if leave.giver == seat]
    other.offers = [each for each in other.offers if seat in {each.giver, each.receiver}]
    if seat != other.turn.seat:
        other.turn.kept_card = swap.get(other.turn.kept_card, other.turn.kept_card)
    other.turn.traded = _swapped(other.turn.traded, swap)
    return other


def _swapped(cards: Iterable[str], swap: dict[str, str]) -> list[str]:
    return [swap.get(card, card) for card in cards]


def _redealt(state: State, seat: str | None, rng: Random) -> dict[str, str]:
    """Return which card takes the place of which, for all whose place *seat* does not know."""
    known = {*state.seen}
    if seat is not None:
        known.update(state.factions[seat].sent)
    summons = state.parliament is not None and state.parliament.summoner == seat
    drawn = state.parliament.drawn if state.parliament and not summons else []
    rivals = [state.factions[rival] for rival in state.seats if rival != seat]
    court = [card for card in (*state.chancery, *drawn) if card not in known]
    hands = [card for rival in rivals for card in rival.hand if card not in known]
    deck = [card for card in state.crown_deck if card not in known]
    dealt = [rival.dealt for rival in rivals if rival.dealt]
    pool = sorted([*court, *hands, *deck, *(card for cards in dealt for card in cards)])
    rng.shuffle(pool)
    swap: dict[str, str] = {}
    _fill(swap, court, [card for card in pool if _kind(card) in {TITLE, OFFICE}])
    # Everybody was dealt a Noble; who turned him over, last of all, has no other (KM-PRE-14).
    usual = min((len(cards) for cards in (f.dealt for f in state.factions.values())), default=0)
    lucky = [cards for cards in dealt if len(cards) > usual]
    for cards in lucky:
        swap[cards[-1]] = cards[-1]
    for cards in lucky:
        _fill(swap, cards[:-1], [card for card in pool if _kind(card) != NOBLE])
    others = [cards for cards in dealt if len(cards) == usual]
    for cards in others:
        _fill(swap, cards[:1], [card for card in pool if _kind(card) == NOBLE])
    _fill(swap, [card for card in (*hands, *deck, *_all(others)) if card not in swap], pool)
    return swap


def _fill(swap: dict[str, str], places: Iterable[str], pool: Iterable[str]) -> None:
    """Let each of *places* be taken by the next card of *pool* that takes none yet."""
    taken = set(swap.values())
    free = (card for card in pool if card not in taken)
    for place in places:
        swap[place] = next(free)


def _all(hands: Iterable[list[str]]) -> Iterable[str]:
    return (card for cards in hands for card in cards)


def _kind(card: str) -> str:
    return current().cards[card].kind

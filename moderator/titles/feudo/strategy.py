"""2) Strategy Phase: three Army Cards and one Trading Card, chosen in secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.engine import Illegal, Table
from moderator.kit.plan import choices, holds
from moderator.titles.feudo import lines as read
from moderator.titles.feudo.events import HandChosen, HandsChosen
from moderator.titles.feudo.king import players
from moderator.titles.feudo.paces import verb_of
from moderator.titles.feudo.state import CASTLE, State
from moderator.titles.feudo.tokens import living, number, word

HAND_SIZE = 3


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one turn: ids of tokens, and the number on the Trading Card."""

    army: tuple[str, ...]
    trading: int


def text_of(hand: Hand) -> str:
    """Return the line that chooses *hand*, as in `army baron, milady, gilbert; trading 0`."""
    army = ", ".join(word(token) for token in hand.army)
    return f"army {army}; trading {hand.trading}" if army else f"trading {hand.trading}"


def size(state: State, seat: str) -> int:
    """Return how many Army Cards a hand must have (FE-STR-07)."""
    return min(HAND_SIZE, len(living(state, seat)))


def forced_hand(state: State, seat: str) -> Hand | None:
    """Return the hand of a player who has no choice, else None."""
    cards = set(state.sides[seat].trading)
    if len(cards) != 1 or len(own := living(state, seat)) > HAND_SIZE:
        return None
    return Hand(tuple(token.id for token in own), cards.pop())


def default_hand(state: State, seat: str) -> Hand:
    """Return the three strongest on the map, then in the Castle; the lowest Trading Card."""
    own = living(state, seat)
    ranked = sorted(own, key=lambda token: (token.at == CASTLE, -number(state, token)))
    chosen = {token.id for token in ranked[:HAND_SIZE]}
    return Hand(
        tuple(token.id for token in own if token.id in chosen), min(state.sides[seat].trading)
    )


def last_hand(state: State, seat: str) -> Hand:
    """Return the hand of the turn before, mended where a card is gone; raise if there was none."""
    before, left = state.sides[seat].last_hand, state.sides[seat].trading
    usual = default_hand(state, seat)
    if not before:
        raise Illegal("there is no hand of a turn before", ("FE-STR-01",), (text_of(usual),))
    own = [token.id for token in living(state, seat)]
    kept = [token for token in before if token in own]
    army = [*kept, *(t for t in [*usual.army, *own] if t not in kept)][: size(state, seat)]
    card = next((int(text) for text in before if text.isdecimal()), 0)
    return Hand(tuple(t for t in own if t in army), card if card in left else usual.trading)


def army_of(state: State, seat: str, words: str) -> tuple[str, ...]:
    """Read three Army Cards between commas, in list order (FE-STR-01, 02, 07)."""
    own = [token.id for token in living(state, seat)]
    parts = words.replace(" and ", ", ").split(",")
    named = [read.token_named(state, seat, part.strip()) for part in parts if part.strip()]
    wanted = min(HAND_SIZE, len(own))
    why = ""
    rules: tuple[str, ...] = ("FE-STR-01", "FE-STR-07")
    if len(set(named)) != wanted or len(named) != wanted:
        why = f"choose {wanted} different Army Cards, not {len(set(named))}"
    for token in named:
        if token not in own:
            why, rules = f"the card of {word(token)} is out of the game", ("FE-STR-02",)
    if why:
        raise Illegal(why, rules, (text_of(default_hand(state, seat)),))
    return tuple(token for token in own if token in named)


def trading_of(state: State, seat: str, text: str) -> int:
    """Read a Trading Card that is left (FE-STR-03)."""
    left = sorted(set(state.sides[seat].trading), reverse=True)
    number_text = text.replace("shillings", "").strip()
    if not number_text.isdecimal() or int(number_text) not in left:
        shown = ", ".join(map(str, left))
        why = f"'{text}' is no Trading Card that you have left; you have {shown}"
        raise Illegal(why, ("FE-STR-03",), tuple(f"trading {card}" for card in left))
    return int(number_text)


def hand_of(state: State, seat: str, lines: Sequence[str]) -> Hand:
    """Return the hand that *lines* choose now: of each part the first whose tests hold."""
    army: tuple[str, ...] | None = None
    trading: int | None = None
    position = read.holds(state, seat)
    for choice in [choice for line in lines for choice in choices(line)]:
        if not all(holds(test, read.facts(state, seat), position) for test in choice.tests):
            continue
        cards, _, other = choice.text.partition("; ")
        if verb_of(cards) == "army" and army is None:
            army = army_of(state, seat, cards.removeprefix("army "))
        card = next((part for part in (cards, other) if verb_of(part) == "trading"), "")
        if card and trading is None:
            trading = trading_of(state, seat, card.removeprefix("trading "))
    if army is not None and trading is not None:
        return Hand(army, trading)
    usual = default_hand(state, seat)
    return Hand(usual.army if army is None else army, usual.trading if trading is None else trading)


def take_hands(table: Table[State]) -> None:
    """Put the chosen cards into the hands; others learn only that all have chosen (FE-STR-06)."""
    state = table.state
    for seat in players(state):
        side = state.sides[seat]
        chosen = [line for line in side.sheet if verb_of(line) in {"army", "trading"}]
        side.sheet = [line for line in side.sheet if line not in chosen]
        hand = forced_hand(state, seat) or hand_of(state, seat, chosen)
        side.hand, side.trading_card = list(hand.army), hand.trading
        side.last_hand = [*hand.army, str(hand.trading)]
        table.tell(HandChosen(seat, hand.army, hand.trading), to=[seat])
    table.tell(HandsChosen(tuple(players(state))))

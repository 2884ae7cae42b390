"""Cards given or traded out of hands, from player to player (KM-GIF-01 to KM-GIF-04)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.components.cards import TRANSFERABLE, WRIT
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import Traded, TradedCards
from moderator.titles.kingmaker.position.kept import kept_of
from moderator.titles.kingmaker.state import Offer, State


def stock(state: State, seat: str) -> dict[str, list[str]]:
    """Return what a player can give out of his hand: words, and the cards they stand for."""
    found: dict[str, list[str]] = {}
    for card in state.factions[seat].hand:
        printed = current().cards[card]
        if printed.kind in TRANSFERABLE:
            for said in printed.words:
                found.setdefault(said, []).append(card)
    writs = kept_of(state, seat, WRIT)
    if writs:
        found["writ"] = writs
    return found


def cards_named(state: State, seat: str, words: Sequence[str]) -> list[str]:
    """Return the cards of a player that *words* name, as in `scots archers`, `2 writs`.

    Raises `Illegal` for what he has not, or what can never be traded (KM-GIF-02).
    """
    left = {said: list(cards) for said, cards in stock(state, seat).items()}
    found: list[str] = []
    for word in words:
        count, said = _counted(word)
        able = [card for card in left.get(said, []) if card not in found]
        if len(able) < count:
            raise Illegal(*_why_not(said))
        found += able[:count]
    return found


def check_wanted(words: Sequence[str]) -> None:
    """Raise `Illegal` for what nobody could ever give out of his hand (KM-GIF-02)."""
    known = current().cards.values()
    able = {said for card in known if card.kind in TRANSFERABLE for said in card.words}
    for word in words:
        _, said = _counted(word)
        if said not in {"writ", *able}:
            raise Illegal(*_why_not(said))


def check_trade(state: State, offer: Offer) -> tuple[list[str], list[str]]:
    """Return the cards of both sides; raise `Illegal` if one has not what is named."""
    return (
        cards_named(state, offer.giver, offer.gives),
        cards_named(state, offer.receiver, offer.wants),
    )


def trade(table: Table[State], offer: Offer) -> None:
    """Exchange the cards; others see only how many, and the writs (KM-SEQ-11, KM-GIF-04)."""
    state = table.state
    given, got = check_trade(state, offer)
    for cards, source, target in (
        (given, offer.giver, offer.receiver), (got, offer.receiver, offer.giver),
    ):  # fmt: skip
        for card in cards:
            _pile(state, source, card).remove(card)
            _pile(state, target, card).append(card)
            if card in current().cards:
                state.turn.traded.append(card)
    writs = tuple(card for card in (*given, *got) if card in current().events)
    table.tell(Traded(offer.giver, offer.receiver, len(given), len(got), writs))
    told = TradedCards(offer.giver, offer.receiver, tuple(given), tuple(got))
    table.tell(told, to=[offer.giver, offer.receiver])


def check_no_trade(state: State, nobles: Iterable[str]) -> None:
    """Raise `Illegal` for a noble who has been given a card traded in this turn (KM-GIF-03)."""
    for noble in nobles:
        traded = set(state.nobles[noble].awards) & set(state.turn.traded)
        if traded:
            card = current().cards[sorted(traded)[0]].name
            why = f"{current().cards[noble].name} has {card}, which was traded in this turn"
            raise Illegal(why, ("KM-GIF-03",))


def _pile(state: State, seat: str, card: str) -> list[str]:
    faction = state.factions[seat]
    return faction.hand if card in current().cards else faction.kept


def _counted(word: str) -> tuple[int, str]:
    first, _, rest = word.partition(" ")
    if first.isdecimal() and rest:
        return int(first), rest.removesuffix("s") if rest == "writs" else rest
    return 1, word


def _why_not(said: str) -> tuple[str, tuple[str, ...]]:
    """Return why a card cannot be had; that depends on no hand: another player may read it."""
    kinds = {card.kind for card in current().cards.values() if said in card.words}
    if kinds and not kinds & TRANSFERABLE:
        return f"'{said}' can be neither given nor traded", ("KM-GIF-02",)
    if said in {"free move", "parliament", "parliament card"}:
        return f"a {said} card can be neither given nor traded", ("KM-GIF-02", "KM-EVT-24")
    return f"'{said}' is not among the cards to trade", ("KM-GIF-01",)

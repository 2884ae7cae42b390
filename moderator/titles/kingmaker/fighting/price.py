"""What can be given for a captive, and how it passes (KM-CAP-01, KM-GIF-01, KM-TRA)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.components.cards import TRANSFERABLE, WRIT
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import Traded, TradedCards
from moderator.titles.kingmaker.hands.transfers import Transfer, carry_out, check_transfer
from moderator.titles.kingmaker.position.forces import by_strength
from moderator.titles.kingmaker.position.holding import nobles_of
from moderator.titles.kingmaker.position.kept import kept_of
from moderator.titles.kingmaker.position.stacking import companions
from moderator.titles.kingmaker.state import Noble, State


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that passes at once: out of a hand, or by a transfer."""

    word: str
    """As orders call it: 'london', '1 writ', 'scots archers'."""
    id: str
    transfer: Transfer | None = None
    public: bool = True
    """Everybody knows that the giver has it (KM-SEQ-11)."""


def offerable(state: State, giver: str, receiver: str) -> list[Thing]:
    """Return what *giver* can hand over to *receiver* now, each word once, the public first."""
    things: dict[str, Thing] = {}
    for card in kept_of(state, giver, WRIT):
        things.setdefault("1 writ", Thing("1 writ", card))
    for word, transfer in _transfers(state, giver, receiver):
        if word not in things and _possible(state, transfer):
            things[word] = Thing(word, transfer.thing, transfer)
    for card in state.factions[giver].hand:
        printed = current().cards[card]
        if printed.kind in TRANSFERABLE:
            things.setdefault(printed.word, Thing(printed.word, card, public=False))
    return list(things.values())


def worth(thing: Thing) -> int:
    """Return how good a thing is to a captor who takes the best offer."""
    data = current()
    if thing.id in data.heirs:
        return 1000
    if thing.id in data.cards:
        card = data.cards[thing.id]
        return card.troops + sum(data.board.places[p].kind.garrison for p in card.places) + 20
    if thing.id in data.board.places:
        return data.board.places[thing.id].kind.garrison
    return 10


def hand_over(table: Table[State], thing: Thing, giver: str, receiver: str) -> None:
    """Pass a thing; what a noble gets cannot serve in this turn (KM-TRA-02)."""
    state = table.state
    if thing.transfer is not None:
        carry_out(table, thing.transfer)
        return
    if thing.public:
        state.factions[giver].kept.remove(thing.id)
        state.factions[receiver].kept.append(thing.id)
    else:
        state.factions[giver].hand.remove(thing.id)
        state.factions[receiver].hand.append(thing.id)
        state.turn.traded.append(thing.id)
    table.tell(Traded(giver, receiver, 1, 0, (thing.id,) if thing.public else ()))
    table.tell(TradedCards(giver, receiver, (thing.id,), ()), to=[giver, receiver])


def _transfers(state: State, giver: str, receiver: str) -> Iterator[tuple[str, Transfer]]:
    """Go through what nobles who meet might pass on, to the receiver's strongest first."""
    takers = by_strength(state, [noble.id for noble in nobles_of(state, receiver)])
    for noble in nobles_of(state, giver):
        for taker in takers:
            if noble.square and noble.square == state.nobles[taker].square:
                for word, thing in _belongings(state, noble):
                    yield word, Transfer(thing, giver, receiver, noble.id, taker)
    for place, seat in state.captured.items():
        if seat == giver:
            yield place, Transfer(place, giver, receiver)


def _belongings(state: State, noble: Noble) -> Iterator[tuple[str, str]]:
    """Go through a noble's cards, what they name, what was lent to him, and heirs with him."""
    for id_ in (noble.id, *noble.awards):
        card = current().cards[id_]
        if card.kind in TRANSFERABLE:
            yield card.word, id_
        else:
            yield from ((thing, thing) for thing in (*card.places, *card.ships))
    for lent in (state.lent_places, state.lent_ships):
        yield from ((thing, thing) for thing, to in lent.items() if to == noble.id)
    yield from ((heir, heir) for heir in companions(state, [noble.id]))


def _possible(state: State, transfer: Transfer) -> bool:
    try:
        check_transfer(state, transfer)
    except Illegal:
        return False
    return True

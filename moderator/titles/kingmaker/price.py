"""What can be given for a captive, and how it passes (KM-CAP-01, KM-TRA-01, KM-TRA-08, 09)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moderator.engine import Table
from moderator.titles.kingmaker.allotment import takes
from moderator.titles.kingmaker.capture import take_heirs
from moderator.titles.kingmaker.cards import (
    BISHOP,
    FREE_MOVE,
    MERCENARY,
    PARLIAMENT,
    SHIP,
    TOWN,
    TRANSFERABLE,
    WRIT,
)
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.events import PlaceChanged
from moderator.titles.kingmaker.forces import strength
from moderator.titles.kingmaker.holding import holder
from moderator.titles.kingmaker.removal import companions, tell_places
from moderator.titles.kingmaker.state import State

HAND, KEPT, AWARD, LENT, TAKEN, HEIR = "hand", "kept", "award", "lent", "taken", "heir"
"""What `Thing.kind` can be: LENT is a place named on a card, TAKEN one held by capture."""

TRADED = frozenset({SHIP, BISHOP, TOWN, MERCENARY})
"""Crown cards that may be traded out of a hand (KM-GIF-01)."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that passes at once."""

    word: str
    """As orders call it: 'london', '1 writ', 'scots archers'."""
    kind: str
    id: str
    noble: str = ""
    """Whose it is, where it is a noble's."""

    @property
    def public(self) -> bool:
        """Say whether everybody knows that the giver has it (KM-SEQ-11)."""
        return self.kind != HAND


def offerable(state: State, giver: str, receiver: str) -> list[Thing]:
    """Return what *giver* can hand over to *receiver* now, each word once, the public first."""
    things: dict[str, Thing] = {}
    for thing in (*_kept(state, giver), *_near(state, giver, receiver), *_hand(state, giver)):
        things.setdefault(thing.word, thing)
    return list(things.values())


def worth(thing: Thing) -> int:
    """Return how good a thing is to a captor who takes the best offer."""
    data = current()
    if thing.kind == HEIR:
        return 1000
    if thing.kind in {LENT, TAKEN}:
        return data.board.places[thing.id].kind.garrison
    if thing.kind in {HAND, AWARD}:
        card = data.cards[thing.id]
        return card.troops + sum(data.board.places[p].kind.garrison for p in card.places) or 20
    return 10


def hand_over(table: Table[State], thing: Thing, giver: str, receiver: str) -> None:
    """Pass a thing; what a noble gets cannot serve in this turn (KM-TRA-02)."""
    state = table.state
    before = {place: holder(state, place) for place in current().board.places}
    if thing.kind == HAND:
        state.factions[giver].hand.remove(thing.id)
        state.factions[receiver].hand.append(thing.id)
        state.turn.traded.append(thing.id)
    elif thing.kind == KEPT:
        state.factions[giver].kept.remove(thing.id)
        state.factions[receiver].kept.append(thing.id)
    elif thing.kind == TAKEN:
        state.captured[thing.id] = receiver
        _pass_card(state, thing.id, giver, receiver)
        table.tell(PlaceChanged(thing.id, giver, receiver, "gift"))
        return
    else:
        taker = _taker(state, thing, receiver)
        if thing.kind == HEIR:
            take_heirs(table, receiver, [thing.id], taker)
            return
        if thing.kind == AWARD:
            state.nobles[thing.noble].awards.remove(thing.id)
            state.nobles[taker].awards.append(thing.id)
        else:
            state.lent_places[thing.id] = taker
        state.turn.bound.append(thing.id)
    tell_places(table, before, "gift")


def _kept(state: State, giver: str) -> Iterator[Thing]:
    words = {WRIT: "1 writ", FREE_MOVE: "1 free move", PARLIAMENT: "1 parliament"}
    for card in state.factions[giver].kept:
        kind = current().events[card].kind
        yield Thing(words[kind], KEPT, card)


def _hand(state: State, giver: str) -> Iterator[Thing]:
    for card in state.factions[giver].hand:
        if current().cards[card].kind in TRADED:
            yield Thing(current().cards[card].word, HAND, card)


def _near(state: State, giver: str, receiver: str) -> Iterator[Thing]:
    """Go through what passes where a noble of each stands in one square."""
    data = current()
    squares = {n.square for n in state.nobles.values() if n.seat == receiver and not n.captor}
    close = [
        noble
        for noble in state.nobles.values()
        if noble.seat == giver and not noble.captor and noble.square and noble.square in squares
        and noble.place not in state.sieges
    ]  # fmt: skip
    if close:
        yield from (Thing(p, TAKEN, p) for p, seat in state.captured.items() if seat == giver)
    spent = {*state.turn.used, *state.turn.bound}
    for noble in close:
        for id_ in (noble.id, *noble.awards):
            card = data.cards[id_]
            if card.kind in TRANSFERABLE:
                if id_ not in spent and _takers(state, noble.square, receiver, id_):
                    yield Thing(card.word, AWARD, id_, noble.id)
                continue
            for place in card.places:
                free = place not in state.captured and place not in state.lent_places
                if free and place not in spent:
                    yield Thing(place, LENT, place, noble.id)
        for heir in state.heirs.values():
            if heir.alive and heir.seat == giver and noble in companions(state, heir):
                yield Thing(heir.id, HEIR, heir.id, noble.id)


def _taker(state: State, thing: Thing, receiver: str) -> str:
    """Return the receiver's strongest noble in the square."""
    square = state.nobles[thing.noble].square
    near = _takers(state, square, receiver, thing.id if thing.kind == AWARD else "")
    return max(near, key=lambda noble: strength(state, noble))


def _takers(state: State, square: str, receiver: str, card: str) -> list[str]:
    """Return the receiver's nobles in a square who may take *card*, if it is one."""
    return [
        noble.id
        for noble in state.nobles.values()
        if noble.seat == receiver
        and noble.square == square
        and not noble.captor
        and (not card or takes(state, noble.id, card))
    ]


def _pass_card(state: State, place: str, giver: str, receiver: str) -> None:
    """Pass the card of a captured town that lies by itself (KM-TRA-05)."""
    card = current().card_of.get(place, "")
    if card in state.factions[giver].laid:
        state.factions[giver].laid.remove(card)
        state.factions[receiver].laid.append(card)

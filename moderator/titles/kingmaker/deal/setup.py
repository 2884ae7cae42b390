"""Preparing for play: seats, decks, the deal, laying out, who begins (KM-PRE, KM-SET, KM-SEQ)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moderator.engine import Ask, Digest, Table
from moderator.titles.kingmaker.components.cards import BISHOP, NOBLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal.laying import OK, Laying
from moderator.titles.kingmaker.deal.layout import Layout
from moderator.titles.kingmaker.events import (
    ChanceryFilled,
    Dealt,
    FirstPlayer,
    LaidOut,
    NobleFound,
    SeatOrder,
    ShipPlaced,
)
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.state import CHANCE, Faction, Heir, Noble, Ship, State

RULES = ("KM-PRE-07", "KM-PRE-09", "KM-PRE-12", "KM-PRE-13", "KM-SET-05")
WHOLE, SHORT = "whole", "short"
"""Values of the options `deal` and `places` (KM-SHO-02, KM-SHO-05)."""


def fresh(seats: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the state before the first phase: heirs in their places, all cards in the decks."""
    data = current()
    short = options["places"] == SHORT
    heirs = {}
    for heir in data.heirs.values():
        place = heir.short_start if short else heir.start
        square = data.board.places[place].square
        heirs[heir.id] = Heir(heir.id, square, place, crowned=heir.crowned)
    return State(
        options=dict(options),
        seats=list(seats),
        factions={seat: Faction() for seat in seats},
        heirs=heirs,
        crown_deck=list(data.cards),
        event_deck=list(data.events),
    )


async def setup(table: Table[State]) -> str | None:
    """Draw the order of the seats, deal, and lay out."""
    state = table.state
    table.shuffle(state.seats, "the order of the seats")
    table.tell(SeatOrder(tuple(state.seats)))
    table.shuffle(state.event_deck, "the Event deck")
    deal(table)
    await lay_out_all(table)
    return CHANCE


async def lay_out_all(table: Table[State]) -> None:
    """Let all players lay out their cards at once, and find who begins (KM-PRE-16)."""
    state = table.state
    asks = [_ask(state, seat) for seat in state.seats]
    for seat, layout in (await table.ask_all(asks)).items():
        lay_out(table, seat, layout)
    if state.chancery:
        table.tell(ChanceryFilled(len(state.chancery)))
    place_ships(table)
    find_starter(table)
    table.tell(Digest("The factions are laid out"))


def deal(table: Table[State]) -> None:
    """Shuffle the Crown deck and deal (KM-PRE-05, KM-PRE-14, KM-SHO-02, KM-SHO-04)."""
    state = table.state
    whole = state.options["deal"] == WHOLE
    size = (len(state.crown_deck) if whole else current().deal) // len(state.seats)
    while True:
        table.shuffle(state.crown_deck, "the Crown deck")
        for seat in state.seats:
            state.factions[seat].dealt = [state.crown_deck.pop() for _ in range(size)]
        lacking = [seat for seat in state.seats if not _nobles(state.factions[seat].dealt)]
        if not (whole and lacking):
            break
        for faction in state.factions.values():
            state.crown_deck += faction.dealt
    table.shuffle(state.crown_deck, "the cards put back")
    for seat in lacking:
        find_noble(table, seat)
    for seat in state.seats:
        table.tell(Dealt(seat, tuple(state.factions[seat].dealt)), to=[seat])


def find_noble(table: Table[State], seat: str) -> None:
    """Turn over cards until a Noble appears; the others are shuffled back (KM-PRE-14)."""
    state = table.state
    place = next(
        place
        for place in reversed(range(len(state.crown_deck)))
        if _nobles([state.crown_deck[place]])
    )
    noble = state.crown_deck.pop(place)
    state.factions[seat].dealt.append(noble)
    table.shuffle(state.crown_deck, "the cards turned over")
    table.tell(NobleFound(seat, noble))


def lay_out(table: Table[State], seat: str, layout: Layout) -> None:
    """Put a player's nobles with their awards on the board (KM-PRE-06, KM-SET-05).

    Who is too strong for his castle stands in the open of its square (KM-TWN-05).
    """
    state = table.state
    faction = state.factions[seat]
    for noble, awards in layout.awards.items():
        home = layout.homes[noble]
        state.last_force += 1
        state.nobles[noble] = Noble(
            noble,
            seat,
            current().board.places[home].square,
            home,
            force=state.last_force,
            awards=list(awards),
        )
        left = forces.room(state, home)
        if left is not None and left < 0:
            state.nobles[noble].place = ""
    faction.dealt = []
    faction.hand = list(layout.held)
    faction.sent = list(layout.chancery)
    state.chancery += layout.chancery
    shown = tuple(
        (noble, layout.homes[noble], tuple(awards)) for noble, awards in layout.awards.items()
    )
    table.tell(LaidOut(seat, shown, len(layout.held)))


def place_ships(table: Table[State]) -> None:
    """Put every ship that an allocated card awards in her home port (KM-SET-07)."""
    state = table.state
    for noble in state.nobles.values():
        for card in noble.awards:
            for ship in current().cards[card].ships:
                state.ships[ship] = Ship(ship, current().ships[ship].port)
                table.tell(ShipPlaced(ship, state.ships[ship].port))


def find_starter(table: Table[State]) -> None:
    """Find who begins: Chancellor, senior bishop, or most troops (KM-SEQ-03)."""
    state = table.state
    bishops = [card.id for card in current().cards.values() if card.kind == BISHOP]
    for card in ("chancellor", *bishops):
        for noble in state.nobles.values():
            if card in noble.awards:
                state.starter = noble.seat
                table.tell(FirstPlayer(noble.seat, card, False))
                return
    troops = {
        seat: sum(
            forces.strength(state, noble.id)
            for noble in state.nobles.values()
            if noble.seat == seat
        )
        for seat in state.seats
    }
    best = [seat for seat in state.seats if troops[seat] == max(troops.values())]
    state.starter = table.pick(best, "who begins")
    table.tell(FirstPlayer(state.starter, "", len(best) > 1))


def _ask(state: State, seat: str) -> Ask[Layout]:
    """Return D-SET-1 to D-SET-3: silence lays out the sheet that comes with the question."""
    cards = state.factions[seat].dealt
    return Ask(
        seat,
        "allocate",
        Laying(tuple(cards), state.options["deal"] == WHOLE),
        OK,
        {"cards": len(cards), "nobles": len(_nobles(cards))},
        rules=RULES,
    )


def _nobles(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if current().cards[card].kind == NOBLE]

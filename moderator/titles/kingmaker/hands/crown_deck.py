"""6) Crown Deck Phase: the top Crown card is drawn, and played or kept (KM-SEQ-07)."""

from __future__ import annotations

from moderator.engine import Ask, Table
from moderator.titles.kingmaker.events import CrownCardDrawn, CrownCardKept, TownHandedOver
from moderator.titles.kingmaker.hands.crown import captor, play
from moderator.titles.kingmaker.hands.drawn import KEEP, RULES, Drawn
from moderator.titles.kingmaker.state import CROWN, State


async def crown_deck(table: Table[State]) -> None:
    """Draw the top Crown card; it is played at once or kept hidden (KM-SEQ-07)."""
    state = table.state
    seat = state.turn.seat
    state.phase = CROWN
    if not state.crown_deck:
        table.tell(CrownCardDrawn(seat, kept=False, empty=True))
        return
    card = state.crown_deck.pop()
    if card in state.seen:
        state.seen.remove(card)
    winner = captor(state, card)
    if winner:
        state.factions[winner].laid.append(card)
        table.tell(TownHandedOver(seat, winner, card))
        return
    state.factions[seat].hand.append(card)
    drawn = Drawn(state, seat, card)
    ask = Ask(seat, "drawn", drawn, KEEP, drawn.facts(), pace="now", secret=True, rules=RULES)
    chosen = (await table.ask_all([ask]))[seat]
    table.tell(CrownCardDrawn(seat, kept=chosen is None))
    if chosen is None:
        state.turn.kept_card = card
        table.tell(CrownCardKept(seat, card), to=[seat])
    else:
        play(table, seat, chosen)

"""1) Chance Phase: the Event card, and what it does to everybody (KM-SEQ-05, KM-EVT)."""

from __future__ import annotations

from moderator.engine import Table
from moderator.titles.kingmaker.chance.embassy import embassy
from moderator.titles.kingmaker.chance.event_deck import discard, draw
from moderator.titles.kingmaker.chance.raids import raid
from moderator.titles.kingmaker.chance.storms import storm
from moderator.titles.kingmaker.components.cards import EMBASSY, PLAGUE, RAID, STORM, EventCard
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.events import EventDrawn
from moderator.titles.kingmaker.fighting.capture import ask_new_captors, controllers
from moderator.titles.kingmaker.fighting.execution import note_houses
from moderator.titles.kingmaker.position.kept import drop_parliament_cards, may_keep
from moderator.titles.kingmaker.position.removal import free_heirs, remove_heir, remove_nobles
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.position.succession import sole_king
from moderator.titles.kingmaker.state import CHANCE, State


async def chance(table: Table[State]) -> None:
    """Draw the Event card of the turn and carry it out; nobody can answer it first."""
    state = table.state
    seat = state.turn.seat
    state.phase = CHANCE
    id_ = draw(table)
    card = current().events[id_]
    state.turn.event = id_
    kept = may_keep(state, seat, id_)
    ignored = card.kind == EMBASSY and not sole_king(state)
    table.tell(EventDrawn(seat, id_, kept, ignored))
    if kept:
        state.factions[seat].kept.append(id_)
        return
    before = controllers(state)
    if not ignored:
        await carry_out(table, card)
    await ask_new_captors(table, before)
    discard(table, id_)
    decide(table)


async def carry_out(table: Table[State], card: EventCard) -> None:
    """Do what the upper half of an Event card says (KM-SEQ-05)."""
    if card.kind == PLAGUE:
        plague(table, card)
    elif card.kind == STORM:
        await storm(table)
    elif card.kind == RAID:
        await raid(table, card)
    elif card.kind == EMBASSY:
        await embassy(table, card)


def plague(table: Table[State], card: EventCard) -> None:
    """Kill all nobles and heirs inside the places named, at the same moment (KM-EVT-01 to 04)."""
    state = table.state
    heirs = [heir.id for heir in state.heirs.values() if heir.alive and heir.place in card.places]
    nobles = [noble.id for noble in state.nobles.values() if noble.place in card.places]
    for heir in heirs:
        remove_heir(table, heir, PLAGUE)
    if nobles:
        remove_nobles(table, nobles, PLAGUE)
    free_heirs(table)
    settle_sieges(table)
    note_houses(table)
    drop_parliament_cards(table)

"""The sequence of play: a turn is six phases, always in this order (KM-SEQ-04)."""

from __future__ import annotations

from moderator.engine import Table
from moderator.titles.kingmaker.asking.leftovers import leftovers
from moderator.titles.kingmaker.chance import events_phase
from moderator.titles.kingmaker.court.coronation import coronation
from moderator.titles.kingmaker.court.parliament import parliament
from moderator.titles.kingmaker.deal.setup import setup
from moderator.titles.kingmaker.ending.short_game import finish, time_is_up
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.fighting.execution import choose_houses, enforce_houses
from moderator.titles.kingmaker.hands.business import boundary
from moderator.titles.kingmaker.hands.crown_deck import crown_deck
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.sequence import begin_turn, end_turn
from moderator.titles.kingmaker.state import (
    CHANCE,
    COMBAT,
    CORONATION,
    CROWN,
    MOVEMENT,
    PARLIAMENT,
    SETUP,
    State,
)


async def chance(table: Table[State]) -> str | None:
    """1) The turn begins, and its Event card is carried out (KM-SEQ-05)."""
    begin_turn(table)
    await boundary(table)
    if not table.state.winners:
        await events_phase.chance(table)
        await choose_houses(table)
    return _next(table, MOVEMENT)


async def move(table: Table[State]) -> str | None:
    """2) The active player moves (KM-MOV-02)."""
    await _enter(table, MOVEMENT)
    await movement(table, table.state.turn.seat)
    return _next(table, COMBAT)


async def fight(table: Table[State]) -> str | None:
    """3) His battles and sieges, and what becomes of the captives (KM-COM-01, KM-CAP-01)."""
    await _enter(table, COMBAT)
    await combat(table)
    return _next(table, PARLIAMENT)


async def sit(table: Table[State]) -> str | None:
    """4) A Parliament, if he summons one (KM-PAR-01)."""
    await _enter(table, PARLIAMENT)
    await parliament(table)
    return _next(table, CORONATION)


async def crown(table: Table[State]) -> str | None:
    """5) A coronation, if he has whom and where (KM-COR-01)."""
    await _enter(table, CORONATION)
    await coronation(table)
    return _next(table, CROWN)


async def draw(table: Table[State]) -> str | None:
    """6) A Crown card, and the end of the turn (KM-SEQ-07, KM-ROY-05, KM-SHO-06)."""
    await _enter(table, CROWN)
    if not table.state.winners:
        await crown_deck(table)
        await boundary(table)
    if not table.state.winners:
        enforce_houses(table)
    await leftovers(table)
    last = time_is_up(table.state)
    end_turn(table)
    if last and not decide(table):
        finish(table)
    return _next(table, CHANCE)


async def _enter(table: Table[State], phase: str) -> None:
    """Begin a phase: at its start everybody may do business (KM-SEQ-12)."""
    table.state.phase = phase
    await boundary(table)


def _next(table: Table[State], phase: str) -> str | None:
    """Return the phase that follows, None once the game is won (KM-VIC-01)."""
    return None if decide(table) else phase


PHASES = {
    SETUP: setup,
    CHANCE: chance,
    MOVEMENT: move,
    COMBAT: fight,
    PARLIAMENT: sit,
    CORONATION: crown,
    CROWN: draw,
}

"""3) Combat Phase: the active player's attacks one after another, then what follows (KM-COM)."""

from __future__ import annotations

from dataclasses import replace

from moderator.engine import Table
from moderator.titles.kingmaker.asking.turn_lines import next_line
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.fighting.attack import (
    Attack,
    allowed,
    check_attacker,
    check_siege,
    check_strength,
    check_target,
)
from moderator.titles.kingmaker.fighting.attack_order import Attacks, Together
from moderator.titles.kingmaker.fighting.battle import battle
from moderator.titles.kingmaker.fighting.battle_plan import PASS
from moderator.titles.kingmaker.fighting.ransom import ransoms
from moderator.titles.kingmaker.fighting.siege import siege
from moderator.titles.kingmaker.fighting.together import Plans, announce_together, key_of
from moderator.titles.kingmaker.position.forces import forces_in, pile_of, total
from moderator.titles.kingmaker.state import BATTLE, COMBAT, SIEGE, Duty, State

RULES = ("KM-COM-01", "KM-COM-02")


async def combat(table: Table[State]) -> None:
    """Carry out the attacks of the active player, then landing fights, then ransoms.

    Nothing more is fought for once the game is won.
    """
    state = table.state
    seat, state.phase = state.turn.seat, COMBAT
    answered: dict[str, Plans] = {}
    while attack := await next_line(table, "attack", lambda: Attacks(state, seat), PASS, RULES):
        if isinstance(attack, Together):
            answered |= await announce_together(table, seat)
        else:
            await fight(table, replace(attack, answered=answered.pop(key_of(attack), ())))
    await landing_fights(table, seat)
    if not state.winners:
        await ransoms(table)
        decide(table)


async def fight(table: Table[State], attack: Attack) -> None:
    """Fight a battle, or besiege a place; that may decide the game."""
    await (battle(table, attack) if attack.kind == BATTLE else siege(table, attack))
    decide(table)


async def landing_fights(table: Table[State], seat: str) -> None:
    """Let passengers fight who must and have not yet (KM-SEA-10, KM-SEA-11, KM-TER-11)."""
    state = table.state
    for duty in [duty for duty in state.duties if duty.seat == seat]:
        state.duties.remove(duty)
        attack = _due(state, duty)
        if attack is not None and not state.winners:
            await fight(table, attack)


def _due(state: State, duty: Duty) -> Attack | None:
    """Return the attack that a duty asks for now; None if it cannot be made."""
    square = current().board.places[duty.place].square
    able = [noble for noble in duty.nobles if noble in state.nobles]
    able = [n for n in able if allowed(check_attacker, state, duty.seat, n, square)]
    if not able:
        return None
    pile = pile_of(state, able[0]).nobles
    nobles = tuple(noble for noble in able if noble in pile)
    if duty.kind == SIEGE:
        if not allowed(check_siege, state, duty.seat, duty.place) or not allowed(
            check_strength, state, duty.seat, duty.place, nobles
        ):
            return None
        return Attack(SIEGE, square, duty.place, nobles, (), must=True)
    targets = [
        force
        for force in forces_in(state, square)
        if any(state.nobles[noble].place == duty.place for noble in force.nobles)
        and allowed(check_target, state, duty.seat, force)
    ]
    if not targets:
        return None
    weakest = min(targets, key=lambda force: total(state, force.nobles))
    return Attack(BATTLE, square, "", nobles, weakest.nobles, must=True)

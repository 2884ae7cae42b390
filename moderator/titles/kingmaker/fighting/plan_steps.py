"""How a plan is carried out, step by step: which cards it adds now (KM-EXC-02, KM-EXC-03)."""

from __future__ import annotations

from moderator.titles.kingmaker.components.table_of_odds import NAMES, step
from moderator.titles.kingmaker.fighting.battle_plan import HOLD, MATCH, Plan, may_play
from moderator.titles.kingmaker.hands.allotment import having
from moderator.titles.kingmaker.position.forces import card_troops
from moderator.titles.kingmaker.state import SIEGE, Fight, State


def reached(fight: Fight, aim: str, strength: int, defence: int) -> bool:
    """Say whether an aim is reached by these totals."""
    if aim == MATCH:
        return strength >= defence
    if aim == HOLD:
        return strength < defence
    if aim.startswith("below "):
        return not at_least(fight, aim.removeprefix("below "), strength, defence)
    return at_least(fight, aim, strength, defence)


def at_least(fight: Fight, ratio: str, strength: int, defence: int) -> bool:
    """Say whether the attackers reach a ratio; a siege that is matched counts as every ratio."""
    if fight.kind == SIEGE:
        return strength >= defence
    return step(strength, defence) > NAMES.index(ratio)


def additions(
    state: State, fight: Fight, seat: str, plan: Plan, strength: int, defence: int
) -> list[tuple[str, str]]:
    """Return the cards that *plan* adds at this step, in its order (KM-EXC-02, KM-EXC-03)."""
    hand, trial = state.factions[seat].hand, state
    chosen: list[tuple[str, str]] = []
    for card, noble in plan.cards:
        if plan.aim and reached(fight, plan.aim, strength, defence):
            return chosen
        if card not in hand or noble not in state.nobles or not may_play(trial, seat, noble, card):
            continue
        chosen.append((card, noble))
        trial = having(trial, noble, card)
        more = card_troops(card, state.nobles[noble].square)
        strength, defence = (
            (strength + more, defence) if seat == fight.attacker else (strength, defence + more)
        )
    enough = not plan.aim or plan.whatever or reached(fight, plan.aim, strength, defence)
    return chosen if enough else []

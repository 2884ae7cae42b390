"""Several attacks whose defenders are asked in one mail, if the attacker likes (catalogue 2.4)."""

from __future__ import annotations

from moderator.engine import Ask, Illegal, Table
from moderator.titles.kingmaker.asking.looking import NOTHING, Looking
from moderator.titles.kingmaker.fighting.attack import Attack
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.battle_plan import Plan
from moderator.titles.kingmaker.fighting.reinforcement import (
    defending_seats,
    heirs_defending,
    question,
)
from moderator.titles.kingmaker.position.sieges import defenders
from moderator.titles.kingmaker.state import Fight, State

Plans = tuple[tuple[str, Plan], ...]


def waiting(state: State, seat: str) -> Looking[Attack]:
    """Return the look at a seat's attacks, as far as they are possible now."""
    attacks = Attacks(state, seat)

    def text(line: str) -> str:
        named = line.partition(" ")[0] in {"attack", "besiege"}
        return attacks.understand(line)[0] if named else ""

    def meaning(text: str) -> Attack:
        found = attacks.read(text)
        if not isinstance(found, Attack):
            raise Illegal(f"'{text}' is no attack")
        return found

    return Looking(text, meaning)


async def announce_together(table: Table[State], seat: str) -> dict[str, Plans]:
    """Ask the defenders of all attacks that wait; return their plans by the attack's target.

    Who is attacked twice answers twice, one mail after the other.
    """
    look = waiting(table.state, seat)
    attacks = await table.ask(seat, "attacks", look, default=NOTHING, pace="now", secret=True)
    open_ones = [
        (key_of(attack), ask) for attack in attacks for ask in _questions(table.state, seat, attack)
    ]
    found: dict[str, Plans] = {key_of(attack): () for attack in attacks}
    while open_ones:
        batch: dict[str, tuple[str, Ask[Plan]]] = {}
        for key, ask in open_ones:
            batch.setdefault(ask.seat, (key, ask))
        answers = await table.ask_all(ask for _, ask in batch.values())
        for giver, plan in answers.items():
            found[batch[giver][0]] += ((giver, plan),)
        open_ones = [each for each in open_ones if each not in batch.values()]
    return found


def key_of(attack: Attack) -> str:
    """Return what an attack is made on: a place, or the first noble of a force."""
    return attack.place or attack.target[0]


def _questions(state: State, seat: str, attack: Attack) -> list[Ask[Plan]]:
    """Return what the defenders would be asked if the attack were announced now (D-COM-3)."""
    inside = [*defenders(state, seat, attack.place)] if attack.place else [*attack.target]
    enemy = state.nobles[inside[0]].seat if inside else ""
    kept = state.fight
    state.fight = Fight(
        attack.kind, seat, enemy, attack.square, attack.place, [*attack.nobles], inside
    )
    asks = [
        question(state, each, "defence", heirs)
        for each in defending_seats(state)
        if (heirs := heirs_defending(state, each)) or state.factions[each].hand
    ]
    state.fight = kept
    return asks

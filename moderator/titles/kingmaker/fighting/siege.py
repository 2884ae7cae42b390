"""Siege: a force that matches the defence takes a place unless the weather is bad (KM-SIE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moderator.engine import Ask, Fact, Table
from moderator.titles.kingmaker.asking.brief import Brief
from moderator.titles.kingmaker.components.cards import BAD_WEATHER
from moderator.titles.kingmaker.events import SiegeBegan
from moderator.titles.kingmaker.fighting.attack import Attack
from moderator.titles.kingmaker.fighting.battle import announce, decided, draw_for, killed_by
from moderator.titles.kingmaker.fighting.capture import (
    ask_captured,
    share_spoils,
    take_heirs,
    take_nobles,
    take_place,
)
from moderator.titles.kingmaker.fighting.occupation import occupy
from moderator.titles.kingmaker.fighting.reinforcement import before_the_draw, totals, under_way
from moderator.titles.kingmaker.position.forces import garrison, heirs_inside, strength, total
from moderator.titles.kingmaker.position.holding import holder, insiders
from moderator.titles.kingmaker.position.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.position.sieges import defenders, settle_sieges
from moderator.titles.kingmaker.state import SIEGE, Fight, Siege, State

NOBODY = "nobody"


async def siege(table: Table[State], attack: Attack) -> None:
    """Besiege a place, from the announcement to its fall (KM-SIE-03 to KM-SIE-09)."""
    state = table.state
    seat, place = state.nobles[attack.nobles[0]].seat, attack.place
    inside = await _defence(table, seat, attack)
    enemy = state.nobles[inside[0]].seat if inside else ""
    announce(table, Fight(SIEGE, seat, enemy, attack.square, place, [*attack.nobles], inside))
    state.turn.defended += [
        n for n in insiders(state, place)
        if state.nobles[n].seat != seat and n not in state.turn.defended
    ]  # fmt: skip
    if not await before_the_draw(table, attack):
        settle_sieges(table)
        return
    card = draw_for(table)
    sums = totals(state)
    if card.result == BAD_WEATHER:
        decided(table, "", sums, (), weather=True)
        state.fight = None
        state.sieges[place] = Siege(seat, [*attack.nobles])
        table.tell(SiegeBegan(place, seat, attack.nobles))
        return
    killed = killed_by(table, card)
    victors = [noble for noble in under_way(state).attackers if noble not in killed]
    lost = [
        noble
        for noble in insiders(state, place)
        if state.nobles[noble].seat != seat and noble not in killed
    ]
    heirs = [heir for heir in heirs_inside(state, place) if state.heirs[heir].seat != seat]
    decided(table, seat, sums, (*lost, *heirs) if victors else lost)
    state.fight = None
    take_place(table, seat, place, killed)
    remove_nobles(table, killed, "siege")
    take_nobles(state, seat, lost)
    best = max(victors, key=lambda noble: strength(state, noble), default="")
    taken = take_heirs(table, seat, heirs, best) if best else []
    free_heirs(table)
    settle_sieges(table)
    await share_spoils(table, seat, lost, victors, attack.spoils)
    await ask_captured(table, seat, taken)
    if victors:
        await occupy(table, seat, place, victors, taken, attack.then)


async def _defence(table: Table[State], seat: str, attack: Attack) -> list[str]:
    """Return who adds his strength to the garrison's (KM-SIE-04, KM-SIE-05).

    Where nobles of several factions are inside, their players choose; if they do not agree the
    holder decides, in an open town or without one the strongest (D-COM-4).
    """
    state, place = table.state, attack.place
    sides: dict[str, list[str]] = {}
    for noble in insiders(state, place):
        if state.nobles[noble].seat != seat:
            sides.setdefault(state.nobles[noble].seat, []).append(noble)
    usual = list(defenders(state, seat, place))
    if len(sides) < 2:
        return usual
    owner = holder(state, place)
    asked = list(sides) if not owner or owner in sides else [*sides, owner]
    answers = await table.ask_all(
        _inside(state, attack, other, sides, state.nobles[usual[0]].seat) for other in asked
    )
    chosen = set(answers.values())
    decider = owner if owner in answers else max(sides, key=lambda side: total(state, sides[side]))
    choice = chosen.pop() if len(chosen) == 1 else answers[decider]
    return sides.get(choice, [])


def _inside(
    state: State, attack: Attack, seat: str, sides: Mapping[str, Sequence[str]], usual: str
) -> Ask[str]:
    """Return the question whose nobles fight inside: silence names the *usual* side (D-COM-4)."""
    options = {f"{side} defends": side for side in sides} | {"nobody defends": NOBODY}
    short: dict[str, str] = {}
    if seat in sides:
        others = [side for side in sides if side != seat]
        best = max(others, key=lambda side: total(state, sides[side]))
        other = f"{best if usual == seat else usual} defends"
        mine = f"{seat} defends"
        short = {
            "mine fight": mine, "mine defend": mine, "we defend": mine, "fight": mine,
            "mine stay out": other, "mine do not fight": other, "stay out": other,
        }  # fmt: skip
    facts: dict[str, Fact] = {
        "by": state.nobles[attack.nobles[0]].seat,
        "at": attack.place,
        "strength": total(state, attack.nobles),
        "garrison": garrison(attack.place),
        "own": total(state, sides.get(seat, ())),
        "inside": ", ".join(f"{side} {total(state, sides[side])}" for side in sides),
        "holder": holder(state, attack.place) or "nobody",
    }
    return Ask(
        seat, "inside", Brief(options, short, ("KM-SIE-05",)), f"{usual} defends", facts,
        pace="reply", rules=("KM-SIE-05",), own_turn=False,
    )  # fmt: skip

"""Siege: a force that matches the defence takes a place unless the weather is bad (KM-SIE)."""

from __future__ import annotations

from moderator.engine import Ask, OneOf, Table
from moderator.titles.kingmaker.attack import Attack
from moderator.titles.kingmaker.battle import announce, decided, draw_for, killed_by
from moderator.titles.kingmaker.capture import (
    ask_captured,
    share_spoils,
    take_heirs,
    take_nobles,
    take_place,
)
from moderator.titles.kingmaker.cards import BAD_WEATHER
from moderator.titles.kingmaker.events import SiegeBegan
from moderator.titles.kingmaker.forces import garrison, heirs_inside, strength, total
from moderator.titles.kingmaker.holding import holder, insiders
from moderator.titles.kingmaker.occupation import occupy
from moderator.titles.kingmaker.reinforcement import before_the_draw, totals, under_way
from moderator.titles.kingmaker.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.sieges import defenders, settle_sieges
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
    first = state.nobles[usual[0]].seat
    options = {f"{side} defends": side for side in sides} | {"nobody defends": NOBODY}
    answers = await table.ask_all(
        Ask(
            other,
            "inside",
            OneOf(options),
            f"{first} defends",
            {
                "by": seat,
                "at": place,
                "strength": total(state, attack.nobles),
                "garrison": garrison(place),
                "own": total(state, sides.get(other, ())),
            },
            pace="reply",
            rules=("KM-SIE-05",),
        )
        for other in asked
    )
    chosen = set(answers.values())
    decider = owner if owner in answers else max(sides, key=lambda side: total(state, sides[side]))
    choice = chosen.pop() if len(chosen) == 1 else answers[decider]
    return sides.get(choice, [])

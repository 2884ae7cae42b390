"""Cards added in reply to each other until the card is drawn (KM-EXC-02 to KM-EXC-07, KM-COM-09).

The attacker begins, as his order says; then the defender, and so on until a side adds nothing.
"""

from __future__ import annotations

from dataclasses import replace

from moderator.engine import Ask, OneOf, Table
from moderator.titles.kingmaker.components.table_of_odds import odds
from moderator.titles.kingmaker.events import CalledOff, CardsAdded
from moderator.titles.kingmaker.fighting.attack import Attack
from moderator.titles.kingmaker.fighting.attack_order import heirs_at
from moderator.titles.kingmaker.fighting.battle_plan import PASS, Plan, Plans
from moderator.titles.kingmaker.fighting.execution import execute_heir
from moderator.titles.kingmaker.fighting.plan_steps import additions, at_least, reached
from moderator.titles.kingmaker.hands.crown import take_up
from moderator.titles.kingmaker.position.forces import garrison, heirs_inside, total
from moderator.titles.kingmaker.position.holding import insiders
from moderator.titles.kingmaker.state import SIEGE, Fight, State


def under_way(state: State) -> Fight:
    """Return the combat under way; raises LookupError if there is none."""
    if state.fight is None:
        raise LookupError("nobody fights")
    return state.fight


def totals(state: State) -> tuple[int, int]:
    """Return the strength of the attackers, and of the defenders with their garrison."""
    fight = under_way(state)
    walls = garrison(fight.place) if fight.place else 0
    return total(state, fight.attackers), total(state, fight.defenders) + walls


async def before_the_draw(table: Table[State], attack: Attack) -> bool:
    """Let both sides add cards and execute heirs; say whether the card is drawn now."""
    state = table.state
    fight = under_way(state)
    opened = odds(*totals(state))
    plan, plans = attack.plan, dict(attack.answered)
    added, first, unanswered = _add(table, fight.attacker, plan), True, False
    while not plan.off and (first or added):
        if not await _defend(table, plans, first=first):
            break
        first, unanswered = False, True
        if not (plan.aim or plan.off_below) and state.factions[fight.attacker].hand:
            plan, unanswered = await _reinforce(table, attack), False
        added = _add(table, fight.attacker, plan)
    if unanswered and not attack.must and not _settled(state, plan):
        plan = replace(plan, off=not await _confirm(table, opened))
    if _called_off(table, plan, attack):
        return False
    _execute(table, {**plans, fight.attacker: plan})
    return True


def _settled(state: State, plan: Plan) -> bool:
    """Say whether a plan, or a siege that is outgrown, leaves nothing to confirm."""
    fight, sums = under_way(state), totals(state)
    outgrown = fight.kind == SIEGE and sums[0] < sums[1]
    met = bool(plan.aim) and reached(fight, plan.aim, *sums)
    return plan.off or bool(plan.off_below) or outgrown or met


def _add(table: Table[State], seat: str, plan: Plan) -> bool:
    """Carry out one step of a side; say whether it added anything."""
    state = table.state
    fight = under_way(state)
    cards = additions(state, fight, seat, plan, *totals(state))
    for card, noble in cards:
        state.factions[seat].hand.remove(card)
        take_up(table, noble, card)
        fight.added.setdefault(seat, []).append(card)
    if cards:
        table.tell(CardsAdded(seat, tuple(cards), *totals(state)))
    return bool(cards)


async def _defend(table: Table[State], plans: dict[str, Plan], *, first: bool) -> bool:
    """Ask the defenders, all at once (D-COM-3); say whether any of them added a card.

    All whose hand or heirs may matter are asked first, unless they have answered already; later
    only those with a hand whose plan has no aim to go by.
    """
    state = table.state
    fight = under_way(state)
    asks = []
    for seat in defending_seats(state):
        hand, heirs = state.factions[seat].hand, heirs_defending(state, seat)
        new = first and seat not in plans and bool(hand or heirs)
        again = not first and bool(hand) and seat in plans and not plans[seat].aim
        if new or again:
            asks.append(question(state, seat, "defence", heirs))
    for seat, plan in (await table.ask_all(asks)).items():
        old = plans.get(seat, Plan())
        plans[seat] = replace(plan, executes=plan.executes or old.executes)
    out = {noble for plan in plans.values() for noble in plan.stays}
    fight.defenders = [noble for noble in fight.defenders if noble not in out]
    added = [_add(table, seat, plan) for seat, plan in plans.items()]
    return any(added)


async def _reinforce(table: Table[State], attack: Attack) -> Plan:
    """Ask the attacker for his reply to cards that the defence has added (D-COM-2)."""
    state = table.state
    seat = under_way(state).attacker
    heirs = heirs_at(state, attack.nobles)
    ask = question(state, seat, "reinforce", heirs, may_call_off=not attack.must)
    return (await table.ask_all([ask]))[seat]


async def _confirm(table: Table[State], opened: int) -> bool:
    """Ask an attacker who can add nothing whether he draws all the same (D-COM-6)."""
    state = table.state
    strength, defence = totals(state)
    now = odds(strength, defence)
    return await table.ask(
        under_way(state).attacker,
        "confirm",
        OneOf({"draw": True, "call off": False}),
        default="draw" if now >= opened else "call off",
        rules=("KM-COM-09",),
        own_turn=False,
        by=under_way(state).defender,
        at=under_way(state).place or under_way(state).square,
        strength=strength,
        defence=defence,
        odds=now,
    )


def question(
    state: State, seat: str, kind: str, heirs: list[str], *, may_call_off: bool = True
) -> Ask[Plan]:
    fight = under_way(state)
    strength, defence = totals(state)
    attacks = seat == fight.attacker
    own = _own(state, seat)
    other = fight.defender if attacks else fight.attacker
    return Ask(
        seat,
        kind,
        Plans(
            state,
            seat,
            own,
            heirs,
            attacks=attacks,
            siege=fight.kind == SIEGE,
            may_call_off=may_call_off,
            added=fight.added.get(seat, ()),
        ),
        PASS,
        {
            "by": other,
            "at": fight.place or fight.square,
            "fight": fight.kind,
            "strength": strength,
            "defence": defence,
            "odds": odds(strength, defence) if attacks else odds(defence, strength),
            "cards": len(state.factions[other].hand) if other else 0,
            "added": ", ".join(card for cards in fight.added.values() for card in cards),
            "heirs": ", ".join(heirs),
        },
        pace="reply",
        secret=True,
        own_turn=False,
        rules=("KM-EXC-02", "KM-EXC-04", "KM-EXC-07"),
    )


def _own(state: State, seat: str) -> list[str]:
    """Return a seat's nobles who take part."""
    fight = under_way(state)
    return [n for n in (*fight.attackers, *fight.defenders) if state.nobles[n].seat == seat]


def defending_seats(state: State) -> list[str]:
    """Return who may answer: the defender, and in a siege all who have nobles inside."""
    fight = under_way(state)
    nobles = insiders(state, fight.place) if fight.place else fight.defenders
    seats = {state.nobles[noble].seat for noble in nobles} - {fight.attacker}
    return [seat for seat in state.seats if seat in seats]


def heirs_defending(state: State, seat: str) -> list[str]:
    """Return a seat's heirs with the force attacked, or inside the besieged place."""
    fight = under_way(state)
    if fight.place:
        return [h for h in heirs_inside(state, fight.place) if state.heirs[h].seat == seat]
    return heirs_at(state, fight.defenders)


def _called_off(table: Table[State], plan: Plan, attack: Attack) -> bool:
    """End a combat that its attacker calls off, or a siege that is not matched any more."""
    state = table.state
    fight = under_way(state)
    strength, defence = totals(state)
    outgrown = fight.kind == SIEGE and strength < defence
    below = plan.off_below and not at_least(fight, plan.off_below, strength, defence)
    if not outgrown and (attack.must or not (plan.off or below)):
        return False
    table.tell(CalledOff(fight.attacker, fight.square, fight.place, forced=outgrown))
    state.fight = None
    return True


def _execute(table: Table[State], plans: dict[str, Plan]) -> None:
    """Execute heirs at the last moment before the draw, where the odds are bad enough."""
    state = table.state
    fight = under_way(state)
    strength, defence = totals(state)
    for seat, plan in plans.items():
        for heir, ratio in plan.executes:
            attacks = seat == fight.attacker
            against = (defence, strength) if attacks else (strength, defence)
            bad = not ratio or (at_least(fight, ratio, *against) and not (attacks and fight.place))
            if state.heirs[heir].seat == seat and bad:
                execute_heir(table, seat, heir)

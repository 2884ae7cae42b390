"""Battle: two forces in the open, an Event card and the Table of Odds (KM-BAT)."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.engine import Table
from moderator.titles.kingmaker.chance.event_deck import discard, draw
from moderator.titles.kingmaker.components.cards import BAD_WEATHER, EventCard
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.table_of_odds import ratio, wins
from moderator.titles.kingmaker.events import (
    CombatCard,
    FightAnnounced,
    FightDecided,
    SiegeBegan,
    SiegeEnded,
)
from moderator.titles.kingmaker.fighting.attack import Attack, besieged_by
from moderator.titles.kingmaker.fighting.attack_order import heirs_at, inside_of
from moderator.titles.kingmaker.fighting.capture import (
    ask_captured,
    share_spoils,
    take_heirs,
    take_nobles,
)
from moderator.titles.kingmaker.fighting.occupation import occupy
from moderator.titles.kingmaker.fighting.reinforcement import before_the_draw, totals, under_way
from moderator.titles.kingmaker.position.forces import garrison, in_open, pile_of, strength, total
from moderator.titles.kingmaker.position.holding import closed
from moderator.titles.kingmaker.position.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.state import BATTLE, Fight, Siege, State


async def battle(table: Table[State], attack: Attack) -> None:
    """Fight a battle from its announcement to its result (KM-BAT-02 to KM-BAT-12)."""
    state = table.state
    seat, enemy = _seat(state, attack.nobles[0]), _seat(state, attack.target[0])
    announce(table, Fight(BATTLE, seat, enemy, attack.square, "", [*attack.nobles],
                          [*attack.target]))  # fmt: skip
    if not await before_the_draw(table, attack):
        return
    besieged = besieged_by(state, pile_of(state, attack.target[0]))
    sallied = inside_of(state, attack.nobles)
    card = draw_for(table)
    fight = under_way(state)
    sums = totals(state)
    if card.result == BAD_WEATHER:
        decided(table, "", sums, (), weather=True)
        state.fight = None
        return
    stronger = fight.attacker if sums[0] >= sums[1] else fight.defender
    won = wins(max(sums), min(sums), card.result)
    lost, victors = (
        (fight.defenders, fight.attackers)
        if stronger == fight.attacker
        else (fight.attackers, fight.defenders)
    )
    heirs = _heirs_lost(state, lost, sallied) if won else []
    killed = killed_by(table, card)
    lost, victors = ([noble for noble in side if noble not in killed] for side in (lost, victors))
    taken = heirs if victors else []
    decided(table, stronger if won else "", sums, (*lost, *taken) if won else ())
    state.fight = None
    remove_nobles(table, killed, "battle")
    royal: list[str] = []
    if won:
        take_nobles(state, stronger, lost)
        for noble in lost:
            state.nobles[noble].place = ""
        if victors:
            best = max(victors, key=lambda noble: strength(state, noble))
            royal = take_heirs(table, stronger, heirs, best)
    free_heirs(table)
    relieved = _relieved(table, besieged)
    settle_sieges(table)
    if not won:
        return
    attacks = stronger == fight.attacker
    await share_spoils(table, stronger, lost, victors, attack.spoils if attacks else "")
    await ask_captured(table, stronger, royal)
    if relieved and attacks:
        await _succeed(table, attack, besieged, victors)


def announce(table: Table[State], fight: Fight) -> None:
    """Begin a fight: all nobles of both sides have had theirs for this turn (KM-COM-02, 03).

    Nobles of the attackers' force who are left out cannot attack anything else (KM-COM-06).
    """
    state = table.state
    state.fight = fight
    for noble in fight.attackers:
        for fellow in pile_of(state, noble).nobles:
            if fellow not in state.turn.attacked:
                state.turn.attacked.append(fellow)
    state.turn.defended += [n for n in fight.defenders if n not in state.turn.defended]
    walls = garrison(fight.place) if fight.place else 0
    table.tell(
        FightAnnounced(
            fight.kind,
            fight.attacker,
            tuple(fight.attackers),
            fight.defender,
            tuple(fight.defenders),
            fight.square,
            fight.place,
            total(state, fight.attackers),
            total(state, fight.defenders) + walls,
            walls,
        )
    )


def draw_for(table: Table[State]) -> EventCard:
    """Draw the Event card that decides the fight under way (KM-BAT-04, KM-COM-11, KM-COM-13)."""
    state = table.state
    fight = under_way(state)
    _use(state, [*fight.attackers, *fight.defenders])
    while True:
        id_ = draw(table)
        card = current().events[id_]
        if card.result:
            break
        state.factions[fight.attacker].kept.append(id_)
        table.tell(CombatCard(id_, "", (), fight.attacker))
    fight.card = id_
    discard(table, id_)
    killed = tuple(n for n in card.killed if n in fight.attackers or n in fight.defenders)
    table.tell(CombatCard(id_, card.result, killed))
    return card


def killed_by(table: Table[State], card: EventCard) -> list[str]:
    """Return those who took part and whom the card names (KM-BAT-08, KM-SIE-07)."""
    fight = under_way(table.state)
    return [n for n in card.killed if n in fight.attackers or n in fight.defenders]


def decided(
    table: Table[State],
    winner: str,
    sums: tuple[int, int],
    captured: Sequence[str],
    *,
    weather: bool = False,
) -> None:
    """Tell how the fight under way has ended."""
    fight = under_way(table.state)
    reached = ratio(max(sums), min(sums)) if fight.kind == BATTLE else ""
    table.tell(
        FightDecided(
            fight.kind,
            fight.attacker,
            fight.defender,
            fight.square,
            fight.place,
            *sums,
            reached,
            winner,
            weather,
            tuple(captured),
        )
    )


def _seat(state: State, noble: str) -> str:
    return state.nobles[noble].seat


def _use(state: State, nobles: Sequence[str]) -> None:
    """Note the cards whose troops have counted: they are not transferred now (KM-TRA-02)."""
    cards = current().cards
    for noble in nobles:
        for card in state.nobles[noble].awards:
            if cards[card].troops and card not in (*state.turn.used, *state.turn.bound):
                state.turn.used.append(card)


def _heirs_lost(state: State, lost: Sequence[str], sallied: Sequence[str]) -> list[str]:
    """Return the heirs with the losers, unless nobles of their force stood aside (KM-ROY-02)."""
    outside = [noble for noble in lost if noble not in sallied]
    return [
        heir
        for noble in outside
        if set(pile_of(state, noble).nobles) <= set(lost)
        for heir in heirs_at(state, [noble])
        if noble == outside[0] or heir not in heirs_at(state, outside[:1])
    ]


def _relieved(table: Table[State], place: str) -> bool:
    """End a siege whose besiegers are all dead or captive; say whether it has ended so."""
    state = table.state
    siege = state.sieges.get(place)
    if siege is None or any(n in state.nobles and not state.nobles[n].captor for n in siege.nobles):
        return False
    del state.sieges[place]
    table.tell(SiegeEnded(place, siege.seat, "beaten"))
    return True


async def _succeed(table: Table[State], attack: Attack, place: str, victors: Sequence[str]) -> None:
    """Let those who have beaten besiegers go in, or besiege in their turn (KM-SIE-14)."""
    state = table.state
    free = [noble for noble in victors if in_open(state.nobles[noble])]
    if not free:
        return
    seat = state.nobles[free[0]].seat
    if not closed(state, place, seat):
        await occupy(table, seat, place, free, (), attack.then)
        return
    state.sieges[place] = Siege(seat, free)
    table.tell(SiegeBegan(place, seat, tuple(free)))
    settle_sieges(table)

"""Which goal the bot takes up now, and with whom: what it promises against what it risks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from moderator.titles.kingmaker.bot.goals import (
    BATTLE,
    CASUALTY,
    CROWN,
    SIEGE,
    WALK,
    Goal,
    chance,
)
from moderator.titles.kingmaker.bot.sight import Sight, strength_at, total
from moderator.titles.kingmaker.bot.worth import (
    bishops,
    enough,
    may_be_crowned,
    noble_worth,
    stake,
)
from moderator.titles.kingmaker.knowledge.view import HeirView, NobleView


@dataclass(frozen=True, slots=True)
class Choice:
    """A goal and who goes for it now."""

    goal: Goal
    team: tuple[NobleView, ...]
    score: float


def choose(sight: Sight, able: Collection[str], goals_now: Sequence[Goal]) -> Choice | None:
    """Return the best that can be done in this turn; None if nothing is better than to stay."""
    found = [
        Choice(goal, team, score)
        for goal in goals_now
        for team in _teams(sight, goal, able)
        if (score := _score(sight, goal, team)) > 0
    ]
    return max(found, key=lambda choice: choice.score, default=None)


def _teams(sight: Sight, goal: Goal, able: Collection[str]) -> list[tuple[NobleView, ...]]:
    """Return who could go together: all who can, all but the heirs' guards, or one alone."""
    near = [
        noble
        for noble in sight.mine
        if noble.square
        and not noble.under_siege
        and (noble.square == goal.square or noble.id in able)
        and sight.within(noble.square, goal.square)
    ]
    if not near:
        return []
    if goal.kind == CROWN:
        return _processions(sight, goal, near)
    teams = [tuple(near)]
    guards = {heir.force for heir in sight.my_heirs}
    free = tuple(noble for noble in near if noble.force not in guards)
    if free and len(free) < len(near):
        teams.append(free)
    if goal.kind == WALK:
        teams += [(noble,) for noble in near]
        if goal.place:
            teams = [team for team in teams if sight.fits(goal.place, team)]
    return teams


def _processions(
    sight: Sight, goal: Goal, near: Sequence[NobleView]
) -> list[tuple[NobleView, ...]]:
    """Return the nobles who bring the heir and enough bishops to a cathedral, if they can."""
    heir = may_be_crowned(sight)
    if heir is None or not heir.square:
        return []
    with_heir = [n for n in near if n.square == heir.square and n.force == heir.force]
    with_heir.sort(key=lambda noble: noble.id != heir.id)
    if not with_heir:
        return []
    bearers = [noble for noble in near if bishops([noble])]
    teams = [tuple(near), (*with_heir, *(n for n in bearers if n not in with_heir))]
    small = (with_heir[0], *(n for n in bearers if n is not with_heir[0]))
    teams.append(small)
    return [
        team
        for team in teams
        if enough(bishops(team)) and (not sight.walled(goal.place) or sight.fits(goal.place, team))
    ]


def _score(sight: Sight, goal: Goal, team: Sequence[NobleView]) -> float:
    """Return what a goal promises beyond what it puts at risk."""
    square = goal.square
    strength = total(team, square)
    odds = chance(sight, goal, strength)
    if not odds:
        return 0.0
    taken = sum(strength_at(sight.nobles[n], square) for n in goal.target)
    after = dict(sight.threats(square))
    if goal.seat in after and goal.kind in {SIEGE, BATTLE}:
        after[goal.seat] = max(0, after[goal.seat] - taken)
    going = _with(sight, team)
    held = stake(sight, team, (*going, *goal.heirs))
    place = goal.place if goal.kind != BATTLE and _holds(sight, goal, team) else ""
    danger = sight.risk(square, place, strength, after)
    if goal.kind == SIEGE and place:
        danger = min(danger, sight.risk(square, "", strength, after))
    loss = odds * danger * held
    if odds < 1:
        loss += (1 - odds) * sight.risk(square, "", strength) * stake(sight, team, going)
    fallen = 0.0
    if goal.kind in {SIEGE, BATTLE}:
        needed = min(1.0, goal.need / strength)
        fallen = CASUALTY * needed * sum(noble_worth(noble) for noble in team)
    return odds * goal.worth - fallen - loss * _caution(sight) + _kept(sight, team, going)


def _caution(sight: Sight) -> float:
    """Return how much dangers count: less from round to round, so that nobody sits for ever."""
    return max(0.3, 0.8 - 0.02 * sight.view.round)


def _kept(sight: Sight, team: Sequence[NobleView], going: Sequence[HeirView]) -> float:
    """Return the danger that the team is spared where it is, less what the rest is left to."""
    spared = 0.0
    ids = {noble.id for noble in team}
    for (square, place), stack in sight.stacks():
        rest = [noble for noble in stack if noble.id not in ids]
        if len(rest) == len(stack):
            continue
        heirs = sight.heirs_at(square, place)
        now = sight.risk(square, place, total(stack)) * stake(sight, stack, heirs)
        stay = [heir for heir in heirs if heir not in going]
        then = sight.risk(square, place, total(rest)) * stake(sight, rest, stay) if rest else 0
        spared += now - then
    return spared * 0.5


def _with(sight: Sight, team: Sequence[NobleView]) -> list[HeirView]:
    """Return the heirs who go along: those with whom nobody else stays."""
    ids = {noble.id for noble in team}
    found: list[HeirView] = []
    for (square, place), stack in sight.stacks():
        if all(noble.id in ids for noble in stack):
            found += sight.heirs_at(square, place)
    return found


def _holds(sight: Sight, goal: Goal, team: Sequence[NobleView]) -> bool:
    """Say whether the team would find room in the place that it takes or enters."""
    if not goal.place or not sight.walled(goal.place):
        return False
    limit = sight.places[goal.place].limit
    return not limit or total(team, goal.square) <= limit

"""What the bot could do with its nobles in this turn, and what that would be worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from moderator.titles.kingmaker.board import OPEN_TOWN, UNFORTIFIED
from moderator.titles.kingmaker.bot_sight import SIXTH, Sight, strength_at, total
from moderator.titles.kingmaker.bot_worth import (
    CLAIM,
    bishops,
    enough,
    heir_worth,
    leader,
    may_be_crowned,
    noble_worth,
    stake,
)
from moderator.titles.kingmaker.data import YORK, current
from moderator.titles.kingmaker.table_of_odds import step
from moderator.titles.kingmaker.view import HeirView, NobleView

BAR, BISHOP = 30.0, 12.0
"""What it is worth to take Beaufort where he bars our victory, and each bishop that we lack."""
CASUALTY = 1 / 12
"""How likely a fight kills any one noble who takes part: five cards in sixty name him."""
WALK, SIEGE, BATTLE, CROWN = "walk", "siege", "battle", "crown"
"""What `Goal.kind` can be: go where an heir is alone, besiege, attack, be in a cathedral."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to be done in a square."""

    kind: str
    square: str
    place: str
    """Where it ends: inside, besieged, or '' in the open."""
    seat: str
    """Whom it is done to; '' for nobody."""
    target: tuple[str, ...]
    """The nobles attacked, or who defend."""
    need: int
    """Strength without which it cannot be done."""
    worth: float
    heirs: tuple[HeirView, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A goal and who goes for it now."""

    goal: Goal
    team: tuple[NobleView, ...]
    score: float


def goals(sight: Sight) -> list[Goal]:
    """Return everything worth doing on land, wherever it is."""
    return [*_walks(sight), *_sieges(sight), *_battles(sight), *_crowns(sight)]


def _walks(sight: Sight) -> Iterator[Goal]:
    """Heirs whom nobody accompanies, where anybody may go (KM-ROY-01)."""
    for heir in sight.heirs:
        if heir.seat == sight.seat or not heir.square or _guarded(sight, heir):
            continue
        if not sight.walled(heir.place):
            yield Goal(WALK, heir.square, "", heir.seat, (), 0, heir_worth(sight, heir), (heir,))
        elif sight.open_to(sight.seat, heir.place):
            worth = heir_worth(sight, heir)
            yield Goal(WALK, heir.square, heir.place, heir.seat, (), 0, worth, (heir,))


def _guarded(sight: Sight, heir: HeirView) -> bool:
    return bool(heir.seat) and any(
        noble.seat == heir.seat
        and not noble.captor
        and noble.square == heir.square
        and noble.aboard == heir.aboard
        and (noble.place if noble.inside else "")
        == (heir.place if sight.walled(heir.place) else "")
        for noble in sight.view.nobles
    )


def _sieges(sight: Sight) -> Iterator[Goal]:
    cathedral = may_be_crowned(sight) is not None and enough(bishops(sight.mine))
    foremost = leader(sight)
    by_place: dict[str, list[HeirView]] = {}
    for heir in sight.heirs:
        if sight.walled(heir.place) and heir.seat != sight.seat:
            by_place.setdefault(heir.place, []).append(heir)
    for place in sight.view.places:
        if place.kind == UNFORTIFIED or place.holder == sight.seat:
            continue
        if place.besieger not in {"", sight.seat} or place.square == sight.view.peace_at:
            continue
        inside = sight.others_in(place.id, sight.seat)
        if place.kind == OPEN_TOWN and not inside:
            continue
        heirs = by_place.get(place.id, [])
        worth = sum(heir_worth(sight, heir) for heir in heirs)
        worth += sum(spite(sight, noble, foremost) for noble in inside)
        worth += 2 + place.garrison / 100 + (2 if place.holder else 0)
        worth += 25 if cathedral and place.cathedral else 0
        seat = place.holder or (inside[0].seat if inside else "")
        need = sight.defence(place.id, sight.seat)
        yield Goal(
            SIEGE, place.square, place.id, seat, tuple(n.id for n in inside), need, worth,
            tuple(heirs),
        )  # fmt: skip


def spite(sight: Sight, noble: NobleView, foremost: str) -> float:
    """Return what it is worth to take a noble from another player."""
    worth = noble_worth(noble) * (1.2 if noble.seat == foremost else 0.9)
    if noble.id == current().substitute and _bars(sight):
        worth += BAR
    if may_be_crowned(sight) is not None and not enough(bishops(sight.mine)):
        worth += BISHOP * len(bishops([noble]))
    return worth


def _bars(sight: Sight) -> bool:
    """Say whether Beaufort would stand between our heirs and victory (KM-BEA-06)."""
    return bool(sight.my_heirs) and all(heir.house == YORK for heir in sight.heirs)


def _battles(sight: Sight) -> Iterator[Goal]:
    foremost = leader(sight)
    heirs = {heir.id: heir for heir in sight.heirs}
    for force in sight.enemies():
        if sight.walled(force.place) or force.square == sight.view.peace_at:
            continue
        worth = sum(spite(sight, sight.nobles[noble], foremost) for noble in force.nobles)
        with_them = tuple(heirs[heir] for heir in force.heirs if heir in heirs)
        worth += sum(heir_worth(sight, heir) for heir in with_them)
        need = -(-force.strength * 5 // 4)
        yield Goal(BATTLE, force.square, "", force.seat, force.nobles, need, worth, with_them)


def _crowns(sight: Sight) -> Iterator[Goal]:
    """Cathedrals where our senior heir can be crowned with our own bishops (KM-COR-02)."""
    if may_be_crowned(sight) is None or not enough(bishops(sight.mine)):
        return
    for place in sight.view.places:
        if place.cathedral and sight.open_to(sight.seat, place.id):
            yield Goal(CROWN, place.square, place.id, "", (), 0, CLAIM)


def chance(sight: Sight, goal: Goal, strength: int) -> float:
    """Return how likely a goal is reached with this strength there."""
    if goal.kind in {WALK, CROWN}:
        return 1.0
    if goal.kind == SIEGE:
        return 5 * SIXTH if strength >= goal.need else 0.0
    defence = sum(sight.nobles[noble].strength for noble in goal.target)
    return step(strength, defence) * SIXTH


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

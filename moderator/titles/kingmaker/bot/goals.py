"""What the bot could do with its nobles in this turn, and what that would be worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moderator.titles.kingmaker.bot.sight import SIXTH, Sight
from moderator.titles.kingmaker.bot.worth import (
    CLAIM,
    bishops,
    enough,
    heir_worth,
    leader,
    may_be_crowned,
    noble_worth,
)
from moderator.titles.kingmaker.components.board import OPEN_TOWN, UNFORTIFIED
from moderator.titles.kingmaker.components.data import YORK, current
from moderator.titles.kingmaker.components.table_of_odds import step
from moderator.titles.kingmaker.knowledge.view import HeirView, NobleView

BAR, BISHOP, SHIP = 30.0, 16.0, 16.0
"""What it is worth to take Beaufort where he bars our victory, and bishops and ships we lack."""
WALLS = 0.5
"""What a place is worth by itself: a siege costs nobles, and walls alone win nothing."""
CALAIS = 200
"""Troops that a landing in Calais takes at least (KM-SEA-10)."""
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
    foremost, near, price = leader(sight), sight.in_reach(), prices(sight)
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
        if not heirs and not inside and place.square not in near and not cathedral:
            continue
        worth = sum(heir_worth(sight, heir) for heir in heirs)
        worth += sum(spite(noble, foremost, price) for noble in inside)
        worth += WALLS * (3 if place.holder else 1)
        worth += 25 if cathedral and place.cathedral else 0
        seat = place.holder or (inside[0].seat if inside else "")
        need = sight.defence(place.id, sight.seat)
        yield Goal(
            SIEGE, place.square, place.id, seat, tuple(n.id for n in inside), need, worth,
            tuple(heirs),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prices:
    """What it is worth beyond their troops to take nobles from others."""

    beaufort: float
    bishop: float
    ship: float


def prices(sight: Sight) -> Prices:
    """Return the prices: a bishop while a claimant of ours lacks them, ships to sail to heirs."""
    lacking = may_be_crowned(sight) is not None and not enough(bishops(sight.mine))
    return Prices(
        BAR if _bars(sight) else 0, BISHOP if lacking else 0, SHIP if _landlocked(sight) else 0
    )


def spite(noble: NobleView, foremost: str, price: Prices) -> float:
    """Return what it is worth to take a noble from another player."""
    known = current()
    worth = noble_worth(noble) * (1.2 if noble.seat == foremost else 0.9)
    worth += price.beaufort if noble.id == known.substitute else 0
    ships = sum(bool(known.cards[card].ships) for card in noble.awards)
    return worth + price.bishop * len(bishops([noble])) + price.ship * ships


def _bars(sight: Sight) -> bool:
    """Say whether Beaufort would stand between our heirs and victory (KM-BEA-06)."""
    return bool(sight.my_heirs) and all(heir.house == YORK for heir in sight.heirs)


def _landlocked(sight: Sight) -> bool:
    """Say whether an heir is over the sea and we have no ships to fetch him."""
    over = any(h.square and sight.board.squares[h.square].island for h in sight.heirs
               if h.seat != sight.seat)  # fmt: skip
    return over and sum(s.capacity for s in sight.view.ships if s.seat == sight.seat) < CALAIS


def _battles(sight: Sight) -> Iterator[Goal]:
    foremost, price = leader(sight), prices(sight)
    heirs = {heir.id: heir for heir in sight.heirs}
    for force in sight.enemies():
        if sight.walled(force.place) or force.square == sight.view.peace_at:
            continue
        worth = sum(spite(sight.nobles[noble], foremost, price) for noble in force.nobles)
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

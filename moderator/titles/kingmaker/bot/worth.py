"""What heirs, nobles and places are worth to the bot, and whom it wants dead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.titles.kingmaker.bot.sight import Sight
from moderator.titles.kingmaker.components.cards import BISHOP
from moderator.titles.kingmaker.components.data import LANCASTER, current
from moderator.titles.kingmaker.knowledge.view import HeirView, NobleView

CROWNED, SENIOR, JUNIOR = 60.0, 40.0, 20.0
OBSTACLE = 28.0
"""What the last breath of any other heir is worth to who has a King."""
LOST = 20.0
"""What an heir is worth beyond himself when another player has him."""
RARE = 3.0
"""What a card with a bishop or a ship is worth on a noble."""
CLAIM = 45.0
"""What a coronation is worth."""


def champion(sight: Sight, seat: str = "") -> HeirView | None:
    """Return the heir by whom a seat, ours unless it is named, would win."""
    own = [heir for heir in sight.heirs if heir.seat == (seat or sight.seat)]
    return max(own, key=_claim, default=None)


def _claim(heir: HeirView) -> tuple[bool, bool, bool, int]:
    return heir.crowned, heir.rank == 1, heir.house == LANCASTER, -heir.rank


def heir_worth(sight: Sight, heir: HeirView) -> float:
    """Return what it is worth to take or to keep an heir: more with every death."""
    worth = CROWNED if heir.crowned else SENIOR if heir.rank == 1 else JUNIOR - 2 * heir.rank
    if heir.seat != sight.seat and _reigns(sight):
        worth = max(worth, OBSTACLE)
    if heir.seat and heir.seat != sight.seat:
        worth += LOST
    return worth * (1 + (7 - len(sight.heirs)) / 4)


def _reigns(sight: Sight) -> bool:
    """Say whether one of our own is crowned."""
    return any(heir.crowned for heir in sight.my_heirs) or any(n.crowned for n in sight.mine)


def stake(sight: Sight, nobles: Iterable[NobleView], heirs: Iterable[HeirView]) -> float:
    """Return what is lost with these nobles and heirs."""
    troops = sum(noble_worth(noble) for noble in nobles)
    return troops + sum(heir_worth(sight, heir) for heir in heirs)


def noble_worth(noble: NobleView) -> float:
    """Return what a noble is worth with all that he has: bishops and ships count beside troops."""
    cards = current().cards
    rare = sum(cards[card].kind == BISHOP or bool(cards[card].ships) for card in noble.awards)
    return 4 + noble.plain / 8 + RARE * rare


def doomed(sight: Sight) -> list[HeirView]:
    """Return the heirs in our hands who had better die (KM-ROY-03, KM-ROY-04, KM-VIC-01).

    Beside a King nobody else is wanted; before that, nobody of the other house than our senior.
    Heirs of York are in the way of our own Beaufort, who bars their victory (KM-BEA-06).
    """
    own, best = sight.my_heirs, champion(sight)
    substitute = beaufort(sight)
    if substitute and (substitute.crowned or _only_york(sight, substitute)):
        return own
    if best is None or len(own) < 2:
        return []
    if best.crowned:
        return [heir for heir in own if heir is not best]
    if best.rank == 1 or _hurried(sight):
        return [heir for heir in own if heir.house != best.house]
    return []


def _hurried(sight: Sight) -> bool:
    """Say whether the two rounds with both houses are nearly over (KM-ROY-04)."""
    until = next(f.both_until for f in sight.view.factions if f.seat == sight.seat)
    return bool(until) and until - sight.view.turn <= len(sight.view.order)


def bishops(nobles: Sequence[NobleView]) -> list[str]:
    """Return the bishop cards of these nobles."""
    cards = current().cards
    return [c for noble in nobles for c in noble.awards if cards[c].kind == BISHOP]


def enough(found: Sequence[str]) -> bool:
    """Say whether bishops can crown: an archbishop, or two of any (KM-COR-02)."""
    return len(found) > 1 or any(current().cards[card].archbishop for card in found)


def beaufort(sight: Sight) -> NobleView | None:
    """Return our Beaufort if he stands for Lancaster, all heirs of that house being dead."""
    noble = sight.nobles.get(current().substitute)
    mine = noble is not None and noble.seat == sight.seat and not noble.captor
    living = any(heir.house == LANCASTER for heir in sight.heirs)
    return noble if mine and not living else None


def _only_york(sight: Sight, substitute: NobleView) -> bool:
    """Say whether our Beaufort is nearer to victory than all the heirs alive, who are ours."""
    ours = all(heir.seat == sight.seat for heir in sight.heirs)
    return ours and bool(substitute.square) and enough(bishops(sight.mine))


def may_be_crowned(sight: Sight) -> HeirView | NobleView | None:
    """Return our claimant whom only place and bishops hinder from the crown, if there is one."""
    ready = [heir for heir in sight.my_heirs if heir.rank == 1 and not heir.crowned]
    best = max(ready, key=_claim, default=None)
    substitute = beaufort(sight)
    if best is None and substitute and not substitute.crowned and not sight.my_heirs:
        return substitute
    return best


def leader(sight: Sight) -> str:
    """Return the other seat that is nearest to victory, or ''."""
    best = ""
    most = 0.0
    for faction in sight.view.factions:
        if faction.seat == sight.seat:
            continue
        held = champion(sight, faction.seat)
        claim = (CROWNED if held.crowned else SENIOR if held.rank == 1 else JUNIOR) if held else 0
        score = claim + faction.plain / 10
        if score > most:
            best, most = faction.seat, score
    return best


def wins_by(sight: Sight, seat: str) -> bool:
    """Say whether a seat has won as soon as all heirs but its own are dead."""
    others = [heir for heir in sight.heirs if heir.seat != seat]
    held = champion(sight, seat)
    return held is not None and held.crowned and len(others) <= 1

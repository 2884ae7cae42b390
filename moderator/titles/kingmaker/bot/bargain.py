"""A trade between two bots that have written to each other about their cards."""

from __future__ import annotations

from moderator.engine import Bargain
from moderator.titles.kingmaker.components.cards import MERCENARY, TRANSFERABLE, WRIT
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.view import View


def bargain(mine: View, other: View) -> Bargain | None:
    """Return a trade of cards out of hands; None where one of them has nothing (KM-GIF-01).

    Mercenaries are not given away.
    """
    gives, wants = _stock(mine), _stock(other)
    if not gives or not wants or gives[0] == wants[0]:
        return None
    offer = f"offer {gives[0]} to {other.seat} for {wants[0]}"
    return Bargain(gives[0], offer, f"when trade by {mine.seat}: accept")


def _stock(view: View) -> list[str]:
    known = current()
    kinds = TRANSFERABLE - {MERCENARY}
    found = [known.cards[card].word for card in view.hand if known.cards[card].kind in kinds]
    if any(known.events[card].kind == WRIT for card in view.kept):
        found.append("1 writ")
    return found

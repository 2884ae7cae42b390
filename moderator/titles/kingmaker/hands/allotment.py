"""Which noble may take which Crown card (KM-SEQ-10, KM-PRE-11, KM-FAC-09, KM-TWN-05)."""

from __future__ import annotations

from dataclasses import replace

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.cards import NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.position.forces import card_troops, room, under_siege, walled_place
from moderator.titles.kingmaker.position.officers import has_title, office_of
from moderator.titles.kingmaker.state import State


def check_takes(state: State, noble: str, card: str) -> None:
    """Raise `Illegal` unless *noble* may be given *card* where he is now."""
    printed, who = current().cards[card], state.nobles[noble]
    name = current().cards[noble].name
    if printed.kind == NOBLE:
        raise Illegal(f"{printed.name} is a Noble: he is played in a castle", ("KM-SEQ-08",))
    if who.captor:
        raise Illegal(f"{name} is a captive", ("KM-CAP-01",))
    if printed.kind == TITLE and has_title(state, noble):
        raise Illegal(f"{name} has a title already", ("KM-PRE-11", "KM-EXC-03"))
    if printed.kind == OFFICE and not has_title(state, noble):
        raise Illegal(f"{name} has no title, and an office needs one", ("KM-CRO-04",))
    if printed.kind == OFFICE and office_of(state, noble):
        raise Illegal(f"{name} has an office already", ("KM-PRE-11", "KM-EXC-03"))
    if not printed.troops and not printed.bonus:
        return
    if under_siege(state, noble):
        raise Illegal(f"{name} is under siege: no card with troops reaches him", ("KM-FAC-09",))
    if who.aboard:
        raise Illegal(f"{name} is at sea: no card with troops reaches him", ("KM-FAC-09",))
    place = walled_place(who)
    left = room(state, place) if place else None
    more = card_troops(card, who.square)
    if left is not None and more > left:
        where = current().board.places[place].name
        why = f"{where} has room for {max(left, 0)} troops more, and {printed.name} brings {more}"
        raise Illegal(why, ("KM-TWN-05",))


def takes(state: State, noble: str, card: str) -> bool:
    """Say whether *noble* may be given *card* where he is now."""
    try:
        check_takes(state, noble, card)
    except Illegal:
        return False
    return True


def having(state: State, noble: str, card: str) -> State:
    """Return a position in which *noble* has *card* too, to see what he may still take."""
    who = replace(state.nobles[noble], awards=[*state.nobles[noble].awards, card])
    return replace(state, nobles={**state.nobles, noble: who})

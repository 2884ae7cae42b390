"""A faction: its nobles and their awards, and where these may go by right (KM-FAC)."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.titles.kingmaker.cards import OFFICE, TITLE
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.forces import card_troops, new_force, room, strength
from moderator.titles.kingmaker.holding import closed, insiders
from moderator.titles.kingmaker.state import Heir, Noble, State


def nobles_of(state: State, seat: str) -> list[Noble]:
    """Return the nobles whom a faction commands; captives do nothing (KM-FAC-03)."""
    return [noble for noble in state.nobles.values() if noble.seat == seat and not noble.captor]


def heirs_of(state: State, seat: str) -> list[Heir]:
    """Return the living heirs whom a faction controls."""
    return [heir for heir in state.heirs.values() if heir.seat == seat and heir.alive]


def by_strength(state: State, nobles: Iterable[Noble]) -> list[Noble]:
    """Return nobles by falling strength, those equal in the order given."""
    return sorted(nobles, key=lambda noble: -strength(state, noble.id))


def has_title(noble: Noble) -> bool:
    """Say whether a noble has a title, printed or awarded (KM-PRE-11)."""
    cards = current().cards
    return bool(cards[noble.id].title) or any(cards[id_].kind == TITLE for id_ in noble.awards)


def office_of(noble: Noble) -> str:
    """Return the office card of a noble, or ''."""
    cards = current().cards
    return next((id_ for id_ in noble.awards if cards[id_].kind == OFFICE), "")


def chancellor(state: State) -> Noble | None:
    """Return the noble who is Chancellor of England."""
    return next((noble for noble in state.nobles.values() if "chancellor" in noble.awards), None)


def welcome(state: State, seat: str, place: str) -> bool:
    """Say whether a faction's nobles may enter a place by right: never one under siege."""
    return place not in state.sieges and not closed(state, place, seat)


def harbours(state: State, seat: str, port: str) -> bool:
    """Say whether a faction's ship may run into a port by right (KM-MOV-11, KM-EXP-04)."""
    return not closed(state, port, seat)


def fits(state: State, place: str, nobles: Iterable[str]) -> bool:
    """Say whether a place has room for nobles who come from elsewhere (KM-TWN-05)."""
    left = room(state, place)
    square = current().board.places[place].square
    coming = [noble for noble in nobles if state.nobles[noble].place != place]
    return left is None or sum(_there(state, noble, square) for noble in coming) <= left


def cut_off(state: State, counter: Noble | Heir) -> str:
    """Return why no event reaches a counter: 'sea', 'siege' or 'island'; '' if it does.

    KM-EVT-12, KM-EVT-19.
    """
    if counter.aboard:
        return "sea"
    if counter.place in state.sieges:
        return "siege"
    return "island" if current().board.squares[counter.square].island else ""


def fellows(state: State, counter: Noble | Heir) -> list[Noble]:
    """Return the faction's other nobles in the same place, open area or ships (KM-MOV-05)."""
    return [
        other
        for other in nobles_of(state, counter.seat)
        if other is not counter and _spot(other) == _spot(counter)
    ]


def heirs_with(state: State, noble: Noble) -> list[Heir]:
    """Return the heirs whom a noble accompanies (KM-MOV-05)."""
    return [heir for heir in heirs_of(state, noble.seat) if _spot(heir) == _spot(noble)]


def put(state: State, counters: Iterable[Noble | Heir], square: str, place: str) -> None:
    """Set counters of one faction down together, out of an event, Parliament or a hand.

    They are a force of their own, unless nobles of theirs are in the place (KM-STA-03).
    """
    moved = list(counters)
    there = (
        [
            state.nobles[noble]
            for noble in insiders(state, place)
            if state.nobles[noble].seat == moved[0].seat and state.nobles[noble] not in moved
        ]
        if place and current().board.places[place].walled
        else []
    )
    force = there[0].force if there else new_force(state)
    for counter in moved:
        counter.square, counter.place, counter.aboard = square, place, []
        counter.force = force if counter.seat else 0


def _spot(counter: Noble | Heir) -> tuple[str, str, tuple[str, ...]]:
    """Return where a counter is; an unfortified town is part of the open (KM-TWN-02)."""
    place = counter.place
    walled = place and current().board.places[place].walled
    return counter.square, place if walled else "", tuple(counter.aboard)


def _there(state: State, noble: str, square: str) -> int:
    """Return a noble's strength as if he stood in *square*."""
    bound = state.turn.bound
    awards = [card for card in state.nobles[noble].awards if card not in bound]
    return sum(card_troops(card, square) for card in (noble, *awards))

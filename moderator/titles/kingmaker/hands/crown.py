"""Crown cards: playing them out of a hand, and 6) the Crown Deck Phase (KM-SEQ-07 to KM-SEQ-14)."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.engine import Illegal, OneOf, Table
from moderator.titles.kingmaker.components.cards import NOBLE, ROYAL_CASTLE, TOWN
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import land_distances
from moderator.titles.kingmaker.event_turn import Spot
from moderator.titles.kingmaker.events import (
    CardPlayed,
    ShipPlaced,
)
from moderator.titles.kingmaker.hands.allotment import check_takes
from moderator.titles.kingmaker.position.forces import room
from moderator.titles.kingmaker.position.holding import holder, nobles_of
from moderator.titles.kingmaker.position.removal import tell_places
from moderator.titles.kingmaker.position.stacking import set_down
from moderator.titles.kingmaker.state import Noble, Ship, State

RULES = ("KM-SEQ-08", "KM-SEQ-10", "KM-SEQ-12")
KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Play:
    """A card out of a hand: a Noble to a spot, or another card to a noble."""

    card: str
    noble: str = ""
    spot: Spot = ("", "")


def homes(state: State, seat: str, noble: str) -> list[Spot]:
    """Return where a Noble can be played, the default first (KM-SEQ-08, KM-SEQ-09).

    One of his castles; if all are unfriendly or besieged, the nearest friendly place with room;
    if there is none, the open of a castle's square.
    """
    board, castles = current().board, current().cards[noble].places
    own = [castle for castle in castles if holder(state, castle) in {"", seat}]
    found = [castle for castle in own if _takes_in(state, castle, noble)]
    if found:
        return [(board.places[castle].square, castle) for castle in found]
    starts = [land_distances(board, board.places[castle].square) for castle in castles]
    away = {
        place.id: min(start[place.square] for start in starts if place.square in start)
        for place in board.places.values()
        if holder(state, place.id) == seat
        and _takes_in(state, place.id, noble)
        and any(place.square in start for start in starts)
    }
    if away:
        near = sorted(place for place in away if away[place] == min(away.values()))
        return [(board.places[place].square, place) for place in near]
    return [(board.places[castle].square, "") for castle in castles]


def check_play(state: State, seat: str, noble: str, card: str) -> None:
    """Raise `Illegal` unless *noble* can be given *card* out of the hand of *seat*."""
    printed, turn = current().cards[card], state.turn
    who = state.nobles[noble]
    if who.seat != seat:
        raise Illegal(f"{current().cards[noble].name} is not yours", ("KM-FAC-03",))
    check_takes(state, noble, card)
    fight = state.fight
    fighting = [*fight.attackers, *fight.defenders] if fight else []
    if card in turn.traded and noble in {*turn.attacked, *turn.defended, *fighting}:
        why = f"{printed.name} was traded in this turn, and {current().cards[noble].name} fights"
        raise Illegal(why, ("KM-GIF-03",))
    if printed.kind in {TOWN, ROYAL_CASTLE}:
        for place in printed.places:
            if state.captured.get(place, seat) != seat:
                why = f"{printed.name} is held by {state.captured[place]}"
                raise Illegal(why, ("KM-GIF-06",))


def plays(state: State, seat: str) -> dict[str, Play]:
    """Return every play out of a hand that is legal now, as orders write it."""
    return _sorted_out(state, seat)[0]


def choices(state: State, seat: str) -> OneOf[Play | None]:
    """Return the plays of a hand, or `keep`; what is refused says why."""
    legal, refused = _sorted_out(state, seat)
    return OneOf({KEEP: None, **legal}, refused, RULES)


def play(table: Table[State], seat: str, chosen: Play) -> None:
    """Carry out a play: it counts at once (KM-SEQ-13)."""
    state = table.state
    state.factions[seat].hand.remove(chosen.card)
    table.tell(CardPlayed(seat, chosen.card, chosen.noble, chosen.spot))
    if current().cards[chosen.card].kind == NOBLE:
        before = {place: holder(state, place) for place in current().cards[chosen.card].places}
        noble = Noble(chosen.card, seat)
        state.nobles[chosen.card] = noble
        set_down(state, [noble.id], *chosen.spot)
        tell_places(table, before, "card")
    else:
        take_up(table, chosen.noble, chosen.card)


def take_up(table: Table[State], noble: str, card: str) -> None:
    """Lay a card under a noble's: its places are held and its ships appear (KM-CRO, KM-SET-07)."""
    state, printed = table.state, current().cards[card]
    before = {place: holder(state, place) for place in printed.places}
    state.nobles[noble].awards.append(card)
    tell_places(table, before, "card")
    for ship in printed.ships:
        if ship not in state.ships:
            state.ships[ship] = Ship(ship, current().ships[ship].port)
            table.tell(ShipPlaced(ship, state.ships[ship].port))


def captor(state: State, card: str) -> str:
    """Return who has captured the place of a town card, '' for nobody (KM-EXC-10)."""
    printed = current().cards[card]
    if printed.kind not in {TOWN, ROYAL_CASTLE}:
        return ""
    return next((state.captured[p] for p in printed.places if p in state.captured), "")


def _takes_in(state: State, place: str, noble: str) -> bool:
    left = room(state, place)
    fits = left is None or current().cards[noble].troops <= left
    return place not in state.sieges and fits


def _sorted_out(state: State, seat: str) -> tuple[dict[str, Play], dict[str, str]]:
    legal: dict[str, Play] = {}
    refused: dict[str, str] = {}
    for card in state.factions[seat].hand:
        word = current().cards[card].word
        if current().cards[card].kind == NOBLE:
            for square, place in homes(state, seat, card):
                where = f"in {place}" if place else f"open {square}"
                legal[f"play {word} {where}"] = Play(card, spot=(square, place))
            continue
        for noble in nobles_of(state, seat):
            text = f"play {word} on {noble.id}"
            try:
                check_play(state, seat, noble.id, card)
            except Illegal as illegal:
                refused[text] = f"{illegal} ({', '.join(illegal.rules)})"
            else:
                legal.setdefault(text, Play(card, noble.id))
    return legal, {text: why for text, why in refused.items() if text not in legal}

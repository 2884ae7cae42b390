"""What must hold in every position: nothing lost, nothing doubled, nobody where none may be."""

from __future__ import annotations

from collections import Counter

from moderator.titles.kingmaker.components.board import OPEN_TOWN
from moderator.titles.kingmaker.components.cards import FREE_MOVE, OFFICE, PARLIAMENT, TITLE, WRIT
from moderator.titles.kingmaker.components.data import LANCASTER, current
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.position.holding import bearer, commander, holder
from moderator.titles.kingmaker.position.officers import CHANCELLOR
from moderator.titles.kingmaker.state import Heir, Noble, State

KEPT = {WRIT, FREE_MOVE, PARLIAMENT}


def audit(state: State) -> None:
    """Raise AssertionError, saying what is wrong, unless the position can be one of a game."""
    _crown_cards(state)
    _event_cards(state)
    _awards(state)
    for noble in state.nobles.values():
        _stands(state, noble)
    for heir in state.heirs.values():
        _stands(state, heir)
        _heir(state, heir)
    _crowns(state)
    _ships(state)
    _places(state)
    _sieges(state)
    assert set(state.winners) <= set(state.seats), "somebody won who does not play"


def _crown_cards(state: State) -> None:
    """Every Crown card is in exactly one place."""
    found = Counter([*state.crown_deck, *state.chancery, *state.nobles])
    for noble in state.nobles.values():
        found.update(noble.awards)
    for faction in state.factions.values():
        found.update([*faction.hand, *faction.dealt, *faction.laid])
    if state.parliament:
        found.update(state.parliament.drawn)
    double = [card for card, times in found.items() if times > 1]
    assert not double, f"{double[0]} is in two places"
    lost = current().cards.keys() ^ found.keys()
    assert not lost, f"{min(lost)} is lost, or no card"
    odd = [card for card in state.chancery if current().cards[card].kind not in {TITLE, OFFICE}]
    assert not odd, f"{odd[0]} is in Chancery (KM-CHA-01)"
    piled = {*state.crown_deck, *state.chancery}
    assert piled.issuperset(state.seen), "a card seen in a pile is not there any more"


def _event_cards(state: State) -> None:
    """Every Event card is in exactly one place, or is the one that is being carried out."""
    found = Counter([*state.event_deck, *state.event_discard])
    for seat, faction in state.factions.items():
        found.update(faction.kept)
        kinds = {current().events[card].kind for card in faction.kept}
        assert kinds <= KEPT, f"{seat} keeps a card that cannot be kept (KM-EVT-16)"
        if PARLIAMENT in kinds:
            officer = bearer(state, CHANCELLOR)
            own = officer and state.nobles[officer].seat == seat
            assert own, f"{seat} keeps a Parliament card without the Chancellor (KM-EVT-22)"
    double = [card for card, times in found.items() if times > 1]
    assert not double, f"{double[0]} is in two places"
    lost = current().events.keys() ^ found.keys()
    turned = {state.turn.event, state.fight.card if state.fight else ""}
    assert lost <= turned, f"{min(lost - turned)} is lost, or no card"


def _awards(state: State) -> None:
    cards = current().cards
    for noble in state.nobles.values():
        kinds = Counter(cards[award].kind for award in noble.awards)
        titles = kinds[TITLE] + bool(cards[noble.id].title)
        assert titles < 2, f"{noble.id} has two titles (KM-PRE-11)"
        assert kinds[OFFICE] < 2, f"{noble.id} has two offices (KM-PRE-11)"
        assert kinds[OFFICE] <= titles, f"{noble.id} has an office without a title (KM-PRE-09)"
        assert noble.seat in state.seats, f"{noble.id} is nobody's"
        assert not noble.crowned or noble.id == current().substitute, f"{noble.id} is crowned"


def _stands(state: State, counter: Noble | Heir) -> None:
    """Check that a counter is on land or aboard, and in a place that lies in its square."""
    who, board = counter.id, current().board
    if isinstance(counter, Heir) and not counter.alive:
        return
    if counter.aboard:
        assert not counter.square, f"{who} is aboard and on land"
        assert not counter.place, f"{who} is aboard and in a place"
        seas = {state.ships[ship].sea for ship in counter.aboard if ship in state.ships}
        assert len(seas) == 1, f"{who} is aboard ships that are not together (KM-SEA-06)"
        assert "" not in seas, f"{who} stays on board in a port (KM-SEA-12)"
        return
    assert counter.square in board.squares, f"{who} is nowhere"
    if not counter.place:
        return
    assert board.places[counter.place].square == counter.square, f"{who}: place and square differ"
    if isinstance(counter, Noble) and not counter.captor and forces.walled_place(counter):
        free = board.places[counter.place].kind.id == OPEN_TOWN or holder(state, counter.place)
        assert free, f"{who} is inside {counter.place}, which is neutral (KM-FAC-05)"


def _heir(state: State, heir: Heir) -> None:
    if not heir.alive:
        assert not heir.seat, f"{heir.id} is dead and controlled"
        return
    if heir.seat:
        spot = heir.square, forces.walled_place(heir), heir.aboard
        near = [
            noble
            for noble in state.nobles.values()
            if noble.seat == heir.seat
            and not noble.captor
            and (noble.square, forces.walled_place(noble), noble.aboard) == spot
        ]
        assert near, f"{heir.id} is left alone (KM-MOV-05)"


def _crowns(state: State) -> None:
    """There is at most one King of a house, and Beaufort only after the three heirs."""
    data = current()
    kings = Counter(
        data.heirs[heir.id].house for heir in state.heirs.values() if heir.alive and heir.crowned
    )
    assert max(kings.values(), default=0) < 2, "a house has two Kings (KM-VIC-02)"
    substitute = state.nobles.get(data.substitute)
    if substitute and substitute.crowned:
        alive = [
            heir
            for heir in data.heirs.values()
            if heir.house == LANCASTER and state.heirs[heir.id].alive
        ]
        assert not alive, "Beaufort is King before his time (KM-BEA-01)"


def _ships(state: State) -> None:
    board = current().board
    for ship in state.ships.values():
        assert bool(ship.port) != bool(ship.sea), f"{ship.id} is in port and at sea, or nowhere"
        assert not ship.port or board.places[ship.port].port, f"{ship.id} is in no port"
        assert not ship.sea or ship.sea in board.seas, f"{ship.id} is in no sea square"
        assert commander(state, ship.id), f"{ship.id} is on the board and nobody's (KM-CTR-03)"
    for noble in state.nobles.values():
        for award in noble.awards:
            for named in current().cards[award].ships:
                assert named in state.ships, f"{named} is not on the board (KM-SET-07)"


def _places(state: State) -> None:
    board = current().board
    for place, seat in state.captured.items():
        assert board.places[place].kind.held, f"{place} cannot be held (KM-TER-12, KM-TER-13)"
        assert seat in state.seats, f"{place} is held by nobody here"
    for thing, noble in (*state.lent_places.items(), *state.lent_ships.items()):
        assert noble in state.nobles, f"{thing} is lent to {noble}, who is gone (KM-TRA-11)"
    for place in {noble.place for noble in state.nobles.values() if noble.place}:
        left = forces.room(state, place)
        assert left is None or left >= 0, f"{place} holds more than its limit (KM-TWN-05)"


def _sieges(state: State) -> None:
    for place, siege in state.sieges.items():
        square = current().board.places[place].square
        assert siege.nobles, f"{place} is besieged by nobody (KM-SIE-09)"
        for id_ in siege.nobles:
            noble = state.nobles.get(id_)
            assert noble is not None, f"{id_} besieges {place} and is gone (KM-SIE-09)"
            near = noble.seat == siege.seat and noble.square == square and forces.in_open(noble)
            assert near, f"{id_} besieges {place} from elsewhere (KM-SIE-09)"

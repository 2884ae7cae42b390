"""What nobles give to each other on the board (KM-TRA-01, 02, 06, 08 to 11)."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.chance.storms import passengers
from moderator.titles.kingmaker.components.cards import NOBLE, OFFICE, TITLE, TRANSFERABLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.events import PlaceChanged, Transferred
from moderator.titles.kingmaker.fighting.execution import note_houses
from moderator.titles.kingmaker.hands.allotment import check_takes
from moderator.titles.kingmaker.position.holding import commander, holder, nobles_of
from moderator.titles.kingmaker.position.removal import free_heirs, remove_ships, tell_places
from moderator.titles.kingmaker.position.stacking import companions
from moderator.titles.kingmaker.position.succession import house_of, king_of
from moderator.titles.kingmaker.state import Noble, State

LANCASTER = "lancaster"


@dataclass(frozen=True, slots=True)
class Transfer:
    """A card, heir, place or ship from noble to noble; a captured place from seat to seat."""

    thing: str
    giver: str
    receiver: str
    source: str = ""
    target: str = ""


def check_transfer(state: State, transfer: Transfer) -> None:
    """Raise `Illegal` unless the transfer is possible now (KM-TRA)."""
    thing = transfer.thing
    _check_unused(state, thing)
    if not transfer.source:
        _check_captured(state, transfer)
        return
    gone = {transfer.source, transfer.target} - state.nobles.keys()
    if gone:
        raise Illegal(f"{name(min(gone))} is not on the board", ("KM-TRA-01",))
    source, target = state.nobles[transfer.source], state.nobles[transfer.target]
    if source.seat != transfer.giver or source.captor:
        raise Illegal(f"{name(source.id)} is not yours", ("KM-FAC-03",))
    if source is target or target.captor or target.seat != transfer.receiver:
        raise Illegal("it passes to another free noble", ("KM-TRA-01",))
    if not _meet(state, source, target):
        why = f"{name(source.id)} and {name(target.id)} do not meet in one square"
        raise Illegal(why, ("KM-TRA-01",))
    if thing in state.heirs:
        _check_heir(state, source, target, thing)
    elif thing in source.awards:
        _check_card(state, source, target, thing)
    else:
        _check_named(state, source, thing)


def meeting(state: State, giver: str, receiver: str) -> str:
    """Return a noble of the receiver who is in one square with one of the giver, or ''."""
    squares = {noble.square for noble in nobles_of(state, giver) if noble.square}
    there = [noble.id for noble in nobles_of(state, receiver) if noble.square in squares]
    return there[0] if there else ""


def carry_out(table: Table[State], transfer: Transfer) -> None:
    """Pass the thing on: it changes hands at once, and cannot serve in this turn (KM-TRA-02)."""
    state, thing = table.state, transfer.thing
    if not transfer.source:
        state.captured[thing] = transfer.receiver
        table.tell(PlaceChanged(thing, transfer.giver, transfer.receiver, "gift"))
    elif thing in state.heirs:
        heir, target = state.heirs[thing], state.nobles[transfer.target]
        heir.seat, heir.force = target.seat, target.force
        heir.square, heir.place, heir.aboard = target.square, target.place, [*target.aboard]
    elif thing in state.nobles[transfer.source].awards:
        _pass_card(table, transfer)
    elif thing in state.ships:
        _keep_laden(state, [thing], transfer.giver, transfer.receiver)
        _lend(state.lent_ships, thing, transfer.target, current().ships[thing].card, state)
    else:
        before = {thing: holder(state, thing)}
        _lend(state.lent_places, thing, transfer.target, current().card_of[thing], state)
        tell_places(table, before, "gift")
    state.turn.bound.append(thing)
    table.tell(
        Transferred(thing, transfer.giver, transfer.receiver, transfer.source, transfer.target)
    )
    if thing in state.heirs:
        free_heirs(table)
        note_houses(table)
        decide(table)


def _check_unused(state: State, thing: str) -> None:
    served = {*state.turn.used, *state.turn.bound}
    if thing in served:
        raise Illegal(f"'{thing}' has served or been transferred in this turn", ("KM-TRA-02",))
    if thing in state.ships and thing in state.turn.moved:
        raise Illegal(f"{name(thing)} has been moved in this turn", ("KM-TRA-02",))
    card = current().cards.get(thing)
    if card and any(ship in state.turn.moved for ship in card.ships):
        raise Illegal(f"{card.name} has been moved in this turn", ("KM-TRA-02",))


def _check_captured(state: State, transfer: Transfer) -> None:
    """A captured place passes where a noble of each faction is in one square (KM-TRA-08)."""
    if state.captured.get(transfer.thing) != transfer.giver:
        raise Illegal(f"{name(transfer.thing)} is no place that you captured", ("KM-TRA-08",))
    if transfer.thing in state.sieges:
        raise Illegal(f"{name(transfer.thing)} is under siege", ("KM-TRA-08",))
    if not meeting(state, transfer.giver, transfer.receiver):
        why = f"no noble of yours is in one square with one of {transfer.receiver}"
        raise Illegal(why, ("KM-TRA-08",))


def _check_heir(state: State, source: Noble, target: Noble, heir: str) -> None:
    if heir not in companions(state, [source.id]):
        raise Illegal(f"{name(heir)} is not with {name(source.id)}", ("KM-TRA-01",))
    king = state.nobles.get(king_of(state, LANCASTER))
    if king and king.seat == target.seat and house_of(heir) != LANCASTER:
        raise Illegal("the faction of King Beaufort takes no heir of York", ("KM-BEA-03",))


def _check_card(state: State, source: Noble, target: Noble, card: str) -> None:
    printed = current().cards[card]
    if printed.kind == OFFICE:
        why = f"{printed.name} is an office: it passes in Parliament only"
        raise Illegal(why, ("KM-TRA-07",))
    if printed.kind not in TRANSFERABLE:
        raise Illegal(f"{printed.name} can never be transferred", ("KM-TRA-06",))
    places = set(printed.places) & {*state.turn.used, *state.turn.bound}
    if places:
        raise Illegal(f"{name(places.pop())} has served in this turn", ("KM-TRA-02",))
    for place in printed.places:
        if state.captured.get(place, source.seat) != source.seat:
            why = f"{printed.name} is held by {state.captured[place]}"
            raise Illegal(why, ("KM-GIF-06", "KM-TWN-06"))
    check_takes(state, target.id, card)


def _check_named(state: State, source: Noble, thing: str) -> None:
    """A place or ship named on a card that stays, or one that was so given (KM-TRA-09)."""
    data = current()
    lent = {**state.lent_places, **state.lent_ships}.get(thing)
    card = data.ships[thing].card if thing in state.ships else data.card_of.get(thing, "")
    bears = card == source.id or card in source.awards
    if lent != source.id and not (bears and lent is None):
        raise Illegal(f"{name(source.id)} has no {name(thing)} to give", ("KM-TRA-09",))
    if data.cards[card].kind not in {NOBLE, TITLE, OFFICE}:
        raise Illegal(f"{name(thing)} passes with its card", ("KM-TRA-01",))
    if thing in state.captured:
        why = f"{name(thing)} is held by capture"
        raise Illegal(why, ("KM-TRA-08", "KM-TWN-06"))
    if thing in state.sieges:
        raise Illegal(f"{name(thing)} is under siege", ("KM-TRA-01",))


def _meet(state: State, one: Noble, other: Noble) -> bool:
    """Say whether two nobles are in one square, and no siege is between them (KM-TRA-01)."""
    if one.aboard or other.aboard:
        return one.aboard == other.aboard
    apart = one.place != other.place and {one.place, other.place} & state.sieges.keys()
    return one.square == other.square and not apart


def _pass_card(table: Table[State], transfer: Transfer) -> None:
    state, printed = table.state, current().cards[transfer.thing]
    _keep_laden(state, printed.ships, transfer.giver, transfer.receiver)
    before = {place: holder(state, place) for place in printed.places}
    state.nobles[transfer.source].awards.remove(transfer.thing)
    state.nobles[transfer.target].awards.append(transfer.thing)
    tell_places(table, before, "gift")
    remove_ships(table)


def _keep_laden(state: State, ships: tuple[str, ...] | list[str], giver: str, taker: str) -> None:
    """A ship with passengers stays with her former owner until she touches port (KM-SEA-15)."""
    for ship in ships:
        laden = ship in state.ships and passengers(state, [ship])
        if laden and giver != taker and commander(state, ship) == giver:
            state.ships[ship].kept_by = giver


def _lend(lent: dict[str, str], thing: str, target: str, card: str, state: State) -> None:
    """Note the gift; what comes back to the noble with the card is no gift any more."""
    owner = state.nobles[target]
    if card == target or card in owner.awards:
        lent.pop(thing, None)
    else:
        lent[thing] = target

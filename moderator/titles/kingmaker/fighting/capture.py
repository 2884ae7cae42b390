"""Heirs and nobles captured, and what passes to the victor (KM-ROY-01, KM-CAP, KM-TRA-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from moderator.engine import Table
from moderator.titles.kingmaker.asking.brief import Brief
from moderator.titles.kingmaker.asking.conditions import holds
from moderator.titles.kingmaker.components.cards import ROYAL_CASTLE, TOWN, TRANSFERABLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import HeirCaptured, PlaceChanged, Spoils
from moderator.titles.kingmaker.fighting.execution import both_until, execute_heir, note_houses
from moderator.titles.kingmaker.fighting.spoils import Division
from moderator.titles.kingmaker.position.forces import new_force, room, strength
from moderator.titles.kingmaker.position.holding import bearer, holder
from moderator.titles.kingmaker.position.removal import remove_ships, return_cards
from moderator.titles.kingmaker.position.stacking import fellows
from moderator.titles.kingmaker.state import State


def take_heirs(table: Table[State], seat: str, heirs: Iterable[str], by: str) -> list[str]:
    """Give these heirs to *seat*, with noble *by* where they stand; return those captured."""
    state = table.state
    taken: list[str] = []
    for id_ in heirs:
        heir = state.heirs[id_]
        if not heir.alive or heir.seat == seat:
            continue
        table.tell(HeirCaptured(id_, seat, (heir.square, heir.place), heir.seat))
        noble = state.nobles[by]
        heir.seat, heir.force, heir.place = seat, noble.force, noble.place
        taken.append(id_)
    if taken:
        note_houses(table)
    return taken


def capture_after_move(table: Table[State], nobles: Sequence[str]) -> list[str]:
    """Capture the heirs whom one faction's nobles find where their move ends (KM-ROY-01).

    An heir whom another player's nobles accompany is not captured so (KM-ROY-02).
    """
    state = table.state
    taken: list[str] = []
    for id_ in nobles:
        noble = state.nobles[id_]
        if not noble.square or noble.captor:
            continue
        here = [
            heir.id
            for heir in state.heirs.values()
            if heir.alive
            and heir.seat != noble.seat
            and heir.square == noble.square
            and _same_spot(state, heir.id, id_)
            and not (heir.seat and fellows(state, heir.id))
        ]
        taken += take_heirs(table, noble.seat, here, id_)
    return taken


def _same_spot(state: State, heir: str, noble: str) -> bool:
    places = current().board.places
    one, other = state.heirs[heir].place, state.nobles[noble].place
    return (one if one and places[one].walled else "") == (
        other if other and places[other].walled else ""
    )


async def ask_captured(table: Table[State], seat: str, heirs: Sequence[str]) -> None:
    """Let the captor's standing orders execute heirs at once; nobody is waited for (D-CAP-3)."""
    for heir in heirs:
        if not table.state.heirs[heir].alive or table.state.heirs[heir].seat != seat:
            continue
        die, live = f"execute {heir}", f"keep {heir}"
        executed = await table.ask(
            seat,
            "captured",
            Brief({die: True, live: False}, {"execute": die, "keep": live}, ("KM-ROY-03",)),
            default=live,
            pace="now",
            rules=("KM-ROY-03",),
            holds=holds(table.state, seat),
            own_turn=seat == table.state.turn.seat,
            heir=heir,
            of=heir,
            house=current().heirs[heir].house,
            until=both_until(table.state, seat),
        )
        if executed:
            execute_heir(table, seat, heir)


def controllers(state: State) -> dict[str, str]:
    """Return who controls each heir now, '' for nobody."""
    return {heir.id: heir.seat for heir in state.heirs.values()}


async def ask_new_captors(table: Table[State], before: Mapping[str, str]) -> None:
    """Ask about the heirs who have changed hands since *before*, each his captor (D-CAP-3)."""
    for heir, seat in controllers(table.state).items():
        if seat and seat != before[heir]:
            await ask_captured(table, seat, [heir])


def take_nobles(state: State, seat: str, captives: Iterable[str]) -> None:
    """Make nobles captives of *seat* where they are (KM-BAT-05, KM-SIE-08)."""
    for id_ in captives:
        state.nobles[id_].captor, state.nobles[id_].force = seat, 0


async def share_spoils(
    table: Table[State], seat: str, captives: Sequence[str], victors: Sequence[str], to: str = ""
) -> None:
    """Give the transferable cards of captives to *victors* (KM-TRA-03, KM-TRA-10).

    *to* is the victor who gets all; '' asks where there is a choice (D-COM-8).  If no victor
    has survived the cards go under the Crown deck (KM-TRA-04).
    """
    state = table.state
    won = {id_: spoils_of(state, id_) for id_ in captives}
    cards = [card for each in won.values() for card in each]
    given = await _divide(table, seat, cards, victors, to) if cards and victors else []
    for id_, lost in won.items():
        awards = state.nobles[id_].awards
        state.nobles[id_].awards = [card for card in awards if card not in lost]
        if lost and not victors:
            return_cards(table, id_, lost)
    for card, noble in given:
        state.nobles[noble].awards.append(card)
        _make_room(state, noble)
    if given:
        table.tell(Spoils(seat, ", ".join(captives), tuple(given)))
    remove_ships(table)


def spoils_of(state: State, noble: str) -> list[str]:
    """Return the cards of a captive that pass to the victor (KM-TRA-03)."""
    cards = current().cards
    return [card for card in state.nobles[noble].awards if cards[card].kind in TRANSFERABLE]


def _make_room(state: State, noble: str) -> None:
    """Put a noble whom spoils have made too strong for his place outside (KM-TWN-05)."""
    place = state.nobles[noble].place
    left = room(state, place) if place else None
    if left is not None and left < 0:
        state.nobles[noble].place, state.nobles[noble].force = "", new_force(state)


async def _divide(
    table: Table[State], seat: str, cards: Sequence[str], victors: Sequence[str], to: str
) -> list[tuple[str, str]]:
    state = table.state
    best = max(victors, key=lambda noble: strength(state, noble))
    if to in victors or len(victors) == 1:
        return [(card, to if to in victors else best) for card in cards]
    return await table.ask(
        seat,
        "spoils",
        Division(tuple(cards), tuple(victors), best),
        default=f"all to {best}",
        pace="reply",
        rules=("KM-TRA-04",),
        own_turn=False,
        cards=len(cards),
        captured=", ".join(current().cards[card].word for card in cards),
        victors=", ".join(f"{noble} {strength(state, noble)}" for noble in victors),
        at=state.nobles[best].square,
    )


def take_place(table: Table[State], seat: str, place: str, killed: Sequence[str] = ()) -> None:
    """Give a place that has fallen to the faction of its captors (KM-SIE-16, KM-TRA-05).

    Its card passes unless it is that of one of the *killed*: those go to the decks (KM-KIL-01).
    """
    state, data = table.state, current()
    state.sieges.pop(place, None)
    if not data.board.places[place].kind.held:
        return
    old = holder(state, place)
    state.lent_places.pop(place, None)
    state.captured.pop(place, None)
    card = data.card_of.get(place, "")
    owner = bearer(state, card) if card else ""
    if not owner or state.nobles[owner].seat != seat:
        state.captured[place] = seat
        loose = card and owner not in killed
        if loose and data.cards[card].kind in {TOWN, ROYAL_CASTLE}:
            _lay(table, seat, card, owner)
    table.tell(PlaceChanged(place, old, seat, "capture"))


def _lay(table: Table[State], seat: str, card: str, owner: str) -> None:
    """Lay the card of a captured town before its captor, by itself."""
    factions = table.state.factions
    laid = next((other for other, faction in factions.items() if card in faction.laid), "")
    if owner:
        table.state.nobles[owner].awards.remove(card)
    elif laid:
        factions[laid].laid.remove(card)
    else:
        return
    factions[seat].laid.append(card)
    table.tell(Spoils(seat, owner, ((card, ""),)))

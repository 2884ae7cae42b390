"""Raids and revolts: nobles and ships called to places (KM-EVT-08 to KM-EVT-15)."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.engine import Fact, Table
from moderator.titles.kingmaker.asking.choosing import Choice, settle
from moderator.titles.kingmaker.chance.storms import drive, passengers
from moderator.titles.kingmaker.components.cards import EventCard
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import land_distances
from moderator.titles.kingmaker.events import Called, NotCalled
from moderator.titles.kingmaker.fighting.capture import capture_after_move
from moderator.titles.kingmaker.position.forces import by_strength, strength, total
from moderator.titles.kingmaker.position.holding import bearer, holder
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.position.stacking import (
    companions,
    cut_off,
    fellows,
    set_down,
    spot_for,
    spot_of,
)
from moderator.titles.kingmaker.state import Noble, State

SUMMONS = ("KM-EVT-10", "KM-EVT-13")
FOLLOW = ("KM-EVT-11", "KM-MOV-05")
STAYS = ""


async def raid(table: Table[State], card: EventCard) -> None:
    """Send everybody named to the place named for him; ships respond from anywhere."""
    state = table.state
    calls = _calls(table, card)
    goals = await settle(
        table, "summons", [_summons(state, noble, to) for noble, to in calls.items()], SUMMONS
    )
    leaving = {noble: place for noble, place in goals.items() if noble in state.nobles}
    moving = {noble: to for noble, to in leaving.items() if not _there(state, noble, to)}
    heirs = await settle(table, "follow", _follow(state, moving), FOLLOW)
    by = {noble: calls[noble][place] for noble, place in goals.items()}
    for noble, place in moving.items():
        with_him = [heir for heir, goes in heirs.items() if goes == noble]
        send(table, state.nobles[noble], place, with_him, by[noble])
    ships = {who: to for who, to in card.calls if who in state.ships}
    await drive(
        table, {ship: to for ship, to in ships.items() if _elsewhere(state, ship, to)}, False
    )
    settle_sieges(table)


def send(table: Table[State], noble: Noble, place: str, heirs: list[str], by: str) -> None:
    """Move a noble, and heirs with him, at once, whatever lies between."""
    state = table.state
    goal = spot_for(state, noble.seat, place, [noble.id])
    table.tell(Called(noble.seat, noble.id, by, spot_of(noble), goal))
    for heir in heirs:
        table.tell(Called(noble.seat, heir, f"with {noble.id}", spot_of(state.heirs[heir]), goal))
    set_down(state, [noble.id, *heirs], *goal)
    capture_after_move(table, [noble.id])


def _calls(table: Table[State], card: EventCard) -> dict[str, dict[str, str]]:
    """Return for each noble who is called: the places, and by which name he is called there."""
    state = table.state
    calls: dict[str, dict[str, str]] = {}
    for who, place in card.calls:
        noble = None if who in state.ships else state.nobles.get(bearer(state, who))
        if noble is None or noble.captor:
            continue
        why = cut_off(state, noble)
        if not why:
            calls.setdefault(noble.id, {}).setdefault(place, who)
        elif noble.id not in calls:
            table.tell(NotCalled(noble.id, why))
    return calls


def _summons(state: State, noble: str, places: Mapping[str, str]) -> Choice:
    """Return where a noble may go: a friendly place first, then the nearest (D-EVT-3)."""
    counter, board = state.nobles[noble], current().board
    far = land_distances(board, counter.square)
    away = {place: far.get(board.places[place].square, len(board.squares)) for place in places}
    order = sorted(places, key=lambda place: (holder(state, place) != counter.seat, away[place]))
    nearest = min(order, key=lambda place: away[place])
    tags = {
        f"{noble} to {place}": (
            place,
            *(("friendly",) if holder(state, place) == counter.seat else ()),
            *(("nearest",) if place == nearest else ()),
        )
        for place in order
    }
    facts = {
        "of": noble,
        "places": ", ".join(f"{place} ({holder(state, place) or 'nobody'})" for place in order),
        "there": ", ".join(
            f"{other.id} at {place} {strength(state, other.id)}"
            for place in order
            for other in state.nobles.values()
            if other.id != noble and other.square == board.places[place].square
        ),
    }
    options = {f"{noble} to {place}": place for place in order}
    return Choice(counter.seat, noble, options, facts, tags)


def _follow(state: State, leaving: Mapping[str, str]) -> list[Choice]:
    """Return for each heir with somebody called whether he goes: he must if he would be alone.

    *leaving* are the places to which nobles go.
    """
    found: dict[str, list[str]] = {}
    for noble in leaving:
        for heir in companions(state, [noble]):
            found.setdefault(heir, []).append(noble)
    choices: list[Choice] = []
    for id_, called in found.items():
        staying = [noble for noble in fellows(state, id_) if noble not in leaving]
        options = {f"{id_} stays": STAYS} if staying else {}
        tags: dict[str, tuple[str, ...]] = {f"{id_} stays": ("stay", "stays")}
        for noble in by_strength(state, called):
            text = f"{id_} goes with {noble}"
            options[text], tags[text] = noble, ("go", "goes", f"goes with {noble}", noble)
        first = next(text for text, goes in options.items() if goes)
        facts: dict[str, Fact] = {
            "of": id_,
            "staying": total(state, staying),
            "going": total(state, called),
            "who_stays": ", ".join(staying),
            "who_goes": ", ".join(f"{noble} to {leaving[noble]}" for noble in called),
        }
        short = {f"{id_} goes": first, f"{id_} go": first}
        choices.append(Choice(state.heirs[id_].seat, id_, options, facts, tags, short))
    return choices


def _there(state: State, noble: str, place: str) -> bool:
    """Say whether a noble stands already where he would be sent."""
    counter = state.nobles[noble]
    return spot_of(counter) in {
        spot_for(state, counter.seat, place, [noble]),
        (current().board.places[place].square, place),
    }


def _elsewhere(state: State, ship: str, port: str) -> bool:
    return state.ships[ship].port != port or bool(passengers(state, [ship]))

"""The parts of the game as data: cards, ships, heirs, votes, the board, arms and the ledger.

Each file stands beside this module; a club that owns the printed game lays its own folder over
ours, file by file.  Wrong data is a ValueError with file and name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from moderator.engine import Rule
from moderator.titles.kingmaker.components.board import CASTLE, Board, board_from
from moderator.titles.kingmaker.components.board_check import check_board
from moderator.titles.kingmaker.components.cards import (
    NOBLE,
    SHIP,
    Area,
    Card,
    EventCard,
    ShipCounter,
    check_crown,
    check_events,
    crown_cards,
    event_cards,
    ship_counters,
)
from moderator.titles.kingmaker.components.heraldry import Arms, Rose, arms, roses
from moderator.titles.kingmaker.components.reading import OURS, count, drawing, ledger, tables

__all__ = ["OURS", "Data", "RoyalHeir", "Votes", "current", "load", "use"]

LANCASTER, YORK = "lancaster", "york"


@dataclass(frozen=True, slots=True)
class RoyalHeir:
    """An heir as printed on his counter (KM-SET-01, KM-SET-02, KM-SHO-05)."""

    id: str
    words: tuple[str, ...]
    name: str
    house: str
    start: str
    short_start: str
    crowned: bool


@dataclass(frozen=True, slots=True)
class Votes:
    """Votes besides those on the cards, as (Commons, Lords) (KM-SHO-08 to KM-SHO-16)."""

    sole_king: tuple[int, int]
    senior_heir: tuple[int, int]
    places: Mapping[str, int]
    """In Commons, by kind of place."""
    without: frozenset[str]
    """Places that have none."""


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """Everything above, checked; equal only to itself, so that it can key a cache."""

    cards: Mapping[str, Card]
    """The Crown deck, by id."""
    areas: Mapping[str, Area]
    ships: Mapping[str, ShipCounter]
    events: Mapping[str, EventCard]
    """The Event deck, by id."""
    heirs: Mapping[str, RoyalHeir]
    """Lancaster, then York, each in the line of succession (KM-VIC-04, KM-VIC-05)."""
    substitute: str
    """The noble who may be crowned for Lancaster (KM-BEA-01)."""
    votes: Votes
    board: Board
    card_of: Mapping[str, str]
    """Place to the Crown card that names it; places that no card names are absent."""
    arms: Mapping[str, Arms]
    roses: Mapping[str, Rose]
    deal: int
    """Crown cards dealt (KM-PRE-05)."""
    rules: Mapping[str, Rule]


def load(folders: Sequence[Path] = ()) -> Data:
    """Return the checked data; a file in a later folder replaces that of an earlier one.

    Raises ValueError naming the file and the entry that is wrong.
    """
    crown = tables("cards.toml", folders)
    holdings = tables("holdings.toml", folders)
    shipping = tables("ships.toml", folders)
    happenings = tables("events.toml", folders)
    royals = tables("heirs.toml", folders)
    houses = tables("votes.toml", folders)
    facts = tables("board.toml", folders)
    blazon = tables("heraldry.toml", folders)
    try:
        cards = crown_cards(crown, holdings["holdings"])
        board = board_from(drawing("board.json", folders), facts)
        data = Data(
            cards,
            _areas(crown, board),
            ship_counters(shipping, cards),
            event_cards(happenings),
            _heirs(royals),
            next(iter(royals["substitute"])),
            _votes(houses),
            board,
            {place: card.id for card in cards.values() for place in card.places},
            arms(blazon, (card.id for card in cards.values() if card.kind == NOBLE)),
            roses(blazon),
            count(crown, "deal"),
            _rules(ledger("rules.toml", folders)),
        )
        check_crown(crown, cards)
        check_events(happenings, data.events, cards)
        check_board(board, facts)
        castles = count(holdings, "castles")
        totals = count(houses, "commons"), count(houses, "lords")
    except (KeyError, TypeError) as error:
        raise ValueError(f"Kingmaker's data: an entry lacks or misspells {error}") from error
    _check_holdings(data, holdings["holdings"], castles)
    _check_heirs(data)
    _check_calls(data)
    _check_votes(data, *totals)
    return data


_folders: list[Path] = []


def use(folders: Sequence[Path]) -> None:
    """Lay these folders over our own data from now on; raise ValueError if they are wrong."""
    load(folders)
    _folders[:] = folders
    current.cache_clear()


@cache
def current() -> Data:
    """Return the data in use."""
    return load(_folders)


def _areas(read: Mapping[str, Any], board: Board) -> dict[str, Area]:
    known = {region for square in board.squares.values() for region in square.regions}
    areas: dict[str, Area] = {}
    for id_, entry in read["areas"].items():
        named, regions = set(entry.get("squares", ())), set(entry.get("regions", ()))
        if not named <= board.squares.keys() or not regions <= known or not named | regions:
            raise ValueError(f"cards.toml: area {id_}: unknown squares or regions")
        inside = {square.id for square in board.squares.values() if square.regions & regions}
        areas[id_] = Area(id_, entry["name"], frozenset(named | inside))
    return areas


def _heirs(read: Mapping[str, Any]) -> dict[str, RoyalHeir]:
    return {
        id_: RoyalHeir(
            id_,
            (id_, *entry["also"]),
            entry["name"],
            entry["house"],
            entry["start"],
            entry["short"],
            entry["crowned"],
        )
        for id_, entry in read["heirs"].items()
    }


def _votes(read: Mapping[str, Any]) -> Votes:
    king, heir = read["votes"]["sole king"], read["votes"]["senior heir"]
    return Votes(
        (king["commons"], king["lords"]),
        (heir["commons"], heir["lords"]),
        {kind: entry["commons"] for kind, entry in read["places"].items()},
        frozenset(read["none"]),
    )


def _rules(read: Mapping[str, Any]) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for entry in read["rule"]:
        rule = Rule(**{key: value.strip() for key, value in entry.items()})
        if rule.id in rules:
            raise ValueError(f"rules.toml: {rule.id} stands twice")
        rules[rule.id] = rule
    return rules


def _check_holdings(data: Data, holdings: Sequence[Mapping[str, Any]], castles: int) -> None:
    words = {card.word for card in data.cards.values()}
    for holding in holdings:
        if holding["card"] not in words:
            raise ValueError(f"holdings.toml: there is no card '{holding['card']}'")
    held = Counter(place for card in data.cards.values() for place in card.places)
    for place, times in held.items():
        if place not in data.board.places or not data.board.places[place].kind.held:
            raise ValueError(f"holdings.toml: '{place}' is no place that can be held")
        if times > 1:
            raise ValueError(f"holdings.toml: {place} is held by {times} cards")
    found = [place for place in held if data.board.places[place].kind.id == CASTLE]
    if len(found) != castles:
        raise ValueError(f"holdings.toml: {len(found)} castles are held, not {castles} (KM-SET-06)")
    for card in data.cards.values():
        if card.kind == NOBLE and not card.places:
            raise ValueError(f"holdings.toml: {card.id} has no castle (KM-SET-05)")
        if card.kind == SHIP and not card.ships:
            raise ValueError(f"holdings.toml: {card.id} names no ship (KM-CRO-08)")
    for ship in data.ships.values():
        if ship.port not in data.board.places or not data.board.places[ship.port].port:
            raise ValueError(f"ships.toml: {ship.id}: '{ship.port}' is no port")


def _check_heirs(data: Data) -> None:
    for heir in data.heirs.values():
        if heir.house not in {LANCASTER, YORK}:
            raise ValueError(f"heirs.toml: {heir.id}: unknown house '{heir.house}'")
        for start in (heir.start, heir.short_start):
            if start not in data.board.places or not data.board.places[start].walled:
                raise ValueError(f"heirs.toml: {heir.id}: '{start}' is no place to be inside of")
    if data.substitute not in data.arms:
        raise ValueError(f"heirs.toml: there is no noble '{data.substitute}'")
    if data.roses.keys() != {LANCASTER, YORK}:
        raise ValueError("heraldry.toml: there is a rose for each house")


def _check_calls(data: Data) -> None:
    for card in data.events.values():
        for place in (*card.places, *(to for _, to in card.calls)):
            if place not in data.board.places:
                raise ValueError(f"events.toml: {card.id}: there is no place '{place}'")
        for who, to in card.calls:
            if who not in data.cards and who not in data.ships:
                raise ValueError(f"events.toml: {card.id}: nobody is called '{who}'")
            if who in data.ships and not data.board.places[to].port:
                raise ValueError(f"events.toml: {card.id}: {to} is no port for {who}")


def _check_votes(data: Data, commons: int, lords: int) -> None:
    """Check that all votes together are as the rulebook says (KM-SHO-16)."""
    found = [data.votes.sole_king[house] + 2 * data.votes.senior_heir[house] for house in (0, 1)]
    for card in data.cards.values():
        found[0] += card.commons
        found[1] += card.lords
    found[0] += sum(
        data.votes.places.get(place.kind.id, 0)
        for place in data.board.places.values()
        if place.id not in data.votes.without
    )
    if found != [commons, lords]:
        raise ValueError(f"votes.toml: all votes come to {found}, not {commons} and {lords}")

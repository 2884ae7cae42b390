"""Crown cards, ships and Event cards as printed, and the totals that they must come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.titles.kingmaker.components.reading import count

NOBLE, TITLE, OFFICE, BISHOP = "noble", "title", "office", "bishop"
MERCENARY, SHIP, TOWN, ROYAL_CASTLE = "mercenary", "ship", "town", "royal castle"
"""KM-CRO: what `Card.kind` can be."""

KINDS = {
    "nobles": NOBLE,
    "titles": TITLE,
    "offices": OFFICE,
    "bishops": BISHOP,
    "mercenaries": MERCENARY,
    "ships": SHIP,
    "towns": TOWN,
    "royal castles": ROYAL_CASTLE,
}
"""The chapters of cards.toml."""

_NUMBERS = ("troops", "lords", "commons")
_NUMBERED = frozenset({NOBLE, TITLE, OFFICE, BISHOP})
_MAY_SAY = frozenset(
    {"name", "also", "title", *_NUMBERS, "bonus", "area", "archbishop", "copies", "certainty"}
)

TRANSFERABLE = frozenset({BISHOP, MERCENARY, SHIP, TOWN, ROYAL_CASTLE})
"""KM-TRA-01, KM-GIF-01."""

PLAGUE, STORM, RAID, EMBASSY = "plague", "storm", "raid", "embassy"
PARLIAMENT, WRIT, FREE_MOVE = "parliament", "writ", "free move"
"""KM-EVT: what `EventCard.kind` can be."""

BAD_WEATHER = "bad weather"
RESULTS = (BAD_WEATHER, "5-4", "3-2", "2-1", "3-1", "4-1")


@dataclass(frozen=True, slots=True)
class Card:
    """A Crown card."""

    id: str
    word: str
    """What orders call it; copies share it."""
    words: tuple[str, ...]
    """`word` and all other words for it."""
    name: str
    kind: str
    troops: int
    bonus: int
    """Extra troops within `area` (KM-CRO-05)."""
    area: str
    lords: int
    commons: int
    title: str
    """The title printed on a Noble card; '' for none (KM-CRO-01, KM-CRO-02)."""
    archbishop: bool
    places: tuple[str, ...]
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """Where extra troops count: these land squares (KM-CRO-05)."""

    id: str
    name: str
    squares: frozenset[str]


@dataclass(frozen=True, slots=True)
class ShipCounter:
    """A ship as printed on her counter (KM-CTR-03)."""

    id: str
    words: tuple[str, ...]
    name: str
    capacity: int
    port: str
    card: str
    """The Crown card that names her."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """An Event card; `result` is '' and nobody is killed where there is no lower half."""

    id: str
    kind: str
    name: str
    places: tuple[str, ...]
    """Struck by a plague, or the one place of an embassy."""
    calls: tuple[tuple[str, str], ...]
    """(card or ship, place) of a raid, in the order printed (KM-EVT-08, KM-EVT-09)."""
    result: str
    killed: tuple[str, ...]
    """Nobles, in the order printed (KM-BAT-08)."""


def crown_cards(read: Mapping[str, Any], holdings: Sequence[Mapping[str, Any]]) -> dict[str, Card]:
    """Return the Crown cards by id, in the order of the file."""
    cards: dict[str, Card] = {}
    for chapter, kind in KINDS.items():
        for name, entry in read[chapter].items():
            _spelled(name, kind, entry)
            held = [holding for holding in holdings if holding["card"] == name]
            for id_ in _copies(name, entry.get("copies", 1)):
                if id_ in cards:
                    raise ValueError(f"cards.toml: '{id_}' stands twice")
                cards[id_] = Card(
                    id_,
                    name,
                    (name, *entry.get("also", ())),
                    entry["name"],
                    kind,
                    entry.get("troops", 0),
                    entry.get("bonus", 0),
                    entry.get("area", ""),
                    entry.get("lords", 0),
                    entry.get("commons", 0),
                    entry.get("title", ""),
                    entry.get("archbishop", False),
                    tuple(holding["place"] for holding in held if "place" in holding),
                    tuple(holding["ship"] for holding in held if "ship" in holding),
                )
    return cards


def _spelled(name: str, kind: str, entry: Mapping[str, Any]) -> None:
    """Raise ValueError where an entry lacks one of its numbers, or has a value nobody knows."""
    wanted = set(_NUMBERS) if kind in _NUMBERED else {"troops"} if kind == MERCENARY else set()
    for value in sorted((wanted - entry.keys()) | (entry.keys() - _MAY_SAY)):
        raise ValueError(f"cards.toml: {name}: {value} is lacking or misspelt")


def check_crown(read: Mapping[str, Any], cards: Mapping[str, Card]) -> None:
    """Raise ValueError unless the deck has the cards that the rulebook counts (KM-PRE-01)."""
    found = Counter(card.kind for card in cards.values())
    for chapter, kind in KINDS.items():
        _same("cards.toml", chapter, found[kind], count(read, chapter))
    titled = sum(bool(card.title) for card in cards.values())
    _same("cards.toml", "titled nobles", titled, count(read, "titled"))
    _same("cards.toml", "Crown cards", len(cards), count(read, "deck"))
    words = Counter(
        word
        for kind in {card.word: card.words for card in cards.values()}.values()
        for word in dict.fromkeys(kind)
    )
    _once("cards.toml", words)
    for card in cards.values():
        if card.area and card.area not in read["areas"]:
            raise ValueError(f"cards.toml: {card.id}: unknown area '{card.area}'")
        if bool(card.area) != bool(card.bonus):
            raise ValueError(f"cards.toml: {card.id}: a bonus and its area go together")
        if card.troops < 0 or card.troops % 10 or card.bonus % 10:
            raise ValueError(f"cards.toml: {card.id}: troops are counted in tens")


def ship_counters(read: Mapping[str, Any], cards: Mapping[str, Card]) -> dict[str, ShipCounter]:
    """Return the ships by id; raise ValueError unless each stands on exactly one card."""
    owners = [(ship, card.id) for card in cards.values() for ship in card.ships]
    _once("holdings.toml", Counter(ship for ship, _ in owners))
    card_of = dict(owners)
    if card_of.keys() != read["ships"].keys():
        odd = sorted(card_of.keys() ^ read["ships"].keys())
        raise ValueError(f"holdings.toml: {odd[0]}: each ship belongs to a card")
    ships = {
        id_: ShipCounter(
            id_,
            (id_, *entry.get("also", ())),
            entry["name"],
            entry["capacity"],
            entry["port"],
            card_of[id_],
        )
        for id_, entry in read["ships"].items()
    }
    _same("ships.toml", "ships", len(ships), count(read, "ships"))
    _once("ships.toml", Counter(word for ship in ships.values() for word in ship.words))
    return ships


def event_cards(read: Mapping[str, Any]) -> dict[str, EventCard]:
    """Return the Event cards by id, in the order of the file."""
    cards: dict[str, EventCard] = {}
    for entry in read["card"]:
        struck = entry.get("places", [entry["place"]] if "place" in entry else [])
        for id_ in _copies(entry["id"], entry.get("copies", 1)):
            if id_ in cards:
                raise ValueError(f"events.toml: '{id_}' stands twice")
            cards[id_] = EventCard(
                id_,
                entry["kind"],
                entry.get("name", entry["kind"].capitalize()),
                tuple(struck),
                tuple((who, to) for who, to in entry.get("calls", ())),
                entry.get("result", ""),
                tuple(entry.get("killed", ())),
            )
    return cards


def check_events(
    read: Mapping[str, Any], cards: Mapping[str, EventCard], crown: Mapping[str, Card]
) -> None:
    """Raise ValueError unless the deck is as the rulebook counts it (KM-PRE-01, KM-EXC-11)."""
    kinds = Counter(card.kind for card in cards.values())
    for kind in (PLAGUE, STORM, RAID, EMBASSY, PARLIAMENT, WRIT, FREE_MOVE):
        _same("events.toml", kind, kinds.pop(kind, 0), count(read, kind))
    if kinds:
        raise ValueError(f"events.toml: unknown kind '{next(iter(kinds))}'")
    _same("events.toml", "Event cards", len(cards), count(read, "deck"))
    results = Counter(card.result for card in cards.values() if card.result)
    for result in RESULTS:
        _same("events.toml", result, results.pop(result, 0), read["results"][result]["count"])
    if results:
        raise ValueError(f"events.toml: unknown result '{next(iter(results))}'")
    for card in cards.values():
        if (card.kind in {WRIT, FREE_MOVE}) == bool(card.result):
            raise ValueError(f"events.toml: {card.id}: writs and free moves alone have no result")
        if card.result in {"", BAD_WEATHER} and card.killed:
            raise ValueError(f"events.toml: {card.id}: bad weather kills nobody (KM-BAT-07)")
        if (card.kind in {PLAGUE, EMBASSY}) != bool(card.places) or (
            (card.kind == RAID) != bool(card.calls)
        ):
            raise ValueError(f"events.toml: {card.id}: places or calls are lacking or misplaced")
        for noble in card.killed:
            if noble not in crown or crown[noble].kind != NOBLE:
                raise ValueError(f"events.toml: {card.id}: there is no noble '{noble}'")


def _copies(name: str, copies: int) -> Iterator[str]:
    """Go through the ids of cards that are alike: 'saxons', 'saxons 2'."""
    yield name
    yield from (f"{name} {number}" for number in range(2, copies + 1))


def _same(file: str, what: str, found: int, wanted: int) -> None:
    if found != wanted:
        raise ValueError(f"{file}: {what}: there are {found}, not {wanted}")


def _once(file: str, words: Mapping[str, int]) -> None:
    for said, times in words.items():
        if times > 1:
            raise ValueError(f"{file}: '{said}' stands for {times} things")

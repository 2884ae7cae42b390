"""What happens in a turn's set order: the deal, Event cards, moves."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.engine import Event

Spot = tuple[str, str]
"""(square, place) of a counter, (sea, port) of a ship: one of the latter pair is ''."""


@dataclass(frozen=True)
class SeatOrder(Event):
    """Clockwise, from the seat drawn first (KM-SEQ-01)."""

    seats: tuple[str, ...]


@dataclass(frozen=True)
class Dealt(Event):
    """Told to its own seat alone (KM-PRE-05)."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class NobleFound(Event):
    """A player who was dealt none turned over cards until a Noble came (KM-PRE-14)."""

    rules = ("KM-PRE-14",)

    seat: str
    noble: str


@dataclass(frozen=True)
class LaidOut(Event):
    """What a player lays out before the first turn; all are revealed together (KM-PRE-16)."""

    seat: str
    nobles: tuple[tuple[str, str, tuple[str, ...]], ...]
    """(noble, castle, awards); in the open of its square if he is too strong for it."""
    held: int
    """Cards kept in hand, with the whole deal (KM-SHO-03)."""


@dataclass(frozen=True)
class ChanceryFilled(Event):
    """Nobody is told which cards, or whose (KM-CHA-03)."""

    cards: int


@dataclass(frozen=True)
class FirstPlayer(Event):
    """Who begins, and by which card; card '' for most troops (KM-SEQ-03)."""

    rules = ("KM-SEQ-03",)

    seat: str
    card: str
    drawn: bool
    """Drawn among those tied."""


@dataclass(frozen=True)
class TurnBegan(Event):
    number: int
    round: int
    seat: str


@dataclass(frozen=True)
class EventDrawn(Event):
    """The Event card of the Chance Phase (KM-SEQ-05)."""

    seat: str
    card: str
    kept: bool
    """KM-EVT-16."""
    ignored: bool = False
    """An embassy without a sole King, or one without effect on him (KM-EVT-17, KM-EVT-19)."""


@dataclass(frozen=True)
class EventsReshuffled(Event):
    """KM-PRE-03."""

    rules = ("KM-PRE-03",)

    cards: int


@dataclass(frozen=True)
class Called(Event):
    """A noble, heir or sole King moved by an Event card (KM-EVT-08, KM-EVT-17)."""

    seat: str
    counter: str
    by: str
    """The name on the card that called him: his own, a card's; 'embassy'; 'with percy'."""
    source: Spot
    target: Spot


@dataclass(frozen=True)
class NotCalled(Event):
    """Named by a card that has no effect on him (KM-EVT-12, KM-EVT-19)."""

    counter: str
    why: str
    """'island', 'sea' or 'siege'."""


@dataclass(frozen=True)
class ShipDriven(Event):
    """A storm or a card sends a ship to port (KM-EVT-05, KM-EVT-14)."""

    rules = ("KM-EVT-05",)

    seat: str
    ship: str
    source: Spot
    port: str
    storm: bool


@dataclass(frozen=True)
class CardPlayed(Event):
    """A Crown card out of a hand; a Noble stands at `spot`, else `noble` gets it (KM-SEQ-10)."""

    seat: str
    card: str
    noble: str
    spot: Spot = ("", "")


@dataclass(frozen=True)
class Moved(Event):
    """Nobles and heirs moved over land in one move."""

    seat: str
    counters: tuple[str, ...]
    path: tuple[str, ...]
    """Squares, the first one left; one square: only the spot in it changed."""
    source: Spot
    target: Spot
    road: bool = False
    free: bool = False
    """By a free move card (KM-EVT-24)."""


@dataclass(frozen=True)
class Sailed(Event):
    """A ship's move; passengers are aboard all the way."""

    seat: str
    ships: tuple[str, ...]
    counters: tuple[str, ...]
    source: Spot
    path: tuple[str, ...]
    """Sea squares."""
    target: Spot
    free: bool = False


@dataclass(frozen=True)
class Landed(Event):
    """Passengers put ashore (KM-SEA-08)."""

    seat: str
    counters: tuple[str, ...]
    port: str
    spot: Spot


@dataclass(frozen=True)
class ForceFormed(Event):
    """Nobles who stand together from now on (KM-STA-03)."""

    seat: str
    nobles: tuple[str, ...]
    square: str


@dataclass(frozen=True)
class LeaveGiven(Event):
    """An answer to a request for leave (KM-ROA-03, KM-TWN-03, KM-MOV-16, KM-GIF-05, KM-EXP-02).

    Told to the two alone."""

    kind: str
    giver: str
    to: str
    at: str
    granted: bool


@dataclass(frozen=True)
class ShipPlaced(Event):
    """KM-SET-07."""

    ship: str
    port: str


@dataclass(frozen=True)
class ShipRemoved(Event):
    """Her card has left play (KM-SEA-15)."""

    ship: str


@dataclass(frozen=True)
class TurnEnded(Event):
    number: int
    seat: str

"""What comes of combat, plague and capture."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.engine import Event
from moderator.titles.kingmaker.event_turn import Spot


@dataclass(frozen=True)
class Died(Event):
    """A noble or heir is dead; his cards are named in `CardsReturned` (KM-KIL, KM-EVT-01)."""

    counter: str
    seat: str
    """Whose he was; '' for an heir of nobody's."""
    spot: Spot
    by: str
    """'plague', 'battle', 'siege' or 'execution'."""


@dataclass(frozen=True)
class CardsReturned(Event):
    """Where the cards of one noble went (KM-KIL-01, KM-CAP-04, KM-TRA-04)."""

    noble: str
    under_deck: tuple[str, ...]
    to_chancery: tuple[str, ...]


@dataclass(frozen=True)
class PlaceChanged(Event):
    """Control of a place; '' for nobody (KM-KIL-03, KM-SIE-16, KM-TRA-08)."""

    place: str
    old: str
    new: str
    by: str
    """'capture', 'death', 'card', 'gift' or 'return'."""


@dataclass(frozen=True)
class PutOut(Event):
    """Nobles who had to leave a place that became neutral (KM-KIL-03)."""

    place: str
    nobles: tuple[str, ...]


@dataclass(frozen=True)
class HeirCaptured(Event):
    """KM-ROY-01."""

    rules = ("KM-ROY-01",)

    heir: str
    seat: str
    spot: Spot
    old: str
    """Who controlled him before, or ''."""


@dataclass(frozen=True)
class HeirFreed(Event):
    """Nobody controls him any more (KM-MOV-05)."""

    heir: str
    old: str
    spot: Spot


@dataclass(frozen=True)
class FightAnnounced(Event):
    """A battle or siege (KM-BAT-02, KM-SIE-03)."""

    kind: str
    attacker: str
    attackers: tuple[str, ...]
    defender: str
    defenders: tuple[str, ...]
    square: str
    place: str
    strength: int
    defence: int
    """Sum of nobles and garrison."""
    garrison: int


@dataclass(frozen=True)
class CardsAdded(Event):
    """A side's step before the draw (KM-EXC-02); no cards: it passed."""

    seat: str
    cards: tuple[tuple[str, str], ...]
    """(card, noble)."""
    strength: int
    defence: int


@dataclass(frozen=True)
class CalledOff(Event):
    """KM-COM-09; forced where the defence outgrew the besiegers (KM-SIE-06)."""

    attacker: str
    square: str
    place: str
    forced: bool = False


@dataclass(frozen=True)
class CombatCard(Event):
    """The card drawn for combat (KM-BAT-04, KM-SIE-07)."""

    fortune = True

    card: str
    result: str
    """'bad weather', or the ratio on it as in '3-2'; '' for a card kept (KM-COM-11)."""
    killed: tuple[str, ...]
    """Those who took part and are named on it (KM-BAT-08)."""
    kept_by: str = ""


@dataclass(frozen=True)
class FightDecided(Event):
    kind: str
    attacker: str
    defender: str
    square: str
    place: str
    strength: int
    defence: int
    ratio: str
    """What the stronger side reaches; '' below 5-4, and for a siege."""
    winner: str
    """The seat; '' for indecisive or delayed."""
    weather: bool
    captured: tuple[str, ...]
    """Nobles and heirs."""


@dataclass(frozen=True)
class SiegeBegan(Event):
    """Delayed by bad weather: the place is under siege (KM-SIE-09)."""

    rules = ("KM-SIE-09",)

    place: str
    seat: str
    nobles: tuple[str, ...]


@dataclass(frozen=True)
class SiegeEnded(Event):
    """Given up or broken (KM-SIE-09)."""

    place: str
    seat: str
    why: str
    """'left', 'weak', 'released' or 'beaten'."""


@dataclass(frozen=True)
class Spoils(Event):
    """Transferable cards that passed to the victor (KM-TRA-03, KM-TRA-04, KM-TRA-05)."""

    seat: str
    source: str
    cards: tuple[tuple[str, str], ...]
    """(card, noble); the noble is '' for a card that lies by itself."""


@dataclass(frozen=True)
class RansomTerms(Event):
    """Terms that one side has named; told to the two alone (KM-CAP-01)."""

    noble: str
    captor: str
    loser: str
    by: str
    terms: str


@dataclass(frozen=True)
class Ransomed(Event):
    """KM-CAP-02, KM-EXC-09."""

    rules = ("KM-CAP-02",)

    noble: str
    captor: str
    loser: str
    price: tuple[str, ...]

"""What happens at court: Parliament, coronation, cards that change hands, the end."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.engine import Event
from moderator.titles.kingmaker.event_turn import Spot


@dataclass(frozen=True)
class ParliamentSummoned(Event):
    """KM-PAR-01 to KM-PAR-06."""

    seat: str
    place: str
    summoned: tuple[str, ...]
    own: tuple[str, ...]
    """The summoner's own nobles who go."""
    by_king: bool


@dataclass(frozen=True)
class WentToParliament(Event):
    seat: str
    counters: tuple[str, ...]
    source: Spot
    target: Spot
    ships: tuple[str, ...] = ()
    port: str = ""


@dataclass(frozen=True)
class ParliamentMet(Event):
    """Who attends, and how many cards are drawn (KM-PAR-13)."""

    place: str
    attending: tuple[str, ...]
    drawn: int


@dataclass(frozen=True)
class ChanceryDrawn(Event):
    """The cards drawn; told to the summoner alone (KM-PAR-13)."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Awarded(Event):
    """Cards given by Parliament, and those that nobody could take (KM-PAR-14, KM-PAR-15)."""

    seat: str
    cards: tuple[tuple[str, str], ...]
    """(card, noble)."""
    returned: tuple[str, ...]


@dataclass(frozen=True)
class PeaceDeclared(Event):
    """KM-PAR-16."""

    rules = ("KM-PAR-16",)

    square: str
    seat: str


@dataclass(frozen=True)
class Crowned(Event):
    """KM-COR-03."""

    landmark = True

    counter: str
    seat: str
    place: str
    bishops: tuple[tuple[str, str], ...]
    """(card, noble)."""
    sole: bool


@dataclass(frozen=True)
class CrownCardDrawn(Event):
    """All that others see of the Crown Deck Phase (KM-SEQ-07)."""

    seat: str
    kept: bool
    empty: bool = False
    """KM-SEQ-14."""


@dataclass(frozen=True)
class CrownCardKept(Event):
    """Told to its own seat alone."""

    seat: str
    card: str


@dataclass(frozen=True)
class TownHandedOver(Event):
    """The card of a captured town, drawn by somebody else (KM-EXC-10)."""

    rules = ("KM-EXC-10",)

    drawer: str
    seat: str
    card: str


@dataclass(frozen=True)
class Transferred(Event):
    """KM-TRA-01, KM-TRA-07, KM-TRA-08, KM-TRA-09; nobles are '' for a captured place."""

    thing: str
    giver: str
    receiver: str
    source: str
    target: str


@dataclass(frozen=True)
class Traded(Event):
    """All that others see of a private trade (KM-SEQ-11)."""

    giver: str
    receiver: str
    given: int
    got: int
    kept: tuple[str, ...] = ()
    """Writs that changed hands, which are public."""


@dataclass(frozen=True)
class TradedCards(Event):
    """Told to the two alone."""

    giver: str
    receiver: str
    given: tuple[str, ...]
    got: tuple[str, ...]


@dataclass(frozen=True)
class OfferMade(Event):
    """An offer that waits for an answer; told to the two alone."""

    number: int
    giver: str
    receiver: str
    gives: tuple[str, ...]
    wants: tuple[str, ...]
    source: str = ""
    target: str = ""


@dataclass(frozen=True)
class OfferEnded(Event):
    """Declined, withdrawn or lapsed; told to the two alone."""

    number: int
    giver: str
    receiver: str
    how: str


@dataclass(frozen=True)
class CardsDiscarded(Event):
    """Kept Event cards that were used or lost (KM-PAR-07, KM-EVT-22, KM-EVT-24)."""

    seat: str
    cards: tuple[str, ...]
    why: str
    """'used', or 'no chancellor'."""


@dataclass(frozen=True)
class BothHouses(Event):
    """A player holds heirs of both houses; until the end of which turn (KM-ROY-04)."""

    rules = ("KM-ROY-04",)

    seat: str
    until: int


@dataclass(frozen=True)
class EndProposed(Event):
    """All players were asked to end the game; only the result is told (KM-SHO-06)."""

    rules = ("KM-SHO-06",)

    seat: str
    agreed: bool


@dataclass(frozen=True)
class GameOver(Event):
    """KM-VIC-01, KM-BEA-06 or KM-SHO-07."""

    landmark = True

    winners: tuple[str, ...]
    by: str
    """'crown' or 'worth'."""
    monarch: str
    worth: tuple[tuple[str, int, int], ...]
    """(seat, votes in Commons, votes in Lords)."""

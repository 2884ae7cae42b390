"""What can happen in Feudo: typed facts; the prose stands in the templates.

Territories are 'c4'; token ids 'white gilbert'; a place may also be 'castle' or 'convent'.
"""

from __future__ import annotations

from dataclasses import dataclass

from moderator.engine import Digest, Event, LineDropped


@dataclass(frozen=True)
class MapLaid(Event):
    """The four boards, NW, NE, SE, SW, as in 'C1', and where the Plague token starts."""

    boards: tuple[str, ...]
    plague_at: str


@dataclass(frozen=True)
class CastleOrder(Event):
    order: tuple[str, ...]


@dataclass(frozen=True)
class CastlePlaced(Event):
    seat: str
    site: str


@dataclass(frozen=True)
class TurnBegan(Event):
    turn: int
    last_turn: int
    extra: bool
    decider: str
    drawn: bool
    """The decider was drawn among the tied (FE-DIP-02)."""
    refreshed: bool
    """All Trading Cards came back."""


@dataclass(frozen=True)
class Recovered(Event):
    token: str
    where: str


@dataclass(frozen=True)
class OrderSet(Event):
    order: tuple[str, ...]
    by: str


@dataclass(frozen=True)
class HandsChosen(Event):
    """All hands are in; nothing is told of them."""

    seats: tuple[str, ...]


@dataclass(frozen=True)
class HandChosen(Event):
    """Told to its own seat alone."""

    seat: str
    army: tuple[str, ...]
    trading: int


@dataclass(frozen=True)
class PlagueCard(Event):
    """The card turned up, and the Villages the Plague token went through to its new one."""

    card: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Stricken(Event):
    token: str
    where: str
    by: str
    """'' for the plague, else the id of the infecting Milady."""


@dataclass(frozen=True)
class Died(Event):
    """Lost to plague (a second hit, or virulent)."""

    token: str
    where: str


@dataclass(frozen=True)
class Vocation(Event):
    token: str


@dataclass(frozen=True)
class CardShown(Event):
    """An Army Card and what its token did; path of one place: it stayed."""

    seat: str
    token: str
    path: tuple[str, ...]
    without_effect: bool = False
    """The token is eliminated or resting: all could see that it would not move."""


@dataclass(frozen=True)
class Charmed(Event):
    milady: str
    baron: str


@dataclass(frozen=True)
class TradingShown(Event):
    seat: str
    shillings: int
    help: int
    """Shillings that the King adds (FE-HLP-01)."""
    pay: int
    """Shillings taken off for Mercenaries."""
    forfeit: bool
    """The army is charmed: the rest moves nothing."""


@dataclass(frozen=True)
class Marched(Event):
    seat: str
    token: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class AttackWon(Event):
    seat: str
    target: str
    tokens: tuple[str, ...]
    force: int
    defence: int
    city: str
    """The City's name, '' for open field."""
    loser: str
    """The seat that lost tokens or the City, '' if free."""
    killed: tuple[str, ...]
    wounded: str
    """Id of the Baron who got away to his Castle, or ''."""
    gained: int
    lost: int
    """VP that the loser of the City loses, 0 or more."""


@dataclass(frozen=True)
class AttackDropped(Event):
    """A filed attack that no longer wins: told to its own seat alone (FE-ATK-09)."""

    seat: str
    line: str
    why: str


@dataclass(frozen=True)
class Advanced(Event):
    seat: str
    token: str
    source: str
    target: str


@dataclass(frozen=True)
class Desperate(Event):
    seat: str


@dataclass(frozen=True)
class KingCame(Event):
    by: str
    penalties: tuple[tuple[str, int], ...]
    """VP lost by each seat (FE-KNG-02)."""


@dataclass(frozen=True)
class TurnEnded(Event):
    turn: int
    scores: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class TieBreak(Event):
    seats: tuple[str, ...]


@dataclass(frozen=True)
class GameOver(Event):
    winners: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


EVENTS: tuple[type[Event], ...] = (
    Digest, MapLaid, CastleOrder, CastlePlaced, TurnBegan, Recovered, OrderSet, HandsChosen,
    HandChosen, PlagueCard, Stricken, Died, Vocation, CardShown, Charmed, TradingShown, Marched,
    AttackWon, AttackDropped, LineDropped, Advanced, Desperate, KingCame, TurnEnded, TieBreak,
    GameOver,
)  # fmt: skip

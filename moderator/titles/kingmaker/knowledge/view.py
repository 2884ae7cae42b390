"""What one seat may know: reports and bots are made from this alone.

Ids are those of `state`; names are as in print.  Tuples stand in the order of the data files.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardView:
    """A Crown card as printed."""

    id: str
    name: str
    kind: str
    """'noble', 'title', 'office', 'bishop', 'mercenary', 'ship', 'town' or 'royal castle'."""
    troops: int
    bonus: int
    """Extra troops within `bonus_area` (KM-CRO-05)."""
    bonus_area: str
    """In words, as in 'Wales'; '' for none."""
    places: tuple[str, ...]
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NobleView:
    """A noble on the board."""

    id: str
    name: str
    code: str
    """Three letters, as in 'PER'."""
    seat: str
    title: str
    """As printed or awarded, as in 'Duke of Norfolk'; '' for none."""
    office: str
    awards: tuple[str, ...]
    """Card ids."""
    square: str
    place: str
    inside: bool
    """Inside a walled place; False at an unfortified town (KM-TWN-02)."""
    aboard: tuple[str, ...]
    sea: str
    force: int
    strength: int
    """Where he stands, bonuses included (KM-FAC-02)."""
    plain: int
    """Without area bonuses, as at sea (KM-SEA-05)."""
    under_siege: bool
    captor: str
    crowned: bool


@dataclass(frozen=True, slots=True)
class HeirView:
    id: str
    name: str
    house: str
    """'lancaster' or 'york'."""
    rank: int
    """In the house's line among those alive, from 1; 0 for the dead (KM-VIC-04, KM-VIC-05)."""
    square: str
    place: str
    aboard: tuple[str, ...]
    sea: str
    seat: str
    force: int
    alive: bool
    crowned: bool


@dataclass(frozen=True, slots=True)
class ShipView:
    id: str
    name: str
    seat: str
    """Who commands her now; '' for nobody."""
    card: str
    """The card that names her."""
    capacity: int
    port: str
    sea: str
    passengers: tuple[str, ...]
    """Nobles and heirs."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of the basic game."""

    id: str
    name: str
    kind: str
    """'city', 'town', 'open town', 'unfortified', 'castle' or 'royal castle'."""
    square: str
    port: bool
    cathedral: bool
    holder: str
    """The seat that holds it, or ''."""
    captured: bool
    """Held by capture and not by a card."""
    card: str
    """The Crown card that names it, or ''."""
    garrison: int
    limit: int
    """Troops that it holds; 0 for no limit (KM-TWN-05)."""
    inside: tuple[str, ...]
    """Nobles and heirs inside, or at an unfortified town."""
    besieger: str
    """The seat that has it under siege, or ''."""


@dataclass(frozen=True, slots=True)
class FactionView:
    seat: str
    nobles: tuple[str, ...]
    hand: int
    """How many Crown cards it has in hand (KM-SEQ-11)."""
    writs: int
    free_moves: int
    parliaments: int
    laid: tuple[str, ...]
    places: tuple[str, ...]
    """Places held."""
    ships: tuple[str, ...]
    heirs: tuple[str, ...]
    strength: int
    """Of all its nobles where they stand."""
    plain: int
    """The same without area bonuses."""
    commons: int
    lords: int
    """KM-SHO-08 to KM-SHO-18."""
    both_until: int
    """The turn number with whose end it must give up a house; 0 for none (KM-ROY-04)."""


@dataclass(frozen=True, slots=True)
class ForceView:
    """Nobles of one pile in the open, or of one faction inside one place: a target (KM-EXC-01)."""

    seat: str
    square: str
    place: str
    nobles: tuple[str, ...]
    heirs: tuple[str, ...]
    strength: int


@dataclass(frozen=True, slots=True)
class Threat:
    """What could be brought against a force in the next turn of `seat`.

    Counted by public knowledge: moves over land and by roads that nobody can bar, bonuses included,
    no cards out of hands."""

    nobles: tuple[str, ...]
    """Those of the force."""
    seat: str
    by: tuple[str, ...]
    strength: int
    defence: int
    """With the garrison, inside a place that would have to be besieged."""
    ratio: str
    """As in '3-2'; 'siege' if it would succeed but for the weather; '' for neither."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a move can end: at or in a place, or in the open of a square where somebody stands."""

    square: str
    place: str
    """'' for the open."""
    away: int
    """Squares, 0 in the square itself; with `road`, by road alone."""
    road: bool
    shut: str
    """Why it ends before the walls: 'neutral', 'held', 'besieged', 'full', 'passed on'; or ''."""
    leave: tuple[str, ...]
    """Seats whose leave it takes."""
    heirs: tuple[str, ...]
    """Whom nobody guards: captured by who ends beside them (KM-ROY-01)."""


@dataclass(frozen=True, slots=True)
class Range:
    """How far nobles of the reader who stand together, or his ships, can go; nearest first."""

    counters: tuple[str, ...]
    ships: bool
    goals: tuple[Goal, ...]
    squares: int
    """Squares in reach without a goal; for ships all sea squares in reach."""
    leave: tuple[str, ...]
    """Seats whose leave it takes to sail at all."""


@dataclass(frozen=True, slots=True)
class FightView:
    kind: str
    attacker: str
    defender: str
    square: str
    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strength: int
    defence: int
    garrison: int
    ratio: str
    """What the stronger side reaches now; '' below 5-4."""
    added: tuple[tuple[str, str], ...]
    """(seat, card)."""


@dataclass(frozen=True, slots=True)
class ParliamentView:
    summoner: str
    place: str
    summoned: tuple[str, ...]
    attending: tuple[str, ...]
    drawn: tuple[str, ...]
    """Cards to give; () but for the summoner."""
    count: int
    """How many cards there are to give."""


@dataclass(frozen=True, slots=True)
class OfferView:
    number: int
    giver: str
    receiver: str
    gives: tuple[str, ...]
    wants: tuple[str, ...]
    source: str
    target: str
    until: int


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may see; `seat` is None for an onlooker."""

    seat: str | None
    options: tuple[tuple[str, str], ...]
    phase: str
    turn: int
    round: int
    active: str
    """The seat whose turn it is."""
    starter: str
    order: tuple[str, ...]
    """Seats clockwise."""
    event: str
    """The Event card of this turn's Chance Phase; '' before."""
    factions: tuple[FactionView, ...]
    nobles: tuple[NobleView, ...]
    heirs: tuple[HeirView, ...]
    ships: tuple[ShipView, ...]
    places: tuple[PlaceView, ...]
    forces: tuple[ForceView, ...]
    chancery: int
    crown_left: int
    event_left: int
    event_discarded: int
    sole_king: str
    """The heir, or 'beaufort'; '' for none or two (KM-VIC-02)."""
    may_summon: str
    """The noble who is Chancellor or the sole King by whom Parliament can be summoned, or ''."""
    peace_at: str
    peace_by: str
    fight: FightView | None
    parliament: ParliamentView | None
    hand: tuple[str, ...]
    """The reader's Crown cards in hand."""
    dealt: tuple[str, ...]
    """The reader's cards to lay out before the first turn."""
    kept: tuple[str, ...]
    """The reader's writ, free move and Parliament cards."""
    sent: tuple[str, ...]
    """Dealt cards that the reader put in Chancery."""
    cards: tuple[CardView, ...]
    """Every Crown card of the game as printed, for its name and numbers."""
    lines: tuple[str, ...]
    """The reader's lines on file."""
    offers: tuple[OfferView, ...]
    """Those that the reader makes or may answer."""
    threats: tuple[Threat, ...]
    """Against the reader's forces."""
    chances: tuple[Threat, ...]
    """Of the reader against others."""
    ranges: tuple[Range, ...]
    """Of the reader's forces and ships, in his own Movement Phase."""
    winners: tuple[str, ...]

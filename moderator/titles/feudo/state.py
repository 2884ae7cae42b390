"""The position: ids, numbers, strings, lists and dicts, and nothing that can be computed."""

from __future__ import annotations

from dataclasses import dataclass, field

CASTLE = "castle"
CONVENT = "convent"
GONE = ""
"""Where a token can be besides a territory; GONE is eliminated."""

BARON, MILADY, FIRST_KNIGHT = "baron", "milady", "first knight"
KNIGHT, MERCENARY, INFANTRY = "knight", "mercenary", "infantry"

TRADING = (4, 2, 0, 0, 0)
"""FE-SET-17: the Trading Cards of one cycle."""


@dataclass(slots=True)
class Token:
    """One of the ten tokens of a side.  Its numbers come from its kind: see `tokens`."""

    id: str
    """Side and word, as in 'white gilbert' or 'blue first knight'."""
    seat: str
    kind: str
    at: str = CASTLE
    stricken: bool = False
    entered: bool = False
    """It has been on the map (FE-KNG-05)."""
    rests_until: int = 0
    """The first turn in which it may move again (FE-BAR-05, FE-MIL-10)."""


@dataclass(slots=True)
class Side:
    """What a player has besides tokens."""

    castle: str = ""
    """A Castle site: 'i1', or half of a joined space, 'k6 south'; '' before placing."""
    score: int = 0
    trading: list[int] = field(default_factory=lambda: list(TRADING))
    """Trading Cards not shown in this cycle; the one in the hand is still among them."""
    hand: list[str] = field(default_factory=list)
    """Ids of the chosen tokens whose Army Cards are not shown yet; secret."""
    trading_card: int = -1
    """The chosen Trading Card, -1 for none; secret until `trading_shown`."""
    trading_shown: bool = False
    shown: list[str] = field(default_factory=list)
    """Ids of the tokens whose Army Cards were shown this turn."""
    paid: int = 0
    """Mercenaries moved by their cards this turn (FE-MRC-01)."""
    charmed: bool = False
    last_hand: list[str] = field(default_factory=list)
    """The three ids and the Trading Card of the turn before, for `hand as last turn`; secret."""
    sheet: list[str] = field(default_factory=list)
    """Lines filed ahead and not used yet; secret."""
    sites: list[str] = field(default_factory=list)
    """Ranked Castle sites not used yet; secret."""


@dataclass(slots=True)
class Win:
    """An attack won this turn, kept for the Advance Phase (FE-ADV-02)."""

    seat: str
    target: str
    tokens: list[str]
    city: bool
    wanted: list[str] = field(default_factory=list)
    """Ids named by the `advance` hung on the attack's line."""


@dataclass(slots=True)
class State:
    """The whole game between two phases."""

    options: dict[str, str]
    seats: list[str]
    sides: dict[str, Side]
    tokens: dict[str, Token]
    boards: list[str] = field(default_factory=list)
    """NW, NE, SE, SW: board letter and quarter turns clockwise, as in 'C1' (FE-SET-01)."""
    order_of_castles: list[str] = field(default_factory=list)
    plague_at: str = ""
    """The Village of the Plague token; '' when it is off the map."""
    plague_deck: list[str] = field(default_factory=list)
    """Names of the cards to come, the next one last; secret."""
    plague_away: list[str] = field(default_factory=list)
    """The cards put away; secret for good."""
    plague_played: list[str] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    """Who controls which City, by its territory; free Cities are absent."""
    turn: int = 0
    last_turn: int = 10
    decider: str = ""
    order: list[str] = field(default_factory=list)
    """The Order of Play of this turn, or of the one before until it is set."""
    fog: bool = False
    king: bool = False
    """The King has intervened (FE-KNG-01)."""
    attacked: list[str] = field(default_factory=list)
    """Ids of the tokens that have attacked this turn (FE-ATK-06)."""
    wins: list[Win] = field(default_factory=list)
    going_on: list[str] = field(default_factory=list)
    """The tied players in extra turns (FE-WIN-02); [] before."""
    still_turns: int = 0
    """Extra turns in a row without a change of score (FE-WIN-08)."""
    scored: bool = False
    """Some score has changed this turn."""
    winners: list[str] = field(default_factory=list)
    """Filled when the game is over."""

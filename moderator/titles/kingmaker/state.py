"""The position: ids, numbers, strings, lists and dicts, and nothing that can be computed.

Ids are the words that players write, in small letters, with blanks for hyphens and no full stops:

  seat       'red', 'blue', 'yellow', 'green', 'white', 'orange', 'purple'
  noble      his family, 'percy'; his Noble card has the same id
  heir       'henry', 'margaret', 'edward', 'richard', 'march', 'clarence', 'gloucester'
  card       'earl of richmond', 'marshal', 'archbishop of york', 'coventry', 'le michael'; a second
             copy has a number, 'scots archers 2', and shares the word 'scots archers' in orders
  ship       'le michael'; a ship card has the id of its ship
  place      'york', 'st albans', 'newcastle castle'; what has a symbol on the board
  square     'york', 'cheviots coquet', 'calais'; places and squares are separate sets of ids
  sea        'n1'; a sea square
  Event card 'plague london', 'storm 3', 'scots raid a', 'writ 10'

A counter on land stands in a `square`; its `place` is the place that it is inside of, the
unfortified town that it stands at (KM-TWN-02), or '' in the open.  A counter at sea has neither,
but the ships that it is `aboard`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SEATS = ("red", "blue", "yellow", "green", "white", "orange", "purple")

SETUP, CHANCE, MOVEMENT, COMBAT = "setup", "chance", "movement", "combat"
PARLIAMENT, CORONATION, CROWN, OVER = "parliament", "coronation", "crown", "over"
"""KM-SEQ-04: what `State.phase` can be."""

BATTLE, SIEGE = "battle", "siege"
"""What `Fight.kind` and `Duty.kind` can be."""

PASSAGE, ENTRY, SAILING, LOAN, BISHOPS = "passage", "entry", "sailing", "loan", "bishops"
"""What `Leave.kind` can be (KM-ROA-03, KM-TWN-03, KM-MOV-16, KM-GIF-05, KM-EXP-02)."""


@dataclass(slots=True)
class Noble:
    """A noble on the board; one who is not in play has no entry in `State.nobles`."""

    id: str
    seat: str
    square: str = ""
    place: str = ""
    aboard: list[str] = field(default_factory=list)
    """Ships that carry him; several carry him together (KM-SEA-06)."""
    force: int = 0
    """Nobles and heirs of one faction with one number are one pile (KM-STA-03)."""
    awards: list[str] = field(default_factory=list)
    """Crown cards under his card, in the order in which he got them (KM-FAC-01)."""
    captor: str = ""
    """The seat that has captured him until he is ransomed or executed (KM-CAP); '' when free.

    A captive stands where he was captured, has only title and office left, and does nothing."""
    crowned: bool = False
    """For Beaufort alone (KM-BEA-01)."""


@dataclass(slots=True)
class Heir:
    """One of the seven royal heirs; the dead keep their entry (KM-SET-01, KM-SET-02)."""

    id: str
    square: str = ""
    place: str = ""
    aboard: list[str] = field(default_factory=list)
    seat: str = ""
    """Who controls him; '' for nobody (KM-SET-04, KM-MOV-05)."""
    force: int = 0
    """The pile that he is with; 0 while nobody controls him."""
    alive: bool = True
    crowned: bool = False
    """King until death (KM-VIC-09)."""


@dataclass(slots=True)
class Ship:
    """A ship on the board; one whose card is not in play has no entry in `State.ships`."""

    id: str
    port: str = ""
    """The place whose port she is in; '' at sea."""
    sea: str = ""
    """The sea square; '' in port."""
    kept_by: str = ""
    """The seat that keeps her until she touches port, whatever her card says (KM-SEA-15)."""
    moved_round: int = 0
    moved_by: str = ""
    """The last round in which she was moved, and by which seat (KM-GIF-05)."""


@dataclass(slots=True)
class Siege:
    """A siege that bad weather has delayed: the place is under siege (KM-SIE-09)."""

    seat: str
    nobles: list[str]
    """The besiegers, who stand in the open of the place's square."""


@dataclass(slots=True)
class Duty:
    """Passengers who must fight in their player's next Combat Phase (KM-SEA-11, KM-TER-11)."""

    kind: str
    """SIEGE of the port, or BATTLE with a force at the unfortified port."""
    seat: str
    place: str
    nobles: list[str]


@dataclass(slots=True)
class Fight:
    """The combat under way, from its announcement until its result is carried out."""

    kind: str
    attacker: str
    defender: str
    """The seat; '' where a garrison fights alone."""
    square: str
    place: str
    """The place besieged; '' for a battle."""
    attackers: list[str]
    defenders: list[str]
    """Nobles who fight; of those inside, the ones who add their strength (KM-SIE-04)."""
    added: dict[str, list[str]] = field(default_factory=dict)
    """Crown cards added so far, by seat (KM-EXC-02)."""
    card: str = ""
    """The Event card drawn for it; '' before."""


@dataclass(slots=True)
class Parliament:
    """The Parliament under way (KM-PAR)."""

    summoner: str
    place: str
    summoned: list[str]
    """Nobles under a writ (KM-PAR-04)."""
    attending: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """Cards out of Chancery that are not given yet; secret but to the summoner (KM-PAR-13)."""


@dataclass(slots=True)
class Offer:
    """A transfer, trade or gift that waits for its receiver (KM-TRA-01, KM-GIF-01); private."""

    number: int
    """Counted from 1 for each giver and receiver."""
    giver: str
    receiver: str
    gives: list[str]
    wants: list[str]
    """Cards, heirs, places or ships in the words of orders, as in '1 writ'."""
    source: str = ""
    """The noble who gives, for a transfer; '' out of hand."""
    target: str = ""
    """The noble who receives, for a transfer."""
    until: int = 0
    """Declined at the end of this turn number."""


@dataclass(slots=True)
class Leave:
    """Leave given before it is asked, as in `grant passage to red at york`; secret to the giver."""

    kind: str
    giver: str
    to: str
    at: str
    """Place or ship; '' for all."""
    until: int
    """The last round in which it holds."""


@dataclass(slots=True)
class Faction:
    """What a player has besides counters (KM-FAC-01)."""

    hand: list[str] = field(default_factory=list)
    """Crown cards not played; secret, but their number is public (KM-SEQ-11)."""
    kept: list[str] = field(default_factory=list)
    """Writ, free move and Parliament cards; public (KM-SEQ-11)."""
    laid: list[str] = field(default_factory=list)
    """Cards of captured places, which lie by themselves (KM-TRA-05, KM-EXC-10)."""
    dealt: list[str] = field(default_factory=list)
    """Cards of the first deal until they are laid out; secret (KM-PRE-16)."""
    sent: list[str] = field(default_factory=list)
    """Dealt cards that this player put in Chancery; secret, for his own report (KM-CHA-03)."""
    lines: list[str] = field(default_factory=list)
    """Orders filed for later moments, any player's turn; secret (KM-SEQ-12)."""
    both_since: int = 0
    """The turn number in which it came to hold heirs of both houses; 0 for not (KM-ROY-04)."""
    first_house: str = ""
    """The house of which it holds heirs, or held them first if of both; '' for neither."""
    gives_up: str = ""
    """The house that it gives up with the end of this turn (KM-ROY-05); secret, '' for none yet."""


@dataclass(slots=True)
class Turn:
    """What has been done in the player turn under way; a new one is made for each."""

    number: int = 0
    """Player turns since the start, from 1; 0 before the first."""
    round: int = 0
    seat: str = ""
    event: str = ""
    """The Event card of the Chance Phase."""
    ended: bool = False
    """The active player has said `end`, or nothing in time: nothing more is asked of him."""
    asked: bool = False
    """The active player has been asked something in this turn that left him a choice."""
    moved: list[str] = field(default_factory=list)
    """Nobles, heirs and ships whose ordinary move is used (KM-MOV-17, KM-MOV-06, KM-SEA-16)."""
    free_moved: list[str] = field(default_factory=list)
    """Nobles, heirs and ships whose free move is used (KM-EVT-25)."""
    attacked: list[str] = field(default_factory=list)
    """Nobles whose attack is used, called off or not (KM-COM-02, KM-COM-06, KM-EXC-06)."""
    defended: list[str] = field(default_factory=list)
    """Nobles who have been attacked (KM-COM-03)."""
    used: list[str] = field(default_factory=list)
    """Cards, places and ships that have served and cannot be transferred now (KM-TRA-02)."""
    bound: list[str] = field(default_factory=list)
    """Cards, places and ships transferred, which cannot serve now (KM-TRA-02)."""
    traded: list[str] = field(default_factory=list)
    """Cards received out of other hands (KM-GIF-03)."""
    borrowed: list[str] = field(default_factory=list)
    """Ships lent to the active player (KM-GIF-05)."""
    refused: list[str] = field(default_factory=list)
    """Leave refused, as in 'entry blue coventry: neville'; nobody is asked for it again."""
    granted: list[str] = field(default_factory=list)
    """Leave given in this turn, in the same words."""
    parliament_held: bool = False
    """KM-PAR-19: one a turn."""
    kept_card: str = ""
    """The Crown card drawn in this turn's Crown Deck Phase if it was kept; secret."""


@dataclass(slots=True)
class State:
    """The whole game between two phases."""

    options: dict[str, str]
    """deal: 'part' or 'whole' (KM-SHO-02); places: 'basic' or 'short' (KM-SHO-05);
    rounds: '0' for no limit, or the last round (KM-SHO-06)."""
    seats: list[str]
    """In the order of play, clockwise, once it has been drawn (KM-SEQ-01)."""
    factions: dict[str, Faction]
    heirs: dict[str, Heir]
    nobles: dict[str, Noble] = field(default_factory=dict)
    ships: dict[str, Ship] = field(default_factory=dict)
    crown_deck: list[str] = field(default_factory=list)
    """The next card last; returned cards go in front (KM-KIL-02); order secret."""
    chancery: list[str] = field(default_factory=list)
    """Titles and offices; secret, but their number is public (KM-CHA-03)."""
    seen: list[str] = field(default_factory=list)
    """Crown cards that all players saw go under the deck or into Chancery and that are still there;
    a card leaves this list when it leaves its pile (KM-CHA-03)."""
    event_deck: list[str] = field(default_factory=list)
    """The next card last; order secret."""
    event_discard: list[str] = field(default_factory=list)
    """In the order played; never listed (KM-PRE-04)."""
    captured: dict[str, str] = field(default_factory=dict)
    """Place to seat: held by capture, which beats every card (KM-TWN-06, KM-SIE-17)."""
    lent_places: dict[str, str] = field(default_factory=dict)
    """Place to the noble who was given it without its card (KM-TRA-09, KM-TRA-11)."""
    lent_ships: dict[str, str] = field(default_factory=dict)
    """Ship to the noble who was given her without her card (KM-TRA-09, KM-TRA-11)."""
    sieges: dict[str, Siege] = field(default_factory=dict)
    """By place: those under siege (KM-SIE-09)."""
    duties: list[Duty] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    leaves: list[Leave] = field(default_factory=list)
    last_force: int = 0
    """The highest number given to a pile so far."""
    phase: str = SETUP
    starter: str = ""
    """The seat that begins each round (KM-SEQ-03)."""
    turn: Turn = field(default_factory=Turn)
    peace_at: str = ""
    """The square of the King's Peace; '' for none (KM-PAR-16)."""
    peace_by: str = ""
    """The seat whose next turn ends it."""
    fight: Fight | None = None
    parliament: Parliament | None = None
    winners: list[str] = field(default_factory=list)
    """Filled when the game is over."""

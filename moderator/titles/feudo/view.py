"""What one seat may know: reports and bots are made from this alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token as everybody sees it."""

    id: str
    seat: str
    kind: str
    name: str
    """In print, as in 'Gilbert de Clare'."""
    word: str
    """The word for orders, as in 'gilbert' or 'first knight'."""
    at: str
    """'c4', 'castle', 'convent', or '' once eliminated."""
    number: int
    """Movement, force and VP value now (FE-SET-14)."""
    healthy: int
    stricken: bool
    rests_until: int
    """0, or the first turn in which it may move again."""
    shown: bool
    attacked: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """A player as everybody sees him."""

    seat: str
    castle: str
    score: int
    trading: tuple[int, ...]
    """Trading Cards not shown in this cycle, the one in the hand among them (FE-TRD-05)."""
    trading_shown: int
    """The Trading Card shown this turn, -1 before."""
    charmed: bool
    desperate: bool
    cities: tuple[str, ...]
    """Names of the Cities controlled."""
    in_castle: int
    """Army tokens still in the Castle: the cowards of FE-KNG-02."""
    cowards: int
    """VP that they would cost if the King came now; 0 once he has come."""


@dataclass(frozen=True, slots=True)
class Territory:
    """A square of the joined map."""

    name: str
    terrain: str
    """hill, wood, mountain, village, city or central."""
    city: str
    """The City's name, or ''."""
    owner: str
    """The seat that controls the City, or ''."""
    castle: tuple[tuple[str, str], ...]
    """(seat, half) of each Castle here; half is 'whole', 'west', 'east', 'north' or 'south'."""
    plague: bool


@dataclass(frozen=True, slots=True)
class Target:
    """Something that could be attacked now, with all numbers reckoned out (catalogue 8)."""

    territory: str
    city: str
    defender: str
    """The seat, or '' for a free City."""
    defence: int
    points: int
    """VP that the viewing seat would gain."""
    in_reach: tuple[str, ...]
    """Ids of the viewing seat's tokens that could join."""
    force: int
    """Their sum: what all of them together bring."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may see; `seat` is None for an onlooker."""

    seat: str | None
    options: tuple[tuple[str, str], ...]
    turn: int
    last_turn: int
    extra: bool
    phase: str
    """'castles', 'cards', 'plays' or 'over': what the table is busy with."""
    decider: str
    order: tuple[str, ...]
    fog: bool
    king: bool
    plague_at: str
    plague_played: tuple[str, ...]
    plague_left: int
    """Cards still in the Plague deck."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    territories: tuple[Territory, ...]
    """West to east, row after row from the north."""
    sides: tuple[SideView, ...]
    tokens: tuple[TokenView, ...]
    hand: tuple[str, ...]
    """Own chosen tokens not shown yet; empty for an onlooker."""
    trading_card: int
    """Own chosen Trading Card, -1 for none."""
    filed: tuple[str, ...]
    """Own lines filed and not used yet."""
    targets: tuple[Target, ...]
    """What the viewing seat could attack from where its tokens stand."""
    winners: tuple[str, ...]

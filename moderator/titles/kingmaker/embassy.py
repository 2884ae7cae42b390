"""Embassies: the sole King goes to meet them (KM-EVT-17 to KM-EVT-20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Ask, Fact, Illegal, Table, nearest
from moderator.titles.kingmaker.capture import capture_after_move
from moderator.titles.kingmaker.cards import EventCard
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.events import Called, NotCalled
from moderator.titles.kingmaker.forces import strength
from moderator.titles.kingmaker.holding import holder
from moderator.titles.kingmaker.sieges import settle_sieges
from moderator.titles.kingmaker.stacking import (
    companions,
    counter,
    cut_off,
    fellows,
    set_down,
    spot_for,
    spot_of,
)
from moderator.titles.kingmaker.state import Heir, Noble, State
from moderator.titles.kingmaker.succession import claimant, sole_king

RULES = ("KM-EVT-18", "KM-MOV-05")
ALL = "take all"


@dataclass(frozen=True, slots=True)
class Companions:
    """Who goes with the King: `take all`, or `take neville, margaret` by name."""

    nobles: tuple[str, ...]
    heirs: tuple[str, ...]
    needed: bool
    """At least one noble must go: the King is an heir who is controlled (KM-MOV-05)."""

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"take"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> tuple[str, ...]:
        known = (*self.nobles, *self.heirs)
        if text == ALL:
            return known
        named = [word for word in text.removeprefix("take ").split(", ") if word != "nobody"]
        wrong = [word for word in named if word not in known]
        if wrong or not text.startswith("take "):
            why = f"{wrong[0] if wrong else text} is not with the King"
            raise Illegal(why, RULES, self.examples())
        going = [noble for noble in self.nobles if noble in named]
        if self.needed and not going:
            raise Illegal("at least one noble must go with the King", RULES, self.examples())
        left = len(going) < len(self.nobles)
        return (*going, *(heir for heir in self.heirs if heir in named or not left))

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if not line.startswith("take"):
            return ()
        text = line.replace(" and ", ", ").replace(",", ", ").replace("  ", " ")
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        singles = [f"take {noble}" for noble in self.nobles]
        return (ALL, *singles, *(() if self.needed else ("take nobody",)))

    def forced(self) -> str | None:
        only = self.needed and len(self.nobles) == 1 and not self.heirs
        return ALL if only or not (self.nobles or self.heirs) else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())


async def embassy(table: Table[State], card: EventCard) -> None:
    """Move the sole King to the place named, with whom of his company his player takes."""
    state = table.state
    king = claimant(state, sole_king(state))
    why = cut_off(state, king)
    if why or (isinstance(king, Noble) and king.captor):
        table.tell(NotCalled(king.id, why or "siege"))
        return
    place = card.places[0]
    going = await _company(table, king, place)
    party = [king.id, *going]
    nobles = [id_ for id_ in party if id_ in state.nobles]
    goal = spot_for(state, king.seat, place, nobles)
    for id_ in party:
        by = "embassy" if id_ == king.id else f"with {king.id}"
        table.tell(Called(king.seat, id_, by, spot_of(counter(state, id_)), goal))
    set_down(state, party, *goal)
    capture_after_move(table, nobles)
    settle_sieges(table)


async def _company(table: Table[State], king: Noble | Heir, place: str) -> tuple[str, ...]:
    """Ask the King's player who goes with him (D-EVT-5); nobody goes with a free King."""
    state = table.state
    nobles = fellows(state, king.id) if king.seat else []
    guards = [king.id] if isinstance(king, Noble) else nobles[:1]
    heirs = [heir for heir in companions(state, guards) if heir != king.id]
    needed = isinstance(king, Heir) and bool(king.seat)
    domain = Companions(tuple(nobles), tuple(heirs), needed)
    if domain.forced() is not None:
        return domain.read(ALL)
    facts: dict[str, Fact] = {noble: strength(state, noble) for noble in nobles}
    near = [other.id for other in state.nobles.values() if other.square == _square(place)]
    facts |= {"place": place, "held_by": holder(state, place) or "nobody", "near": ", ".join(near)}
    ask = Ask(king.seat, "embassy", domain, ALL, facts, "reply", done=ALL, rules=RULES)
    return (await table.ask_all([ask]))[king.seat]


def _square(place: str) -> str:
    return current().board.places[place].square

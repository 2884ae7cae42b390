"""Embassies: the sole King goes to meet them (KM-EVT-17 to KM-EVT-20)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Ask, Fact, Illegal, Table, nearest
from moderator.titles.kingmaker.components.cards import EventCard
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name, pick
from moderator.titles.kingmaker.events import Called, NotCalled
from moderator.titles.kingmaker.fighting.capture import capture_after_move
from moderator.titles.kingmaker.position.forces import by_strength, strength
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.position.stacking import (
    companions,
    counter,
    cut_off,
    fellows,
    set_down,
    spot_for,
    spot_of,
)
from moderator.titles.kingmaker.position.succession import claimant, sole_king
from moderator.titles.kingmaker.state import Heir, Noble, State

RULES = ("KM-EVT-18", "KM-MOV-05")
ALL, NOBODY = "take all", "take nobody"


@dataclass(frozen=True, slots=True)
class Companions:
    """Who goes with the King: `take all`, `take strongest`, or names: `take neville, margaret`.

    `margaret stays` keeps an heir behind with the nobles who are not named.
    """

    nobles: tuple[str, ...]
    """The strongest first."""
    heirs: tuple[str, ...]
    needed: bool
    """At least one noble must go: the King is an heir who is controlled (KM-MOV-05)."""

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"take", *(word.split()[0] for word in self.heirs)})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> tuple[str, ...]:
        going = self._going(text)
        if text != self._text(going):
            raise Illegal(f"'{text}' is short for '{self._text(going)}'", RULES)
        return going

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if not line.startswith("take") and not line.endswith((" stays", " stay")):
            return ()
        return (self._text(self._going(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        parties = [[noble] for noble in self.nobles] + ([] if self.needed else [[]])
        return tuple(dict.fromkeys([ALL, *(self._text(self._company(p, [])) for p in parties)]))

    def forced(self) -> str | None:
        return ALL if len(self.examples()) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _going(self, line: str) -> tuple[str, ...]:
        """Return those whom a line names, and heirs who would be left alone."""
        words = {word: word for word in (*self.nobles, *self.heirs)}
        named: list[str] = []
        stay: list[str] = []
        for clause in filter(None, (part.strip() for part in line.split(";"))):
            if clause.endswith((" stays", " stay")):
                stay += [
                    pick(part, words, "companion") for part in _parts(clause.rpartition(" ")[0])
                ]
            elif clause in {ALL, "take everybody"}:
                named += words
            elif clause == "take strongest":
                named += self.nobles[:1]
            elif clause != NOBODY:
                said = clause.removeprefix("take").strip()
                named += [pick(part, words, "companion of the King") for part in _parts(said)]
        if stay and not named:
            why = "say which nobles go: somebody must stay with who stays"
            raise Illegal(why, RULES, [f"take {noble}; {stay[0]} stays" for noble in self.nobles])
        going = self._company(named, stay)
        left = [each for each in stay if each in going]
        if left:
            raise Illegal(f"nobody would stay with {name(left[0])}", RULES, self.examples)
        return going

    def _company(self, named: Sequence[str], stay: Sequence[str]) -> tuple[str, ...]:
        going = [noble for noble in self.nobles if noble in named and noble not in stay]
        if self.needed and not going:
            raise Illegal("at least one noble must go with the King", RULES, self.examples)
        left = len(going) < len(self.nobles)
        heirs = [heir for heir in self.heirs if not left or (heir in named and heir not in stay)]
        return (*going, *heirs)

    def _text(self, going: Sequence[str]) -> str:
        if len(going) == len(self.nobles) + len(self.heirs):
            return ALL
        return f"take {', '.join(going)}" if going else NOBODY


def _parts(words: str) -> list[str]:
    return [part for part in re.split(r",? and |, ?", words) if part]


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
    nobles = by_strength(state, fellows(state, king.id)) if king.seat else []
    guards = [king.id] if isinstance(king, Noble) else nobles[:1]
    heirs = [heir for heir in companions(state, guards) if heir != king.id]
    needed = isinstance(king, Heir) and bool(king.seat)
    domain = Companions(tuple(nobles), tuple(heirs), needed)
    if domain.forced() is not None:
        return domain.read(ALL)
    facts: dict[str, Fact] = {noble: strength(state, noble) for noble in nobles}
    near = [other.id for other in state.nobles.values() if other.square == _square(place)]
    facts |= {
        "of": king.id,
        "at": place,
        "place": place,
        "held_by": holder(state, place) or "nobody",
        "near": ", ".join(near),
    }
    ask = Ask(king.seat, "embassy", domain, ALL, facts, "reply", rules=RULES, own_turn=False)
    return (await table.ask_all([ask]))[king.seat]


def _square(place: str) -> str:
    return current().board.places[place].square

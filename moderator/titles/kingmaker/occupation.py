"""Going into a place after a siege or a relief (KM-SIE-14, KM-SIE-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.events import Moved
from moderator.titles.kingmaker.forces import (
    heirs_of_force,
    new_force,
    pile_of,
    room,
    strength,
    total,
)
from moderator.titles.kingmaker.holding import insiders
from moderator.titles.kingmaker.naming import name, pick
from moderator.titles.kingmaker.state import State

OUT = "all out"


@dataclass(slots=True, eq=False)
class Entering:
    """Which of these nobles go into *place*: `in percy, howard` or `all out`."""

    state: State
    place: str
    nobles: Sequence[str]

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"in", "all"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> list[str]:
        named = self._named(text)
        if self._text(named) != text:
            raise Illegal(f"'{text}' is short for '{self._text(named)}'", ("KM-SIE-15",))
        left = room(self.state, self.place)
        if left is not None and total(self.state, named) > left:
            why = f"{name(self.place)} has room for {max(left, 0)} of your {self._troops(named)}"
            raise Illegal(why, ("KM-TWN-05", "KM-SIE-15"), self.examples())
        return named

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line.partition(" ")[0] not in self.verbs:
            return ()
        text = self._text(self._named(line))
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        del line
        return self.examples()

    def examples(self) -> tuple[str, ...]:
        best = self._text(strongest_first(self.state, self.place, self.nobles))
        single = [self._text([n]) for n in self.nobles if self._fits([n])]
        return tuple(dict.fromkeys([best, *single, OUT]))

    def forced(self) -> str | None:
        return OUT if len(self.examples()) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _fits(self, nobles: Sequence[str]) -> bool:
        left = room(self.state, self.place)
        return left is None or total(self.state, nobles) <= left

    def _troops(self, nobles: Sequence[str]) -> int:
        return total(self.state, nobles)

    def _named(self, text: str) -> list[str]:
        if text == OUT:
            return []
        if text in {"all in", "in all", "in"}:
            return strongest_first(self.state, self.place, self.nobles)
        own = {noble: noble for noble in self.nobles}
        parts = (part.strip() for part in text.removeprefix("in ").split(","))
        named = [pick(part, own, "victorious noble") for part in parts if part]
        return [noble for noble in self.nobles if noble in named]

    def _text(self, nobles: Sequence[str]) -> str:
        return f"in {', '.join(nobles)}" if nobles else OUT


def strongest_first(state: State, place: str, nobles: Sequence[str]) -> list[str]:
    """Return who of these fits in together, the strongest tried first (KM-TWN-05)."""
    left = room(state, place)
    chosen: list[str] = []
    for noble in sorted(nobles, key=lambda noble: -strength(state, noble)):
        if left is None or strength(state, noble) <= left:
            chosen.append(noble)
            left = None if left is None else left - strength(state, noble)
    return [noble for noble in nobles if noble in chosen]


async def occupy(
    table: Table[State],
    seat: str,
    place: str,
    nobles: Sequence[str],
    heirs: Sequence[str],
    wanted: Sequence[str] | None,
) -> None:
    """Let the victors go in, as their order *wanted* or as their player says (D-COM-9).

    The heirs taken go with those inside, or stay outside with the strongest.
    """
    state = table.state
    best = strongest_first(state, place, nobles)
    if wanted is not None:
        going = strongest_first(state, place, [noble for noble in nobles if noble in wanted])
    elif best:
        going = await table.ask(
            seat,
            "occupy",
            Entering(state, place, nobles),
            default=f"in {', '.join(best)}",
            rules=("KM-SIE-15", "KM-TWN-05"),
            place=place,
            room=room(state, place) or 0,
        )
    else:
        going = []
    pile = pile_of(state, nobles[0])
    follow = heirs_of_force(state, pile) if set(pile.nobles) <= set(going) else []
    _go_in(table, seat, place, going)
    square = current().board.places[place].square
    leader = max(going or nobles, key=lambda noble: strength(state, noble))
    for heir in (*heirs, *follow):
        royal = state.heirs[heir]
        if royal.alive and royal.seat == seat:
            royal.square, royal.place = square, place if going else ""
            royal.force = state.nobles[leader].force


def _go_in(table: Table[State], seat: str, place: str, going: Sequence[str]) -> None:
    state = table.state
    if not going:
        return
    own = [n for n in insiders(state, place) if state.nobles[n].seat == seat]
    force = state.nobles[own[0]].force if own else new_force(state)
    square = current().board.places[place].square
    source = (square, state.nobles[going[0]].place)
    for noble in going:
        state.nobles[noble].place, state.nobles[noble].force = place, force
    table.tell(Moved(seat, tuple(going), (square,), source, (square, place)))

"""Going into a place after a siege or a relief (KM-SIE-14, KM-SIE-15)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name, pick
from moderator.titles.kingmaker.events import Moved
from moderator.titles.kingmaker.position.forces import (
    heirs_of_force,
    new_force,
    pile_of,
    room,
    strength,
    total,
)
from moderator.titles.kingmaker.position.holding import insiders
from moderator.titles.kingmaker.state import State

OUT = "all out"
ALL_IN = frozenset({"all in", "in all", "in", "inside", "strongest", "in strongest"})
ALL_OUT = frozenset({OUT, "out", "nobody in", "in nobody"})


@dataclass(frozen=True, slots=True)
class Entry:
    """Who goes in, and with whom the heirs taken are ('': with the strongest inside)."""

    nobles: tuple[str, ...]
    leader: str = ""


@dataclass(slots=True, eq=False)
class Entering:
    """Which of these nobles go into *place*: `in percy, howard; heirs with percy` or `all out`.

    `percy in, howard out` says it noble by noble; who is named nowhere goes in with those named
    only where others were named to stay out.
    """

    state: State
    place: str
    nobles: Sequence[str]
    heirs: Sequence[str] = ()
    """The heirs taken with the place."""

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(
            {"in", "inside", "all", "out", "nobody", "strongest", "heirs", *self.nobles}
        )

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Entry:
        entry = self._entry(text)
        if self._text(entry) != text:
            raise Illegal(f"'{text}' is short for '{self._text(entry)}'", ("KM-SIE-15",))
        left = room(self.state, self.place)
        if not self._fits(entry.nobles):
            troops = total(self.state, entry.nobles)
            why = f"{name(self.place)} has room for {max(left or 0, 0)} of your {troops}"
            raise Illegal(why, ("KM-TWN-05", "KM-SIE-15"), self.examples())
        return entry

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        first = re.split("[ ,;]", line)[0]
        if not any(verb.startswith(first) for verb in self.verbs):
            return ()
        text = self._text(self._entry(line))
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        del line
        return self.examples()

    def examples(self) -> tuple[str, ...]:
        best = tuple(strongest_first(self.state, self.place, self.nobles))
        single = [self._text(Entry((noble,))) for noble in self.nobles if self._fits([noble])]
        return tuple(dict.fromkeys([self._text(Entry(best)), *single, OUT]))

    def forced(self) -> str | None:
        return OUT if len(self.examples()) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _fits(self, nobles: Sequence[str]) -> bool:
        left = room(self.state, self.place)
        return left is None or not nobles or total(self.state, nobles) <= left

    def _entry(self, text: str) -> Entry:
        inside: list[str] = []
        outside: list[str] = []
        leader, named, everybody = "", inside, False
        for part in filter(None, (part.strip() for part in re.split("[,;]| and ", text))):
            if part in ALL_IN:
                everybody = True
            elif part in ALL_OUT:
                outside += self.nobles
            elif part.startswith("heirs with "):
                leader = self._noble(part.removeprefix("heirs with "))
            elif part.endswith(" out"):
                outside.append(self._noble(part.removesuffix(" out")))
            elif part.startswith("out "):
                named = outside
                named.append(self._noble(part.removeprefix("out ")))
            elif part.startswith("in ") or part.endswith(" in"):
                named = inside
                named.append(self._noble(part.removeprefix("in ").removesuffix(" in")))
            else:
                named.append(self._noble(part))
        if leader and not self.heirs:
            raise Illegal("no heirs were taken here", ("KM-SIE-15",), self.examples())
        if everybody or not inside:
            able = [noble for noble in self.nobles if noble not in outside]
            return Entry(tuple(strongest_first(self.state, self.place, able)), leader)
        return Entry(tuple(noble for noble in self.nobles if noble in inside), leader)

    def _noble(self, word: str) -> str:
        return pick(word.strip(), {noble: noble for noble in self.nobles}, "victorious noble")

    def _text(self, entry: Entry) -> str:
        text = f"in {', '.join(entry.nobles)}" if entry.nobles else OUT
        return f"{text}; heirs with {entry.leader}" if entry.leader else text


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

    The heirs taken go where he says, or with the strongest inside, or else outside.
    """
    state = table.state
    best = strongest_first(state, place, nobles)
    entry = Entry(())
    if wanted is not None:
        able = [noble for noble in nobles if noble in wanted]
        entry = Entry(tuple(strongest_first(state, place, able)))
    elif best:
        entry = await table.ask(
            seat,
            "occupy",
            Entering(state, place, nobles, heirs),
            default=f"in {', '.join(best)}",
            rules=("KM-SIE-15", "KM-TWN-05"),
            own_turn=False,
            place=place,
            at=place,
            room=room(state, place) or 0,
            nobles=", ".join(f"{noble} {strength(state, noble)}" for noble in nobles),
            heirs=", ".join(heirs),
        )
    going = entry.nobles
    pile = pile_of(state, nobles[0])
    follow = heirs_of_force(state, pile) if set(pile.nobles) <= set(going) else []
    _go_in(table, seat, place, going)
    square = current().board.places[place].square
    leader = entry.leader or max(going or nobles, key=lambda noble: strength(state, noble))
    for heir in (*heirs, *follow):
        royal = state.heirs[heir]
        if royal.alive and royal.seat == seat:
            royal.square, royal.place = square, state.nobles[leader].place
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

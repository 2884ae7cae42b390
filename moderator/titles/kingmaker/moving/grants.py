"""Leave given before it is asked, and taken back: open letters (D-LEAVE-1 to 4, D-ANY-5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from moderator.engine import Illegal, Table, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name, pick, ship_words
from moderator.titles.kingmaker.position.holding import commander
from moderator.titles.kingmaker.state import BISHOPS, ENTRY, LOAN, PASSAGE, SAILING, Leave, State

KINDS = (PASSAGE, ENTRY, SAILING, BISHOPS)
RULES = ("KM-ROA-03", "KM-TWN-03", "KM-MOV-16", "KM-GIF-05", "KM-EXP-02")
NONE = "nothing"
AHEAD = 3
"""A letter without a round holds for this round and as many more."""

_LETTER = re.compile(
    r"(?P<verb>grant|revoke) (?P<kind>[a-z]+) to (?P<to>[a-z]+)"
    r"(?: at (?P<at>.+?))?(?: until round (?P<until>\d{1,4}))?"
)
_LOAN = re.compile(
    r"(?P<verb>lend|keep) (?P<at>.+?) (?:to|from) (?P<to>[a-z]+)"
    r"(?: (?:until|in) round (?P<until>\d{1,4}))?"
)


@dataclass(frozen=True, slots=True)
class Letter:
    """Leave for one faction; `until` 0 takes it back."""

    kind: str
    to: str
    at: str
    """A place or ship; '' for all places."""
    until: int


def text_of(letter: Letter | None) -> str:
    """Return the one text for a letter; None for no letter."""
    if letter is None:
        return NONE
    until = f" until round {letter.until}" if letter.until else ""
    if letter.kind == LOAN:
        return f"lend {letter.at} to {letter.to}{until}" if until else (
            f"keep {letter.at} from {letter.to}"
        )  # fmt: skip
    verb = "grant" if until else "revoke"
    at = f" at {letter.at}" if letter.at else ""
    return f"{verb} {letter.kind} to {letter.to}{at}{until}"


@dataclass(frozen=True, slots=True, eq=False)
class Grants:
    """What leave a seat may give or take back at any time."""

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"grant", "revoke", "lend", "keep", NONE})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Letter | None:
        letter = self._parse(text)
        if text_of(letter) != text:
            raise Illegal(f"write '{text_of(letter)}'", RULES, (text_of(letter),))
        return letter

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line.partition(" ")[0] not in self.verbs:
            return ()
        return (text_of(self._parse(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        texts = self.examples()
        return nearest(line, texts) or texts[:2]

    def examples(self) -> tuple[str, ...]:
        """Return letters without a place to every other faction, loans, and `nothing`."""
        others, until = self._others(), self.state.turn.round + AHEAD
        letters = [Letter(kind, to, "", until) for kind in KINDS for to in others]
        loans = [Letter(LOAN, to, ship, until) for ship in self._ships() for to in others]
        return (*(text_of(letter) for letter in (*letters, *loans)), NONE)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples()) if rng.random() < 0.4 else NONE

    def _parse(self, line: str) -> Letter | None:
        if line == NONE:
            return None
        found = _LETTER.fullmatch(line) or _LOAN.fullmatch(line)
        if found is None:
            why = f"'{line}' is no leave: write 'grant passage to red at york until round 6'"
            raise Illegal(why, RULES, partial(self.nearest, line))
        gives = found["verb"] in {"grant", "lend"}
        until = int(found["until"] or self.state.turn.round + AHEAD) if gives else 0
        if gives and until < self.state.turn.round:
            raise Illegal(f"round {until} is over", RULES, partial(self.nearest, line))
        to = pick(found["to"], {seat: seat for seat in self._others()}, "other player")
        if found["verb"] in {"lend", "keep"}:
            ship = pick(found["at"], ship_words(self.state), "ship on the board")
            if commander(self.state, ship) != self.seat:
                raise Illegal(f"{name(ship)} is not yours", ("KM-GIF-05",), self._first())
            return Letter(LOAN, to, ship, until)
        kind = pick(found["kind"], {kind: kind for kind in KINDS}, "kind of leave")
        at = pick(found["at"], current().board.place_words, "place") if found["at"] else ""
        general = Letter(kind, to, "", 0)
        if at and not gives and self._filed(general):
            why = f"you have granted {to} {kind} everywhere: that is taken back as a whole"
            raise Illegal(why, RULES, (text_of(general),))
        return Letter(kind, to, at, until)

    def _filed(self, letter: Letter) -> bool:
        return any(
            (leave.kind, leave.giver, leave.to, leave.at)
            == (letter.kind, self.seat, letter.to, letter.at)
            for leave in self.state.leaves
        )

    def _first(self) -> Iterable[str]:
        return self.examples()[:2]

    def _others(self) -> list[str]:
        return [seat for seat in self.state.seats if seat != self.seat]

    def _ships(self) -> list[str]:
        return [ship for ship in self.state.ships if commander(self.state, ship) == self.seat]


async def letters(table: Table[State], seat: str) -> None:
    """Take the open letters that a player has sent: they count for the very move at hand."""
    while letter := await table.ask(
        seat, "letter", Grants(table.state, seat), default=NONE, pace="now", done=NONE,
        rules=RULES, own_turn=False,
    ):  # fmt: skip
        write(table, seat, letter)


def write(table: Table[State], seat: str, letter: Letter) -> None:
    """Put a letter on file in place of an older one, or take it back.

    Nobody is told: who asks for leave learns it then (KM-ROA-03).
    """
    state = table.state
    state.leaves = [
        leave
        for leave in state.leaves
        if not (
            (leave.kind, leave.giver, leave.to) == (letter.kind, seat, letter.to)
            and (leave.at == letter.at or (not letter.at and not letter.until))
        )
    ]
    if letter.until:
        state.leaves.append(Leave(letter.kind, seat, letter.to, letter.at, letter.until))

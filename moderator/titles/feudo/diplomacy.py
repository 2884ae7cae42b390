"""1) Diplomacy Phase: who sets the Order of Play, and how he may set it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, permutations
from random import Random

from moderator.engine import Ask, Illegal, Table, matches
from moderator.titles.feudo import paces
from moderator.titles.feudo.events import OrderSet
from moderator.titles.feudo.king import players, weakest
from moderator.titles.feudo.lines import facts, holds
from moderator.titles.feudo.state import State

HEAD = "order of play: "
RULES = ("FE-DIP-01", "FE-DIP-04")


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every player once, as in `order of play: blue, white`; `me` and `others` are read."""

    seat: str
    before: tuple[str, ...]
    """All players, in the order of the turn before."""

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"order"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> tuple[str, ...]:
        order = tuple(text.removeprefix(HEAD).split(", "))
        if not text.startswith(HEAD) or sorted(order) != sorted(self.before):
            why = f"name every player once: {', '.join(self.before)}"
            raise Illegal(why, RULES, self.nearest(text))
        return order

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if not line.startswith("order"):
            return ()
        order: list[str] = []
        for word in _words(line):
            order += self._seats(word)
        text = HEAD + ", ".join(order)
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return the named players in their order, then those that were left out."""
        named = [found for word in _words(line) for found in matches(word, self.before)]
        return (HEAD + ", ".join(dict.fromkeys([*named, *self.before])),)

    def examples(self) -> tuple[str, ...]:
        orders = permutations(self.before)
        return tuple(HEAD + ", ".join(order) for order, _ in zip(orders, range(6), strict=False))

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return HEAD + ", ".join(rng.sample(self.before, len(self.before)))

    def _seats(self, word: str) -> list[str]:
        if word == "me":
            return [self.seat]
        if word == "others":
            return [seat for seat in self.before if seat != self.seat]
        found = matches(word, self.before)
        if len(found) != 1:
            players_here = ", ".join(self.before)
            raise Illegal(f"'{word}' is none of the players here: {players_here}", RULES)
        return [found[0]]


def _words(line: str) -> list[str]:
    """Return the words behind `order of play:`, which may be cut short or lack its colon."""
    words = line.replace(":", " ").replace(",", " ").split()
    return list(dropwhile(lambda word: word in {"order", "of", "play"}, words))


def ranking(state: State, seat: str) -> Ranking:
    """Return the answers open to the one who sets the order (FE-DIP-04, FE-WIN-06)."""
    known = [*state.order, *state.order_of_castles, *state.seats]
    return Ranking(seat, tuple(s for s in dict.fromkeys(known) if s in players(state)))


def find_decider(table: Table[State]) -> bool:
    """Find who sets the Order of Play; say whether he was drawn (FE-DIP-02, 03)."""
    state = table.state
    if state.turn == 1:
        state.decider = state.order_of_castles[-1]
        return False
    tied = weakest(state)
    state.decider = table.pick(tied, "who sets the order of play")
    return len(tied) > 1


async def diplomacy(table: Table[State]) -> None:
    """FE-DIP: the player with the fewest VP ranks all players."""
    state = table.state
    domain = ranking(state, state.decider)
    ask = Ask(
        state.decider,
        "order-of-play",
        domain,
        HEAD + ", ".join(domain.before),
        facts(state, state.decider),
        pace=paces.wait(state, "cards"),
        rules=RULES,
        holds=holds(state, state.decider),
    )
    order = await paces.choose(table, ask)
    state.order = list(order)
    table.tell(OrderSet(tuple(state.order), state.decider))

"""What a player may do at every point of KM-SEQ-12, in one question (catalogue 2.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.hands import crown
from moderator.titles.kingmaker.hands.crown import Play
from moderator.titles.kingmaker.hands.deals import NOTHING, Deal, Deals
from moderator.titles.kingmaker.moving.grants import Grants, Letter
from moderator.titles.kingmaker.state import State

PLAY = "play"

Business = Play | Deal | Letter


@dataclass(frozen=True, slots=True, eq=False)
class FreeBusiness:
    """A card out of the hand, a transfer, a trade, an execution, leave; or `nothing`."""

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        return self._deals().verbs | self._grants().verbs | {PLAY, NOTHING}

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Business | None:
        if text == NOTHING:
            return None
        verb = text.partition(" ")[0]
        if verb == PLAY:
            return crown.choices(self.state, self.seat).read(text)
        if verb in self._grants().verbs:
            return self._grants().read(text)
        return self._deals().read(text)

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        verb = line.partition(" ")[0]
        if verb in self._grants().verbs:
            return self._grants().understand(line, above)
        if verb in self._deals().verbs:
            return self._deals().understand(line, above)
        if verb == PLAY:
            return self._play(line)
        return matches(line, (NOTHING,))

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        texts = dict.fromkeys(
            [*self._plays(), *self._deals().examples(), *self._grants().examples()]
        )
        return (*texts, NOTHING)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        dice = rng.random()
        if dice < 0.8:
            return NOTHING
        if dice < 0.9:
            return rng.choice([*self._plays(), NOTHING])
        return (self._deals() if dice < 0.98 else self._grants()).sample(rng)

    def _play(self, line: str) -> tuple[str, ...]:
        """Return the plays that *line* may stand for; raise `Illegal` for a card not in hand."""
        found = crown.choices(self.state, self.seat).understand(line)
        hand = self.state.factions[self.seat].hand
        held = {word for card in hand for word in current().cards[card].words}
        named = [
            card.name
            for card in current().cards.values()
            if any(line.startswith(f"{PLAY} {word} ") for word in card.words)
        ]
        if not found and named and not any(line.startswith(f"{PLAY} {word}") for word in held):
            raise Illegal(f"{named[0]} is not in your hand", crown.RULES, self._plays)
        return found

    def _plays(self) -> list[str]:
        return list(crown.plays(self.state, self.seat))

    def _deals(self) -> Deals:
        return Deals(self.state, self.seat)

    def _grants(self) -> Grants:
        return Grants(self.state, self.seat)

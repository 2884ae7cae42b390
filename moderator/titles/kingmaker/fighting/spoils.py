"""The words that share captured cards out: `scots archers to grey, saxons to percy`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import pick

STRONGEST = "strongest"


@dataclass(frozen=True, slots=True)
class Division:
    """All ways to give every one of *cards* to one of *nobles*; an answer is (card, noble)s."""

    cards: tuple[str, ...]
    nobles: tuple[str, ...]
    best: str = ""
    """The strongest of them, who gets what is not given to anybody; '' for none."""

    @property
    def verbs(self) -> frozenset[str]:
        known = current().cards
        return frozenset(
            {
                "all",
                "rest",
                "spoils",
                STRONGEST,
                *(said.split()[0] for c in self.cards for said in known[c].words),
            }
        )

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> list[tuple[str, str]]:
        given = self._given(text)
        if self._text(given) != text:
            raise Illegal(f"'{text}' is short for '{self._text(given)}'", ("KM-TRA-04",))
        return given

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        words = line.removeprefix("spoils").lstrip(": ")
        words = f"all {words}" if words.startswith("to ") else words
        if words == STRONGEST and self.best:
            return (f"all to {self.best}",)
        return (self._text(self._given(words)),) if " to " in words else ()

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()

    def examples(self) -> tuple[str, ...]:
        return tuple(f"all to {noble}" for noble in self.nobles)

    def forced(self) -> str | None:
        return self.examples()[0] if len(self.nobles) == 1 else None

    def sample(self, rng: Random) -> str:
        return self._text([(card, rng.choice(self.nobles)) for card in self.cards])

    def _given(self, text: str) -> list[tuple[str, str]]:
        known, left = current().cards, list(self.cards)
        nobles = {noble: noble for noble in self.nobles}
        given: dict[str, str] = {}
        for part in text.split(","):
            said, _, to = part.strip().partition(" to ")
            strongest = to.strip() == STRONGEST and self.best
            noble = strongest or pick(to.strip(), nobles, "victorious noble")
            if said in {"all", "rest"}:
                given.update(dict.fromkeys(left, noble))
                left = []
                continue
            options = {other: known[card].word for card in left for other in known[card].words}
            word = pick(said.strip(), options, "captured card")
            card = next(card for card in left if known[card].word == word)
            left.remove(card)
            given[card] = noble
        if self.best:
            given.update(dict.fromkeys(left, self.best))
        elif left:
            names = ", ".join(known[card].name for card in left)
            raise Illegal(f"say who gets {names}", ("KM-TRA-04",), self.examples())
        return [(card, given[card]) for card in self.cards]

    def _text(self, given: Sequence[tuple[str, str]]) -> str:
        nobles = {noble for _, noble in given}
        if len(nobles) == 1:
            return f"all to {nobles.pop()}"
        known = current().cards
        return ", ".join(f"{known[card].word} to {noble}" for card, noble in given)

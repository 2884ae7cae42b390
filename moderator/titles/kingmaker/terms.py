"""The words of a ransom: `ransom scrope for london, 1 writ`, `offer london for scrope`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.naming import pick

BEST, RELEASE, EXECUTE, NOTHING = "best offer", "release", "execute", ""
"""Answers that name no thing; `NOTHING` offers none."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Any of *things* between commas, the one that is liked best first; or a text of *alone*.

    An answer is the list of things named, or the one word that a text of *alone* stands for.
    """

    head: str
    things: tuple[str, ...]
    tail: str
    alone: Mapping[str, str]

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({self.head.split()[0], *(text.split()[0] for text in self.alone)})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> list[str]:
        if text in self.alone:
            return [self.alone[text]]
        words = self._words(text)
        if self._text(words) != text:
            raise Illegal(f"'{text}' is short for '{self._text(words)}'", ("KM-CAP-01",))
        return words

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        found = matches(line, self.alone)
        if found or line.partition(" ")[0] not in self.verbs:
            return found
        return (self._text(self._words(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        return (*(self._text([thing]) for thing in self.things), *self.alone)

    def forced(self) -> str | None:
        texts = self.examples()
        return texts[0] if len(texts) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _text(self, words: Sequence[str]) -> str:
        return f"{self.head} {', '.join(words)} {self.tail}".strip()

    def _words(self, line: str) -> list[str]:
        said = line.removesuffix(self.tail).strip() if self.tail else line
        if not said.startswith(f"{self.head} "):
            raise Illegal(f"'{line}' says no terms", ("KM-CAP-01",), self.examples()[:3])
        options = {thing: thing for thing in self.things}
        parts = said.removeprefix(f"{self.head} ").replace(" or ", ", ").split(",")
        words = [pick(part.strip(), options, "thing for a ransom") for part in parts]
        return list(dict.fromkeys(words))

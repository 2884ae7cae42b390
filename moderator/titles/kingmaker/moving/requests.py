"""Requests for leave, and the answer to several of them (catalogue 2.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, nearest


@dataclass(frozen=True, slots=True)
class Request:
    """Leave that a move needs; nobody who is asked learns where the movers are bound."""

    kind: str
    giver: str
    at: str
    """A place, or the ship that is to be lent."""
    counters: tuple[str, ...] = ()
    """Nobles, heirs and ships that want it."""
    strength: int = 0
    room: int = 0
    """For entry: troops that the place would still hold; 0 where there is no limit."""

    def __str__(self) -> str:
        return f"{self.kind} {self.giver} {self.at}: {', '.join(self.counters)}"


@dataclass(frozen=True, slots=True)
class Requests:
    """Several requests to one giver: `grant 1, 3`, `grant all`, or `refuse`."""

    requests: tuple[Request, ...]

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"grant", "refuse"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> dict[Request, bool | None]:
        numbers = self._numbers(text)
        if self._text(numbers) != text:
            raise Illegal(f"write '{self._text(numbers)}'", (), (self._text(numbers),))
        return {each: n in numbers for n, each in enumerate(self.requests, start=1)}

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line.partition(" ")[0] not in self.verbs:
            return ()
        return (self._text(self._numbers(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()

    def examples(self) -> tuple[str, ...]:
        return (*(f"grant {n}" for n in self._all()), self._text(self._all()), "refuse")

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return self._text([n for n in self._all() if rng.random() < 0.5])

    def _all(self) -> list[int]:
        return list(range(1, len(self.requests) + 1))

    def _numbers(self, text: str) -> list[int]:
        """Return the numbers granted: all others are refused."""
        verb, _, rest = text.partition(" ")
        words = [word for word in re.split(r",| |\band\b", rest) if word and word != "all"]
        known = {str(n): n for n in self._all()}
        if verb not in self.verbs or any(word not in known for word in words):
            why = f"'{text}' is neither 'grant' with numbers from 1 to {len(known)} nor 'refuse'"
            raise Illegal(why, (), self.examples())
        named = [known[word] for word in words] or self._all()
        return [n for n in self._all() if (n in named) == (verb == "grant")]

    def _text(self, numbers: Sequence[int]) -> str:
        return f"grant {', '.join(map(str, numbers))}" if numbers else "refuse"

"""A look at the lines that wait: what they will need, while they stay where they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from moderator.engine import Illegal

T = TypeVar("T")

NOTHING = "nothing"


@dataclass(frozen=True, slots=True, eq=False)
class Looking(Generic[T]):
    """Lines of one sort, as far as the present position can tell; an answer is what each means."""

    text_of: Callable[[str], str]
    """Returns the one text of a line, '' for one of another sort; may raise `Illegal`."""
    meaning: Callable[[str], T]
    """Returns what such a text means; raises `Illegal` if it is none."""

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset()

    @property
    def sheet(self) -> bool:
        return True

    def foresee(self, lines: Sequence[str]) -> str:
        found = [text for line in lines for text in self.understand(line)]
        return "\n".join(dict.fromkeys(found)) or NOTHING

    def read(self, text: str) -> list[T]:
        return [self.meaning(line) for line in text.splitlines() if line != NOTHING]

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        try:
            text = self.text_of(line)
        except Illegal:
            return ()
        return (text,) if text else ()

    def nearest(self, line: str) -> tuple[str, ...]:
        del line
        return (NOTHING,)

    def examples(self) -> tuple[str, ...]:
        return (NOTHING,)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        del rng
        return NOTHING

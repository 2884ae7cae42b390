"""One of a few answers, each of which has shorter texts as well: `go` for `henry goes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Generic, TypeVar

from moderator.engine import Illegal, matches, nearest

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Brief(Generic[T]):
    """Exactly one of *options*; a text of *short* stands for the option that it names."""

    options: Mapping[str, T]
    short: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(text.split()[0].rstrip(":") for text in (*self.options, *self.short))

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> T:
        try:
            return self.options[text]
        except KeyError:
            why = f"'{text}' is not one of your choices"
            raise Illegal(why, self.rules, partial(self.nearest, text)) from None

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line in self.short:
            return (self.short[line],)
        found = matches(line, self.options)
        return found or tuple(dict.fromkeys(self.short[text] for text in matches(line, self.short)))

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.options) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        return tuple(self.options)

    def forced(self) -> str | None:
        return next(iter(self.options)) if len(self.options) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(list(self.options))

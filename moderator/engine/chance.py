"""Dice and shuffles that players can check once the game is over.

A 32-byte secret is chosen before the first player joins, and only its hash is
published.  A word of each player is mixed in, so that nobody, the moderator's
keeper included, can have chosen the dice.  Each draw is a pure function of the
secret, the words, the epoch, the draw's number and its purpose.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Chance:
    """The source of a game's dice: `drawn` counts the draws made so far."""

    secret: bytes
    drawn: int = 0
    epoch: int = 0
    """Raised by a rollback, so that nobody profits from having seen the dice."""
    words: tuple[str, ...] = ()
    """One word of each player, in the order of the seats."""
    _key: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._key = hmac.digest(self.secret, "\n".join(self.words).encode(), "sha256")

    @property
    def commitment(self) -> str:
        """The hash that is published before anybody's word is known."""
        return hashlib.sha256(self.secret).hexdigest()

    def below(self, limit: int, why: str) -> int:
        """Return a number in range(limit)."""
        self.drawn += 1
        return self._number(limit, why, 0)

    def permutation(self, size: int, why: str) -> list[int]:
        """Return range(size) in a random order (Fisher-Yates); one draw."""
        self.drawn += 1
        order = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self._number(i + 1, why, i)
            order[i], order[j] = order[j], order[i]
        return order

    def _number(self, limit: int, why: str, part: int) -> int:
        tries = 0
        while True:
            message = f"{self.epoch}.{self.drawn}.{part}.{tries}.{why}".encode()
            number = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if number < (1 << 64) // limit * limit:
                return number % limit
            tries += 1


def roll(chance: Chance, sides: int, why: str) -> tuple[str, str]:
    """Draw a die; return the tape's text and the mark by which `redraw` can check it."""
    text = str(chance.below(sides, why) + 1)
    return text, f"d{sides} {chance.epoch}.{chance.drawn}"


def permute(chance: Chance, size: int, why: str) -> tuple[str, str]:
    """Draw an order of *size* things; text and mark as for `roll`."""
    text = " ".join(map(str, chance.permutation(size, why)))
    return text, f"s{size} {chance.epoch}.{chance.drawn}"


def redraw(secret: bytes, words: Sequence[str], why: str, mark: str) -> str:
    """Return the text that an honest draw with this *mark* must have.

    Raises ValueError if *mark* is not one of `roll` or `permute`.
    """
    what, _, place = mark.partition(" ")
    epoch, _, drawn = place.partition(".")
    if what[:1] not in {"d", "s"}:
        raise ValueError(f"'{mark}' is not the mark of a draw")
    chance = Chance(secret, int(drawn) - 1, int(epoch), tuple(words))
    draw = roll if what[0] == "d" else permute
    return draw(chance, int(what[1:]), why)[0]

"""What players write to each other around their orders: press, an open letter, slips of the pen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

PRESSES = (
    "Shall we leave each other alone this turn?",
    "I can't hold the north much longer. Don't come this way, please.",
    "Well played last turn. The next one won't be as easy.",
)
OPEN_LETTER = (
    "To all who love the peace of the realm.\n\n"
    "I hear that one of us grows too great. I name no names; count for yourselves.\n"
    "Whoever stands with me will find me grateful."
)
AGREED = "It's a deal: send your offer with your next turn, I have told the moderator to take it."


def letter(text: str, seats: Sequence[str] = ()) -> str:
    """Return *text* as press to *seats*; to all without any."""
    return f"press to {', '.join(seats) or 'all'}: {text}\nendpress"


def spoilt(text: str, rng: Random) -> str:
    """Return *text* with a word misspelt, as by somebody in a hurry."""
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    words = lines[place].split(" ")
    longest = max(range(len(words)), key=lambda one: len(words[one]))
    word = words[longest]
    words[longest] = word[:2] + word[3:] + "qx" if len(word) > 3 else word + "qx"
    lines[place] = " ".join(words)
    return "\n".join(lines)

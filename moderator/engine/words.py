"""How a player's words are matched with the words of the rules.

No grammar of commands: a question knows its legal answers, and a line stands for
the answer whose words its own words begin.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_PIECES = re.compile(r"[^\W_]+(?:['’._-][^\W_]+)*'?|[:;,]|->|[-<>=#+]+")
_TIGHT = {":", ";", ","}
_MARKS = re.compile("[:;,]")


@dataclass(frozen=True, slots=True)
class Words:
    """A title's vocabulary: other names for its words, and words that say nothing.

    >>> Words({"go": "move"}, frozenset({"please"})).canonical("Go  PERCY, please")
    'move percy'
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    noise: frozenset[str] = frozenset()

    def canonical(self, line: str) -> str:
        """Return *line* lower-cased, one space between words, aliases replaced, noise gone."""
        pieces = [
            self.aliases.get(piece, piece)
            for piece in _PIECES.findall(line.casefold())
            if piece not in self.noise
        ]
        text = ""
        for piece in pieces:
            text += piece if piece in _TIGHT or not text else f" {piece}"
        return text.rstrip(" :;,-")


def begins(text: str, option: str) -> bool:
    """Say whether every word of *text* begins the word of *option* in the same place."""
    want, have = (_MARKS.sub(r" \g<0>", words).split() for words in (text, option))
    return len(want) == len(have) and all(
        word.startswith(part) for part, word in zip(want, have, strict=True)
    )


def matches(text: str, options: Iterable[str]) -> tuple[str, ...]:
    """Return *text* alone if it is an option, else all options that it may be short for."""
    known = list(options)
    if text in known:
        return (text,)
    return tuple(option for option in known if begins(text, option))


def nearest(text: str, options: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Return the options most like *text*, best first: a suggestion, never an answer.

    Each word of *text* is first mended by itself from the words of the options, so that
    one slip in a long line does not hide the line that was meant.
    """
    known = list(dict.fromkeys(options))
    vocabulary = sorted({word for option in known for word in option.split()})
    mended = " ".join(
        (difflib.get_close_matches(word, vocabulary, n=1, cutoff=0.6) or [word])[0]
        for word in text.split()
    )
    first = [option for option in known if begins(mended, option)]
    close = difflib.get_close_matches(mended, known, n=most, cutoff=0.6)
    return tuple(dict.fromkeys([*first, *close]))[:most]

"""The words of a ransom: `ransom scrope for london, else execute`, `offer london for scrope`.

Said beforehand they need neither verb nor name: `london or a writ, else execute`; `london, then a
writ`.  Such a list may name what cannot be had now.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import pick

BEST, RELEASE, EXECUTE, NOTHING = "best offer", "release", "execute", ""
"""Answers that name no thing; `NOTHING` offers none."""
OFFER, DEMAND, PROMISE = "offer ", "demand", "promise "
"""The offer of a number; whatever is demanded; words that bind nobody."""

_ELSE = re.compile(r"(?P<things>.+?),? else (?P<ending>[a-z ]+)")
_PROMISE = re.compile(r"(?P<things>.+?),? and (?:a )?promise (?P<words>.+)")
_NEXT = re.compile(r", ?(?:then |or )?| or (?:else )?| then ")
_ARTICLE = re.compile(r"^(?:an?|one) ")


@dataclass(frozen=True, slots=True)
class Terms:
    """Any of *things* between commas, the one that is liked best first; or a text of *alone*.

    An answer is the list of things named, with a last word for the case that none of them is to
    be had, or the one word that a text of *alone* stands for.
    """

    head: str
    things: tuple[str, ...]
    tail: str
    alone: Mapping[str, str]
    short: Mapping[str, str] = field(default_factory=dict)
    """Shorter words for texts of *alone*."""
    endings: Mapping[str, str] = field(default_factory=dict)
    """What may stand behind `else`, and the text of *alone* that it stands for."""
    blind: tuple[str, ...] = ()
    """Things that may be named though nobody can see whether they are to be had."""

    @property
    def verbs(self) -> frozenset[str]:
        texts = (self.head, *self.alone, *self.short)
        return frozenset(text.split()[0] for text in texts)

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> list[str]:
        if text in self.alone:
            return [self.alone[text]]
        words = self._answer(text, strict=True)
        if self._text(words) != text:
            raise Illegal(f"'{text}' is short for '{self._text(words)}'", ("KM-CAP-01",))
        return words

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line in self.short:
            return (self.short[line],)
        if found := matches(line, self.alone):
            return found
        strict = line.partition(" ")[0] in self.verbs
        text = self._text(self._answer(line, strict=strict))
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        return (*(self._text([thing]) for thing in self.things), *self.alone)

    def forced(self) -> str | None:
        texts = self.examples()
        return texts[0] if len(texts) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _text(self, answer: Sequence[str]) -> str:
        endings: dict[str, str] = {}
        for word, text in self.endings.items():
            endings.setdefault(self.alone[text], f", else {word}")
        things = [word for word in answer if word in {*self.things, *self.blind}]
        if not things:
            return next(text for text, word in self.alone.items() if [word] == list(answer))
        ending = "".join(endings.get(word, "") for word in answer)
        promise = "".join(f" and a {word}" for word in answer if word.startswith(PROMISE))
        return " ".join(filter(None, [self.head, ", ".join(things), self.tail])) + ending + promise

    def _answer(self, line: str, *, strict: bool) -> list[str]:
        said, ending, promise = line, [], []
        if found := _ELSE.fullmatch(said):
            text = pick(found["ending"].strip(), dict(self.endings), "last word here")
            said, ending = found["things"], [self.alone[text]]
        if self.tail and (found := _PROMISE.fullmatch(said)):
            said, promise = found["things"], [f"{PROMISE}{self._bare(found['words'])}"]
        said = self._bare(said)
        if strict and not said.startswith(f"{self.head} "):
            raise Illegal(f"'{line}' says no terms", ("KM-CAP-01",), self.examples()[:3])
        things = self._things(said.removeprefix(f"{self.head} "), strict=strict or not ending)
        return [*things, *ending, *promise] if things else ending

    def _bare(self, words: str) -> str:
        return words.removesuffix(self.tail).strip() if self.tail else words.strip()

    def _things(self, words: str, *, strict: bool) -> list[str]:
        """Return the things that can be had now; raise `Illegal` for those that cannot.

        Of a list of several, one that is in the game and cannot be had now is left out.
        """
        able = (*self.things, *self.blind)
        options = {thing: thing for thing in able}
        options |= {thing.removeprefix("1 "): thing for thing in able}
        parts = [_ARTICLE.sub("", part.strip(), count=1) for part in _NEXT.split(words)]
        found: list[str] = []
        for part in filter(None, parts):
            try:
                found.append(pick(part, options, "thing for a ransom"))
            except Illegal:
                if part not in _known() or (strict and len(parts) == 1):
                    raise
        if strict and not found:
            pick(parts[0], options, "thing for a ransom")
        return list(dict.fromkeys(found))


def _known() -> set[str]:
    """Return all words of things that may pass for a captive."""
    data = current()
    cards = {said for card in data.cards.values() for said in card.words}
    heirs = {said for heir in data.heirs.values() for said in heir.words}
    return {"writ", *cards, *heirs, *data.board.place_words, *data.ships}

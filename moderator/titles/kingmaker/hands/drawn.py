"""What becomes of the Crown card at the end of a turn, said before it is known (D-CRW-1, D-CRW-2).

`if noble: play nearest home`, `if mercenary: play on grey`, `else: keep`: the first line that
is for a card of this kind, and possible, is carried out; without one the card is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Fact, Illegal, nearest
from moderator.titles.kingmaker.components.cards import KINDS, NOBLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import pick
from moderator.titles.kingmaker.hands.crown import Play, homes, plays
from moderator.titles.kingmaker.position.forces import by_strength
from moderator.titles.kingmaker.position.holding import nobles_of
from moderator.titles.kingmaker.state import State

RULES = ("KM-SEQ-07", "KM-SEQ-08", "KM-SEQ-10")
KEEP, PLAY, HOME, STRONGEST = "keep", "play", "play nearest home", "strongest"
WORDS = {kind.replace("royal ", ""): kind for kind in KINDS.values()}
"""What a line may call a kind of card, and the kind."""

_LINE = re.compile(r"(?:if (?:an? )?(?P<kind>[a-z]+) ?: ?|(?P<other>else)(?: ?: ?| ))?(?P<what>.+)")
_WHAT = re.compile(r"play(?: (?:it|him|her))?(?: (?P<how>in|on) (?P<where>.+))?")


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """The lines for a card that has been drawn; an answer is the play, or None to keep it."""

    state: State
    seat: str
    card: str

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"if", "else", KEEP})

    @property
    def sheet(self) -> bool:
        return True

    def facts(self) -> dict[str, Fact]:
        """Return what a standing order may test: `when drawn mercenary: play on grey`."""
        kind = current().cards[self.card].kind
        flags: dict[str, Fact] = {word: int(WORDS[word] == kind) for word in WORDS}
        return flags | {"card": current().cards[self.card].word}

    def read(self, text: str) -> Play | None:
        lines = [self._canonical(line) for line in text.splitlines()]
        if lines != text.splitlines() or not lines:
            raise Illegal("write 'keep', or lines like 'if noble: play nearest home'", RULES)
        for line in lines:
            kind, what = _parts(line)
            if kind and WORDS[kind] != current().cards[self.card].kind:
                continue
            if what == KEEP:
                return None
            if (found := self._play(what)) is not None:
                return found
        return None

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line.partition(" ")[0].rstrip(":") not in {*self.verbs, PLAY}:
            return ()
        return (self._canonical(line),)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:2]

    def examples(self) -> tuple[str, ...]:
        """Return what can be done with this very card."""
        legal = plays(self.state, self.seat).items()
        named = current().cards[self.card].word
        texts = [
            text.replace(f"play {named} ", "play ", 1)
            for text, found in legal
            if found.card == self.card and not text.startswith(f"play {named} open")
        ]
        home = (HOME,) if texts and current().cards[self.card].kind == NOBLE else ()
        return (*texts, *home, KEEP)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return rng.choice([*self.examples(), PLAY, f"if {NOBLE}: {HOME}"])

    def _canonical(self, line: str) -> str:
        """Return the exact text of a line for any card; raise `Illegal` if it is none."""
        found = _LINE.fullmatch(line)
        what = found["what"].strip() if found else ""
        if found is None or (what != KEEP and not what.startswith(PLAY)):
            near = (f"if {NOBLE}: {HOME}", f"else: {KEEP}")
            raise Illegal(f"'{line}' says nothing about a card drawn", RULES, near)
        kind = found["kind"]
        head = f"if {pick(kind, _words(), 'kind of card')}: " if kind else ""
        return ("else: " if found["other"] else head) + self._said(what)

    def _said(self, what: str) -> str:
        if what in {KEEP, PLAY, HOME}:
            return what
        found = _WHAT.fullmatch(what)
        if found is None:
            raise Illegal(f"'{what}' is not 'play on NOBLE' or 'play in PLACE'", RULES, (HOME,))
        if not found["how"]:
            return PLAY
        if found["how"] == "in":
            return f"play in {pick(found['where'], dict(current().board.place_words), 'place')}"
        own = {n.id: n.id for n in nobles_of(self.state, self.seat)} | {STRONGEST: STRONGEST}
        said = [part.strip() for part in found["where"].split(",")]
        there = [part for part in said if part not in _nobles() or part in own]
        named = [pick(part, own, "noble of yours") for part in there or said]
        return f"play on {', '.join(named)}"

    def _play(self, what: str) -> Play | None:
        """Return the play that *what* comes to for this card, None where it is not possible."""
        legal = plays(self.state, self.seat).values()
        possible = [found for found in legal if found.card == self.card]
        if current().cards[self.card].kind == NOBLE:
            spots = {play.spot[1]: play for play in possible}
            if what in {PLAY, HOME}:
                first = homes(self.state, self.seat, self.card)[0]
                return spots.get(first[1])
            return spots.get(what.removeprefix("play in "))
        takers = {play.noble: play for play in possible}
        strong = by_strength(self.state, [n.id for n in nobles_of(self.state, self.seat)])
        if what == PLAY:
            named = strong
        elif what.startswith("play on "):
            said = what.removeprefix("play on ").split(", ")
            named = [n for word in said for n in (strong if word == STRONGEST else [word])]
        else:
            return None
        return next((takers[noble] for noble in named if noble in takers), None)


def _parts(line: str) -> tuple[str, str]:
    """Return the kind of card that a canonical line is for, '' for any, and what it says."""
    head, colon, what = line.partition(": ")
    return (head.removeprefix("if ") if head != "else" else "", what) if colon else ("", line)


def _nobles() -> set[str]:
    """Return all nobles there are: one who has fallen meanwhile is passed over in a list."""
    return {card.id for card in current().cards.values() if card.kind == NOBLE}


def _words() -> dict[str, str]:
    return {word: word for word in WORDS}

"""Sheets: whole plans filed ahead, sealed until everybody's are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from moderator.engine import Ask, Illegal, Table, nearest
from moderator.kit.plan import choices, holds, understood
from moderator.titles.feudo import drafts, paces
from moderator.titles.feudo import lines as read
from moderator.titles.feudo.attack_order import PASS
from moderator.titles.feudo.forms import FORMS, present
from moderator.titles.feudo.paces import verb_of
from moderator.titles.feudo.state import State
from moderator.titles.feudo.strategy import HAND_SIZE, default_hand, forced_hand, text_of
from moderator.titles.feudo.tokens import living

Parts = Mapping[str, tuple[str, ...]]

HAND: Parts = {"hand": ("army", "trading", "hand")}
ORDER: Parts = {"order-of-play": ("order",)}
PLAY: Parts = {"play": ("play",)}
END: Parts = {"march": ("march",), "attack": ("attack",), "advance": ("advance",)}
PLAYS: Parts = {**PLAY, **END}

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filing:
    """One seat's sheet: lines of the given parts, read one by one, then checked as a whole."""

    state: State
    seat: str
    parts: Parts
    """Kinds of question that the sheet answers, each with the verbs of its lines."""

    @property
    def verbs(self) -> frozenset[str]:
        return _verbs(tuple(self.parts.values()))

    @property
    def sheet(self) -> bool:
        return True

    def read(self, text: str) -> Lines:
        """Return the lines of a whole sheet in full words; `pass` files none."""
        lines: list[str] = []
        for number, line in enumerate(filter(None, text.splitlines()), start=1):
            try:
                found = self.understand(line)
            except Illegal as illegal:
                why = f"line {number}: {illegal}"
                raise Illegal(why, illegal.rules, illegal.nearest) from None
            if len(found) != 1:
                raise Illegal(f"line {number}: '{line}' is not clear", (), found)
            lines += found
        self._check_hand(lines)
        if len([line for line in lines if verb_of(line) == "order"]) > 1:
            raise Illegal("give one Order of Play", ("FE-DIP-04",))
        return tuple(line for line in lines if line != PASS)

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the full words of one line, legal now or not (see `warnings`)."""
        del above
        verb = verb_of(line)
        if verb not in self.verbs | {PASS}:
            return ()
        line = line.replace(f"{verb}:", verb, 1)
        full: list[str] = []
        alternatives = choices(line, (PASS,) if verb in END else ())
        for choice in alternatives:
            form = FORMS.get(verb_of(choice.text), FORMS[PASS])
            found = form(self.state, self.seat, choice.text)
            for test in choice.tests:
                holds(test, self._facts(), read.holds(self.state, self.seat))
            tests = f" if {' and '.join(choice.tests)}" if choice.tests else ""
            if len(alternatives) == 1:
                return tuple(text + tests for text in found)
            if len(found) > 1:
                raise Illegal(f"'{choice.text}' may mean {' or '.join(found)}", (), found)
            if not found:
                return ()
            full.append(found[0] + tests)
        return (" or ".join(full),)

    def still_takes(self, line: str) -> bool:
        """Say whether a line of a sheet before can be filed again: its card may be gone."""
        if verb_of(line) != "play":
            return True
        try:
            return self.understand(line) == (line,)
        except Illegal:
            return False

    def nearest(self, line: str) -> tuple[str, ...]:
        verb, _, rest = line.partition(" ")
        meant = next(iter(nearest(verb.rstrip(":"), sorted(self.verbs), 1)), "")
        try:
            mended = self.understand(f"{meant} {rest}")
        except Illegal as illegal:
            return illegal.nearest
        ask = present(self.state, self.seat, meant)
        if mended or ask is None:
            return mended or tuple(t for t in self.examples() if t.startswith(meant))[:3]
        return ask.domain.nearest(f"{meant} {rest}")

    def examples(self) -> tuple[str, ...]:
        """Return lines that could be filed, in the order of a turn."""
        found = [line for line in drafts.default(self.state, self.seat, self.verbs) if line]
        for verb in ("play", "march", "attack"):
            ask = present(self.state, self.seat, verb) if verb in self.verbs else None
            if ask is not None:
                found += [text for text in ask.domain.examples() if text != PASS]
        return tuple(dict.fromkeys(found)) or (PASS,)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return "\n".join(drafts.draft(self.state, self.seat, self.verbs, rng)) or PASS

    def warnings(self, text: str) -> tuple[str, ...]:
        """Say of each line whether it would be legal in the present position."""
        return tuple(self._warning(line) for line in text.splitlines() if line)

    def _facts(self) -> Mapping[str, int | str]:
        return read.facts(self.state, self.seat)

    def _warning(self, line: str) -> str:
        ask = present(self.state, self.seat, line)
        if ask is None:
            return "legal now"
        try:
            found = understood(line, ask)
            said = "legal now" if len(found) == 1 else f"not clear: {' or '.join(found) or line}"
        except Illegal as illegal:
            rules = f" ({', '.join(illegal.rules)})" if illegal.rules else ""
            said = f"not legal now: {illegal}{rules}"
        parts = [choice.text for choice in choices(line, ask.domain.verbs)]
        known = [danger for part in parts for danger in read.dangers(self.state, self.seat, part)]
        return "; ".join([said, *dict.fromkeys(known)])

    def _check_hand(self, lines: Sequence[str]) -> None:
        """A hand needs its Army Cards and its Trading Card, unless there is no choice."""
        if "army" not in self.verbs or forced_hand(self.state, self.seat):
            return
        why = ""
        left = set(self.state.sides[self.seat].trading)
        if len(left) > 1 and not any("trading " in line for line in lines):
            why = "choose your Trading Card"
        army = any(verb_of(line) == "army" for line in lines)
        if not army and len(living(self.state, self.seat)) > HAND_SIZE:
            why = "choose your Army Cards"
        if why:
            usual = text_of(default_hand(self.state, self.seat))
            raise Illegal(why, ("FE-STR-01",), (usual,))


@cache
def _verbs(parts: tuple[tuple[str, ...], ...]) -> frozenset[str]:
    verbs = frozenset(verb for part in parts for verb in part)
    return verbs if "army" in verbs or "order" in verbs else verbs | {PASS}


def filing(state: State, seat: str, kind: str, parts: Parts, pace: str) -> Ask[Lines]:
    """Return the question for one sheet, its default what hurts least (FD-10 to FD-17)."""
    domain = Filing(state, seat, parts)
    lines = [line for line in drafts.default(state, seat, domain.verbs) if domain.still_takes(line)]
    return Ask(
        seat,
        kind,
        domain,
        "\n".join(lines) or PASS,
        read.facts(state, seat),
        pace=paces.wait(state, pace),
        secret=True,
        rules=("FE-STR-01",) if "hand" in parts else ("FE-SHW-01", "FE-ATK-04"),
        holds=read.holds(state, seat),
    )


async def file(table: Table[State], asks: Sequence[Ask[Lines]]) -> None:
    """Collect one sealed batch of sheets."""
    for seat, lines in (await table.ask_all(asks)).items():
        table.state.sides[seat].sheet = list(lines)

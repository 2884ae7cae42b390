"""6) Advance Phase: winners go in where the enemy was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from moderator.engine import Ask, Illegal, LineDropped, Table
from moderator.titles.feudo import paces
from moderator.titles.feudo.attack import OFF_MAP
from moderator.titles.feudo.attack_order import PASS, name_of, tokens_in, words_of
from moderator.titles.feudo.board import board_of
from moderator.titles.feudo.events import Advanced
from moderator.titles.feudo.lines import facts, holds, place_named
from moderator.titles.feudo.state import BARON, FIRST_KNIGHT, State, Win
from moderator.titles.feudo.tokens import kind, may_share

RULES = ("FE-ADV-01", "FE-ADV-04")

Step = tuple[Win, tuple[str, ...]]


def why_not(state: State, win: Win, tokens: Sequence[str]) -> tuple[str, str] | None:
    """Return why these tokens may not go in after *win*, and the rule; None if they may."""
    named = [state.tokens[token] for token in tokens]
    where, said = name_of(state, win.target), words_of(tokens)
    terrain = board_of(state).terrain[win.target]
    barons = sum(token.kind == BARON for token in named)
    lost = [token.id for token in named if token.at in OFF_MAP]
    here = [token for token in state.tokens.values() if token.at == win.target]
    own = [token for token in here if token.seat == win.seat] + named
    if not set(tokens) <= set(win.tokens):
        return f"{said}: only who took part in the attack may go in", "FE-ADV-02"
    if len(named) > 1 + barons:
        return "one token may advance, or the Baron and one more", "FE-ADV-03"
    if lost:
        return f"{words_of(lost)} is no longer on the map", "FE-ADV-08"
    if win.city and state.owners.get(win.target) != win.seat:
        return f"{where} is no longer your City", "FE-ADV-09"
    if win.target == state.plague_at:
        return f"the Plague token lies on {where}", "FE-ADV-10"
    if terrain in {"village", "city"} and not all(kind(token).settles for token in named):
        return (
            f"only Baron, Mercenaries and Infantrymen may enter {where}, a {terrain.title()}",
            "FE-ADV-06",
        )
    if terrain == "wood" and len(here) + len(named) > 1:
        return f"only one token may be in the Wood {where}", "FE-ADV-05"
    if len(own) > 2 or not all(may_share(*pair) for pair in combinations(own, 2)):
        return _why_apart(own), "FE-ADV-07"
    return None


def _why_apart(own: Sequence[object]) -> str:
    if any(getattr(token, "kind", "") == FIRST_KNIGHT for token in own):
        return "the First Knight is always alone"
    return "two tokens share a territory only if one is the Baron or Milady, never three"


@dataclass(slots=True, eq=False)
class Advances:
    """What one seat may still move into the places it has won, or `pass`."""

    state: State
    seat: str
    options: dict[str, Step] = field(init=False)
    """Every legal advance, by its text."""

    def __post_init__(self) -> None:
        self.options = {
            self._text(win, tokens): (win, tokens)
            for win in self.wins
            for tokens in [*combinations(win.tokens, 1), *combinations(win.tokens, 2)]
            if why_not(self.state, win, tokens) is None
        }

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"advance", PASS})

    @property
    def sheet(self) -> bool:
        return False

    @property
    def wins(self) -> list[Win]:
        return [win for win in self.state.wins if win.seat == self.seat]

    def read(self, text: str) -> Step | None:
        if text == PASS:
            return None
        if text not in self.options:
            raise Illegal(f"'{text}' is not an advance open to you", RULES, self.nearest(text))
        return self.options[text]

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line == PASS:
            return (PASS,)
        if not line.startswith("advance "):
            return ()
        who, _, where = line.removeprefix("advance ").partition(" to ")
        named = set(tokens_in(self.state, self.seat, who))
        place = place_named(self.state, where) if where else ""
        wins = [win for win in self.wins if not place or win.target == place]
        found = [
            text
            for text, (win, tokens) in self.options.items()
            if set(tokens) == named and win in wins
        ]
        if not found:
            self._refuse(wins, sorted(named), line)
        return tuple(found)

    def nearest(self, line: str) -> tuple[str, ...]:
        words = set(line.replace(",", "").split())
        return tuple(
            sorted(self.options, key=lambda text: -len(words & set(text.replace(",", "").split())))
        )[:3]

    def examples(self) -> tuple[str, ...]:
        return (*self.options, PASS)

    def forced(self) -> str | None:
        return None if self.options else PASS

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _text(self, win: Win, tokens: Sequence[str]) -> str:
        return f"advance {words_of(tokens)} to {name_of(self.state, win.target)}"

    def _refuse(self, wins: Sequence[Win], named: Sequence[str], line: str) -> None:
        took_part = [win for win in wins if set(named) & set(win.tokens)] or list(wins)
        if not took_part:
            raise Illegal("you have won no attack there", ("FE-ADV-02",), self.nearest(line))
        why = why_not(self.state, took_part[0], named)
        if why is not None:
            raise Illegal(why[0], (why[1],), self.nearest(line))


async def advances(table: Table[State], seat: str) -> None:
    """Let one winner go in: as his attack lines say, then as long as he likes (FE-ADV-04)."""
    state = table.state
    for win in [win for win in state.wins if win.seat == seat and win.wanted]:
        why = why_not(state, win, win.wanted)
        if why is None:
            go_in(table, (win, tuple(win.wanted)))
        else:
            line = f"advance {words_of(win.wanted)} to {name_of(state, win.target)}"
            table.tell(LineDropped(seat, line, why[0], (why[1],)), to=[seat])
    while (domain := Advances(state, seat)).options:
        ask = Ask(
            seat, "advance", domain, PASS, facts(state, seat), pace="step",
            done=PASS, rules=RULES, holds=holds(state, seat),
        )  # fmt: skip
        step = await paces.choose(table, ask)
        if step is None:
            break
        go_in(table, step)
    state.wins = [win for win in state.wins if win.seat != seat]
    paces.drop(table, seat, "advance", "there is nothing left to advance into", RULES)


def go_in(table: Table[State], step: Step) -> None:
    """Move winners into the place they emptied; each win is used once (FE-ADV-02, 03)."""
    state = table.state
    win, tokens = step
    state.wins.remove(win)
    for token in tokens:
        source = state.tokens[token].at
        state.tokens[token].at = win.target
        table.tell(Advanced(win.seat, token, source, win.target))

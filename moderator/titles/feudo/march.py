"""4) Movement Phase: the Trading Card and what its shillings move (FE-SHW-06 to 14, FE-MRC).

The answers are `march first knight: h7 - h6`, a path for one token, or `pass`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random

from moderator.engine import Ask, Illegal, Table, nearest
from moderator.titles.feudo import paces
from moderator.titles.feudo.events import Marched, TradingShown
from moderator.titles.feudo.king import king_help
from moderator.titles.feudo.lines import (
    dangers,
    facts,
    holds,
    path_named,
    purse,
    split,
    token_named,
)
from moderator.titles.feudo.piles import piled, resolvable
from moderator.titles.feudo.state import CASTLE, CONVENT, GONE, State, Token
from moderator.titles.feudo.terrain import Ground
from moderator.titles.feudo.tokens import word

PASS = "pass"  # noqa: S105 - an order, no secret
RULES = ("FE-SHW-06", "FE-MOV-17")
FEW = 4
"""How many marches are looked for while tokens stand where they may not stay."""


@dataclass(frozen=True, slots=True)
class March:
    """The steps of one token, one shilling each."""

    token: str
    path: tuple[str, ...]


def text_of(march: March) -> str:
    """Return the one text for a march."""
    return f"march {word(march.token)}: {' - '.join(march.path)}"


@dataclass(slots=True, eq=False)
class Marches:
    """What a seat may do with the shillings it has left; `pass` keeps them."""

    state: State
    seat: str
    given: int | None = None
    """Shillings free to spend, where some are spent already."""
    halted: tuple[str, ...] = ()
    """Ids of tokens that entered a Wood by a shilling this turn (FE-MOV-24)."""
    left: int = field(init=False)
    """Shillings free to spend."""
    ground: Ground = field(init=False)
    standing: bool = field(init=False)
    """Some of the seat's tokens stand together that may not stay so (FE-MOV-17)."""
    partings: tuple[March, ...] = field(init=False, default=())
    """The first few legal marches while tokens stand so."""

    def __post_init__(self) -> None:
        side = self.state.sides[self.seat]
        free = self.given
        self.left = purse(self.state, self.seat) - side.paid if free is None else free
        self.ground = Ground(self.state, self.seat)
        self.standing = bool(piled(self.ground))
        if self.standing:
            self.partings = tuple(islice(self._each(), FEW))

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"march", PASS})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> March | None:
        if text == PASS:
            self._check_pass()
            return None
        head, _, where = text.removeprefix("march ").partition(": ")
        token = self.state.tokens.get(f"{self.seat} {head}")
        if token is None or not text.startswith("march "):
            raise Illegal(f"'{text}' marches no token of yours", RULES, self.nearest(text))
        march = March(token.id, tuple(where.split(" - ")))
        if march.path[0] != token.at or text_of(march) != text:
            raise Illegal(f"{word(token)} does not stand there", RULES, self.nearest(text))
        self.check(march)
        return march

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line in {PASS, "march pass"}:
            self._check_pass()
            return (PASS,)
        if not line.startswith("march "):
            return ()
        who, where = split(self.state, line.removeprefix("march "))
        token = self.state.tokens[token_named(self.state, self.seat, who)]
        self._check_token(token)
        if not where:
            return tuple(
                text for text in self.examples() if text.startswith(f"march {word(token)}:")
            )
        marches = [March(token.id, path) for path in self._paths(token, where)]
        for march in marches:
            self.check(march)
        return tuple(text_of(march) for march in marches)

    def nearest(self, line: str) -> tuple[str, ...]:
        texts = self.examples()
        who, _ = split(self.state, line.removeprefix("march "))
        same = [text for text in texts if text.startswith(f"march {who}:")]
        return tuple(dict.fromkeys([*nearest(line, texts), *same]))[:3]

    def examples(self) -> tuple[str, ...]:
        """Return every march of one step, or of more where there is none, and `pass`."""
        steps = [text_of(march) for march in self._each()]
        return tuple(steps) if self.standing else (*steps, PASS)

    def forced(self) -> str | None:
        if self.standing:
            few = [text_of(march) for march in self.partings] or [PASS]
            return few[0] if len(few) == 1 else None
        if any(self.ground.steps_off(token) for token in self._movable()):
            return None
        return None if any(self._each()) else PASS

    def sample(self, rng: Random) -> str:
        if self.standing:
            return text_of(rng.choice(self.partings))
        tokens = self._movable()
        for token in rng.sample(tokens, len(tokens)) if rng.random() < 0.8 else []:
            near = self.ground.steps(token, token.at)
            path = (token.at, rng.choice(near))
            if not self.ground.closed(token, path[1]) and not self._left_standing(token, path):
                return text_of(March(token.id, path))
        return PASS

    def default(self) -> str:
        """Return `pass`, or while a pile stands the first march that ends it (FD-15)."""
        return text_of(self.partings[0]) if self.standing else PASS

    def warnings(self, text: str) -> tuple[str, ...]:
        """Return what a player should know of a legal march before it is too late (FE-PLC-06)."""
        return dangers(self.state, self.seat, text)

    def check(self, march: March) -> None:
        """Raise `Illegal` unless the march is allowed now."""
        token = self.state.tokens[march.token]
        self._check_token(token)
        steps = len(march.path) - 1
        near = partial(self._near, token)
        if steps < 1:
            raise Illegal("a march goes 1 territory at least", ("FE-SHW-06",), near)
        try:
            self.ground.check(token, march.path)
        except Illegal as illegal:
            raise Illegal(str(illegal), illegal.rules, near) from None
        if steps > self.left:
            why = f"{steps} steps cost {steps} shillings; you have {self.left}"
            raise Illegal(why, ("FE-SHW-06",), near)
        if rule := self._left_standing(token, march.path):
            refusal = self.ground.illegal(rule, token, march.path[-1])
            raise Illegal(str(refusal), (rule, "FE-MOV-17"), near)

    def _check_token(self, token: Token) -> None:
        why, rule = "", ""
        if token.at == GONE:
            why, rule = "is eliminated", "FE-SEQ-03"
        elif token.at == CASTLE:
            why, rule = "is in the Castle, and shillings bring nobody out of it", "FE-SHW-11"
        elif token.at == CONVENT and token.stricken:
            why, rule = "stays in the Convent until the next turn", "FE-CNV-04"
        elif token.id in self.halted:
            why, rule = "entered a Wood by a shilling and goes no further", "FE-MOV-24"
        if why:
            raise Illegal(f"{word(token)} {why}", (rule,), self._first_examples)

    def _check_pass(self) -> None:
        if self.standing:
            why = "two of your tokens stand where they may not stay together: move one on"
            raise Illegal(why, ("FE-MOV-17",), self._first_examples)

    def _left_standing(self, token: Token, path: tuple[str, ...]) -> str:
        """Return the rule that the march would leave broken for good, '' if none."""
        end = path[-1]
        if end == self.ground.home:
            return "FE-MOV-28"
        left = self.left - len(path) + 1
        if not self.standing and (not (rule := self.ground.stops(token, end)) or left == 0):
            return rule
        halted = (*self.halted, token.id) if self.ground.ends(end) else self.halted
        after = self.ground.moved(token, end)
        if resolvable(after, left, halted):
            return ""
        return after.shares(token, end) or "FE-MOV-15"

    def _movable(self) -> list[Token]:
        return [
            token
            for id_, at in self.ground.at.items()
            if at not in {CASTLE, GONE}
            and id_ not in self.halted
            and not ((token := self.state.tokens[id_]).stricken and at == CONVENT)
        ]

    def _each(self) -> Iterator[March]:
        """Go through every legal march of one step, or of more if none is."""
        none = True
        for steps in {1: None, self.left: None}:
            for token in self._movable():
                before = self.ground.reach(token, steps)
                for goal in before:
                    if before[goal]:
                        path = next(self.ground.ways(before, goal))
                        if not self._left_standing(token, path):
                            none = False
                            yield March(token.id, path)
            if not none:
                return

    def _paths(self, token: Token, where: str) -> list[tuple[str, ...]]:
        places = path_named(self.state, where)
        if len(places) > 1 and places[0] != token.at:
            why = f"{word(token)} is on {token.at}, not on {places[0]}"
            raise Illegal(why, ("FE-MOV-06",), partial(self._near, token))
        if places[0] != token.at:
            places.insert(0, token.at)
        if len(places) == 2 and places[1] not in self.ground.steps(token, places[0]):
            before = self.ground.reach(token, self.left)
            if places[1] in before:
                return list(self.ground.ways(before, places[1]))
        return [tuple(places)]

    def _first_examples(self) -> tuple[str, ...]:
        return self.examples()[:3]

    def _near(self, token: Token) -> tuple[str, ...]:
        texts = self.examples()
        same = [text for text in texts if text.startswith(f"march {word(token)}:")]
        return tuple(same[:3]) or texts[-1:]


async def trading(table: Table[State], seat: str) -> None:
    """Show the Trading Card of *seat*, pay its Mercenaries, and spend the rest."""
    state = table.state
    side = state.sides[seat]
    if side.trading_card < 0:
        return
    card, more = side.trading_card, king_help(state, seat, side.trading_card)
    side.trading_shown = True
    side.trading.remove(card)
    table.tell(TradingShown(seat, card, more, side.paid, side.charmed))
    left = 0 if side.charmed else card + more - side.paid
    halted: tuple[str, ...] = ()
    while left > 0:
        domain = Marches(state, seat, left, halted)
        if domain.forced() == PASS:
            return
        answer = await paces.choose(table, ask(domain))
        if answer is None:
            return
        left -= len(answer.path) - 1
        end = answer.path[-1]
        state.tokens[answer.token].at = end
        if domain.ground.ends(end):
            halted = (*halted, answer.token)
        table.tell(Marched(seat, answer.token, answer.path))


def ask(domain: Marches) -> Ask[March | None]:
    """Return the question which token marches next (FD-15)."""
    return Ask(
        domain.seat,
        "march",
        domain,
        domain.default(),
        facts(domain.state, domain.seat, domain.left),
        pace="step",
        done=None if domain.standing else PASS,
        rules=RULES,
        holds=holds(domain.state, domain.seat),
    )

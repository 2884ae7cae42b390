"""The words of a shown Army Card, and what they may say (FE-SHW-01 to 05, FE-MRC).

The answers are `play gilbert: i11 - i10`, `play gilbert: stay`, and for Milady
`play milady: i5 - i6 - j6, charm white baron` or `play milady: stay, infect`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import dropwhile
from random import Random

from moderator.engine import Illegal, nearest
from moderator.titles.feudo import milady
from moderator.titles.feudo.allowance import allowance, why_still
from moderator.titles.feudo.data import current
from moderator.titles.feudo.lines import (
    STAY,
    any_token_named,
    dangers,
    path_named,
    split,
    token_named,
)
from moderator.titles.feudo.moves import Move, options, stays, text_of
from moderator.titles.feudo.state import (
    BARON,
    CASTLE,
    GONE,
    MILADY,
    State,
    Token,
)
from moderator.titles.feudo.terrain import Ground
from moderator.titles.feudo.tokens import word

RULES = ("FE-SHW-02", "FE-MOV-05")
_EXTRA = re.compile(r"[,;]?\s*\b(?=charm\b|infect\b)")


@dataclass(slots=True, eq=False)
class Play:
    """What a seat may do with one of the Army Cards in its hand."""

    state: State
    seat: str
    ground: Ground = field(init=False)

    def __post_init__(self) -> None:
        self.ground = Ground(self.state, self.seat)

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"play"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Move:
        head, colon, rest = text.removeprefix("play ").partition(": ")
        token = self.state.tokens.get(f"{self.seat} {head}")
        if not colon or token is None or not text.startswith("play "):
            raise Illegal(f"'{text}' shows no card of yours", RULES, self.nearest(text))
        where, *more = rest.split(", ")
        path = (token.at,) if where == STAY else tuple(where.split(" - "))
        charm = next((said[6:] for said in more if said.startswith("charm ")), "")
        move = Move(token.id, path, charm, "infect" in more)
        if text_of(move) != text or path[0] != token.at or (charm and charm not in self._barons):
            raise Illegal(f"'{text}' is not how it is written", RULES, self.nearest(text))
        self.check(move)
        return move

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        verb, _, rest = line.partition(" ")
        if verb not in {"play", "play:"}:
            return ()
        main, *more = _EXTRA.split(rest)
        who, where = split(self.state, main.strip(" ,;"))
        token = self.state.tokens[token_named(self.state, self.seat, who)]
        charms = [self._baron_named(said) for said in more if said.startswith("charm")]
        if len(charms) > 1:
            raise Illegal("Milady charms one Baron in a turn", ("FE-MIL-15",))
        infect = any(said.startswith("infect") for said in more)
        self._check_card(token)
        if not where and not more:
            return options(self.ground, token)
        moves = [
            Move(token.id, path, charms[0] if charms else "", infect)
            for path in self._paths(token, where)
        ]
        for move in moves:
            self.check(move)
        return tuple(text_of(move) for move in moves)

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return the part of a path that is legal, then other orders like the line."""
        who, where = split(self.state, _EXTRA.split(line.removeprefix("play "))[0])
        try:
            token = self.state.tokens[token_named(self.state, self.seat, who)]
            if token.id in self.state.sides[self.seat].hand:
                return tuple(self._shortened(token, where))
        except Illegal:
            pass
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        hand = self.state.sides[self.seat].hand
        return tuple(text for id_ in hand for text in options(self.ground, self.state.tokens[id_]))

    def forced(self) -> str | None:
        hand = self.state.sides[self.seat].hand
        if len(hand) != 1:
            return None
        token = self.state.tokens[hand[0]]
        return f"play {word(token)}: {STAY}" if stays(self.ground, token) else None

    def sample(self, rng: Random) -> str:
        token = self.state.tokens[rng.choice(self.state.sides[self.seat].hand)]
        path = [token.at]
        if not why_still(self.state, token):
            for _ in range(rng.randint(1, allowance(self.state, token))):
                open_steps = [
                    place
                    for place in self.ground.steps(token, path[-1])
                    if place not in path and not self.ground.closed(token, place)
                ]
                if not open_steps:
                    break
                path.append(rng.choice(open_steps))
                if self.ground.ends(path[-1]):
                    break
            while len(path) > 1 and self.ground.stops(token, path[-1]):
                path.pop()
        charm, infect = "", False
        if token.kind == MILADY and rng.random() < 0.8:
            if token.stricken:
                infect = bool(milady.infectable(self.state, token, path[-1]))
            elif barons := milady.charmable(self.state, token, path[-1]):
                charm = rng.choice(barons).id
        return text_of(Move(token.id, tuple(path), charm, infect))

    def default(self) -> str:
        """Return the first card left in list order, without a move (FD-12)."""
        hand = self.state.sides[self.seat].hand
        first = next(id_ for id_ in current().sides[self.seat] if id_ in hand)
        return f"play {word(first)}: {STAY}"

    def warnings(self, text: str) -> tuple[str, ...]:
        """Return what a player should know of a legal order before it is too late (FE-PLC-06)."""
        return dangers(self.state, self.seat, text)

    def check(self, move: Move) -> None:
        """Raise `Illegal` unless the move is allowed now."""
        token = self.state.tokens[move.token]
        self._check_card(token)
        try:
            if move.moves:
                self._check_path(token, move.path)
            if move.charm:
                milady.check_charm(self.state, token, move.path[-1], move.charm)
            if move.infect:
                milady.check_infect(self.state, token, move.path[-1])
        except Illegal as illegal:
            shorter = partial(self._shortened, token, " - ".join(move.path))
            raise Illegal(str(illegal), illegal.rules, illegal.nearest or shorter) from None

    @property
    def _barons(self) -> set[str]:
        return {t.id for t in self.state.tokens.values() if t.kind == BARON and t.at != GONE}

    def _baron_named(self, said: str) -> str:
        who = said.removeprefix("charm").strip(" ,;")
        rivals = [id_ for id_ in self._barons if not id_.startswith(f"{self.seat} ")]
        if who in {"", BARON} and len(rivals) == 1:
            return rivals[0]
        if who in {"", BARON}:
            listed = tuple(f"charm {id_}" for id_ in sorted(rivals))
            raise Illegal("say which Baron is charmed", ("FE-MIL-15",), listed)
        return any_token_named(self.state, self.seat, who)

    def _check_card(self, token: Token) -> None:
        side = self.state.sides[self.seat]
        if token.id in side.hand:
            return
        if token.id in side.shown:
            why, rule = "was shown this turn", "FE-SHW-04"
        else:
            why, rule = "is not in your hand", "FE-STR-04"
        raise Illegal(f"the card of {word(token)} {why}", (rule,), self._stays())

    def _stays(self) -> tuple[str, ...]:
        hand = self.state.sides[self.seat].hand
        return tuple(f"play {word(id_)}: {STAY}" for id_ in hand)

    def _check_path(self, token: Token, path: tuple[str, ...]) -> None:
        if still := why_still(self.state, token):
            raise Illegal(*still)
        self.ground.check(token, path)
        if len(path) - 1 > allowance(self.state, token):
            if self.state.fog:
                raise Illegal("in fog a card moves its token 1 at most", ("FE-PLC-07",))
            why = f"{word(token)} moves {allowance(self.state, token)} at most, not {len(path) - 1}"
            raise Illegal(why, ("FE-MOV-05",))
        if rule := self.ground.stops(token, path[-1]):
            raise self.ground.illegal(rule, token, path[-1])

    def _paths(self, token: Token, where: str) -> list[tuple[str, ...]]:
        """Return the paths that the words may mean: several for a goal with several ways."""
        if where in {"", STAY, "stays"}:
            return [(token.at,)]
        places = path_named(self.state, where)
        if token.at == CASTLE:
            inside = {CASTLE, self.ground.home}
            places = [CASTLE, *dropwhile(lambda place: place in inside, places)]
            if len(places) == 1:
                raise Illegal("who enters goes 1 territory beyond the Castle", ("FE-MOV-04",))
        if places[0] != token.at:
            places.insert(0, token.at)
        if len(places) == 2 and places[1] not in self.ground.steps(token, places[0]):
            found = self._to(token, places[1])
            return found or [tuple(places)]
        return [tuple(places)]

    def _to(self, token: Token, goal: str) -> list[tuple[str, ...]]:
        if why_still(self.state, token):
            return []
        before = self.ground.reach(token, allowance(self.state, token))
        if goal not in before or self.ground.stops(token, goal):
            return []
        return list(self.ground.ways(before, goal))

    def _shortened(self, token: Token, where: str) -> Iterator[str]:
        """Go through legal texts like an order for this token: shorter ways, then stay."""
        try:
            path = self._paths(token, where)[0]
        except Illegal:
            path = (token.at,)
        for size in range(len(path), 1, -1):
            try:
                self._check_path(token, path[:size])
            except Illegal:
                continue
            yield text_of(Move(token.id, path[:size]))
            break
        yield text_of(Move(token.id, (token.at,)))

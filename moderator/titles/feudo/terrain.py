"""4) Movement Phase: tokens and terrain.  Where a token may step, cross and stop (FE-MOV)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from moderator.engine import Illegal
from moderator.titles.feudo.board import board_of, castles, exits, territory
from moderator.titles.feudo.data import current
from moderator.titles.feudo.state import CASTLE, CONVENT, GONE, MILADY, State, Token
from moderator.titles.feudo.tokens import kind, may_share, word

WHY = {
    "FE-MOV-06": "{place} is not next to the place before it",
    "FE-MOV-07": "the Plague token is on {place}",
    "FE-MOV-08": "{place} is a Mountain",
    "FE-CNV-01": "only a stricken token may enter the Central Hill",
    "FE-VIR-03": "with virulent plague the Central Hill is closed",
    "FE-TAC-03": "in a game of only strategy and tactics the Central Hill is closed",
    "FE-MOV-10": "{place} is a free City",
    "FE-MOV-11": "{place} is another player's Castle",
    "FE-MOV-12": "{place} is another player's City",
    "FE-MOV-13": "a token of another player stands on {place}",
    "FE-MIL-02": "a token of another player stands on {place}",
    "FE-MOV-15": "another of your tokens stands on {place}",
    "FE-MOV-16": "no more than two of your tokens may stand on {place}",
    "FE-MOV-18": "the First Knight must be alone, and {place} would hold two of your tokens",
    "FE-MOV-19": "{a_kind} may not enter a Village ({place})",
    "FE-MOV-20": "{a_kind} may not enter a City ({place})",
    "FE-MIL-01": "Milady may not enter a Village or a City ({place})",
    "FE-MOV-21": "the Wood {place} already holds a token",
    "FE-MOV-22": "a token that enters a Wood ({place}) stops there",
    "FE-CNV-03": "a token that enters the Convent stops there",
    "FE-MOV-28": "a token may pass its own Castle's territory ({place}), not stop there",
    "FE-CAS-02": "no token goes back into the Castle by moving",
}

INDOORS = frozenset({CASTLE, GONE})


class Ground:
    """What stands where, as far as it matters for the moves of one seat."""

    __slots__ = ("at", "board", "castles", "home", "others", "own", "seat", "state")

    def __init__(self, state: State, seat: str) -> None:
        self.state, self.seat = state, seat
        self.board = board_of(state)
        tokens = state.tokens
        self.at = {id_: tokens[id_].at for id_ in current().sides[seat]}
        """Where each own token is."""
        self.own: dict[str, list[Token]] = {}
        """Which own tokens are in each place."""
        for id_, place in self.at.items():
            if place not in INDOORS:
                self.own.setdefault(place, []).append(tokens[id_])
        self.others = {token.at for token in tokens.values() if token.seat != seat}
        """Where another player's tokens stand."""
        self.home = territory(state.sides[seat].castle)
        self.castles = castles(state, seat)

    def moved(self, token: Token, place: str) -> Ground:
        """Return the ground as it would be with this token of ours on *place*."""
        other = Ground.__new__(Ground)
        other.board, other.state, other.seat = self.board, self.state, self.seat
        other.castles, other.home = self.castles, self.home
        other.others = self.others
        before = self.at[token.id]
        other.at = {**self.at, token.id: place}
        other.own = {**self.own, place: [*self.own.get(place, ()), token]}
        other.own[before] = [held for held in other.own[before] if held is not token]
        return other

    def steps(self, token: Token, here: str) -> tuple[str, ...]:
        """Return what is next to *here*; out of the Castle, its exits (FE-MOV-03)."""
        return exits(self.state, token.seat) if here == CASTLE else self.board.steps[here]

    def steps_off(self, token: Token) -> bool:
        """Say whether the token may step to some next place and stop there."""
        return any(
            not self.closed(token, place) and not self.stops(token, place)
            for place in self.steps(token, self.at[token.id])
        )

    def closed(self, token: Token, place: str) -> str:
        """Return the number of the rule that bars the token from a place, '' if it is open."""
        if place == CONVENT:
            return self._convent_closed(token)
        if place in self.others and self._hostile(place):
            return "FE-MIL-02" if token.kind == MILADY else "FE-MOV-13"
        if place in self.castles:
            return "FE-MOV-11"
        terrain = self.board.terrain[place]
        if terrain == "hill":
            return ""
        if terrain == "mountain":
            return "FE-MOV-08"
        if terrain == "wood":
            others = [t for t in self.own.get(place, ()) if t is not token]
            return "FE-MOV-21" if others or place in self.others else ""
        settles = kind(token).settles
        if terrain == "village":
            if place == self.state.plague_at:
                return "FE-MOV-07"
            return "" if settles else self._barred(token, "FE-MOV-19")
        owner = self.state.owners.get(place, "")
        if owner != self.seat:
            return "FE-MOV-12" if owner else "FE-MOV-10"
        return "" if settles else self._barred(token, "FE-MOV-20")

    def stops(self, token: Token, place: str) -> str:
        """Return the number of the rule against stopping on an open place, '' if none."""
        if place == CONVENT:
            return ""
        if place == self.home:
            return "FE-MOV-28"
        return self.shares(token, place)

    def shares(self, token: Token, place: str) -> str:
        """Return the sharing rule that the token would break on *place*, '' if none."""
        others = [t for t in self.own.get(place, ()) if t is not token]
        if not others:
            return ""
        if "first knight" in {token.kind, others[0].kind}:
            return "FE-MOV-18"
        if len(others) > 1:
            return "FE-MOV-16"
        return "" if may_share(token, others[0]) else "FE-MOV-15"

    def ends(self, place: str) -> bool:
        """Say whether a move ends where it enters *place* (FE-MOV-22, FE-CNV-03)."""
        return place == CONVENT or self.board.terrain[place] == "wood"

    def check(self, token: Token, path: tuple[str, ...]) -> None:
        """Raise `Illegal` unless each step may be made; how it ends is not looked at."""
        for number, (before, place) in enumerate(pairwise(path)):
            if place == CASTLE:
                raise self.illegal("FE-CAS-02", token, place)
            if place not in self.steps(token, before):
                raise self.illegal("FE-MOV-06", token, place)
            if number and self.ends(before):
                rule = "FE-CNV-03" if before == CONVENT else "FE-MOV-22"
                raise self.illegal(rule, token, before)
            if rule := self.closed(token, place):
                raise self.illegal(rule, token, place)

    def illegal(self, rule: str, token: Token, place: str) -> Illegal:
        """Return the refusal that cites *rule*."""
        article = "an" if token.kind[0] in "aeiou" else "a"
        said = (
            f"{article} {token.kind.title()}"
            if token.kind != "first knight"
            else "the First Knight"
        )
        return Illegal(WHY[rule].format(place=place, a_kind=said, token=word(token)), (rule,))

    def reach(self, token: Token, allowance: int) -> Mapping[str, list[str]]:
        """Return every place reached in *allowance* steps, with the places just before it.

        The places before a place all lie on shortest ways to it.
        """
        start = self.at[token.id]
        before: dict[str, list[str]] = {start: []}
        edge = [start]
        for _ in range(allowance):
            fresh: dict[str, list[str]] = {}
            for here in edge:
                if here != start and self.ends(here):
                    continue
                for place in self.steps(token, here):
                    if place in before or self.closed(token, place):
                        continue
                    fresh.setdefault(place, []).append(here)
            before |= fresh
            edge = list(fresh)
        return before

    def ways(self, before: Mapping[str, list[str]], goal: str) -> Iterator[tuple[str, ...]]:
        """Go through the shortest paths to *goal*, out of what `reach` found."""
        if not before[goal]:
            yield (goal,)
        for last in before[goal]:
            for path in self.ways(before, last):
                yield (*path, goal)

    def _hostile(self, place: str) -> bool:
        """Say whether another player's token stands there that is not Milady."""
        return any(
            token.at == place and token.seat != self.seat and token.kind != MILADY
            for token in self.state.tokens.values()
        )

    def _barred(self, token: Token, rule: str) -> str:
        return "FE-MIL-01" if token.kind == MILADY else rule

    def _convent_closed(self, token: Token) -> str:
        plague = self.state.options["plague"]
        if plague == "virulent":
            return "FE-VIR-03"
        if plague == "none":
            return "FE-TAC-03"
        return "" if token.stricken else "FE-CNV-01"

"""5) Attack Phase: targets, forces, what a won attack does, a Baron defeated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from moderator.engine import Table
from moderator.titles.feudo.board import board_of, distance
from moderator.titles.feudo.events import AttackWon, Desperate
from moderator.titles.feudo.king import look_at_scores, score
from moderator.titles.feudo.state import (
    BARON,
    CASTLE,
    CONVENT,
    GONE,
    INFANTRY,
    MERCENARY,
    MILADY,
    State,
    Token,
    Win,
)
from moderator.titles.feudo.tokens import army, desperate, number

WALLS = 7
BONUS = {"wood": 5, "village": 3}
FOOT = (MERCENARY, INFANTRY)
OFF_MAP = frozenset({CASTLE, CONVENT, GONE})


@dataclass(frozen=True, slots=True)
class Body:
    """Tokens that attack together from one territory: one, or a Baron with another."""

    place: str
    tokens: tuple[str, ...]
    force: int
    foot: bool
    """It has a Mercenary or Infantryman (FE-CTY-02)."""
    baron: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A territory that a seat's tokens stand next to, and may attack if they are strong."""

    place: str
    city: str
    """The City's name, '' in open field."""
    defender: str
    """The seat that would lose tokens or the City, '' if it is free."""
    tokens: tuple[str, ...]
    """Ids of the tokens that defend it."""
    defence: int
    points: int
    """VP for the attacker."""
    bodies: tuple[Body, ...]
    """All that may join, each adjacent and not used this turn."""
    baron_will_do: bool
    """The attacker has no Mercenary and no Infantryman left (FE-CTY-03)."""

    def fit(self, bodies: Iterable[Body]) -> bool:
        """Say whether these may attack the City, if it is one (FE-CTY-02 to 06)."""
        return not self.city or any(
            body.foot or (self.baron_will_do and body.baron) for body in bodies
        )

    def beaten(self, bodies: Iterable[Body]) -> bool:
        """Say whether these would win (FE-ATK-08)."""
        joined = list(bodies)
        return sum(body.force for body in joined) > self.defence and self.fit(joined)

    def winning(self) -> list[tuple[Body, ...]]:
        """Return every set of bodies that would win, fewest and weakest first."""
        sets = [
            chosen
            for size in range(1, len(self.bodies) + 1)
            for chosen in combinations(self.bodies, size)
            if self.beaten(chosen)
        ]
        return sorted(sets, key=lambda chosen: (sum(b.force for b in chosen), len(chosen)))


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack that wins: its target, and all tokens that join it."""

    place: str
    tokens: tuple[str, ...]
    advance: tuple[str, ...] = ()
    """Ids of the tokens that are to go in, if that is legal in the Advance Phase."""


def bodies(state: State, seat: str) -> list[Body]:
    """Return what of this seat may still attack (FE-ATK-06, 11 to 14)."""
    by_place: dict[str, list[Token]] = {}
    for token in army(state, seat):
        if token.at not in OFF_MAP:
            by_place.setdefault(token.at, []).append(token)
    return [
        Body(
            place,
            tuple(token.id for token in tokens),
            sum(number(state, token) for token in tokens),
            any(token.kind in FOOT for token in tokens),
            any(token.kind == BARON for token in tokens),
        )
        for place, tokens in by_place.items()
        if not any(token.id in state.attacked for token in tokens)
    ]


def targets(state: State, seat: str) -> list[Target]:
    """Return what the seat's tokens stand next to, by territory, weak or strong enough or not."""
    here = board_of(state)
    near = {place for token in army(state, seat) for place in here.near[token.at]}
    enemies: dict[str, list[Token]] = {}
    for token in state.tokens.values():
        if token.at in near and token.seat != seat and token.kind != MILADY:
            enemies.setdefault(token.at, []).append(token)
    cities = {place for place in near & here.cities.keys() if state.owners.get(place) != seat}
    if not enemies and not cities:
        return []
    reach: dict[str, list[Body]] = {}
    for body in bodies(state, seat):
        for place in here.near[body.place]:
            reach.setdefault(place, []).append(body)
    return [
        target(state, seat, place, enemies.get(place, []), bodies_near)
        for place, bodies_near in reach.items()
        if place in enemies or place in cities
    ]


def target(
    state: State, seat: str, place: str, enemies: Sequence[Token], near: Sequence[Body]
) -> Target:
    """Return a territory with all numbers reckoned out (FE-BAT, FE-CTY-07)."""
    here = board_of(state)
    numbers = {token.id: number(state, token) for token in enemies}
    defender = next((token.seat for token in enemies), state.owners.get(place, ""))
    city = here.cities.get(place, "")
    points = sum(numbers.values())
    own = army(state, seat)
    return Target(
        place,
        city,
        defender,
        tuple(numbers),
        points + (WALLS if city else BONUS.get(here.terrain[place], 0)),
        points + (_worth(state, seat, place) if city else 0),
        tuple(near),
        not any(token.kind in FOOT for token in own),
    )


def winnable(state: State, seat: str) -> list[Target]:
    """Return the targets that all in reach together would beat."""
    return [found for found in targets(state, seat) if found.beaten(found.bodies)]


def carry_out(table: Table[State], seat: str, attack: Attack) -> None:
    """Win an attack: losses, scores, the King, before any other (FE-ATK-16, FE-KNG-06)."""
    state = table.state
    found = next(t for t in targets(state, seat) if t.place == attack.place)
    force = sum(b.force for b in found.bodies if b.tokens[0] in attack.tokens)
    was_desperate = bool(found.defender) and desperate(state, found.defender)
    wounded = _remove(state, found.tokens)
    lost = _conquer(state, seat, found) if found.city else 0
    score(state, seat, found.points)
    state.attacked += attack.tokens
    state.wins.append(
        Win(seat, attack.place, list(attack.tokens), bool(found.city), list(attack.advance))
    )
    killed = tuple(token for token in found.tokens if token != wounded)
    table.tell(
        AttackWon(
            seat, attack.place, attack.tokens, force, found.defence, found.city,
            found.defender, killed, wounded, found.points, lost,
        )
    )  # fmt: skip
    if found.defender and not was_desperate and desperate(state, found.defender):
        table.tell(Desperate(found.defender))
    look_at_scores(table)


def _remove(state: State, ids: Iterable[str]) -> str:
    """Eliminate these tokens; a Baron gets away (FE-BAR-01, 05), and his id is returned."""
    wounded = ""
    for token in [state.tokens[word] for word in ids]:
        token.at = GONE
        if token.kind == BARON:
            token.at = CASTLE
            token.rests_until = state.turn + 2
            wounded = token.id
    return wounded


def _conquer(state: State, seat: str, found: Target) -> int:
    """Put the Coat on a City; return the VP that its owner loses (FE-CTY-10, FE-VPT-03)."""
    owner = state.owners.get(found.place, "")
    state.owners[found.place] = seat
    lost = _worth(state, owner, found.place) if owner else 0
    if owner:
        score(state, owner, -lost)
    return lost


def _worth(state: State, seat: str, place: str) -> int:
    """Return the distance of a City from a seat's Castle (FE-VPT-02, 05)."""
    return distance(board_of(state), state.sides[seat].castle, place)

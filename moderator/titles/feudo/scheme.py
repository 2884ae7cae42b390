"""What a bot makes of a view: ways over the map, the City to go for, where to stand."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from moderator.titles.feudo.state import CASTLE, CONVENT, GONE
from moderator.titles.feudo.view import TokenView, View

OFF_MAP = frozenset({CASTLE, CONVENT, GONE})
SETTLES = frozenset({"baron", "mercenary", "infantry"})
NEEDED = 8
"""Force that takes an empty City (FE-CTY-08)."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A City to take."""

    place: str
    team: tuple[str, ...]
    """Ids of the tokens that should stand round it."""
    away: int
    """Steps from the own Castle, and the force of those inside."""


@dataclass(slots=True)
class Scheme:
    """One seat's thoughts on a view; `stands` changes as moves are planned."""

    view: View
    seat: str
    near: Mapping[str, tuple[str, ...]]
    terrain: Mapping[str, str]
    home: str
    closed: frozenset[str]
    """Where nobody of this seat may go, whatever token it is."""
    stands: dict[str, str] = field(default_factory=dict)
    """Where each own token is, or will be once the moves planned so far are made."""

    @property
    def own(self) -> list[TokenView]:
        """The seat's living tokens."""
        return [token for token in self.view.tokens if token.seat == self.seat and token.at]

    def start(self, token: TokenView) -> str:
        """Return the territory that a token's way begins from."""
        at = self.stands[token.id]
        return {CASTLE: self.home, CONVENT: self.central}.get(at, at)

    @property
    def central(self) -> str:
        return next(t.name for t in self.view.territories if t.terrain == "central")

    def open_to(self, token: TokenView, place: str) -> bool:
        """Say whether a token may cross a territory; Woods are left alone."""
        terrain = self.terrain[place]
        if place in self.closed or terrain in {"mountain", "wood", "central"}:
            return False
        return terrain == "hill" or token.kind in SETTLES

    def way(self, token: TokenView, goals: Collection[str]) -> list[str]:
        """Return the shortest way to one of *goals*, [] if there is none."""
        start = self.start(token)
        before: dict[str, str] = {start: ""}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here in goals:
                path = [here]
                while before[path[-1]]:
                    path.append(before[path[-1]])
                return path[::-1]
            for place in self.near[here]:
                if place not in before and (self.open_to(token, place) or place in goals):
                    before[place] = here
                    queue.append(place)
        return []

    def stop(self, token: TokenView, path: Sequence[str], allowance: int) -> list[str]:
        """Cut a way to what can be walked and stopped on this turn."""
        for end in range(min(allowance, len(path) - 1), 0, -1):
            if self.room(token, path[end]):
                return list(path[: end + 1])
        return []

    def room(self, token: TokenView, place: str) -> bool:
        """Say whether a token may stop on a place, as far as its own side goes."""
        kinds = [t.kind for t in self.own if self.stands[t.id] == place and t.id != token.id]
        pair = {token.kind, *kinds}
        alone = not kinds or (
            len(kinds) == 1
            and "first knight" not in pair
            and bool(pair & {"baron", "milady"})
            and self.terrain[place] != "wood"
        )
        return alone and place != self.home

    def allowance(self, token: TokenView) -> int:
        return 1 if self.view.fog else token.number

    def ring(self, token: TokenView, place: str) -> list[str]:
        """Return the free territories next to *place* that a token can stand on."""
        fit = {"hill", "wood", "village"} if token.kind in SETTLES else {"hill", "wood"}
        return [
            other
            for other in self.near[place]
            if other not in self.closed and self.terrain[other] in fit and self.room(token, other)
        ]

    def goals(self) -> list[Goal]:
        """Return the Cities that could be won and who should take them, the nearest first."""
        found: list[Goal] = []
        for territory in self.view.territories:
            if territory.terrain != "city" or territory.owner == self.seat:
                continue
            guards = sum(
                t.number for t in self.view.tokens if t.at == territory.name and t.kind != "milady"
            )
            goal = self._goal(territory.name, NEEDED + guards)
            if goal is not None:
                found.append(goal)
        return sorted(found, key=lambda goal: (goal.away, goal.place))

    def _goal(self, place: str, needed: int) -> Goal | None:
        """Return the quickest team for a City: one on foot, and the force that it takes."""
        ready = [t for t in self.own if t.rests_until <= self.view.turn and t.kind != "milady"]
        turns = {t.id: self._turns(t, place) for t in ready}
        quick = sorted(ready, key=lambda t: (turns[t.id], -t.number))
        foot = [t for t in quick if t.kind == "infantry"] or [
            t for t in quick if t.kind == "mercenary"
        ]
        if not foot:
            return None
        team = [foot[0]]
        for token in quick:
            if sum(t.number for t in team) < needed and token not in foot:
                team.append(token)
        if sum(t.number for t in team) < needed:
            return None
        away = apart(self.view, self.home, place) + needed - NEEDED
        return Goal(place, tuple(token.id for token in team), away)

    def _turns(self, token: TokenView, place: str) -> int:
        """Return in how many turns a token may stand next to *place*, at best."""
        away = apart(self.view, self.start(token), place) - 1
        return -(-away // token.number)


def apart(view: View, one: str, other: str) -> int:
    """Return the distance as the crow walks (FE-VPT-05)."""
    columns = view.columns.index(one[0]) - view.columns.index(other[0])
    return abs(columns) + abs(int(one[1:]) - int(other[1:]))


def scheme(view: View, seat: str) -> Scheme:
    """Look at the map with the eyes of *seat*."""
    names = [territory.name for territory in view.territories]
    known = set(names)
    near = {
        name: tuple(
            place
            for place in (
                f"{chr(ord(name[0]) + dc)}{int(name[1:]) + dr}"
                for dc, dr in ((0, -1), (1, 0), (0, 1), (-1, 0))
            )
            if place in known
        )
        for name in names
    }
    enemies = {t.at for t in view.tokens if t.seat != seat and t.kind != "milady"}
    closed = {
        t.name
        for t in view.territories
        if t.plague
        or (t.terrain == "city" and t.owner != seat)
        or any(holder != seat for holder, _ in t.castle)
    }
    side = next(side for side in view.sides if side.seat == seat)
    own = {token.id: token.at for token in view.tokens if token.seat == seat and token.at}
    return Scheme(
        view,
        seat,
        near,
        {territory.name: territory.terrain for territory in view.territories},
        side.castle.partition(" ")[0],
        frozenset(closed | (enemies - OFF_MAP)),
        own,
    )

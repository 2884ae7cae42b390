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

    def stop(self, path: Sequence[str], allowance: int) -> list[str]:
        """Cut a way to what can be walked and stopped on this turn."""
        taken = {place for place in self.stands.values() if place not in OFF_MAP}
        for end in range(min(allowance, len(path) - 1), 0, -1):
            if path[end] not in taken and path[end] != self.home:
                return list(path[: end + 1])
        return []

    def allowance(self, token: TokenView) -> int:
        return 1 if self.view.fog else token.number

    def ring(self, place: str) -> list[str]:
        """Return the free territories next to *place* that a Knight could stand on too."""
        taken = set(self.stands.values()) | self.closed
        return [
            other
            for other in self.near[place]
            if other not in taken and self.terrain[other] == "hill" and other != self.home
        ]

    def prey(self) -> list[str]:
        """Return the Cities worth going for, the best first: points for the way there."""
        army = [token for token in self.own if token.kind != "milady"]
        found: dict[str, float] = {}
        for territory in self.view.territories:
            if territory.terrain != "city" or territory.owner == self.seat or not army:
                continue
            guards = sum(
                t.number for t in self.view.tokens if t.at == territory.name and t.kind != "milady"
            )
            away = sorted(self.apart(self.start(token), territory.name) for token in army)[:3]
            points = self.apart(self.home, territory.name) + guards
            found[territory.name] = points / (3 + sum(away) / len(away) + guards)
        return sorted(found, key=lambda place: (-found[place], place))

    def apart(self, one: str, other: str) -> int:
        """Return the distance as the crow walks (FE-VPT-05)."""
        columns = self.view.columns.index(one[0]) - self.view.columns.index(other[0])
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

"""What bars a place to one faction's nobles: to go inside, and to pass it on a road.

Answers are kept: one `Access` serves for one look at a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.moving.entry import others_inside
from moderator.titles.kingmaker.position.forces import room, troops_in
from moderator.titles.kingmaker.state import State

NEUTRAL, HELD, BESIEGED, FULL, PASSED_ON = "neutral", "held", "besieged", "full", "passed on"
"""Why nobody goes inside, as in `Goal.shut`."""

Verdict = tuple[str, tuple[str, ...]]
"""Why nobody goes inside, '' where he may; and whose leave it takes."""


@dataclass(slots=True)
class Access:
    """What bars places to *seat*; *held* says who holds which."""

    state: State
    seat: str
    held: Mapping[str, str]
    inside: dict[str, Verdict] = field(default_factory=dict)
    passes: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    rooms: dict[str, int | None] = field(default_factory=dict)
    troops: dict[tuple[str, ...], tuple[int, int]] = field(default_factory=dict)

    def entering(self, place: str) -> Verdict:
        """Return what it takes to go inside a place, room not counted (KM-TWN-03, KM-FAC-05)."""
        if place not in self.inside:
            self.inside[place] = self._entering(place)
        return self.inside[place]

    def _entering(self, place: str) -> Verdict:
        known = current().board.places[place]
        if not known.walled:
            return "", ()
        if place in self.state.sieges:
            return BESIEGED, ()
        if not known.kind.held:
            return "", tuple(others_inside(self.state, self.seat, place))
        owner = self.held.get(place, "")
        if owner != self.seat:
            return ("", (owner,)) if owner else (NEUTRAL, ())
        return (PASSED_ON if self._bound(place) else ""), ()

    def _bound(self, place: str) -> bool:
        bound = self.state.turn.bound
        return bool(bound) and (place in bound or current().card_of.get(place, "") in bound)

    def fits(self, place: str, nobles: tuple[str, ...]) -> bool:
        """Say whether a place has room for nobles who are not inside (KM-TWN-05)."""
        if place not in self.rooms:
            self.rooms[place] = room(self.state, place)
        left = self.rooms[place]
        if left is None:
            return True
        if nobles not in self.troops:
            self.troops[nobles] = _troops(self.state, nobles)
        least, most = self.troops[nobles]
        if least == most or most <= left or least > left:
            return least <= left
        return troops_in(self.state, nobles, current().board.places[place].square) <= left

    def bars(self, place: str) -> bool:
        """Say whether a place on a road stops who has no leave."""
        return self.passing(place) != ()

    def shuts(self, place: str) -> bool:
        """Say whether it stops everybody."""
        return self.passing(place) is None

    def passing(self, place: str) -> tuple[str, ...] | None:
        """Return whose leave it takes to pass a place on a road; None if nobody can give it.

        KM-ROA-02 to KM-ROA-08.
        """
        if place not in self.passes:
            kind = current().board.places[place].kind
            owner = self.held.get(place, "")
            if not kind.held:
                others = others_inside(self.state, self.seat, place) if kind.garrison else ()
                self.passes[place] = tuple(others)
            elif owner == self.seat:
                self.passes[place] = None if self._bound(place) else ()
            else:
                self.passes[place] = (owner,) if owner else None
        return self.passes[place]


def _troops(state: State, nobles: tuple[str, ...]) -> tuple[int, int]:
    """Return the fewest and the most troops that nobles can be, by where they stand."""
    cards = [current().cards[card] for id_ in nobles for card in (id_, *state.nobles[id_].awards)]
    plain = sum(card.troops for card in cards)
    return plain, plain + sum(card.bonus for card in cards)

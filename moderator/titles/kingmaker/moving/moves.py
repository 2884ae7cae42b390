"""What a player may order in his Movement Phase, one line at a time (D-MOV-1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from random import Random

from moderator.engine import Illegal, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name
from moderator.titles.kingmaker.components.reach import (
    land_distances,
    land_reach,
    port_reach,
    sea_reach,
)
from moderator.titles.kingmaker.moving.entry import NEUTRAL
from moderator.titles.kingmaker.moving.land import check_march, check_step
from moderator.titles.kingmaker.moving.move_orders import (
    END,
    Join,
    March,
    Order,
    Release,
    Sail,
    Split,
    Step,
    spot_text,
    text_of,
)
from moderator.titles.kingmaker.moving.move_words import VERBS, parse, spot
from moderator.titles.kingmaker.moving.roads import road_ends
from moderator.titles.kingmaker.moving.sea import check_sail
from moderator.titles.kingmaker.moving.suggestions import suggested
from moderator.titles.kingmaker.position.forces import walled_place
from moderator.titles.kingmaker.position.holding import commander, nobles_of
from moderator.titles.kingmaker.state import State

FEW = 4
TRIES = 8


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """The orders of the Movement Phase; None is its end."""

    state: State
    seat: str
    found: dict[str, Order | None] = field(default_factory=dict)
    """Texts that have been found legal, which are not checked again while the question is open."""

    @property
    def verbs(self) -> frozenset[str]:
        return VERBS

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Order | None:
        if text in self.found:
            return self.found[text]
        try:
            order = parse(self.state, self.seat, text)
            if text_of(order) != text:
                raise Illegal(f"write '{text_of(order)}'")
            check(self.state, self.seat, order)
        except Illegal as illegal:
            raise self._refusal(text, illegal) from None
        return order

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line.partition(" ")[0] not in VERBS and line != END:
            return ()
        try:
            order = self._settled(parse(self.state, self.seat, line))
        except Illegal as illegal:
            raise self._refusal(line, illegal) from None
        return (text_of(order),)

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return moves like *line*: the same noble's that come closest to its goal, best first."""
        texts = tuple(self._each())
        head, _, goal = line.partition(" to ")
        same = [text for text in texts if text.startswith(f"{head} to ")]
        found = [*self._towards(goal, same), *nearest(line, texts), *same]
        return tuple(dict.fromkeys(found))[:3] or (END,)

    def _towards(self, goal: str, texts: Sequence[str]) -> list[str]:
        try:
            square = spot(goal.partition(" by ")[0].partition(" via ")[0])[0]
        except Illegal:
            return []
        far = land_distances(current().board, square)
        ends = {text: parse(self.state, self.seat, text) for text in texts}
        distance = {
            text: far.get(order.square, len(far))
            for text, order in ends.items()
            if isinstance(order, March)
        }
        return sorted(distance, key=lambda text: distance[text])

    def examples(self) -> tuple[str, ...]:
        """Return a few moves that nobody's leave is needed for, of as many forces as can be, and
        `end moves`.
        """
        lines = chain.from_iterable(map(self._alone, suggested(self.state, self.seat)))
        found = list(islice(dict.fromkeys(lines), FEW))
        return (*(found or islice(self._each(), FEW)), END)

    def forced(self) -> str | None:
        """Return `end` for a player who commands nobody and no ship."""
        return None if self._nobles() or self._ships() else END

    def sample(self, rng: Random) -> str:
        if rng.random() < 0.2:
            return END
        nobles, ships = self._nobles(), self._ships()
        for _ in range(TRIES if nobles or ships else 0):
            if ships and (rng.random() < 0.3 or not nobles):
                line = self._voyage(rng, ships)
            elif rng.random() < 0.1:
                line = self._regrouping(rng, rng.choice(nobles))
            else:
                line = self._march(rng, rng.choice(nobles))
            try:
                return text_of(self._settled(parse(self.state, self.seat, line)))
            except Illegal:
                continue
        return END

    def _march(self, rng: Random, noble: str) -> str:
        state = self.state
        own = state.nobles[noble]
        by_road, whole = rng.random() < 0.2, rng.random() < 0.2
        fellows = [id_ for id_ in self._nobles() if state.nobles[id_].force == own.force]
        reach = list(self._reach(own.square, by_road=by_road)) if own.square else []
        square = rng.choice(reach or [*current().board.squares])
        place = rng.choice((*current().board.squares[square].places, ""))
        free = "free " if rng.random() < 0.1 else ""
        who = ", ".join(fellows) if whole else noble
        return f"{free}move {who} to {spot_text(square, place)}{' by road' if by_road else ''}"

    def _regrouping(self, rng: Random, noble: str) -> str:
        state = self.state
        own = state.nobles[noble]
        lines = [f"split {noble}", *(f"release {place}" for place in state.sieges)]
        lines += [f"join {noble} with {other}" for other in self._nobles()
                  if state.nobles[other].square == own.square]  # fmt: skip
        for place in current().board.squares[own.square].places if own.square else ():
            lines += [f"into {place} with {noble}", f"out of {place} with {noble}"]
        return rng.choice(lines)

    def _reach(self, square: str, *, by_road: bool) -> Iterable[str]:
        if by_road:
            return road_ends(self.state, self.seat, square)
        return land_reach(current().board, square)

    def _voyage(self, rng: Random, ships: list[str]) -> str:
        state, board = self.state, current().board
        ship = state.ships[rng.choice(ships)]
        start = ship.port or ship.sea, bool(ship.port)
        line = f"sail {ship.id} to "
        line += rng.choice([*port_reach(board, *start), *sea_reach(board, *start)])
        if ship.port:
            square = board.places[ship.port].square
            near = [noble for noble in self._nobles() if state.nobles[noble].square == square]
            if near and rng.random() < 0.7:
                line += f" with {rng.choice(near)}"
        return line

    def _settled(self, order: Order | None) -> Order | None:
        """Check an order; one that names a neutral place ends in the open before it (D-MOV-4)."""
        try:
            check(self.state, self.seat, order)
        except Illegal as illegal:
            if NEUTRAL not in illegal.rules or not isinstance(order, March):
                raise
            order = March(
                order.nobles, order.heirs, order.left, order.square, "",
                order.road, order.via, order.otherwise, order.free,
            )  # fmt: skip
            check(self.state, self.seat, order)
        self.found[text_of(order)] = order
        return order

    def _refusal(self, line: str, illegal: Illegal) -> Illegal:
        near = illegal.nearest or partial(self.nearest, line)
        return Illegal(str(illegal), illegal.rules, near)

    def _nobles(self) -> list[str]:
        return [noble.id for noble in nobles_of(self.state, self.seat)]

    def _ships(self) -> list[str]:
        return [ship for ship in self.state.ships if commander(self.state, ship) == self.seat]

    def _each(self) -> Iterator[str]:
        """Go through the moves of single nobles and ships that need nobody's leave."""
        state, board = self.state, current().board
        for id_ in self._nobles():
            noble = state.nobles[id_]
            if noble.aboard or id_ in state.turn.moved or noble.place in state.sieges:
                continue
            ways = {**land_reach(board, noble.square), **road_ends(state, self.seat, noble.square)}
            for square in ways:
                road = "" if square in land_reach(board, noble.square) else " by road"
                for place in (*board.squares[square].places, ""):
                    if (square, place) == (noble.square, noble.place):
                        continue
                    line = f"move {id_} to {spot_text(square, place)}{road}"
                    yield from self._alone(line)
        for id_ in self._ships():
            ship = state.ships[id_]
            for port in port_reach(board, ship.port or ship.sea, bool(ship.port)):
                yield from self._alone(f"sail {id_} to {port}")

    def _alone(self, line: str) -> Iterator[str]:
        """Yield the text of *line* if it is allowed and asks nobody."""
        try:
            order = parse(self.state, self.seat, line)
            if not check(self.state, self.seat, order):
                yield text_of(order)
        except Illegal:
            return


def check(state: State, seat: str, order: Order | None) -> bool:
    """Say whether an order needs leave; raise `Illegal` if it is not allowed."""
    match order:
        case March():
            return bool(check_march(state, seat, order).requests)
        case Step():
            return bool(check_step(state, seat, order).requests)
        case Sail():
            course = check_sail(state, seat, order)
            return bool(course.needed or course.entry)
        case Join():
            _check_own(state, seat, (order.noble, order.other))
            one, other = state.nobles[order.noble], state.nobles[order.other]
            if one is other or one.force == other.force:
                raise Illegal(f"{name(one.id)} is with {name(other.id)} already", ("KM-STA-03",))
            if (one.square, walled_place(one)) != (other.square, walled_place(other)):
                why = f"{name(one.id)} does not stand with {name(other.id)}"
                raise Illegal(why, ("KM-STA-03",))
        case Split():
            _check_own(state, seat, order.nobles)
            if len({state.nobles[noble].force for noble in order.nobles}) > 1:
                raise Illegal("they are not of one force", ("KM-STA-02",))
            if any(walled_place(state.nobles[noble]) for noble in order.nobles):
                raise Illegal("inside a place all of a faction are together", ("KM-STA-03",))
        case Release():
            if order.place not in state.sieges or state.sieges[order.place].seat != seat:
                raise Illegal(f"you do not besiege {name(order.place)}", ("KM-SIE-09",))
    return False


def _check_own(state: State, seat: str, nobles: Sequence[str]) -> None:
    for id_ in nobles:
        noble = state.nobles[id_]
        if noble.seat != seat or noble.captor:
            raise Illegal(f"{name(id_)} is not yours to command", ("KM-FAC-03", "KM-STA-04"))
        if noble.aboard:
            raise Illegal(f"{name(id_)} is at sea", ("KM-SEA-12",))

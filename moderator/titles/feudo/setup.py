"""Preparing to play: the map, the order of Castles, the Castles, the Plague deck (FE-SET)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from moderator.engine import Ask, Digest, Illegal, OneOf, Table, nearest
from moderator.titles.feudo.board import Board, board_of, distance, territory, to_city
from moderator.titles.feudo.data import current
from moderator.titles.feudo.events import CastleOrder, CastlePlaced, MapLaid
from moderator.titles.feudo.lines import facts
from moderator.titles.feudo.paces import STEP
from moderator.titles.feudo.plague import prepare_deck
from moderator.titles.feudo.state import Side, State
from moderator.titles.feudo.tokens import muster

RULES = ("FE-SET-09", "FE-SET-10", "FE-SET-11")
VERB = "castle"


def fresh(seats: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the state before the first phase: nothing laid out, all scores 0 (FE-SET-07)."""
    return State(
        options=dict(options),
        seats=list(seats),
        sides={seat: Side() for seat in seats},
        tokens=muster(seats),
        last_turn=int(options.get("turns", "10")),
    )


async def castles(table: Table[State]) -> str | None:
    """Lay the map, draw the order, and let each player place his Castle in it."""
    state = table.state
    lay_map(table)
    order = list(state.seats)
    table.shuffle(order, "the order of Castles")
    state.order_of_castles = order
    table.tell(CastleOrder(tuple(order)))
    if state.options["plague"] != "none":
        prepare_deck(table, state.last_turn)
    if state.options["pace"] != STEP:
        asks = [_ranked_ask(state, seat) for seat in order]
        for seat, sites in (await table.ask_all(asks)).items():
            state.sides[seat].sites = list(sites)
    for seat in order:
        if state.options["pace"] == STEP:
            site = (await table.ask_all([site_ask(state, seat)]))[seat]
        else:
            site = _first_legal(state, seat)
        state.sides[seat].castle = site
        state.sides[seat].sites = []
        table.tell(CastlePlaced(seat, site))
    table.tell(Digest("The Castles are placed"))
    return "turn"


def lay_map(table: Table[State]) -> None:
    """Lay the boards at random, and the Plague token near Evesham (FE-SET-01, 05)."""
    state = table.state
    letters = list(current().boards)
    table.shuffle(letters, "the order of the boards")
    state.boards = [
        f"{letter}{table.roll(4, f'quarter turns of board {letter}') % 4}" for letter in letters
    ]
    if state.options["plague"] != "none":
        state.plague_at = table.pick(first_villages(board_of(state)), "the first Plague Village")
    table.tell(MapLaid(tuple(state.boards), state.plague_at))


def first_villages(board: Board) -> list[str]:
    """Return the Villages nearest to Evesham: one, on the house map (FE-SET-05)."""
    city = board.city_words[current().starts_near.casefold()]
    near = min(distance(board, city, village) for village in board.villages)
    return [village for village in board.villages if distance(board, city, village) == near]


def open_sites(state: State) -> list[str]:
    """Return the Castle sites on boards without a Castle, by column, then row (FE-SET-10)."""
    board = board_of(state)
    taken = {board.site_board[side.castle] for side in state.sides.values() if side.castle}
    return [site for site in board.sites if board.site_board[site] not in taken]


def usual_site(board: Board, sites: Collection[str]) -> str:
    """Return the site whose nearest City is nearest; ties by column, then row (FD-03)."""
    away = to_city(board)
    return min(
        (site for site in board.sites if site in sites), key=lambda site: away[territory(site)]
    )


@dataclass(frozen=True, slots=True)
class Ranking:
    """Castle sites in order of preference, as in `castle i1, k6 south, f11 east`."""

    board: Board

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({VERB})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> tuple[str, ...]:
        sites = tuple(text.removeprefix(f"{VERB} ").split(", "))
        for site in sites:
            if site not in self.board.site_board:
                raise _no_site(self.board, site)
        if not text.startswith(f"{VERB} ") or len(set(sites)) < len(sites):
            raise Illegal("name Castle sites, each once", RULES, self.nearest(text))
        return sites

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line.partition(" ")[0] != VERB:
            return ()
        sites: list[str] = []
        for part in line.removeprefix(VERB).replace(" or ", ",").split(","):
            if said := part.strip(" :"):
                sites += self._sites(said)
        text = f"{VERB} {', '.join(dict.fromkeys(sites))}"
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        return tuple(f"{VERB} {site}" for site in self.board.sites)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return f"{VERB} {', '.join(rng.sample(self.board.sites, rng.randint(1, 4)))}"

    def _sites(self, said: str) -> list[str]:
        """Return the site; both halves of a joined space that is named whole."""
        if said in self.board.site_board:
            return [said]
        halves = [site for site in self.board.sites if site.startswith(f"{said} ")]
        if not halves:
            raise _no_site(self.board, said)
        return halves


class Site(OneOf[str]):
    """One open site; of a ranked list the first that is still open (FD-03)."""

    __slots__ = ()

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        refusal: Illegal | None = None
        parts = line.replace(" or ", ",").split(",")
        for part in parts:
            said = part.strip().removeprefix(VERB).strip(" :")
            found = tuple(text for text in self.options if _stands_for(said, text))
            if found:
                return found if len(parts) == 1 else found[:1]
            for text in self.why_not:
                if refusal is None and _stands_for(said, text):
                    refusal = Illegal(self.why_not[text], self.rules, self.nearest(line))
        if refusal is not None:
            raise refusal
        return ()


def _stands_for(said: str, text: str) -> bool:
    """Say whether 'k6 south', 'k6 s' or 'k6' may stand for a site; 'k1' is never 'k11'."""
    place, _, half = said.partition(" ")
    site, _, other = text.removeprefix(f"{VERB} ").partition(" ")
    return place == site and other.startswith(half)


def _no_site(board: Board, said: str) -> Illegal:
    near = tuple(f"{VERB} {site}" for site in board.sites if site.startswith(f"{said[:1]}"))[:3]
    if said in board.terrain and board.terrain[said] != "hill":
        return Illegal(f"{said} is no Hill: a Castle stands on an outer Hill", ("FE-SET-09",), near)
    if said in board.terrain and f"{said} north" not in board.site_board:
        return Illegal(f"{said} is not on the outer edge of the map", ("FE-SET-09",), near)
    return Illegal(f"'{said}' is no Castle site", RULES, near)


def _ranked_ask(state: State, seat: str) -> Ask[tuple[str, ...]]:
    board = board_of(state)
    default = f"{VERB} {usual_site(board, board.sites)}"
    return Ask(seat, VERB, Ranking(board), default, facts(state, seat), pace="castles", rules=RULES)


def site_ask(state: State, seat: str) -> Ask[str]:
    """Return the question for one Castle, put to one player at a time (FD-03)."""
    board = board_of(state)
    sites = open_sites(state)
    options = {f"{VERB} {site}": site for site in sites}
    why_not = {
        f"{VERB} {site}": f"the board of {site} holds another player's Castle"
        for site in board.sites
        if site not in sites
    }
    return Ask(
        seat,
        VERB,
        Site(options, {**why_not, **_inner(board)}, RULES),
        f"{VERB} {usual_site(board, sites)}",
        facts(state, seat),
        pace="castles",
        rules=RULES,
    )


@lru_cache(maxsize=256)
def _inner(board: Board) -> Mapping[str, str]:
    """Return why no Castle stands off the outer edge, by the answers that ask for one."""
    outer = {territory(site) for site in board.sites}
    return {
        f"{VERB} {place}": f"{place} is no Hill on the outer edge of the map"
        for place in board.names
        if place not in outer
    }


def _first_legal(state: State, seat: str) -> str:
    """Return the first of the ranked sites that is still open, else the usual one."""
    left = open_sites(state)
    ranked = [site for site in state.sides[seat].sites if site in left]
    return ranked[0] if ranked else usual_site(board_of(state), left)

"""Positions and tapes written as the rules write their examples."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from moderator.engine import Ask, Chance, Entry, Event, Foresight, Run, Table, Title, Words
from moderator.orders.standing import prepared, read_standing
from moderator.titles.kingmaker import setup
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.events import EVENTS
from moderator.titles.kingmaker.orders import ORDERS
from moderator.titles.kingmaker.state import MOVEMENT, SEATS, Heir, Noble, Ship, State
from moderator.titles.kingmaker.turn_lines import TurnLines

OPTIONS = {"deal": "part", "places": "basic", "rounds": "0"}


@dataclass
class Played:
    """A flow under test: what it asked, what it told, and how the position stands."""

    run: Run[State]
    events: list[tuple[Event, frozenset[str] | None]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.events.append((event, to))

    def checkpoint(self, run: Run[Any]) -> None:
        self.run = run

    @property
    def state(self) -> State:
        return self.run.state

    @property
    def open(self) -> list[tuple[str, str]]:
        """Seat and kind of each question that waits."""
        return [(seat, ask.kind) for seat, ask in self.run.waiting.items()]

    def told(self, kind: type[Event]) -> list[Any]:
        return [event for event, _ in self.events if isinstance(event, kind)]

    def answer(self, tape: str) -> Played:
        """Feed lines of 'seat answer'; a sheet's lines are joined by ' / '."""
        self.pass_by()
        for line in filter(None, map(str.strip, tape.splitlines())):
            seat, _, text = line.partition(" ")
            self.run.answer(seat, "\n".join(text.strip().split(" / ")))
            self.pass_by()
        return self

    def pass_by(self) -> None:
        """Answer what waits for nobody: a look at lines that wait, and a phase with no choice."""
        while found := [
            (seat, text)
            for seat, ask in self.run.waiting.items()
            if (text := _by_itself(ask)) is not None
        ]:
            self.run.answer(*found[0])


def _by_itself(ask: Ask[Any]) -> str | None:
    if isinstance(ask.domain, Foresight):
        return ask.domain.foresee([])
    return ask.domain.forced() if isinstance(ask.domain, TurnLines) else None


def _stand(counter: Noble | Heir, words: str) -> None:
    """Put a counter 'in york', 'at rye', 'open york' or 'aboard le michael, le swan'."""
    how, _, where = words.partition(" ")
    if how == "aboard":
        counter.aboard, counter.square, counter.place = where.split(", "), "", ""
    elif how == "open":
        assert where in current().board.squares, where
        counter.square, counter.place = where, ""
    else:
        counter.square, counter.place = current().board.places[where].square, where


def _settle(state: State) -> None:
    """Number the piles, and leave in the decks what is nowhere else."""
    piles: dict[tuple[str, str], int] = {}
    for noble in state.nobles.values():
        state.last_force += 1
        inside = noble.place and current().board.places[noble.place].walled
        key = noble.seat, noble.place if inside else noble.id
        noble.force = piles.setdefault(key, state.last_force)
    for heir in state.heirs.values():
        mates = [noble for noble in state.nobles.values() if noble.seat == heir.seat]
        spot = heir.square, heir.place, heir.aboard
        near = [noble for noble in mates if (noble.square, noble.place, noble.aboard) == spot]
        heir.force = near[0].force if near else 0
    out = {*state.nobles, *state.chancery}
    out.update(award for noble in state.nobles.values() for award in noble.awards)
    kept: set[str] = set()
    for faction in state.factions.values():
        out.update((*faction.hand, *faction.laid, *faction.dealt))
        kept.update(faction.kept)
    state.crown_deck = [card for card in current().cards if card not in out]
    state.event_deck = [card for card in current().events if card not in kept]


@pytest.fixture
def position() -> Callable[..., State]:
    """Make a position: `position("red blue", percy="red in alnwick with marshal, coventry")`.

    Nobles stand 'in' a place, 'at' an unfortified town, in the 'open' of a square or 'aboard' a
    ship; heirs likewise ('nobody in london', 'dead'), ships 'in' a port or 'on' a sea square.
    Heirs who are not named are where they start; names with blanks have underlines: le_michael.
    It is the first seat's Movement Phase of turn 1; what is nowhere else lies in the decks.
    """

    def make(
        seats: str = "red blue",
        *,
        hands: dict[str, str] | None = None,
        kept: dict[str, str] | None = None,
        laid: dict[str, str] | None = None,
        captured: str = "",
        chancery: str = "",
        options: dict[str, str] | None = None,
        **counters: str,
    ) -> State:
        state = setup.fresh(seats.split(), {**OPTIONS, **(options or {})})
        for key, words in counters.items():
            name = key.replace("_", " ")
            if name in current().ships:
                how, _, where = words.partition(" ")
                port, sea = (where, "") if how == "in" else ("", where)
                state.ships[name] = Ship(name, port, sea)
                continue
            seat, _, rest = words.partition(" ")
            spot, _, awards = rest.partition(" with ")
            if name in state.heirs:
                heir = state.heirs[name]
                heir.alive = seat != "dead"
                if heir.alive:
                    heir.seat = seat if seat in SEATS else ""
                    heir.crowned = "crowned" in awards or heir.crowned
                    _stand(heir, spot)
            else:
                given = awards.split(", ") if awards else []
                state.nobles[name] = Noble(name, seat, awards=given)
                _stand(state.nobles[name], spot)
        for lists, attribute in ((hands, "hand"), (kept, "kept"), (laid, "laid")):
            for seat, cards in (lists or {}).items():
                setattr(state.factions[seat], attribute, cards.split(", "))
        for entry in filter(None, captured.split(", ")):
            seat, _, place = entry.partition(" ")
            state.captured[place] = seat
        state.chancery = chancery.split(", ") if chancery else []
        _settle(state)
        state.phase, state.starter = MOVEMENT, state.seats[0]
        state.turn.number = state.turn.round = 1
        state.turn.seat = state.starter
        return state

    return make


@pytest.fixture
def start() -> Callable[..., Played]:
    """Start a flow on a position: `start(lambda table: move(table, "red"), state, tape)`."""

    def begin(
        flow: Callable[[Table[State]], Coroutine[Any, Any, Any]], state: State, tape: str = ""
    ) -> Played:
        async def phase(table: Table[State]) -> str | None:
            await flow(table)
            return None

        title: Title[State, Any] = Title(
            "kingmaker", "Kingmaker", State, SEATS, 2, (), setup.fresh,
            {"chapter": phase}, "chapter", lambda state, seat: state, lambda view, events: None,
            lambda state: {}, lambda state: None, lambda state, seat, rng: state, EVENTS, (),
            lambda view, ask, rng: ask.default,
        )  # fmt: skip
        played = Played.__new__(Played)
        played.events, played.entries = [], []
        played.run = Run(title, state, Chance(bytes(32)), phase="chapter", recorder=played)
        return played.answer(tape)

    return begin


@pytest.fixture
def on_file() -> Callable[..., Played]:
    """File standing orders of a seat, and let them answer what is open."""

    def file(played: Played, seat: str, *lines: str, late: bool = False) -> Played:
        words = Words({}, frozenset({"please", "the", "my"}))
        title: Title[State, Any] = replace(played.run.title, orders=ORDERS, words=words)
        orders = [read_standing(seat, line, title) for line in lines]
        ask = played.run.waiting.get(seat)
        text = prepared(ask, orders, title.words, late=late) if ask else None
        if text is not None:
            played.run.answer(seat, text, "standing")
        return played

    return file

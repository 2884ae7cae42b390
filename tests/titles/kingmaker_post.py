"""Kingmaker by mail without a post office, begun at a scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from moderator.engine import Chance, Entry, Event, Run
from moderator.orders.line import Line, joined
from moderator.orders.outcome import Outcome
from moderator.orders.queue import serve
from moderator.orders.standing import read_standing
from moderator.titles.kingmaker.state import SETUP, Siege, State
from moderator.titles.kingmaker.title import KINGMAKER
from tests.titles.kingmaker_position import position
from tests.titles.kingmaker_scenes import SCENES, Scene


@dataclass
class Post:
    """A game by mail, begun at a scene."""

    run: Run[State] = field(init=False)
    told: list[Event] = field(default_factory=list)
    kept: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    standing: tuple[Any, ...] = ()

    def entry(self, entry: Entry) -> None: ...
    def checkpoint(self, run: Run[Any]) -> None: ...

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        del to
        self.told.append(event)

    def mail(self, seat: str, text: str) -> tuple[Outcome, ...]:
        """Send a mail of these lines; return what became of each."""
        lines = [Line(n, line) for n, line in enumerate(joined(text.strip().splitlines()), 1)]
        queue = [*self.kept.get(seat, ()), *lines]
        served = serve(self.run, {**self.kept, seat: queue}, self.standing)
        self.kept = dict(served.kept)
        return served.outcomes[seat]

    @property
    def open(self) -> dict[str, str]:
        """The kind of question that each seat is waited for with."""
        return {seat: ask.kind for seat, ask in self.run.waiting.items()}

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]


def reach(name: str, standing: Sequence[str] = ()) -> Post:
    """Return the post at a scene; standing orders read 'seat when ...' and are filed last."""
    found = SCENES[name]
    post = Post()
    post.run = Run(KINGMAKER, state_of(found), Chance(bytes(32)), phase=found.phase, recorder=post)
    serve(post.run, {}, ())
    for seat, text in found.mails:
        post.mail(seat, text.replace(" / ", "\n"))
    post.standing = tuple(
        read_standing(line.partition(" ")[0], line.partition(" ")[2], KINGMAKER)
        for line in standing
    )
    return post


def dealt() -> Post:
    """Return the post at the deal of a new game of two."""
    post = Post()
    state = KINGMAKER.new_game(("red", "blue"), KINGMAKER.configure({"deal": "whole"}))
    post.run = Run(KINGMAKER, state, Chance(bytes(32)), phase=SETUP, recorder=post)
    return post


def state_of(found: Scene) -> State:
    """Return the position in which a scene begins."""
    words = dict(found.words)
    state = position(words.pop("seats", "red blue"), **words)
    state.phase = found.phase
    for pile in found.piles:
        first, *others = pile.split()
        for other in others:
            state.nobles[other].force = state.nobles[first].force
    for noble, seat in found.captives:
        state.nobles[noble].captor, state.nobles[noble].force = seat, 0
    for place, seat, noble in found.besieged:
        state.sieges[place] = Siege(seat, [noble])
    if found.both:
        faction = state.factions[found.both]
        faction.both_since, faction.first_house = 1, "york"
        state.turn.number = 2 * len(state.seats)
    if found.card:
        state.event_deck.remove(found.card)
        state.event_deck.append(found.card)
    if found.drawn:
        state.crown_deck.remove(found.drawn)
        state.crown_deck.append(found.drawn)
    return state

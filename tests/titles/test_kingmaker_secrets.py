"""At every kind of question, whatever a seat writes, it learns nothing of what is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from moderator.engine import Chance, Entry, Event, OneOf, Run, Table, Title
from moderator.orders.line import Line
from moderator.orders.outcome import Outcome
from moderator.orders.queue import serve
from moderator.titles.kingmaker import KINGMAKER
from moderator.titles.kingmaker.asking.conditions import holds
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.state import (
    BISHOPS,
    ENTRY,
    LOAN,
    MOVEMENT,
    PASSAGE,
    SAILING,
    Leave,
    State,
)
from tests.titles.kingmaker_post import state_of
from tests.titles.kingmaker_scenes import SCENES, Scene

PROBES = """
play saxons on percy
play marshal on grey
play beaufort in corfe
play duke of exeter on herbert; aim below 5-4
offer saxons to blue for scots archers
offer 1 writ to red for marshal
give writ to blue
give 1 writ to red
give duke of exeter to red
accept 1
accept 1 from blue
accept 9
decline 1
withdraw 1
transfer coventry to blue
transfer le michael from talbot to stanley
grant passage to blue
grant passage to red at york until round 6
lend le michael to red
keep le michael from red
execute henry
execute margaret
propose to end
pass
plan: saxons on percy; call off below 2-1
call off
nobody
send hastings
accept best offer
ransom scrope for saxons
ransom scrope for london or 1 writ, else execute
offer saxons for scrope
no ransom
if noble: play nearest home
if mercenary: play on percy
if saxons lives: end
move percy to york
sail le michael to calais
attack percy
besiege coventry
summon parliament with writ on hastings
crown margaret
give marshal to talbot
""".strip().splitlines()
"""What anybody might write anywhere to learn something."""


@dataclass
class World:
    """One game by mail, and what was told in it."""

    run: Run[State] = field(init=False)
    told: list[tuple[Event, frozenset[str] | None]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    kept: dict[str, tuple[Line, ...]] = field(default_factory=dict)

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.told.append((event, to))

    def checkpoint(self, run: Run[Any]) -> None: ...

    def begin(self, state: State, phase: str, title: Title[State, Any] = KINGMAKER) -> World:
        self.run = Run(title, state, Chance(bytes(32)), phase=phase, recorder=self)
        serve(self.run)
        return self

    def mail(self, seat: str, lines: Iterable[str]) -> tuple[Outcome, ...]:
        fresh = [Line(number, line) for number, line in enumerate(lines, 1)]
        queue = [*self.kept.get(seat, ()), *fresh]
        served = serve(self.run, {**self.kept, seat: queue})
        self.kept = dict(served.kept)
        return served.outcomes[seat]

    def known(self, seat: str) -> tuple[object, ...]:
        """Return all that can reach the mails of *seat*."""
        ask = self.run.waiting.get(seat)
        asked = ask and (
            ask.kind, ask.default, dict(ask.facts), ask.pace, ask.secret, ask.done, ask.rules,
            ask.domain.examples(), sorted(ask.domain.verbs), ask.domain.sheet,
            None if ask.secret else ask.domain.forced(),
        )  # fmt: skip
        told = [event for event, to in self.told if to is None or seat in to]
        waits = [(each.seat, each.pace) for each in self.run.waiting.values()]
        return asked, told, waits, self.run.phase, KINGMAKER.view(self.run.state, seat)


def twins(
    scene: Scene, seat: str, seed: int, title: Title[State, Any] = KINGMAKER
) -> tuple[World, World]:
    """Return a scene's beginning, and the same with what *seat* cannot see dealt anew.

    Cards that the scene's mails name stay with whoever plays them, and so does what is drawn.
    Where nobody has cards in hand, all get some.
    """
    state = state_of(scene)
    for faction in state.factions.values() if "hands" not in scene.words else ():
        faction.hand, state.crown_deck = state.crown_deck[:3], state.crown_deck[3:]
    said = " ".join(text for who, text in scene.mails if who != seat)
    state.seen = [
        card for faction in state.factions.values() for card in faction.hand
        if current().cards[card].word in said
    ]  # fmt: skip
    state.seen += state.crown_deck[-12:]
    if any(text.startswith("summon") for _, text in scene.mails):
        state.seen += state.chancery
    state.event_deck, state.event_discard = state.event_deck[-1:], state.event_deck[:-1]
    other = resample(state, seat, Random(seed))
    assert other != state
    return World().begin(state, scene.phase, title), World().begin(other, scene.phase, title)


def compare(worlds: tuple[World, World], seat: str, after: str) -> None:
    one, two = (world.known(seat) for world in worlds)
    assert one == two, f"after '{after}' {seat} can tell the two apart"


def send(worlds: tuple[World, World], who: str, lines: list[str], seat: str) -> None:
    """Mail in both worlds; *seat* must read and meet the same."""
    said = [world.mail(who, lines) for world in worlds]
    assert seat != who or said[0] == said[1], f"{seat} learns something by '{lines}'"
    compare(worlds, seat, " / ".join(lines))


def go_on(worlds: tuple[World, World], seat: str, answers: int) -> None:
    """Let all answer by default, as at their deadlines."""
    for _ in range(answers):
        for who, ask in list(worlds[0].run.waiting.items()):
            assert ask.default == worlds[1].run.waiting[who].default
            send(worlds, who, ask.default.splitlines(), seat)


@pytest.mark.rule("KM-SEQ-11")
@pytest.mark.rule("KM-CHA-03")
@pytest.mark.parametrize("name", SCENES)
def test_nothing_that_a_seat_writes_or_meets_tells_it_what_is_hidden(name: str) -> None:
    scene = SCENES[name]
    for place, seat in enumerate(state_of(scene).seats):
        worlds = twins(scene, seat, place)
        compare(worlds, seat, "the beginning")
        for who, text in scene.mails:
            send(worlds, who, text.split(" / "), seat)
        lines = Random(f"{name} {seat}").sample(PROBES, len(PROBES))
        for mail in (*([line] for line in lines[:7]), lines[7:], ["end"]):
            send(worlds, seat, mail, seat)
        go_on(worlds, seat, 2)


@pytest.mark.parametrize("answer", ["grant", "refuse"])
def test_a_condition_does_not_tell_what_was_refused_to_another(answer: str) -> None:
    world = World().begin(state_of(SCENES["lent"]), SCENES["lent"].phase)
    for who, text in (*SCENES["lent"].mails, ("blue", answer)):
        world.mail(who, text.split(" / "))
    assert "loan" not in {ask.kind for ask in world.run.waiting.values()}
    assert not holds(world.run.state, "green")("refused")


@pytest.mark.rule("KM-ROA-03")
def test_an_open_letter_shows_to_nobody_before_it_is_used() -> None:
    state = state_of(SCENES["midlands"])
    places = ("", "coventry", "newcastle town")
    kinds = (PASSAGE, ENTRY, SAILING, LOAN, BISHOPS)
    letters = [Leave(kind, "blue", "red", place, 9) for kind in kinds for place in places]
    worlds = World().begin(state, MOVEMENT), World().begin(replace(state, leaves=letters), MOVEMENT)
    for seat in ("red", "green"):
        compare(worlds, seat, "a letter of blue")


def test_a_question_that_only_the_holder_of_a_card_is_asked_is_caught() -> None:
    async def leaky(table: Table[State]) -> str | None:
        for seat, faction in table.state.factions.items():
            if "duke of exeter" in faction.hand:
                await table.ask(seat, "defence", OneOf({"pass": 0}), default="pass", secret=True)
        return await KINGMAKER.phases[MOVEMENT](table)

    title = replace(KINGMAKER, phases={**KINGMAKER.phases, MOVEMENT: leaky})
    with pytest.raises(AssertionError, match="red can tell the two apart"):
        compare(twins(SCENES["midlands"], "red", 1, title), "red", "the beginning")


def test_a_refusal_that_hangs_on_anothers_hand_is_caught() -> None:
    class Leaky(OneOf[int]):
        def nearest(self, line: str) -> tuple[str, ...]:
            return tuple(seen)

    seen: list[str] = []

    async def leaky(table: Table[State]) -> str | None:
        seen[:] = table.state.factions["blue"].hand
        domain = Leaky({"play": 0, "pass": 1})
        await table.ask("red", "defence", domain, default="pass", secret=True)
        return None

    worlds = twins(SCENES["midlands"], "red", 1)
    title = replace(KINGMAKER, phases={**KINGMAKER.phases, MOVEMENT: leaky})
    said = [
        World().begin(world.run.state, MOVEMENT, title).mail("red", ["play nothing at all"])
        for world in worlds
    ]
    assert said[0] != said[1]

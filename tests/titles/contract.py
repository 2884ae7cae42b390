"""What every title must keep, whatever its rules: each title's test module calls these.

Playouts end and lose nothing; a game resumed at any point is the same game, in any
process; nothing reaches a seat that it may not know; a playthrough reads as text.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from moderator.engine import CHANCE, PATCH, Ask, Chance, Entry, Event, Illegal, Run, Title
from moderator.kit.playout import Choose, Result, play

Told = tuple[Event, frozenset[str] | None]
AnyTitle = Title[Any, Any]
Options = Mapping[str, str]

GOLDEN = Path(__file__).parent / "golden"


@dataclass
class Chronicle:
    """Everything a run records, and a copy of each checkpoint."""

    entries: list[Entry] = field(default_factory=list)
    events: list[Told] = field(default_factory=list)
    checkpoints: list[tuple[str | None, Any, int, int]] = field(default_factory=list)
    """Phase, state, draws made, and entries recorded by then."""

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.events.append((event, to))

    def checkpoint(self, run: Run[Any]) -> None:
        state = deepcopy(run.state)
        self.checkpoints.append((run.phase, state, run.chance.drawn, len(self.entries)))


def playouts(
    title: AnyTitle,
    counts: Sequence[int],
    options: Sequence[Options],
    seeds: Sequence[int] = (1,),
    choose: Choose | None = None,
) -> list[Result]:
    """Play games over seat counts and options; audits and defaults are checked at each question."""
    return [
        play(title, title.seats[:count], chosen, seed, choose=choose)
        for count in counts
        for chosen in options
        for seed in seeds
    ]


def record(title: AnyTitle, count: int, options: Options, seed: int) -> Chronicle:
    """Play one random game and write it down."""
    rng, chronicle = Random(seed), Chronicle()
    state = title.new_game(title.seats[:count], title.configure(options))
    run = Run(title, state, _chance(seed), phase=title.first_phase, recorder=chronicle)
    while run.asks:
        for seat, ask in list(run.waiting.items()):
            run.answer(seat, ask.domain.sample(rng))
    return chronicle


def resumes_anywhere(
    title: AnyTitle, count: int, options: Options, seed: int, every: int = 7
) -> None:
    """Cut the tape at each *every*-th entry, resume from saved JSON, and end at the same game."""
    whole = record(title, count, options, seed)
    adapter = TypeAdapter(title.state)
    for cut in range(0, len(whole.entries), every):
        phase, state, drawn, since = [c for c in whole.checkpoints if c[3] <= cut][-1]
        loaded = adapter.validate_json(adapter.dump_json(state))
        assert loaded == state, "the state does not survive being saved"
        later = Chronicle()
        chance = _chance(seed)
        chance.drawn = drawn
        tape = whole.entries[since:cut]
        run = Run(title, loaded, chance, phase=phase, tape=tape, recorder=later)
        for entry in _answers(whole.entries[cut:]):
            run.answer(entry.who, entry.text, entry.source)
        assert later.entries == whole.entries[cut:], f"resumed at {cut}, the game went otherwise"
        assert later.events == whole.events[len(whole.events) - len(later.events) :]
        assert run.state == whole.checkpoints[-1][1]


def same_in_any_process(where: str, count: int, options: Options, seed: int) -> None:
    """Play one game in two fresh processes with other hash seeds: they must not differ."""
    code = (
        "from tests.titles.contract import fingerprint;"
        f"print(fingerprint({where!r}, {count}, {dict(options)!r}, {seed}))"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[2],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(prints) == 1, "sets or hashes decide something in this game"


def fingerprint(where: str, count: int, options: Options, seed: int) -> str:
    """Return the hash of a random game's tape and events; *where* is 'module:NAME'."""
    module, _, name = where.partition(":")
    chronicle = record(getattr(importlib.import_module(module), name), count, options, seed)
    told = [(event, sorted(to) if to is not None else None) for event, to in chronicle.events]
    return hashlib.sha256(repr((chronicle.entries, told)).encode()).hexdigest()


def keeps_secrets(title: AnyTitle, count: int, options: Options, seed: int) -> int:
    """At every question compare each seat's view with that of a redealt position.

    Returns how many of those positions really differed, so that a test can see that
    the redealing was no idle copy.
    """
    rng = Random(seed)
    differed = 0

    def meet(run: Run[Any]) -> None:
        nonlocal differed
        for seat in [*run.state.seats, None]:
            other = title.resample(run.state, seat, rng)
            differed += other != run.state
            assert title.view(other, seat) == title.view(run.state, seat), (
                f"{seat} can tell a redealt position from the real one"
            )

    play(title, title.seats[:count], options, seed, meet=meet)
    return differed


def rounds_look_the_same(
    title: AnyTitle,
    count: int,
    options: Options,
    seed: int,
    reveal: tuple[type[Event], ...],
    shows: tuple[str, ...] = (),
) -> int:
    """Play on from each checkpoint, real and redealt: a seat must be told and asked the same.

    A comparison ends where an event of *reveal* or a question of a kind of *shows* tells what
    was hidden, or where another seat cannot give the same answer.  Returns how many questions
    and events were compared.
    """
    whole = record(title, count, options, seed)
    rng, compared = Random(seed), 0
    for phase, state, drawn, _ in whole.checkpoints:
        if phase is None:
            continue
        for seat in state.seats:
            states = [deepcopy(state), title.resample(state, seat, rng)]
            compared += _compare(title, states, phase, seat, (seed, drawn), reveal, shows, rng)
    return compared


def _compare(
    title: AnyTitle,
    states: Sequence[Any],
    phase: str,
    seat: str,
    dice: tuple[int, int],
    reveal: tuple[type[Event], ...],
    shows: tuple[str, ...],
    rng: Random,
) -> int:
    books = [Chronicle(), Chronicle()]
    runs: list[Run[Any]] = []
    for state, book in zip(states, books, strict=True):
        chance = _chance(dice[0])
        chance.drawn = dice[1]
        runs.append(Run(title, state, chance, phase=phase, recorder=book))
    compared = 0
    for _ in range(60):
        told = [_until(book.events, seat, reveal) for book in books]
        size = min(len(events) for events, _ in told)
        for real, redealt in zip(told[0][0], told[1][0], strict=False):
            assert real == redealt, f"{seat} is told what it may not know: {real}, not {redealt}"
        compared += size
        if told[0][1] or told[1][1] or runs[0].phase != runs[1].phase or not runs[0].asks:
            return compared
        assert len(told[0][0]) == len(told[1][0]), f"{seat} is told more or less than it may know"
        if all(seat in run.waiting and run.waiting[seat].kind in shows for run in runs):
            return compared
        asked = [_asked(run.waiting.get(seat)) for run in runs]
        assert asked[0] == asked[1], f"{seat} is asked what it may not know"
        compared += asked[0] is not None
        for who, ask in list(runs[0].waiting.items()):
            text = ask.domain.sample(rng)
            if who not in runs[1].waiting:
                return compared
            try:
                runs[1].waiting[who].domain.read(text)
            except Illegal:
                assert who != seat, f"{seat} may not answer '{text}' in a position like this one"
                return compared
            for run in runs:
                run.answer(who, text)
    return compared


def _until(
    events: Sequence[Told], seat: str, reveal: tuple[type[Event], ...]
) -> tuple[list[Event], bool]:
    """Return what *seat* was told before anything was revealed, and whether anything was."""
    told: list[Event] = []
    for event, to in events:
        if isinstance(event, reveal):
            return told, True
        if to is None or seat in to:
            told.append(event)
    return told, False


def _asked(ask: Ask[Any] | None) -> object:
    """Return all of a question that can reach a mail."""
    if ask is None:
        return None
    domain = ask.domain
    shown = (ask.kind, ask.default, dict(ask.facts), ask.pace, ask.secret, ask.done, ask.rules)
    return (*shown, domain.examples(), domain.forced(), sorted(domain.verbs), domain.sheet)


def playthrough(
    title: AnyTitle, count: int, options: Options, seed: int, choose: Choose | None = None
) -> str:
    """Return a whole game as text: `?` asked, `>` recorded, `*` told, `[..]` to whom."""
    lines: list[str] = []

    class Scribe(Chronicle):
        def entry(self, entry: Entry) -> None:
            text = entry.text.replace("\n", " / ")
            lines.append(f"> {entry.who} {entry.kind}: {text}")

        def event(self, event: Event, to: frozenset[str] | None) -> None:
            whom = f"  [{' '.join(sorted(to))}]" if to is not None else ""
            lines.append(f"  * {event}{whom}")

        def checkpoint(self, run: Run[Any]) -> None:
            lines.append(f"--- {run.phase or 'over'}")

    rng = Random(seed)
    state = title.new_game(title.seats[:count], title.configure(options))
    run = Run(title, state, _chance(seed), phase=title.first_phase, recorder=Scribe())
    while run.asks:
        for seat, ask in list(run.waiting.items()):
            default = ask.default.replace("\n", " / ")
            lines.append(f"  ? {seat} {ask.kind} (else {default})")
            view = title.view(run.state, seat)
            run.answer(seat, choose(view, ask, rng) if choose else ask.domain.sample(rng))
    return "\n".join(lines) + "\n"


def matches_golden(name: str, text: str) -> None:
    """Compare *text* with the file of that name; MODERATOR_GOLDEN=write writes it anew."""
    file = GOLDEN / name
    if os.environ.get("MODERATOR_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), (
        f"{file.name} reads otherwise now: look at the difference, and if it is right, "
        "run the tests once with MODERATOR_GOLDEN=write"
    )


def _chance(seed: int) -> Chance:
    return Chance(seed.to_bytes(32, "big"))


def _answers(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.who not in {CHANCE, PATCH}]

"""A game can stop anywhere, and go on as if it had not."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moderator.titles
import tests.toy.crown
from moderator.engine import Chance, Diverged, Entry, Illegal, NotAsked, Number, OneOf, Run, Table
from tests.toy.crown import CROWN, Elected, State, audit, turn, view
from tests.toy.play import SEATS, STATE, Tape, begin, finish, new_state, until, with_turn

ROOT = Path(__file__).parents[2]


def asked(run: Run[State]) -> dict[str, tuple[str, dict[str, str | int]]]:
    return {seat: (ask.kind, dict(ask.facts)) for seat, ask in run.waiting.items()}


@pytest.mark.parametrize("seed", range(50))
def test_random_playouts_end_and_lose_nothing(seed: int) -> None:
    rng, run = Random(seed), begin(secret=b"%d" % seed)
    while run.asks:
        audit(run.state)
        for ask in list(run.waiting.values()):
            ask.domain.read(ask.default)
            run.answer(ask.seat, ask.domain.sample(rng))
    audit(run.state)
    assert run.state.round == run.state.rounds + 1
    assert run.phase is None
    assert set(CROWN.scores(run.state)) == set(SEATS)


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_seats_play_too(seats: int) -> None:
    state = CROWN.new_game(SEATS[:seats], CROWN.configure({"rounds": "2"}))
    run = finish(begin(state=state), Random(seats))
    assert run.state.round == 3


@pytest.mark.parametrize("seed", range(20))
def test_every_prefix_of_the_tape_resumes_to_the_same_question(seed: int) -> None:
    tape = Tape()
    finish(begin(recorder=tape), Random(seed))
    for cut in range(1, len(tape.entries), 7):
        whole = Run(CROWN, new_state(), Chance(b"secret"), phase="setup", tape=tape.entries[:cut])
        short = tape.resume(at=cut)
        assert short.state == whole.state
        assert asked(short) == asked(whole)
        assert short.where() == whole.where()
        assert short.chance.drawn == whole.chance.drawn


def test_a_resumed_game_goes_on_like_the_uninterrupted_one() -> None:
    tape = Tape()
    run = begin(recorder=tape)
    until(run, "battle-card", Random(1))
    again = tape.resume()
    assert finish(again, Random(5)).state == finish(run, Random(5)).state


def test_two_chains_of_processes_with_different_hash_seeds_play_the_same_game() -> None:
    def chain(hash_seed: str) -> list[dict[str, Any]]:
        saved: list[dict[str, Any] | None] = [None]
        for step in range(5):
            done = subprocess.run(
                [sys.executable, "-m", "tests.toy.step", str(step)],
                env=os.environ | {"PYTHONHASHSEED": hash_seed},
                cwd=ROOT,
                input=json.dumps(saved[-1]),
                capture_output=True,
                text=True,
                check=True,
            )
            saved.append(json.loads(done.stdout))
        return [step for step in saved if step]

    one, two = chain("1"), chain("2")
    assert one == two
    assert any(" > " in step["where"] for step in one), "none stopped deep inside a flow"


def test_replay_records_nothing_and_tells_nothing() -> None:
    tape = Tape()
    until(begin(recorder=tape), "battle-card", Random(1))
    start, phase, drawn, state = tape.checkpoints[-1]
    again = Tape()
    Run(
        CROWN,
        STATE.validate_json(state),
        Chance(b"secret", drawn),
        phase=phase,
        tape=tape.entries[start:],
        recorder=again,
    )
    assert (again.entries, again.events, again.checkpoints) == ([], [], [])


def test_a_finished_game_stays_finished() -> None:
    run = finish(begin(), Random(1))
    again = Run(CROWN, run.state, run.chance, phase=run.phase, tape=())
    assert again.phase is None
    assert not again.waiting
    assert again.where() == ""


def test_an_answer_that_is_not_asked_for_is_refused() -> None:
    run = begin(phase="parliament")
    with pytest.raises(Illegal):
        run.answer("red", "vote nobody")
    for seat in SEATS:
        run.answer(seat, "vote blue")
    run.answer("red", "bid 20")
    finish(run, Random(1))
    with pytest.raises(NotAsked):
        run.answer("red", "bid 1")


def test_votes_are_sealed_and_may_be_changed_until_all_are_in() -> None:
    tape = Tape()
    run = begin(phase="parliament", recorder=tape)
    run.answer("red", "vote blue")
    run.answer("red", "vote white")
    before = view(run.state, "blue")
    for seat in ("white", "green"):
        run.answer(seat, "vote white")
    assert view(run.state, "blue") == before
    assert list(run.waiting) == ["blue"]
    assert not any(isinstance(event, Elected) for event, _ in tape.events)
    run.answer("blue", "vote blue")
    assert run.state.chancellor == "white"


def test_a_flow_may_await_nothing_but_its_table() -> None:
    async def sleepy(table: Table[State]) -> str | None:
        await asyncio.sleep(0)
        return None

    with pytest.raises(TypeError, match="only its table"):
        begin(title=with_turn(sleepy), phase="turn")


def test_nobody_asked_is_nobody_waited_for() -> None:
    async def empty(table: Table[State]) -> str | None:
        assert await table.ask_all([]) == {}
        return None

    assert begin(title=with_turn(empty), phase="turn").phase is None


def scripted(*entries: Entry) -> Run[State]:
    business = [Entry(seat, "business", "none") for seat in SEATS]
    return Run(CROWN, new_state(), Chance(b"x"), phase="turn", tape=[*business, *entries])


BATTLE = (
    Entry("red", "move", "move percy to hull"),
    Entry("white", "passage", "no"),
    Entry("red", "attack", "yes"),
    Entry("chance", "attack", "6"),
    Entry("chance", "defence", "1"),
    Entry("white", "battle-card", "pass"),
    Entry("red", "battle-card", "pass"),
)


def test_scripted_dice_make_the_test_of_a_rule_short() -> None:
    run = scripted(*BATTLE)
    assert run.state.nobles["percy"].at == "hull"
    assert run.waiting["white"].kind == "ransom-offer"
    assert run.where().startswith("turn:")
    assert " > ransom:" in run.where()
    assert isinstance(run.waiting["white"].domain, Number)


def test_changed_rules_are_told_with_the_number_of_entries_that_still_fit() -> None:
    with pytest.raises(Diverged, match="the rules ask white passage") as diverged:
        scripted(BATTLE[0], BATTLE[2])
    assert diverged.value.at == 5
    with pytest.raises(Diverged, match="no road leads from york to dover") as diverged:
        scripted(Entry("red", "move", "move percy to dover"))
    assert diverged.value.at == 4
    with pytest.raises(Diverged, match="the rules draw for defence") as diverged:
        scripted(*BATTLE[:4], Entry("chance", "weather", "1"))
    assert diverged.value.at == 8


def test_an_upgrade_that_draws_more_is_detected() -> None:
    tape = Tape()
    until(begin(recorder=tape), "battle-card", Random(1))

    async def rainy(table: Table[State]) -> str | None:
        table.roll(6, "weather")
        return await turn(table)

    with pytest.raises(Diverged, match="weather") as diverged:
        tape.resume(with_turn(rainy))
    assert diverged.value.at == 0


def test_an_upgrade_behind_a_patch_mark_lets_old_games_finish_their_phase() -> None:
    async def rainy(table: Table[State]) -> str | None:
        if table.patched("weather"):
            table.roll(6, "weather")
        return await turn(table)

    tape = Tape()
    old = begin(recorder=tape)
    until(old, "battle-card", Random(1))
    run = tape.resume(with_turn(rainy))
    assert run.state == old.state
    assert asked(run) == asked(old)
    fresh = Tape()
    finish(begin(title=with_turn(rainy), recorder=fresh), Random(1))
    assert any((entry.who, entry.kind) == ("chance", "weather") for entry in fresh.entries)


def test_a_patch_is_followed_for_a_whole_phase_or_not_at_all() -> None:
    once = OneOf({"ok": 1})

    async def old(table: Table[State]) -> str | None:
        for _ in range(4):
            await table.ask("red", "x", once, default="ok")
        return None

    async def new(table: Table[State]) -> str | None:
        for _ in range(4):
            if table.patched("die"):
                table.roll(6, "die")
            await table.ask("red", "x", once, default="ok")
        return None

    def start(flow: Any, entries: list[Entry] | None = None) -> tuple[Run[State], Tape]:
        tape = Tape()
        title = with_turn(flow)
        state, chance = new_state(), Chance(b"")
        return Run(title, state, chance, phase="turn", tape=entries, recorder=tape), tape

    run, early = start(old)
    run.answer("red", "ok")
    run, late = start(new, early.entries)
    while run.waiting:
        run.answer("red", "ok")
    assert [entry.who for entry in late.entries] == ["red"] * 3
    run, fresh = start(new)
    while run.waiting:
        run.answer("red", "ok")
    assert [entry.who for entry in fresh.entries] == ["patch", *["chance", "red"] * 4]
    run, again = start(new, fresh.entries[:4])
    assert not again.entries
    assert list(run.waiting) == ["red"]


def awaits_inside_try_or_with(source: str) -> bool:
    """Say whether a flow waits where a `finally` or a context would end with its process."""
    return any(
        isinstance(inner, ast.Await)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Try | ast.TryStar | ast.With | ast.AsyncWith)
        for inner in ast.walk(node)
    )


def test_no_flow_waits_inside_try_or_with() -> None:
    folders = [Path(moderator.titles.__file__).parent, Path(tests.toy.crown.__file__).parent]
    modules = [path for folder in folders for path in folder.rglob("*.py")]
    assert len(modules) > 3
    for path in modules:
        assert not awaits_inside_try_or_with(path.read_text()), path


@pytest.mark.parametrize(
    "block",
    ["try:\n  await x\n finally:\n  pass", "with y:\n  await x", "async with y:\n  await x"],
)
def test_waiting_inside_try_or_with_is_seen(block: str) -> None:
    assert awaits_inside_try_or_with(f"async def flow(x, y):\n {block}")

"""One step of a game in a process of its own: a saved game in, the same a little later out."""

from __future__ import annotations

import json
import sys
from dataclasses import astuple
from random import Random
from typing import Any

from moderator.engine import Chance, Entry, Run
from tests.toy.crown import CROWN
from tests.toy.play import STATE, Tape, new_state


def step(saved: dict[str, Any] | None, seed: int) -> dict[str, Any]:
    """Load *saved*, answer three questions, and save again."""
    tape = Tape()
    if saved is None:
        run = Run(CROWN, new_state(), Chance(b"secret"), phase="setup", recorder=tape)
        start: list[Any] = []
    else:
        start = [saved["checkpoint"]]
        count, phase, drawn, state = saved["checkpoint"]
        tape.entries = [Entry(*entry) for entry in saved["entries"]]
        run = Run(
            CROWN,
            STATE.validate_json(state),
            Chance(b"secret", drawn),
            phase=phase,
            tape=tape.entries[count:],
            recorder=tape,
        )
    rng = Random(seed)
    for _ in range(3):
        ask = next(iter(run.waiting.values()))
        run.answer(ask.seat, ask.domain.sample(rng))
    kept = [
        (count, phase, drawn, state.decode()) for count, phase, drawn, state in tape.checkpoints
    ]
    return {
        "checkpoint": [*start, *kept][-1],
        "entries": [astuple(entry) for entry in tape.entries],
        "where": run.where(),
        "asks": {seat: [ask.kind, dict(ask.facts)] for seat, ask in run.waiting.items()},
        "state": STATE.dump_python(run.state, mode="json"),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(step(json.load(sys.stdin), int(sys.argv[1]))))

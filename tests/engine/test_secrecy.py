"""What a seat sees depends on nothing that it may not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moderator.engine import Event, Run
from tests.toy import crown
from tests.toy.crown import Drew, State, resample, view
from tests.toy.play import SEATS, Tape, begin, finish, new_state


@pytest.mark.parametrize("seed", range(10))
def test_a_view_depends_only_on_what_the_seat_may_know(seed: int) -> None:
    rng, run = Random(seed), begin(secret=b"%d" % seed)
    while run.asks:
        for seat in (*SEATS, None):
            assert view(resample(run.state, seat, rng), seat) == view(run.state, seat)
        for ask in list(run.waiting.values()):
            run.answer(ask.seat, ask.domain.sample(rng))


def test_a_resample_changes_what_is_hidden() -> None:
    run = begin()
    deals = {str(resample(run.state, "red", Random(seed)).hands["blue"].cards) for seed in range(9)}
    assert len(deals) > 1


def dealt(rng: Random) -> State:
    """Deal so that red's cards, and those that red will draw, are always the same."""
    state = new_state()
    state.hands["red"].cards = [1, 2, 3]
    hidden = list(state.deck)
    drawn = [value % 5 + 1 for value in range(8)]
    for card in (1, 2, 3, *drawn):
        hidden.remove(card)
    rng.shuffle(hidden)
    for seat in ("white", "green", "blue"):
        state.hands[seat].cards = [hidden.pop() for _ in range(3)]
    state.deck = hidden
    for place, value in enumerate(drawn):  # every fourth draw is red's
        state.deck.insert(len(state.deck) - 4 * place, value)
    return state


def red_sees(state: State) -> tuple[list[Any], list[Event]]:
    """Play one round with the same answers; return all that red sees and is told."""
    tape = Tape()
    run: Run[State] = begin(state=state, phase="turn", recorder=tape)
    rng, seen = Random(3), []
    while run.phase == "turn":
        asks = {
            ask.kind: (dict(ask.facts), ask.domain.examples())
            for ask in run.waiting.values()
            if ask.seat == "red"
        }
        seen.append((view(run.state, "red"), sorted(run.waiting), asks))
        ask = next(iter(run.waiting.values()))
        run.answer(ask.seat, "pass" if ask.kind == "battle-card" else ask.domain.sample(rng))
    return seen, [event for event, to in tape.events if to is None or "red" in to]


def same_for_red() -> bool:
    seen = [red_sees(dealt(Random(seed))) for seed in range(5)]
    return all(one == seen[0] for one in seen)


def test_nothing_secret_reaches_another_seat() -> None:
    """Swap what red cannot see and give the same answers: red must see the same game."""
    assert same_for_red()


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = crown.draw_card

    def leaky(table: Any, seat: str) -> None:
        honest(table, seat)
        table.tell(Drew(seat, table.state.hands[seat].cards[-1]))

    monkeypatch.setattr(crown, "draw_card", leaky)
    assert not same_for_red()


def test_what_is_told_to_some_names_them() -> None:
    tape = Tape()
    finish(begin(recorder=tape), Random(2))
    faces = [(e.seat, to) for e, to in tape.events if isinstance(e, Drew) and e.card is not None]
    assert faces
    assert all(to == frozenset({seat}) for seat, to in faces)

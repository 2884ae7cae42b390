"""Playouts count what a game costs, and look at every position and default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from moderator.engine import Ask, Event, Number, OneOf, Table, Title
from moderator.kit.playout import Endless, play


@dataclass(slots=True)
class Pot:
    """Coins, and what each seat has taken."""

    seats: list[str]
    coins: int
    taken: dict[str, int]


@dataclass(frozen=True)
class Took(Event):
    seat: str
    coins: int


async def rounds(table: Table[Pot]) -> str | None:
    """Both take up to two coins at once, then the first says yes, as he must."""
    pot = table.state
    asks = [Ask(seat, "take", Number(0, 2), "0") for seat in pot.seats]
    for seat, coins in (await table.ask_all(asks)).items():
        pot.taken[seat] += coins
        pot.coins -= coins
        table.tell(Took(seat, coins))
    await table.ask(pot.seats[0], "nod", OneOf({"yes": True}), default="yes")
    return None if pot.coins <= 0 else "rounds"


def new_game(seats: Sequence[str], options: Mapping[str, str]) -> Pot:
    return Pot(list(seats), 20, dict.fromkeys(seats, 0))


def audit(state: Pot) -> None:
    assert state.coins + sum(state.taken.values()) == 20, "coins were lost"


TITLE: Title[Pot, int] = Title(
    "pot", "Pot", Pot, ("red", "blue"), 2, (), new_game, {"rounds": rounds}, "rounds",
    lambda state, seat: state.coins, lambda view, events: None, lambda state: state.taken,
    audit, lambda state, seat, rng: state, (Took,), (), lambda view, ask, rng: ask.default,
)  # fmt: skip


def two(view: int, ask: Ask[Any], rng: Random) -> str:
    """Take two each time."""
    return "2"


def test_forced_answers_cost_no_mail_and_no_wait() -> None:
    result = play(TITLE, TITLE.seats, {}, 1, choose=two)
    assert result.asks == {"take": 10, "nod": 5}
    assert (result.decisions, result.mails_in, result.waits) == (15, 10, 5)
    assert result.scores == {"red": 10, "blue": 10}
    assert result.phases == ["rounds"] * 5 + [None]
    assert result.turns == 6


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (play(TITLE, TITLE.seats, {}, 7) for _ in range(2))
    assert (one.entries, one.events) == (other.entries, other.events)
    assert play(TITLE, TITLE.seats, {}, 8).entries != one.entries


def test_a_game_without_an_end_is_stopped() -> None:
    with pytest.raises(Endless, match="pot, seed 1: rounds"):
        play(TITLE, TITLE.seats, {}, 1, choose=lambda view, ask, rng: ask.default, most=50)


def test_a_default_that_is_not_legal_is_found() -> None:
    async def wrong(table: Table[Pot]) -> str | None:
        await table.ask("red", "take", Number(1, 2), default="0")
        return None

    with pytest.raises(AssertionError, match="red take: the default '0' is not legal"):
        play(replace(TITLE, phases={"rounds": wrong}), TITLE.seats, {}, 1)


def test_a_loss_is_found_at_the_next_question() -> None:
    async def losing(table: Table[Pot]) -> str | None:
        table.state.coins -= 1
        return await rounds(table)

    with pytest.raises(AssertionError, match="coins were lost"):
        play(replace(TITLE, phases={"rounds": losing}), TITLE.seats, {}, 1)


def test_every_question_can_be_looked_at() -> None:
    met: list[set[str]] = []
    play(TITLE, TITLE.seats, {}, 1, choose=two, meet=lambda run: met.append(set(run.waiting)))
    assert met == [{"red", "blue"}, {"red"}] * 5

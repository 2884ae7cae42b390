"""The toy through the mails: secret cards, votes and bids reach nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moderator import titles
from moderator.engine import Ask, Table
from tests.clubhouse.hall import Hall, raw_text_of
from tests.titles.mail_contract import Worlds, at_checkpoint, play_alike, write
from tests.toy import crown
from tests.toy.crown import CROWN, Drew, State, View

SEATS = ("anna", "ben", "carla")


@pytest.fixture(autouse=True)
def _toy_restored() -> Iterator[None]:
    yield
    titles.add(CROWN)


def begin(hall: Hall) -> str:
    return hall.begin(names=SEATS, rounds="1")


def after(ends: int) -> Callable[[Hall], str]:
    """Begin a game and let so many seats end their turns."""

    def play(hall: Hall) -> str:
        game = begin(hall)
        hall.answer(game, *["end"] * ends)
        assert at_checkpoint(hall, game)
        return game

    return play


def peaceful(view: View, ask: Ask[Any], rng: Random) -> str:
    """Answer without showing a card that is not in both worlds."""
    del view
    return "pass" if ask.kind == "battle-card" else ask.domain.sample(rng)


@pytest.mark.parametrize(
    ("seat", "ends", "turns"), [("red", 1, 2), ("white", 2, 1), ("green", 0, 2)]
)
def test_no_byte_of_a_seats_mails_depends_on_the_cards_of_the_others(
    tmp_path: Path, seat: str, ends: int, turns: int
) -> None:
    """As long as *seat* draws no card itself: the deck is redealt too."""
    worlds = Worlds.part(tmp_path, after(ends), seat, Random(f"deal for {seat}"))
    assert worlds.redealt()
    worlds.each(lambda hall: write(hall, worlds.game, seat, ["status", "help"]))
    worlds.each(lambda hall: write(hall, worlds.game, seat, ["resend"]))
    given = 0
    while worlds.real.load(worlds.game).run.state.active in range(ends, ends + turns):
        if any(ask.kind == "move" and given for ask in worlds.real.waiting(worlds.game).values()):
            break
        given += play_alike(worlds, 1, peaceful, Random(given))
    assert given


def leaky(table: Table[State], seat: str) -> None:
    state = table.state
    state.hands[seat].cards.append(state.deck.pop())
    table.tell(Drew(seat, state.hands[seat].cards[0]))


def test_a_card_told_to_all_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crown, "draw_card", leaky)
    worlds = Worlds.part(tmp_path, begin, "green", Random(1))
    with pytest.raises(AssertionError, match=r"mail .* to green"):
        play_alike(worlds, 4, peaceful, Random(2))


def test_a_view_that_shows_too_much_is_caught(tmp_path: Path) -> None:
    def view(state: State, seat: str | None) -> View:
        seen = crown.view(state, seat)
        return replace(seen, hand=tuple(state.hands["red"].cards))

    worlds = Worlds.part(tmp_path, begin, "green", Random(1))
    titles.add(replace(CROWN, view=view))
    with pytest.raises(AssertionError, match=r"mail .* to green"):
        worlds.each(lambda hall: write(hall, worlds.game, "green", ["status"]))


def test_what_was_filed_by_another_changes_no_byte_of_an_acknowledgement(tmp_path: Path) -> None:
    """But for the open list of who is waited for, which an acknowledgement does not show."""
    halls = [Hall(tmp_path / "one"), Hall(tmp_path / "two")]
    texts = []
    for place, hall in enumerate(halls):
        game = begin(hall)
        assert at_checkpoint(hall, game)
        hall.answer(game, "end", "end", "end")
        if place:
            write(hall, game, "white", ["vote red"])
        before = len(hall.player("anna").mails)
        write(hall, game, "red", ["vote green", "bid 3", "preview nothing"])
        write(hall, game, "red", ["vote white"])
        write(hall, game, "red", ["vote purple"])
        texts.append([bytes(mail) for mail in hall.player("anna").mails[before:]])
    assert len(texts[0]) >= 3
    assert texts[0] == texts[1]


def test_nothing_shows_that_another_has_answered_a_secret_question(tmp_path: Path) -> None:
    halls = [Hall(tmp_path / "one"), Hall(tmp_path / "two")]
    texts = []
    for place, hall in enumerate(halls):
        game = begin(hall)
        hall.answer(game, "end", "end", "end")
        if place:
            write(hall, game, "white", ["vote red"])
        write(hall, game, "red", ["status"])
        texts.append(raw_text_of(hall.player("anna").last).splitlines())
    assert texts[0] == texts[1]

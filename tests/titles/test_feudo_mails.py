"""Feudo through the mails: whole games by mail text, and nothing hidden in any byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moderator import titles
from moderator.service import record
from moderator.store import games
from tests.clubhouse.hall import NAMES, Hall
from tests.titles.mail_contract import Worlds, at_checkpoint, write

FEUDO = titles.find("feudo")


@pytest.fixture(autouse=True)
def _feudo_restored() -> Iterator[None]:
    yield
    titles.add(FEUDO)


def replies(hall: Hall, game: str, rng: Random) -> bool:
    """Let everybody who is asked reply as the bot would; say whether anybody was."""
    loaded = hall.load(game)
    waiting = loaded.run.waiting if loaded.game.status == "running" else {}
    for seat, ask in waiting.items():
        view = FEUDO.view(loaded.run.state, seat)
        hall.seated(game)[seat].reply(*FEUDO.bot(view, ask, rng).splitlines())
    hall.pump()
    return bool(waiting)


def short(pace: str) -> dict[str, str]:
    return {"pace": pace, "plague": "none", "turns": "2"}


@pytest.mark.parametrize("pace", ["blind", "turn", "round", "step"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_game_by_mail_text_loses_nothing_and_its_tape_is_sound(
    hall: Hall, pace: str, count: int
) -> None:
    game = hall.begin("feudo", NAMES[:count], **short(pace))
    rng = Random(count)
    for _ in range(400):
        FEUDO.audit(hall.load(game).run.state)
        if not replies(hall, game, rng):
            break
    assert all(row.state == "done" for row in hall.inbound())
    assert all(row.state == "sent" for row in hall.outbound())
    FEUDO.audit(hall.load(game).run.state)
    with hall.database.reading() as session:
        row = games.find(session, game)
        tape = record.tape(session, row)
        assert row.status == "over"
    assert record.check(tape)[1]


def hands_chosen(hall: Hall) -> str:
    """Play up to the play sheets of turn 2: all hold cards that nobody else has seen."""
    game = hall.begin("feudo", ("anna", "ben", "carla"), pace="turn", plague="none", turns="3")
    rng = Random(7)
    while not (
        {ask.kind for ask in hall.waiting(game).values()} == {"plays"}
        and at_checkpoint(hall, game)
        and hall.load(game).run.state.turn == 2
    ):
        assert replies(hall, game, rng)
    return game


@pytest.mark.parametrize("place", [0, 1, 2])
def test_no_byte_of_a_seats_mails_depends_on_what_is_hidden_from_it(
    tmp_path: Path, place: int
) -> None:
    seat = FEUDO.seats[place]
    worlds = Worlds.part(tmp_path, hands_chosen, seat, Random(seat))
    assert worlds.redealt()
    game = worlds.game
    for line in ("status", "resend", "help", "play baron: z99", "press: What do you hold?"):
        worlds.each(partial(write, game=game, seat=seat, lines=[line]))
    loaded = worlds.real.load(game)
    view, ask = FEUDO.view(loaded.run.state, seat), loaded.run.asks[seat]
    sheet = FEUDO.bot(view, ask, Random(1)).splitlines()
    worlds.each(lambda hall: write(hall, game, seat, ["preview", *sheet]))
    worlds.each(lambda hall: write(hall, game, seat, sheet))
    first, second = (one for one in worlds.real.seated(game) if one != seat)
    worlds.each(lambda hall: write(hall, game, first, ["status", "press: Nothing."]))
    for hall in (worlds.real, worlds.other):
        mine = hall.waiting(game)[first].default
        write(hall, game, first, mine.splitlines() or ["status"])
    worlds.each(lambda hall: write(hall, game, seat, sheet[:1]))
    worlds.each(lambda hall: hall.wait(hours=50))
    assert second in worlds.real.waiting(game)


def test_a_view_that_shows_hands_is_caught(tmp_path: Path) -> None:
    def leaky(state: Any, seat: str | None) -> Any:
        seen = FEUDO.view(state, seat)
        other = next(one for one in state.seats if one != seat)
        return replace(seen, plague_left=sum(map(len, state.sides[other].hand)))

    worlds = Worlds.part(tmp_path, hands_chosen, "white", Random("white"))
    titles.add(replace(FEUDO, view=leaky))
    with pytest.raises(AssertionError, match=r"mail .* to white"):
        worlds.each(lambda hall: write(hall, worlds.game, "white", ["status"]))

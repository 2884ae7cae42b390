"""A game that breaks rests by itself: nothing is lost, and no other game notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from moderator import titles
from moderator.engine import Table
from moderator.service import clock, intake
from moderator.store import games
from moderator.store.database import DatabaseTrouble
from moderator.store.tables import InboundRow
from tests.clubhouse.hall import Hall, text_of
from tests.toy import crown
from tests.toy.crown import CROWN, State

MOVE = "move beaufort to london"


@pytest.fixture
def install() -> Iterator[Callable[..., None]]:
    """Install the toy with another turn; put the toy back afterwards."""

    def put(turn: Any = crown.turn) -> None:
        titles.add(replace(CROWN, phases={**CROWN.phases, "turn": turn}))

    yield put
    put()


@pytest.fixture
def broken(install: Callable[..., None]) -> None:
    """Install a toy that breaks after a move, in games of nine rounds."""

    async def turn(table: Table[State]) -> str | None:
        if table.state.rounds < 9:
            return await crown.turn(table)
        await crown.business(table)
        seat = table.state.seats[table.state.active]
        crown.draw_card(table, seat)
        moves = crown.moves(table.state, [noble.name for noble in table.state.nobles_of(seat)])
        await table.ask(seat, "move", moves, default="end", done="end", rules=("TC-4",))
        raise ZeroDivisionError("the rules divide by nothing")

    install(turn)


def test_what_breaks_one_game_sets_the_mail_aside_and_no_other_game_notices(
    hall: Hall, broken: None
) -> None:
    other, game = hall.begin(), hall.begin(rounds="9")
    anna, keeper = hall.player("anna"), hall.keeper
    tape, mails = hall.tape(game), len(anna.mails)
    anna.reply(MOVE)
    hall.pump()
    row = hall.inbound()[-1]
    assert row.state == "aside"
    assert "ZeroDivisionError" in row.reason
    assert hall.status(game) == "held"
    assert hall.tape(game) == tape
    assert "The game rests" in anna.last["Subject"]
    assert len(anna.mails) == mails + 1
    told = text_of(keeper.last)
    assert "the rules divide by nothing" in told
    assert f"release {row.id}" in told
    assert f"resume {game}" in told
    question = anna.newest(f"[{other}] Round 1")
    anna.reply(MOVE, mail=question)
    hall.pump()
    assert any(text == MOVE for _, _, text, _ in hall.tape(other))


def test_a_mail_set_aside_is_carried_out_when_the_moderator_releases_it(
    hall: Hall, broken: None, install: Any
) -> None:
    game = hall.begin(rounds="9")
    anna, keeper = hall.player("anna"), hall.keeper
    anna.reply(MOVE)
    hall.pump()
    number = hall.inbound()[-1].id
    install()
    hall.now = hall.now.replace(hour=20)
    keeper.reply(f"resume {game} because it is mended", f"release {number}")
    hall.pump()
    assert hall.status(game) == "running"
    assert ("red", "move", MOVE, "mail") in hall.tape(game)
    assert next(row for row in hall.inbound() if row.id == number).state == "done"
    with hall.database.reading() as session:
        assert games.find(session, game).paused_at is None


def test_a_mail_released_into_a_game_that_still_breaks_is_set_aside_again(
    hall: Hall, broken: None
) -> None:
    game = hall.begin(rounds="9")
    hall.player("anna").reply(MOVE)
    hall.pump()
    number = hall.inbound()[-1].id
    hall.keeper.reply(f"resume {game}", f"release {number}")
    hall.pump()
    assert hall.status(game) == "held"
    assert next(row for row in hall.inbound() if row.id == number).state == "aside"


def test_lines_for_a_game_on_hold_are_kept_until_it_goes_on(
    hall: Hall, broken: None, install: Any
) -> None:
    game = hall.begin(rounds="9")
    anna = hall.player("anna")
    anna.reply("end")
    hall.pump()
    assert hall.status(game) == "held"
    anna.reply(MOVE)
    hall.pump()
    assert "the end of the hold" in text_of(anna.receipt)
    install()
    hall.keeper.reply(f"resume {game}")
    hall.pump()
    assert ("red", "move", MOVE, "queue") in hall.tape(game)


def test_a_deadline_that_breaks_holds_its_own_game_only(hall: Hall, broken: None) -> None:
    other, game = hall.begin(), hall.begin(rounds="9")
    assert sorted(hall.wait(hours=72)) == sorted([other, game])
    assert hall.status(game) == "held"
    assert hall.status(other) == "running"
    assert list(hall.waiting(other)) == ["white"]
    assert "deadline could not be handled" in text_of(hall.keeper.last)
    assert hall.wait(hours=100) == [other]
    assert clock.next_wake(hall.club) is not None


def test_a_game_on_hold_lets_no_deadline_pass(hall: Hall) -> None:
    game = hall.begin()
    hall.keeper.write(f"[{game}]", "status")
    hall.pump()
    hall.keeper.reply(f"hold {game} while I look")
    hall.pump()
    hall.wait(hours=500)
    assert ("red", "move", "end", "deadline") not in hall.tape(game)
    hall.keeper.reply(f"resume {game}")
    hall.pump()
    hall.wait(hours=71)
    assert list(hall.waiting(game)) == ["red"]
    hall.wait(hours=2)
    assert list(hall.waiting(game)) == ["white"]


def test_a_mail_that_stops_the_program_three_times_is_set_aside(hall: Hall) -> None:
    """Each start marks the mail as being worked on before it touches it."""
    game = hall.begin()
    anna = hall.player("anna")
    anna.reply(MOVE)
    hall.take_in()
    with hall.database.writing() as session:
        row = session.get_one(InboundRow, hall.inbound()[-1].id)
        row.state, row.attempts = "working", 3
        session.add(row)
    hall.keeper.look()
    hall.pump()
    assert hall.inbound()[-1].state == "aside"
    assert not any(text == MOVE for _, _, text, _ in hall.tape(game))
    assert "three times" in text_of(hall.keeper.last)
    assert hall.status(game) == "running"


def test_a_mail_interrupted_once_is_handled_after_the_restart(hall: Hall) -> None:
    game = hall.begin()
    hall.player("anna").reply(MOVE)
    hall.take_in()
    with hall.database.writing() as session:
        row = session.get_one(InboundRow, hall.inbound()[-1].id)
        row.state, row.attempts = "working", 1
        session.add(row)
    hall.pump()
    assert any(text == MOVE for _, _, text, _ in hall.tape(game))


def test_after_an_upgrade_in_the_middle_of_a_turn_old_answers_are_given_anew(
    hall: Hall, install: Any
) -> None:
    game = hall.begin()
    hall.answer(game, MOVE, "move percy to hull")

    async def turn(table: Table[State]) -> str | None:
        table.roll(6, "weather")
        return await crown.turn(table)

    install(turn)
    hall.player("ben").reply("no")
    hall.pump()
    assert hall.status(game) == "held"
    assert hall.inbound()[-1].state == "aside"
    hall.keeper.reply(f"resume {game} because the weather is new", f"release {len(hall.inbound())}")
    hall.pump()
    assert hall.status(game) == "running"
    tape = hall.tape(game)
    assert "weather" in [kind for who, kind, _, _ in tape if who == "chance"]
    assert [text for _, kind, text, _ in tape if kind == "move"][:2] == [MOVE, "move percy to hull"]
    assert "None of its lines" in text_of(hall.player("ben").newest("too late"))
    hall.answer(game, "no")
    assert ("white", "passage", "no", "mail") in hall.tape(game)
    log = text_of(hall.keeper.newest("Done: resume"))
    assert "answers were given anew" in log


def test_status_and_press_of_a_game_on_hold_are_answered_though_its_rules_do_not_fit(
    hall: Hall, install: Any
) -> None:
    game = hall.begin(rounds="9")
    anna, keeper = hall.player("anna"), hall.keeper
    hall.answer(game, MOVE)
    keeper.write("hold", f"hold {game} for a bug")
    hall.pump()
    keeper.reply(f"hold {game} for a bug")
    hall.pump()
    assert hall.status(game) == "held"

    async def other(table: Table[State]) -> str | None:
        table.roll(6, "a new die")
        return await crown.turn(table)

    install(other)
    anna.reply("status")
    hall.pump()
    assert hall.inbound()[-1].state == "done"
    assert "on hold" in text_of(anna.last)
    anna.reply("press: hello")
    hall.pump()
    assert hall.inbound()[-1].state == "done"
    assert "on hold" in text_of(anna.receipt)


def test_a_database_in_trouble_is_not_the_mails_fault(hall: Hall) -> None:
    hall.begin()
    hall.player("anna").reply(MOVE)
    for arrived in hall.inbox.fetch(lambda key: False):
        intake.store(hall.club, arrived)

    def trouble() -> Any:
        raise DatabaseTrouble("the disk is full")

    now, hall.club.now = hall.club.now, trouble
    with pytest.raises(DatabaseTrouble):
        intake.handle_all(hall.club)
    hall.club.now = now
    assert [one.state for one in intake.handle_all(hall.club)] == ["done"]

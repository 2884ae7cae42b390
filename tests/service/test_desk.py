"""The moderator's powers by mail: each carried out, logged, and shown to all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from moderator.store import games
from moderator.store.tables import AskRow, OverrideRow
from tests.clubhouse.hall import KEEPER, NAMES, NOON, Hall, text_of, token_of

MOVE = "move beaufort to london"


@pytest.fixture
def game(hall: Hall) -> str:
    """A running game, and a moderator who has had a mail to reply to."""
    game = hall.begin()
    hall.keeper.write(f"[{game}] hello", "status")
    hall.pump()
    return game


def power(hall: Hall, *lines: str) -> str:
    """Let the moderator reply; return the text of the last receipt."""
    hall.keeper.reply(*lines)
    hall.pump()
    return text_of(hall.keeper.last)


def log(hall: Hall, game: str) -> list[tuple[str, str]]:
    with hall.database.reading() as session:
        number = games.find(session, game).id
        rows = session.exec(select(OverrideRow).where(OverrideRow.game_id == number)).all()
        return [(row.what, row.why) for row in rows]


def deadline(hall: Hall, seat: str = "red") -> object:
    with hall.database.reading() as session:
        return session.exec(select(AskRow.deadline).where(AskRow.seat == seat)).one()


def test_a_mail_in_the_moderators_name_proves_nothing(hall: Hall) -> None:
    game = hall.begin()
    keeper = hall.keeper
    keeper.write(f"[{game}]", f"process {game}")
    hall.pump()
    assert list(hall.waiting(game)) == ["red"]
    assert log(hall, game) == []
    assert "Anybody can write in your name" in text_of(keeper.last)
    assert keeper.last["Reply-To"].startswith("play+")
    keeper.reply(f"process {game}")
    hall.pump()
    assert list(hall.waiting(game)) == ["white"]


def test_the_moderators_token_is_worth_nothing_in_another_hand(hall: Hall, game: str) -> None:
    token = token_of(hall.keeper.last)
    hall.player("anna").write(f"[{game}]", f"process {game}", to=f"play+{token}@games.example")
    hall.pump()
    assert log(hall, game) == []


def test_a_players_token_gives_no_power(hall: Hall, game: str) -> None:
    hall.player("anna").reply(f"process {game}", "pause", "rollback to 0")
    hall.pump()
    assert log(hall, game) == []
    assert hall.status(game) == "running"


def test_pause_stops_the_clock_and_resume_gives_the_lost_time_back(hall: Hall, game: str) -> None:
    assert "M-1" in power(hall, f"pause {game} because of Easter")
    assert "The game rests" in hall.player("dora").last["Subject"]
    hall.wait(hours=100)
    assert hall.status(game) == "paused"
    hall.player("anna").reply(MOVE, mail=hall.player("anna").newest("Round 1"))
    hall.pump()
    power(hall, f"resume {game}")
    assert hall.status(game) == "running"
    assert ("red", "move", MOVE, "queue") in hall.tape(game)
    assert "goes on" in hall.player("dora").last["Subject"]
    assert log(hall, game) == [
        ("The game is paused.", "because of Easter"),
        ("The game goes on.", ""),
    ]


def test_resume_moves_each_deadline_by_the_time_that_was_lost(hall: Hall, game: str) -> None:
    power(hall, f"pause {game}")
    hall.now += timedelta(hours=30)
    power(hall, f"resume {game}")
    assert deadline(hall) == NOON + timedelta(hours=72 + 30)


def test_extend_moves_the_deadline_and_tells_who_is_asked(hall: Hall, game: str) -> None:
    assert "24 hours later" in power(hall, f"extend {game} 24 hours because of the flu")
    assert deadline(hall) == NOON + timedelta(hours=96)
    assert "Thu 5 March" in text_of(hall.player("anna").last)
    assert "extend by 1 to 1440 hours" in power(hall, f"extend {game} 9000").lower()
    assert deadline(hall) == NOON + timedelta(hours=96)


def test_more_time_is_called_so_and_a_game_that_rests_is_not_said_to_go_on(
    hall: Hall, game: str
) -> None:
    power(hall, f"extend {game} 24 hours")
    assert "More time" in hall.player("anna").last["Subject"]
    power(hall, f"pause {game}")
    told = len(hall.player("anna").mails)
    power(hall, f"extend {game} 24 hours")
    assert len(hall.player("anna").mails) == told
    power(hall, f"resume {game}")
    assert "goes on" in hall.player("anna").last["Subject"]
    assert deadline(hall) == NOON + timedelta(hours=120)


def test_a_reason_reads_as_a_sentence_after_because_of_too(hall: Hall, game: str) -> None:
    power(hall, f"extend {game} 24 hours because of the flu")
    assert log(hall, game)[-1][1] == "because of the flu"


def test_powers_below_an_answer_are_no_part_of_it(hall: Hall, game: str) -> None:
    power(hall, f"answer {game} red: {MOVE}", f"extend {game} 24", f"log {game}")
    assert ("red", "move", MOVE, "moderator") in hall.tape(game)
    assert log(hall, game)[-1][0] == "All open deadlines are 24 hours later."


def test_help_lists_the_powers(hall: Hall, game: str) -> None:
    said = power(hall, "help")
    assert "rollback to NUMBER" in said
    assert "press" not in said


def test_answer_answers_for_a_seat(hall: Hall, game: str) -> None:
    power(hall, f"answer {game} red: {MOVE} because Anna telephoned")
    assert ("red", "move", MOVE, "moderator") in hall.tape(game)
    assert log(hall, game) == [(f"The moderator answered for red: {MOVE}", "Anna telephoned")]


def test_an_answer_that_is_not_legal_changes_nothing(hall: Hall, game: str) -> None:
    before = hall.tape(game)
    said = power(hall, f"answer {game} red: move percy to dover")
    assert "Not done" in hall.keeper.last["Subject"]
    assert "no road leads" in said
    assert "asked nothing now" in power(hall, f"answer {game} blue: end")
    assert (hall.tape(game), log(hall, game)) == (before, [])


def test_a_secret_answer_is_not_published(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben"))
    hall.keeper.write(f"[{game}]", "status")
    hall.pump()
    hall.answer(game, "end", "end")
    power(hall, f"answer {game} red: vote white")
    assert log(hall, game) == [("The moderator answered for red.", "")]


def test_process_lets_the_deadline_pass_now(hall: Hall, game: str) -> None:
    power(hall, f"process {game}")
    assert ("red", "move", "end", "deadline") in hall.tape(game)
    assert "defaults for red" in log(hall, game)[0][0]


def test_rollback_returns_and_says_so_to_all(hall: Hall, game: str) -> None:
    start = len(hall.tape(game))
    hall.answer(game, MOVE, "end")
    power(hall, f"rollback {game} to {start} because of a mistake")
    assert len(hall.tape(game)) == start
    assert list(hall.waiting(game)) == ["red"]
    for name in NAMES:
        said = text_of(hall.player(name).last)
        assert f"Rolled back to entry {start}, with new dice" in said
        assert "of a mistake" in said
    hall.answer(game, "move percy to hull")
    assert ("red", "move", "move percy to hull", "mail") in hall.tape(game)


def test_rollback_with_the_same_dice_says_so(hall: Hall, game: str) -> None:
    start = len(hall.tape(game))
    hall.answer(game, "end")
    drawn = [entry for entry in hall.tape(game)[start:] if entry[0] == "chance"]
    power(hall, f"rollback {game} to {start} same dice")
    assert "with the same dice" in log(hall, game)[0][0]
    hall.answer(game, "end")
    assert [entry for entry in hall.tape(game)[start:] if entry[0] == "chance"] == drawn


def test_rollback_beyond_the_tape_is_not_done(hall: Hall, game: str) -> None:
    length = len(hall.tape(game))
    assert f"from 0 to {length - 1}" in power(hall, f"rollback {game} to 999")
    assert log(hall, game) == []


def test_after_a_rollback_orders_for_the_void_question_are_too_late(hall: Hall, game: str) -> None:
    anna = hall.player("anna")
    start = len(hall.tape(game))
    hall.answer(game, "move percy to hull", "no")
    attack = anna.last
    power(hall, f"rollback {game} to {start}")
    before = hall.tape(game)
    anna.reply("yes", mail=attack)
    hall.pump()
    assert hall.tape(game) == before


def test_replace_gives_the_seat_away_and_the_old_token_dies(hall: Hall, game: str) -> None:
    anna = hall.player("anna")
    old = anna.last
    power(hall, f"replace {game} red by erik@example.org because Anna has moved")
    erik = hall.player("erik")
    erik.look()
    assert "Welcome" in erik.mails[0]["Subject"]
    assert MOVE in text_of(erik.last)
    assert token_of(erik.last) != token_of(old)
    anna.look()
    assert "Erik plays Red from now on" in anna.last["Subject"]
    assert "Anna has moved" in text_of(anna.last)
    assert "+" not in str(anna.last["Reply-To"])
    anna.reply(MOVE, mail=old)
    hall.pump()
    assert not any(text == MOVE for _, _, text, _ in hall.tape(game))
    erik.reply(MOVE)
    hall.pump()
    assert ("red", "move", MOVE, "mail") in hall.tape(game)


def test_replace_by_somebody_at_the_table_or_by_no_address_is_not_done(
    hall: Hall, game: str
) -> None:
    power(hall, f"replace {game} red by ben@example.org", f"replace {game} red by nobody",
          f"replace {game} purple by x@example.org")  # fmt: skip
    assert log(hall, game) == []
    assert all("Not done" in mail["Subject"] for mail in hall.keeper.mails[-3:])


def test_a_remark_goes_to_all(hall: Hall, game: str) -> None:
    power(hall, f"remark {game} Happy Easter to all")
    for name in NAMES:
        assert "Happy Easter to all" in text_of(hall.player(name).last)


def test_hold_and_log_and_status(hall: Hall, game: str) -> None:
    hall.answer(game, MOVE)
    assert MOVE in power(hall, f"log {game}")
    said = " ".join(power(hall, f"status {game}").split())
    assert "Anna" in said
    assert said.count("waited for until") == len(hall.waiting(game)) > 0
    power(hall, f"hold {game} for a bug")
    assert hall.status(game) == "held"
    assert "held" in power(hall, "status")


def test_start_begins_a_game_that_is_not_full(hall: Hall, game: str) -> None:
    second = hall.create()
    for name in ("anna", "ben"):
        hall.player(name).write("", f"join {second}")
    hall.pump()
    power(hall, f"start {second}")
    assert hall.status(second) == "running"
    assert list(hall.seated(second)) == ["red", "white"]
    power(hall, f"start {second}")
    assert "Not done" in hall.keeper.last["Subject"]


def test_several_powers_in_one_mail_are_done_one_by_one(hall: Hall, game: str) -> None:
    before = len(hall.keeper.mails)
    power(hall, f"extend {game} 24", "fly to the moon", f"extend {game} 24 because why not")
    subjects = [str(mail["Subject"]) for mail in hall.keeper.mails[before:]]
    assert ["Not done" in subject for subject in subjects] == [False, True, False]
    assert deadline(hall) == NOON + timedelta(hours=120)


def test_a_power_without_its_game_takes_that_of_the_subject_or_asks(hall: Hall, game: str) -> None:
    other = hall.begin()
    keeper = hall.keeper
    keeper.reply("extend 24", mail=keeper.mails[0], headers={"Subject": f"Re: [{other}] x"})
    hall.pump()
    assert (len(log(hall, game)), len(log(hall, other))) == (0, 1)
    keeper.reply("extend 24", mail=keeper.mails[0], headers={"Subject": "no tag"})
    hall.pump()
    said = text_of(keeper.last)
    assert game in said
    assert other in said
    assert (len(log(hall, game)), len(log(hall, other))) == (0, 1)


def test_what_the_moderator_did_stands_in_the_next_report_of_all_once(
    hall: Hall, game: str
) -> None:
    power(hall, f"extend {game} 24 because of the flu")
    hall.answer(game, "end", "end", "end", "end")
    for name in NAMES:
        told = [mail for mail in hall.player(name).mails if "of the flu" in text_of(mail)]
        assert len(told) == 1, name


def test_aside_lists_and_drop_drops(hall: Hall, game: str) -> None:
    thief = hall.player("thief")
    thief.write("", MOVE, to=str(hall.player("anna").last["Reply-To"]))
    hall.pump()
    number = hall.inbound()[-1].id
    assert "thief@example.org" in power(hall, "aside")
    power(hall, f"drop {number}")
    assert next(row for row in hall.inbound() if row.id == number).state == "ignored"
    assert "No mail is set aside" in power(hall, "aside")
    assert "No mail 999" in power(hall, "release 999")


def test_release_vouches_for_a_mail_that_waits_for_its_players_yes(hall: Hall, game: str) -> None:
    anna = hall.player("anna")
    anna.write("", MOVE, to=str(anna.last["Reply-To"]), sender="anna@phone.example")
    hall.pump()
    power(hall, f"release {hall.inbound()[-1].id}")
    assert ("red", "move", MOVE, "mail") in hall.tape(game)


def test_every_moderator_is_told_of_trouble_and_answered_alone(hall: Hall, game: str) -> None:
    before = len(hall.outbound())
    power(hall, "status")
    assert {row.recipient for row in hall.outbound()[before:]} == {KEEPER}


@pytest.mark.parametrize("pace", ["step", "turn"])
def test_new_deadlines_are_told_of_with_the_question_as_it_stands(hall: Hall, pace: str) -> None:
    game = hall.begin("feudo", ("anna", "ben"), pace=pace)
    hall.keeper.write(f"[{game}]", "status")
    hall.pump()
    for _ in range(3):
        for seat in list(hall.waiting(game)):
            power(hall, f"extend {game} 24")
            if seat in hall.waiting(game):
                said = text_of(hall.seated(game)[seat].newest("More time"))
                assert "Answer by" in said
        power(hall, f"process {game}")


def test_the_log_leaves_out_what_nobody_wrote(hall: Hall, game: str) -> None:
    said = power(hall, f"answer {game} red: {MOVE}", f"log {game}")
    assert MOVE in " ".join(said.split())
    assert "[now]" not in said
    assert "now" in {source for _, _, _, source in hall.tape(game)}

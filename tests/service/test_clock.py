"""Deadlines: reminders, grace, defaults, caretakers, and what the moderator is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import select

from moderator.service import clock
from moderator.store import games
from moderator.store.tables import AskRow, PlayerRow
from tests.clubhouse.hall import NOON, Hall, raw_text_of, text_of


def deadline(hall: Hall, game: str, seat: str = "red") -> datetime:
    with hall.database.reading() as session:
        number = games.find(session, game).id
        return session.exec(
            select(AskRow.deadline).where(AskRow.game_id == number, AskRow.seat == seat)
        ).one()


def test_a_deadline_is_as_many_hours_away_as_its_pace_says(hall: Hall) -> None:
    game = hall.begin()
    assert deadline(hall, game) == NOON + timedelta(hours=72)
    hall.wait(hours=5)
    hall.answer(game, "move percy to hull")
    assert deadline(hall, game, "white") == NOON + timedelta(hours=5 + 48)


def test_the_silent_are_reminded_once_a_day_before(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    before = len(anna.mails)
    assert clock.next_wake(hall.club) == NOON + timedelta(hours=48)
    hall.wait(hours=47)
    assert len(anna.mails) == before
    hall.wait(hours=1)
    assert "Reminder" in anna.last["Subject"]
    assert "move percy to hull" in text_of(anna.last)
    hall.wait(hours=12)
    assert len(anna.mails) == before + 1
    assert clock.next_wake(hall.club) == NOON + timedelta(hours=72)


def test_a_reminder_can_be_replied_to(hall: Hall) -> None:
    game = hall.begin()
    hall.wait(hours=49)
    hall.answer(game, "move beaufort to london")
    assert ("red", "move", "move beaufort to london", "mail") in hall.tape(game)


def test_who_is_silent_is_taken_to_have_given_the_default(hall: Hall) -> None:
    game = hall.begin()
    hall.wait(hours=71, minutes=59)
    assert list(hall.waiting(game)) == ["red"]
    hall.wait(minutes=1)
    assert ("red", "move", "end", "deadline") in hall.tape(game)
    assert list(hall.waiting(game)) == ["white"]
    assert hall.wait(minutes=1) == []


def test_an_answer_that_comes_just_before_the_deadline_counts(hall: Hall) -> None:
    game = hall.begin()
    hall.player("anna").reply("move beaufort to london")
    hall.now += timedelta(hours=72)
    hall.pump()
    clock.tick(hall.club)
    assert ("red", "move", "move beaufort to london", "mail") in hall.tape(game)
    assert list(hall.waiting(game)) == ["red"]


def test_grace_puts_the_default_off_but_not_the_deadline(hall: Hall) -> None:
    object.__setattr__(hall.club.settings.pace, "grace_hours", 12)
    game = hall.begin()
    hall.wait(hours=80)
    assert list(hall.waiting(game)) == ["red"]
    hall.answer(game, "move beaufort to london")
    assert ("red", "move", "move beaufort to london", "mail") in hall.tape(game)
    hall.wait(hours=72 + 12)
    assert ("red", "move", "end", "deadline") in hall.tape(game)


def test_no_reminder_goes_out_where_the_club_wants_none(hall: Hall) -> None:
    object.__setattr__(hall.club.settings.pace, "remind_hours", 0)
    game = hall.begin()
    hall.wait(hours=71)
    assert "Reminder" not in hall.player("anna").last["Subject"]
    hall.wait(hours=1)
    assert list(hall.waiting(game)) == ["white"]


def test_a_sealed_batch_is_answered_for_the_silent_alone(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben", "carla"))
    hall.answer(game, "end", "end", "end")
    hall.player("anna").reply("vote green")
    hall.pump()
    hall.wait(hours=72)
    votes = [(who, text, source) for who, kind, text, source in hall.tape(game) if kind == "vote"]
    assert sorted(votes) == [
        ("green", "vote green", "deadline"),
        ("red", "vote green", "mail"),
        ("white", "vote white", "deadline"),
    ]


def test_a_standing_order_goes_before_the_default(hall: Hall) -> None:
    """A line that was refused holds the standing order up until nobody mends it."""
    game = hall.begin()
    hall.answer(game, "move percy to hull")
    ben = hall.player("ben")
    ben.reply("perhaps yes", "when passage by red: yes")
    hall.pump()
    hall.wait(hours=48)
    (answer,) = [e for e in hall.tape(game) if e[1] == "passage"]
    assert answer == ("white", "passage", "yes", "standing")


def test_the_moderator_is_told_when_somebody_has_been_silent_three_times(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben"))
    keeper = hall.keeper
    while hall.seat_row(game, "red").missed < 3:
        assert not any("Anna (red)" in text_of(mail) for mail in keeper.mails)
        hall.wait(hours=72)
    told = next(text_of(mail) for mail in keeper.mails if "Anna (red)" in text_of(mail))
    assert "Anna (red) has let 3 deadlines pass in a row" in told
    assert f"replace {game} red by bot" in told
    hall.player("anna").reply("status", "move percy to york")
    hall.pump()
    assert hall.seat_row(game, "red").missed == 0


def test_a_caretaker_plays_for_who_is_away(hall: Hall) -> None:
    game = hall.begin()
    hall.keeper.write(f"[{game}]", "status")
    hall.pump()
    hall.keeper.reply(f"replace {game} red by bot because of a holiday")
    hall.pump()
    hall.wait(hours=72)
    sources = {source for who, _, _, source in hall.tape(game) if who == "red"}
    assert "caretaker" in sources
    assert "deadline" not in sources


def test_deadlines_are_shown_in_the_players_own_zone_and_in_utc(hall: Hall) -> None:
    game = hall.create(seats=2)
    hall.player("anna").write("", f"join {game}\nzone America/New_York")
    hall.player("ben").write("", f"join {game}")
    hall.pump()
    shown = raw_text_of(hall.player("anna").last)
    assert "Wed 4 March, 07:00" in shown
    assert "12:00 UTC" in shown


def test_the_night_in_which_the_clocks_change_takes_no_hour_from_a_deadline(hall: Hall) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    hall.now = datetime(2026, 3, 28, 12, tzinfo=berlin).astimezone(UTC)
    game = hall.create(seats=2)
    hall.player("anna").write("", f"join {game}\nzone Europe/Berlin")
    hall.player("ben").write("", f"join {game}")
    hall.pump()
    assert deadline(hall, game) - hall.now == timedelta(hours=72)
    shown = raw_text_of(hall.player("anna").last)
    assert "Tue 31 March, 13:00" in shown
    assert "11:00 UTC" in shown
    hall.wait(hours=71, minutes=59)
    assert list(hall.waiting(game)) == ["red"]
    hall.wait(minutes=1)
    assert list(hall.waiting(game)) == ["white"]


def test_nothing_is_due_in_a_club_without_games(hall: Hall) -> None:
    assert clock.next_wake(hall.club) is None
    assert clock.tick(hall.club) == []


def test_a_game_left_alone_plays_itself_to_its_end(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben"), rounds="2")
    for _ in range(40):
        if hall.status(game) == "over":
            break
        hall.wait(hours=72)
    assert hall.status(game) == "over"
    assert clock.next_wake(hall.club) is None
    with hall.database.reading() as session:
        assert len(session.exec(select(PlayerRow)).all()) == 2

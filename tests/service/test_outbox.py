"""What goes out: once, with the same bytes, in the right order, at a bearable rate."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from sqlmodel import select

from moderator.mail.transport import Outcome
from moderator.service import outbox
from moderator.store.tables import OutboundRow
from tests.clubhouse.hall import Hall


class Server:
    """An outgoing server that answers what it is told to answer."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.taken: list[tuple[str, str, bytes]] = []

    async def send(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        self.taken.append((sender, recipient, mime))
        return self.outcomes.pop(0) if self.outcomes else Outcome("sent", 250, "ok")

    async def close(self) -> None: ...


def queue(hall: Hall) -> None:
    """Put one welcome into the outbox."""
    game = hall.create()
    hall.player("anna").write("", f"join {game}")
    hall.handle()


def send(hall: Hall, server: Server, most: int = 10) -> int:
    claimed = outbox.claim(hall.club, most)
    for one in claimed:
        asyncio.run(outbox.send(hall.club, server, one))
    return len(claimed)


def only(hall: Hall) -> OutboundRow:
    (row,) = hall.outbound()
    return row


def test_what_was_sent_is_not_sent_again(hall: Hall) -> None:
    queue(hall)
    server = Server()
    assert [send(hall, server) for _ in range(3)] == [1, 0, 0]
    assert only(hall).state == "sent"
    assert only(hall).sent == hall.now


def test_bounces_come_back_to_the_seat(hall: Hall) -> None:
    queue(hall)
    server = Server()
    send(hall, server)
    sender, recipient, _ = server.taken[0]
    assert sender == f"play+b.{only(hall).bounce_token}@games.example"
    assert recipient == "anna@example.org"


def test_without_plus_the_envelope_has_the_bare_address(tmp_path: Path) -> None:
    hall = Hall(tmp_path, club={"plus": False})
    queue(hall)
    server = Server()
    send(hall, server)
    assert server.taken[0][0] == "play@games.example"


def test_a_crash_while_sending_sends_the_same_bytes_again_once_the_lease_is_over(
    hall: Hall,
) -> None:
    queue(hall)
    (lost,) = outbox.claim(hall.club, 10)
    assert outbox.claim(hall.club, 10) == []
    hall.now += outbox.LEASE
    server = Server()
    assert send(hall, server) == 1
    assert server.taken[0][2] == lost.mime
    assert only(hall).attempts == 2


def test_a_restart_does_not_wait_for_the_lease(hall: Hall) -> None:
    queue(hall)
    outbox.claim(hall.club, 10)
    assert outbox.release(hall.club) == 1
    assert send(hall, Server()) == 1


def test_a_mail_put_off_is_tried_again_less_and_less_often(hall: Hall) -> None:
    queue(hall)
    waits = []
    for _ in range(9):
        assert send(hall, Server(Outcome("retry", 451, "try later"))) == 1
        waits.append(int((only(hall).next_try - hall.now).total_seconds()) // 60)
        hall.now = only(hall).next_try - timedelta(seconds=1)
        assert send(hall, Server()) == 0
        hall.now += timedelta(seconds=1)
    assert waits == [5, 10, 20, 40, 80, 160, 240, 240, 240]
    assert (only(hall).last_code, only(hall).last_text) == (451, "try later")


def test_after_five_days_a_mail_is_given_up(hall: Hall) -> None:
    queue(hall)
    send(hall, Server(Outcome("retry", None, "no connection")))
    hall.now += timedelta(days=5, minutes=1)
    send(hall, Server(Outcome("retry", None, "no connection")))
    assert only(hall).state == "failed"
    hall.now += timedelta(days=1)
    assert send(hall, Server()) == 0


def test_a_refused_mail_is_never_tried_again(hall: Hall) -> None:
    queue(hall)
    send(hall, Server(Outcome("refused", 550, "no such user")))
    assert only(hall).state == "failed"
    hall.now += timedelta(days=1)
    assert send(hall, Server()) == 0


def test_a_server_that_wants_nothing_from_us_is_left_alone_for_a_while(hall: Hall) -> None:
    game = hall.create()
    for name in ("anna", "ben"):
        hall.player(name).write("", f"join {game}")
    hall.handle()
    assert send(hall, Server(Outcome("pause", 535, "wrong password")), most=1) == 1
    assert send(hall, Server()) == 0
    hall.now += outbox.PAUSE
    server = Server()
    assert send(hall, server) == 3
    assert {row.state for row in hall.outbound()} == {"sent"}


def test_no_more_goes_out_in_a_minute_than_is_allowed(tmp_path: Path) -> None:
    hall = Hall(tmp_path, limits={"mails_a_minute": 4})
    game = hall.create()
    for name in ("anna", "ben", "carla"):
        hall.player(name).write("", f"join {game}")
    hall.handle()
    counts = []
    for _ in range(4):
        counts.append(send(hall, Server()))
        hall.now += timedelta(seconds=59)
    assert counts == [4, 0, 2, 0]


def test_reminders_go_first_and_refusals_last(hall: Hall) -> None:
    hall.begin()
    hall.player("stranger").write("hello", "hello")
    hall.player("ben").reply("status")
    hall.now += timedelta(hours=50)
    hall.handle()
    hall.wait()
    kinds = [row.kind for row in sorted(hall.outbound(), key=lambda row: row.priority)]
    assert kinds[0] == "reminder"
    assert kinds[-1] == "refusal"


def test_the_answer_to_a_mail_goes_before_the_report_that_it_set_off(hall: Hall) -> None:
    game = hall.begin()
    hall.answer(game, "end")
    assert "question" in hall.player("ben").last["Subject"]
    hall.answer(game, "move scrope to york")
    red = [row for row in hall.outbound() if row.seat == "white"]
    assert {row.state for row in red} == {"sent"}


def test_every_mail_has_an_identity_of_its_own_that_never_changes(hall: Hall) -> None:
    hall.begin()
    with hall.database.reading() as session:
        rows = session.exec(select(OutboundRow)).all()
    assert len({row.message_id for row in rows}) == len(rows)
    assert all(row.message_id.encode() in row.mime for row in rows)
    assert all(len(row.message_id) <= 70 for row in rows)


def test_bytes_of_mails_sent_long_ago_are_forgotten_and_nothing_else(hall: Hall) -> None:
    queue(hall)
    send(hall, Server())
    assert outbox.forget(hall.club) == 0
    hall.now += outbox.KEEP + timedelta(days=1)
    assert outbox.forget(hall.club) == 1
    assert only(hall).mime == b""
    assert only(hall).state == "sent"


def test_the_next_time_something_is_due_is_known(hall: Hall) -> None:
    assert outbox.next_due(hall.club) is None
    queue(hall)
    assert outbox.next_due(hall.club) == hall.now
    outbox.claim(hall.club, 10)
    assert outbox.next_due(hall.club) == hall.now + outbox.LEASE

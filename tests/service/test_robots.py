"""Mail that nobody wrote: never answered, never taken for an order; bounces; floods."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from moderator.mail.tokens import bounce_address
from moderator.store.tables import PlayerRow
from tests.clubhouse.hall import ADDRESS, KEEPER, Hall, text_of, token_of

MOVE = "move beaufort to london"


def silent(hall: Hall, raw: bytes, to: str = ADDRESS) -> str:
    """Put *raw* in, make sure that nobody is written to; return what became of it."""
    before = len(hall.outbound())
    hall.player("anna").put(raw, to=to)
    hall.pump()
    assert len(hall.outbound()) == before
    row = hall.inbound()[-1]
    assert row.state == "ignored"
    return row.reason


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied (vacation)", "Precedence": "bulk"},
        {"Auto-Submitted": "auto-generated"},
        {"Precedence": "junk"},
        {"X-Autoreply": "yes"},
        {"List-Id": "<chat.example.org>", "Precedence": "list"},
        {"X-Loop": ADDRESS},
        {"From": f"Roses <{ADDRESS}>"},
        {"From": "MAILER-DAEMON@mx.example"},
        {"From": "noreply@shop.example"},
    ],
)
def test_robots_lists_and_loops_are_never_answered_nor_obeyed(
    hall: Hall, headers: dict[str, str]
) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before = hall.tape(game)
    given = {"In-Reply-To": str(anna.last["Message-ID"]), **headers}
    silent(hall, anna.raw("Re: away", MOVE, headers=given), str(anna.last["Reply-To"]))
    assert hall.tape(game) == before


def test_a_human_who_asks_for_no_automatic_answers_is_a_human(hall: Hall) -> None:
    game = hall.begin()
    hall.player("anna").reply(MOVE, headers={"X-Auto-Response-Suppress": "DR, OOF, AutoReply"})
    hall.pump()
    assert any(text == MOVE for _, _, text, _ in hall.tape(game))


def test_our_own_report_that_comes_back_is_dropped(hall: Hall) -> None:
    hall.begin()
    report = hall.outbound()[-1]
    forwarded = report.mime.replace(b"games.example>", b"forward.example>", 1)
    assert "a mail of ours that came back" in silent(hall, forwarded)


def test_a_mail_that_went_in_a_circle_is_dropped(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    raw = anna.raw("Re:", MOVE)
    hops = b"".join(
        b"Received: from a by b; Sun, 01 Mar 2026 12:00:00 +0000\r\n" for _ in range(40)
    )
    assert "hosts" in silent(hall, hops + raw)


def report_of(hall: Hall, name: str, *, action: str = "failed", status: str = "5.1.1",
              original: str = "", number: int = 0) -> bytes:  # fmt: skip
    """Return a delivery report (RFC 3464) about a mail to *name*."""
    lines = [
        "From: MAILER-DAEMON@mx.example (Mail Delivery System)",
        f"To: {ADDRESS}",
        "Subject: Undelivered Mail Returned to Sender",
        f"Message-ID: <report-{number}@mx.example>",
        "Date: Sun, 01 Mar 2026 12:00:00 +0000",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
        "",
        "--x",
        "Content-Type: text/plain",
        "",
        "I could not deliver it.",
        "--x",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.example",
        "",
        f"Final-Recipient: rfc822; {name}@example.org",
        f"Action: {action}",
        f"Status: {status}",
        "Diagnostic-Code: smtp; 550 5.1.1 no such user",
        "",
        "--x",
        "Content-Type: text/rfc822-headers",
        "",
        f"Message-ID: {original or '<other@mx.example>'}",
        "Subject: something",
        "",
        "--x--",
        "",
    ]
    return "\r\n".join(lines).encode()


def score(hall: Hall, number: int = 1) -> float:
    with hall.database.reading() as session:
        return session.get_one(PlayerRow, number).bounces


def test_a_bounce_counts_one_point_a_day_and_is_written_to_its_mail(hall: Hall) -> None:
    hall.begin()
    last = next(row for row in reversed(hall.outbound()) if row.seat == "red")
    silent(hall, report_of(hall, "anna", original=last.message_id))
    bounced = next(row for row in hall.outbound() if row.id == last.id)
    assert bounced.state == "bounced"
    assert "no such user" in bounced.last_text
    assert score(hall) == 1.0
    silent(hall, report_of(hall, "anna", original=last.message_id, number=1))
    assert score(hall) == 1.0
    hall.now += timedelta(hours=25)
    silent(hall, report_of(hall, "anna", original=last.message_id, number=2, status="4.2.2"))
    assert score(hall) == 1.5


def test_a_bounce_is_known_by_its_return_address_alone(hall: Hall) -> None:
    hall.begin()
    token = token_of(hall.player("ben").last)
    silent(hall, report_of(hall, "somewhere-else"), bounce_address(ADDRESS, token))
    assert (score(hall, 1), score(hall, 2)) == (0.0, 1.0)


def test_a_delay_is_no_bounce(hall: Hall) -> None:
    hall.begin()
    last = next(row for row in reversed(hall.outbound()) if row.seat == "red")
    silent(hall, report_of(hall, "anna", action="delayed", status="4.4.1",
                           original=last.message_id))  # fmt: skip
    assert score(hall) == 0.0


def test_a_report_on_a_mail_that_we_never_sent_counts_for_nobody(hall: Hall) -> None:
    hall.begin()
    silent(hall, report_of(hall, "anna", original="<never@games.example>"))
    assert score(hall) == 0.0


def test_the_moderator_is_told_once_of_a_player_who_cannot_be_reached(hall: Hall) -> None:
    game = hall.begin()
    last = next(row for row in reversed(hall.outbound()) if row.seat == "red")
    for day in range(5):
        raw = report_of(hall, "anna", original=last.message_id, number=day)
        hall.player("anna").put(raw)
        hall.keeper.look()
        hall.pump()
        hall.now += timedelta(hours=25)
    (told,) = hall.keeper.mails
    assert "anna@example.org" in text_of(told)
    assert f"replace {game} red" in text_of(told)
    assert list(hall.seated(game)) == ["red", "white", "green", "blue"]


def test_bounces_are_forgotten_after_a_quiet_week(hall: Hall) -> None:
    hall.begin()
    token = token_of(hall.player("ben").last)
    for day in (0, 8):
        hall.now += timedelta(days=day)
        silent(hall, report_of(hall, "ben", number=day), bounce_address(ADDRESS, token))
    assert score(hall, 2) == 1.0


def test_beyond_the_budget_orders_count_and_answers_stop(tmp_path: Path) -> None:
    hall = Hall(tmp_path, limits={"answers_an_hour": 3, "answers_a_day": 5})
    game = hall.begin()
    anna = hall.player("anna")
    address, before = str(anna.last["Reply-To"]), len(anna.mails)
    for number in range(6):
        anna.write("", f"move percy to nowhere # {number}", to=address)
    hall.pump()
    assert len(anna.mails) == before + 3
    hall.now += timedelta(hours=2)
    for number in range(6):
        anna.write("", f"move percy to nowhere # again {number}", to=address)
    anna.write("", MOVE, to=address)
    hall.pump()
    assert len([mail for mail in anna.mails[before:] if "(receipt" in mail["Subject"]]) == 5
    assert any(text == MOVE for _, _, text, _ in hall.tape(game))


def test_two_robots_that_fool_us_fall_silent(tmp_path: Path) -> None:
    """Whatever answers our answers without a mark is bounded by the budget."""
    hall = Hall(tmp_path, limits={"answers_an_hour": 4})
    hall.begin()
    anna = hall.player("anna")
    for number in range(12):
        anna.reply(f"Thank you for your mail no. {number}, we shall answer soon.")
        hall.pump()
    answers = [row for row in hall.outbound() if row.kind == "answer" and row.seat == "red"]
    assert len(answers) == 4


def test_when_everybody_loops_the_whole_club_falls_silent(tmp_path: Path) -> None:
    hall = Hall(tmp_path, limits={"all_answers_in_ten_minutes": 6})
    hall.begin()
    for number in range(5):
        for name in ("anna", "ben", "carla"):
            hall.player(name).reply(f"status # {number}")
    hall.pump()
    assert len([row for row in hall.outbound() if row.kind == "answer"]) == 6
    hall.now += timedelta(minutes=11)
    hall.player("dora").reply("status")
    hall.pump()
    assert len([row for row in hall.outbound() if row.kind == "answer"]) == 7


def test_a_mail_that_cannot_be_read_is_set_aside_and_the_moderator_told(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    hall.keeper.look()
    raw = anna.raw("orders", MOVE).replace(b"Subject:", b"From: Ben <ben@example.org>\r\nSubject:")
    anna.put(raw, to=str(anna.last["Reply-To"]))
    hall.pump()
    row = hall.inbound()[-1]
    assert row.state == "aside"
    told = hall.keeper.last
    assert told["To"].endswith(f"<{KEEPER}>")
    assert f"release {row.id}" in text_of(told)
    assert MOVE not in text_of(told)


def test_a_mail_that_is_too_large_says_so_in_the_books(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    huge = anna.raw("orders", MOVE) + b"x" * 10_500_000
    anna.put(huge, to=str(anna.last["Reply-To"]))
    hall.take_in()
    assert "too large" in hall.inbound()[-1].reason

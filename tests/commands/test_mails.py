"""Single mails: delivered, and read without a club."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Call = Callable[..., Result]


@pytest.fixture
def reply(game: Call, club: Path) -> Callable[..., Result]:
    """Deliver a reply to the newest mail that a player got."""

    def call(who: str, text: str, number: int = 7, sender: str = "") -> Result:
        from email import message_from_bytes

        file = sqlite3.connect(club.parent / "moderator.db")
        raw = file.execute(
            "select mime from outbound where recipient = ? and batch >= 0 order by id desc",
            (f"{who}@example.org",),
        ).fetchone()[0]
        file.close()
        mail = message_from_bytes(raw)
        head = (
            f"From: {sender or who + '@example.org'}\nTo: {mail['Reply-To']}\nSubject: Re: it\n"
            f"Message-ID: <{who}.{number}@example.org>\nIn-Reply-To: {mail['Message-ID']}\n\n"
        )
        return game("deliver", "-", given=head.encode() + text.encode())

    return call


def test_an_order_is_delivered_and_the_same_mail_counts_once(reply: Callable[..., Result]) -> None:
    text = "castle a5, a7, e11, g1, k5\n"
    assert "done, receipt feudo-1/" in reply("anna", text).output
    again = reply("anna", text)
    assert again.exit_code == 0
    assert "ignored: the same mail came before" in again.output


def test_an_order_of_somebody_else_waits_for_the_player(reply: Callable[..., Result]) -> None:
    found = reply("anna", "castle a5\n", sender="mallory@example.org")
    assert "waiting: not proved to be from" in found.output


def test_an_order_after_the_question_is_closed_is_too_late(
    game: Call, reply: Callable[..., Result], club: Path
) -> None:
    file = sqlite3.connect(club.parent / "moderator.db")
    assert game("game", "process", "feudo-1").exit_code == 0
    file.execute("update outbound set recipient = 'x' where id > (select min(id) from outbound "
                 "where batch >= 0) + 1")  # fmt: skip
    file.commit()
    file.close()
    assert "it answers a question that is closed" in reply("anna", "castle a5\n").output


def test_a_mail_of_two_megabytes_is_handled(reply: Callable[..., Result]) -> None:
    found = reply("anna", "castle a5, a7, e11, g1, k5\n" + "x" * 2_000_000 + "\n")
    assert found.exit_code == 0
    assert "mail 3: " in found.output


@pytest.mark.parametrize("raw", [b"", b"\0\xff\xfe", b"From: a\n", b"\n\n\n"])
def test_no_mail_at_all_breaks_nothing(ours: Call, raw: bytes) -> None:
    found = ours("deliver", "-", given=raw)
    assert found.exit_code == 0, found.output
    assert "mail 1: " in found.output


def test_a_missing_file_is_told(ours: Call, tmp_path: Path) -> None:
    found = ours("deliver", tmp_path / "none.eml")
    assert (found.exit_code, "No such file" in found.stderr) == (1, True)
    assert ours("read", tmp_path).exit_code == 1


def test_read_shows_what_the_robot_sees(moderator: Call) -> None:
    raw = b"From: Anna <anna@example.org>\nSubject: x\nMessage-ID: <1@x>\n\npass\n> quoted\n"
    found = moderator("read", "-", given=raw)
    assert found.exit_code == 0, found.output
    seen = json.loads(found.stdout)
    assert (seen["sender"], seen["kind"]) == ("anna@example.org", "human")
    assert [(one["label"], one["text"]) for one in seen["lines"]] == [
        ("order", "pass"),
        ("quoted", "quoted"),
    ]

"""The guarded child: what it reads, and what happens when it cannot."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from moderator.mail.child import Reader
from moderator.mail.letter import Kind, Own
from moderator.mail.reader import read


def slow_or_ours(message_id: str) -> bool:
    """Stand for anything that takes too long or too much in the child."""
    if "endless" in message_id:
        while True:
            pass
    if "deadly" in message_id:
        os._exit(3)
    if "greedy" in message_id:
        return len(bytearray(2_000_000_000)) == 0
    return message_id == "<out1@game.test>"


OWN = Own(frozenset({"moderator@game.test"}), "game.test", slow_or_ours)


def mail(message_id: str) -> bytes:
    return f"From: alice@example.org\nMessage-ID: {message_id}\n\nplay king\n".encode()


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader(OWN, seconds=1.0) as reader:
        yield reader


def test_the_child_reads_what_the_function_reads(reader: Reader) -> None:
    raw = mail("<one@example.org>")
    assert reader.read(raw) == read(raw, OWN)


def test_the_child_knows_our_own_mail(reader: Reader) -> None:
    assert reader.read(mail("<out1@game.test>")).kind is Kind.OWN


def test_the_child_stays_for_the_next_mail(reader: Reader) -> None:
    reader.read(mail("<one@example.org>"))
    first = reader.pid
    reader.read(mail("<two@example.org>"))
    assert reader.pid == first


@pytest.mark.parametrize(
    ("message_id", "reason"),
    [
        ("<endless@example.org>", "took too long"),
        ("<deadly@example.org>", "the reader broke down"),
        ("<greedy@example.org>", "too-big"),
    ],
)
def test_a_mail_that_breaks_the_child_is_set_aside_alone(
    reader: Reader, message_id: str, reason: str
) -> None:
    letter = reader.read(mail(message_id))
    assert (letter.kind, letter.reason) == (Kind.UNREADABLE, reason)
    assert reader.read(mail("<two@example.org>")).orders == ("play king",)


def test_a_child_that_was_killed_while_idle_is_replaced(reader: Reader) -> None:
    reader.read(mail("<one@example.org>"))
    assert reader.pid is not None
    os.kill(reader.pid, signal.SIGKILL)
    assert reader.read(mail("<two@example.org>")).size > 0
    assert reader.read(mail("<two@example.org>")).orders == ("play king",)


def test_a_closed_reader_leaves_no_process() -> None:
    with Reader(OWN) as reader:
        pid = reader.pid
        assert pid is not None
    assert reader.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)

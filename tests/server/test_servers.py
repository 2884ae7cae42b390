"""The transports against a real Dovecot and a real Postfix."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from imapclient import IMAPClient

from moderator.mail.compose import Mail, Mailbox, compose
from moderator.mail.imap import ImapInbox
from moderator.mail.imap_session import ImapSettings, LoginRefused
from moderator.mail.smtp import SmtpPostman, SmtpSettings
from moderator.mail.tokens import Signer, bounce_address, plus_address
from moderator.mail.transport import Arrived, Outcome, TransportDown

if TYPE_CHECKING:
    from tests.server.conftest import MailServers

pytestmark = pytest.mark.server

TOKEN = "k7q2m9xwabcdefgh".replace("9", "3")


def letter(number: int, size: int = 0) -> bytes:
    text = "x" * 70 + "\r\n"
    return (
        f"From: anna@game.test\r\nTo: moderator@game.test\r\nSubject: order {number}\r\n"
        f"Message-ID: <{number}@example.org>\r\n\r\nmove north\r\n{text * (size // len(text))}"
    ).encode()


def subjects(mails: list[Arrived]) -> list[str]:
    return [
        line.decode()[9:]
        for mail in mails
        for line in mail.raw.split(b"\r\n")
        if line.startswith(b"Subject: ")
    ]


def nothing(key: str) -> bool:
    return False


@contextmanager
def inbox_of(settings: ImapSettings) -> Iterator[ImapInbox]:
    inbox = ImapInbox(settings, "play")
    try:
        yield inbox
    finally:
        inbox.close()


def report(servers: MailServers, recipient: str) -> Mail:
    return Mail(
        sender=Mailbox("Feudo, Spiel 1 für Anna", plus_address(servers.moderator, TOKEN)),
        reply_to=plus_address(servers.moderator, TOKEN),
        recipient=Mailbox("", recipient),
        subject="[feudo-1] Zug 14",
        message_id=Signer(b"k" * 32).message_id("report:1", servers.domain, TOKEN),
        date=datetime(2026, 3, 10, 19, 22, tzinfo=UTC),
        text="Es ist dein Zug.\n",
    )


def send(settings: SmtpSettings, *mails: tuple[str, str, bytes]) -> list[Outcome]:
    async def all_of_them() -> list[Outcome]:
        postman = SmtpPostman(settings)
        try:
            return [await postman.send(*mail) for mail in mails]
        finally:
            await postman.close()

    return asyncio.run(all_of_them())


def fetch_after_faults(inbox: ImapInbox, seconds: float) -> tuple[list[Arrived], float]:
    """Do what the daemon does until mail comes; give it and the time that it took."""
    start = time.monotonic()
    while (took := time.monotonic() - start) < seconds:
        try:
            if mails := list(inbox.fetch(nothing)):
                return mails, took
        except TransportDown:
            pass
        inbox.wait(seconds)
    raise AssertionError(f"no mail within {seconds} seconds")


@pytest.mark.parametrize(
    ("security", "port"), [("tls", "imaps_port"), ("starttls", "imap_port"), ("plain", "imap_port")]
)
def test_mail_comes_in_over_every_kind_of_connection(
    clean_servers: MailServers, security: Any, port: str
) -> None:
    clean_servers.deliver(clean_servers.moderator, letter(1))
    settings = clean_servers.imap(security=security, port=getattr(clean_servers, port))
    with inbox_of(settings) as inbox:
        (mail,) = inbox.fetch(nothing)
    assert mail.mailbox == "play"
    assert mail.whole
    assert mail.raw.endswith(letter(1))
    assert abs(datetime.now(UTC) - mail.received) < timedelta(minutes=1)
    assert mail.received.tzinfo is UTC


def test_an_untrusted_certificate_is_refused_in_words(clean_servers: MailServers) -> None:
    untrusting = inbox_of(clean_servers.imap(ca_file=None))
    with untrusting as inbox, pytest.raises(TransportDown, match="certificate is not trusted"):
        list(inbox.fetch(nothing))


def test_a_wrong_password_is_told_without_the_password(clean_servers: MailServers) -> None:
    with inbox_of(clean_servers.imap(secret=lambda: "hunter2-wrong")) as inbox:
        with pytest.raises(LoginRefused, match=r"refuses to log in moderator@game.test") as caught:
            list(inbox.fetch(nothing))
        assert "hunter2" not in str(caught.value)
        assert caught.value.retry_in >= 30
        with pytest.raises(LoginRefused):
            list(inbox.fetch(nothing))


def test_fetching_leaves_mails_unseen_and_in_place(clean_servers: MailServers) -> None:
    clean_servers.deliver(clean_servers.moderator, letter(1))
    with inbox_of(clean_servers.imap()) as inbox:
        list(inbox.fetch(nothing))
        flags = clean_servers.doveadm(
            "fetch", "-u", "moderator", "flags", "mailbox", "INBOX", "ALL"
        )
    assert r"\Seen" not in flags
    assert "flags:" in flags


def test_settled_mails_are_moved_to_processed(clean_servers: MailServers) -> None:
    for number in range(3):
        clean_servers.deliver(clean_servers.moderator, letter(number))
    with inbox_of(clean_servers.imap()) as inbox:
        mails = list(inbox.fetch(nothing))
        inbox.settle([mail.key for mail in mails[:2]])
        left = list(inbox.fetch(nothing))
    assert subjects(left) == ["order 2"]
    query = ("fetch", "-u", "moderator", "hdr.subject", "mailbox", "Processed", "ALL")
    assert clean_servers.doveadm(*query).count("hdr.subject: order") == 2


def test_settled_mails_are_moved_even_where_there_is_no_move(
    clean_servers: MailServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    able = IMAPClient.has_capability
    monkeypatch.setattr(
        IMAPClient, "has_capability", lambda self, name: name != "MOVE" and able(self, name)
    )
    clean_servers.deliver(clean_servers.moderator, letter(1))
    with inbox_of(clean_servers.imap()) as inbox:
        inbox.settle([mail.key for mail in inbox.fetch(nothing)])
        assert list(inbox.fetch(nothing)) == []
    query = ("fetch", "-u", "moderator", "hdr.subject", "mailbox", "Processed", "ALL")
    assert "order 1" in clean_servers.doveadm(*query)


def test_i9_a_mail_that_is_known_does_not_come_again(clean_servers: MailServers) -> None:
    clean_servers.deliver(clean_servers.moderator, letter(1))
    with inbox_of(clean_servers.imap()) as inbox:
        known = {mail.key for mail in inbox.fetch(nothing)}
        assert list(inbox.fetch(known.__contains__)) == []
        # "UID 2:*" names mail 1 now; nothing of it may be read as news.
        assert list(inbox.fetch(known.__contains__)) == []
        clean_servers.deliver(clean_servers.moderator, letter(2))
        assert subjects(list(inbox.fetch(known.__contains__))) == ["order 2"]


def test_i16_many_mails_come_in_order(clean_servers: MailServers) -> None:
    for number in range(130):
        clean_servers.deliver(clean_servers.moderator, letter(number))
    with inbox_of(clean_servers.imap()) as inbox:
        assert subjects(list(inbox.fetch(nothing))) == [f"order {n}" for n in range(130)]


def test_i23_of_an_oversized_mail_only_the_head_is_fetched(clean_servers: MailServers) -> None:
    clean_servers.deliver(clean_servers.moderator, letter(1, size=300_000))
    clean_servers.deliver(clean_servers.moderator, letter(2))
    with inbox_of(clean_servers.imap(largest=100_000)) as inbox:
        large, small = inbox.fetch(nothing)
    assert (large.whole, small.whole) == (False, True)
    assert b"Subject: order 1\r\n" in large.raw
    assert b"\r\n\r\nmove north\r\n" in large.raw
    assert 65_536 < len(large.raw) < 70_000


def test_idle_ends_when_mail_comes(clean_servers: MailServers) -> None:
    with inbox_of(clean_servers.imap(idle_slice=60)) as inbox:
        assert list(inbox.fetch(nothing)) == []
        timer = threading.Timer(0.5, clean_servers.deliver, (clean_servers.moderator, letter(1)))
        timer.start()
        start = time.monotonic()
        inbox.wait(50)
        timer.join()
        assert time.monotonic() - start < 25
        assert subjects(list(inbox.fetch(nothing))) == ["order 1"]


def test_mail_that_came_before_the_wait_ends_it(clean_servers: MailServers) -> None:
    with inbox_of(clean_servers.imap(idle_slice=60)) as inbox:
        assert list(inbox.fetch(nothing)) == []
        clean_servers.deliver(clean_servers.moderator, letter(1))
        start = time.monotonic()
        inbox.wait(50)
        assert time.monotonic() - start < 25


def test_idle_ends_when_another_thread_wakes_it(clean_servers: MailServers) -> None:
    with inbox_of(clean_servers.imap(idle_slice=60)) as inbox:
        assert list(inbox.fetch(nothing)) == []
        timer = threading.Timer(0.5, inbox.wake)
        timer.start()
        start = time.monotonic()
        inbox.wait(50)
        timer.join()
        assert 0.3 < time.monotonic() - start < 25


def test_i1_a_killed_server_process_is_noticed_and_mail_still_comes(
    clean_servers: MailServers, eventually: Callable[..., None]
) -> None:
    with inbox_of(clean_servers.imap(idle_slice=30)) as inbox:
        assert list(inbox.fetch(nothing)) == []
        waiting = threading.Thread(target=inbox.wait, args=(50,))
        waiting.start()
        eventually(clean_servers.imap_processes)
        for process in clean_servers.imap_processes():
            os.kill(process, signal.SIGKILL)
        waiting.join(5)
        assert not waiting.is_alive()
        clean_servers.deliver(clean_servers.moderator, letter(1))
        mails, took = fetch_after_faults(inbox, 20)
    assert subjects(mails) == ["order 1"]
    assert took < 10


def test_i2_a_frozen_server_is_noticed_and_mail_still_comes(
    clean_servers: MailServers, eventually: Callable[..., None]
) -> None:
    with inbox_of(clean_servers.imap(idle_slice=1, read_timeout=2)) as inbox:
        assert list(inbox.fetch(nothing)) == []
        eventually(clean_servers.imap_processes)
        frozen = clean_servers.imap_processes()
        for process in frozen:
            os.kill(process, signal.SIGSTOP)
        try:
            clean_servers.deliver(clean_servers.moderator, letter(1))
            start = time.monotonic()
            inbox.wait(60)
            assert time.monotonic() - start < 30
            mails, _ = fetch_after_faults(inbox, 20)
        finally:
            for process in frozen:
                os.kill(process, signal.SIGKILL)
    assert subjects(mails) == ["order 1"]


def test_i7_a_renumbered_mailbox_is_read_again(
    clean_servers: MailServers, caplog: pytest.LogCaptureFixture
) -> None:
    clean_servers.deliver(clean_servers.moderator, letter(1))
    with inbox_of(clean_servers.imap()) as inbox:
        known = {mail.key for mail in inbox.fetch(nothing)}
        clean_servers.doveadm(
            "mailbox", "update", "--uid-validity", "4242", "-u", "moderator", "INBOX"
        )
        end = time.monotonic() + 20
        again: list[Arrived] = []
        while not again and time.monotonic() < end:
            try:
                again = list(inbox.fetch(known.__contains__))
            except TransportDown as down:
                inbox.wait(down.retry_in)
        assert [mail.key.partition(".")[0] for mail in again] == ["4242"]
        inbox.settle(sorted(known))
        assert subjects(list(inbox.fetch(nothing))) == ["order 1"]
    assert caplog.text.count("was renumbered") == 1


def test_the_processed_folder_is_made_when_it_is_missing(clean_servers: MailServers) -> None:
    with inbox_of(clean_servers.imap(processed="Partite giocate è")) as inbox:
        clean_servers.deliver(clean_servers.moderator, letter(1))
        inbox.settle([mail.key for mail in inbox.fetch(nothing)])
        assert list(inbox.fetch(nothing)) == []
    assert "Partite giocate è" in clean_servers.doveadm("mailbox", "list", "-8", "-u", "moderator")


def test_mail_goes_out_with_starttls_and_a_log_in(
    clean_servers: MailServers, eventually: Callable[..., None]
) -> None:
    anna = "anna@game.test"
    mime = compose(report(clean_servers, anna))
    sender = bounce_address(clean_servers.moderator, TOKEN)
    second = compose(replace(report(clean_servers, anna), message_id="<2@game.test>"))
    outcomes = send(clean_servers.smtp(), (sender, anna, mime), (sender, anna, second))
    assert [(outcome.verdict, outcome.code) for outcome in outcomes] == [("sent", 250)] * 2
    eventually(lambda: len(clean_servers.mails_of(anna)) == 2)
    stored = b"".join(clean_servers.mails_of(anna)).replace(b"\r\n", b"\n")
    assert b"Return-Path: <" + sender.encode() + b">" in stored
    for one in (mime, second):
        assert one.replace(b"\r\n", b"\n").rstrip() in stored
    log = (clean_servers.folder / "postfix" / "maillog").read_text()
    assert "sasl_username=moderator@game.test" in log


def test_j9_a_wrong_smtp_password_pauses_the_channel(clean_servers: MailServers) -> None:
    settings = clean_servers.smtp(secret=lambda: "hunter2-wrong")
    mime = compose(report(clean_servers, "anna@game.test"))
    (outcome,) = send(settings, (clean_servers.moderator, "anna@game.test", mime))
    assert (outcome.verdict, outcome.code) == ("pause", 535)
    assert "hunter2" not in outcome.text


def test_an_untrusted_smtp_certificate_pauses_the_channel(clean_servers: MailServers) -> None:
    mime = compose(report(clean_servers, "anna@game.test"))
    (outcome,) = send(
        clean_servers.smtp(ca_file=None), (clean_servers.moderator, "anna@game.test", mime)
    )
    assert outcome.verdict == "pause"
    assert "the certificate is not trusted" in outcome.text


def test_an_unknown_mailbox_is_refused_and_the_next_mail_still_goes(
    clean_servers: MailServers, eventually: Callable[..., None]
) -> None:
    mime = compose(report(clean_servers, "anna@game.test"))
    bad, good = send(
        clean_servers.smtp(),
        (clean_servers.moderator, "nobody@game.test", mime),
        (clean_servers.moderator, "anna@game.test", mime),
    )
    assert (bad.verdict, bad.code) == ("refused", 550)
    assert good.verdict == "sent"
    eventually(lambda: clean_servers.mails_of("anna@game.test"))


def test_a_bounce_comes_back_to_the_address_with_the_token(
    clean_servers: MailServers, eventually: Callable[..., None]
) -> None:
    far = "unknown@far.test"
    mime = compose(report(clean_servers, far))
    sender = bounce_address(clean_servers.moderator, TOKEN)
    (outcome,) = send(clean_servers.smtp(), (sender, far, mime))
    assert outcome.verdict == "sent"
    with inbox_of(clean_servers.imap()) as inbox:
        (mail,), _ = fetch_after_faults(inbox, 50)
    assert b"Return-Path: <>" in mail.raw
    assert f"To: {sender}\r\n".encode() in mail.raw
    assert b"Status: 5.1.1\r\n" in mail.raw
    assert b"Action: failed\r\n" in mail.raw
    assert report(clean_servers, far).message_id.encode() in mail.raw


def test_a_reply_to_the_plus_address_comes_in(clean_servers: MailServers) -> None:
    address = plus_address(clean_servers.moderator, TOKEN)
    reply = letter(7).replace(b"To: moderator@game.test", f"To: {address}".encode())
    (outcome,) = send(clean_servers.smtp("anna@game.test"), ("anna@game.test", address, reply))
    assert outcome.verdict == "sent"
    with inbox_of(clean_servers.imap()) as inbox:
        (mail,), _ = fetch_after_faults(inbox, 50)
    assert Signer(b"k" * 32).tokens_in([address], "", []) == [TOKEN]
    assert f"Delivered-To: {address}".encode() in mail.raw

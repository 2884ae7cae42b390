"""Maildirs as inbox, as postman and as a whole post office."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from moderator.mail.maildir import MaildirInbox, MaildirPostman, PostOffice, drop, make_maildir
from moderator.mail.transport import Outcome, TransportDown

MODERATOR = "play@game.test"
ORDER = b"From: anna@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nmove north\r\n"


def nothing(key: str) -> bool:
    return False


def send(postman: MaildirPostman, recipient: str, mime: bytes = ORDER, sender: str = "") -> Outcome:
    return asyncio.run(postman.send(sender, recipient, mime))


def files(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def test_a_players_mail_reaches_the_moderator_with_its_envelope(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    key = office.write("anna@example.org", "Play+k7q2m3xwabcdefgh@game.test", ORDER)
    (mail,) = office.inbox().fetch(nothing)
    assert (mail.mailbox, mail.key, mail.whole) == (MODERATOR, key, True)
    assert mail.raw == (
        b"Return-Path: <anna@example.org>\r\n"
        b"Delivered-To: Play+k7q2m3xwabcdefgh@game.test\r\n" + ORDER
    )
    assert abs(datetime.now(UTC) - mail.received) < timedelta(minutes=1)


def test_two_equal_mails_of_a_player_are_two(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    keys = [office.write("anna@example.org", MODERATOR, ORDER) for _ in range(2)]
    assert [mail.key for mail in office.inbox().fetch(nothing)] == keys


def test_the_moderators_mail_reaches_the_player(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    assert send(office.postman(), "Anna+games@Example.org").verdict == "sent"
    (mail,) = office.player_inbox("anna@example.org").fetch(nothing)
    assert mail.raw.endswith(ORDER)


def test_a_mail_sent_again_is_there_once_even_when_it_was_read(tmp_path: Path) -> None:
    postman = MaildirPostman(tmp_path)
    box = tmp_path / "anna@example.org"
    send(postman, "anna@example.org")
    send(postman, "anna@example.org")
    (name,) = files(box)
    os.rename(box / name, box / "cur" / f"{Path(name).name}:2,S")
    send(postman, "anna@example.org")
    assert files(box) == [f"cur/{Path(name).name}:2,S"]
    send(postman, "anna@example.org", ORDER.replace(b"<1@", b"<2@"))
    assert len(files(box)) == 2


def test_a_message_id_in_the_text_does_not_name_the_mail(tmp_path: Path) -> None:
    for number in range(2):
        mime = b"Subject: %d\r\n\r\nMessage-ID: <1@example.org>\r\n" % number
        send(MaildirPostman(tmp_path), "anna@example.org", mime)
    assert len(files(tmp_path)) == 2


def test_what_a_crash_left_in_tmp_is_no_mail(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    (office.box(MODERATOR) / "tmp" / "1.half").write_bytes(b"From: an")
    assert list(office.inbox().fetch(nothing)) == []


@pytest.mark.parametrize(
    "address", ["../etc@x", "a/b@c", ".hidden@x", "a@..", "nobody", "a@b\n", "a b@c", "", "@"]
)
def test_a_bad_address_is_refused_and_writes_nothing(tmp_path: Path, address: str) -> None:
    outcome = send(MaildirPostman(tmp_path / "root"), address)
    assert outcome.verdict == "refused"
    assert files(tmp_path) == []


def test_a_server_s_layout_is_delivered_to_where_the_mailbox_exists(tmp_path: Path) -> None:
    postman = MaildirPostman(tmp_path, "{domain}/{local}/Maildir", create=False)
    make_maildir(tmp_path / "example.org" / "anna" / "Maildir")
    assert send(postman, "Anna+games@example.org").verdict == "sent"
    assert len(files(tmp_path / "example.org" / "anna")) == 1
    outcome = send(postman, "ben@example.org")
    assert (outcome.verdict, outcome.code) == ("refused", 550)
    assert not (tmp_path / "example.org" / "ben").exists()


def test_a_disk_that_does_not_take_the_mail_means_later(tmp_path: Path) -> None:
    (tmp_path / "root").write_text("a file where the folder should be")
    assert send(MaildirPostman(tmp_path / "root"), "anna@example.org").verdict == "retry"


def test_mails_come_in_order_of_arrival_and_known_ones_not_at_all(tmp_path: Path) -> None:
    make_maildir(tmp_path)
    for age, name in enumerate(["c", "a", "b"]):
        drop(tmp_path, name, ORDER)
        os.utime(tmp_path / "new" / name, (1000 + age, 1000 + age))
    os.rename(tmp_path / "new" / "a", tmp_path / "cur" / "a:2,S")
    inbox = MaildirInbox(tmp_path)
    assert [mail.key for mail in inbox.fetch(nothing)] == ["c", "a", "b"]
    assert [mail.key for mail in inbox.fetch({"c", "a"}.__contains__)] == ["b"]


def test_settled_mails_are_moved_and_settling_twice_is_harmless(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    keys = [office.write("anna@example.org", MODERATOR, ORDER) for _ in range(2)]
    inbox = office.inbox()
    inbox.settle(keys[:1])
    inbox.settle([*keys[:1], "no such key"])
    assert [mail.key for mail in inbox.fetch(nothing)] == keys[1:]
    assert f".Processed/cur/{keys[0]}:2,S" in files(office.box(MODERATOR))


def test_of_an_oversized_mail_the_head_is_read(tmp_path: Path) -> None:
    make_maildir(tmp_path)
    drop(tmp_path, "large", ORDER + b"x" * 500_000)
    (mail,) = MaildirInbox(tmp_path, largest=100_000).fetch(nothing)
    assert not mail.whole
    assert mail.raw == (ORDER + b"x" * 500_000)[: ORDER.index(b"move") + 65_536]


def ends_early(wait: Callable[[float], None], after: Callable[[], object]) -> bool:
    timer = threading.Timer(0.1, after)
    timer.start()
    start = time.monotonic()
    wait(30)
    timer.join()
    return time.monotonic() - start < 20


def test_a_wait_ends_when_mail_comes_and_when_woken(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    inbox = office.inbox()
    list(inbox.fetch(nothing))
    assert ends_early(inbox.wait, inbox.wake)
    assert ends_early(inbox.wait, lambda: office.write("anna@example.org", MODERATOR, ORDER))


def test_a_wait_without_mail_lasts_its_time(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, MODERATOR)
    office.write("anna@example.org", MODERATOR, ORDER)
    inbox = office.inbox()
    list(inbox.fetch(nothing))
    start = time.monotonic()
    inbox.wait(0.3)
    assert time.monotonic() - start >= 0.3


def test_a_folder_that_cannot_be_used_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TransportDown, match="cannot use the maildir"):
        MaildirInbox(tmp_path / "file")
    inbox = MaildirInbox(tmp_path / "box")
    for part in ("new", "cur"):
        (tmp_path / "box" / part).rmdir()
    with pytest.raises(TransportDown, match="is gone"):
        list(inbox.fetch(nothing))

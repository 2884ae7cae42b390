"""The daemon as its club meets it: a process, mailboxes, signals."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

Serve = Callable[[], Any]


def letter(name: str, text: str, number: int = 1) -> bytes:
    return (
        f"From: {name} <{name}@example.org>\r\nTo: play@games.example\r\nSubject: hello\r\n"
        f"Message-ID: <{name}.{number}@example.org>\r\n\r\n{text}\r\n"
    ).encode()


def test_mail_is_answered_as_it_comes_and_commands_take_effect_at_once(serve: Serve) -> None:
    club = serve()
    assert club.call("game", "create", "feudo", "--seats", 2).returncode == 0
    for name in ("anna", "ben"):
        club.office.write(f"{name}@example.org", "play@games.example",
                          letter(name, "join feudo-1"))  # fmt: skip
    club.until(lambda: len(club.mails("ben@example.org")) >= 3)  # welcome, start, the question
    before = len(club.mails("ben@example.org"))
    assert club.call("game", "process", "feudo-1").returncode == 0
    club.until(lambda: len(club.mails("ben@example.org")) > before)
    assert club.stop() == 0
    assert "anna@example.org" not in club.log.read_text()


def test_a_delivered_mail_is_handled_by_the_daemon_that_runs(serve: Serve, tmp_path: Path) -> None:
    club = serve()
    file = tmp_path / "one.eml"
    file.write_bytes(letter("anna", "join nothing"))
    done = club.call("deliver", file)
    assert done.returncode == 0, done.stderr
    assert "no such game" in done.stdout
    assert club.stop() == 0
    assert "mail=1 state=done" in club.log.read_text()


def test_a_second_daemon_is_refused(serve: Serve) -> None:
    club = serve()
    second = club.call("run")
    assert second.returncode == 1
    assert f"process {club.process.pid}" in second.stderr
    assert len(second.stderr.splitlines()) == 1
    assert club.stop() == 0


def test_what_was_interrupted_is_done_after_a_restart(serve: Serve) -> None:
    club = serve()
    club.office.write("anna@example.org", "play@games.example", letter("anna", "join nothing"))
    club.until(lambda: club.mails("anna@example.org"))
    club.process.kill()
    club.process.wait()
    for mail in club.mails("anna@example.org"):
        mail.unlink()
    file = sqlite3.connect(club.folder / "moderator.db")
    file.execute("update outbound set state = 'sending', lease_until = '2999-01-01 00:00:00'")
    file.execute("delete from seen")
    file.execute("update inbound set state = 'working', attempts = 1")
    file.execute("update outbound set idem_key = 'earlier'")
    file.commit()
    file.close()
    again = serve()
    again.until(lambda: again.mails("anna@example.org"))
    assert again.stop() == 0
    log = again.log.read_text()
    assert "interrupted=1" in log
    assert "mail=1 state=done" in log


def test_systemd_is_told(serve: Serve, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(30)
        club = serve()
        assert line.recv(100) == b"READY=1"
        assert line.recv(100) == b"WATCHDOG=1"
        assert club.stop() == 0
        said = b""
        while said != b"STOPPING=1":
            said = line.recv(100)
            assert said in {b"WATCHDOG=1", b"STOPPING=1"}

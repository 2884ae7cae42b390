"""The IMAP inbox against a server that misbehaves as no real one can be made to."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from moderator.mail.imap import ImapInbox
from moderator.mail.imap_session import ImapSettings, LoginRefused
from moderator.mail.transport import TransportDown


@dataclass
class Script:
    """What the server holds and how it fails. UIDs in `poison` end the connection."""

    mails: dict[int, bytes] = field(default_factory=dict)
    capabilities: str = "IMAP4rev1 UIDPLUS MOVE"
    uidvalidity: str = "[UIDVALIDITY 7]"
    poison: set[int] = field(default_factory=set)
    silent: set[int] = field(default_factory=set)
    garbage: set[int] = field(default_factory=set)
    login: str = "OK in"
    fetching: str = ""
    creating: str = "OK made"
    on_idle: bytes = b""
    idles_end_at_once: bool = False
    log: list[str] = field(default_factory=list)


class Talk(socketserver.StreamRequestHandler):
    """One connection. Knows the few commands that the inbox uses."""

    disable_nagle_algorithm = True

    def handle(self) -> None:
        script: Script = self.server.script  # type: ignore[attr-defined]
        self.say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, _, words = line.partition(" ")
            script.log.append(words)
            name = words.removeprefix("UID ").split(" ")[0].upper()
            if name == "IDLE":
                if not self.idle(script, tag):
                    return
            elif not self.answer(script, tag, name, words):
                return

    def answer(self, script: Script, tag: str, name: str, words: str) -> bool:
        result = "OK done"
        if name == "CAPABILITY":
            self.say(f"* CAPABILITY {script.capabilities}")
        elif name == "LOGIN":
            result = script.login
        elif name == "CREATE":
            result = script.creating
        elif name == "SELECT":
            self.say(f"* {len(script.mails)} EXISTS")
            self.say("* 0 RECENT")
            if script.uidvalidity:
                self.say(f"* OK {script.uidvalidity} fixed")
        elif name == "SEARCH":
            self.say("* SEARCH " + " ".join(map(str, script.mails)))
        elif name == "FETCH" and script.fetching:
            result = script.fetching
        elif name == "FETCH":
            for uid in map(int, re.findall(r"\d+", words.split(" ")[2])):
                if uid in script.poison and "BODY" in words:
                    return False
                self.fetch(script, uid, words)
        elif name == "LOGOUT":
            return False
        self.say(f"{tag} {result}")
        return True

    def fetch(self, script: Script, uid: int, words: str) -> None:
        mail = script.mails[uid]
        if uid in script.garbage and "BODY" in words:
            self.say(f"* 1 FETCH (UID {uid} BODY[] (((")
        elif "BODY" in words and uid not in script.silent:
            self.say(f"* 1 FETCH (UID {uid} BODY[] {{{len(mail)}}}")
            self.wfile.write(mail)
            self.say(")")
        elif "BODY" not in words:
            self.say(
                f"* 1 FETCH (UID {uid} RFC822.SIZE {len(mail)}"
                ' INTERNALDATE "10-Mar-2026 21:22:00 +0200")'
            )

    def idle(self, script: Script, tag: str) -> bool:
        # In one packet, so that the client has read ahead when it starts to listen.
        self.wfile.write(b"+ idling\r\n" + script.on_idle)
        if script.idles_end_at_once:
            return False
        script.log.append(self.rfile.readline().decode().strip())
        self.say(f"{tag} OK done")
        return True

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.script = script

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the play."""


Opened = Callable[..., ImapInbox]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Start a server with a script and give an inbox for it."""
    servers: list[Server] = []
    inboxes: list[ImapInbox] = []

    def start(script: Script, **changes: Any) -> ImapInbox:
        server = Server(script)
        threading.Thread(target=server.serve_forever, args=(0.05,)).start()
        servers.append(server)
        given: dict[str, Any] = {
            "secret": lambda: "hunter2",
            "security": "plain",
            "idle_slice": 0.2,
            "poll_every": 0.2,
            "read_timeout": 5,
            "first_pause": 0.1,
        }
        port = server.server_address[1]
        inbox = ImapInbox(ImapSettings("127.0.0.1", port, "play", **(given | changes)), "play")
        inboxes.append(inbox)
        return inbox

    yield start
    for inbox in inboxes:
        inbox.close()
    for server in servers:
        server.shutdown()
        server.server_close()


def mails(*uids: int) -> dict[int, bytes]:
    return {uid: f"Subject: {uid}\r\n\r\nmove {uid}\r\n".encode() for uid in uids}


def nothing(key: str) -> bool:
    return False


def test_a_mail_comes_with_its_key_and_its_time_in_utc(opened: Opened) -> None:
    inbox = opened(Script(mails(3)))
    (mail,) = inbox.fetch(nothing)
    assert (mail.mailbox, mail.key, mail.raw, mail.whole) == ("play", "7.3", mails(3)[3], True)
    assert mail.received.isoformat() == "2026-03-10T19:22:00+00:00"


def test_i14_a_poison_mail_holds_up_no_other_and_is_put_on_record_at_the_third_try(
    opened: Opened,
) -> None:
    inbox = opened(Script(mails(1, 2, 3, 4), poison={2}))
    known: set[str] = set()
    rounds = []
    for _ in range(4):
        came = list(inbox.fetch(known.__contains__))
        known |= {mail.key for mail in came}
        rounds.append([(mail.key, mail.whole) for mail in came])
    assert rounds == [[("7.1", True), ("7.3", True), ("7.4", True)], [], [("7.2", False)], []]


def test_i6_a_garbled_answer_counts_as_a_failed_try(opened: Opened) -> None:
    inbox = opened(Script(mails(1, 2), garbage={1}))
    assert [mail.key for mail in inbox.fetch(nothing)] == ["7.2"]


def test_i12_a_mail_the_server_sends_nothing_of_is_put_on_record_at_the_third_try(
    opened: Opened,
) -> None:
    inbox = opened(Script(mails(1, 2), silent={1}))
    known = {"7.2"}
    assert [list(inbox.fetch(known.__contains__)) for _ in range(2)] == [[], []]
    (mail,) = inbox.fetch(known.__contains__)
    assert (mail.key, mail.raw, mail.whole) == ("7.1", b"", False)


def test_i22_a_busy_server_is_left_alone_for_a_while(opened: Opened) -> None:
    script = Script(mails(1), fetching="NO [LIMIT] too many commands")
    inbox = opened(script, first_pause=1.0)
    with pytest.raises(TransportDown, match="LIMIT") as caught:
        list(inbox.fetch(nothing))
    assert 0 < caught.value.retry_in <= 1
    before = len(script.log)
    with pytest.raises(TransportDown, match="LIMIT"):
        list(inbox.fetch(nothing))
    assert len(script.log) == before
    script.fetching = ""
    inbox.wait(30)
    assert [mail.key for mail in inbox.fetch(nothing)] == ["7.1"]


def test_i22_a_login_that_is_not_possible_now_is_no_wrong_password(opened: Opened) -> None:
    inbox = opened(Script(login="NO [UNAVAILABLE] try later"))
    with pytest.raises(TransportDown, match="UNAVAILABLE") as caught:
        list(inbox.fetch(nothing))
    assert not isinstance(caught.value, LoginRefused)


def test_i24_a_refused_password_hints_at_the_other_log_in_and_hides_the_secret(
    opened: Opened,
) -> None:
    script = Script(login="NO bad password hunter2", capabilities="IMAP4rev1 AUTH=XOAUTH2")
    with pytest.raises(LoginRefused, match="set the log-in to xoauth2") as caught:
        list(opened(script).fetch(nothing))
    assert "hunter2" not in str(caught.value)


def test_a_secret_that_cannot_be_read_is_told(opened: Opened) -> None:
    def unreadable() -> str:
        raise LookupError("no file with the secret")

    with pytest.raises(TransportDown, match="cannot be read: no file with the secret"):
        list(opened(Script(), secret=unreadable).fetch(nothing))


def test_pauses_grow_and_the_text_stays(opened: Opened) -> None:
    inbox = opened(Script(login="NO [UNAVAILABLE] try later"))
    pauses = []
    for _ in range(4):
        with pytest.raises(TransportDown, match="UNAVAILABLE") as caught:
            list(inbox.fetch(nothing))
        pauses.append(caught.value.retry_in)
        inbox.wait(10)
    assert all(0.05 * 2**n <= pause <= 0.1 * 2**n for n, pause in enumerate(pauses))


def test_i8_a_server_without_uidvalidity_is_taken_as_it_is(opened: Opened) -> None:
    inbox = opened(Script(mails(1), uidvalidity=""))
    assert [mail.key for mail in inbox.fetch(nothing)] == ["0.1"]


def test_without_idle_the_inbox_polls(opened: Opened) -> None:
    script = Script()
    inbox = opened(script)
    list(inbox.fetch(nothing))
    threading.Timer(0.3, lambda: script.mails.update(mails(1))).start()
    start = time.monotonic()
    inbox.wait(30)
    assert time.monotonic() - start < 20
    assert "IDLE" not in script.log


def test_i3_mail_is_found_though_the_server_says_nothing_in_idle(opened: Opened) -> None:
    script = Script(capabilities="IMAP4rev1 IDLE")
    inbox = opened(script)
    list(inbox.fetch(nothing))
    threading.Timer(0.3, lambda: script.mails.update(mails(1))).start()
    start = time.monotonic()
    inbox.wait(30)
    assert time.monotonic() - start < 20
    assert "DONE" in script.log


def test_an_announcement_in_idle_ends_the_wait(opened: Opened) -> None:
    inbox = opened(Script(capabilities="IMAP4rev1 IDLE", on_idle=b"* 1 EXISTS\r\n"), idle_slice=60)
    list(inbox.fetch(nothing))
    start = time.monotonic()
    inbox.wait(30)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize("words", [b"* BYE going down\r\n", b"\x00\xff(((\r\n* (((\r\n"])
def test_i4_i6_a_goodbye_or_garbage_in_idle_ends_in_a_new_connection(
    opened: Opened, words: bytes
) -> None:
    script = Script(capabilities="IMAP4rev1 IDLE", on_idle=words)
    inbox = opened(script)
    list(inbox.fetch(nothing))
    inbox.wait(5)
    script.on_idle = b""
    list(inbox.fetch(nothing))
    assert sum(line.startswith("LOGIN") for line in script.log) >= 2


def test_three_failures_of_idle_lead_to_polling(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    script = Script(capabilities="IMAP4rev1 IDLE", idles_end_at_once=True)
    inbox = opened(script)
    for _ in range(3):
        list(inbox.fetch(nothing))
        inbox.wait(10)
    list(inbox.fetch(nothing))
    inbox.wait(0.5)
    assert script.log.count("IDLE") == 3
    assert "polling" in caplog.text


def test_a_wake_before_the_wait_ends_it(opened: Opened) -> None:
    inbox = opened(Script(), poll_every=30)
    list(inbox.fetch(nothing))
    for _ in range(3):
        inbox.wake()
    start = time.monotonic()
    inbox.wait(25)
    assert time.monotonic() - start < 15
    inbox.wait(0.3)
    assert time.monotonic() - start > 0.3


def test_waking_a_closed_inbox_is_harmless(opened: Opened) -> None:
    inbox = opened(Script())
    inbox.close()
    inbox.wake()


def test_without_uidplus_settled_mails_are_only_marked(opened: Opened) -> None:
    script = Script(mails(1), capabilities="IMAP4rev1")
    inbox = opened(script)
    inbox.settle([mail.key for mail in inbox.fetch(nothing)])
    names = [line.removeprefix("UID ").split(" ")[0] for line in script.log]
    assert "COPY" in names
    assert "STORE" in names
    assert "EXPUNGE" not in names


def test_without_a_processed_folder_mails_stay_and_settling_is_harmless(opened: Opened) -> None:
    script = Script(mails(1), creating="NO not here")
    inbox = opened(script)
    inbox.settle([mail.key for mail in inbox.fetch(nothing)])
    assert not any("MOVE" in line for line in script.log)


def test_settling_keys_of_another_numbering_moves_nothing(opened: Opened) -> None:
    script = Script(mails(1))
    inbox = opened(script)
    list(inbox.fetch(nothing))
    inbox.settle(["6.1", "", "7.", "7.x"])
    assert not any("MOVE" in line for line in script.log)


def test_no_server_is_told_in_words_and_waiting_never_raises() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Talk) as server:
        port = server.server_address[1]
    inbox = ImapInbox(ImapSettings("127.0.0.1", port, "play", lambda: "x", security="plain"))
    with pytest.raises(TransportDown, match="there is no connection"):
        list(inbox.fetch(nothing))
    inbox.wait(0.1)
    inbox.settle(["7.1"])
    inbox.close()


def test_settings_show_no_secret_and_no_plain_connection_leaves_this_machine() -> None:
    settings = ImapSettings("mail.example.org", 993, "play", lambda: "hunter2")
    assert "secret" not in repr(settings)
    with pytest.raises(ValueError, match="only allowed to this machine"):
        ImapSettings("mail.example.org", 143, "play", lambda: "hunter2", security="plain")

"""Sending against a scripted mail server: every refusal gets its verdict, the queue goes on."""

from __future__ import annotations

import asyncio
import base64
import socket
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from moderator.mail.smtp import SmtpPostman, SmtpSettings, Stage, judge
from moderator.mail.transport import Outcome, Verdict

MAIL = b"From: play@game.test\r\nMessage-ID: <1@game.test>\r\n\r\n.dot\r\nmove\r\n"
SENDER = "play@game.test"


@dataclass
class Script:
    """Answers by what the recipient's local part asks for; counts what happens."""

    taken: list[tuple[str, bytes]] = field(default_factory=list)
    connections: int = 0
    grey: int = 2
    dropped: int = 0
    tokens: list[bytes] = field(default_factory=list)

    async def auth_XOAUTH2(self, server: SMTP, words: list[str]) -> AuthResult:
        self.tokens.append(base64.b64decode(words[1]))
        return AuthResult(success=True)

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, name: str, lines: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = name
        return lines

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.startswith("stranger"):
            return "553 5.7.1 not your address"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = {
            "unknown": "550 5.1.1 no such user",
            "full": "452 4.2.2 mailbox over quota",
            "busy": "421 4.3.2 closing down",
        }.get(address.partition("@")[0])
        if address.startswith("grey") and self.grey:
            self.grey -= 1
            answer = "450 4.7.1 greylisted"
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        (address,) = envelope.rcpt_tos
        assert isinstance(envelope.content, bytes)
        if address.startswith("spam"):
            return "554 5.6.0 looks bad"
        if address.startswith("slow"):
            await asyncio.sleep(3)
        self.taken.append((address, envelope.content))
        if address.startswith("drop") and not self.dropped:
            self.dropped += 1
            transport_of(server).abort()
        if address.startswith("leave"):
            asyncio.get_running_loop().call_later(0.05, transport_of(server).close)
        return "250 OK taken"


def transport_of(server: SMTP) -> asyncio.WriteTransport:
    assert isinstance(server.transport, asyncio.WriteTransport)
    return server.transport


@dataclass
class Server:
    script: Script
    port: int

    def settings(self, **changes: Any) -> SmtpSettings:
        return SmtpSettings("127.0.0.1", self.port, security="plain", **changes)


def running(script: Script, **options: Any) -> Iterator[Server]:
    controller = Controller(script, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    try:
        yield Server(script, controller.port)
    finally:
        controller.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as line:
        return int(line.getsockname()[1])


@pytest.fixture
def server() -> Iterator[Server]:
    yield from running(Script(), enable_SMTPUTF8=True)


@pytest.fixture
def ascii_server() -> Iterator[Server]:
    yield from running(Script(), enable_SMTPUTF8=False)


@pytest.fixture
def guarded_server() -> Iterator[Server]:
    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=data.password == b"right", handled=False)

    # The server warns of what this test wants: a log-in in the clear, on loopback.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield from running(
            Script(), authenticator=check, auth_require_tls=False, auth_required=True
        )


def send(
    settings: SmtpSettings, *recipients: str, mime: bytes = MAIL, pause: float = 0
) -> list[Outcome]:
    async def all_of_them() -> list[Outcome]:
        postman = SmtpPostman(settings)
        outcomes = []
        for recipient in recipients:
            outcomes.append(await postman.send(SENDER, recipient, mime))
            await asyncio.sleep(pause)
        await postman.close()
        return outcomes

    return asyncio.run(all_of_them())


def test_a_batch_goes_over_one_connection_byte_for_byte(server: Server) -> None:
    outcomes = send(server.settings(), "a@x.test", "b@x.test", "c@x.test")
    assert outcomes == [Outcome("sent", 250, "OK taken")] * 3
    assert server.script.taken == [(f"{name}@x.test", MAIL) for name in "abc"]
    assert server.script.connections == 1


@pytest.mark.parametrize(
    ("recipient", "verdict", "code"),
    [
        ("unknown@x.test", "refused", 550),
        ("full@x.test", "retry", 452),
        ("spam@x.test", "refused", 554),
        ("grey@x.test", "retry", 450),
        ("busy@x.test", "retry", 421),
    ],
)
def test_j3_one_refusal_does_not_hold_up_the_next_mail(
    server: Server, recipient: str, verdict: str, code: int
) -> None:
    bad, good = send(server.settings(), recipient, "anna@x.test")
    assert (bad.verdict, bad.code) == (verdict, code)
    assert good.verdict == "sent"
    assert [address for address, _ in server.script.taken] == ["anna@x.test"]


def test_a_greylisted_mail_is_taken_in_the_end(server: Server) -> None:
    outcomes = send(server.settings(), *["grey@x.test"] * 3)
    assert [outcome.verdict for outcome in outcomes] == ["retry", "retry", "sent"]


def test_j2_a_connection_lost_after_the_last_dot_is_not_tried_again_by_itself(
    server: Server,
) -> None:
    outcomes = send(server.settings(), "a@x.test", "drop@x.test", "drop@x.test")
    assert [outcome.verdict for outcome in outcomes] == ["sent", "retry", "sent"]
    assert [address for address, _ in server.script.taken].count("drop@x.test") == 2


def test_j1_a_kept_connection_that_the_server_closed_is_replaced(server: Server) -> None:
    outcomes = send(server.settings(), "leave@x.test", "anna@x.test", pause=0.3)
    assert [outcome.verdict for outcome in outcomes] == ["sent", "sent"]
    assert server.script.connections == 2


def test_a_server_that_takes_too_long_means_later(server: Server) -> None:
    (outcome,) = send(server.settings(total_timeout=0.3), "slow@x.test")
    assert (outcome.verdict, outcome.code) == ("retry", None)
    (outcome,) = send(server.settings(step_timeout=0.3), "slow@x.test")
    assert outcome.verdict == "retry"
    assert "too long" in outcome.text


def test_no_server_means_later_and_is_no_exception() -> None:
    settings = SmtpSettings("127.0.0.1", free_port(), security="plain")
    (outcome,) = send(settings, "anna@x.test")
    assert (outcome.verdict, outcome.code) == ("retry", None)
    assert "no connection to the mail server" in outcome.text


def test_a_server_without_starttls_pauses_the_channel(server: Server) -> None:
    settings = SmtpSettings("127.0.0.1", server.port, security="starttls")
    (outcome,) = send(settings, "anna@x.test")
    assert outcome.verdict == "pause"
    assert server.script.taken == []


def test_a_sender_that_is_not_ours_pauses_the_channel(server: Server) -> None:
    async def one() -> Outcome:
        postman = SmtpPostman(server.settings())
        outcome = await postman.send("stranger@game.test", "anna@x.test", MAIL)
        await postman.close()
        return outcome

    assert asyncio.run(one()).verdict == "pause"


def test_j9_logging_in(guarded_server: Server) -> None:
    right = guarded_server.settings(user="play", secret=lambda: "right")
    assert send(right, "anna@x.test")[0].verdict == "sent"
    wrong = guarded_server.settings(user="play", secret=lambda: "hunter2")
    (outcome,) = send(wrong, "anna@x.test")
    assert (outcome.verdict, outcome.code) == ("pause", 535)
    assert "hunter2" not in outcome.text + repr(wrong)
    assert send(guarded_server.settings(), "anna@x.test")[0].verdict == "pause"


def test_a_secret_that_cannot_be_read_pauses_the_channel(guarded_server: Server) -> None:
    def unreadable() -> str:
        raise LookupError("no file with the secret")

    settings = guarded_server.settings(user="play", secret=unreadable)
    (outcome,) = send(settings, "anna@x.test")
    assert outcome.verdict == "pause"
    assert "no file with the secret" in outcome.text


def test_certificates_that_cannot_be_read_pause_the_channel(server: Server) -> None:
    settings = SmtpSettings("127.0.0.1", server.port, security="tls", ca_file="/no/such/file")
    (outcome,) = send(settings, "anna@x.test")
    assert outcome.verdict == "pause"
    assert "/no/such/file" in outcome.text


def test_a_token_is_sent_instead_of_a_password(guarded_server: Server) -> None:
    settings = guarded_server.settings(user="play", secret=lambda: "tok", login="xoauth2")
    assert send(settings, "anna@x.test")[0].verdict == "sent"
    assert guarded_server.script.tokens == [b"user=play\x01auth=Bearer tok\x01\x01"]


def test_j13_a_domain_of_any_letters_is_written_in_ascii(ascii_server: Server) -> None:
    assert send(ascii_server.settings(), "anna@bücher.test")[0].verdict == "sent"
    assert ascii_server.script.taken[0][0] == "anna@xn--bcher-kva.test"


def test_j13_a_local_part_of_any_letters_needs_a_server_that_can(
    server: Server, ascii_server: Server
) -> None:
    (outcome,) = send(server.settings(), "ánna@x.test")
    assert outcome == Outcome("sent", 250, "OK taken")
    bad, good = send(ascii_server.settings(), "ánna@x.test", "anna@x.test")
    assert (bad.verdict, bad.code, good.verdict) == ("refused", None, "sent")


@pytest.mark.parametrize("address", ["anna", "@x.test", "a b@x.test", "a@b>\r\nRCPT TO:<c@d", "a@"])
def test_a_bad_address_is_refused_before_anything_is_sent(server: Server, address: str) -> None:
    assert send(server.settings(), address)[0].verdict == "refused"
    assert server.script.connections == 0


@pytest.mark.parametrize("mime", [b"a: b\n\nx\n", b"a: b\r\n\r\n" + b"x" * 999 + b"\r\n"])
def test_j14_a_mail_that_is_not_in_wire_form_is_refused(server: Server, mime: bytes) -> None:
    assert send(server.settings(), "anna@x.test", mime=mime)[0].verdict == "refused"
    assert server.script.taken == []


def test_plain_connections_stay_on_this_machine() -> None:
    with pytest.raises(ValueError, match="only allowed to this machine"):
        SmtpSettings("mail.example.org", 25, security="plain")
    SmtpSettings("localhost", 25, security="plain")
    SmtpSettings("::1", 25, security="plain")


@pytest.mark.parametrize(
    ("stage", "code", "text", "verdict"),
    [
        ("connect", 421, "try later", "retry"),
        ("connect", 554, "no SMTP service here", "pause"),
        ("login", 535, "5.7.8 bad credentials", "pause"),
        ("login", 454, "4.7.0 temporary failure", "retry"),
        ("sender", 530, "5.7.0 authentication required", "pause"),
        ("sender", 432, "4.3.2 concurrent connection limit exceeded", "pause"),
        ("sender", 552, "5.3.4 message too big", "refused"),
        ("sender", 451, "4.3.0 disk", "retry"),
        ("recipient", 550, "5.4.5 Daily user sending limit exceeded", "pause"),
        ("recipient", 450, "4.2.1 user receives mail at too high a rate limit", "retry"),
        ("recipient", 552, "5.2.2 over quota", "refused"),
        ("recipient", 554, "5.7.1 relay access denied", "pause"),
        ("recipient", 554, "5.7.1 Recipient address rejected: access denied", "refused"),
        ("content", 550, "5.7.26 unauthenticated mail from game.test is not accepted", "pause"),
        ("content", 550, "5.7.1 message refused by policy", "pause"),
        ("content", 554, "5.6.0 malformed", "refused"),
        ("content", 451, "4.7.1 try later", "retry"),
    ],
)
def test_j6_to_j12_refusals_are_told_apart(
    stage: Stage, code: int, text: str, verdict: Verdict
) -> None:
    assert judge(stage, code, text) == verdict

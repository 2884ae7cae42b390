"""What an inbox gives and what a postman answers: the two sides every transport has."""

from __future__ import annotations

import ipaddress
import re
import ssl
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

Verdict = Literal["sent", "retry", "refused", "pause"]
Security = Literal["tls", "starttls", "plain"]
Login = Literal["password", "xoauth2"]

LARGEST = 10 * 1024 * 1024
"""Bytes of a mail that are taken in whole; of a larger one only the head is fetched."""
HEADER_PART = 256 * 1024
TEXT_PART = 64 * 1024

_BARE = re.compile(rb"\r(?!\n)|(?<!\r)\n|\x00")


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail as it lies in the mailbox. `received` is aware, in UTC.

    `key` names the mail for good within `mailbox`. When `whole` is false, `raw` is the
    header and the first 64 KiB of a mail over the size limit, or empty when the server
    could not hand the mail out at all.
    """

    mailbox: str
    key: str
    received: datetime
    raw: bytes
    whole: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one mail: its `verdict`, the SMTP `code` if any, one line of `text`.

    "retry": the same bytes again later. "refused": this mail will never be taken.
    "pause": nothing is wrong with the mail; the whole channel must rest and the operator look.
    """

    verdict: Verdict
    code: int | None
    text: str


class TransportDown(Exception):
    """The mailbox cannot be reached; the text is for the operator and holds no secret.

    `retry_in` is the number of seconds before another attempt is made.
    """

    def __init__(self, text: str, retry_in: float = 0.0) -> None:
        super().__init__(text)
        self.retry_in = retry_in


class Inbox(Protocol):
    """A mailbox that is read. All but `wake` are called from one thread."""

    @property
    def name(self) -> str: ...

    def fetch(self, known: Callable[[str], bool]) -> Iterator[Arrived]:
        """Yield every mail whose key is not `known`. Raises TransportDown."""

    def settle(self, keys: Sequence[str]) -> None:
        """Move mails that are safely stored to Processed. Never raises: failing is harmless."""

    def wait(self, seconds: float) -> None:
        """Return when mail may have arrived, after `wake`, or after `seconds`. Never raises."""

    def wake(self) -> None:
        """End the present or next `wait`; may be called from any thread."""

    def close(self) -> None: ...


class Postman(Protocol):
    """Takes mails away, one recipient at a time."""

    async def send(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        """Deliver `mime` with this envelope. Never raises for anything the network does."""

    async def close(self) -> None: ...


def wire_fault(mime: bytes) -> str | None:
    """Say why `mime` may not go over SMTP (RFC 5321 2.3.8, 4.5.3.1.6), or None if it may."""
    if _BARE.search(mime):
        return "the mail has a bare line end or a NUL"
    if any(len(line) > 998 for line in mime.split(b"\r\n")):
        return "the mail has a line of more than 998 bytes"
    return None if mime.endswith(b"\r\n") else "the mail does not end with a line end"


def one_line(text: str, secret: str = "") -> str:
    """Make a server's words fit for a log: one line, at most 400 characters, no secret."""
    if secret:
        text = text.replace(secret, "***")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:400]


def check_security(security: Security, host: str) -> None:
    """Raise ValueError unless the connection is encrypted or stays on this machine."""
    if security in ("tls", "starttls"):
        return
    if security != "plain":
        raise ValueError(f"security is {security!r}; it must be tls, starttls or plain")
    try:
        near = ipaddress.ip_address(host).is_loopback
    except ValueError:
        near = host == "localhost"
    if not near:
        raise ValueError(f"a plain connection is only allowed to this machine, not to {host}")


def read_secret(secret: Callable[[], str]) -> str:
    """Ask for a secret, as late as can be. Raises TransportDown when it cannot be had."""
    try:
        return secret()
    except Exception as error:
        raise TransportDown(f"the secret cannot be read: {one_line(str(error))}") from error


def tls_context(ca_file: str | None) -> ssl.SSLContext:
    """Trust the system's authorities, and those in `ca_file` besides."""
    context = ssl.create_default_context()
    if ca_file:
        try:
            context.load_verify_locations(ca_file)
        except OSError as error:
            raise TransportDown(f"cannot use the certificates in {ca_file}: {error}") from error
    return context

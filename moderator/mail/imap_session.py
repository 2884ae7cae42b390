"""One connection to an IMAP server, opened, logged in and with the folder selected."""

from __future__ import annotations

import contextlib
import imaplib
import logging
import re
import select
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError

from moderator.mail.transport import (
    HEADER_PART,
    LARGEST,
    TEXT_PART,
    Login,
    Security,
    TransportDown,
    check_security,
    one_line,
    read_secret,
    tls_context,
)

# On the level DEBUG the library logs what is sent, and with it the secret.
logging.getLogger("imapclient").setLevel(logging.INFO)

_BUSY = re.compile(r"\[(UNAVAILABLE|LIMIT|OVERQUOTA|INUSE|SERVERBUG)\]|too many", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """Where mail comes in. Raises ValueError when the connection would not be safe.

    With `login` "xoauth2" the secret is an access token, asked for anew at each connection.
    Times are in seconds: `idle_slice` is the longest a dead connection goes unnoticed.
    """

    host: str
    port: int
    user: str
    secret: Callable[[], str] = field(repr=False)
    security: Security = "tls"
    folder: str = "INBOX"
    processed: str = "Processed"
    ca_file: str | None = None
    login: Login = "password"
    largest: int = LARGEST
    connect_timeout: float = 15.0
    read_timeout: float = 60.0
    idle_slice: float = 60.0
    poll_every: float = 90.0
    first_pause: float = 1.0

    def __post_init__(self) -> None:
        check_security(self.security, self.host)


class LoginRefused(TransportDown):
    """The server does not accept the account: trying often would only lock it."""


class Session:
    """A selected folder. After any exception the session is worth nothing: `abandon` it."""

    def __init__(self, client: Any, settings: ImapSettings) -> None:
        self._client = client
        self._settings = settings
        self._processed = _processed_folder(client, settings.processed)
        state = client.select_folder(settings.folder)
        # A server without UIDVALIDITY is taken as it is; duplicates are found by content.
        self.uidvalidity = int(state.get(b"UIDVALIDITY", 0) or 0)
        self.can_idle = bool(client.has_capability("IDLE"))

    def uids_above(self, lowest: int) -> list[int]:
        """Look the folder over and list the UIDs greater than `lowest`."""
        self._client.noop()
        found = self._client.search(["UID", f"{lowest + 1}:*"])
        # "n:*" always names the last mail, even when its UID is below n (RFC 9051 9).
        return sorted(uid for uid in found if uid > lowest)

    def sizes(self, uids: Sequence[int]) -> dict[int, tuple[int, datetime]]:
        """Give size in bytes and time of arrival (UTC) of those mails that still exist."""
        answer = self._client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
        now = datetime.now(UTC)
        return {
            uid: (int(items[b"RFC822.SIZE"]), _utc(items.get(b"INTERNALDATE"), now))
            for uid, items in answer.items()
            if b"RFC822.SIZE" in items
        }

    def bodies(self, uids: Sequence[int]) -> dict[int, bytes]:
        """Fetch mails whole without marking them as seen; a missing one is left out."""
        answer = self._client.fetch(uids, ["BODY.PEEK[]"])
        return {uid: body for uid, items in answer.items() if (body := items.get(b"BODY[]"))}

    def head(self, uid: int) -> bytes:
        """Fetch the header and the first 64 KiB of text of a mail that is too large."""
        wanted = [f"BODY.PEEK[HEADER]<0.{HEADER_PART}>", f"BODY.PEEK[TEXT]<0.{TEXT_PART}>"]
        items = self._client.fetch([uid], wanted).get(uid, {})
        return b"".join(items.get(key) or b"" for key in (b"BODY[HEADER]<0>", b"BODY[TEXT]<0>"))

    def file_away(self, uids: Sequence[int]) -> None:
        """Move mails to the Processed folder, by MOVE (RFC 6851) or what comes nearest."""
        if self._processed is None or not uids:
            return
        if self._client.has_capability("MOVE"):
            self._client.move(uids, self._processed)
            return
        self._client.copy(uids, self._processed)
        self._client.add_flags(uids, [rb"\Deleted"], silent=True)
        # Without UIDPLUS an EXPUNGE would also take mails that somebody else has marked.
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)

    def idle(self, seconds: float, waker: socket.socket) -> bool:
        """Stay in IDLE (RFC 2177) for at most `seconds`; tell whether mail was announced.

        IMAPClient's `idle_check` reports a dead connection as "nothing came", so IDLE is left
        after every look: only the answer to DONE proves that somebody is there.
        """
        line = self._client.socket()
        self._client.idle()
        answers: list[Any] = []
        if not _has_read_ahead(self._client):
            readable = _readable((line, waker), seconds)
            answers = self._client.idle_check(timeout=0) if line.fileno() in readable else []
        answers += self._client.idle_done()[1]
        if any(answer and answer[0] == b"BYE" for answer in answers):
            raise IMAPClientError("the server said goodbye")
        return any(b"EXISTS" in answer[1:2] for answer in answers)

    def abandon(self) -> None:
        """Close the socket without a word."""
        with contextlib.suppress(Exception):
            self._client.shutdown()

    def leave(self) -> None:
        """Log out, as far as the server still listens."""
        with contextlib.suppress(Exception):
            self._client.logout()
        self.abandon()


def open_session(settings: ImapSettings) -> Session:
    """Connect, log in, select. Raises TransportDown in words for the operator."""
    place = f"{settings.host}:{settings.port}"
    secret = ""
    client = None
    try:
        secret = read_secret(settings.secret)
        client = _connect(settings)
        _log_in(client, settings, secret)
        return Session(client, settings)
    except Exception as error:
        if client is not None:
            with contextlib.suppress(Exception):
                client.shutdown()
        if isinstance(error, TransportDown):
            raise
        words = one_line(str(error), secret) or type(error).__name__
        raise TransportDown(f"{_trouble(error)} (mail server {place}: {words})") from None


def is_busy(error: Exception) -> bool:
    """Tell a server's "not now" (RFC 5530) from trouble with one mail."""
    return _BUSY.search(str(error)) is not None


def _connect(settings: ImapSettings) -> Any:
    context = None if settings.security == "plain" else tls_context(settings.ca_file)
    client = IMAPClient(
        settings.host,
        settings.port,
        ssl=settings.security == "tls",
        ssl_context=context,
        timeout=SocketTimeout(settings.connect_timeout, settings.read_timeout),
    )
    client.normalise_times = False
    try:
        if settings.security == "starttls":
            client.starttls(context)
        client.socket().setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    except Exception:
        client.shutdown()
        raise
    return client


def _log_in(client: Any, settings: ImapSettings, secret: str) -> None:
    try:
        if settings.login == "xoauth2":
            client.oauth2_login(settings.user, secret)
        elif client.has_capability("AUTH=PLAIN"):
            client.plain_login(settings.user, secret)
        else:
            client.login(settings.user, secret)
    except LoginError as error:
        if isinstance(error.__context__, imaplib.IMAP4.abort) or is_busy(error):
            raise
        words = one_line(str(error), secret)
        hint = ""
        if settings.login == "password" and client.has_capability("AUTH=XOAUTH2"):
            hint = "; if the provider takes no passwords any more, set the log-in to xoauth2"
        text = f"the mail server {settings.host} refuses to log in {settings.user} ({words}){hint}"
        raise LoginRefused(text) from None


def _processed_folder(client: Any, wanted: str) -> str | None:
    """Find or make the folder for settled mails; None when the server will not have it."""
    names = [wanted]
    if client.has_capability("NAMESPACE"):
        personal = client.namespace().personal
        if personal and personal[0][0]:
            names.append(f"{personal[0][0]}{wanted}")
    for name in names:
        if client.folder_exists(name):
            return name
    for name in names:
        with contextlib.suppress(IMAPClientError):
            client.create_folder(name)
            return name
    return None


def _trouble(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return "the certificate is not trusted"
    if isinstance(error, socket.gaierror):
        return "the server's name cannot be found"
    if isinstance(error, TimeoutError):
        return "the server does not answer"
    if isinstance(error, OSError):
        return "there is no connection"
    return "the server does not let us in"


def _utc(when: object, now: datetime) -> datetime:
    if not isinstance(when, datetime) or when.tzinfo is None:
        return now
    try:
        return when.astimezone(UTC)
    except (OverflowError, ValueError):
        return now


def _has_read_ahead(client: Any) -> bool:
    """Tell whether the announcement came together with the answer to IDLE.

    Then it lies in imaplib's buffer already and the socket will never become readable.
    """
    imap, line = client._imap, client.socket()
    if hasattr(imap, "_readbuf"):  # Python 3.14 and later
        return bool(imap._readbuf)
    timeout = line.gettimeout()
    line.settimeout(0)
    try:
        return bool(imap.file.peek(1))
    except OSError:
        return False
    finally:
        line.settimeout(timeout)


def _readable(lines: Sequence[Any], seconds: float) -> set[int]:
    poll = select.poll()
    for line in lines:
        poll.register(line.fileno(), select.POLLIN)
    return {handle for handle, _ in poll.poll(max(0.0, seconds) * 1000)}

"""Mail out by SMTP: one connection for a batch, one recipient a mail, a verdict for each."""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from aiosmtplib import SMTP, SMTPException, SMTPResponseException, SMTPServerDisconnected

from moderator.mail.transport import (
    Login,
    Outcome,
    Security,
    TransportDown,
    Verdict,
    check_security,
    one_line,
    read_secret,
    tls_context,
    wire_fault,
)

Stage = Literal["connect", "login", "sender", "recipient", "content"]

_STALE = 20.0
_QUOTA = re.compile(
    r"5\.4\.5|daily .{0,30}(limit|quota)|sending (limit|quota)|concurrent connection"
    r"|rate limit|too many (messages|mails|emails|connections)",
    re.IGNORECASE,
)
_POLICY = re.compile(r"\b5\.7\.\d+")
_AUTH_CODES = (530, 534, 535, 538)


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """Where mail goes out; without `user` nobody logs in. Raises ValueError when unsafe.

    With `login` "xoauth2" the secret is an access token, asked for at each connection. Times
    are in seconds: of one answer of the server, and of one mail from start to end.
    """

    host: str
    port: int
    user: str = ""
    secret: Callable[[], str] = field(default=str, repr=False)
    security: Security = "tls"
    ca_file: str | None = None
    login: Login = "password"
    hello: str = "localhost"
    step_timeout: float = 60.0
    total_timeout: float = 180.0

    def __post_init__(self) -> None:
        check_security(self.security, self.host)


def judge(stage: Stage, code: int, text: str) -> Verdict:
    """Read a refusal: is it this mail, this hour, or the whole channel?"""
    if stage == "login" or code in _AUTH_CODES:
        return "retry" if code in (421, 454) else "pause"
    # A full mailbox (x.2.2) is "over quota" too, but it is the recipient's own.
    if _QUOTA.search(text) and not re.search(r"\b[45]\.2\.\d", text):
        return "pause"
    if code < 500:
        return "pause" if code == 432 else "retry"
    if stage in ("connect", "sender") and code != 552:
        return "pause"
    if _POLICY.search(text) and "recipient address rejected" not in text.lower():
        return "pause"
    return "refused"


class SmtpPostman:
    """Sends over one kept connection, made anew when it is stale or broken."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings
        self._client: SMTP | None = None
        self._lock = asyncio.Lock()
        self._used = 0.0
        self._stage: Stage = "connect"

    async def send(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        if (fault := wire_fault(mime)) is not None:
            return Outcome("refused", None, fault)
        try:
            sender, recipient = _wire_address(sender), _wire_address(recipient)
        except ValueError as error:
            return Outcome("refused", None, str(error))
        async with self._lock:
            try:
                async with asyncio.timeout(self._settings.total_timeout):
                    return await self._deliver(sender, recipient, mime)
            except TimeoutError as error:
                await self._drop()
                return Outcome("retry", None, self._say(error, "the mail server took too long"))
            except (SMTPException, OSError, ValueError, TransportDown) as error:
                return await self._failed(error)
            except BaseException:
                await self._drop()
                raise

    async def call(self) -> Outcome:
        """Connect and log in, and send nothing: "sent" means that mail would be taken."""
        async with self._lock:
            try:
                async with asyncio.timeout(self._settings.total_timeout):
                    await self._connected()
            except TimeoutError as error:
                return Outcome("retry", None, self._say(error, "the mail server took too long"))
            except (SMTPException, OSError, ValueError, TransportDown) as error:
                return await self._failed(error)
        return Outcome("sent", None, "the server is there")

    async def close(self) -> None:
        """Say goodbye; a later `send` connects again."""
        client, self._client = self._client, None
        if client is not None:
            transport = client.transport
            with contextlib.suppress(SMTPException, OSError):
                await client.quit(timeout=5)
            await _hang_up(client, transport)

    async def _deliver(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        kept = self._client is not None
        try:
            return await self._hand_over(sender, recipient, mime)
        except SMTPServerDisconnected:
            # A kept connection may have been closed behind our back: before the content
            # was under way nothing can be doubled by trying on a new one.
            if not kept or self._stage == "content":
                raise
            await self._drop()
            return await self._hand_over(sender, recipient, mime)

    async def _hand_over(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        client = await self._connected()
        self._stage = "sender"
        options = [f"SIZE={len(mime)}"] if client.supports_extension("size") else []
        if not (sender + recipient).isascii():
            if not client.supports_extension("smtputf8"):
                return Outcome("refused", None, "the server takes no such letters in addresses")
            options.append("SMTPUTF8")
        if not mime.isascii():
            if not client.supports_extension("8bitmime"):
                return Outcome("refused", None, "the mail server takes no 8-bit mail")
            options.append("BODY=8BITMIME")
        await client.mail(sender, options=options, encoding="utf-8")
        self._stage = "recipient"
        await client.rcpt(recipient, encoding="utf-8")
        self._stage = "content"
        response = await client.data(mime)
        self._used = time.monotonic()
        return Outcome("sent", response.code, one_line(response.message))

    async def _connected(self) -> SMTP:
        if self._client is not None and not self._client.is_connected:
            await self._drop()
        if self._client is not None and time.monotonic() - self._used > _STALE:
            try:
                await self._client.noop(timeout=5)
            except (SMTPException, OSError):
                await self._drop()
        if self._client is None:
            self._client = await self._connect()
        return self._client

    async def _connect(self) -> SMTP:
        settings = self._settings
        self._stage = "connect"
        context = None if settings.security == "plain" else tls_context(settings.ca_file)
        client = SMTP(
            hostname=settings.host,
            port=settings.port,
            use_tls=settings.security == "tls",
            start_tls=settings.security == "starttls",
            tls_context=context,
            local_hostname=settings.hello,
            timeout=settings.step_timeout,
        )
        try:
            await client.connect()
            if client.is_ehlo_or_helo_needed:
                await client.ehlo()
            if settings.user:
                self._stage = "login"
                secret = read_secret(settings.secret)
                log_in = client.auth_xoauth2 if settings.login == "xoauth2" else client.login
                await log_in(settings.user, secret)
        except BaseException:
            await _hang_up(client, client.transport)
            raise
        self._used = time.monotonic()
        return client

    async def _failed(self, error: Exception) -> Outcome:
        stage = self._stage
        if isinstance(error, SMTPResponseException):
            if stage in ("connect", "login") or error.code == 421 or not await self._reset():
                await self._drop()
            text = self._say(error.message, f"{stage} refused")
            return Outcome(judge(stage, error.code, text), error.code, text)
        await self._drop()
        if _untrusted(error):
            return Outcome("pause", None, self._say(error, "the certificate is not trusted"))
        if isinstance(error, OSError):
            return Outcome("retry", None, self._say(error, "no connection to the mail server"))
        # What is left is a server without STARTTLS or without any log-in we know, a secret that
        # cannot be read, or an address the library will not put on the wire.
        verdict: Verdict = "pause" if stage in ("connect", "login") else "refused"
        return Outcome(verdict, None, self._say(error, "cannot send"))

    async def _reset(self) -> bool:
        if self._client is None:
            return False
        try:
            await self._client.rset(timeout=5)
        except (SMTPException, OSError):
            return False
        self._used = time.monotonic()
        return True

    async def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await _hang_up(client, client.transport)

    def _say(self, error: object, what: str) -> str:
        secret = ""
        with contextlib.suppress(TransportDown):
            secret = read_secret(self._settings.secret)
        words = one_line(str(error), secret)
        return f"{what}: {words}" if words else what


async def _hang_up(client: SMTP, transport: asyncio.BaseTransport | None) -> None:
    client.close()
    # Closing TLS politely waits for the other side, which may be the one that is stuck.
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
    await asyncio.sleep(0)


def _untrusted(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _wire_address(address: str) -> str:
    """Turn the domain into its ASCII form (RFC 5891). The null sender stays. ValueError."""
    if not address:
        return address
    local, _, domain = address.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii")
    except UnicodeError:
        domain = ""
    if not local or not domain or not address.isprintable() or re.search(r"[\s<>]", address):
        raise ValueError("the address cannot be used")
    return f"{local}@{domain}"

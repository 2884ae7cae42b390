"""The club's mailboxes as its settings name them: where mail comes in, where it goes out."""

from __future__ import annotations

from pathlib import Path

from moderator.mail.imap import ImapInbox
from moderator.mail.imap_session import ImapSettings
from moderator.mail.maildir import MaildirInbox, MaildirPostman
from moderator.mail.smtp import SmtpPostman, SmtpSettings
from moderator.mail.transport import Inbox, Postman
from moderator.settings import Account, Settings, WrongSettings

_PORTS = {
    ("imap", "tls"): 993, ("imap", "starttls"): 143, ("imap", "plain"): 143,
    ("smtp", "tls"): 465, ("smtp", "starttls"): 587, ("smtp", "plain"): 25,
}  # fmt: skip


def inbox(settings: Settings) -> Inbox:
    """Return where mail comes in; raise `WrongSettings`, `TransportDown` for a bad folder."""
    account = settings.mail.incoming
    if account.kind == "maildir":
        return MaildirInbox(settings.path(account.folder), settings.club.address)
    return ImapInbox(imap(settings))


def postman(settings: Settings) -> Postman:
    """Return who takes mail out; raise `WrongSettings`.  Nothing connects yet."""
    account = settings.mail.outgoing
    if account.kind == "maildir":
        return MaildirPostman(settings.path(account.folder))
    return SmtpPostman(smtp(settings))


def imap(settings: Settings) -> ImapSettings:
    """Return how to read the club's mailbox on its IMAP server; raise `WrongSettings`."""
    account = settings.mail.incoming
    assert account.password is not None
    try:
        return ImapSettings(
            account.host,
            _port(account),
            account.user,
            account.password.reader(settings.folder),
            account.security,
            account.folder or "INBOX",
            account.processed,
            _certificates(settings, account),
            account.login,
        )
    except ValueError as error:
        raise WrongSettings(f"mail.incoming: {error}") from error


def smtp(settings: Settings) -> SmtpSettings:
    """Return how to send by the club's SMTP server; raise `WrongSettings`."""
    account = settings.mail.outgoing
    try:
        return SmtpSettings(
            account.host,
            _port(account),
            account.user,
            account.password.reader(settings.folder) if account.password else str,
            account.security,
            _certificates(settings, account),
            account.login,
            hello=settings.club.address.rpartition("@")[2],
        )
    except ValueError as error:
        raise WrongSettings(f"mail.outgoing: {error}") from error


def _port(account: Account) -> int:
    return account.port or _PORTS[account.kind, account.security]


def _certificates(settings: Settings, account: Account) -> str | None:
    if not account.ca_file:
        return None
    file: Path = settings.path(account.ca_file)
    return str(file)

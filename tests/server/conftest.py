"""Real mail servers on this machine: Dovecot, Postfix and a sink for all foreign mail."""

from __future__ import annotations

import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from moderator.mail.imap_session import ImapSettings
from moderator.mail.smtp import SmtpSettings

SCRIPTS = Path(__file__).parents[2] / "deploy" / "test-servers"
DOMAIN = "game.test"
NAMES = ("moderator", "anna", "ben", "carla", "dora")
UNPRIVILEGED = "mailtest"


@dataclass
class Sink:
    """The rest of the world: takes every mail, but that to unknown*@ is refused with 550."""

    mails: list[tuple[str, str, bytes]] = field(default_factory=list)

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.startswith("unknown"):
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.mails += [(envelope.mail_from or "", to, envelope.content) for to in envelope.rcpt_tos]
        return "250 OK"


@dataclass(frozen=True)
class MailServers:
    """Hosts, ports, accounts, and what a test does to them. Everybody's password is in `users`."""

    folder: Path
    imap_port: int
    imaps_port: int
    lmtp_port: int
    auth_port: int
    smtp_port: int
    sink_port: int
    users: dict[str, str]
    sink: Sink
    host: str = "127.0.0.1"
    domain: str = DOMAIN
    moderator: str = f"moderator@{DOMAIN}"

    @property
    def ca_file(self) -> str:
        return str(self.folder / "dovecot" / "cert.pem")

    def imap(self, address: str = "", **changes: Any) -> ImapSettings:
        """Settings of an account's inbox over TLS; the moderator's unless told otherwise."""
        address = address or self.moderator
        given: dict[str, Any] = {
            "host": self.host,
            "port": self.imaps_port,
            "user": address,
            "secret": lambda: self.users[address],
            "ca_file": self.ca_file,
            "idle_slice": 1.0,
            "read_timeout": 10.0,
        }
        return ImapSettings(**(given | changes))

    def smtp(self, address: str = "", **changes: Any) -> SmtpSettings:
        """Settings for sending with STARTTLS, logged in as an account."""
        address = address or self.moderator
        given: dict[str, Any] = {
            "host": self.host,
            "port": self.smtp_port,
            "user": address,
            "secret": lambda: self.users[address],
            "security": "starttls",
            "ca_file": self.ca_file,
        }
        return SmtpSettings(**(given | changes))

    def deliver(self, recipient: str, mime: bytes, sender: str = "anna@game.test") -> None:
        """Put a mail into a mailbox through LMTP, at once and without Postfix."""
        with smtplib.LMTP(self.host, self.lmtp_port) as line:
            line.sendmail(sender, [recipient], mime)

    def maildir(self, address: str) -> Path:
        return self.folder / "dovecot" / "mail" / address.partition("@")[0] / "Maildir"

    def mails_of(self, address: str) -> list[bytes]:
        """Read a mailbox from the disk, oldest first."""
        found = [
            file
            for part in ("new", "cur")
            for file in (self.maildir(address) / part).glob("[!.]*")
            if file.is_file()
        ]
        return [f.read_bytes() for f in sorted(found, key=lambda f: (f.stat().st_mtime_ns, f.name))]

    def empty(self, address: str) -> None:
        """Remove all mail of an account, with all folders."""
        self.doveadm("kick", address.partition("@")[0] + "*", must=False)
        shutil.rmtree(self.maildir(address), ignore_errors=True)

    def doveadm(self, *words: str, must: bool = True) -> str:
        config = str(self.folder / "dovecot" / "dovecot.conf")
        done = run("doveadm", "-c", config, *words, must=must)
        return done.stdout

    def imap_processes(self) -> list[int]:
        """The processes of Dovecot that serve IMAP connections after the log-in."""
        master = (self.folder / "dovecot" / "run" / "master.pid").read_text().strip()
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        names = {int(pid): Path(f"/proc/{pid}/comm") for pid in children}
        return [pid for pid, name in names.items() if is_imap(name)]


def is_imap(name: Path) -> bool:
    try:
        return name.read_text() == "imap\n"
    except OSError:
        return False


def run(*words: str, must: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    if must and done.returncode:
        raise RuntimeError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done


def free_ports(number: int) -> list[int]:
    lines = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(line.getsockname()[1]) for line in lines]
    for line in lines:
        line.close()
    return ports


def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for something that servers do in their own time."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not within {seconds} seconds"
        time.sleep(0.05)


def answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 5).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="session")
def eventually() -> Callable[..., None]:
    """Wait until a condition holds: `eventually(lambda: ..., seconds=30)`."""
    return until


def as_user(words: list[str], folder: Path) -> list[str]:
    """Dovecot runs without root; a root like that of CI lends it a user of its own."""
    if os.getuid() != 0:
        return words
    try:
        pwd.getpwnam(UNPRIVILEGED)
    except KeyError:
        run("useradd", "--system", "--create-home", UNPRIVILEGED)
    shutil.chown(folder, UNPRIVILEGED)
    return ["runuser", "-u", UNPRIVILEGED, "--", *words]


@pytest.fixture(scope="session")
def mail_servers() -> Iterator[MailServers]:
    """Start all servers for the session. Fails when Dovecot or Postfix is not installed."""
    for program in ("dovecot", "doveadm", "postfix", "openssl"):
        assert shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin"), f"no {program} here"
    # Not below pytest's own folder: other users may not enter that one.
    folder = Path(tempfile.mkdtemp(prefix="mail-"))
    folder.chmod(0o755)
    users = {f"{name}@{DOMAIN}": f"secret of {name}" for name in NAMES}
    for part in ("dovecot", "postfix"):
        (folder / part).mkdir()
    imap, imaps, lmtp, auth, smtp, foreign = free_ports(6)
    servers = MailServers(folder, imap, imaps, lmtp, auth, smtp, foreign, users, Sink())
    sink = Controller(servers.sink, hostname=servers.host, port=servers.sink_port)
    sink.start()
    try:
        start_servers(servers)
        yield servers
    finally:
        servers.doveadm("stop", must=False)
        run("postfix", "-c", str(folder / "postfix" / "etc"), "stop", must=False)
        sink.stop()
        shutil.rmtree(folder, ignore_errors=True)


def start_servers(servers: MailServers) -> None:
    dovecot, postfix = servers.folder / "dovecot", servers.folder / "postfix"
    run(str(SCRIPTS / "make-certificate.sh"), str(dovecot))
    for name in ("cert.pem", "key.pem"):
        shutil.copy(dovecot / name, postfix / name)
    accounts = [f"{address.partition('@')[0]}:{word}" for address, word in servers.users.items()]
    ports = (servers.imap_port, servers.imaps_port, servers.lmtp_port, servers.auth_port)
    words = [str(SCRIPTS / "make-dovecot.sh"), str(dovecot), *map(str, ports), *accounts]
    run(*as_user(words, dovecot))
    ports = (servers.smtp_port, servers.lmtp_port, servers.auth_port, servers.sink_port)
    run(str(SCRIPTS / "make-postfix.sh"), str(postfix), *map(str, ports), *servers.users)
    for port in (servers.imaps_port, servers.lmtp_port, servers.smtp_port):
        until(partial(answers, servers.host, port))


@pytest.fixture
def clean_servers(mail_servers: MailServers) -> MailServers:
    """The servers with all mailboxes empty, as each test wants to find them."""
    for address in mail_servers.users:
        mail_servers.empty(address)
    mail_servers.sink.mails.clear()
    return mail_servers

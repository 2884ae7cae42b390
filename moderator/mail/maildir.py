"""Mailboxes that are folders of files: an inbox, a postman, and a whole post office of them.

Durable at every step: a file is written to tmp/, synced, renamed into new/, and the folder
is synced. Whoever reads meets whole mails only.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from moderator.mail.transport import (
    HEADER_PART,
    LARGEST,
    TEXT_PART,
    Arrived,
    Outcome,
    TransportDown,
)

_TICK = 0.2
_BOX = "{local}@{domain}"
_count = itertools.count()
_MESSAGE_ID = re.compile(rb"^message-id:[ \t\r\n]*(<[^>\r\n]*>)", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"[^\x00-\x20\x7f/\\<>@]+@[^\x00-\x20\x7f/\\<>@]+")


def make_maildir(folder: Path) -> None:
    """Create tmp, new and cur, as far as they are missing."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(parents=True, exist_ok=True)


def drop(folder: Path, name: str, raw: bytes) -> None:
    """Put a mail called `name` into the maildir; a mail of that name is there once at most."""
    if _find(folder, name) is not None:
        return
    passing = folder / "tmp" / f"{name}.{os.getpid()}.{next(_count)}"
    with passing.open("xb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    passing.rename(folder / "new" / name)
    _sync(folder / "new")


class MaildirInbox:
    """Reads a maildir; settled mails go to the maildir `.Processed` within it (Maildir++)."""

    def __init__(self, folder: Path, name: str = "", largest: int = LARGEST) -> None:
        self._folder = folder
        self._processed = folder / ".Processed"
        self._name = name or folder.name
        self._largest = largest
        self._woken = threading.Event()
        self._seen: frozenset[str] | None = None
        try:
            make_maildir(folder)
            make_maildir(self._processed)
        except OSError as error:
            raise TransportDown(f"cannot use the maildir {folder}: {error.strerror}") from error

    @property
    def name(self) -> str:
        return self._name

    def fetch(self, known: Callable[[str], bool]) -> Iterator[Arrived]:
        """Yield the mails of new/ and cur/ in order of arrival. Raises TransportDown."""
        try:
            self._seen = self._names()
            files = sorted(self._files(), key=lambda file: (file.stat().st_mtime_ns, file.name))
            for file in files:
                key = _key(file.name)
                if not known(key):
                    yield self._read(key, file)
        except FileNotFoundError as error:
            # Somebody with a mail program moved a mail while we read: the next round sees it.
            if not (self._folder / "new").is_dir():
                raise TransportDown(f"the maildir {self._folder} is gone") from error
            self._seen = None
        except OSError as error:
            raise TransportDown(f"cannot read {self._folder}: {error.strerror}") from error

    def settle(self, keys: Sequence[str]) -> None:
        try:
            for key in keys:
                if (file := _find(self._folder, key)) is not None:
                    file.rename(self._processed / "cur" / f"{key}:2,S")
            _sync(self._processed / "cur")
            for part in ("new", "cur"):
                _sync(self._folder / part)
        except OSError:
            return

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._woken.wait(min(_TICK, left)):
                break
            try:
                if self._seen is None or self._names() - self._seen:
                    break
            except OSError:
                continue
        self._woken.clear()

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        self.wake()

    def _files(self) -> list[Path]:
        parts = (self._folder / "new", self._folder / "cur")
        return [file for part in parts for file in part.iterdir() if file.name[0] != "."]

    def _names(self) -> frozenset[str]:
        return frozenset(_key(file.name) for file in self._files())

    def _read(self, key: str, file: Path) -> Arrived:
        with file.open("rb") as stream:
            state = os.fstat(stream.fileno())
            whole = state.st_size <= self._largest
            raw = stream.read() if whole else _head(stream.read(HEADER_PART + TEXT_PART))
        received = datetime.fromtimestamp(state.st_mtime, UTC)
        return Arrived(self._name, key, received, raw, whole)


class MaildirPostman:
    """Delivers into maildirs under `root`; the folder is `layout` filled in for the recipient.

    The layout may use {address}, {local} (without a plus part) and {domain}, all lower-case.
    With `create` false only mailboxes that exist are delivered to, as on a mail server. The file
    name comes from the Message-ID: the same mail sent again after a crash is there once.
    """

    def __init__(self, root: Path, layout: str = "{address}", *, create: bool = True) -> None:
        self._root = root
        self._layout = layout
        self._create = create

    async def send(self, sender: str, recipient: str, mime: bytes) -> Outcome:
        try:
            folder = self._root / fill_layout(self._layout, recipient)
            stamped = _stamp(sender, recipient, mime)
            if self._create:
                make_maildir(folder)
            elif not (folder / "new").is_dir():
                return Outcome("refused", 550, f"there is no mailbox for {recipient}")
            drop(folder, _name_of(mime), stamped)
        except ValueError as error:
            return Outcome("refused", 553, str(error))
        except OSError as error:
            return Outcome("retry", 451, f"cannot deliver: {error.strerror}")
        return Outcome("sent", 250, "delivered to the maildir")

    async def close(self) -> None:
        return None


class PostOffice:
    """The embedded post office: everybody's mailbox is a maildir `root/address`.

    Plus parts do not count: as on a mail server, address+anything is address.
    The moderator needs no mail server with it: a game at one club table, a rehearsal, a test.
    """

    def __init__(self, root: Path, address: str) -> None:
        self._root = root
        self.address = address.lower()
        make_maildir(self.box(self.address))

    def inbox(self) -> MaildirInbox:
        """The moderator's mailbox."""
        return MaildirInbox(self.box(self.address), self.address)

    def postman(self) -> MaildirPostman:
        """Takes the moderator's mails to everybody's box."""
        return MaildirPostman(self._root, _BOX)

    def box(self, address: str) -> Path:
        """The maildir of an address. Raises ValueError for what cannot be one."""
        return self._root / fill_layout(_BOX, address)

    def player_inbox(self, address: str) -> MaildirInbox:
        """A player's mailbox, to read what the moderator wrote."""
        return MaildirInbox(self.box(address), address.lower())

    def write(
        self, sender: str, recipient: str, mime: bytes, arrived: datetime | None = None
    ) -> str:
        """Put a player's mail into a mailbox, the moderator's as a rule; give its key.

        It has *arrived* at that moment, now if none is named.
        """
        folder = self.box(recipient)
        make_maildir(folder)
        name = f"{time.time_ns()}.{os.getpid()}_{next(_count)}.moderator"
        drop(folder, name, _stamp(sender, recipient, mime))
        if arrived is not None:
            os.utime(folder / "new" / name, (arrived.timestamp(),) * 2)
        return name


def fill_layout(layout: str, address: str) -> str:
    """Turn an address into a relative path. Raises ValueError for anything not an address."""
    lower = address.lower()
    if not _ADDRESS.fullmatch(lower) or lower.startswith(".") or ".." in lower:
        raise ValueError(f"not an address that can have a mailbox: {address!r}")
    local, _, domain = lower.partition("@")
    return layout.format(address=lower, local=local.split("+")[0] or local, domain=domain)


def _stamp(sender: str, recipient: str, mime: bytes) -> bytes:
    """Add the envelope on top, as a delivery agent does (RFC 5321 4.4)."""
    if sender and not _ADDRESS.fullmatch(sender):
        raise ValueError(f"not an address: {sender!r}")
    return f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode() + mime


def _name_of(mime: bytes) -> str:
    head = mime.partition(b"\r\n\r\n")[0]
    match = _MESSAGE_ID.search(head)
    digest = hashlib.sha256(match[1] if match else mime).hexdigest()[:32]
    return f"{digest}.moderator"


def _head(start: bytes) -> bytes:
    """Cut what was read of an oversized mail down to its header and 64 KiB of text."""
    end = re.search(rb"\r?\n\r?\n", start)
    return start[: (end.end() if end else HEADER_PART) + TEXT_PART]


def _key(name: str) -> str:
    return name.partition(":")[0]


def _find(folder: Path, key: str) -> Path | None:
    fresh = folder / "new" / key
    if fresh.exists():
        return fresh
    with os.scandir(folder / "cur") as entries:
        return next((Path(one.path) for one in entries if _key(one.name) == key), None)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

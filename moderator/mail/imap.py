"""The inbox on an IMAP server: fetch, then IDLE in short slices, then look again.

State lives in our database, never in the server's flags: a key is "uidvalidity.uid", so a
mailbox whose numbers were changed is simply read again. The connection belongs to the one
thread that calls `fetch`, `settle` and `wait`, and is thrown away after any exception.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from secrets import randbelow

from moderator.mail.imap_session import (
    ImapSettings,
    LoginRefused,
    Session,
    is_busy,
    open_session,
)
from moderator.mail.transport import Arrived, TransportDown, one_line

log = logging.getLogger(__name__)

_CHUNK = 50
_CHUNK_BYTES = 4 * 1024 * 1024
_TRIES = 3
_LONGEST_PAUSE = 900.0
_IDLE_AGAIN = 3600.0


class ImapInbox:
    """Reads one folder. Nothing connects before the first `fetch`."""

    def __init__(self, settings: ImapSettings, name: str = "") -> None:
        self._settings = settings
        self._name = name or f"{settings.user}@{settings.host}/{settings.folder}"
        self._session: Session | None = None
        self._validity: int | None = None
        self._settled_below = 0
        self._highest = 0
        self._tries: dict[int, int] = {}
        self._failures = 0
        self._retry_at = 0.0
        self._trouble = TransportDown("not connected")
        self._idle_failures = 0
        self._idle_from = 0.0
        self._waker, self._wake_end = socket.socketpair()
        self._waker.setblocking(False)
        self._wake_end.setblocking(False)

    @property
    def name(self) -> str:
        return self._name

    def fetch(self, known: Callable[[str], bool]) -> Iterator[Arrived]:
        """Yield the mails not `known`, lowest UID first. Raises TransportDown.

        A mail that the server fails to hand out three times is yielded empty, so that it
        is on record and never asked for again.
        """
        session = self._open()
        try:
            uids = session.uids_above(self._settled_below)
        except Exception as error:
            raise self._lost(error) from None
        self._highest = max([self._highest, *uids])
        fresh = [uid for uid in uids if not known(f"{self._validity}.{uid}")]
        self._settled_below = fresh[0] - 1 if fresh else self._highest
        validity = self._validity
        for start in range(0, len(fresh), _CHUNK):
            yield from self._chunk(fresh[start : start + _CHUNK])
            if self._validity != validity:
                return

    def settle(self, keys: Sequence[str]) -> None:
        mine = [uid for key in keys if (uid := self._uid(key)) is not None]
        for start in range(0, len(mine), 10 * _CHUNK):
            try:
                self._open().file_away(mine[start : start + 10 * _CHUNK])
            except TransportDown:
                return
            except Exception as error:
                self._lost(error)
                return

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        try:
            if self._session is not None and self._session.uids_above(self._highest):
                return
        except Exception as error:
            self._lost(error)
        while (left := end - time.monotonic()) > 0:
            if self._session is None:
                self._sleep(min(left, max(0.0, self._retry_at - time.monotonic())))
                return
            if self._listen(self._session, left) or self._drain():
                return

    def wake(self) -> None:
        # The line is full: a wake is waiting already. Or it is closed: nobody waits any more.
        with contextlib.suppress(OSError):
            self._wake_end.send(b"w")

    def close(self) -> None:
        if self._session is not None:
            self._session.leave()
            self._session = None
        self._waker.close()
        self._wake_end.close()

    def _listen(self, session: Session, left: float) -> bool:
        """Wait for one slice; True when there is mail."""
        idles = session.can_idle and time.monotonic() >= self._idle_from
        try:
            if idles:
                news = session.idle(min(left, self._settings.idle_slice), self._waker)
                self._idle_failures = 0
            else:
                news = False
                self._sleep(min(left, self._settings.poll_every))
            # Some servers fall silent in IDLE; looking oneself costs two short commands.
            news = bool(session.uids_above(self._highest)) or news
        except Exception as error:
            self._lost(error)
            self._idle_failures += idles
            if self._idle_failures >= _TRIES:
                log.warning("%s: IDLE failed %d times; polling", self._name, _TRIES)
                self._idle_failures = 0
                self._idle_from = time.monotonic() + _IDLE_AGAIN
            return False
        self._failures = 0
        return news

    def _chunk(self, uids: Sequence[int]) -> Iterator[Arrived]:
        validity = self._validity
        try:
            got = self._take(self._open(), uids)
        except TransportDown:
            raise
        except Exception as error:
            if is_busy(error):
                raise self._lost(error) from None
            self._lost(error)
            got = []
            for uid in uids:
                # One poison mail must not stop the box, nor cost the others a try.
                if self._open(at_once=True).uidvalidity != validity:
                    return
                try:
                    got += self._take(self._open(), [uid])
                except Exception as trouble:
                    self._lost(trouble)
                    self._open(at_once=True)
                    got += self._failed(uid, trouble)
        yield from got

    def _take(self, session: Session, uids: Sequence[int]) -> list[Arrived]:
        sizes = session.sizes(uids)
        bodies: dict[int, bytes] = {}
        for batch in _batches({u: s for u, (s, _) in sizes.items() if s <= self._settings.largest}):
            bodies |= session.bodies(batch)
        got: list[Arrived] = []
        for uid in uids:
            size, received = sizes.get(uid, (0, datetime.now(UTC)))
            whole = size <= self._settings.largest
            raw = bodies.get(uid, b"") if whole else session.head(uid)
            if raw:
                self._tries.pop(uid, None)
                got.append(Arrived(self._name, f"{self._validity}.{uid}", received, raw, whole))
            else:
                got += self._failed(uid, "the server sent nothing")
        return got

    def _failed(self, uid: int, why: object) -> list[Arrived]:
        self._tries[uid] = self._tries.get(uid, 0) + 1
        log.warning("%s: mail %d cannot be fetched: %s", self._name, uid, one_line(str(why)))
        if self._tries[uid] < _TRIES:
            return []
        key = f"{self._validity}.{uid}"
        return [Arrived(self._name, key, datetime.now(UTC), b"", whole=False)]

    def _open(self, *, at_once: bool = False) -> Session:
        if self._session is not None:
            return self._session
        left = self._retry_at - time.monotonic()
        if left > 0 and not at_once:
            raise type(self._trouble)(str(self._trouble), left)
        try:
            session = open_session(self._settings)
        except TransportDown as down:
            raise self._lost(down) from None
        if session.uidvalidity != self._validity:
            if self._validity is not None:
                log.warning("%s: the mailbox was renumbered; reading all of it", self._name)
            self._validity = session.uidvalidity
            self._settled_below = self._highest = 0
            self._tries.clear()
        self._session = session
        return session

    def _lost(self, error: Exception) -> TransportDown:
        """Throw the connection away and set the time of the next attempt, with jitter."""
        if self._session is not None:
            self._session.abandon()
            self._session = None
        self._failures += 1
        first = self._settings.first_pause * (60 if isinstance(error, LoginRefused) else 1)
        pause = min(_LONGEST_PAUSE, first * 2 ** min(self._failures - 1, 20))
        pause *= 0.5 + randbelow(501) / 1000
        self._retry_at = time.monotonic() + pause
        if isinstance(error, TransportDown):
            text = str(error)
        else:
            words = one_line(str(error)) or type(error).__name__
            text = f"the connection to {self._settings.host} was lost: {words}"
        log.info("%s: %s", self._name, text)
        kind = LoginRefused if isinstance(error, LoginRefused) else TransportDown
        self._trouble = kind(text, pause)
        return self._trouble

    def _uid(self, key: str) -> int | None:
        validity, _, uid = key.partition(".")
        return int(uid) if validity == str(self._validity) and uid.isdigit() else None

    def _sleep(self, seconds: float) -> None:
        self._waker.settimeout(max(seconds, 0.001))
        try:
            self._waker.recv(64)
            # Left for `_drain`, which tells a wake from the end of the time.
            self._wake_end.send(b"w")
        except OSError:
            return
        finally:
            self._waker.setblocking(False)

    def _drain(self) -> bool:
        try:
            return bool(self._waker.recv(64))
        except OSError:
            return False


def _batches(sizes: dict[int, int]) -> Iterator[list[int]]:
    """Cut into batches of 4 MiB or one mail, so that a heap of large mails fits in memory."""
    batch: list[int] = []
    total = 0
    for uid, size in sizes.items():
        if batch and total + size > _CHUNK_BYTES:
            yield batch
            batch, total = [], 0
        batch.append(uid)
        total += size
    if batch:
        yield batch

"""The daemon: mail in, the rules, deadlines, mail out, until it is told to stop.

One thread owns the inbox and stores what arrives; one thread, the writer, handles mails and
deadlines one transaction at a time; the loop sends what is in the outbox.  A clock only wakes
the writer: the truth about deadlines is in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from moderator.mail.transport import Inbox, Outcome, Postman, TransportDown
from moderator.service import clock, intake, outbox
from moderator.service.club import Club
from moderator.store.database import DatabaseTrouble

LOOK_EVERY = timedelta(minutes=10)
"""The longest time between two looks at the deadlines."""
LISTEN = 60.0
POLL = 2.0
"""Seconds until what the command line has changed is noticed."""
REST = 30.0
BATCH = 20

log = logging.getLogger("moderator.daemon")
T = TypeVar("T")


def take_in(club: Club, inbox: Inbox) -> int:
    """Store every new mail and let the server file it away; return how many there were.

    Raises `TransportDown` and `DatabaseTrouble`; then nothing is lost: it is still there.
    """
    stale: list[str] = []

    def known(key: str) -> bool:
        stored = intake.known(club, inbox.name, key)
        if stored:
            stale.append(key)
        return stored

    new = 0
    for arrived in inbox.fetch(known):
        new += intake.store(club, arrived)
        inbox.settle([arrived.key])
    if stale:
        inbox.settle(stale)
    return new


def handle(club: Club) -> bool:
    """Handle one mail that waits; say whether there was one."""
    one = intake.handle_next(club)
    if one is not None:
        log.info("mail=%s state=%s receipt=%s reason=%r", one.inbound, one.state,
                 one.receipt or "-", one.reason)  # fmt: skip
    return one is not None


def tick(club: Club) -> None:
    """Send the reminders and apply the defaults that are due."""
    for game in clock.tick(club):
        log.info("deadline game=%s", game)


def tidy(club: Club) -> None:
    """Drop what is kept no longer; once a day is enough."""
    if forgotten := outbox.forget(club):
        log.info("forgotten=%s mails sent long ago", forgotten)


async def send_due(club: Club, postman: Postman) -> Counter[str]:
    """Send what is due and within the rate; return how many mails came to each verdict.

    A server that asks for a pause is left in peace: the other mails wait with the one.
    """
    verdicts: Counter[str] = Counter()
    while claimed := await asyncio.to_thread(outbox.claim, club, BATCH):
        rest: Outcome | None = None
        for one in claimed:
            outcome = rest or await postman.send(one.sender, one.recipient, one.mime)
            await asyncio.to_thread(outbox.settle, club, one.id, outcome)
            verdicts[outcome.verdict] += 1
            if outcome.verdict == "pause" and rest is None:
                rest = outcome
                log.error("no mail goes out for a while: %s", outcome.text)
            elif outcome.verdict in {"retry", "refused"}:
                log.warning("out=%s verdict=%s code=%s: %s", one.id, outcome.verdict,
                            outcome.code, outcome.text)  # fmt: skip
        if rest is not None:
            break
    if verdicts:
        log.info("outbox %s", " ".join(f"{name}={n}" for name, n in sorted(verdicts.items())))
    return verdicts


async def once(club: Club, inbox: Inbox, postman: Postman) -> bool:
    """Fetch, handle, look at the deadlines, send; say whether the mailbox could be read."""
    reached = True
    try:
        await asyncio.to_thread(take_in, club, inbox)
    except TransportDown as down:
        log.error("mailbox: %s", down)
        reached = False
    while await asyncio.to_thread(handle, club):
        pass
    await asyncio.to_thread(tick, club)
    await send_due(club, postman)
    return reached


def notify(state: str) -> None:
    """Tell systemd how we are (sd_notify); nothing happens without it."""
    place = os.environ.get("NOTIFY_SOCKET")
    if place:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
            line.connect("\0" + place[1:] if place[0] == "@" else place)
            line.send(state.encode())


class Daemon:
    """A club at work.  `run` returns after `stop`, or when a part of it has failed."""

    def __init__(self, club: Club, inbox: Inbox, postman: Postman) -> None:
        self._club, self._inbox, self._postman = club, inbox, postman
        self._stirred, self._posted, self._stopped = (asyncio.Event() for _ in range(3))
        self._writer = ThreadPoolExecutor(1, "writer")
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        self._listener = threading.Thread(target=self._listen, name="inbox", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaving = threading.Event()
        self._failed = False
        self._tidied: date | None = None

    def stop(self) -> None:
        """Finish the transaction at hand, and end.  May be called by a signal."""
        self._leaving.set()
        for event in (self._stopped, self._stirred, self._posted):
            event.set()
        self._inbox.wake()

    async def run(self) -> bool:
        """Serve the club; say whether it ended because it was told to."""
        self._loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self.stop)
        held = await self._in_writer(lambda: outbox.release(self._club))
        log.info("ready; address=%s interrupted=%s", self._club.settings.club.address, held)
        self._scheduler.start()
        self._listener.start()
        tasks = [
            asyncio.create_task(part())
            for part in (self._write, self._send, self._watch, self._stopped.wait)
        ]
        notify("READY=1")
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if (error := task.exception()) is not None:
                log.error("the daemon ends: %s: %s", type(error).__name__, error, exc_info=error)
                self._failed = True
        notify("STOPPING=1")
        log.info("stopping")
        self.stop()
        await self._leave(tasks)
        return not self._failed

    async def _leave(self, tasks: list[asyncio.Task[Any]]) -> None:
        """Give every part the time to end its transaction; the outbox goes on next time."""
        _, late = await asyncio.wait(tasks, timeout=REST)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._scheduler.shutdown(wait=False)
        self._writer.shutdown()
        await asyncio.to_thread(self._listener.join, 10)
        self._inbox.close()
        await self._postman.close()

    def _listen(self) -> None:
        """The inbox thread: take in, tell the writer, wait for more."""
        while not self._leaving.is_set():
            pause = LISTEN
            try:
                if new := take_in(self._club, self._inbox):
                    log.info("arrived=%s", new)
                    self._call(self._stirred.set)
            except TransportDown as down:
                pause = max(down.retry_in, 1.0)
                log.error("mailbox: %s; next try in %.0f s", down, pause)
            except DatabaseTrouble as trouble:
                pause = REST
                log.error("%s; next try in %.0f s", trouble, pause)
            except Exception:
                log.exception("the inbox failed")
                self._call(self._fail)
                return
            self._inbox.wait(pause)

    async def _write(self) -> None:
        """The writer: every mail that waits, then what is due, then set the clock."""
        while not self._leaving.is_set():
            self._stirred.clear()
            try:
                while not self._leaving.is_set() and await self._in_writer(
                    lambda: handle(self._club)
                ):
                    self._posted.set()
                await self._in_writer(lambda: tick(self._club))
                if self._tidied != (today := self._club.now().date()):
                    await self._in_writer(lambda: tidy(self._club))
                    self._tidied = today
                wake = await self._in_writer(lambda: clock.next_wake(self._club))
            except DatabaseTrouble as trouble:
                log.error("%s; next try in %.0f s", trouble, REST)
                wake = datetime.now(UTC) + timedelta(seconds=REST)
            self._posted.set()
            self._set_clock(wake)
            await self._stirred.wait()

    def _set_clock(self, wake: datetime | None) -> None:
        latest = datetime.now(UTC) + LOOK_EVERY
        self._scheduler.add_job(
            self._ring, DateTrigger(min(wake or latest, latest)), id="clock",
            replace_existing=True, misfire_grace_time=None,
        )  # fmt: skip

    async def _ring(self) -> None:
        self._stirred.set()

    async def _send(self) -> None:
        """The outbox: one mail after another, within the rate allowed."""
        while not self._leaving.is_set():
            self._posted.clear()
            try:
                await send_due(self._club, self._postman)
                due = await asyncio.to_thread(outbox.next_due, self._club)
            except DatabaseTrouble as trouble:
                log.error("%s; next try in %.0f s", trouble, REST)
                due = self._club.now() + timedelta(seconds=REST)
            # What is due and was not taken is over the rate: a little room comes every second.
            seconds = (due - self._club.now()).total_seconds() if due else LISTEN
            await _within(self._posted, min(max(seconds, 1.0), LISTEN))

    async def _watch(self) -> None:
        """Notice what the command line has done, and tell systemd that all is well."""
        seen = self._club.database.changes()
        while not self._leaving.is_set():
            await _within(self._stopped, POLL)
            notify("WATCHDOG=1")
            now = self._club.database.changes()
            if now != seen:
                seen = now
                self._stirred.set()

    async def _in_writer(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, work)

    def _call(self, function: Callable[[], object]) -> None:
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop is closed: we are leaving
            self._loop.call_soon_threadsafe(function)

    def _fail(self) -> None:
        self._failed = True
        self.stop()


async def _within(event: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)

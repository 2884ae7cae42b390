"""A guarded child process that reads mails, one at a time, and is replaced when it fails."""

from __future__ import annotations

import multiprocessing
import resource
import signal
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import TracebackType

from moderator.mail.letter import Letter, Own
from moderator.mail.reader import read, unreadable

SECONDS = 10.0
MEMORY = 512 * 1024 * 1024


class Reader:
    """Reads mails in a child process, at most *seconds* and *memory* bytes for each.

    A mail that takes more comes back as a letter of kind "unreadable", and the next one
    meets a fresh child.  Use it as a context manager, from one thread.
    """

    def __init__(self, own: Own, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self._own = own
        self._seconds = seconds
        self._memory = memory
        self._child: tuple[SpawnProcess, Connection] | None = None

    def __enter__(self) -> Reader:
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process id of the child, None while there is none."""
        return self._child[0].pid if self._child else None

    def read(self, raw: bytes) -> Letter:
        """Return *raw* as it is understood; never raises for any bytes."""
        _, connection = self._child if self._alive() and self._child else self._start()
        try:
            connection.send_bytes(raw)
            if connection.poll(self._seconds):
                letter = connection.recv()
                if isinstance(letter, Letter):
                    return letter
            reason = "took too long"
        except (EOFError, OSError):
            reason = "the reader broke down"
        self.close()
        return unreadable(raw, reason)

    def close(self) -> None:
        """End the child at once; the next mail starts another."""
        if self._child is None:
            return
        process, connection = self._child
        self._child = None
        connection.close()
        process.kill()
        process.join()
        process.close()

    def _alive(self) -> bool:
        if self._child and not self._child[0].is_alive():
            self.close()
        return self._child is not None

    def _start(self) -> tuple[SpawnProcess, Connection]:
        self.close()
        # Not fork: the parent may hold threads and open databases.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_serve, args=(theirs, self._own, self._memory), name="mail-reader", daemon=True
        )
        process.start()
        theirs.close()
        # The first mail must not pay for the start of an interpreter out of its own time.
        ours.poll(60)
        ours.recv()
        self._child = (process, ours)
        return self._child


def _serve(connection: Connection, own: Own, memory: int) -> None:
    """Read mails from the parent until it closes its end; the child's whole life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    connection.send("ready")
    while True:
        try:
            raw = connection.recv_bytes()
        except EOFError:
            return
        connection.send(read(raw, own))

"""A club served by a real daemon, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from moderator.mail.maildir import PostOffice

PROGRAM = "import sys; from moderator.cli import main; sys.argv[0] = 'moderator'; main()"


@dataclass
class Served:
    """The club's folder, its post office, and the process that serves it."""

    folder: Path
    office: PostOffice
    log: Path
    process: subprocess.Popen[bytes]

    def call(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run another command on the club."""
        words = [sys.executable, "-c", PROGRAM, "--config", self.folder, *arguments]
        return subprocess.run(
            [str(word) for word in words], capture_output=True, text=True, check=False, timeout=120
        )

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def mails(self, address: str) -> list[Path]:
        """Return the mails that an address has got."""
        new = self.folder / "mail" / address / "new"
        return sorted(new.iterdir()) if new.is_dir() else []

    def until(self, true: Callable[[], object]) -> None:
        """Wait for something that must come about."""
        end = time.monotonic() + 60
        while not true():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[], Served]]:
    """Make a club and start its daemon; a second call starts it again on the same club."""
    folder = tmp_path / "club"
    begin = [sys.executable, "-c", PROGRAM]
    subprocess.run([*begin, "init", folder], check=True, capture_output=True)
    office = PostOffice(folder / "mail", "play@games.example")
    started: list[Served] = []

    def start() -> Served:
        log = tmp_path / f"log{len(started)}"
        with log.open("wb") as file:
            process = subprocess.Popen(
                [*begin, "--config", folder, "run"], stderr=file,
                env={k: v for k, v in os.environ.items() if k != "NOTIFY_SOCKET"}
                | {"NOTIFY_SOCKET": str(tmp_path / "notify")},
            )  # fmt: skip
        served = Served(folder, office, log, process)
        started.append(served)
        served.until(lambda: b"ready" in log.read_bytes())
        return served

    yield start
    for served in started:
        if served.process.poll() is None:
            served.process.kill()
            served.process.wait()

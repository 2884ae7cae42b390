"""Killed at any moment and started again: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections import Counter
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

from moderator.service import intake, outbox, waiting_room
from tests.clubhouse.hall import Hall

KILLS = 20
NAMES = ("anna", "ben")


def work(folder: Path, ready: Any) -> None:
    """Take in, handle and send, one mail at a time, until killed."""
    hall = Hall(folder)
    outbox.release(hall.club)
    postman = hall.office.postman()
    ready.set()
    while True:
        hall.take_in()
        busy = intake.handle_next(hall.club) is not None
        for one in outbox.claim(hall.club, 1):
            busy = True
            asyncio.run(outbox.send(hall.club, postman, one))
        if not busy:
            time.sleep(0.02)


def start(folder: Path) -> Any:
    """Start the club's process and wait until it works.

    A fork starts at once, with all templates read.
    """
    fork = multiprocessing.get_context("fork")
    ready = fork.Event()
    child = fork.Process(target=work, args=(folder, ready), daemon=True)
    child.start()
    assert ready.wait(60)
    return child


def kill(child: Any) -> None:
    child.kill()
    child.join(10)


def box(hall: Hall, name: str) -> list[EmailMessage]:
    """Read a mailbox without moving anything."""
    inbox = hall.office.player_inbox(f"{name}@example.org")
    raws = list(inbox.fetch(lambda key: False))
    return [message_from_bytes(arrived.raw, policy=policy.default) for arrived in raws]


class Table:
    """The players, who answer each question once, as soon as it has reached them."""

    def __init__(self, hall: Hall, game: str) -> None:
        self.hall, self.game, self.rng = hall, game, Random(4)
        self.answered: dict[tuple[int, str], str] = {}

    def play(self) -> None:
        with suppress(LookupError):  # the game has not begun
            loaded = self.hall.load(self.game)
            for seat, ask in loaded.run.waiting.items():
                player = self.hall.seated(self.game)[seat]
                mails = box(self.hall, player.name)
                place = (loaded.batch, seat)
                if place not in self.answered and mails:
                    self.answered[place] = ask.domain.sample(self.rng)
                    address = str(mails[-1]["Reply-To"])
                    player.write("", self.answered[place], to=address)


def test_whenever_it_is_killed_every_mail_is_handled_and_sent_exactly_once(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "club"
    Hall(tmp_path / "other").begin(names=NAMES)  # reads the templates
    hall = Hall(folder)
    game = hall.create(seats=2)
    for name in NAMES:
        hall.player(name).write("", f"join {game}")
    table, rng = Table(hall, game), Random(9)
    for _ in range(KILLS):
        child = start(folder)
        try:
            end = time.monotonic() + rng.uniform(0.02, 1.6)
            while time.monotonic() < end:
                table.play()
                time.sleep(0.05)
        finally:
            kill(child)
        release(hall)
    settle(hall, table)


def release(hall: Hall) -> None:
    """Let the moderator release what was being handled at four deaths running."""
    with hall.database.writing() as session:
        for row in hall.inbound():
            if row.state == "aside":
                assert "three times" in row.reason
                waiting_room.release(session, row.id or 0)


def settle(hall: Hall, table: Table) -> None:
    """Let a sound process finish what the killed ones left; then count everything."""
    child = start(hall.folder)
    try:
        end = time.monotonic() + 60
        while not idle(hall):
            assert time.monotonic() < end
            time.sleep(0.1)
    finally:
        kill(child)
    assert {row.state for row in hall.inbound()} == {"done"}
    written = sum(hall.player(name).written for name in NAMES)
    assert len(hall.inbound()) == written
    given = Counter((who, text) for who, _, text, source in hall.tape(table.game)
                    if source == "mail")  # fmt: skip
    sent = Counter((seat, text) for (_, seat), text in table.answered.items())
    assert given == sent
    assert len(table.answered) >= 4
    for name in NAMES:
        there = Counter(str(mail["Message-ID"]) for mail in everything(hall, name))
        sent_to = {
            row.message_id for row in hall.outbound() if row.recipient == f"{name}@example.org"
        }
        assert set(there) == sent_to
        assert set(there.values()) == {1}


def idle(hall: Hall) -> bool:
    """Say whether nothing is left to take in, to handle or to send; looked at in that order,
    which is the way of a mail.
    """
    if list(hall.inbox.fetch(lambda key: False)):
        return False
    if any(row.state in {"new", "working"} for row in hall.inbound()):
        return False
    return all(row.state == "sent" for row in hall.outbound())


def everything(hall: Hall, name: str) -> list[EmailMessage]:
    return [*hall.player(name).mails, *box(hall, name)]

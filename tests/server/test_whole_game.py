"""A whole game over real mail servers, while the moderator's process is killed again and again."""

from __future__ import annotations

import smtplib
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import select

from moderator import titles
from moderator.engine import Run, Title
from moderator.kit.foresight import by_turns, whole_turn
from moderator.mail.imap import ImapInbox
from moderator.service import record, waiting_room
from moderator.settings import load
from moderator.store import games
from moderator.store.database import Database
from moderator.store.tables import InboundRow, OutboundRow, PlayerRow

pytestmark = pytest.mark.server

PROGRAM = "import sys; from moderator.cli import main; sys.argv[0] = 'moderator'; main()"
NAMES = ("anna", "ben", "carla", "dora")
TIME = 900.0
DEATHS = 12
PATIENCE = 20.0
"""Seconds after which a player whose turn still waits for more just ends it."""
SETTINGS = """
database = "sqlite:///moderator.db"
key = {{ file = "moderator.key" }}

[club]
name = "Roses"
address = "{address}"
moderators = []

[mail.incoming]
kind = "imap"
host = "{host}"
port = {imap_port}
user = "{address}"
password = {{ file = "password" }}
ca_file = "{ca_file}"

[mail.outgoing]
kind = "smtp"
host = "{host}"
port = {smtp_port}
security = "starttls"
user = "{address}"
password = {{ file = "password" }}
ca_file = "{ca_file}"

[limits]
mails_a_minute = 100000
answers_an_hour = 100000
answers_a_day = 100000
all_answers_in_ten_minutes = 100000
"""


@dataclass
class Daemon:
    """`moderator run`, to be killed and started again."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0

    def words(self, *arguments: str) -> list[str]:
        return [sys.executable, "-c", PROGRAM, "--config", str(self.folder), *arguments]

    def call(self, *arguments: str) -> None:
        done = subprocess.run(self.words(*arguments), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it and wait until it serves the club."""
        before = self.said("ready;")
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.words("run"), stdout=log, stderr=log)
        end = time.monotonic() + 60
        while self.said("ready;") == before:
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def said(self, words: str) -> int:
        log = self.folder / "log"
        return log.read_text().count(words) if log.exists() else 0

    def kill(self) -> None:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "log").read_text()
        self.process.kill()
        self.process.wait(30)
        self.deaths += 1


@dataclass
class Player:
    """Somebody who reads by IMAP and writes by SMTP."""

    servers: Any
    name: str
    mails: list[EmailMessage] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    written: int = 0

    @property
    def address(self) -> str:
        return f"{self.name}@{self.servers.domain}"

    def look(self) -> None:
        """Read what is new, leaving it where it is."""
        inbox = ImapInbox(self.servers.imap(self.address))
        try:
            for arrived in inbox.fetch(lambda key: key in self.keys):
                self.keys.add(arrived.key)
                self.mails.append(message_from_bytes(arrived.raw, policy=policy.default))
        finally:
            inbox.close()

    def write(self, subject: str, body: str, to: str, answers: str = "") -> None:
        self.written += 1
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.address, to, subject
        mail["Message-ID"] = f"<{self.name}-{self.written}@{self.servers.domain}>"
        mail["Date"] = f"Sun, 01 Mar 2026 12:{self.written % 60:02}:00 +0000"
        if answers:
            mail["In-Reply-To"] = answers
        mail.set_content(body)
        context = ssl.create_default_context(cafile=self.servers.ca_file)
        with smtplib.SMTP(self.servers.host, self.servers.smtp_port, timeout=30) as line:
            line.starttls(context=context)
            line.login(self.address, self.servers.users[self.address])
            line.send_message(mail)


@pytest.fixture
def daemon(clean_servers: Any, tmp_path: Path) -> Iterator[Daemon]:
    """A club on the mail servers, with a game to join; not started."""
    servers = clean_servers
    (tmp_path / "moderator.key").write_text("k" * 40)
    (tmp_path / "password").write_text(servers.users[servers.moderator])
    text = SETTINGS.format(
        address=servers.moderator,
        host=servers.host,
        imap_port=servers.imaps_port,
        smtp_port=servers.smtp_port,
        ca_file=servers.ca_file,
    )
    (tmp_path / "moderator.toml").write_text(text)
    made = Daemon(tmp_path)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.process.kill()
        made.process.wait(30)


@dataclass
class Hall:
    """The game as the database has it, and the players."""

    database: Database
    title: Title[Any, Any]
    players: dict[str, Player]
    rng: Random = field(default_factory=lambda: Random(3))
    answered: dict[tuple[int, str], str] = field(default_factory=dict)
    written: dict[tuple[int, str], float] = field(default_factory=dict)
    """When the answer went out."""
    ended: Counter[str] = field(default_factory=Counter)
    """Turns that were ended by a second mail, by seat."""

    @property
    def game(self) -> str:
        return f"{self.title.name}-1"

    def over(self) -> bool:
        with self.database.reading() as session:
            return games.find(session, self.game).status == "over"

    def step(self) -> None:
        """Let everybody answer what he has been asked by mail and not answered yet."""
        with self.database.reading() as session:
            game = games.find(session, self.game)
            if game.status != "running":
                return
            loaded = games.resume(session, game, game.created)
            seats = {
                row.seat: session.get_one(PlayerRow, row.player_id).address.partition("@")[0]
                for row in games.seats(session, game)
            }
            todo = [
                (seat, seats[seat], self.words(loaded.run, seat))
                for seat in loaded.run.waiting
                if (loaded.batch, seat) not in self.answered
            ]
            batch = loaded.batch
            late = [
                seat
                for seat in loaded.run.waiting
                if time.monotonic() - self.written.get((batch, seat), time.monotonic()) > PATIENCE
            ]
        for seat, name, text in todo:
            self.say(batch, seat, self.players[name], text)
        for seat in late if by_turns(self.title) else ():
            self.ended[seat] += 1
            self.say(batch, seat, self.players[seats[seat]], "end")

    def words(self, run: Run[Any], seat: str) -> str:
        """Return what a player writes: a whole turn where a mail may hold one."""
        if by_turns(self.title):
            return "\n".join(whole_turn(run, seat, self.title.bot, self.rng))
        return self.title.bot(self.title.view(run.state, seat), run.waiting[seat], self.rng)

    def say(self, batch: int, seat: str, player: Player, text: str) -> None:
        """Reply to the newest mail."""
        player.look()
        asking = [m for m in player.mails if m["Reply-To"] and f"[{self.game}]" in m["Subject"]]
        if asking:
            before = self.answered.get((batch, seat))
            self.answered[batch, seat] = f"{before}\n{text}" if before else text
            self.written[batch, seat] = time.monotonic()
            last = asking[-1]
            player.write(f"Re: {last['Subject']}", text, str(last["Reply-To"]))


@pytest.mark.parametrize(
    ("title", "options"),
    [("feudo", ()), ("kingmaker", ("deal=whole", "places=short", "rounds=3"))],
)
def test_a_game_whose_moderator_is_killed_loses_and_doubles_nothing(
    clean_servers: Any, daemon: Daemon, eventually: Any, title: str, options: tuple[str, ...]
) -> None:
    chosen = [word for option in options for word in ("--option", option)]
    daemon.call("game", "create", title, "--seats", "4", *chosen)
    hall = Hall(
        Database(load(daemon.folder).database_url),
        titles.find(title),
        {name: Player(clean_servers, name) for name in NAMES},
    )
    for player in hall.players.values():
        player.write(f"join {hall.game}", f"join {hall.game}", clean_servers.moderator)
    rng, end = Random(5), time.monotonic() + TIME
    while not hall.over():
        daemon.start()
        life = time.monotonic() + (rng.uniform(0.5, 12.0) if daemon.deaths < DEATHS else TIME)
        while time.monotonic() < life and not hall.over():
            hall.step()
            release(hall)
            time.sleep(0.1)
        daemon.kill()
        release(hall)
        assert time.monotonic() < end, (daemon.folder / "log").read_text()[-4000:]
    daemon.start()
    eventually(lambda: all(state == "sent" for state in states(hall, OutboundRow)), 60)
    eventually(lambda: arrived(hall), 30)
    daemon.kill()
    assert daemon.deaths >= 3
    check(hall)


def release(hall: Hall) -> None:
    """Let the moderator release what was being handled at four deaths running."""
    if "aside" not in states(hall, InboundRow):
        return
    with hall.database.writing() as session:
        for number in session.exec(select(InboundRow.id).where(InboundRow.state == "aside")).all():
            waiting_room.release(session, number or 0)


def states(hall: Hall, table: Any) -> list[str]:
    with hall.database.reading() as session:
        return list(session.exec(select(table.state)).all())


def arrived(hall: Hall) -> bool:
    """Say whether every mail that was sent lies in its reader's box."""
    for player in hall.players.values():
        with suppress(OSError):
            player.look()
    with hall.database.reading() as session:
        sent = set(session.exec(select(OutboundRow.message_id)).all())
    return sent <= {str(m["Message-ID"]) for p in hall.players.values() for m in p.mails}


def once(hall: Hall, tape: Sequence[Any]) -> None:
    """Assert that what was written stands on the tape, and nothing of it twice."""
    written = Counter(
        (seat, line) for (_, seat), text in hall.answered.items() for line in text.splitlines()
    )
    if by_turns(hall.title):
        looks = {"ahead", "attacks", "over"}  # a look at lines that wait, or at what is left
        lines = Counter(
            (row.who, line)
            for row in tape
            if row.source in {"mail", "queue"} and row.kind not in looks
            for line in row.text.splitlines()
        )
        assert lines <= written
        assert lines.total() > written.total() / 2
    else:
        given = Counter(row.who for row in tape if row.source == "mail")
        assert given == Counter(seat for _, seat in hall.answered)


def check(hall: Hall) -> None:
    """Every mail handled once, every answer on the tape once, every report in its box."""
    assert set(states(hall, InboundRow)) == {"done"}
    assert len(states(hall, InboundRow)) == sum(p.written for p in hall.players.values())
    with hall.database.reading() as session:
        game = games.find(session, hall.game)
        once(hall, games.tape(session, game))
        tape = record.tape(session, game)
        rows = session.exec(select(OutboundRow)).all()
        sent = {p: {r.message_id for r in rows if r.recipient == p} for p in
                {row.recipient for row in rows}}  # fmt: skip
        retried = {row.message_id for row in rows if row.attempts > 1}
    assert record.check(tape)[1]
    for player in hall.players.values():
        there = Counter(str(mail["Message-ID"]) for mail in player.mails)
        assert set(there) == sent[player.address]
        doubled = {one for one, count in there.items() if count > 1}
        # A kill between the server's 250 and our note of it sends the same bytes again, under
        # the same Message-ID: readers show them once.  Nothing else may come twice.
        assert doubled <= retried

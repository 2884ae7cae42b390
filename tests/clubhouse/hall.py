"""A club in a folder, on the embedded post office, with a clock that a test sets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlmodel import select

from moderator import titles
from moderator.engine import Ask
from moderator.mail.letter import Letter
from moderator.mail.maildir import PostOffice
from moderator.mail.reader import read
from moderator.reports.template import load as load_templates
from moderator.service import agenda, clock, intake, lobby, outbox
from moderator.service import club as clubs
from moderator.settings import Settings
from moderator.store import games
from moderator.store.database import Database
from moderator.store.games import Loaded
from moderator.store.tables import InboundRow, OutboundRow, PlayerRow, SeatRow
from tests.toy.crown import CROWN
from tests.toy.sheets import SHEETS

ADDRESS = "play@games.example"
KEEPER = "gm@games.example"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TOYS = Path(__file__).parents[1] / "toy" / "templates"
NAMES = ("anna", "ben", "carla", "dora")
SECRET = b"s" * 32
TEMPLATES = load_templates([TOYS])
"""Read once: a test changes no template."""


def settings(folder: Path, club: Mapping[str, Any], limits: Mapping[str, Any]) -> Settings:
    """Return the settings of a club in *folder*, with these keys of two tables changed."""
    (folder / "key").write_text("k" * 40, encoding="utf-8")
    wide = {
        "mails_a_minute": 100_000,
        "answers_an_hour": 100_000,
        "answers_a_day": 100_000,
        "all_answers_in_ten_minutes": 100_000,
    }
    return Settings.model_validate(
        {
            "club": {
                "name": "Roses",
                "address": ADDRESS,
                "moderators": [KEEPER],
                "keeper": "Greta",
                **club,
            },
            "mail": {
                "incoming": {"kind": "maildir", "folder": "in"},
                "outgoing": {"kind": "maildir", "folder": "out"},
            },
            "key": {"file": "key"},
            "folder": folder,
            "limits": {**wide, **limits},
        }
    )


class Hall:
    """The club and everybody who writes to it."""

    def __init__(
        self,
        folder: Path,
        *,
        club: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        titles.add(CROWN)
        titles.add(SHEETS)
        self.folder = folder
        self.now = NOON
        made = settings(folder, club or {}, limits or {})
        self.database = Database(made.database_url)
        self.database.upgrade()
        self.club = clubs.Club(
            made,
            self.database,
            clubs.signer(made),
            TEMPLATES,
            self._read,
            lambda: self.now,
        )
        self.office = PostOffice(folder / "post", ADDRESS)
        self.inbox = self.office.inbox()
        self.players = {"gm": Player(self, "gm", KEEPER)}

    def _read(self, raw: bytes) -> Letter:
        return read(raw, self.club.own())

    def create(self, title: str = "crown", name: str = "", seats: int = 0, **options: str) -> str:
        """Make a game with a known dice secret; return its name."""
        with self.database.writing() as session:
            game = lobby.create(
                self.club, session, title, name=name, seats=seats, options=options, secret=SECRET
            )
            return game.name

    def player(self, name: str) -> Player:
        """Return who writes from name@example.org."""
        return self.players.setdefault(name, Player(self, name))

    @property
    def keeper(self) -> Player:
        return self.players["gm"]

    def begin(
        self, title: str = "crown", names: tuple[str, ...] = NAMES, name: str = "", **options: str
    ) -> str:
        """Make a game and fill it; return its name."""
        game = self.create(title, name, len(names), **options)
        for one in names:
            self.player(one).write(f"join {game}", f"join {game} word {one}rose")
        self.pump()
        return game

    def take_in(self) -> None:
        """Store what lies in the mailbox."""
        for arrived in list(self.inbox.fetch(lambda k: intake.known(self.club, ADDRESS, k))):
            intake.store(self.club, replace(arrived, received=self.now))
            self.inbox.settle([arrived.key])

    def handle(self) -> list[intake.Handled]:
        """Take mail in and handle it; nothing is sent."""
        self.take_in()
        return intake.handle_all(self.club)

    def send(self) -> None:
        """Send all that is due."""
        asyncio.run(self._send())

    async def _send(self) -> None:
        postman = self.office.postman()
        while claimed := outbox.claim(self.club, 500):
            for one in claimed:
                await outbox.send(self.club, postman, one)

    def pump(self) -> list[intake.Handled]:
        """Take in, handle, send, and let everybody read."""
        handled = self.handle()
        self.send()
        for player in self.players.values():
            player.look()
        return handled

    def wait(self, **span: float) -> list[str]:
        """Let time pass, then do what is due."""
        self.now += timedelta(**span)
        touched = clock.tick(self.club)
        self.pump()
        return touched

    def load(self, game: str) -> Loaded:
        """Return the game in memory; changes to it are lost."""
        with self.database.reading() as session:
            return agenda.resume(self.club, session, games.find(session, game))

    def waiting(self, game: str) -> dict[str, Ask[Any]]:
        loaded = self.load(game)
        return dict(loaded.run.waiting) if loaded.game.status == "running" else {}

    def status(self, game: str) -> str:
        with self.database.reading() as session:
            return games.find(session, game).status

    def seat(self, game: str, name: str) -> str:
        """Return the seat that *name* plays."""
        return next(seat for seat, player in self.seated(game).items() if player.name == name)

    def seated(self, game: str) -> dict[str, Player]:
        """Return who plays each seat."""
        with self.database.reading() as session:
            row = games.find(session, game)
            return {
                seat.seat: self.player(
                    session.get_one(PlayerRow, seat.player_id).address.partition("@")[0]
                )
                for seat in games.seats(session, row)
            }

    def seat_row(self, game: str, seat: str) -> SeatRow:
        with self.database.reading() as session:
            rows = games.seats(session, games.find(session, game))
            return next(row for row in rows if row.seat == seat)

    def tape(self, game: str) -> list[tuple[str, str, str, str]]:
        """Return who, kind, text and source of each entry that counts."""
        with self.database.reading() as session:
            rows = games.tape(session, games.find(session, game))
            return [(row.who, row.kind, row.text, row.source) for row in rows]

    def inbound(self) -> list[InboundRow]:
        with self.database.reading() as session:
            return list(session.exec(select(InboundRow).order_by("id")).all())

    def outbound(self) -> list[OutboundRow]:
        with self.database.reading() as session:
            return list(session.exec(select(OutboundRow).order_by("id")).all())

    def answer(self, game: str, *texts: str) -> None:
        """Let the players answer what is asked, each text by the one seat that is asked."""
        for text in texts:
            (seat,) = self.waiting(game)
            self.seated(game)[seat].reply(*text.split("\n"))
            self.pump()


@dataclass
class Player:
    """Somebody with a mailbox who writes mails as mail programs do."""

    hall: Hall
    name: str
    address: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    written: int = 0

    def __post_init__(self) -> None:
        self.address = self.address or f"{self.name}@example.org"

    def look(self) -> list[EmailMessage]:
        """Read the mailbox; return what is new."""
        inbox = self.hall.office.player_inbox(self.address)
        fresh = []
        for arrived in list(inbox.fetch(lambda key: False)):
            fresh.append(message_from_bytes(arrived.raw, policy=policy.default))
            inbox.settle([arrived.key])
        self.mails += fresh
        return fresh

    @property
    def last(self) -> EmailMessage:
        """The newest mail."""
        return self.mails[-1]

    @property
    def receipt(self) -> EmailMessage:
        """The newest acknowledgement."""
        return self.newest("(receipt ")

    def newest(self, subject: str) -> EmailMessage:
        """Return the newest mail whose subject has *subject* in it."""
        found = [mail for mail in self.mails if subject in mail["Subject"]]
        assert found, f"no '{subject}' among {[str(mail['Subject']) for mail in self.mails]}"
        return found[-1]

    def raw(
        self,
        subject: str,
        body: str,
        *,
        to: str = ADDRESS,
        sender: str = "",
        message_id: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Return a mail as bytes."""
        self.written += 1
        named = message_id or f"<{self.name}-{self.written}@example.org>"
        head = {
            "From": f"{self.name.title()} <{sender or self.address}>",
            "To": to,
            "Subject": subject,
            "Message-ID": named,
            "Date": "Sun, 01 Mar 2026 12:00:00 +0000",
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            **(headers or {}),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
        return f"{lines}\r\n{body}\r\n".replace("\r\n", "\n").replace("\n", "\r\n").encode()

    def write(self, subject: str, body: str, *, to: str = ADDRESS, **more: Any) -> None:
        """Write a mail that is no reply."""
        self.put(self.raw(subject, body, to=to, **more), to=to)

    def put(self, raw: bytes, *, to: str = ADDRESS) -> None:
        """Put bytes into the moderator's mailbox."""
        self.hall.office.write(self.address, to, raw)

    def reply(
        self, *lines: str, mail: EmailMessage | None = None, to: str = "", **more: Any
    ) -> None:
        """Reply to *mail*, the newest one as a rule."""
        mail = mail or self.last
        to = to or str(mail["Reply-To"])
        headers = {"In-Reply-To": str(mail["Message-ID"]), **more.pop("headers", {})}
        self.write(f"Re: {mail['Subject']}", "\n".join(lines), to=to, headers=headers, **more)


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail, each run of white space as one blank."""
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(part.get_content().split())


def raw_text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail as it is."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def token_of(mail: EmailMessage) -> str:
    """Return the token in the reply address of a mail."""
    found = re.search(r"\+([a-z2-7]{16})@", str(mail["Reply-To"]))
    assert found is not None
    return found[1]


_VERDICTS = {"DONE": "done", "NOT DONE": "not done", "KEPT FOR LATER": "kept"} | {
    "WOULD BE DONE": "done", "WOULD NOT BE DONE": "not done", "WOULD BE KEPT FOR LATER": "kept"
}  # fmt: skip


def verdicts(mail: EmailMessage) -> dict[int, tuple[str, str]]:
    """Return of an acknowledgement, by line number, what became of it and all that is said."""
    found: dict[int, tuple[str, str]] = {}
    verdict, number = "", 0
    for line in raw_text_of(mail).splitlines():
        if line in _VERDICTS:
            verdict = _VERDICTS[line]
        elif line and line[0] not in " \t":
            verdict = ""
        elif verdict and (one := re.match(r" {0,2}(\d+)  (?=\S)(.*)", line)):
            number = int(one[1])
            found[number] = (verdict, one[2])
        elif verdict and line.strip():
            found[number] = (verdict, f"{found[number][1]} {line.strip()}")
    return found

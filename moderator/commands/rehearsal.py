"""A whole game by mail in one process: players who write as people do, and a clock that runs fast.

All the moderator does is what the daemon does: `daemon.once` at each moment of the clock.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default as modern
from random import Random
from typing import Any

from sqlalchemy import func
from sqlmodel import col, select

from moderator import daemon
from moderator.commands import penfriends, table_talk
from moderator.commands.company import Figures, Person, Planned, Watched
from moderator.commands.penfriends import Quoted, Writer
from moderator.engine import Ask, Title
from moderator.kit.foresight import by_turns, whole_turn
from moderator.mail.maildir import PostOffice
from moderator.reports import news
from moderator.reports.parts import Player
from moderator.service import agenda, clock, frames, lobby
from moderator.service.club import Club
from moderator.store import games
from moderator.store.games import Loaded
from moderator.store.tables import OutboundRow

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Carla", "Dimitri", "Elif", "Farid", "Greta")
_PICTURE = b"\r\nContent-Type: image/png"
TYPO, PRESS = 0.05, 0.05
LATE = (7, 15)
"""Which of the late player's answers come after the deadline."""
GIVES_UP = 3
"""The mail for one question in which its writer only ends it: two were refused."""


class Rehearsal:
    """One game of *title* in *club*, from the first mail to the last."""

    def __init__(
        self, club: Club, office: PostOffice, title: str, seats: int, options: dict[str, str],
        seed: int, secret: bytes,
    ) -> None:  # fmt: skip
        self.club, self.office, self.now = club, office, START
        club.now = lambda: self.now
        self.rng = Random(seed)  # noqa: S311 - players, no dice
        self.figures = Figures()
        self.others: dict[str, list[bytes]] = {}
        """Mails to people who do not play, by address: the human moderator's."""
        programs = list(penfriends.PROGRAMS)
        self.people = {
            f"{name.lower()}@example.org": Person(
                Writer(name, f"{name.lower()}@example.org", programs[place % len(programs)]),
                late=place == 1,
            )
            for place, name in enumerate(NAMES[:seats])
        }
        self._queue: list[Planned] = []
        self._planned = 0
        with club.database.writing() as session:
            self.name = lobby.create(
                club, session, title, seats=seats, options=options, secret=secret
            ).name

    async def play(self, progress: Callable[[str], None]) -> None:
        """Play until the game is over; *progress* is told how far it is."""
        inbox = self.office.inbox()
        postman = Watched(self.office.postman(), self._delivered)
        for person in self.people.values():
            self._sign_on(person)
        while True:
            await daemon.once(self.club, inbox, postman)
            if not self._write_orders(progress):
                break
            self.now = self._next_moment()
            while self._queue and self._queue[0].when <= self.now:
                self._post(heapq.heappop(self._queue))
        inbox.close()

    def standings(self) -> tuple[list[tuple[str, str, int]], tuple[str, ...]]:
        """Return (name, seat, score), best first, and the names of the winners."""
        with self.club.database.reading() as session:
            game = games.find(session, self.name)
            loaded = agenda.resume(self.club, session, game)
            names = {player.seat: player.name for player in frames.players(session, game)}
        title, state = loaded.title, loaded.run.state
        rows = sorted(title.scores(state).items(), key=lambda item: -item[1])
        best = [seat for seat, score in rows if score == rows[0][1]]
        winners = title.winners(state) if title.winners else tuple(best)
        return [(names[s], s, n) for s, n in rows], tuple(names[s] for s in winners)

    def story(self) -> list[str]:
        """Return what will be remembered of the game, as all may know it."""
        with self.club.database.reading() as session:
            game = games.find(session, self.name)
            loaded = agenda.resume(self.club, session, game)
            told = [event for _, event in games.events(session, game) if event.landmark]
            called = frames.game(self.club, session, game)
        view = loaded.title.view(loaded.run.state, None)
        chapters = news.tell(self.club.templates, loaded.title, view, called, told)
        return [line for chapter in chapters for line in chapter.lines]

    @property
    def days(self) -> int:
        return (self.now - START).days

    def lateness(self) -> tuple[int, int]:
        """Return how many reminders were sent and how many defaults were applied."""
        with self.club.database.reading() as session:
            game = games.find(session, self.name)
            defaults = [e for e in games.tape(session, game) if e.source == "deadline"]
            reminders = session.exec(
                select(func.count(col(OutboundRow.id))).where(OutboundRow.kind == "reminder")
            ).one()
        return reminders, len(defaults)

    def _next_moment(self) -> datetime:
        wake = clock.next_wake(self.club)
        moments = [self._queue[0].when] if self._queue else []
        moments += [wake] if wake else []
        return max(min(moments, default=self.now + timedelta(hours=1)),
                   self.now + timedelta(seconds=1))  # fmt: skip

    def _sign_on(self, person: Person) -> None:
        text = f"join {self.name} word {person.writer.name.lower()} likes roses"
        mail = penfriends.fresh(
            person.writer, self.office.address, f"join {self.name}", text,
            self.figures.arrived, self.now,
        )  # fmt: skip
        self._hand_in(person, self.office.address, mail)

    def _write_orders(self, progress: Callable[[str], None]) -> bool:
        """Let everybody who is asked something decide what to write, and when."""
        with self.club.database.reading() as session:
            game = games.find(session, self.name)
            if game.status == "over":
                return False
            if game.status != "running":
                raise RuntimeError(f"{game.name} is {game.status}: {game.reason}")
            loaded = agenda.resume(self.club, session, game)
            self._take_seats(frames.players(session, game), loaded.title)
            progress(f"{self.now:%d %b %Y}  {loaded.run.phase}")
            for person in self.people.values():
                ask = loaded.run.waiting.get(person.seat)
                if ask is not None:
                    row = agenda.row(session, game, person.seat)
                    assert row is not None
                    self._decide(person, ask, loaded, row.deadline)
        return True

    def _take_seats(self, players: Sequence[Player], title: Title[Any, Any]) -> None:
        """Note who plays what; if that is new, some file standing orders."""
        seats = {player.name: player.seat for player in players}
        begun = not any(person.seat for person in self.people.values())
        for place, person in enumerate(self.people.values()):
            person.seat = seats[person.writer.name]
            if not begun:
                continue
            if place % 2 == 0 and title.standing:
                self.figures.standing += len(title.standing)
                self._later(person, timedelta(minutes=5), "\n".join(title.standing), orders=False)
            if place == 1:
                self._say(person, timedelta(hours=20), table_talk.letter(table_talk.OPEN_LETTER))

    def _decide(self, person: Person, ask: Ask[Any], loaded: Loaded, deadline: datetime) -> None:
        if person.writing:
            return
        again = person.done == (loaded.batch, ask.kind)
        person.attempts = person.attempts + 1 if again else 1
        person.done = (loaded.batch, ask.kind)
        if person.attempts > GIVES_UP:
            return
        person.correct = ""
        person.writing += 1
        delay = timedelta(minutes=self.rng.randint(20, 14 * 60))
        if again:
            self.figures.again += 1
            last = person.attempts == GIVES_UP
            self._later(
                person, delay / 10, ask.default if last else self._text(person, ask, loaded)
            )
            return
        text = self._with_trade(person, ask, loaded, self._text(person, ask, loaded))
        person.answers += 1
        if person.late and person.answers in LATE:
            delay = deadline - self.now + timedelta(hours=3)
            self._later(person, delay, text, person.newest)
            return
        if self.rng.random() < TYPO:
            self.figures.typos += 1
            person.correct = text
            text = table_talk.spoilt(text, self.rng)
        if self.rng.random() < PRESS:
            self.figures.press += 1
            to = self.rng.choice([p.seat for p in self.people.values() if p is not person])
            text += "\n" + table_talk.letter(self.rng.choice(table_talk.PRESSES), [to])
        self._later(person, delay, text)

    def _with_trade(self, person: Person, ask: Ask[Any], loaded: Loaded, text: str) -> str:
        """Put an offer in front of a turn's lines, once in the game, and let it be expected."""
        title, state = loaded.title, loaded.run.state
        if self.figures.trade or not title.bargain or ask.done is None or not ask.own_turn:
            return text
        for other in self.people.values():
            if other is person or other.late:
                continue
            views = (title.view(state, person.seat), title.view(state, other.seat))
            agreed = title.bargain(*views)
            if agreed is not None:
                self.figures.trade = agreed.offer
                agreement = table_talk.letter(table_talk.AGREED, [person.seat])
                self._say(other, timedelta(minutes=10), f"{agreed.takes}\n{agreement}")
                left = [line for line in text.splitlines() if agreed.thing not in line]
                return "\n".join([agreed.offer, *left])
        return text

    def _say(self, person: Person, delay: timedelta, text: str) -> None:
        """Let *person* write what answers no question."""
        self.figures.press += 1
        self._later(person, delay, text, orders=False)

    def _text(self, person: Person, ask: Ask[Any], loaded: Loaded) -> str:
        """Return what the person answers: a whole turn where a mail may hold one."""
        title, run = loaded.title, loaded.run
        if by_turns(title):
            return "\n".join(whole_turn(run, person.seat, title.bot, self.rng))
        return title.bot(title.view(run.state, person.seat), ask, self.rng)

    def _later(
        self, person: Person, delay: timedelta, text: str, to: Quoted | None = None, *,
        orders: bool = True,
    ) -> None:  # fmt: skip
        self._planned += 1
        mail = Planned(self.now + delay, self._planned, person.writer.address, text, to, orders)
        heapq.heappush(self._queue, mail)

    def _post(self, planned: Planned) -> None:
        person = self.people[planned.address]
        person.writing -= planned.orders
        to = planned.to or person.newest
        assert to is not None
        mail = penfriends.reply(person.writer, to, planned.text, self.figures.arrived, self.now)
        self._hand_in(person, to.reply_to, mail)

    def _hand_in(self, person: Person, to: str, mail: bytes) -> None:
        self.office.write(person.writer.address, to, mail, self.now)
        person.mails.append(mail)
        self.figures.arrived += 1

    def _delivered(self, recipient: str, mime: bytes) -> None:
        self.figures.sent += 1
        person = self.people.get(recipient)
        if person is None:
            self.others.setdefault(recipient, []).append(mime)
            return
        person.mails.append(mime)
        words = mime.partition(_PICTURE)[0]  # the parser takes long over a picture
        mail = message_from_bytes(words, policy=modern)
        person.newest = penfriends.quoted(mail)
        if person.correct and str(mail["Auto-Submitted"]).startswith("auto-replied"):
            text, person.correct = person.correct, ""
            person.writing += 1
            self._later(person, timedelta(minutes=self.rng.randint(5, 50)), text)

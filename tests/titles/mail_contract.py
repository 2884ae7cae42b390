"""What a seat's mails may depend on: byte for byte nothing that it may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from sqlmodel import Session, col, select

from moderator import titles
from moderator.engine import Ask, Illegal
from moderator.store import games
from moderator.store.codec import load_state, save_state
from moderator.store.tables import CheckpointRow, OutboundRow
from tests.clubhouse.hall import Hall

Answer = Callable[[Any, Ask[Any], Random], str]
"""What a seat answers, given its view: the same in both worlds, if it may be the same."""


@dataclass(slots=True)
class Worlds:
    """Two clubs in the same place of one game; in the second, what *seat* cannot see is redealt."""

    real: Hall
    other: Hall
    game: str
    seat: str

    @classmethod
    def part(cls, folder: Path, begin: Callable[[Hall], str], seat: str, rng: Random) -> Worlds:
        """Bring two clubs to the same place by *begin*, then redeal in the second."""
        real, other = Hall(folder / "real"), Hall(folder / "other")
        # A map is drawn once for all that show the same: another mark makes another map.
        other.club = replace(other.club, pictures=real.club.pictures)
        game = begin(real)
        assert begin(other) == game
        assert real.tape(game) == other.tape(game)
        assert mails(real, game, seat) == mails(other, game, seat)
        redeal(other, game, seat, rng)
        return cls(real, other, game, seat)

    def compare(self) -> None:
        """Raise AssertionError where the two worlds wrote to the seat in different bytes."""
        here, there = (mails(hall, self.game, self.seat) for hall in (self.real, self.other))
        assert len(here) == len(there), f"{len(here)} mails here, {len(there)} there"
        for number, (one, two) in enumerate(zip(here, there, strict=True)):
            assert one == two, f"mail {number} to {self.seat}: {first_difference(one, two)}"

    def each(self, do: Callable[[Hall], object]) -> None:
        """Do the same in both worlds, then compare."""
        for hall in (self.real, self.other):
            do(hall)
        self.compare()

    def redealt(self) -> bool:
        """Say whether the redeal has changed anything."""
        here, there = (hall.load(self.game).run.state for hall in (self.real, self.other))
        return bool(here != there)


def redeal(hall: Hall, game: str, seat: str, rng: Random) -> None:
    """Exchange the newest checkpoint for one that *seat* cannot tell from it.

    The game must stand right behind it, and nothing that *seat* was told since may rest on
    what is redealt.
    """
    with hall.database.writing() as session:
        row = games.find(session, game)
        title = titles.find(row.title)
        mark = _newest(session, row.id)
        held = load_state(title, mark.state, mark.version)
        state = title.resample(held, seat, rng)
        assert title.view(state, seat) == title.view(held, seat)
        mark.state = save_state(title, state)
        session.add(mark)


def _newest(session: Session, game: int | None) -> CheckpointRow:
    found = session.exec(
        select(CheckpointRow)
        .where(CheckpointRow.game_id == game)
        .order_by(col(CheckpointRow.id).desc())
    ).first()
    assert found is not None
    return found


def at_checkpoint(hall: Hall, game: str) -> bool:
    """Say whether nothing but automatic business has happened since the last checkpoint."""
    with hall.database.reading() as session:
        row = games.find(session, game)
        mark = _newest(session, row.id)
        since = [entry for entry in games.tape(session, row) if entry.seq > mark.seq]
        return row.status == "running" and all(e.source in {"now", "forced"} for e in since)


def mails(hall: Hall, game: str, seat: str) -> list[bytes]:
    """Return every mail to *seat*, as it goes out."""
    with hall.database.reading() as session:
        rows = session.exec(
            select(OutboundRow)
            .where(OutboundRow.game == game, OutboundRow.seat == seat)
            .order_by(col(OutboundRow.id))
        ).all()
        return [row.mime for row in rows]


def sorts(hall: Hall, game: str, seat: str) -> Counter[tuple[str, str]]:
    """Return how many mails went to the seat by their kind, and the kind of question they ask."""
    with hall.database.reading() as session:
        rows = session.exec(
            select(OutboundRow).where(OutboundRow.game == game, OutboundRow.seat == seat)
        ).all()
        return Counter((row.kind, row.asked) for row in rows)


def first_difference(one: bytes, two: bytes) -> str:
    for line, other in zip(one.split(b"\r\n"), two.split(b"\r\n"), strict=False):
        if line != other:
            return f"{line!r} is not {other!r}"
    return "one goes on where the other ends"


def legal(ask: Ask[Any], text: str) -> bool:
    """Say whether *text* answers *ask*."""
    try:
        ask.domain.read(text)
    except Illegal:
        return False
    return True


def play_alike(worlds: Worlds, steps: int, answer: Answer, rng: Random) -> int:
    """Let all answer in both worlds: *seat* the same mails, the others the same words.

    Ends at *steps* questions, or where another seat's answer would not be legal in one of
    the worlds.  Returns how many answers were given; compares after each.
    """
    real, other, game = worlds.real, worlds.other, worlds.game
    for step in range(steps):
        here, there = real.waiting(game), other.waiting(game)
        assert list(here) == list(there), "other seats are asked"
        if not here:
            return step
        for seat in list(here):
            loaded = real.load(game)
            view = loaded.title.view(loaded.run.state, seat)
            text = answer(view, here[seat], Random(rng.random()))
            if not legal(there[seat], text):
                assert seat != worlds.seat, f"'{text}' is an answer in one world only"
                text = here[seat].default
            if not (legal(here[seat], text) and legal(there[seat], text)):
                return step
            lines = text.splitlines()
            worlds.each(partial(write, game=game, seat=seat, lines=lines))
    return steps


def write(hall: Hall, game: str, seat: str, lines: Sequence[str]) -> None:
    """Let the player of *seat* reply to his newest mail."""
    hall.seated(game)[seat].reply(*lines)
    hall.pump()

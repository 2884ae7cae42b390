"""What `moderator bench` measures: each figure beside its floor, taken in the same run."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default as modern
from pathlib import Path
from statistics import median, quantiles

from moderator import titles
from moderator.commands import measures_of_turns, penfriends
from moderator.commands.floors import (
    NOW,
    Figure,
    bare_decisions,
    commit_floor,
    compose_floor,
    each,
)
from moderator.commands.penfriends import Quoted, Writer
from moderator.kit.playout import play
from moderator.mail.letter import Own
from moderator.mail.reader import read
from moderator.mail.transport import Arrived
from moderator.reports import picture
from moderator.service import agenda, desk, intake, lobby
from moderator.service.club import Club
from moderator.service.opening import opened
from moderator.settings import load
from moderator.store import games
from moderator.store.tables import GameRow, SeatRow

TITLE = "feudo"
MAILS = 60
GAMES = 200
SETTINGS = """\
[club]
name = "Bench"
address = "play@games.example"
[mail.incoming]
kind = "maildir"
folder = "in"
[mail.outgoing]
kind = "maildir"
folder = "out"
[limits]
answers_an_hour = 1000000
answers_a_day = 1000000
all_answers_in_ten_minutes = 1000000
"""


def all_figures(folder: Path) -> Iterator[Figure]:
    """Yield every figure; the clubs measured are made in *folder*."""
    yield decisions()
    yield parsing()
    _furnish(folder)
    with opened(load(folder)) as club:
        yield drawing(club)
        _begin(club)
        times = order_mails(club)
        commit, composed = commit_floor(folder), compose_floor()
        yield Figure("order mail to committed answer, median", median(times), "ms", composed,
                     "composing a mail with a 60 kB picture")  # fmt: skip
        yield Figure("order mail to committed answer, p95", quantiles(times, n=20)[-1], "ms",
                     commit, "one SQLite commit")  # fmt: skip
        yield turn(club)
        young = median(order_mails(club))
        age(folder / "moderator.db")
        yield Figure("the same in a game 30 times as old", median(order_mails(club)), "ms", young,
                     "the young game")  # fmt: skip
    multiply(folder / "moderator.db")
    yield from restart(folder)
    (folder / "turns").mkdir()
    _furnish(folder / "turns")
    with opened(load(folder / "turns")) as club:
        yield from measures_of_turns.all_figures(club)


def decisions() -> Figure:
    """Random games by the rules alone, each reveal a question, beside questions without rules."""
    title, count, begun = titles.find(TITLE), 0, time.perf_counter()
    for seed in range(3):
        count += play(title, title.seats, {"pace": "step"}, seed, checked=False).decisions
    rate = count / (time.perf_counter() - begun)
    return Figure("decisions by the rules", rate, "a second", bare_decisions(),
                  "asking without any rules")  # fmt: skip


def parsing() -> Figure:
    """A reply of about 2.6 kB, read whole, against the standard library's parser."""
    raw = _reply("play baron: stay", 1, "x" * 40 + "\n")

    def plainly() -> object:
        part = message_from_bytes(raw, policy=modern).get_body(("plain",))
        return part.get_content() if part else ""

    own = Own(frozenset({"play@games.example"}), "games.example")
    return Figure(f"reading a mail of {len(raw) / 1000:.1f} kB", each(lambda: read(raw, own)),
                  "ms", each(plainly), "the standard library's parser")  # fmt: skip


def drawing(club: Club) -> Figure:
    """One map."""
    title = titles.find(TITLE)
    state = title.new_game(title.seats, title.configure({}))
    view = title.view(state, title.seats[0])
    return Figure("drawing a map", each(lambda: picture.draw(club.templates, title, view, []), 3),
                  "ms")  # fmt: skip


def order_mails(club: Club) -> list[float]:
    """Milliseconds of each order mail from its storing to the committed acknowledgement."""
    with club.database.reading() as session:
        game = session.get_one(GameRow, 1)
        loaded = agenda.resume(club, session, game)
        seat = session.get_one(SeatRow, 1)
        text = loaded.run.asks[seat.seat].default
    times = []
    for number in range(MAILS):
        raw = _reply(text, time.perf_counter_ns(), f"> {number}\n", seat.token)
        begun = time.perf_counter()
        intake.store(club, Arrived("bench", str(time.perf_counter_ns()), club.now(), raw, True))
        handled = intake.handle_all(club)[0]
        times.append(1000 * (time.perf_counter() - begun))
        if handled.state != "done" or not handled.receipt:
            raise RuntimeError(f"a measured mail was not handled: {handled}")
    return times[5:]


def turn(club: Club) -> Figure:
    """Everybody's default, and all reports with their maps."""
    club.pictures.clear()
    begun = time.perf_counter()
    with club.database.writing() as session:
        game = session.get_one(GameRow, 1)
        seats = len(games.seats(session, game))
        desk.process(club, session, game, "bench")
    return Figure(f"a turn with {seats} reports and maps", 1000 * (time.perf_counter() - begun),
                  "ms")  # fmt: skip


def age(database: Path) -> None:
    """Give game 1 the memory of 300 rounds: entries, events and checkpoints of long ago."""
    file = sqlite3.connect(database)
    for table, key in (("entry", "seq"), ("event", "id"), ("checkpoint", "id")):
        columns = [row[1] for row in file.execute(f"pragma table_info({table})")]
        rest = ", ".join(name for name in columns if name != key)
        for copy in range(1, 31):
            file.execute(
                f"insert into {table} ({key}, {rest}) select {key} - {copy * 100_000}, {rest} "  # noqa: S608
                f"from {table} where game_id = 1 and {key} > 0"
            )
    file.commit()
    file.close()


def multiply(database: Path) -> None:
    """Make `GAMES` games of game 1: whole rows, under new names."""
    file = sqlite3.connect(database)
    for table in ("entry", "event", "checkpoint"):
        key = "seq" if table == "entry" else "id"
        file.execute(f"delete from {table} where {key} < 0")  # noqa: S608
    file.execute("delete from outbound")
    for number in range(2, GAMES + 1):
        for table in ("game", "seat", "checkpoint", "entry", "event", "ask"):
            owner = "id" if table == "game" else "game_id"
            columns = [row[1] for row in file.execute(f"pragma table_info({table})")]
            changed = {owner: str(number), "token": f"token || '{number}'"}
            if table == "game":
                changed["name"] = f"'copy-{number}'"
            columns = [c for c in columns if c != "id" or table == "game"]
            values = ", ".join(changed.get(name, name) for name in columns)
            file.execute(
                f"insert into {table} ({', '.join(columns)}) select {values} from {table} "  # noqa: S608
                f"where {owner} = 1"
            )
    file.commit()
    file.close()


def restart(folder: Path) -> Iterator[Figure]:
    """The daemon from its start to ready, and what it takes in memory then."""
    place = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(place))
        line.settimeout(120)
        program = "import sys; from moderator.cli import main; sys.argv[0] = 'moderator'; main()"
        begun = time.perf_counter()
        daemon = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", program, "--config", str(folder), "run"],
            env={**os.environ, "NOTIFY_SOCKET": str(place)},
            stderr=subprocess.DEVNULL,
        )
        try:
            line.recv(100)
            ready = 1000 * (time.perf_counter() - begun)
            line.recv(100)
            status = Path(f"/proc/{daemon.pid}/status").read_text(encoding="ascii")
        finally:
            daemon.terminate()
            daemon.wait()
    begun = time.perf_counter()
    imports = "import moderator.daemon, moderator.service.accounts"
    subprocess.run([sys.executable, "-c", imports], check=True)  # noqa: S603
    floor = 1000 * (time.perf_counter() - begun)
    yield Figure(f"restart with {GAMES} games", ready, "ms", floor, "importing the program")
    kilobytes = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS"))
    yield Figure("memory of the daemon", kilobytes / 1024, "MiB")


def _furnish(folder: Path) -> None:
    (folder / "moderator.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "moderator.key").write_text("k" * 40, encoding="utf-8")


def _begin(club: Club) -> None:
    title = titles.find(TITLE)
    with club.database.writing() as session:
        game = lobby.create(club, session, TITLE, secret=b"s" * 32)
        for number, seat in enumerate(title.seats):
            wish = lobby.SignOn(f"{seat}@example.org", f"Player {number}", word=seat)
            lobby.join(club, session, game, wish)


def _reply(text: str, number: int, filling: str, token: str = "") -> bytes:
    writer = Writer("Anna", f"{titles.find(TITLE).seats[0]}@example.org", "Gmail")
    to = Quoted(
        "<1@games.example>",
        f"play+{token}@games.example" if token else "play@games.example",
        "[feudo-1] Your orders",
        "Bench <play@games.example>",
        NOW,
        "===== reply above this line =====\n" + filling * max(1, 750 // len(filling)),
    )
    return penfriends.reply(writer, to, text, number, NOW)

"""The demo: a game by mail from the first mail to the last."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from random import Random

import pytest
from typer.testing import Result

from moderator.commands import penfriends, rehearsal, table_talk
from moderator.commands.penfriends import Quoted, Writer
from moderator.mail.letter import Own
from moderator.mail.reader import read

Call = Callable[..., Result]


def test_a_whole_game_is_played_by_mail_and_laid_out(moderator: Call, tmp_path: Path) -> None:
    out = tmp_path / "demo"
    played = moderator("demo", "--seats", 2, "--out", out)
    assert played.exit_code == 0, played.output
    assert "feudo-1 is over" in played.output
    assert "Anna" in (out / "index.html").read_text()
    file = sqlite3.connect(out / "moderator.db")
    assert file.execute("select distinct state from inbound").fetchall() == [("done",)]
    assert file.execute("select distinct state from outbound").fetchall() == [("sent",)]
    late = file.execute("select count(*) from entry where source = 'deadline'").fetchone()[0]
    raw = file.execute(
        "select mime from outbound where kind = 'report' order by id desc"
    ).fetchone()[0]
    closed = "select count(*) from inbound where reason = 'it answers a question that is closed'"
    too_late = file.execute(closed).fetchone()[0]
    file.close()
    assert late == too_late > 0
    assert re.search(r"[1-9]\d* reminders", played.output)
    tape = next(
        part.get_payload(decode=True)
        for part in message_from_bytes(raw).walk()
        if str(part.get_filename()).endswith("tape.txt")
    )
    assert isinstance(tape, bytes)
    (out / "tape.txt").write_bytes(tape)
    checked = moderator("verify", out / "tape.txt")
    assert checked.exit_code == 0, checked.output
    assert "draws are right" in checked.output


def test_kingmaker_is_played_to_a_coronation_and_a_victory(moderator: Call, tmp_path: Path) -> None:
    out = tmp_path / "demo"
    played = moderator("demo", "--title", "kingmaker", "--out", out)
    assert played.exit_code == 0, played.output
    file = sqlite3.connect(out / "moderator.db")
    told = {row[0] for row in file.execute("select name from event where audience = ''")}
    source = "select count(*) from entry where source = ?"
    by_standing_order = file.execute(source, ("standing",)).fetchone()[0]
    pressed = file.execute("select count(*) from outbound where kind = 'press'").fetchone()[0]
    left = file.execute("select count(*) from inbound where state != 'done'").fetchone()[0]
    file.close()
    assert {"Crowned", "GameOver"} <= told
    assert by_standing_order > 0
    assert pressed > 2
    assert left == 0
    assert re.search(r"crowns .* at ", played.output)
    assert re.search(r"wins with .* as the sole King", played.output)
    page = (out / "index.html").read_text()
    assert "as the sole King" in page


def test_a_folder_of_somebody_else_is_left_alone(moderator: Call, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    refused = moderator("demo", "--out", tmp_path)
    assert refused.exit_code == 1
    assert "was not made by a demo" in refused.stderr
    assert (tmp_path / "letter.txt").read_text() == "dear"
    assert moderator("demo", "--title", "chess", "--out", tmp_path / "x").exit_code == 1


@pytest.mark.parametrize("program", sorted(penfriends.PROGRAMS))
def test_what_every_program_writes_is_read_as_it_was_meant(program: str) -> None:
    text = "play baron: a1 - b1 - c1\npress to red: Don't come this way.\nendpress"
    to = Quoted(
        "<1@games.example>",
        "play+abc@games.example",
        "[feudo-1] Turn 3",
        "Demo club, feudo-1 <play+abc@games.example>",
        rehearsal.START,
        "===== reply above this line =====\nattack york with all\n",
    )
    raw = penfriends.reply(Writer("Anna", "anna@example.org", program), to, text, 1,
                           rehearsal.START)  # fmt: skip
    letter = read(raw, Own(frozenset({"play@games.example"}), "games.example"))
    said = [line.replace("\u2013", "-").replace("\u2019", "'") for line in letter.orders]
    assert text in "\n".join(said)
    assert not [line for line in said if "attack" in line]


def test_a_slip_changes_one_line_only() -> None:
    text = "army baron, adam; trading 0\nplay baron: stay"
    for seed in range(20):
        spoilt = table_talk.spoilt(text, Random(seed))
        same = [a == b for a, b in zip(text.split("\n"), spoilt.split("\n"), strict=True)]
        assert sorted(same) == [False, True]

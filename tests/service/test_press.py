"""Press: messages between players, sent on by the moderator."""

from __future__ import annotations

from pathlib import Path

from sqlmodel import select

from moderator.store.tables import PlayerRow
from tests.clubhouse.hall import Hall, text_of, verdicts


def test_a_player_may_be_named_by_more_than_one_word(hall: Hall) -> None:
    hall.begin()
    anna, ben = hall.player("anna"), hall.player("ben")
    with hall.database.writing() as session:
        row = session.exec(select(PlayerRow).where(PlayerRow.address == ben.address)).one()
        row.name = "Ben the Bold"
        session.add(row)
    anna.reply("press to Ben the Bold: shall we?")
    hall.pump()
    assert "shall we?" in text_of(ben.last)
    assert verdicts(anna.receipt)[1][0] == "done"


def test_nobody_is_flooded_with_press(tmp_path: Path) -> None:
    hall = Hall(tmp_path, limits={"press_a_day": 2})
    hall.begin()
    anna, ben = hall.player("anna"), hall.player("ben")
    for number in range(3):
        anna.reply(f"press to ben: message {number}")
        hall.pump()
    assert "message 1" in text_of(ben.last)
    assert "has had 2 messages today" in text_of(anna.receipt)


def test_a_message_is_called_a_letter_and_stands_on_top(hall: Hall) -> None:
    hall.begin()
    anna, ben = hall.player("anna"), hall.player("ben")
    anna.reply("press to ben: shall we?")
    hall.pump()
    assert "A letter from Anna" in ben.last["Subject"]
    said = text_of(ben.last)
    assert "Map after the last move" not in said
    assert "Nothing" not in said
    assert "press to" in said
    assert len(ben.last.as_bytes()) < 20_000

"""Small things that make writing to a robot pleasant."""

from __future__ import annotations

import pytest

from moderator.service import lobby, record
from moderator.service.refused import Refused
from moderator.store import games
from tests.clubhouse.hall import Hall, text_of, verdicts

MOVE = "move beaufort to london"


@pytest.mark.parametrize(
    "closing",
    ["Kind regards,", "Viele Gr\u00fc\u00dfe", "Thanks!", "Cordialement", "Saludos", "MfG"],
)
def test_kind_words_and_a_name_below_the_orders_are_no_orders(hall: Hall, closing: str) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply(MOVE, "", closing, "Anna")
    hall.pump()
    assert verdicts(anna.receipt) == {1: ("done", MOVE)}


def test_a_game_that_goes_on_is_told_once(hall: Hall) -> None:
    game = hall.begin()
    anna, ben, keeper = hall.player("anna"), hall.player("ben"), hall.keeper
    keeper.write("pause", f"pause {game}")
    hall.pump()
    keeper.reply(f"pause {game}")
    hall.pump()
    anna.reply(MOVE, mail=anna.newest("Round 1"))
    hall.pump()
    before = len(anna.mails), len(ben.mails)
    keeper.reply(f"resume {game}")
    hall.pump()
    assert hall.status(game) == "running"
    assert len(anna.mails) - before[0] == 1
    assert len(ben.mails) - before[1] == 1


def test_a_power_for_an_unknown_game_names_those_there_are(hall: Hall) -> None:
    game, keeper = hall.begin(), hall.keeper
    keeper.write("pause", "pause x")
    hall.pump()
    keeper.reply("pause feudo-77")
    hall.pump()
    said = text_of(keeper.last)
    assert "no game 'feudo-77'" in said
    assert game in said
    assert hall.status(game) == "running"


def test_a_stranger_who_asks_for_help_gets_help(hall: Hall) -> None:
    zoe = hall.player("zoe")
    zoe.write("hello", "help")
    hall.pump()
    assert "How to play by mail" in text_of(zoe.last) or "HOW TO PLAY BY MAIL" in text_of(zoe.last)


@pytest.mark.parametrize("said", ["I want to join {game}", "please join the game {game}"])
def test_a_wish_to_join_may_be_said_in_a_sentence(hall: Hall, said: str) -> None:
    game, zoe = hall.create(), hall.player("zoe")
    zoe.write("hello", said.format(game=game))
    hall.pump()
    assert list(hall.seated(game).values()) == [zoe]


def test_the_moderator_gets_a_mail_of_a_new_game_that_he_can_reply_to(hall: Hall) -> None:
    game = hall.create()
    with hall.database.writing() as session:
        lobby.announce(hall.club, session, games.find(session, game))
    hall.pump()
    keeper = hall.keeper
    assert f"join {game}" in text_of(keeper.last)
    keeper.reply(f"status {game}")
    hall.pump()
    assert "lobby" in text_of(keeper.last)


def test_hours_for_a_pace_that_the_title_does_not_have_are_refused(hall: Hall) -> None:
    with hall.database.writing() as session, pytest.raises(Refused, match="no pace 'bogus'"):
        lobby.create(hall.club, session, "crown", hours={"bogus": 3})


def test_a_file_that_is_no_tape_is_called_so() -> None:
    with pytest.raises(record.Mismatch, match="no tape"):
        record.check("root:x:0:0:root:/root:/bin/bash\n")

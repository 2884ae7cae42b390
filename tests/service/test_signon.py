"""Before a game: signing on by mail, and what is said to who cannot."""

from __future__ import annotations

import json

import pytest

from moderator.engine import Chance, redraw
from moderator.store import games
from moderator.store.tables import PlayerRow
from tests.clubhouse.hall import ADDRESS, NAMES, SECRET, Hall, text_of


def options(hall: Hall, game: str) -> dict[str, str]:
    with hall.database.reading() as session:
        chosen: dict[str, str] = json.loads(games.find(session, game).options)
        return chosen


def test_whoever_signs_on_is_welcomed_with_an_address_to_reply_to(hall: Hall) -> None:
    game = hall.create()
    anna = hall.player("anna")
    anna.write(f"join {game}", f"join {game} word rose")
    hall.pump()
    (welcome,) = anna.mails
    assert welcome["Subject"] == f"[{game}] Welcome, Anna: you are in"
    assert welcome["Reply-To"].startswith("play+")
    assert welcome["Reply-To"].endswith("@games.example")
    assert "rose" in text_of(welcome)
    assert Chance(SECRET).commitment in text_of(welcome).replace(" ", "")
    assert hall.seated(game) == {"red": anna}


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("join crown-1", ""),
        ("", "join crown-1"),
        ("Hello", "Hello all,\n\nsign on crown-1"),
        ("Re: JOIN CROWN-1", "with pleasure"),
        ("sign on to Crown-1", "please"),
    ],
)
def test_signing_on_needs_no_fixed_place_in_the_mail(hall: Hall, subject: str, body: str) -> None:
    game = hall.create()
    hall.player("anna").write(subject, body)
    hall.pump()
    assert list(hall.seated(game)) == ["red"]


def test_the_others_are_told_who_has_joined(hall: Hall) -> None:
    game = hall.create()
    for name in ("anna", "ben"):
        hall.player(name).write(f"join {game}", "")
        hall.pump()
    assert "Ben has joined: 2 more to go" in hall.player("anna").last["Subject"]
    assert len(hall.player("ben").mails) == 1


def test_the_last_to_join_starts_the_game(hall: Hall) -> None:
    game = hall.begin()
    assert hall.status(game) == "running"
    for name in NAMES:
        start = text_of(hall.player(name).newest("The game begins"))
        for other in NAMES:
            assert f"{other}rose" in start
    assert "a question for you" in hall.player("anna").last["Subject"]


def test_each_players_word_goes_into_the_dice(hall: Hall) -> None:
    game = hall.begin()
    words = [f"{name}rose" for name in NAMES]
    (deck,) = [(kind, text, mark) for who, kind, text, mark in hall.tape(game) if who == "chance"]
    assert redraw(SECRET, words, deck[0], deck[2]) == deck[1]
    assert redraw(SECRET, ["other", *words[1:]], deck[0], deck[2]) != deck[1]


def test_a_colour_may_be_asked_for(hall: Hall) -> None:
    game = hall.create()
    hall.player("anna").write("", f"join {game} as blue word rose")
    hall.player("ben").write("", f"join {game}\ncolour green\nname Benedict\nzone Europe/Rome")
    hall.player("carla").write("", f"join {game}")
    hall.pump()
    assert {seat: player.name for seat, player in hall.seated(game).items()} == {
        "red": "carla",
        "green": "ben",
        "blue": "anna",
    }
    with hall.database.reading() as session:
        ben = session.get_one(PlayerRow, 2)
        assert (ben.name, ben.zone) == ("Benedict", "Europe/Rome")


def test_a_colour_that_is_taken_is_refused_with_those_that_are_free(hall: Hall) -> None:
    game = hall.create()
    hall.player("anna").write("", f"join {game} as blue")
    hall.player("ben").write("", f"join {game} as blue")
    hall.pump()
    answer = text_of(hall.player("ben").last)
    assert 'The seat "blue" is taken' in answer
    for seat in ("red", "white", "green"):
        assert seat in answer
    assert list(hall.seated(game)) == ["blue"]


def test_a_colour_that_does_not_exist_is_refused(hall: Hall) -> None:
    game = hall.create()
    hall.player("anna").write("", f"join {game} as purple")
    hall.pump()
    assert "red, white, green, blue" in text_of(hall.player("anna").last)
    assert hall.seated(game) == {}


def test_nobody_joins_twice(hall: Hall) -> None:
    game = hall.create()
    for _ in range(2):
        hall.player("anna").write("", f"join {game}")
    hall.pump()
    assert len(hall.seated(game)) == 1
    assert "already" in text_of(hall.player("anna").last)


def test_a_full_game_and_one_that_runs_say_what_else_there_is(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben"))
    other = hall.create(name="crown-open")
    hall.player("carla").write("", f"join {game}")
    hall.pump()
    answer = hall.player("carla").last
    assert "has begun" in text_of(answer)
    assert other in text_of(answer)
    assert answer["Reply-To"] == ADDRESS


def test_a_game_that_does_not_exist_is_refused_with_those_that_do(hall: Hall) -> None:
    hall.create()
    hall.player("anna").write("", "join crow-1")
    hall.pump()
    answer = text_of(hall.player("anna").last)
    assert 'There is no game "crow-1" here. What would be right: join crown-1 ' in answer


def test_a_stranger_without_an_order_to_join_is_told_the_line_that_joins(hall: Hall) -> None:
    hall.player("anna").write("hello", "move beaufort to london")
    hall.pump()
    assert "No game waits for players" in text_of(hall.player("anna").last)
    hall.create()
    hall.player("anna").write("hello", "move beaufort to london")
    hall.pump()
    answer = text_of(hall.player("anna").last)
    assert "I know of no seat of yours" in answer
    assert "reply with this line: join crown-1 " in answer


def test_a_zone_that_does_not_exist_is_refused(hall: Hall) -> None:
    game = hall.create()
    hall.player("anna").write("", f"join {game}\nzone Mars/Olympus")
    hall.pump()
    said = text_of(hall.player("anna").last)
    assert "'Mars/Olympus' is no time zone" in said
    assert "not yours to do" not in said
    assert hall.seated(game) == {}


def test_options_that_all_ask_for_are_played(hall: Hall) -> None:
    game = hall.create(seats=2)
    for name in ("anna", "ben"):
        hall.player(name).write("", f"join {game}\noptions rounds=2")
    hall.pump()
    assert options(hall, game) == {"rounds": "2"}
    assert hall.load(game).run.state.rounds == 2


def test_options_that_not_all_ask_for_are_not_played(hall: Hall) -> None:
    game = hall.create(seats=2)
    hall.player("anna").write("", f"join {game}\noption rounds = 2")
    hall.player("ben").write("", f"join {game}")
    hall.pump()
    assert options(hall, game) == {"rounds": "4"}


@pytest.mark.parametrize("wish", ["rounds=99", "rain=yes", "rounds"])
def test_options_that_the_title_does_not_have_are_refused(hall: Hall, wish: str) -> None:
    game = hall.create()
    hall.player("anna").write("", f"join {game}\noptions {wish}")
    hall.pump()
    assert "rounds" in text_of(hall.player("anna").last).lower()
    assert hall.seated(game) == {}


def test_options_that_exclude_each_other_are_refused_to_who_asks_for_them(hall: Hall) -> None:
    game = hall.create("feudo", seats=2)
    hall.player("anna").write("", f"join {game}\noptions turns=3")
    hall.player("ben").write("", f"join {game}\noptions pace=blind plague=normal")
    hall.pump()
    assert "10, 15, 20 turns, not 3" in text_of(hall.player("anna").last)
    assert "Pace blind goes with plague=none only" in text_of(hall.player("ben").last)
    assert hall.seated(game) == {}


def test_one_player_may_have_seats_in_several_games(hall: Hall) -> None:
    first, second = hall.begin(), hall.begin()
    assert (first, second) == ("crown-1", "crown-2")
    tokens = {mail["Reply-To"] for mail in hall.player("anna").mails}
    assert len(tokens) == 2
    with hall.database.reading() as session:
        assert session.get(PlayerRow, 5) is None


def test_lines_sent_before_the_start_wait_for_it(hall: Hall) -> None:
    game = hall.create(seats=2)
    anna = hall.player("anna")
    anna.write("", f"join {game}")
    hall.pump()
    anna.reply("move percy to hull")
    hall.pump()
    assert "Until the start" in text_of(anna.last)
    hall.player("ben").write("", f"join {game}")
    hall.pump()
    assert hall.load(game).run.waiting["white"].kind == "passage"

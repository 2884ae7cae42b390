"""Games by command: made, shown, and the moderator's powers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Call = Callable[..., Result]


def waiting(game: Call) -> dict[str, str]:
    """Return the open question of each seat that has not answered."""
    found = json.loads(game("game", "show", "feudo-1", "--json").stdout)
    return {one["seat"]: one["asked"] for one in found["seats"] if not one["answered"]}


def test_a_game_is_made_with_options_and_hours(ours: Call) -> None:
    made = ours("game", "create", "feudo", "--name", "autumn", "--option", "pace=step",
                "--hours", "step=12")  # fmt: skip
    assert made.exit_code == 0, made.output
    found = json.loads(ours("game", "show", "autumn", "--json").stdout)
    assert found["options"]["pace"] == "step"
    assert found["hours"]["step"] == 12
    assert [one["game"] for one in json.loads(ours("game", "list", "--json").stdout)] == ["autumn"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("chess",), 1, "there is no title 'chess'"),
        (("feudo", "--seats", 9), 1, "players"),
        (("feudo", "--option", "pace=fast"), 1, "pace is one of"),
        (("feudo", "--option", "pace"), 2, "NAME=VALUE"),
        (("feudo", "--hours", "turn=soon"), 2, "hours are a number"),
        (("feudo", "--name", "Ä!"), 1, "no name for a game"),
    ],
)
def test_a_wrong_wish_makes_no_game(
    ours: Call, arguments: tuple[object, ...], code: int, said: str
) -> None:
    found = ours("game", "create", *arguments)
    assert found.exit_code == code
    assert said in found.output
    assert json.loads(ours("game", "list", "--json").stdout) == []


def test_show_says_whom_the_game_waits_for_and_where(game: Call) -> None:
    found = game("game", "show", "feudo-1")
    assert "Anna <anna@example.org>  castle: until" in found.output
    assert "phase castles:" in found.output


def test_a_sealed_answer_is_not_shown_while_it_is_sealed(game: Call) -> None:
    seat = next(iter(waiting(game)))
    text = "castle a5, a7, e11, g1, k5"
    done = game("game", "answer", "feudo-1", seat, text)
    assert done.exit_code == 0, done.output
    shown = game("game", "show", "feudo-1").output
    assert "(sealed)" in shown
    assert text not in shown


@pytest.mark.parametrize("arguments", [("extend", "nono", 5), ("pause", "nono"), ("show", "nono")])
def test_an_unknown_game_is_told_with_those_there_are(
    game: Call, arguments: tuple[object, ...]
) -> None:
    found = game("game", *arguments)
    assert found.exit_code == 1
    assert found.stderr == "moderator: there is no game 'nono'; games: feudo-1\n"


def test_powers_are_logged_with_their_reason(game: Call) -> None:
    assert game("game", "extend", "feudo-1", 24, "--why", "a trip").output.startswith("M-1: ")
    assert game("game", "pause", "feudo-1", "--why", "holidays").exit_code == 0
    listed = game("game", "list").output
    assert "paused" in listed
    assert "holidays" in listed
    assert game("game", "resume", "feudo-1").exit_code == 0
    assert game("game", "remark", "feudo-1", "Good luck!").output == "M-4: Remark: Good luck!\n"


def test_a_power_that_does_not_fit_changes_nothing(game: Call) -> None:
    found = game("game", "resume", "feudo-1")
    assert found.exit_code == 1
    assert "feudo-1 is running" in found.stderr
    assert game("game", "extend", "feudo-1", 0).exit_code == 1
    assert game("game", "answer", "feudo-1", "mauve", "pass").exit_code == 1
    assert game("game", "answer", "feudo-1", "Anna", "castle zz").exit_code == 1
    assert game("game", "rollback", "feudo-1", 9999).exit_code == 1
    assert game("game", "extend", "feudo-1", "soon").exit_code == 2


def test_process_answers_for_the_silent_and_rollback_takes_it_back(game: Call) -> None:
    before = waiting(game)
    first = json.loads(game("game", "show", "feudo-1", "--json").stdout)["last"][-1]["entry"]
    assert game("game", "process", "feudo-1", "--why", "agreed").exit_code == 0
    assert waiting(game) != before
    assert game("game", "rollback", "feudo-1", first, "--same-dice").exit_code == 0
    assert waiting(game) == before


def test_a_seat_goes_to_somebody_else_or_to_the_bot(game: Call) -> None:
    done = game("game", "replace", "feudo-1", "Anna", "elif@example.org", "--name", "Elif")
    assert "Elif plays" in done.output
    assert "elif@example.org" in game("game", "show", "feudo-1").output
    assert "caretaker" in game("game", "replace", "feudo-1", "Ben", "bot").output
    assert game("game", "replace", "feudo-1", "Elif", "nobody").exit_code == 1


def test_a_game_starts_with_the_players_that_it_has(ours: Call, join: Call) -> None:
    ours("game", "create", "feudo")
    join("Anna")
    assert "at least 2 players" in ours("game", "start", "feudo-1").stderr
    join("Ben")
    assert ours("game", "start", "feudo-1").output == "feudo-1 has started\n"
    assert ours("game", "start", "feudo-1").exit_code == 1


def test_a_tape_is_exported_and_any_altered_line_is_found(game: Call, tmp_path: Path) -> None:
    file = tmp_path / "feudo-1.txt"
    assert game("export", "feudo-1", "--out", file).exit_code == 0
    good = game("verify", file)
    assert good.exit_code == 0
    assert "cannot be checked yet" in good.output
    lines = file.read_text().splitlines(keepends=True)
    assert any("* MapLaid: " in line for line in lines)
    for place, line in enumerate(lines):
        altered = line[:-2] + ("y" if line[-2] != "y" else "z") + "\n"
        file.write_text("".join([*lines[:place], altered, *lines[place + 1 :]]))
        assert game("verify", file).exit_code == 1, line
    for bad in (b"", b"\xff\xfe", b"hello\n"):
        file.write_bytes(bad)
        assert game("verify", file).exit_code == 1


def test_playouts_are_counted(moderator: Call) -> None:
    found = moderator("playout", "feudo", "--seats", 2, "--seeds", "3", "--json")
    assert found.exit_code == 0, found.output
    figures = json.loads(found.stdout)
    assert figures["games"] == 1
    assert figures["decisions"] > 20
    assert figures["turns_per_game"] == 15  # ten, and five more since nobody was ahead
    assert figures["decisions"] >= figures["mails_per_game"]
    assert moderator("playout", "feudo", "--seeds", "5-1").exit_code == 2
    assert moderator("playout", "feudo", "--seats", 1).exit_code == 1

"""The tape of a game: what players are given at its end to check the moderator with."""

from __future__ import annotations

import re

import pytest

from moderator.service import record
from moderator.store import games
from tests.clubhouse.hall import SECRET, Hall, text_of


def play(hall: Hall, *, over: bool = True) -> str:
    """Play a short game by silence, or its beginning."""
    game = hall.begin(names=("anna", "ben"), rounds="2")
    hall.answer(game, "move percy to hull", "no", "yes", "pass", "pass")
    while over and hall.status(game) == "running":
        hall.wait(hours=72)
    return game


def tape_of(hall: Hall, game: str) -> str:
    with hall.database.reading() as session:
        return record.tape(session, games.find(session, game))


@pytest.fixture
def tape(hall: Hall) -> str:
    return tape_of(hall, play(hall))


def attached(hall: Hall, name: str) -> str:
    mail = hall.player(name).last
    (file,) = [part for part in mail.iter_attachments() if part.get_filename(
        failobj="").endswith(".txt")]  # fmt: skip
    content: bytes = file.get_content().encode()
    return content.decode()


def test_the_tape_of_a_finished_game_is_sound(tape: str) -> None:
    draws, checked = record.check(tape)
    assert checked
    assert draws >= 3


def test_every_player_gets_the_tape_and_the_secret_with_the_last_mail(hall: Hall) -> None:
    game = play(hall)
    for name in ("anna", "ben"):
        assert record.check(attached(hall, name))[1]
        assert SECRET.hex() in text_of(hall.player(name).last).replace(" ", "")
    assert attached(hall, "anna") == attached(hall, "ben")
    sealed = {line.partition(" ")[2] for line in attached(hall, "anna").splitlines()}
    assert sealed.issuperset(bare(tape_of(hall, game)))


def test_while_a_game_runs_its_tape_keeps_the_secret(hall: Hall) -> None:
    game = play(hall, over=False)
    tape = tape_of(hall, game)
    assert SECRET.hex() not in tape
    assert record.check(tape)[1] is False


def test_a_tape_with_any_one_line_altered_is_found_out(tape: str) -> None:
    lines = tape.splitlines()
    for number, line in enumerate(lines):
        head, _, rest = line.partition(" ")
        wrong = rest[:-1] + ("x" if rest[-1:] != "x" else "y")
        altered = [*lines[:number], f"{head} {wrong}", *lines[number + 1 :]]
        with pytest.raises(record.Mismatch):
            record.check("\n".join(altered) + "\n")
        with pytest.raises(record.Mismatch):
            record.check("\n".join([*lines[:number], *lines[number + 1 :]]) + "\n")


def bare(tape: str) -> list[str]:
    return [line.partition(" ")[2] for line in tape.splitlines()[:-1]]


def test_a_die_that_was_altered_and_sealed_anew_is_found_out(tape: str) -> None:
    """A keeper could compute the seals again; he cannot compute the dice."""
    lines = bare(tape)
    dice = [n for n, line in enumerate(lines) if re.search(r": \d \[d6 ", line)]
    assert dice
    for number in dice:
        found = re.search(r": (\d) \[", lines[number])
        assert found is not None
        other = int(found[1]) % 6 + 1
        altered = lines[number].replace(f": {found[1]} [", f": {other} [")
        with pytest.raises(record.Mismatch, match=f"must be {found[1]}, not {other}"):
            record.check(record.sealed([*lines[:number], altered, *lines[number + 1 :]]))


def test_a_secret_or_a_word_that_was_changed_is_found_out(tape: str) -> None:
    lines = bare(tape)
    secret = [line.replace("secret: 7", "secret: 8") for line in lines]
    with pytest.raises(record.Mismatch, match="promised"):
        record.check(record.sealed(secret))
    words = [line.replace("annarose", "annalily") for line in lines]
    with pytest.raises(record.Mismatch, match="must be"):
        record.check(record.sealed(words))


def test_a_tape_that_went_through_a_mail_program_is_sound(tape: str) -> None:
    assert record.check(tape.replace("\n", "\r\n"))[1]
    assert record.check(tape + "\n\n")[1]


def test_draws_that_were_rolled_back_stay_on_the_tape_and_are_checked(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben"), rounds="1")
    start = len(hall.tape(game))
    hall.answer(game, "move percy to hull", "no", "yes", "pass", "pass")
    hall.keeper.write(f"[{game}]", "status")
    hall.pump()
    hall.keeper.reply(f"rollback {game} to {start}")
    hall.pump()
    while hall.status(game) == "running":
        hall.wait(hours=72)
    tape = tape_of(hall, game)
    assert tape.count("] void") >= 6
    assert record.check(tape)[1]
    loaded = [re.sub(r": \d \[d6", ": 7 [d6", line) for line in bare(tape)]
    with pytest.raises(record.Mismatch):
        record.check(record.sealed(loaded))

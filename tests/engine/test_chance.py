"""Dice that nobody can choose and everybody can check."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.engine import Chance, Entry, Run, redraw
from moderator.engine.chance import permute, roll
from tests.toy.crown import CROWN
from tests.toy.play import Tape, new_state

WORDS = ("to", "be", "or not", "tö bè")


def whole_game(words: tuple[str, ...] = (), epoch: int = 0) -> list[Entry]:
    tape = Tape()
    chance = Chance(b"secret", 0, epoch, words)
    run = Run(CROWN, new_state(), chance, phase="setup", recorder=tape)
    rng, warlike = Random(2), {"passage": "no", "attack": "yes"}
    while run.waiting:
        ask = next(iter(run.waiting.values()))
        run.answer(ask.seat, warlike.get(ask.kind) or ask.domain.sample(rng))
    return tape.entries


def forged(entries: list[Entry], words: tuple[str, ...]) -> list[int]:
    """Return the places of draws that the secret does not give."""
    return [
        place
        for place, entry in enumerate(entries)
        if entry.who == "chance"
        and redraw(b"secret", words, entry.kind, entry.source) != entry.text
    ]


@pytest.mark.parametrize("epoch", [0, 3])
def test_every_draw_of_a_whole_game_can_be_made_again(epoch: int) -> None:
    entries = whole_game(WORDS, epoch)
    assert len([entry for entry in entries if entry.who == "chance"]) > 10
    assert forged(entries, WORDS) == []


def test_one_altered_line_is_caught() -> None:
    entries = whole_game(WORDS)
    place = [i for i, entry in enumerate(entries) if entry.kind == "defence"][-1]
    entries[place] = replace(entries[place], text=str(int(entries[place].text) % 6 + 1))
    assert forged(entries, WORDS) == [place]


def test_another_secret_word_or_purpose_gives_other_dice() -> None:
    entries = [entry for entry in whole_game(WORDS) if entry.kind == "deck"]
    honest = [entry.text for entry in entries]
    for secret, words, why in (
        (b"other", WORDS, "deck"),
        (b"secret", (*WORDS[1:], WORDS[0]), "deck"),
        (b"secret", WORDS, "pack"),
    ):
        assert [redraw(secret, words, why, entry.source) for entry in entries] != honest


def test_the_players_words_change_the_dice_and_not_the_commitment() -> None:
    assert Chance(b"s", words=("a",)).commitment == Chance(b"s").commitment
    assert Chance(b"s").commitment == hashlib.sha256(b"s").hexdigest()
    first = [Chance(b"s", words=(word,)).permutation(50, "deck") for word in ("a", "b", "")]
    assert first[0] != first[1] != first[2] != first[0]


def test_a_new_epoch_gives_new_dice() -> None:
    assert Chance(b"s").permutation(50, "deck") != Chance(b"s", epoch=1).permutation(50, "deck")


def test_marks_say_what_was_drawn_and_when() -> None:
    chance = Chance(b"s", drawn=6, epoch=2)
    assert roll(chance, 20, "raid")[1] == "d20 2.7"
    assert permute(chance, 4, "deck")[1] == "s4 2.8"


@pytest.mark.parametrize("mark", ["", "mail", "x6 0.1"])
def test_what_is_no_mark_is_refused(mark: str) -> None:
    with pytest.raises(ValueError, match="mark"):
        redraw(b"secret", (), "why", mark)


@given(st.binary(max_size=40), st.integers(1, 10**6), st.text(max_size=20), st.integers(0, 9))
def test_a_die_shows_one_of_its_sides_and_is_redrawn(
    secret: bytes, sides: int, why: str, drawn: int
) -> None:
    text, mark = roll(Chance(secret, drawn), sides, why)
    assert 1 <= int(text) <= sides
    assert redraw(secret, (), why, mark) == text


@given(st.binary(max_size=40), st.integers(0, 60))
def test_a_shuffle_keeps_every_card_once(secret: bytes, size: int) -> None:
    text, mark = permute(Chance(secret), size, "deck")
    assert sorted(map(int, text.split())) == list(range(size))
    assert redraw(secret, (), "deck", mark) == text


def test_a_die_is_fair_enough() -> None:
    chance = Chance(b"fair")
    counts = [0] * 6
    for _ in range(6000):
        counts[chance.below(6, "die")] += 1
    assert max(abs(count - 1000) for count in counts) < 130


def test_picking_from_one_draws_nothing() -> None:
    tape = Tape()
    run = Run(CROWN, new_state(), Chance(b"s"), phase="parliament", recorder=tape)
    assert run.table.pick(["only"], "which") == "only"
    assert not tape.entries
    assert run.table.pick("ab", "which") in {"a", "b"}
    assert [entry.kind for entry in tape.entries] == ["which"]

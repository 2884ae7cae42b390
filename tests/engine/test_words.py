"""How a player's words find the words of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.engine import Words, matches, nearest

OPTIONS = (
    "move percy to hull",
    "move percy to lincoln",
    "move stanley to london",
    "move stanhope to london",
    "end",
)
WORDS = Words({"go": "move", "ldn": "london"}, frozenset({"the", "please"}))


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Go PERCY to Hull, please.", "move percy to hull"),
        ("play  Gilbert :  i11 - i10", "play gilbert: i11 - i10"),
        ("army baron ,milady; trading 2", "army baron, milady; trading 2"),
        ("a -> b", "a -> b"),
        ("take st. albans' 5 men", "take st albans' 5 men"),
        ("king's-lynn", "king's-lynn"),
        ("if turns_left <= 3", "if turns_left <= 3"),
        ("*move percy to hull*", "move percy to hull"),
        ("_end_", "end"),
        ("“end”", "end"),
        ("STRASSE straße", "strasse strasse"),
        ("...", ""),
        ("", ""),
    ],
)
def test_a_line_in_the_words_of_the_rules(line: str, canonical: str) -> None:
    assert WORDS.canonical(line) == canonical


@given(st.text())
def test_canonical_words_stay_as_they_are(line: str) -> None:
    once = WORDS.canonical(line)
    assert WORDS.canonical(once) == once


def test_a_whole_option_is_itself_even_where_it_begins_others() -> None:
    assert matches("end", ("end", "endure")) == ("end",)


def test_every_word_may_be_cut_short_in_its_place() -> None:
    assert matches("m perc to hu", OPTIONS) == ("move percy to hull",)
    assert matches("m perc hu", OPTIONS) == ()
    assert matches("", OPTIONS) == ()
    assert matches("p bar: s", ("play baron: stay", "pass")) == ("play baron: stay",)


def test_what_fits_several_gives_all_of_them() -> None:
    assert matches("move stan to london", OPTIONS) == OPTIONS[2:4]


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("mvoe percy to hul", "move percy to hull"),
        ("move stanlye to londno", "move stanley to london"),
        ("ned", "end"),
    ],
)
def test_the_nearest_option_mends_each_word_by_itself(line: str, first: str) -> None:
    assert nearest(line, OPTIONS)[0] == first


def test_nothing_is_near_to_nonsense() -> None:
    assert nearest("xyzzy", OPTIONS) == ()
    assert nearest("xyzzy", ()) == ()


@given(st.sampled_from(OPTIONS), st.data())
def test_one_slip_in_a_word_is_mended(option: str, data: st.DataObject) -> None:
    words = option.split()
    long = [place for place, word in enumerate(words) if len(word) >= 5]
    if long:
        place = data.draw(st.sampled_from(long))
        at = data.draw(st.integers(0, len(words[place]) - 1))
        words[place] = words[place][:at] + words[place][at + 1 :]
        assert option in nearest(" ".join(words), OPTIONS)

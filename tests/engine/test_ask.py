"""The kinds of answers that a question takes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moderator.engine import Ask, Domain, Illegal, Number, OneOf, Sheet, SomeOf
from moderator.engine.ask import batch

TOWNS = OneOf({"york": 1, "hull": 2}, {"dover": "Dover is besieged"}, ("T-1",))


def step(orders: list[tuple[str, str]]) -> OneOf[tuple[str, str]] | None:
    left = [name for name in ("percy", "scrope") if name not in [order[0] for order in orders]]
    towns = ("york", "hull")
    options = {f"send {name} to {town}": (name, town) for name in left for town in towns}
    return OneOf(options) if left else None


SHEET = Sheet(step)
DOMAINS: list[Domain[Any]] = [
    TOWNS,
    SomeOf({"york": 1, "hull": 2, "wales": 3}, 2),
    Number(3, 17),
    Number(0, 4, "bid"),
    SHEET,
]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: type(domain).__name__)
def test_samples_and_examples_are_legal(domain: Domain[Any]) -> None:
    for seed in range(50):
        domain.read(domain.sample(Random(seed)))
    for example in domain.examples():
        domain.read(example)
        assert domain.understand(example) == (example,)


def test_one_of_reads_only_its_options_and_says_why_not() -> None:
    assert TOWNS.read("york") == 1
    with pytest.raises(Illegal, match="besieged") as illegal:
        TOWNS.read("dover")
    assert illegal.value.rules == ("T-1",)
    with pytest.raises(Illegal, match="'hul' is not one of your choices") as illegal:
        TOWNS.read("hul")
    assert illegal.value.nearest == ("hull",)


def test_one_of_understands_short_words_and_explains_what_is_not_allowed() -> None:
    assert TOWNS.understand("yo") == ("york",)
    assert TOWNS.understand("wales") == ()
    with pytest.raises(Illegal, match="besieged"):
        TOWNS.understand("dov")


def test_some_of_takes_several_once_each_or_none() -> None:
    some = SomeOf({"york": 1, "hull": 2, "wales": 3, "hexham": 4}, 2)
    assert some.read("york, hull") == [1, 2]
    assert some.read("none") == []
    assert some.understand("y, wa") == ("york, wales",)
    assert some.understand("y, h") == ("york, hull", "york, hexham")
    assert some.understand("none") == ("none",)
    assert some.understand("y, dover") == ()
    assert some.nearest("yrok, walse") == ("york, wales",)
    for text in ("york, york", "york, hull, wales"):
        with pytest.raises(Illegal, match="at most 2, each once"):
            some.read(text)


def test_a_number_lies_in_its_range() -> None:
    assert Number(3, 17).read("17") == 17
    for text in ("2", "18", "-3", "x", "", "٥", "4 5", "9" * 4000):
        with pytest.raises(Illegal, match="from 3 to 17"):
            Number(3, 17).read(text)
    assert Number(3, 17).nearest("99") == ("17",)
    assert Number(3, 17).nearest("many") == ()


def test_a_number_may_have_a_verb_which_may_be_left_out() -> None:
    bid = Number(0, 20, "bid")
    assert bid.understand("5") == bid.understand("b 05") == ("bid 5",)
    assert bid.read("bid 5") == 5
    assert bid.verbs == {"bid"}
    for text in ("5", "bid 05", "bid", "offer 5", "bid 21"):
        with pytest.raises(Illegal):
            bid.read(text)
    with pytest.raises(Illegal) as illegal:
        bid.understand("bid 21")
    assert illegal.value.nearest == ("bid 20",)


@pytest.mark.parametrize(
    ("domain", "answer"),
    [
        (OneOf({"york": 1}), "york"),
        (TOWNS, None),
        (SomeOf({}, 3), "none"),
        (SomeOf({"york": 1}, 0), "none"),
        (SomeOf({"york": 1}, 1), None),
        (Number(4, 4), "4"),
        (Number(0, 0, "bid"), "bid 0"),
        (Number(4, 5), None),
        (Sheet(lambda orders: None), ""),
        (SHEET, None),
    ],
)
def test_what_has_but_one_answer_is_forced(domain: Domain[Any], answer: str | None) -> None:
    assert domain.forced() == answer
    if answer is not None:
        domain.read(answer)


def test_a_sheet_is_read_line_by_line() -> None:
    two = "send percy to york\nsend scrope to hull"
    assert SHEET.read(two) == [("percy", "york"), ("scrope", "hull")]
    assert SHEET.read("") == []
    with pytest.raises(Illegal, match="line 2: 'send percy"):
        SHEET.read("send percy to york\nsend percy to hull")
    with pytest.raises(Illegal, match="line 3: no more orders"):
        SHEET.read(f"{two}\nsend percy to york")


def test_a_line_of_a_sheet_is_understood_below_those_above_it() -> None:
    assert SHEET.understand("send p to h") == ("send percy to hull",)
    assert SHEET.understand("send p to h", ["send percy to york"]) == ()
    with pytest.raises(Illegal, match="no more"):
        SHEET.understand("send p to h", ["send percy to york", "send scrope to york"])


def test_verbs_are_the_first_words_of_the_answers() -> None:
    assert OneOf({"play baron: stay": 1, "pass": 2}).verbs == {"play", "pass"}
    assert SHEET.verbs == {"send"}
    assert SomeOf({"york": 1}, 1).verbs == {"york", "none"}
    assert Number(1, 2).verbs == frozenset()


def test_a_seat_is_asked_one_thing_at_a_time() -> None:
    asks = [Ask("red", kind, TOWNS, "york") for kind in ("vote", "bid")]
    with pytest.raises(ValueError, match="red is asked vote and bid at once"):
        batch(asks)
    assert list(batch([asks[0], Ask("blue", "vote", TOWNS, "york")])) == ["red", "blue"]

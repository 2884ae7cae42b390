from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.engine import Illegal
from moderator.titles.feudo.lines import (
    any_token_named,
    facts,
    holds,
    path_named,
    place_named,
    split,
    token_named,
)
from moderator.titles.feudo.state import State

Position = Callable[..., State]


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("c4", "c4"),
        ("winterbourne", "i9"),
        ("winter", "i9"),
        ("city of todenham", "h4"),
        ("castle", "castle"),
        ("the convent", "convent"),
        ("central hill", "convent"),
        ("f6", "convent"),
    ],
)
def test_places_are_named_by_square_city_or_building(
    position: Position, said: str, place: str
) -> None:
    assert place_named(position(), said) == place


@pytest.mark.parametrize("said", ["l4", "c12", "c0", "oxford", "wi", "", "k6 south"])
def test_what_is_no_place_is_refused(position: Position, said: str) -> None:
    with pytest.raises(Illegal, match="no place on this map"):
        place_named(position(), said)


@pytest.mark.parametrize(
    "said",
    ["b3 - b4 - c4", "b3-b4-c4", "b3 to b4 to c4", "b3 > b4 > c4", "b3 -> b4, c4", "b3 b4 c4"],
)
def test_paths_are_read_however_they_are_joined(position: Position, said: str) -> None:
    assert path_named(position(), said) == ["b3", "b4", "c4"]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("gilbert: i11 - i10", ("gilbert", "i11 - i10")),
        ("first knight h7 - h6", ("first knight", "h7 - h6")),
        ("knight gilbert to winterbourne", ("knight gilbert", "to winterbourne")),
        ("gilbert stay", ("gilbert", "stay")),
        ("gilbert i11-i10", ("gilbert", "i11-i10")),
        ("gilbert", ("gilbert", "")),
    ],
)
def test_token_and_path_are_told_apart(
    position: Position, line: str, parts: tuple[str, str]
) -> None:
    assert split(position(), line) == parts


@pytest.mark.parametrize(
    ("test", "true"),
    [
        ("blue geoffrey at winterbourne", True),
        ("blue geoffrey is at i9", True),
        ("blue geoffrey at h8", False),
        ("blue geoffrey not at h8", True),
        ("gilbert at i11", True),
        ("h8 free", True),
        ("i10 free", True),
        ("i11 free", False),
        ("h4 free", False),
        ("b2 free", False),
        ("i1 free", False),
        ("d7 free", False),
        ("blue milady near j5", True),
        ("blue milady near i5", True),
        ("blue milady near j9", False),
        ("white alwin near k6", False),
        ("blue milady stricken", False),
        ("blue john stricken", True),
        ("blue milady not stricken", True),
        ("blue baron shown", True),
        ("baron shown", False),
    ],
)
def test_conditions_are_judged_on_what_all_can_see(example: State, test: str, true: bool) -> None:
    example.tokens["blue john"].stricken = True
    example.sides["blue"].shown = ["blue baron"]
    assert holds(example, "white")(test) is true


@pytest.mark.parametrize("test", ["it rains", "blue geoffrey", "blue oswald at h8", "x9 free"])
def test_what_is_no_condition_is_refused(example: State, test: str) -> None:
    with pytest.raises(Illegal):
        holds(example, "white")(test)


def test_facts_are_those_of_the_seat(example: State) -> None:
    example.sides["white"].trading_card = 2
    example.sides["white"].paid = 1
    assert facts(example, "white") == {
        "turn": 2, "turns_left": 8, "place": 2, "score": 0, "best": 5, "least": 0,
        "king": 0, "fog": 0, "shillings": 1, "charmed": 0,
    }  # fmt: skip
    assert facts(example, "blue")["place"] == 1


def test_the_kings_help_counts_among_the_shillings(example: State) -> None:
    example.king = True
    example.sides["white"].trading_card = 2
    example.sides["blue"].trading_card = 2
    assert facts(example, "white")["shillings"] == 4
    assert facts(example, "blue")["shillings"] == 2


def test_a_side_that_does_not_play_has_no_tokens(example: State) -> None:
    with pytest.raises(Illegal):
        any_token_named(example, "white", "yellow baron")


def test_who_is_out_of_the_game_is_stricken_no_more(example: State) -> None:
    john = example.tokens["blue john"]
    john.stricken = True
    assert holds(example, "white")("blue john stricken")
    john.at = ""
    assert not holds(example, "white")("blue john stricken")


def test_a_charm_is_a_fact_for_the_charmed_alone(example: State) -> None:
    example.sides["white"].charmed = True
    assert facts(example, "white")["charmed"] == 1
    assert facts(example, "blue")["charmed"] == 0


def test_a_token_in_its_castle_is_nowhere_else(example: State) -> None:
    assert holds(example, "white")("osbert at castle")
    assert not holds(example, "white")("osbert at j9")


def test_the_scores_tested_are_those_of_the_players_who_go_on(example: State) -> None:
    example.sides["white"].score = -3
    assert (facts(example, "white")["least"], facts(example, "white")["best"]) == (-3, 5)
    example.going_on = ["blue"]
    assert facts(example, "blue")["least"] == 5


def test_a_misspelt_token_or_place_brings_the_word_that_was_meant(position: Position) -> None:
    with pytest.raises(Illegal) as token:
        token_named(position(), "blue", "roudish")
    assert token.value.nearest[0] == "roudiche"
    with pytest.raises(Illegal) as place:
        place_named(position(), "castel")
    assert place.value.nearest[0] == "castle"

from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.engine import Illegal
from moderator.titles.feudo.data import current
from moderator.titles.feudo.lines import any_token_named, token_named
from moderator.titles.feudo.state import TRADING, Side, State
from moderator.titles.feudo.tokens import army, desperate, find, force, living, name, number

Position = Callable[..., State]


def numbers(kind: str) -> tuple[int, int]:
    printed = current().kinds[kind]
    return printed.red, printed.black


def names(seat: str) -> str:
    return ", ".join(name(id_) for id_ in current().sides[seat])


@pytest.mark.rule("FE-TOK-01")
def test_baron_four_and_two_desperate_six_and_three(position: Position) -> None:
    assert numbers("baron") == (4, 2)
    words = ("alwin", "godric", "wulfric", "robert", "ralph", "osbert")
    lost = {f"white_{word}": "gone" for word in words}
    state = position(white_baron="j9", **lost)
    baron = state.tokens["white baron"]
    assert desperate(state, "white")
    assert number(state, baron) == 6
    baron.stricken = True
    assert number(state, baron) == 3


@pytest.mark.rule("FE-TOK-02")
def test_milady_three_and_two_without_force(position: Position) -> None:
    assert numbers("milady") == (3, 2)
    state = position()
    assert force(state, state.tokens["white milady"]) == 0


@pytest.mark.rule("FE-TOK-03")
def test_first_knight_five_and_three() -> None:
    assert numbers("first knight") == (5, 3)


@pytest.mark.rule("FE-TOK-04")
def test_two_knights_three_and_two() -> None:
    assert (current().kinds["knight"].count, *numbers("knight")) == (2, 3, 2)


@pytest.mark.rule("FE-TOK-05")
def test_two_mercenaries_three_and_two() -> None:
    assert (current().kinds["mercenary"].count, *numbers("mercenary")) == (2, 3, 2)


@pytest.mark.rule("FE-TOK-06")
def test_three_infantrymen_two_and_one() -> None:
    assert (current().kinds["infantry"].count, *numbers("infantry")) == (3, 2, 1)


@pytest.mark.rule("FE-TOK-07")
def test_a_healthy_side_fights_with_27(position: Position) -> None:
    state = position()
    assert sum(force(state, token) for token in living(state, "blue")) == 27


@pytest.mark.rule("FE-TOK-08")
def test_names_of_white() -> None:
    assert names("white") == (
        "Urse d'Abetot, Emmeline, William de Beauchamp, Gilbert de Clare, Osbert de Bracy, "
        "Robert Dispenser, Ralph of Bernay, Alwin of Bredon, Godric of Comberton, "
        "Wulfric of Salford"
    )


@pytest.mark.rule("FE-TOK-09")
def test_names_of_blue() -> None:
    assert names("blue") == (
        "William le Blund, Alice, Roger de Leyburn, William le Mauduit, Henry de Hastings, "
        "Fulk of Bruges, Hamo of Artois, Geoffrey of Clinton, Robert of Roudiche, John of Botley"
    )


@pytest.mark.rule("FE-TOK-10")
def test_names_of_yellow() -> None:
    assert names("yellow") == (
        "Roger de Mortimer, Maud, Thomas de Clare, John Giffard, Reginald de Grey, "
        "Warin of Ghent, Baldwin of Namur, Adam of Eckington, Hugh of Birlingham, Walter of Ripple"
    )


@pytest.mark.rule("FE-TOK-11")
def test_names_of_red() -> None:
    assert names("red") == (
        "Simon de Montfort, Eleanor, Guy de Balliol, Ralph Basset, Humphrey de Bohun, "
        "Nicholas of Ypres, Gerard of Liege, Edric of Defford, Osgood of Strensham, Simon of Upton"
    )


@pytest.mark.rule("FE-SET-13")
def test_ten_tokens_start_healthy_in_the_castle(position: Position) -> None:
    tokens = living(position(), "white")
    assert len(tokens) == 10
    assert {(token.at, token.stricken, token.entered) for token in tokens} == {
        ("castle", False, False)
    }
    assert sorted(token.kind for token in tokens) == [
        "baron", "first knight", "infantry", "infantry", "infantry", "knight", "knight",
        "mercenary", "mercenary", "milady",
    ]  # fmt: skip


@pytest.mark.rule("FE-SET-14")
def test_one_number_is_movement_force_and_value(position: Position) -> None:
    state = position()
    alwin = state.tokens["white alwin"]
    assert (number(state, alwin), force(state, alwin)) == (2, 2)


@pytest.mark.rule("FE-SET-15")
def test_small_coats_tell_like_units_apart() -> None:
    for ids in current().sides.values():
        printed = [(current().people[id_].kind, current().people[id_].marks) for id_ in ids]
        assert len(set(printed)) == 10
        assert {marks for _, marks in printed} == {0, 1, 2}


@pytest.mark.rule("FE-SET-16")
def test_each_token_has_its_own_word_for_its_card() -> None:
    for ids in current().sides.values():
        assert len({current().people[id_].word for id_ in ids}) == 10


@pytest.mark.rule("FE-SET-17")
def test_five_trading_cards() -> None:
    assert sorted(TRADING) == [0, 0, 0, 2, 4]
    assert Side().trading == [4, 2, 0, 0, 0]


def test_the_army_is_all_but_milady_and_the_dead(position: Position) -> None:
    state = position(white_baron="j9", white_alwin="gone")
    assert len(army(state, "white")) == 8


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("gilbert", "white gilbert"),
        ("knight gilbert", "white gilbert"),
        ("gilbert de clare", "white gilbert"),
        ("gil", "white gilbert"),
        ("baron", "white baron"),
        ("urse d’abetot", "white baron"),
        ("first knight", "white first knight"),
        ("first", "white first knight"),
        ("william", "white first knight"),
        ("milady", "white milady"),
        ("white robert", "white robert"),
        ("mercenary robert", "white robert"),
    ],
)
def test_any_word_of_the_name_or_the_kind_will_do(
    position: Position, said: str, meant: str
) -> None:
    assert token_named(position(), "white", said) == meant


@pytest.mark.parametrize(
    ("seat", "said", "listed"),
    [
        ("blue", "william", ("baron", "mauduit")),
        ("white", "knight", ("gilbert", "osbert")),
        ("white", "infantry", ("alwin", "godric", "wulfric")),
        ("white", "de", ("first knight", "gilbert", "osbert")),
    ],
)
def test_an_ambiguous_name_lists_all(
    position: Position, seat: str, said: str, listed: tuple[str, ...]
) -> None:
    with pytest.raises(Illegal) as refusal:
        token_named(position(), seat, said)
    assert refusal.value.nearest == listed


def test_a_living_token_goes_before_a_dead_one(position: Position) -> None:
    state = position(white_gilbert="gone")
    assert find(state, "white", "knight") == ("white osbert",)
    assert find(state, "white", "gilbert") == ("white gilbert",)


def test_a_name_that_no_token_bears_is_refused(position: Position) -> None:
    with pytest.raises(Illegal, match="'mauduit' is no token of white"):
        token_named(position(), "white", "mauduit")


def test_tokens_of_others_are_named_with_their_side(position: Position) -> None:
    state = position()
    assert any_token_named(state, "white", "blue geoffrey") == "blue geoffrey"
    assert any_token_named(state, "white", "blue") == "blue baron"
    assert any_token_named(state, "white", "robert") == "white robert"

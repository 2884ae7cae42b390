"""6) Advance Phase: who goes in where the enemy was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from moderator.engine import Illegal, LineDropped, Table
from moderator.titles.feudo.advance import Advances, advances
from moderator.titles.feudo.events import Advanced
from moderator.titles.feudo.flow import attack
from moderator.titles.feudo.state import State, Win

Position = Callable[..., State]
Start = Callable[..., Any]


def won(
    state: State, target: str, *tokens: str, city: bool = False, wanted: Sequence[str] = ()
) -> State:
    """Note an attack of White that was won."""
    ids = [f"white {token}" for token in tokens]
    state.wins.append(Win("white", target, ids, city, [f"white {token}" for token in wanted]))
    return state


def whites(table: Table[State]) -> Any:
    return advances(table, "white")


def offered(state: State) -> set[str]:
    return set(Advances(state, "white").options)


def refused(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        Advances(state, "white").understand(line)
    return refusal.value


@pytest.mark.rule("FE-ADV-01")
@pytest.mark.rule("FE-ADV-04")
def test_advances_wait_for_all_attacks_and_follow_the_order_of_play(
    position: Position, start: Start
) -> None:
    state = position(
        order="blue white",
        blue_first_knight="g4", white_gilbert="g3", white_first_knight="c5", blue_john="c6",
    )  # fmt: skip
    played = start(attack, state, "blue attack g3 with first knight")
    assert played.open == [("white", "attack")]
    played.answer("white attack c6 with first knight")
    assert played.open == [("blue", "advance")]
    assert played.run.asks["blue"].default == "pass"
    played.answer("blue pass")
    assert played.open == [("white", "advance")]
    played.answer("white advance first knight to c6")
    assert state.tokens["white first knight"].at == "c6"
    assert state.tokens["blue first knight"].at == "g4"


@pytest.mark.rule("FE-ADV-02")
@pytest.mark.rule("FE-ADV-13")
def test_one_token_of_the_attack_goes_in(position: Position, start: Start) -> None:
    state = won(
        position(white_gilbert="g4", white_osbert="h3", white_alwin="f3"),
        "g3", "gilbert", "osbert",
    )  # fmt: skip
    assert offered(state) == {"advance gilbert to g3", "advance osbert to g3"}
    assert refused(state, "advance alwin").rules == ("FE-ADV-02",)
    assert refused(state, "advance gilbert, osbert").rules == ("FE-ADV-03",)
    played = start(whites, state, "white advance gilbert to g3")
    assert played.told(Advanced) == [Advanced("white", "white gilbert", "g4", "g3")]
    assert played.open == []


@pytest.mark.rule("FE-ADV-03")
def test_a_baron_takes_one_more_token_along(position: Position, start: Start) -> None:
    state = won(position(white_baron="g4", white_gilbert="h3"), "g3", "baron", "gilbert")
    assert offered(state) == {
        "advance baron to g3", "advance gilbert to g3", "advance baron, gilbert to g3",
    }  # fmt: skip
    start(whites, state, "white advance baron, gilbert to g3")
    assert state.tokens["white baron"].at == state.tokens["white gilbert"].at == "g3"


@pytest.mark.rule("FE-ADV-05")
def test_one_token_alone_goes_into_a_wood(position: Position) -> None:
    state = won(position(white_baron="i2", white_gilbert="h3"), "i3", "baron", "gilbert")
    assert offered(state) == {"advance baron to i3", "advance gilbert to i3"}
    assert refused(state, "advance baron, gilbert").rules == ("FE-ADV-05",)


@pytest.mark.rule("FE-ADV-06")
def test_knights_go_into_no_city_and_no_village(position: Position) -> None:
    state = won(position(white_gilbert="g3", white_alwin="f2"), "g2", "gilbert", "alwin")
    assert offered(state) == {"advance alwin to g2"}
    assert refused(state, "advance gilbert").rules == ("FE-ADV-06",)
    state = won(
        position(white_gilbert="i10", white_robert="j9", owners="white i9"),
        "i9", "gilbert", "robert", city=True,
    )  # fmt: skip
    assert offered(state) == {"advance robert to winterbourne"}
    refusal = refused(state, "advance gilbert to winterbourne")
    assert refusal.rules == ("FE-ADV-06",)
    assert refusal.nearest == ("advance robert to winterbourne",)


@pytest.mark.rule("FE-ADV-07")
def test_the_sharing_rules_hold(position: Position) -> None:
    state = won(position(white_baron="g4", white_first_knight="h3"), "g3", "baron", "first knight")
    assert offered(state) == {"advance baron to g3", "advance first knight to g3"}
    assert refused(state, "advance baron, first knight").rules == ("FE-ADV-07",)
    state = won(
        position(white_baron="g4", white_gilbert="h3", white_milady="g3"), "g3", "baron", "gilbert"
    )
    assert refused(state, "advance baron, gilbert").rules == ("FE-ADV-07",)
    assert "advance gilbert to g3" in offered(state)


@pytest.mark.rule("FE-ADV-08")
def test_who_was_beaten_later_in_the_phase_stays_out(position: Position) -> None:
    state = won(position(white_baron="castle", white_gilbert="gone", white_alwin="g4"),
                "g3", "baron", "gilbert", "alwin")  # fmt: skip
    assert offered(state) == {"advance alwin to g3"}
    assert refused(state, "advance baron").rules == ("FE-ADV-08",)


@pytest.mark.rule("FE-ADV-09")
def test_a_city_lost_again_is_closed(position: Position, start: Start) -> None:
    state = won(
        position(white_robert="g4", owners="blue h4"), "h4", "robert", city=True,
    )  # fmt: skip
    assert offered(state) == set()
    assert refused(state, "advance robert").rules == ("FE-ADV-09",)
    assert start(whites, state).open == []


@pytest.mark.rule("FE-ADV-10")
def test_nobody_goes_where_the_plague_token_lies(position: Position) -> None:
    state = won(position(white_alwin="f2", plague_at="g2"), "g2", "alwin")
    assert offered(state) == set()
    assert refused(state, "advance alwin").rules == ("FE-ADV-10",)


@pytest.mark.rule("FE-ADV-11")
def test_an_enemy_milady_left_alone_prevents_nothing(position: Position) -> None:
    state = won(position(white_gilbert="g4", blue_milady="g3"), "g3", "gilbert")
    assert offered(state) == {"advance gilbert to g3"}
    state = won(position(white_gilbert="i2", blue_milady="i3"), "i3", "gilbert")
    assert offered(state) == set()


@pytest.mark.rule("FE-ADV-12")
def test_charmed_and_fogbound_armies_advance(position: Position, start: Start) -> None:
    state = won(position(white_gilbert="g4"), "g3", "gilbert")
    state.sides["white"].charmed = True
    state.fog = True
    start(whites, state, "white advance gilbert to g3")
    assert state.tokens["white gilbert"].at == "g3"


def test_with_several_wins_the_place_may_be_left_out_where_it_is_clear(position: Position) -> None:
    state = won(position(white_gilbert="g4", white_baron="c5", white_alwin="d6"), "g3", "gilbert")
    won(state, "c6", "baron", "alwin")
    domain = Advances(state, "white")
    assert domain.understand("advance gilbert") == ("advance gilbert to g3",)
    assert domain.understand("advance baron and alwin") == ("advance baron, alwin to c6",)


def test_an_advance_hung_on_the_attack_is_made_without_a_question(
    position: Position, start: Start
) -> None:
    state = won(position(white_gilbert="g4"), "g3", "gilbert", wanted=["gilbert"])
    played = start(whites, state)
    assert played.open == []
    assert state.tokens["white gilbert"].at == "g3"


def test_a_hung_advance_that_is_not_legal_is_told_to_its_player_alone(
    position: Position, start: Start
) -> None:
    state = won(
        position(white_gilbert="g3", white_alwin="f2"), "g2", "gilbert", "alwin",
        wanted=["gilbert"],
    )  # fmt: skip
    played = start(whites, state)
    ((event, to),) = [told for told in played.events if isinstance(told[0], LineDropped)]
    assert (event.rules, to) == (("FE-ADV-06",), frozenset({"white"}))
    assert played.open == [("white", "advance")]


def test_the_place_of_an_advance_may_be_named_as_in_any_order(position: Position) -> None:
    state = won(position(white_robert="h5", owners="white h4"), "h4", "robert", city=True)
    for where in ("h4", "todenham", "toden"):
        full = ("advance robert to todenham",)
        assert Advances(state, "white").understand(f"advance robert to {where}") == full

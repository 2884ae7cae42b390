"""The words of victors: spoils shared out, going in, terms of a ransom (KM-TRA-04, KM-SIE-15)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.fighting.occupation import Entering, occupy
from moderator.titles.kingmaker.fighting.spoils import Division
from moderator.titles.kingmaker.fighting.terms import BEST, Terms
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.mark.rule("KM-TRA-04")
def test_spoils_may_be_shared_card_by_card_or_the_rest_to_one() -> None:
    spoils = Division(("saxons", "saxons 2", "coventry"), ("percy", "grey"))
    assert spoils.understand("saxons to grey, rest to percy") == (
        "saxons to grey, saxons to percy, coventry to percy",
    )
    assert spoils.read("saxons to grey, saxons to percy, coventry to percy") == [
        ("saxons", "grey"), ("saxons 2", "percy"), ("coventry", "percy")]  # fmt: skip
    assert spoils.understand("rest to grey") == ("all to grey",)
    with pytest.raises(Illegal, match="is no victorious noble"):
        spoils.understand("all to roos")
    with pytest.raises(Illegal, match="is no captured card"):
        spoils.understand("scots archers to grey, rest to percy")


def test_random_answers_of_victors_are_legal(position: Position) -> None:
    state = position(captured="red leicester", percy="red open leicester")
    rng = Random(3)
    for domain in (
        Division(("saxons", "coventry"), ("percy", "grey")),
        Entering(state, "leicester", ["percy"]),
        Terms("offer", ("london", "1 writ"), "for scrope", {"no ransom": ""}),
    ):
        for _ in range(10):
            text = domain.sample(rng)
            domain.read(text)
            assert domain.understand(text) == (text,)


@pytest.mark.rule("KM-SIE-15")
@pytest.mark.rule("KM-TWN-05")
def test_the_strongest_go_in_first_and_who_does_not_fit_stays_out(
    position: Position, start: Start
) -> None:
    state = position(
        captured="red warwick",
        percy="red open warwick with marshal",
        mowbray="red open warwick with admiral",
        grey="red open warwick",
    )
    names = ["percy", "mowbray", "grey"]
    played = start(lambda table: occupy(table, "red", "warwick", names, (), None), state)
    assert played.run.asks["red"].default == "in percy, mowbray"
    assert played.run.asks["red"].domain.understand("all in") == ("in percy, mowbray",)
    played.answer("red in grey")
    assert [state.nobles[name].place for name in names] == ["", "", "warwick"]


@pytest.mark.rule("KM-SIE-15")
def test_heirs_taken_stay_outside_with_the_strongest_if_nobody_goes_in(
    position: Position, start: Start
) -> None:
    state = position(
        captured="red leicester", percy="red open leicester", grey="red open leicester",
        henry="red in leicester",
    )  # fmt: skip
    start(lambda table: occupy(table, "red", "leicester", ["percy", "grey"], ["henry"], ()), state)
    assert state.heirs["henry"].place == ""
    assert state.heirs["henry"].force == state.nobles["percy"].force


@pytest.mark.rule("KM-SIE-15")
def test_heirs_of_the_besiegers_go_in_with_all_of_them(position: Position, start: Start) -> None:
    state = position(captured="red leicester", percy="red open leicester",
                     margaret="red open leicester")  # fmt: skip
    start(lambda table: occupy(table, "red", "leicester", ["percy"], (), ["percy"]), state)
    assert state.heirs["margaret"].place == "leicester"


@pytest.mark.rule("KM-CAP-01")
def test_terms_are_read_short_in_the_order_of_preference() -> None:
    terms = Terms("ransom scrope for", ("london", "1 writ"), "", {f"accept {BEST}": BEST})
    assert terms.understand("ransom scrope for 1 writ or lond") == (
        "ransom scrope for 1 writ, london",
    )
    assert terms.read("ransom scrope for 1 writ, london") == ["1 writ", "london"]
    assert terms.understand("accept best off") == ("accept best offer",)
    with pytest.raises(Illegal, match="no thing for a ransom"):
        terms.understand("ransom scrope for paris")


@pytest.mark.rule("KM-CAP-01")
def test_every_thing_for_a_ransom_is_read_by_its_name_with_or_without_an_article() -> None:
    things = ("burgundian crossbowmen", "admiral", "1 writ", "london")
    terms = Terms("offer", things, "for scrope", {"no ransom": ""})
    for thing in things:
        assert terms.read(f"offer {thing} for scrope") == [thing]
        assert terms.understand(f"offer {thing} for scrope") == (f"offer {thing} for scrope",)
    assert terms.understand("offer a writ for scrope") == ("offer 1 writ for scrope",)
    assert terms.understand("offer an admiral for scrope") == ("offer admiral for scrope",)

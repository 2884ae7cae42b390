"""Ransoms asked and offered in few words, or by a price list (D-CAP-1 and D-CAP-2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.events import Ransomed, RansomTerms
from moderator.titles.kingmaker.fighting.ransom import ransoms
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]
File = Callable[..., Any]


@pytest.fixture
def captive(position: Position) -> State:
    """Red holds Scrope captive in the York square, where blue's Mowbray stands with London."""
    state = position(
        hands={"blue": "saxons, earl of essex"},
        kept={"blue": "writ, free move"},
        percy="red open york",
        scrope="blue open york with earl of kent, treasurer",
        mowbray="blue open york with tower, scots archers",
    )
    state.nobles["scrope"].captor = "red"
    return state


def domains(captive: State, start: Start) -> tuple[Any, Any]:
    played = start(ransoms, captive)
    return played.run.asks["red"].domain, played.run.asks["blue"].domain


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("ransom scrope for london", "ransom scrope for london"),
        ("ransom scrope for london or 1 writ", "ransom scrope for london, 1 writ"),
        ("london or a writ, else execute", "ransom scrope for london, 1 writ, else execute"),
        ("writ, scots archers else accept", "ransom scrope for 1 writ, scots archers, else accept"),
        ("bristol or london", "ransom scrope for bristol, london"),
        ("bristol, else release", "ransom scrope for bristol, else release"),
        ("bristol, saxons, else execute", "ransom scrope for bristol, saxons, else execute"),
        ("release scrope", "release scrope"),
        ("release", "release scrope"),
        ("execute", "execute scrope"),
        ("accept offer 1", "accept offer 1"),
        ("accept", "accept best offer"),
    ],
)
def test_a_captor_says_his_price(captive: State, start: Start, line: str, text: str) -> None:
    demand, _ = domains(captive, start)
    assert demand.understand(line) == (text,)
    assert demand.read(text)


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("offer london for scrope", "offer london for scrope"),
        ("london, then a writ, then bristol", "offer london, 1 writ for scrope"),
        ("saxons", "offer saxons for scrope"),
        ("offer london and a promise of peace until round 6",
         "offer london for scrope and a promise of peace until round 6"),
        ("offer london for scrope and a promise of peace",
         "offer london for scrope and a promise of peace"),
        ("accept demand", "accept demand"),
        ("no ransom", "no ransom"),
    ],
)  # fmt: skip
def test_a_loser_says_what_he_gives(captive: State, start: Start, line: str, text: str) -> None:
    _, offer = domains(captive, start)
    assert offer.understand(line) == (text,)
    offer.read(text)


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.parametrize("line", ["alnwick", "ransom scrope for alnwick", "gold"])
def test_a_price_that_cannot_be_had_at_all_is_refused(
    captive: State, start: Start, line: str
) -> None:
    demand, _ = domains(captive, start)
    with pytest.raises(Illegal, match="is no thing for a ransom"):
        demand.understand(line)


def test_a_price_asked_blindly_does_not_tell_what_is_in_the_losers_hand(
    captive: State, start: Start
) -> None:
    demand, _ = domains(captive, start)
    said = []
    for card in ("saxons", "flemish crossbowmen"):
        (text,) = demand.understand(f"ransom scrope for {card}")
        assert demand.read(text) == [card]
        said.append(text.replace(card, "it"))
    assert said[0] == said[1]


def test_both_see_for_whom_with_whom_and_for_what(captive: State, start: Start) -> None:
    asks = start(ransoms, captive).run.asks
    assert (asks["red"].facts["for"], asks["red"].facts["by"]) == ("scrope", "blue")
    could = "1 writ, framlingham, tickhill, london, scots archers"
    assert asks["red"].facts["could_pass"] == could
    assert (asks["red"].facts["cards"], asks["red"].default) == (2, "accept best offer")
    assert asks["blue"].facts["could_pass"] == f"{could}, saxons"
    assert (asks["blue"].facts["by"], asks["blue"].default) == ("red", "no ransom")


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.rule("KM-CAP-03")
@pytest.mark.parametrize(
    ("red", "blue", "price"),
    [
        ("when demand for scrope: london or a writ, else execute",
         "when offer for scrope: london, then a writ, then bristol", ("london",)),
        ("when demand for scrope: a writ or london", "when offer: london, then a writ",
         ("1 writ",)),
        ("when demand: release", "when offer: no ransom", ()),
        ("when demand by blue: accept best offer", "when offer by red: saxons, a writ", ("card",)),
        ("when demand: accept offer 2", "when offer: london, then a writ", ("1 writ",)),
        ("when demand: a writ", "when offer: accept demand", ("1 writ",)),
        ("when demand: execute", "when offer: london", None),
    ],
)  # fmt: skip
def test_price_lists_settle_a_ransom_without_a_mail(
    captive: State, start: Start, on_file: File, red: str, blue: str, price: tuple[str, ...] | None
) -> None:
    played = start(ransoms, captive)
    on_file(on_file(played, "red", red), "blue", blue)
    assert played.open == []
    assert [each.price for each in played.told(Ransomed)] == ([] if price is None else [price])
    assert ("scrope" in captive.nobles) == (price is not None)


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.parametrize(("hand", "forced"), [("", True), ("percy", False)])
def test_who_has_nothing_to_offer_is_asked_only_if_his_hand_might_hold_something(
    position: Position, start: Start, hand: str, forced: bool
) -> None:
    state = position(mowbray="red open york", scrope="blue open york")
    state.nobles["scrope"].captor = "red"
    if hand:
        state.crown_deck.remove(hand)
        state.factions["blue"].hand = [hand]
    ask = start(ransoms, state).run.asks["blue"]
    assert (ask.domain.forced(), ask.secret) == ("no ransom", not forced)
    assert ask.domain.understand("no") == ("no ransom",)


@pytest.mark.rule("KM-CAP-03")
def test_a_captor_who_has_said_his_last_word_is_not_asked_again_but_the_loser_is(
    captive: State, start: Start, on_file: File
) -> None:
    played = start(ransoms, captive)
    on_file(played, "red", "when demand for scrope: london or a writ, else execute")
    played.answer("blue offer saxons for scrope")
    assert played.open == [("blue", "offer")]
    assert played.run.asks["blue"].domain.understand("accept demand") == ("give london",)
    played.answer("blue no ransom")
    assert "scrope" not in captive.nobles


@pytest.mark.rule("KM-CAP-01")
@pytest.mark.parametrize(
    ("line", "text", "alive"),
    [
        ("accept offer 1", "accept saxons", True),
        ("accept", "accept saxons", True),
        ("release", "release scrope", True),
        ("execute", "execute scrope", False),
    ],
)
def test_the_last_word_of_a_captor(
    captive: State, start: Start, line: str, text: str, alive: bool
) -> None:
    played = start(ransoms, captive, "red ransom scrope for london\nblue offer saxons for scrope")
    assert played.run.asks["red"].domain.understand(line) == (text,)
    played.answer(f"red {text}\nblue no ransom")
    assert ("scrope" in captive.nobles) == alive


@pytest.mark.rule("KM-CAP-01")
def test_a_promise_is_printed_to_the_two_and_binds_nobody(captive: State, start: Start) -> None:
    text = "offer london for scrope and a promise of peace"
    played = start(ransoms, captive, f"red ransom scrope for london\nblue {text}")
    told = [(event, to) for event, to in played.events if isinstance(event, RansomTerms)]
    assert [(event.by, event.terms, to) for event, to in told] == [
        ("blue", "promise of peace", frozenset({"red", "blue"}))]  # fmt: skip
    assert played.told(Ransomed)[0].price == ("london",)

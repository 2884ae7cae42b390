from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from moderator.titles.feudo.audit import audit
from moderator.titles.feudo.resample import resample
from moderator.titles.feudo.state import State
from moderator.titles.feudo.viewing import view

Position = Callable[..., State]


@pytest.fixture
def midst(example: State) -> State:
    """The example turn after both have shown their first card."""
    example.plague_deck = ["North 1", "Fog 1", "Cross", "Border", "West 2", "North 2"]
    example.plague_played = ["East 1"]
    example.plague_away = [
        "North 1", "East 1", "East 2", "South 1", "South 1", "South 2", "West 1", "West 1",
        "Border", "Cross", "Lingering Plague", "Lingering Plague", "Fog 1",
    ]  # fmt: skip
    blue, white = example.sides["blue"], example.sides["white"]
    blue.hand, blue.shown, blue.trading_card = ["blue milady", "blue geoffrey"], ["blue baron"], 0
    white.hand, white.shown = ["white baron", "white gilbert"], ["white robert"]
    white.trading_card, white.paid = 2, 1
    blue.last_hand = ["blue baron", "blue milady", "blue geoffrey", "0"]
    white.last_hand = ["white baron", "white gilbert", "white robert", "2"]
    blue.sheet, white.sheet = ["play milady: stay"], ["attack best"]
    return example


@pytest.mark.rule("FE-STR-06")
def test_a_seat_sees_its_own_hand_and_nobody_elses(midst: State) -> None:
    white, blue, nobody = view(midst, "white"), view(midst, "blue"), view(midst, None)
    assert white.hand == ("white baron", "white gilbert")
    assert (white.trading_card, white.filed) == (2, ("attack best",))
    assert blue.hand == ("blue milady", "blue geoffrey")
    assert (nobody.hand, nobody.trading_card, nobody.filed) == ((), -1, ())
    assert [side.trading_shown for side in white.sides] == [-1, -1]
    for secret in ("Lingering Plague", "Fog 1", "play milady"):
        assert secret not in str(white)


@pytest.mark.rule("FE-TRD-05")
def test_trading_cards_left_are_open(midst: State) -> None:
    midst.sides["blue"].trading = [4, 0]
    assert view(midst, "white").sides[1].trading == (4, 0)
    midst.sides["blue"].trading_shown = True
    assert view(midst, "white").sides[1].trading_shown == 0


def test_a_view_reckons_out_numbers_cowards_and_targets(midst: State) -> None:
    seen = view(midst, "white")
    by_id = {token.id: token for token in seen.tokens}
    assert (by_id["white baron"].number, by_id["white baron"].name) == (4, "Urse d'Abetot")
    assert by_id["white first knight"].word == "first knight"
    assert by_id["blue baron"].shown
    white = seen.sides[0]
    assert (white.in_castle, white.cowards) == (5, 3 + 3 + 2 + 2 + 2)
    assert [(t.territory, t.defender, t.defence, t.points) for t in seen.targets] == [
        ("i9", "blue", 9, 7)
    ]
    assert seen.targets[0].in_reach == ("white baron",)


def test_a_view_shows_the_map_with_owners_castles_and_plague(midst: State) -> None:
    by_name = {territory.name: territory for territory in view(midst, None).territories}
    assert len(by_name) == 121
    assert (by_name["i9"].city, by_name["i9"].owner) == ("Winterbourne", "blue")
    assert by_name["k6"].castle == (("white", "south"),)
    assert by_name["i1"].castle == (("blue", "whole"),)
    assert [name for name, territory in by_name.items() if territory.plague] == ["b2"]
    assert by_name["f6"].terrain == "central"


def test_phases_are_named(midst: State) -> None:
    assert view(midst, None).phase == "plays"
    for side in midst.sides.values():
        side.trading_card = -1
    assert view(midst, None).phase == "cards"
    midst.turn = 0
    assert view(midst, None).phase == "castles"
    midst.winners = ["white"]
    assert view(midst, None).phase == "over"


def test_a_view_can_be_made_before_the_map_is_laid(position: Position) -> None:
    state = position(castles="")
    state.boards, state.plague_at, state.turn = [], "", 0
    assert view(state, "white").territories == ()


@pytest.mark.parametrize("seat", ["white", "blue", None])
def test_a_redealt_position_looks_the_same(midst: State, seat: str | None) -> None:
    for seed in range(40):
        other = resample(midst, seat, Random(seed))
        audit(other)
        assert view(other, seat) == view(midst, seat)


def test_a_redeal_changes_what_is_hidden(midst: State) -> None:
    others = [resample(midst, "white", Random(seed)) for seed in range(40)]
    assert len({tuple(other.sides["blue"].hand) for other in others}) > 10
    assert {other.sides["blue"].trading_card for other in others} == {0, 2, 4}
    assert len({tuple(other.plague_deck) for other in others}) > 10
    assert len({tuple(other.sides["blue"].sheet) for other in others}) > 1
    assert all(other.sides["white"] == midst.sides["white"] for other in others)


def test_a_redeal_agrees_with_a_mercenary_that_was_moved(midst: State) -> None:
    cards = {
        resample(midst, "blue", Random(seed)).sides["white"].trading_card for seed in range(40)
    }
    assert cards == {2, 4}


def test_a_redeal_leaves_the_real_position_alone(midst: State) -> None:
    before = str(midst)
    resample(midst, None, Random(1))
    assert str(midst) == before


def test_a_planted_leak_is_caught(midst: State) -> None:
    def leaky(state: State, seat: str) -> Any:
        return replace(view(state, seat), filed=tuple(state.sides["blue"].hand))

    found = [
        leaky(resample(midst, "white", Random(seed)), "white") == leaky(midst, "white")
        for seed in range(20)
    ]
    assert not all(found)


Break = Callable[[State], None]


def _set(path: str, value: object) -> Break:
    def change(state: State) -> None:
        *way, last = path.split("/")
        target: Any = state
        for part in way:
            target = target[part] if isinstance(target, dict) else getattr(target, part)
        if isinstance(target, dict):
            target[last] = value
        else:
            setattr(target, last, value)

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda state: state.tokens.pop("white alwin"), "lost or doubled"),
        (_set("tokens/white alwin/kind", "knight"), "not itself"),
        (_set("tokens/white alwin/at", "d6"), "never entered"),
        (_set("tokens/white alwin/stricken", True), "stricken in its Castle"),
        (_set("tokens/white baron/rests_until", 9), "rests outside"),
        (_set("tokens/white baron/at", "d7"), "closed"),
        (_set("tokens/white gilbert/at", "b2"), "may not be there"),
        (_set("tokens/white baron/at", "h4"), "not its City"),
        (_set("tokens/white baron/at", "k6"), "that is a Castle"),
        (_set("tokens/white baron/at", "g3"), "two sides"),
        (_set("tokens/white gilbert/at", "k8"), "white gilbert and white robert"),
        (_set("tokens/blue roudiche/at", "g4"), "blue mauduit and blue roudiche"),
        (_set("attacked", ["white baron", "white baron"]), "attacked twice"),
        (_set("order", ["white"]), "lacks a player"),
        (_set("order", ["white", "blue", "blue"]), "names one twice"),
        (_set("sides/white/trading", [4, 4, 0]), "do not exist"),
        (_set("sides/white/trading", [4, 0]), "chose a card he has not"),
        (_set("sides/white/shown", ["white baron"]), "wrong hand"),
        (_set("sides/white/hand", ["blue john"]), "another side"),
        (_set("sides/white/paid", 3), "owes Mercenaries"),
        (_set("plague_deck", []), "Plague Cards were lost"),
        (_set("plague_at", "c4"), "in no Village"),
        (_set("owners/c4", "white"), "no City"),
        (_set("owners/c3", "red"), "nobody here"),
        (_set("sides/white/castle", "g1"), "on one board"),
    ],
)
def test_an_audit_finds_what_cannot_be(midst: State, change: Break, said: str) -> None:
    audit(midst)
    change(midst)
    with pytest.raises(AssertionError, match=said):
        audit(midst)


def test_an_audit_bears_a_pile_while_shillings_are_spent(midst: State) -> None:
    midst.tokens["white gilbert"].at = "k8"
    midst.sides["white"].trading_shown = True
    audit(midst)
    midst.attacked = ["white baron"]
    with pytest.raises(AssertionError, match="FE-MOV-15"):
        audit(midst)

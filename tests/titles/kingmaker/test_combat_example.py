"""The rulebook's three combats in the Coventry square, with all their numbers (KM-EXC)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.table_of_odds import ratio
from moderator.titles.kingmaker.events import (
    CalledOff,
    CardsAdded,
    CombatCard,
    Died,
    FightAnnounced,
    FightDecided,
    Ransomed,
)
from moderator.titles.kingmaker.fighting.attack import attacks_of
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.battle_plan import Plans
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]

AUDLEY_HOWARD, CLIFFORD_COURTENAY = "storm 1", "storm 3"
"""The cards of the example: 3-1 (ignored by the siege), and 4-1."""


@pytest.fixture
def coventry(position: Position) -> State:
    """Red is the rulebook's Player B with 310, blue his Player C, yellow his Player D."""
    state = position(
        "red blue yellow",
        hands={
            "red": "duchy of cornwall, scots archers",
            "blue": "duke of exeter",
            "yellow": "earl of worcester, chancellor",
        },
        grey="red open coventry with earl of kent",
        howard="red open coventry",
        percy="red open coventry",
        neville="red open coventry with marshal",
        scrope="blue in coventry with earl of westmorland, steward",
        edward="blue in coventry",
        herbert="blue open coventry with burgundian crossbowmen, burgundian crossbowmen 2, "
        "flemish crossbowmen",
        courtenay="blue open coventry with treasurer",
        mowbray="blue open coventry with tower",
        henry="blue open coventry",
        beaufort="yellow open coventry with saxons",
        stanley="yellow open coventry",
        fitzalan="yellow open coventry with admiral",
        pole="yellow open coventry with dover castle",
    )
    for pile, names in enumerate(
        ("grey howard percy neville", "herbert courtenay mowbray", "beaufort stanley fitzalan pole")
    ):
        for name in names.split():
            state.nobles[name].force = 91 + pile
    state.heirs["henry"].force = 92
    return state


def on_top(state: State, *cards: str) -> None:
    """Put Event cards on the deck, the first one uppermost."""
    for card in reversed(cards):
        state.event_deck.remove(card)
        state.event_deck.append(card)


def steps(played: Any) -> list[tuple[int, int]]:
    """Return the totals after the announcement and after each step."""
    [announced] = played.told(FightAnnounced)
    added = [(each.strength, each.defence) for each in played.told(CardsAdded)]
    return [(announced.strength, announced.defence), *added]


@pytest.mark.rule("KM-EXC-01")
def test_three_forces_in_one_square_are_three_targets(coventry: State) -> None:
    found = {(a.kind, a.place, a.target) for a in attacks_of(coventry, "red")}
    assert found == {
        ("battle", "", ("herbert", "courtenay", "mowbray")),
        ("battle", "", ("beaufort", "stanley", "fitzalan", "pole")),
        ("siege", "coventry", ()),
    }


@pytest.mark.rule("KM-EXC-02")
@pytest.mark.rule("KM-EXC-05")
@pytest.mark.rule("KM-BAT-06")
@pytest.mark.rule("KM-BAT-08")
@pytest.mark.rule("KM-BAT-12")
@pytest.mark.rule("KM-KIL-02")
def test_both_sides_add_cards_in_reply_and_the_battle_is_indecisive(
    coventry: State, start: Start
) -> None:
    on_top(coventry, CLIFFORD_COURTENAY)
    played = start(
        combat,
        coventry,
        "red attack herbert with grey, howard, percy, neville; "
        "play duchy of cornwall on grey, scots archers on howard; aim 5-4\n"
        "blue play duke of exeter on herbert; aim below 5-4",
    )
    assert steps(played) == [(310, 270), (360, 270), (360, 290), (380, 290)]
    assert [ratio(*pair) for pair in steps(played)] == ["", "5-4", "", "5-4"]
    [decided] = played.told(FightDecided)
    assert (decided.ratio, decided.winner, decided.captured) == ("5-4", "", ())
    [card] = played.told(CombatCard)
    assert (card.result, card.killed) == ("4-1", ("courtenay",))
    assert "courtenay" not in coventry.nobles
    assert coventry.crown_deck[0] == "courtenay"
    assert coventry.chancery == ["treasurer"]
    assert "scots archers" in coventry.nobles["howard"].awards
    assert "duke of exeter" in coventry.nobles["herbert"].awards
    assert coventry.heirs["henry"].seat == "blue"


@pytest.mark.rule("KM-EXC-03")
def test_a_titled_noble_takes_no_title_and_only_his_player_is_told(coventry: State) -> None:
    plans = Plans(coventry, "blue", ["scrope"], ["edward"], siege=True)
    with pytest.raises(Illegal, match="Scrope has a title already") as refusal:
        plans.understand("play exeter on scrope")
    assert "KM-PRE-11" in refusal.value.rules
    assert "KM-EXC-03" in refusal.value.rules


@pytest.mark.rule("KM-EXC-04")
@pytest.mark.rule("KM-SIE-04")
@pytest.mark.rule("KM-SIE-07")
@pytest.mark.rule("KM-SIE-08")
@pytest.mark.rule("KM-SIE-16")
@pytest.mark.rule("KM-EXC-08")
@pytest.mark.rule("KM-EXC-09")
@pytest.mark.rule("KM-CAP-01")
@pytest.mark.rule("KM-CAP-02")
def test_coventry_falls_with_scrope_and_edward_and_scrope_is_ransomed_for_london(
    coventry: State, start: Start
) -> None:
    on_top(coventry, AUDLEY_HOWARD)
    played = start(
        combat, coventry, "red besiege coventry with grey, howard, percy, neville; then out"
    )
    assert steps(played) == [(310, 300)]
    assert played.open == [("blue", "defence")]
    played.answer("blue pass")
    [card] = played.told(CombatCard)
    assert card.killed == ("howard",)
    assert "howard" not in coventry.nobles
    assert coventry.crown_deck[0] == "howard"
    [decided] = played.told(FightDecided)
    assert decided.captured == ("scrope", "edward")
    assert holder(coventry, "coventry") == "red"
    assert coventry.heirs["edward"].seat == "red"
    played.answer("red keep edward")
    assert coventry.nobles["scrope"].captor == "red"
    played.answer("red ransom scrope for london\nblue offer london for scrope")
    [ransomed] = played.told(Ransomed)
    assert (ransomed.noble, ransomed.price) == ("scrope", ("london",))
    assert holder(coventry, "london") == "red"
    scrope = coventry.nobles["scrope"]
    assert (scrope.seat, scrope.captor, scrope.square, scrope.place) == ("blue", "", "coventry", "")
    assert scrope.awards == ["earl of westmorland", "steward"]
    assert scrope.force not in {noble.force for noble in coventry.nobles.values()
                                if noble is not scrope}  # fmt: skip


@pytest.mark.rule("KM-EXC-06")
@pytest.mark.rule("KM-COM-09")
def test_the_attack_on_the_third_force_is_called_off_and_nobody_else_is_attacked(
    coventry: State, start: Start
) -> None:
    played = start(
        combat,
        coventry,
        "red attack beaufort with grey, howard, percy, neville; play duchy of cornwall on grey, "
        "scots archers on howard; call off below 5-4\n"
        "yellow play earl of worcester on stanley, chancellor on beaufort; aim below 5-4",
    )
    assert steps(played) == [(310, 250), (380, 250), (380, 330)]
    assert [ratio(*pair) for pair in steps(played)] == ["", "3-2", ""]
    assert len(played.told(CalledOff)) == 1
    assert not played.told(CombatCard)
    assert not Attacks(coventry, "red").whole
    assert played.open == []


@pytest.mark.rule("KM-EXC-07")
@pytest.mark.rule("KM-ROY-03")
def test_an_heir_is_executed_before_the_draw_and_not_captured(
    coventry: State, start: Start
) -> None:
    on_top(coventry, AUDLEY_HOWARD)
    played = start(
        combat,
        coventry,
        "red besiege coventry with grey, howard, percy, neville; then out\nblue execute edward",
    )
    assert [(d.counter, d.by) for d in played.told(Died)] == [
        ("edward", "execution"), ("howard", "siege")]  # fmt: skip
    assert played.told(FightDecided)[0].captured == ("scrope",)
    assert not coventry.heirs["edward"].alive


@pytest.mark.rule("KM-EXC-07")
def test_an_heir_is_executed_only_at_the_odds_named(coventry: State, start: Start) -> None:
    on_top(coventry, CLIFFORD_COURTENAY)
    line = "red attack herbert with grey, howard, percy, neville; pass\n"
    start(combat, coventry, f"{line}blue execute henry at 5-4")
    assert coventry.heirs["henry"].alive

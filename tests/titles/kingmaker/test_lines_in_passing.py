"""Lines that meet a question asked in passing, and conditions in other players' turns."""

from __future__ import annotations

import pytest

from moderator.titles.kingmaker.asking.conditions import holds
from moderator.titles.kingmaker.hands.drawn import Drawn
from tests.titles.kingmaker_post import reach

PASS = ["blue when defence: pass", "blue when offer: no ransom"]


@pytest.mark.rule("KM-ROY-03")
def test_an_execution_below_a_siege_is_not_taken_for_the_heir_captured() -> None:
    post = reach("coventry", PASS)
    found = post.mail("red", "besiege coventry with all; pass; then all in\nexecute henry\nend")
    assert [outcome.verdict for outcome in found] == ["done", "done", "done"]
    heirs = post.run.state.heirs
    assert (heirs["henry"].alive, heirs["edward"].alive, heirs["edward"].seat) == (
        False, True, "red")  # fmt: skip


@pytest.mark.rule("KM-ROY-03")
def test_a_condition_decides_over_the_heir_captured() -> None:
    for test, alive in (("coventry falls", False), ("not coventry falls", True)):
        post = reach("coventry", PASS)
        post.mail("red", f"besiege coventry with all; pass\nif {test}: execute edward\nend")
        assert post.run.state.heirs["edward"].alive is alive


@pytest.mark.rule("KM-SEQ-12")
def test_business_in_anothers_turn_may_have_a_condition() -> None:
    for test, played in (("percy lives", True), ("percy dies", False)):
        post = reach("midlands")
        post.mail("blue", f"if {test}: play duke of exeter on herbert")
        post.mail("red", "end")
        assert ("duke of exeter" in post.run.state.nobles["herbert"].awards) is played


@pytest.mark.rule("KM-ROA-03")
def test_only_who_was_refused_knows_it() -> None:
    post = reach("passage", ["blue when passage: refuse"])
    post.mail("blue", "refuse")
    state = post.run.state
    assert holds(state, "red")("refused at newcastle town")
    assert not holds(state, "green")("refused at newcastle town")


@pytest.mark.rule("KM-SEQ-07")
def test_a_noble_who_has_fallen_is_passed_over_for_the_crown_card() -> None:
    state = reach("midlands").run.state
    drawn = Drawn(state, "red", "saxons")
    assert drawn.understand("play on mowbray, grey") == ("play on grey",)
    found = drawn.read("play on grey")
    assert found is None or found.noble == "grey"

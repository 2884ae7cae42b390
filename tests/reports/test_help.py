"""What help there is on a topic."""

from __future__ import annotations

from moderator.reports.page import find
from moderator.titles.feudo.title import FEUDO
from moderator.titles.kingmaker import KINGMAKER


def test_what_is_asked_for_by_its_first_word_stands_first() -> None:
    verbs = [order.verb for order in find(KINGMAKER, "move").orders]
    assert verbs[0] == "move"
    assert {"sail", "end"} < set(verbs)


def test_help_finds_rules_and_orders() -> None:
    found = find(FEUDO, "rule fe-mov-03")
    assert found.rule is not None
    assert found.rule.id == "FE-MOV-03"
    assert [order.verb for order in find(FEUDO, "play").orders] == ["play"]
    assert "march" in find(FEUDO, "marhc").nearest
    assert find(None, "play").orders == ()

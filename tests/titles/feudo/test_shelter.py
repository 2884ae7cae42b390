from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.engine import Illegal
from moderator.titles.feudo.attack import bodies, targets
from moderator.titles.feudo.attack_order import Attacks
from moderator.titles.feudo.state import State

Position = Callable[..., State]


@pytest.mark.rule("FE-CAS-01")
@pytest.mark.rule("FE-CAS-05")
def test_a_castle_neither_attacks_nor_is_attacked(position: Position) -> None:
    state = position(white_baron="h1", white_gilbert="j1", white_alwin="i2")
    assert targets(state, "white") == []
    assert bodies(state, "blue") == []
    with pytest.raises(Illegal):
        Attacks(state, "white").understand("attack i1 with baron, gilbert, alwin")


@pytest.mark.rule("FE-CNV-08")
def test_tokens_in_the_convent_neither_attack_nor_are_attacked(position: Position) -> None:
    state = position(
        white_baron="f5", blue_john="convent", white_gilbert="convent", blue_henry="e6"
    )
    assert targets(state, "white") == []
    assert [body.tokens for body in bodies(state, "white")] == [("white baron",)]
    with pytest.raises(Illegal) as refusal:
        Attacks(state, "white").understand("attack f6 with baron")
    assert refusal.value.rules == ("FE-CNV-08",)

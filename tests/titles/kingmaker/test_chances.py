"""What a player could attack in his next turn, as far as everybody can see."""

from __future__ import annotations

from collections.abc import Callable

from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.state import Siege, State


def test_chances_are_the_threats_that_the_others_read(position: Callable[..., State]) -> None:
    state = position(
        "red blue green",
        percy="red open towton with marshal",
        mowbray="red in framlingham",
        grey="blue open york",
        roos="blue in belvoir",
        howard="green open penzance",
    )
    red, blue = view(state, "red"), view(state, "blue")
    assert red.chances == tuple(one for one in blue.threats if one.seat == "red")
    found = {one.nobles: one for one in red.chances}
    assert (found["grey",].strength, found["grey",].defence, found["grey",].ratio) == (
        200,
        20,
        "4-1",
    )
    assert found["roos",].ratio == "siege"
    assert ("howard",) not in found
    assert view(state, None).chances == ()


def test_the_kings_peace_takes_a_chance_away_but_not_from_who_declared_it(
    position: Callable[..., State],
) -> None:
    state = position(percy="red open towton", grey="blue open york")
    state.peace_at, state.peace_by = "york", "blue"
    assert view(state, "red").chances == ()
    state.peace_by = "red"
    assert [one.nobles for one in view(state, "red").chances] == [("grey",)]


def test_the_besieged_can_attack_nobody(position: Callable[..., State]) -> None:
    state = position(percy="red in wressle", grey="blue open towton")
    assert view(state, "red").chances
    state.sieges["wressle"] = Siege("blue", ["grey"])
    assert not view(state, "red").chances

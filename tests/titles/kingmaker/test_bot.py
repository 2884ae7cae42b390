"""The bot's judgement, one decision at a time, on positions small enough to see the best answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Ask, OneOf
from moderator.titles.kingmaker.bot.player import bot
from moderator.titles.kingmaker.court.coronation import coronation
from moderator.titles.kingmaker.events import Crowned, Died, FightAnnounced, GameOver
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.hands.business import boundary
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]

DEAD = dict.fromkeys(
    ("henry", "margaret", "edward", "richard", "march", "clarence", "gloucester"), "dead"
)
LEAVE = OneOf({"grant": True, "refuse": False})


def played(start: Start, flow: Any, state: State, *, most: int = 60) -> Any:
    """Let the bot answer every question of a flow."""
    game = start(flow, state)
    dice = Random(1)
    for _ in range(most):
        if not game.run.waiting:
            break
        for seat, ask in list(game.run.waiting.items()):
            game.run.answer(seat, bot(view(game.state, seat), ask, dice))
    assert not game.run.waiting
    return game


def answers(game: Any, kind: str) -> list[str]:
    return [entry.text for entry in game.entries if entry.kind == kind]


def moved(start: Start, state: State) -> Any:
    return played(start, lambda table: movement(table, "red"), state)


def test_it_takes_an_heir_whom_nobody_guards(position: Position, start: Start) -> None:
    state = position(percy="red open brecon", clarence="nobody in cardigan")
    assert moved(start, state).state.heirs["clarence"].seat == "red"


def test_it_walks_into_its_own_town_for_the_heir_there(position: Position, start: Start) -> None:
    state = position(percy="red in wressle with archbishop of york", richard="nobody in york")
    game = moved(start, state)
    assert game.state.heirs["richard"].seat == "red"
    assert game.state.nobles["percy"].place == "york"


def test_it_besieges_a_town_with_an_heir_that_it_can_match(
    position: Position, start: Start
) -> None:
    async def both(table: Any) -> None:
        await movement(table, "red")
        await combat(table)

    state = position(
        neville="red in warwick with marshal",
        mowbray="red in tickhill with steward",
        **{**DEAD, "edward": "nobody in coventry", "henry": "nobody in london"},
    )
    game = played(start, both, state)
    fight = game.told(FightAnnounced)[0]
    assert (fight.place, set(fight.attackers)) == ("coventry", {"neville", "mowbray"})


def test_it_attacks_a_weak_force(position: Position, start: Start) -> None:
    state = position(
        percy="red open weald with marshal", audley="blue open weald with saxons", **DEAD
    )
    game = played(start, combat, state)
    assert game.told(FightAnnounced)[0].attackers == ("percy",)


def test_it_refuses_a_hopeless_attack(position: Position, start: Start) -> None:
    state = position(audley="red open weald", percy="blue open weald with marshal", **DEAD)
    game = played(start, combat, state)
    assert answers(game, "attack") == ["pass"]


def test_it_sends_no_more_into_a_siege_than_are_needed(position: Position, start: Start) -> None:
    state = position(
        percy="red open warwick with steward",
        neville="red open warwick with marshal",
        grey="red open warwick",
        **DEAD,
    )
    for noble in ("percy", "neville", "grey"):
        state.nobles[noble].force = 77
    game = played(start, combat, state)
    fights = game.told(FightAnnounced)
    assert all(len(fight.attackers) == 1 for fight in fights)


def test_it_goes_to_a_cathedral_and_crowns_its_heir(position: Position, start: Start) -> None:
    async def both(table: Any) -> None:
        await movement(table, "red")
        await coronation(table)

    state = position(
        percy="red open bath with archbishop of canterbury",
        **{**DEAD, "richard": "red open bath", "margaret": "nobody in fotheringhay"},
    )
    game = played(start, both, state)
    crowned = game.told(Crowned)
    assert [(each.counter, each.seat) for each in crowned] == [("richard", "red")]


def test_it_gathers_bishops_from_two_places_for_a_coronation(
    position: Position, start: Start
) -> None:
    async def both(table: Any) -> None:
        await movement(table, "red")
        await coronation(table)

    state = position(
        percy="red open bath with bishop of lincoln",
        neville="red open newbury with bishop of norwich",
        **{**DEAD, "richard": "red open bath", "margaret": "nobody in fotheringhay"},
    )
    assert played(start, both, state).told(Crowned)


def test_it_crowns_beaufort_when_no_heir_is_left(position: Position, start: Start) -> None:
    async def both(table: Any) -> None:
        await movement(table, "red")
        await coronation(table)

    state = position(beaufort="red open bath with archbishop of york", **DEAD)
    game = played(start, both, state)
    assert game.told(GameOver)[0].winners == ("red",)


def test_it_executes_the_last_rivals_of_its_king_and_wins(position: Position, start: Start) -> None:
    state = position(
        percy="red in alnwick",
        **{**DEAD, "henry": "red in alnwick with crowned", "margaret": "red in alnwick"},
    )
    game = played(start, boundary, state)
    assert [died.counter for died in game.told(Died)] == ["margaret"]
    assert game.told(GameOver)[0].winners == ("red",)


def test_it_keeps_its_only_heir_alive(position: Position, start: Start) -> None:
    state = position(percy="red in alnwick", margaret="red in alnwick")
    assert not played(start, boundary, state).told(Died)


def test_heirs_of_york_die_for_a_beaufort_who_can_be_crowned(
    position: Position, start: Start
) -> None:
    state = position(
        beaufort="red in corte with archbishop of york", **{**DEAD, "march": "red in corte"}
    )
    assert [died.counter for died in played(start, boundary, state).told(Died)] == ["march"]


def test_it_shelters_a_weak_heir_in_a_castle(position: Position, start: Start) -> None:
    state = position(
        grey="red open chillingham",
        neville="blue open alnwick",
        **{**DEAD, "margaret": "red open chillingham"},
    )
    game = moved(start, state)
    assert game.state.nobles["grey"].place == "chillingham"
    assert game.state.heirs["margaret"].place == "chillingham"


def test_it_sails_to_calais_with_all_the_troops_it_takes(position: Position, start: Start) -> None:
    async def both(table: Any) -> None:
        await movement(table, "red")
        await combat(table)

    state = position(
        percy="red open rye with marshal, le michael, le trinity",
        le_michael="in rye",
        le_trinity="in rye",
        **{**DEAD, "gloucester": "nobody in calais", "henry": "nobody in london"},
    )
    fights = played(start, both, state).told(FightAnnounced)
    assert [fight.place for fight in fights] == ["calais"]


def test_it_plays_cards_out_of_its_hand(position: Position, start: Start) -> None:
    state = position(
        percy="red in alnwick",
        grey="red in chillingham",
        hands={"red": "neville, marshal, coventry"},
    )
    game = played(start, boundary, state)
    assert game.state.nobles["neville"].seat == "red"
    assert "marshal" in game.state.nobles["percy"].awards
    assert not game.state.factions["red"].hand


@pytest.mark.parametrize(("by", "answer"), [("blue", "grant"), ("yellow", "refuse")])
def test_it_lets_the_weak_pass_and_never_the_leader(
    position: Position, by: str, answer: str
) -> None:
    state = position(
        "red blue yellow",
        percy="red in alnwick",
        audley="blue open tewkesbury",
        neville="yellow in warwick",
        henry="yellow in warwick with crowned",
    )
    facts: dict[str, str | int] = {"by": by, "at": "alnwick", "nobles": "audley", "strength": 10}
    ask = Ask("red", "passage", LEAVE, "refuse", facts)
    assert bot(view(state, "red"), ask, Random(1)) == answer


def test_it_lends_no_bishop_to_a_rival(position: Position) -> None:
    state = position(percy="red in alnwick")
    ask = Ask("red", "bishops", LEAVE, "refuse", {"by": "blue"})
    assert bot(view(state, "red"), ask, Random(1)) == "refuse"


def test_an_unknown_question_gets_its_default(position: Position) -> None:
    state = position(percy="red in alnwick")
    ask = Ask("red", "weather", OneOf({"rain": 1, "sun": 2}), "sun")
    assert bot(view(state, "red"), ask, Random(1)) == "sun"

"""Kingmaker keeps what every title must keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from moderator.engine import Digest, Illegal, Run, Table, Title
from moderator.kit.playout import Endless, play
from moderator.titles.kingmaker import KINGMAKER
from moderator.titles.kingmaker.events import (
    Awarded,
    CardPlayed,
    CardsAdded,
    ChanceryDrawn,
    CombatCard,
    CrownCardDrawn,
    Dealt,
    EventDrawn,
    LaidOut,
    Moved,
    NobleFound,
    TownHandedOver,
    TradedCards,
    TurnEnded,
)
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.state import CHANCE, State
from tests.titles import contract
from tests.titles.kingmaker_position import middle

REVEAL = (
    Dealt, NobleFound, LaidOut, EventDrawn, CombatCard, CardPlayed, CardsAdded, TradedCards,
    CrownCardDrawn, TownHandedOver, ChanceryDrawn, Awarded,
)  # fmt: skip
"""What shows hidden cards to all, or to whoever gets them."""
SHOWS = ("drawn", "award")
"""Questions about a card that has just been drawn."""
SHORT = [
    {"rounds": "2"},
    {"rounds": "2", "places": "short"},
    {"rounds": "2", "deal": "whole"},
    {"rounds": "3", "deal": "whole", "places": "short"},
]
DEALS = ["part", "whole"]


def thick(seed: int) -> Title[State, View]:
    """Return the title with games that begin in the middle of one, and end with the round."""

    def begin(seats: Sequence[str], options: Mapping[str, str]) -> State:
        state = middle(Random(seed), seats)
        state.turn.round, state.options = 1, {**options, "rounds": "2"}
        return state

    return replace(KINGMAKER, new_game=begin, first_phase=CHANCE)


@pytest.mark.rule("KM-SHO-06")
@pytest.mark.parametrize("options", SHORT, ids=lambda options: "-".join(options.values()))
@pytest.mark.parametrize("count", [2, 3, 5, 7])
def test_short_games_at_random_end_and_lose_nothing(count: int, options: dict[str, str]) -> None:
    (result,) = contract.playouts(KINGMAKER, [count], [options], seeds=[count])
    assert set(result.scores) == set(KINGMAKER.seats[:count])
    assert result.winners
    ended = sum(isinstance(event, TurnEnded) for event, _ in result.events)
    assert ended == count * int(options["rounds"]) or len(result.winners) == 1


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("count", [2, 4, 6])
def test_games_without_a_limit_of_rounds_go_on_and_lose_nothing(count: int, deal: str) -> None:
    met: Counter[str] = Counter()

    def meet(run: Run[Any]) -> None:
        met.update(ask.kind for ask in run.waiting.values())

    with suppress(Endless):
        play(KINGMAKER, KINGMAKER.seats[:count], {"deal": deal}, count, most=150 * count, meet=meet)
    assert met.total() >= 150 * count
    assert {"allocate", "business", "move"} <= met.keys()


@pytest.mark.parametrize("deal", DEALS)
def test_bots_play_whole_games(deal: str) -> None:
    options = {"deal": deal, "rounds": "2", "places": "short"}
    for result in contract.playouts(KINGMAKER, [2], [options], [5], KINGMAKER.bot):
        assert result.winners
        assert any(isinstance(event, Moved) for event, _ in result.events)


@pytest.mark.parametrize("deal", DEALS)
def test_a_game_resumed_anywhere_is_the_same_game(deal: str) -> None:
    contract.resumes_anywhere(KINGMAKER, 3, {"deal": deal, "rounds": "2"}, seed=11, every=23)


@pytest.mark.parametrize("seed", [2, 5])
def test_a_game_resumed_in_the_thick_of_it_is_the_same_game(seed: int) -> None:
    contract.resumes_anywhere(thick(seed), 3, {}, seed=seed, every=29)


def test_a_game_is_the_same_in_any_process() -> None:
    where = "moderator.titles.kingmaker:KINGMAKER"
    contract.same_in_any_process(where, 4, {"deal": "whole", "rounds": "2"}, 4)


@pytest.mark.rule("KM-SEQ-11")
@pytest.mark.rule("KM-CHA-03")
@pytest.mark.parametrize(("deal", "count"), [("part", 2), ("whole", 2)])
def test_nobody_can_tell_a_redealt_position_from_the_real_one(deal: str, count: int) -> None:
    assert contract.keeps_secrets(KINGMAKER, count, {"deal": deal, "rounds": "1"}, seed=2) > 50


@pytest.mark.rule("KM-SEQ-11")
@pytest.mark.parametrize("seed", [1, 3])
def test_nobody_can_tell_a_redealt_position_in_the_thick_of_it(seed: int) -> None:
    assert contract.keeps_secrets(thick(seed), 2, {}, seed=seed) > 50


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_imagines_with_the_same_dice_hangs_on_nothing_hidden(seed: int) -> None:
    state = middle(Random(seed))
    for seat in [*state.seats, None]:
        redealt = resample(state, seat, Random(seed))
        assert redealt != state
        assert resample(redealt, seat, Random(0)) == resample(state, seat, Random(0))


@pytest.mark.parametrize("deal", DEALS)
def test_rounds_on_redealt_hands_look_the_same(deal: str) -> None:
    options = {"deal": deal, "rounds": "2"}
    assert contract.rounds_look_the_same(KINGMAKER, 3, options, 3, REVEAL, SHOWS) > 100


@pytest.mark.parametrize("seed", range(4))
def test_rounds_on_redealt_hands_look_the_same_in_the_thick_of_it(seed: int) -> None:
    assert contract.rounds_look_the_same(thick(seed), 3, {}, seed, REVEAL, SHOWS) > 50


def test_a_view_that_leaks_is_caught() -> None:
    def leaky(state: State, seat: str | None) -> View:
        top = state.crown_deck[-1:]
        return replace(KINGMAKER.view(state, seat), kept=tuple(top))

    with pytest.raises(AssertionError, match="can tell a redealt position"):
        contract.keeps_secrets(replace(KINGMAKER, view=leaky), 3, {"rounds": "1"}, seed=2)


def test_a_phase_that_leaks_is_caught() -> None:
    async def leaky(table: Table[State]) -> str | None:
        for seat, faction in table.state.factions.items():
            table.tell(Digest(f"{seat} holds {faction.hand}"))
        return await KINGMAKER.phases["movement"](table)

    title = replace(thick(1), phases={**KINGMAKER.phases, "movement": leaky})
    with pytest.raises(AssertionError, match="is told what it may not know"):
        contract.rounds_look_the_same(title, 3, {}, 1, REVEAL, SHOWS)


def test_a_notice_that_hangs_on_a_card_in_hand_is_caught() -> None:
    async def leaky(table: Table[State]) -> str | None:
        hands = [faction.hand for faction in table.state.factions.values()]
        if sum(len(card) for hand in hands for card in hand) % 2:
            table.tell(Digest("somebody thinks"))
        return await KINGMAKER.phases["coronation"](table)

    title = replace(thick(1), phases={**KINGMAKER.phases, "coronation": leaky})
    with pytest.raises(AssertionError, match=r"told (more or less than|what) it may"):
        contract.rounds_look_the_same(title, 3, {}, 1, REVEAL, SHOWS)


@pytest.mark.parametrize(("name", "count", "options", "choose"), [
    ("kingmaker_two_bots.txt", 2, {"deal": "whole", "places": "short", "rounds": "2"}, "bot"),
    ("kingmaker_three_random.txt", 3, {"deal": "part", "rounds": "1"}, ""),
])  # fmt: skip
def test_a_playthrough_reads_as_it_did(
    name: str, count: int, options: dict[str, str], choose: str
) -> None:
    bot = KINGMAKER.bot if choose else None
    contract.matches_golden(name, contract.playthrough(KINGMAKER, count, options, 7, bot))


def test_every_option_is_read_and_what_is_none_is_refused() -> None:
    for wrong in ({"deal": "all"}, {"places": "long"}, {"rounds": "301"}, {"rounds": "-1"}):
        with pytest.raises(Illegal):
            KINGMAKER.configure(wrong)
    assert dict(KINGMAKER.configure({})) == {"deal": "part", "places": "basic", "rounds": "0"}

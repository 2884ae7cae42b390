"""Whole games among bots: they end, most of them by the crown, and not after a lifetime."""

from __future__ import annotations

import pytest

from moderator.kit.playout import Result, play
from moderator.titles.kingmaker.bot.player import bot
from moderator.titles.kingmaker.events import Crowned, GameOver, TurnBegan
from moderator.titles.kingmaker.state import SEATS
from moderator.titles.kingmaker.title import KINGMAKER

SHORT = {"deal": "whole", "places": "short"}
ROUNDS = {2: 60, 3: 60, 4: 60, 5: 3, 6: 2, 7: 2}
"""Games of many players are cut short, and then won by worth."""


@pytest.fixture(scope="module")
def games() -> dict[int, Result]:
    """Return one game for each number of players, all cards dealt."""
    return {
        seats: play(
            KINGMAKER,
            SEATS[:seats],
            {**SHORT, "rounds": f"{rounds}"},
            11,
            choose=bot,
            checked=seats == 2,
        )
        for seats, rounds in ROUNDS.items()
    }


def test_games_of_two_to_seven_bots_end_with_a_winner(games: dict[int, Result]) -> None:
    assert {seats: bool(game.winners) for seats, game in games.items()} == dict.fromkeys(
        range(2, 8), True
    )


def test_games_of_a_few_are_won_by_the_crown(games: dict[int, Result]) -> None:
    ends = [e for game in games.values() for e, _ in game.events if isinstance(e, GameOver)]
    assert len(ends) == len(games)
    assert sum(end.by == "crown" for end in ends) >= 3


def test_there_are_coronations(games: dict[int, Result]) -> None:
    assert sum(isinstance(e, Crowned) for game in games.values() for e, _ in game.events) >= 2


def test_few_rounds_are_enough_for_a_few_players(games: dict[int, Result]) -> None:
    rounds = [
        max(e.round for e, _ in games[seats].events if isinstance(e, TurnBegan))
        for seats in (2, 3, 4)
    ]
    assert max(rounds) <= 40


def test_the_same_dice_make_the_same_game() -> None:
    one, other = (
        play(KINGMAKER, SEATS[:2], {**SHORT, "rounds": "2"}, 5, choose=bot) for _ in range(2)
    )
    assert [e.text for e in one.entries] == [e.text for e in other.entries]

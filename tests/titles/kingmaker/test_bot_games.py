"""Whole games among bots: they end, most of them by the crown, and not after a lifetime."""

from __future__ import annotations

import pytest

from moderator.kit.playout import Result, play
from moderator.titles.kingmaker.bot import bot
from moderator.titles.kingmaker.events import Crowned, GameOver, TurnBegan
from moderator.titles.kingmaker.state import SEATS
from moderator.titles.kingmaker.title import KINGMAKER

SHORT = {"deal": "whole", "places": "short", "rounds": "60"}


@pytest.fixture(scope="module")
def games() -> dict[int, Result]:
    """Return one game for each number of players, all cards dealt, at most 60 rounds."""
    return {
        seats: play(KINGMAKER, SEATS[:seats], SHORT, 11, choose=bot, checked=seats < 4, most=60_000)
        for seats in range(2, 8)
    }


def test_games_of_two_to_seven_bots_end_with_a_winner(games: dict[int, Result]) -> None:
    assert {seats: bool(game.winners) for seats, game in games.items()} == dict.fromkeys(
        range(2, 8), True
    )


def test_most_of_them_are_won_by_the_crown(games: dict[int, Result]) -> None:
    ends = [e for game in games.values() for e, _ in game.events if isinstance(e, GameOver)]
    assert len(ends) == len(games)
    assert sum(end.by == "crown" for end in ends) >= 4


def test_there_are_coronations(games: dict[int, Result]) -> None:
    assert sum(isinstance(e, Crowned) for game in games.values() for e, _ in game.events) >= 2


def test_few_rounds_are_enough_for_a_few_players(games: dict[int, Result]) -> None:
    rounds = [
        max(e.round for e, _ in games[seats].events if isinstance(e, TurnBegan))
        for seats in (2, 3, 4)
    ]
    assert max(rounds) <= 40


def test_the_same_dice_make_the_same_game() -> None:
    one, other = (play(KINGMAKER, SEATS[:2], SHORT, 5, choose=bot) for _ in range(2))
    assert [e.text for e in one.entries] == [e.text for e in other.entries]

"""A whole game of four bots, every report of it written."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest

from moderator.engine import Chance, Run
from moderator.kit.playout import Result, answer_all
from moderator.reports.inputs import Report
from moderator.reports.page import write
from moderator.reports.parts import Frame, Game, Player, Question
from moderator.reports.template import Templates
from moderator.titles.feudo.title import FEUDO

SEATS = ("white", "blue", "yellow", "red")


@pytest.mark.parametrize(
    ("pace", "kinds"),
    [
        ("turn", {"castle", "cards", "plays"}),
        ("step", {"castle", "order-of-play", "hand", "play", "march", "attack", "advance"}),
    ],
)
def test_every_report_of_a_game_can_be_written(
    pace: str, kinds: set[str], templates: Templates, now: datetime
) -> None:
    players = tuple(Player(f"{seat} player", seat, "Asia/Kathmandu") for seat in SEATS)
    game = Game("feudo-5", players)
    rng, result, told = Random(5), Result(), set()
    state = FEUDO.new_game(SEATS, FEUDO.configure({"pace": pace}))
    run = Run(FEUDO, state, Chance(bytes(32)), phase=FEUDO.first_phase, recorder=result)
    seen = dict.fromkeys(SEATS, 0)
    while run.asks:
        for seat, ask in run.waiting.items():
            frame = Frame(players[SEATS.index(seat)], now, game)
            events = [e for e, to in result.events[seen[seat] :] if to is None or seat in to]
            seen[seat] = len(result.events)
            questions = (Question(ask, now + timedelta(days=3)),)
            view = FEUDO.view(run.state, seat)
            page = write(templates, FEUDO, Report(frame, view, events, questions))
            assert max(len(line) for line in page.text.split("\n")) <= 72
            assert len(page.html) < 60_000
            told.add(ask.kind)
        answer_all(run, result, FEUDO.bot, rng)
    assert told == kinds

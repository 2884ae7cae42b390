"""Whole games by command: checked, counted, and what they cost in mails."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from moderator import titles
from moderator.commands import postal
from moderator.commands.playout import _bound
from moderator.commands.postage import weigh

Call = Callable[..., Result]


def test_games_are_played_and_counted(moderator: Call) -> None:
    found = moderator("playout", "feudo", "--seats", 2, "--seeds", "1-2", "--json")
    assert found.exit_code == 0, found.output
    figures = json.loads(found.stdout)
    assert figures["games"] == 2
    assert figures["by_mail"] == []
    assert figures["mails_per_turn"] > 0


def test_mails_a_turn_are_shown_with_and_without_standing_orders(moderator: Call) -> None:
    asked = ("playout", "kingmaker", "--seats", 2, "--seeds", "1", "--option", "rounds=2")
    found = moderator(*asked, "--json")
    assert found.exit_code == 0, found.output
    none, guide = json.loads(found.stdout)["by_mail"]
    assert (none["standing_orders"], guide["standing_orders"] > 9) == (0, True)
    assert none["turns"] == guide["turns"] == 4
    assert none["others_by_question"]["allocate"] > 0
    shown = moderator(*asked)
    assert "no standing orders" in shown.stdout
    assert "of all others together" in shown.stdout
    assert "Mails a turn" not in moderator(*asked, "--no-mails").stdout


def test_a_game_without_end_says_how_to_bound_it() -> None:
    assert "--option rounds=N" in _bound(titles.find("kingmaker"))


@pytest.mark.parametrize("seeds", ["4-2", "x", "1-x"])
def test_seeds_are_a_range(moderator: Call, seeds: str) -> None:
    assert moderator("playout", "feudo", "--seeds", seeds).exit_code == 2


def test_with_the_default_set_the_others_write_seldom() -> None:
    title = titles.find("kingmaker")
    _, guide = weigh(title, title.seats[:3], {**title.quick, "rounds": "4"}, [1, 2])
    after_the_deal = guide.others.total() - guide.others["allocate"]
    assert after_the_deal / guide.turns <= 0.3
    assert 0 < guide.own / guide.turns <= 1.5


def test_a_line_refused_costs_another_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    title = titles.find("kingmaker")
    seats, options = title.seats[:2], title.configure({"rounds": "1"})
    plain = postal.correspond(title, seats, options, 1)
    monkeypatch.setattr(postal, "whole_turn", lambda *_: ["move nobody to nowhere", "end"])
    spoilt = postal.correspond(title, seats, options, 1)
    assert spoilt.over
    assert spoilt.refused["move"] == 2 * spoilt.turns
    assert spoilt.own > plain.own

"""Every event is told, and told right."""

from __future__ import annotations

from dataclasses import fields

import pytest

from moderator.engine import Digest, Event, LineDropped
from moderator.reports.news import tell
from moderator.reports.parts import Game
from moderator.reports.template import Templates
from moderator.titles.feudo import events as ev
from moderator.titles.feudo.title import FEUDO
from moderator.titles.feudo.view import View

EVENTS: tuple[Event, ...] = (
    ev.MapLaid(("A0", "B0", "C1", "D0"), "b2"),
    ev.CastleOrder(("blue", "white")),
    ev.CastlePlaced("blue", "i1"),
    ev.TurnBegan(4, 10, False, "white", True, True),
    ev.Recovered("white ralph", "convent"),
    ev.OrderSet(("blue", "white"), "white"),
    ev.HandsChosen(("blue", "white")),
    ev.HandChosen("white", ("white baron", "white gilbert", "white robert"), 2),
    ev.PlagueCard("East 1", ("b2", "e2")),
    ev.Stricken("blue john", "f2", ""),
    ev.Died("blue john", "f2"),
    ev.Vocation("blue hamo"),
    ev.CardShown("blue", "blue baron", ("g3", "g4")),
    ev.Charmed("blue milady", "white baron"),
    ev.TradingShown("white", 2, 2, 1, False),
    ev.Marched("white", "white first knight", ("h7", "h6")),
    ev.AttackWon("white", "i9", ("white baron", "white gilbert"), 10, 7, "Winterbourne", "blue",
                 ("blue geoffrey",), "blue baron", 5, 8),
    ev.AttackDropped("white", "attack h5 with baron", "9 against 9"),
    LineDropped("white", "play baron: stay", "his card is gone", ("FE-SHW-01",)),
    ev.Advanced("white", "white robert", "j9", "i9"),
    ev.Desperate("blue"),
    ev.KingCame("white", (("white", 3), ("blue", 11))),
    ev.TurnEnded(4, (("white", 5), ("blue", -3))),
    ev.TieBreak(("white", "blue")),
    ev.GameOver(("white",), (("white", 5), ("blue", -3))),
)  # fmt: skip


def told(templates: Templates, view: View, game: Game, *events: Event) -> list[str]:
    chapters = tell(templates, FEUDO, view, game, events)
    return [line for one in chapters for line in (one.heading, *one.lines) if line]


def test_the_examples_leave_no_event_out() -> None:
    silent = {"Digest"}
    assert {type(event).__name__ for event in EVENTS} | silent == {
        kind.__name__ for kind in FEUDO.events
    }


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_is_told(event: Event, templates: Templates, view: View, game: Game) -> None:
    lines = told(templates, view, game, event)
    assert lines
    assert all(line[0].isupper() and line[-1] in ".!0123456789" for line in lines), lines


def test_every_number_of_an_attack_is_told(templates: Templates, view: View, game: Game) -> None:
    attack = next(event for event in EVENTS if isinstance(event, ev.AttackWon))
    assert told(templates, view, game, attack) == [
        "Anna (White) takes Winterbourne (i9) from Ben (Blue) with Baron Urse d'Abetot and Knight "
        "Gilbert de Clare: 10 against 7. +5 VP; Blue -8 VP. Lost: Blue's Infantryman Geoffrey of "
        "Clinton. Blue's Baron William le Blund gets away wounded to his Castle."
    ]


def test_a_card_without_effect_is_told_so(templates: Templates, view: View, game: Game) -> None:
    shown = ev.CardShown("blue", "blue john", (), without_effect=True)
    (line,) = told(templates, view, game, shown)
    assert "without effect" in line


def test_a_turn_opens_a_chapter(templates: Templates, view: View, game: Game) -> None:
    chapters = tell(templates, FEUDO, view, game, EVENTS)
    assert [chapter.heading for chapter in chapters] == ["", "Turn 4 of 10"]
    assert chapters[0].lines[-1] == "Ben (Blue) places the Castle at i1."


def test_a_digest_says_nothing_by_itself(templates: Templates, view: View, game: Game) -> None:
    assert told(templates, view, game, Digest("after the hands")) == []


def test_an_unknown_event_is_an_error(templates: Templates, view: View, game: Game) -> None:
    class Earthquake(Event):
        pass

    with pytest.raises(LookupError, match="Earthquake"):
        tell(templates, FEUDO, view, game, (Earthquake(),))


def test_the_line_of_a_dropped_order_is_told_as_it_stood(
    templates: Templates, view: View, game: Game
) -> None:
    dropped = next(event for event in EVENTS if isinstance(event, LineDropped))
    (line,) = told(templates, view, game, dropped)
    for field in fields(dropped):
        value = getattr(dropped, field.name)
        assert field.name == "seat" or (value if isinstance(value, str) else value[0]) in line

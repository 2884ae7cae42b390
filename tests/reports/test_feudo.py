"""What only Feudo's reports say."""

from __future__ import annotations

from dataclasses import replace

from moderator.reports import inputs
from moderator.reports.page import write
from moderator.reports.parts import Frame
from moderator.reports.template import Templates
from moderator.titles.feudo.title import FEUDO
from moderator.titles.feudo.view import View


def test_a_hand_is_told_to_its_own_seat_alone(
    frame: Frame, view: View, onlooker: View, templates: Templates
) -> None:
    assert "only you see this" in write(templates, FEUDO, inputs.Report(frame, view)).text
    assert "only you see this" not in write(templates, FEUDO, inputs.Report(frame, onlooker)).text


def test_a_game_without_plague_speaks_of_none(
    frame: Frame, view: View, templates: Templates
) -> None:
    healthy = replace(view, plague_at="", plague_left=0, plague_played=())
    text = write(templates, FEUDO, inputs.Report(frame, healthy)).text
    assert "Plague" not in text
    assert "Convent stands" not in text


def test_cowards_are_counted_once_castles_stand(
    frame: Frame, view: View, templates: Templates
) -> None:
    def told(phase: str) -> bool:
        report = inputs.Report(frame, replace(view, phase=phase))
        return "If the King came now" in write(templates, FEUDO, report).text

    assert told("plays")
    assert not told("castles")


def test_every_target_is_reckoned_out(frame: Frame, view: View, templates: Templates) -> None:
    text = write(templates, FEUDO, inputs.Report(frame, view)).text
    assert "  Winterbourne (i9)  Blue           9     10   5  wins\n" in text
    assert "  h8                 Blue           6      3   2  short by 4\n" in text


def test_the_board_in_words_says_where_everyone_is(
    frame: Frame, view: View, templates: Templates
) -> None:
    text = write(templates, FEUDO, inputs.Report(frame, view)).text
    board = " ".join(text[text.index("THE BOARD IN WORDS") :].split())
    assert "f2 John 1 stricken" in board
    assert "In the Convent: Ralph 3. Gone: Wulfric." in board
    assert "Winterbourne i9 (Blue)" in board
    assert "Woods i3, d4, h8, c10" in board
    assert "Plague at e2; 9 cards left; played: East 1" in board

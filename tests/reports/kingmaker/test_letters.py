"""The short letters of Kingmaker: reminders, acknowledgements and status with open questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from moderator.engine import Ask, Fact, OneOf, Title
from moderator.reports import inputs
from moderator.reports.page import write
from moderator.reports.parts import Frame, Question
from moderator.reports.template import Templates
from moderator.titles.kingmaker.knowledge.view import View

Make = Callable[[Frame, View, tuple[Question, ...]], inputs.Letter]

LETTERS: tuple[Make, ...] = (
    inputs.Reminder,
    inputs.Status,
    lambda frame, view, questions: inputs.Hold(frame, "", questions, view),
    lambda frame, view, questions: inputs.Report(frame, view, questions=questions, kind="question"),
    lambda frame, view, questions: inputs.Acknowledgement(
        frame, frame.now, "A-1", (), questions=questions, view=view
    ),
)


@pytest.fixture
def asked(king_frame: Frame) -> Question:
    facts: dict[str, Fact] = {"by": "blue", "at": "york", "nobles": "neville", "strength": 60}
    ask = Ask("red", "passage", OneOf({"grant": 1, "refuse": 0}), "refuse", facts)
    return Question(ask, king_frame.now + timedelta(days=2))


@pytest.mark.parametrize("make", LETTERS)
def test_a_question_says_the_same_in_every_letter(
    templates: Templates,
    title: Title[Any, Any],
    king_view: View,
    king_frame: Frame,
    asked: Question,
    make: Make,
) -> None:
    page = write(templates, title, make(king_frame, king_view, (asked,)))
    said = " ".join(page.text.split())
    assert "Ben (Blue) asks leave to pass York by road, with Neville (60 troops)." in said
    assert "Ben (Blue) asks leave to pass York" in page.html
    assert max(map(len, page.text.splitlines())) <= 72


@pytest.mark.parametrize(
    ("active", "headline", "subject"),
    [("red", "Anna, it is your turn.", "your move, Anna"),
     ("blue", "Anna, one question.", "a question for you, Anna")],
)  # fmt: skip
def test_who_is_asked_in_anothers_turn_reads_that_it_is_a_question(
    templates: Templates,
    title: Title[Any, Any],
    king_view: View,
    king_frame: Frame,
    asked: Question,
    active: str,
    headline: str,
    subject: str,
) -> None:
    there = replace(king_view, active=active)
    page = write(templates, title, inputs.Report(king_frame, there, questions=(asked,)))
    assert headline.upper() in page.text
    assert headline in page.html
    assert page.subject.endswith(subject)

"""The toy's templates say everything that can happen and be asked."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from moderator.engine import Digest
from moderator.reports import news, page, picture
from moderator.reports.inputs import Report
from moderator.reports.parts import Frame, Game, Player, Question
from moderator.reports.template import Templates, load
from tests.toy.crown import CROWN, view
from tests.toy.play import SEATS, begin

NOW = datetime(2026, 3, 10, 16, 0, tzinfo=UTC)
GAME = Game("crown-1", tuple(Player(seat.upper(), seat) for seat in SEATS))


@pytest.fixture(scope="module")
def templates() -> Templates:
    return load([Path(__file__).parent / "templates"])


def test_every_event_has_its_news(templates: Templates) -> None:
    sample = {"card": 3, "gold": 5, "score": 9, "votes": 2, "noble": "percy", "town": "hull"}
    seen = view(begin().state, "red")
    for kind in CROWN.events:
        values = {
            field.name: sample.get(field.name, "Parliament 2" if kind is Digest else "red")
            for field in fields(kind)  # type: ignore[arg-type]
        }
        chapters = news.tell(templates, CROWN, seen, GAME, [kind(**values)])
        assert chapters[-1].lines or chapters[-1].heading == "Parliament 2"


def test_every_question_of_a_game_is_written_as_a_mail(templates: Templates) -> None:
    run, rng, kinds = begin(), Random(4), set()
    while run.waiting:
        ask = next(iter(run.waiting.values()))
        if ask.kind not in kinds:
            kinds.add(ask.kind)
            question = Question(ask, NOW + timedelta(days=2))
            frame = Frame(Player("Anna", ask.seat), NOW, GAME)
            letter = Report(frame, view(run.state, ask.seat), questions=(question,))
            mail = page.write(templates, CROWN, letter)
            assert ask.default in mail.text
            assert max(map(len, mail.text.splitlines())) <= 72
        warlike = {"passage": "no", "attack": "yes"}
        run.answer(ask.seat, warlike.get(ask.kind) or ask.domain.sample(rng))
    assert kinds == {kind for order in CROWN.orders for kind in order.kinds}


def test_the_map_is_drawn_from_the_marks(templates: Templates) -> None:
    run = begin()
    seen = view(run.state, None)
    before = picture.draw(templates, CROWN, seen, ())
    run.state.nobles["percy"].at = "dover"
    assert before.startswith(b"\x89PNG")
    assert picture.draw(templates, CROWN, view(run.state, None), ()) != before
    assert picture.draw(templates, CROWN, seen, ()) == before

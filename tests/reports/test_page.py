"""Every kind of mail: complete as text of 72 columns, and the same again as HTML."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape
from typing import get_args

import pytest

from moderator.engine import Ask, Number, OneOf
from moderator.mail.letter import REPLY_MARKER
from moderator.reports import inputs
from moderator.reports.inputs import Letter
from moderator.reports.page import MARKER, Page, write
from moderator.reports.parts import (
    Frame,
    Game,
    LineRead,
    Override,
    Player,
    Press,
    Question,
    Ruling,
    Waiting,
)
from moderator.reports.template import Templates
from moderator.titles.feudo import events as ev
from moderator.titles.feudo.title import FEUDO
from moderator.titles.feudo.view import View

PICTURE = b"\x89PNG a picture"
SECRET = "5e" * 32
COMMITMENT = "ab" * 32
WORDS = (("Anna", "pomegranate"), ("Ben", "tin whistle"))
OVERRIDE = Override("M-7", "The moderator moved Robert from k8 to k9.", "a slip in turn 3", "k8",
                    "k9", ("Ben's later order still fits.",))  # fmt: skip
EVENTS = (
    ev.TurnBegan(4, 10, False, "white", True, False),
    ev.CardShown("blue", "blue baron", ("f3", "g3")),
    ev.AttackWon("white", "i9", ("white baron", "white gilbert", "white robert"), 10, 7,
                 "Winterbourne", "blue", ("blue geoffrey",), "", 5, 8),
)  # fmt: skip
LINES = (
    LineRead(1, "play gilbert i11 - i10", "done", "play gilbert: i11 - i10",
             "Gilbert de Clare went i11 - i10", change="no, Ben has been told of it"),
    LineRead(2, "attack wintrborn with baron " + "and more " * 12, "not done",
             why='There is no "wintrborn"', rules=("FE-ATK-03",),
             nearest=("attack winterbourne with baron",)),
    LineRead(3, "attack h5 with first knight", "kept", outcome="kept for the attacks",
             warning="legal now", change='yes, "undo 3"'),
)  # fmt: skip


def letters(frame: Frame, view: View | None, question: Question) -> dict[str, Letter]:
    now, due = frame.now, question.due
    waiting = (Waiting("Ben", due),)
    moderator = Frame(Player("Max", zone="Europe/Berlin"), now, frame.game)
    nowhere = replace(moderator, game=None)
    report = inputs.Report(
        frame, view, EVENTS, (question,), waiting, ("1  when attack: attack best",),
        ("play robert: k8 - k9",), (OVERRIDE,),
        (Ruling("FE-ATK-08", "An equal force does not win."),),
        (Press("Ben", "all", "Peace?\nLet us talk about Todenham before it is too late."),),
        picture=PICTURE,
    )  # fmt: skip
    return {
        "report": report,
        "report, filed": replace(report, questions=(replace(question, filed=("pass",)),)),
        "report, standing": replace(report, questions=(replace(question, standing="pass\npass"),)),
        "question": replace(report, kind="question"),
        "news": replace(report, kind="news", questions=(), events=()),
        "reminder": inputs.Reminder(frame, view, (question,)),
        "welcome": inputs.Welcome(frame, "R-3-0001", 1, COMMITMENT, "pomegranate"),
        "lobby, joined": inputs.Lobby(frame, 1, 2, COMMITMENT, joined="Ben"),
        "lobby, left": inputs.Lobby(frame, 0, 2, COMMITMENT, left="Ben"),
        "start": inputs.Start(frame, COMMITMENT, WORDS),
        "final": inputs.Final(frame, view, (("white", 12), ("blue", 12)), ("white", "blue"),
                              SECRET, COMMITMENT, WORDS, EVENTS, (OVERRIDE,), "feudo-3.json",
                              PICTURE),
        "final, nobody": inputs.Final(frame, view, (("white", 0), ("blue", 0)), (), SECRET,
                                      COMMITMENT, WORDS),
        "acknowledgement": inputs.Acknowledgement(
            frame, now, "R-3-0412", LINES, False, (("quoted", 14), ("struck", 1)),
            ("An attachment was ignored.",), (question,), view),
        "acknowledgement, filed": inputs.Acknowledgement(
            frame, now, "R-3-0413", LINES[:1], True,
            questions=(replace(question, filed=("pass",)),)),
        "acknowledgement, empty": inputs.Acknowledgement(frame, now, "R-3-0414", ()),
        "preview": inputs.Preview(frame, now, LINES, (("signature", 2),), (), (question,)),
        "help": inputs.Help(frame),
        "help, order": inputs.Help(frame, "play"),
        "help, rule": inputs.Help(frame, "rule FE-MOV-03"),
        "help, unknown": inputs.Help(frame, "rule FE-MOV-99"),
        "help, no game": inputs.Help(nowhere, "play"),
        "status": inputs.Status(frame, view, (question,), waiting, ("1  when attack: pass",),
                                ("pass",), "the moderator is looking into it"),
        "unreadable": inputs.Unreadable(frame, now, "it held a picture and no text"),
        "refusal, no game": inputs.Refusal(nowhere, "no such game", now, "feudo-9", "",
                                           ("join feudo-3",)),
        **{f"refusal, {cause}": inputs.Refusal(frame, cause, now, "blue", "Sorry.")
           for cause in get_args(inputs.Cause)},
        "hold": inputs.Hold(frame, "the moderator is looking into it"),
        "hold, over": inputs.Hold(frame, "", (question,)),
        "problem": inputs.Problem(moderator, "mail 17 broke a rule", "Traceback:\n  boom",
                                  "mail 17", ("resume feudo-3",), held=True),
        "problem, no game": inputs.Problem(nowhere, "the disk is full"),
        "power": inputs.PowerDone(moderator, "R-0-0007", "answer white: pass", OVERRIDE,
                                  lines=("12  white  attack  pass",)),
        "power, not done": inputs.PowerDone(moderator, "R-0-0008", "rollback to 99",
                                            why_not="there are 12 entries",
                                            nearest=("rollback to 12",)),
        "farewell": inputs.Farewell(frame, "white", "Zoe", "no word for a month"),
        "quarantine": inputs.Quarantine(nowhere, now, "eve@example.org", "Hello", "no token",
                                        "17"),
        "confirm": inputs.Confirm(frame, "anna@work.example", "a...@example.org", due),
    }  # fmt: skip


KINDS = tuple(
    letters(
        Frame(Player("Anna", "white"), datetime.fromisoformat("2026-03-10T16:00Z"), None),
        None,
        Question(Ask("white", "attack", OneOf({"pass": 0}), "pass"),
                 datetime.fromisoformat("2026-03-12T20:00Z")),
    )
)  # fmt: skip


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def letter(kind: str, frame: Frame, view: View, question: Question) -> Letter:
    return letters(frame, view, question)[kind]


@pytest.fixture
def page(letter: Letter, templates: Templates) -> Page:
    return write(templates, FEUDO if letter.frame.game else None, letter)


def test_there_is_a_letter_of_every_class(frame: Frame, view: View, question: Question) -> None:
    written = {type(one) for one in letters(frame, view, question).values()}
    assert written == set(get_args(Letter))


def test_no_line_of_text_is_wider_than_72(page: Page) -> None:
    assert [line for line in page.text.split("\n") if len(line) > 72] == []


def test_the_marker_stands_once_on_top(page: Page) -> None:
    assert MARKER == REPLY_MARKER
    assert page.text.split("\n")[0] == MARKER
    assert page.text.count(MARKER) == page.html.count(MARKER) == 1


def test_a_subject_is_one_line_with_the_game(page: Page, letter: Letter) -> None:
    assert page.subject == " ".join(page.subject.split())
    assert 5 < len(page.subject) < 120
    if letter.frame.game and not isinstance(letter, inputs.Quarantine):
        assert f"[{letter.frame.game.name}]" in page.subject


def test_html_is_small_and_asks_the_network_for_nothing(page: Page) -> None:
    assert len(page.html.encode()) < 60_000
    assert "http" not in page.html
    assert re.findall(r'(?:src|href)="(?!cid:)', page.html) == []
    assert "url(" not in page.html


def test_html_can_be_read_in_the_dark(page: Page) -> None:
    assert '<meta name="color-scheme" content="light dark"' in page.html
    assert "@media (prefers-color-scheme: dark)" in page.html
    assert 'class="card" style="' in page.html


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def test_both_twins_say_the_same_in_the_same_order(page: Page) -> None:
    text = page.text.replace(": picture attached", "\0picture attached")
    text = re.sub(r"[^\n]*\0[^\n]*(\n[^\n]+)*", "", text)
    text = re.sub(r"(?m)^#-+.*$|^-+$|^  \| ?", "", text)
    body = re.sub(r"(?s)^.*?<body[^>]*>", "", page.html)
    assert words(text) == words(unescape(re.sub(r"<[^>]*>", " ", body)))


def test_text_has_no_stray_blank_lines_or_markup(page: Page) -> None:
    assert "\n\n\n" not in page.text
    assert not re.search(r"[ \t]\n|\{[{%]|&[a-z]+;|</?[a-z0-9]+[ >]", page.text)


def test_a_picture_goes_along_under_its_content_id(
    frame: Frame, view: View, templates: Templates
) -> None:
    page = write(templates, FEUDO, inputs.Report(frame, view, picture=PICTURE))
    ((content_id, name, data),) = page.pictures
    assert data == PICTURE
    assert f'src="cid:{content_id}"' in page.html
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,100}", name)
    assert f"picture attached ({name})" in page.text


def test_the_order_form_can_be_sent_back_as_it_is(
    frame: Frame, view: View, question: Question, templates: Templates
) -> None:
    page = write(templates, FEUDO, inputs.Report(frame, view, questions=(question,)))
    lines = page.text.split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith("#-") and "answer" in line)
    end = next(n for n in range(start + 1, len(lines)) if lines[n].startswith("#-"))
    assert lines[start + 1] == question.ask.default
    assert all(line.startswith("#") for line in lines[start + 2 : end])
    assert start < lines.index("SINCE YOUR LAST MAIL")


def test_the_form_of_a_sheet_has_a_line_for_each_card(
    frame: Frame, view: View, now: datetime, templates: Templates
) -> None:
    ask = Ask("white", "plays", OneOf({"pass": 0, "play gilbert: stay": 1}), "pass")
    question = Question(ask, now + timedelta(days=3))
    text = write(templates, FEUDO, inputs.Report(frame, view, questions=(question,))).text
    assert "\nplay gilbert: stay\nplay robert: stay\n# " in text


def test_what_silence_means_is_told(
    frame: Frame, view: View, question: Question, templates: Templates
) -> None:
    def text(one: Question) -> str:
        return write(templates, FEUDO, inputs.Report(frame, view, questions=(one,))).text

    assert "If you are silent, this is taken as your answer: pass." in text(question)
    standing = replace(question, standing="attack h5 with first knight")
    assert "your standing orders answer: attack h5 with first knight." in " ".join(
        text(standing).split()
    )
    assert "It counts as it stands" in text(replace(question, filed=("pass",)))


def test_a_question_without_a_game_of_its_own_is_told_plainly(
    frame: Frame, now: datetime, templates: Templates
) -> None:
    ask = Ask("white", "ransom", Number(1, 6), "1")
    hold = inputs.Hold(frame, "", (Question(ask, now + timedelta(days=1)),))
    assert "Ransom: 1 or 6." in write(templates, None, hold).text


def test_a_refused_line_cites_its_rule_and_what_would_be_right(
    frame: Frame, view: View, templates: Templates
) -> None:
    ack = inputs.Acknowledgement(frame, frame.now, "R-3-0412", LINES, view=view)
    page = write(templates, FEUDO, ack)
    assert 'There is no "wintrborn". (FE-ATK-03)' in page.text
    assert "Nearest that is allowed:\n       attack winterbourne with baron" in page.text
    assert page.subject == (
        "Re: [feudo-3] Turn 4 of 10: done: 1 of 3 lines, 1 kept for later (receipt R-3-0412)"
    )


def test_words_of_a_player_cannot_pass_for_ours(
    frame: Frame, view: View, templates: Templates
) -> None:
    sly = Press("Ben", "all", "OVERRIDES SINCE THE LAST REPORT\n<script>alert(1)</script>")
    page = write(templates, FEUDO, inputs.Report(frame, view, press=(sly,)))
    assert "\nOVERRIDES" not in page.text
    assert "<script>" not in page.html


def test_the_end_tells_the_secret_and_shares_places(
    frame: Frame, view: View, question: Question, templates: Templates
) -> None:
    page = write(templates, FEUDO, letters(frame, view, question)["final"])
    assert page.subject == "[feudo-3] The game is over: Anna and Ben win together"
    assert SECRET in page.text
    assert COMMITMENT in page.text
    assert "  1  Anna (White)  12\n  1  Ben (Blue)    12\n" in page.text
    assert "moderator verify feudo-3.json" in page.text


def test_long_names_break_no_line(
    now: datetime, view: View, question: Question, templates: Templates
) -> None:
    anna = Player("Anna " + "Wilhelmina " * 8, "white", "Europe/Berlin")
    game = Game("feudo-the-third-and-longest-name-of-all-1", (anna, Player("B" * 90, "blue")))
    for letter in letters(Frame(anna, now, game), view, question).values():
        text = write(templates, FEUDO if letter.frame.game else None, letter).text
        assert max(len(line) for line in text.split("\n")) <= 72

"""What each kind of question says: what has happened, who wants what, what silence means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

Lead = Callable[..., str]


@pytest.fixture
def lead(templates: Templates, title: Title[Any, Any], king_view: View, king_frame: Frame) -> Lead:
    """Return what a question of *kind* says between its deadline and its form."""

    def text(kind: str, default: str = "refuse", **facts: Fact) -> str:
        ask = Ask("red", kind, OneOf({default: 0}), default, facts)
        question = Question(ask, king_frame.now + timedelta(days=2))
        letter = inputs.Report(king_frame, king_view, questions=(question,), kind="question")
        said = " ".join(write(templates, title, letter).text.split())
        return said.partition("2 days. ")[2].partition(" If you are silent")[0]

    return text


SAID: tuple[tuple[str, Mapping[str, Fact], str], ...] = (
    ("passage", {"by": "blue", "at": "york", "nobles": "neville, grey", "strength": 90},
     "Ben (Blue) asks leave to pass York by road, with Neville and Grey (90 troops). Where "
     "they are bound you are not told. Without an answer nobody passes."),
    ("entry", {"by": "blue", "at": "alnwick", "nobles": "edward, grey", "strength": 30, "room": 70},
     "Ben (Blue) asks you to let Edward and Grey (30 troops) into Alnwick, which holds 70 more. "
     "Without an answer the gates stay shut."),
    ("sailing", {"by": "green", "at": "boston", "nobles": "le michael, beaufort"},
     "Dov (Green) asks leave to sail le Michael from your port of Boston, with Beaufort aboard."),
    ("loan", {"by": "green", "at": "le swan", "nobles": "beaufort"},
     "Dov (Green) asks for your ship le Swan for this turn, to carry Beaufort."),
    ("leave", {"by": "blue", "requests": 2, "request_1": "passage at york: neville",
               "request_2": "loan at le swan: grey"},
     "1 passage at York: Neville 2 the loan of le Swan: Grey"),
    ("bishops", {"by": "blue", "heir": "henry", "at": "york", "bishops": "archbishop of york"},
     "Ben (Blue) would crown Henry at York and needs your Archbishop of York."),
    ("defence", {"by": "blue", "at": "york", "fight": "battle", "strength": 310, "defence": 270},
     "Ben (Blue) attacks you at York: 310 troops to 270. You may add cards"),
    ("defence", {"by": "blue", "at": "york", "fight": "siege", "strength": 310, "defence": 270},
     "Ben (Blue) besieges York: 310 troops to 270."),
    ("reinforce", {"strength": 310, "defence": 290}, "it stands at 310 troops to 290."),
    ("confirm", {"strength": 310, "defence": 290}, "you call it off, because the odds are worse"),
    ("inside", {"by": "blue", "at": "york", "strength": 310, "garrison": 300, "own": 40},
     "Ben (Blue) besieges York with 310 troops against a garrison of 300 and your 40."),
    ("demand", {"noble": "howard", "by": "green"},
     "Green's Howard is your captive, and his fate is settled now."),
    ("offer", {"noble": "percy", "by": "green"},
     "Your Percy is the captive of Dov (Green), and his life is at stake."),
    ("attend", {"by": "blue", "at": "coventry", "place": "coventry", "chancery": 7,
                "summoned": "percy, grey"},
     "Ben (Blue) summons Parliament to Coventry, with writs for Percy and Grey. 7 cards wait in "
     "Chancery. Whom do you send? Without an answer nobody goes but Percy, under the writ."),
    ("award", {"cards": "earl of essex, steward"},
     "Out of Chancery come these cards: Card Troops What it is Earl"),
    ("award", {"cards": "marshal, bishop of carlisle"},
     "Marshal of England 100 office: Oxford Bishop of Carlisle - bishop: 30 more north of the "
     "Trent; Carlisle To whom do you give them?"),
    ("office", {"by": "blue", "card": "marshal", "source": "neville", "target": "percy"},
     "Ben (Blue) would hand the office of Marshal of England from Neville to Percy in this "
     "Parliament. Do you accept it?"),
    ("shelter", {"of": "le swan", "at": "s4",
                 "ports": "boston (open, nobody), lynn (friendly, red)"},
     "A storm drives le Swan out of sea square S4, and several ports are equally near: Boston "
     "(open) or Lynn (yours)."),
    ("ashore", {"of": "percy", "at": "boston", "strength": 120, "there": "grey 30"},
     "Percy is put ashore at Boston, with 120 troops. Inside, or in the open? In the square: Grey "
     "30."),
    ("summons", {"of": "percy", "places": "york (red), berwick (nobody)"},
     "Percy is called to several places at once: York (yours) or Berwick (nobody's)."),
    ("follow", {"of": "richard", "who_stays": "scrope", "who_goes": "percy to york"},
     "Does Richard go with them, or stay with Scrope?"),
    ("embassy", {"place": "dover", "held_by": "blue", "near": "mowbray"},
     "An embassy calls your King to Dover (Blue's). Who of his company goes with him?"),
    ("spoils", {"cards": 3}, "Victory! 3 cards fall to you. Who of yours takes which?"),
    ("captured", {"heir": "edward"}, "Edward is in your hands, to keep or to execute."),
    ("occupy", {"place": "coventry", "room": 100}, "Coventry has fallen! Who goes inside? It"),
    ("houses", {"lancaster": 1, "york": 2}, "(1 of Lancaster, 2 of York)"),
    ("finish", {"by": "green", "worth_red": 55, "worth_blue": 40},
     "By worth it would end: Red 55, Blue 40. All must agree"),
    ("transfer", {"by": "blue", "gives": "marshal", "wants": "", "to": "percy"},
     "Ben (Blue) would hand over Marshal of England to Percy. Do you accept?"),
    ("trade", {"by": "blue", "gives": "saxons", "wants": "1 writ"},
     "Ben (Blue) offers you Saxons and would have 1 writ."),
    ("summon", {"place": "coventry", "chancery": 1, "writs": 2},
     "You may summon Parliament to Coventry: 1 card lies in Chancery, and you have 2 writs."),
    ("crown", {"candidates": "margaret, edward", "sole_king": "henry"},
     "All is ready for a coronation of Margaret or Edward. There is a sole King now, Henry."),
    ("attack", {"targets": 3}, "you have 3 targets in reach. Do you attack or besiege"),
    ("move", {"round": 5, "free": 1},
     "It is your turn, Anna. The card drawn was: Scots raid. First your moves;"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "facts", "said"), SAID)
def test_a_question_says_what_has_happened_and_who_wants_what(
    lead: Lead, kind: str, facts: Mapping[str, Fact], said: str
) -> None:
    assert said in lead(kind, **facts)


@pytest.mark.parametrize(
    "kind",
    ["allocate", "place", "move", "attack", "summon", "crown", "turn", "drawn", "business",
     "transfer", "trade", "passage", "entry", "sailing", "loan", "leave", "bishops", "defence",
     "reinforce", "confirm", "inside", "spoils", "captured", "occupy", "demand", "offer", "attend",
     "award", "office", "shelter", "ashore", "summons", "follow", "embassy", "home", "houses",
     "finish"],
)  # fmt: skip
def test_a_question_says_what_silence_means_though_nothing_else_is_known(
    lead: Lead, kind: str
) -> None:
    said = lead(kind)
    assert "ithout an answer" in said
    assert "None" not in said
    assert 40 < len(said) < 420


def test_cards_dealt_are_shown_with_what_each_is_worth(
    templates: Templates, title: Title[Any, Any], king_view: View, king_frame: Frame
) -> None:
    early = replace(king_view, phase="setup", dealt=("scots archers", "percy"), hand=())
    ask = Ask("red", "allocate", OneOf({"ok": 0}), "ok", {"cards": 2, "nobles": 1})
    question = Question(ask, king_frame.now + timedelta(days=2))
    letter = inputs.Report(king_frame, early, questions=(question,))
    said = " ".join(write(templates, title, letter).text.split())
    assert "Percy 100 noble: Alnwick, Cockermouth and Wressle Scots Archers 20 mercenary" in said
    assert "In hand" not in said
    assert "Troops where they stand" not in said


def test_many_cards_are_shown_by_their_kind(
    templates: Templates, title: Title[Any, Any], king_view: View, king_frame: Frame
) -> None:
    dealt = ("saxons", "percy", "marshal", "le swan", "grey", "coventry", "bishop of carlisle",
             "scots archers", "earl of essex", "tower")  # fmt: skip
    early = replace(king_view, phase="setup", dealt=dealt, hand=())
    forms = OneOf({"give marshal to percy": 0, "place percy in alnwick": 1})
    question = Question(Ask("red", "allocate", forms, "ok"), king_frame.now + timedelta(days=2))
    text = write(templates, title, inputs.Report(king_frame, early, questions=(question,))).text
    said = " ".join(text.split())
    assert "Nobles: Percy 100 (Alnwick, Cockermouth and Wressle), Grey 20 (" in said
    assert "Mercenaries: Saxons 10, Scots Archers 20 Ships: le Swan Towns: Coventry" in said
    assert "\ngive marshal to percy\nplace percy in alnwick\n# as it stands here: ok\n" in text


def test_a_gift_is_taken_by_silence_and_an_offer_waits(lead: Lead) -> None:
    gift = lead("trade", "accept", by="blue", gives="saxons", wants="")
    assert gift == "Ben (Blue) offers you Saxons, as a gift. Without an answer you take it."
    assert "Without an answer the offer waits." in lead("trade", "wait", by="blue", gives="saxons")


def test_the_draw_is_dared_where_the_odds_are_as_good_as_they_were(lead: Lead) -> None:
    assert "Without an answer you dare it." in lead("confirm", "draw", strength=300, defence=200)

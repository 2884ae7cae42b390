"""What the players' guide tells people to write is read, and does what it says."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moderator
from moderator.engine import Ask, Chance, Illegal, Run
from moderator.orders.commands import FORMS, Sorted, sort_lines
from moderator.orders.line import Line, joined
from moderator.orders.queue import SKIP, serve
from moderator.orders.standing import kinds, prepared, read_standing
from moderator.titles.kingmaker.asking.conditions import holds
from moderator.titles.kingmaker.asking.standing import DEFAULTS
from moderator.titles.kingmaker.events import FightAnnounced, Ransomed
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.title import KINGMAKER
from tests.clubhouse.hall import Hall
from tests.titles.kingmaker_post import Post, dealt, reach
from tests.titles.kingmaker_scenes import SCENES

DOCS = Path(moderator.__file__).parents[1] / "docs"
PAGE = (DOCS / "players-guide-kingmaker.md").read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(
    r"^```orders\b *(.*?)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE
)
SAID = [(*head.split(), text) for head, text in BLOCKS if head.split()[0] in {*SCENES, "deal"}]
WHOLE = [said for said in SAID if len(said) == 3]
LINES = [(*said[:3], line) for said in SAID if len(said) == 4 for line in said[3].splitlines()]
EACH = [(scene, seat, line) for scene, seat, how, line in LINES if how == "each"]
WRONG = [(scene, seat, line) for scene, seat, how, line in LINES if how == "wrong"]
STANDING = [line for head, text in BLOCKS if head == "standing" for line in text.splitlines()]

ASKED = {
    "passage": "passage", "entry": "entry", "sailing": "sailing", "loan": "loan",
    "bishops": "bishops", "shelter": "shelter", "ashore": "ashore", "summons": "summons",
    "follow": "follow", "embassy": "embassy", "defence": "defence", "reinforce": "reinforce",
    "confirm": "confirm", "inside": "inside", "spoils": "spoils", "occupy": "occupy",
    "demand": "captive", "offer": "captive", "attend": "attend", "award": "award",
    "office": "office", "houses": "houses", "finish": "finish",
}  # fmt: skip
"""A scene at which a question of each kind is asked."""
AT_ONCE = {"business", "captured", "drawn", "trade", "transfer"}
"""Kinds for which nobody is waited for."""
OWN_TURN = {"allocate", "move", "attack", "summon", "crown"}


def start(scene: str) -> Post:
    return dealt() if scene == "deal" else reach(scene)


def sorted_block(text: str) -> Sorted:
    lines = [Line(number, line) for number, line in enumerate(joined(text.splitlines()), start=1)]
    return sort_lines(lines, verbs={order.verb for order in KINGMAKER.orders})


def asks(kind: str) -> list[Ask[Any]]:
    return [ask for ask in reach(ASKED[kind]).run.waiting.values() if ask.kind == kind]


@pytest.mark.parametrize(("scene", "seat", "text"), WHOLE)
def test_every_mail_of_the_guide_is_carried_out(scene: str, seat: str, text: str) -> None:
    assert sorted_block(text).commands == ()
    found = start(scene).mail(seat, text)
    refused = [outcome for outcome in found if outcome.verdict not in {"done", "kept"}]
    assert [(o.line, o.reason) for o in refused if "passed over" not in o.reason] == []


@pytest.mark.parametrize(("scene", "seat", "line"), EACH)
def test_every_line_of_the_guide_is_understood(scene: str, seat: str, line: str) -> None:
    assert sorted_block(line).commands == ()
    [outcome] = start(scene).mail(seat, line)
    assert (outcome.verdict, outcome.reason) == ("kept" if line == "nothing" else "done", "")


@pytest.mark.parametrize(("scene", "seat", "line"), WRONG)
def test_what_the_guide_shows_as_wrong_is_refused(scene: str, seat: str, line: str) -> None:
    [outcome] = start(scene).mail(seat, line)
    assert outcome.verdict == "not done"
    assert outcome.rules or outcome.nearest or outcome.candidates


@pytest.mark.parametrize("line", STANDING)
def test_every_standing_order_of_the_guide_is_taken(line: str) -> None:
    assert sorted_block(line).commands[0].name == "when"
    assert read_standing("blue", line, KINGMAKER).kind in {*ASKED, *AT_ONCE}


def test_the_commands_of_the_guide_are_commands() -> None:
    [text] = [text for head, text in BLOCKS if head == "any"]
    found = sorted_block(text)
    assert (found.orders, found.misread) == ((), ())
    assert len(found.commands) == len(text.splitlines())


def test_signing_on_as_the_guide_shows_gives_the_seat(tmp_path: Path) -> None:
    [text] = [text for head, text in BLOCKS if head == "join"]
    hall = Hall(tmp_path / "club")
    hall.create("kingmaker", name="kingmaker-1", seats=3)
    hall.player("anna").write("join", text)
    hall.pump()
    assert hall.seat_row("kingmaker-1", "red").word == "swordfish"
    assert hall.seat("kingmaker-1", "anna") == "red"


def test_every_block_of_the_guide_is_tried() -> None:
    kinds_of_block = {head.split()[0] for head, _ in BLOCKS}
    assert kinds_of_block <= {*SCENES, "deal", "any", "join", "standing", "defaults"}
    assert {len(head.split()) for head, _ in BLOCKS} <= {1, 2, 3}


def test_the_guide_prints_the_default_set() -> None:
    [printed] = [text for head, text in BLOCKS if head == "defaults"]
    assert tuple(printed.splitlines()) == DEFAULTS


def test_the_default_set_answers_every_kind_of_question() -> None:
    filed = {read_standing("blue", line, KINGMAKER).kind for line in DEFAULTS}
    assert filed == set(ASKED)
    taken = {kind for order in KINGMAKER.orders for kind in order.kinds}
    assert taken - {*ASKED, *OWN_TURN} == {*AT_ONCE, "leave", "letter"}


@pytest.mark.parametrize("kind", ASKED)
def test_a_question_is_answered_by_the_default_set_at_once(kind: str) -> None:
    found = asks(kind)
    assert found
    for ask in found:
        orders = [read_standing(ask.seat, line, KINGMAKER) for line in DEFAULTS]
        assert prepared(ask, orders, KINGMAKER.words) is not None


@pytest.mark.parametrize("seed", range(4))
def test_with_the_default_set_nobody_is_waited_for_off_his_turn(seed: int) -> None:
    rng, seats = Random(seed), KINGMAKER.seats[: 3 + seed]
    options = KINGMAKER.configure({"deal": ("whole", "part")[seed % 2], "rounds": "10"})
    state, chance = KINGMAKER.new_game(seats, options), Chance(bytes([seed]) * 32)
    run = Run(KINGMAKER, state, chance, phase=KINGMAKER.first_phase)
    orders = [read_standing(seat, line, KINGMAKER) for seat in seats for line in DEFAULTS]
    while run.phase is not None:
        serve(run, {}, orders)
        for seat, ask in list(run.waiting.items()):
            assert ask.kind in OWN_TURN, f"{seat} is asked {ask.kind}: {ask.domain.examples()}"
            run.answer(seat, ask.domain.sample(rng))
    assert run.state.turn.round == 10


@pytest.mark.parametrize("line", DEFAULTS)
def test_each_order_of_the_default_set_gives_an_answer_that_is_legal(line: str) -> None:
    order = read_standing("blue", line, KINGMAKER)
    given = []
    for scene in SCENES:
        for ask in reach(scene).run.waiting.values():
            if ask.kind == order.kind:
                own = read_standing(ask.seat, line, KINGMAKER)
                given.append(prepared(ask, [own], KINGMAKER.words))
                if given[-1] is not None:
                    ask.domain.read(given[-1])
    assert any(text is not None for text in given)


def test_the_turn_that_the_guide_tells_needs_one_mail_and_comes_out_as_told() -> None:
    standing = [f"{seat} {line}" for seat in ("red", "blue", "green") for line in DEFAULTS]
    post = reach("midlands", standing)
    [turn] = [text for head, text in BLOCKS if head == "midlands red" and "sail le" in text]
    assert {outcome.verdict for outcome in post.mail("red", turn)} == {"done"}
    assert post.open == {"blue": "move"}
    state, [fight], [ransom] = post.run.state, post.of(FightAnnounced), post.of(Ransomed)
    assert (fight.strength, fight.defence, fight.garrison) == (230, 210, 200)
    assert (ransom.noble, ransom.price) == ("herbert", ("1 writ",))
    assert state.factions["blue"].hand == ["duke of exeter"]
    assert state.nobles["percy"].square == "newcastle town"
    assert (holder(state, "coventry"), state.nobles["neville"].place) == ("red", "coventry")
    assert not state.heirs["edward"].alive
    assert state.nobles["mowbray"].place == "framlingham"


def test_every_test_in_the_table_of_the_guide_can_be_made() -> None:
    state = reach("midlands").run.state
    table = PAGE.partition("| test | true when |")[2].partition("\n\n")[0]
    tests = [test for test in re.findall(r"`([^`]+)`", table) if test != "not ..."]
    assert len(tests) >= 10
    assert {holds(state, "red")(test) for test in tests} <= {True, False}
    with pytest.raises(Illegal):
        holds(state, "red")("it rains")


def test_every_order_and_command_is_in_the_guide() -> None:
    verbs = {order.verb for order in KINGMAKER.orders if order.verb == order.verb.lower()}
    words = {form.opening for form in FORMS if not form.power} - {"sign on"}
    page = PAGE.replace("```orders", "")
    missing = [
        word for word in sorted({*verbs, *words, SKIP}) if not re.search(rf"\b{word}\b", page)
    ]
    assert missing == []
    named = [kind for kind in kinds(KINGMAKER) if kind not in {*OWN_TURN, "business", "letter"}]
    assert [kind for kind in named if f"`{kind}`" not in page] == []


@pytest.mark.parametrize("rule", sorted(set(re.findall(r"KM-[A-Z]{3}-\d+", PAGE))))
def test_every_rule_named_is_in_the_ledger(rule: str) -> None:
    assert rule in KINGMAKER.rules

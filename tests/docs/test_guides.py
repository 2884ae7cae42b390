"""What the guides tell people to write is read, and what they tell them to run is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

import moderator
from moderator.cli import app
from moderator.engine import Ask, Chance, Event, LineDropped, Run
from moderator.engine.run import Ignore
from moderator.kit.plan import holds
from moderator.orders.commands import FORMS, Sorted, sort_lines
from moderator.orders.line import Line, joined
from moderator.orders.sheet import Reading, read_sheet
from moderator.orders.standing import kinds, read_standing
from moderator.titles.feudo import setup
from moderator.titles.feudo.events import AttackDropped
from moderator.titles.feudo.lines import holds as position
from moderator.titles.feudo.state import State
from moderator.titles.feudo.title import FEUDO
from tests.clubhouse.hall import Hall

DOCS = Path(moderator.__file__).parents[1] / "docs"
PLAYER = (DOCS / "players-guide-feudo.md").read_text(encoding="utf-8")
KINGMAKER = (DOCS / "players-guide-kingmaker.md").read_text(encoding="utf-8")
KEEPER = (DOCS / "moderators-guide.md").read_text(encoding="utf-8")

PLACES = {
    "blue baron": "g3",
    "blue mauduit": "g4",
    "blue roudiche": "h5",
    "blue geoffrey": "i9",
    "blue john": "f2",
    "blue milady": "i5",
    "white baron": "j9",
    "white robert": "k8",
    "white gilbert": "i11",
    "white first knight": "h7",
}
WHITE_CARDS = "order of play: blue, white\narmy baron, robert, gilbert; trading 2"
BLUE_CARDS = "army baron, milady, geoffrey; trading 0"


class Heard(Ignore):
    """Remembers what was told."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        self.events.append(event)


def blocks(page: str, language: str) -> list[tuple[str, str]]:
    """Return what stands behind the language of each such block, and its text."""
    return re.findall(rf"^```{language}\b *(.*?)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def example() -> State:
    """Return the position before the turn that the guide tells (FE-EXA-01)."""
    options = {"turns": "10", "plague": "normal", "fresh_deck": "no", "pace": "turn"}
    state = setup.fresh(["white", "blue"], {**options, "order_first": "no"})
    state.boards, state.plague_at, state.turn = ["A0", "B0", "C1", "D0"], "b2", 1
    state.order, state.order_of_castles = ["blue", "white"], ["blue", "white"]
    state.sides["white"].castle, state.sides["blue"].castle = "k6 south", "i1"
    state.sides["blue"].score, state.owners = 5, {"i9": "blue"}
    for side, hand in (("white", WHITE_CARDS), ("blue", BLUE_CARDS)):
        words = re.findall(r"\w+", hand.partition("army ")[2].partition(";")[0])
        state.sides[side].last_hand = [*(f"{side} {word}" for word in words), "0"]
    for id_, place in PLACES.items():
        state.tokens[id_].at, state.tokens[id_].entered = place, True
    state.plague_deck = ["North 1", "East 1"]
    return state


def run_of(state: State, phase: str, heard: Ignore | None = None) -> Run[State]:
    return Run(FEUDO, state, Chance(bytes(32)), phase=phase, recorder=heard or Ignore())


def asked(seat: str, question: str) -> Ask[Any]:
    """Return the question that a block of the guide is written for."""
    if question == "castle":
        run = run_of(setup.fresh(["white", "blue"], dict(example().options)), "castles")
        return run.asks[seat]
    run = run_of(example(), "turn")
    if question == "plays":
        run.answer("white", WHITE_CARDS)
        run.answer("blue", BLUE_CARDS)
    assert run.asks[seat].kind == ("plays" if question == "plays" else "cards")
    return run.asks[seat]


def sorted_block(text: str, *, moderator: bool = False) -> Sorted:
    lines = [Line(number, line) for number, line in enumerate(joined(text.splitlines()), start=1)]
    return sort_lines(lines, moderator=moderator)


def sheet(text: str, seat: str, question: str) -> Reading:
    return read_sheet(sorted_block(text).orders, asked(seat, question), FEUDO.words)


ORDERS = [(*head.split(), text) for head, text in blocks(PLAYER, "orders")]
GOOD = [one for one in ORDERS if len(one) == 3 and one[1] != "join"]


@pytest.mark.parametrize(("seat", "question", "text"), GOOD)
def test_every_example_of_the_players_guide_is_read(seat: str, question: str, text: str) -> None:
    found = sorted_block(text)
    assert found.misread == ()
    for command in found.commands:
        if command.name == "when":
            assert read_standing(seat, command.argument, FEUDO).answer
    if found.orders:
        reading = sheet(text, seat, "cards" if question == "any" else question)
        assert {line.text: str(why) for line, why in reading.refused.items()} == {}
    if found.orders and question not in {"any"} and "hand as last turn" not in text:
        assert reading.missing is None


def test_the_errors_that_the_guide_shows_are_errors() -> None:
    (wrong,) = [one for one in ORDERS if len(one) == 4]
    reading = sheet(wrong[3], wrong[0], wrong[1])
    assert [why.line for why in reading.refused.values()] == wrong[3].splitlines()
    first = next(iter(reading.refused.values()))
    assert "several" in str(first) or len(first.candidates) > 1 or "mauduit" in str(first)


def test_the_turn_that_the_guide_tells_comes_out_as_told() -> None:
    told = blocks(PLAYER.partition("## A whole turn, as mails")[2], "orders")[:4]
    heard = Heard()
    run = run_of(example(), "turn", heard)
    for head, text in told:
        seat, kind = head.split()
        assert run.asks[seat].kind == kind
        reading = read_sheet(sorted_block(text).orders, run.asks[seat], FEUDO.words)
        run.answer(seat, reading.text)
    scores = {seat: side.score for seat, side in run.state.sides.items()}
    assert scores == {"white": 7, "blue": 1}
    assert "**White 7, Blue 1**" in PLAYER
    assert run.state.owners == {"h4": "blue", "i9": "white"}
    assert run.state.tokens["white robert"].at == "i9"
    assert not [e for e in heard.events if isinstance(e, (LineDropped, AttackDropped))]


def test_every_test_in_the_table_of_the_guide_can_be_made() -> None:
    ask = asked("white", "plays")
    table = PLAYER.partition("| test | true when |")[2].partition("\n\n")[0]
    tests = [test for test in re.findall(r"`([^`]+)`", table) if test != "not at"]
    assert len(tests) >= 15
    sight = position(example(), "white")
    assert [holds(test, ask.facts, sight) in {True, False} for test in tests] == [True] * len(tests)
    assert {name for name in ask.facts if f"`{name}`" not in table} == set()


def test_signing_on_as_the_guide_shows_gives_the_seat(tmp_path: Path) -> None:
    (text,) = [one[2] for one in ORDERS if one[1] == "join"]
    hall = Hall(tmp_path / "club")
    hall.create("feudo", name="feudo-1", seats=3)
    hall.player("anna").write("join", text)
    hall.pump()
    row = hall.seat_row("feudo-1", "white")
    assert (row.word, hall.seat("feudo-1", "anna")) == ("swordfish", "white")


def test_every_order_of_feudo_and_every_command_of_players_is_in_the_guide() -> None:
    verbs = {order.verb for order in FEUDO.orders}
    words = {form.opening for form in FORMS if not form.power} - {"sign on"}
    shown = PLAYER.replace("```orders", "")
    assert [word for word in sorted(verbs | words) if not re.search(rf"\b{word}\b", shown)] == []
    assert [kind for kind in kinds(FEUDO) if f"`{kind}`" not in PLAYER] == []


@pytest.mark.parametrize("rule", sorted(set(re.findall(r"FE-[A-Z]{3}-\d+", PLAYER + KEEPER))))
def test_every_rule_named_is_in_the_ledger(rule: str) -> None:
    assert rule in FEUDO.rules


POWERS = [line for _, text in blocks(KEEPER, "mail") for line in text.splitlines() if line]


@pytest.mark.parametrize("line", POWERS)
def test_every_mail_of_the_moderators_guide_is_one_of_his_powers(line: str) -> None:
    text = re.sub(r"\s+because\s.+$", "", line)
    text = re.sub(r"^(\w+) feudo-1\b(?: (?=:))?", r"\1", text)
    found = sorted_block(text, moderator=True)
    assert found.misread == ()
    assert [command.number for command in found.commands] == [1]


def test_every_power_is_in_the_moderators_guide() -> None:
    written = {line.split()[0] for line in POWERS}
    assert {form.name for form in FORMS if form.power} <= written


def shell(page: str) -> Iterator[list[str]]:
    """Return the words of each command of ours in the page's shell blocks."""
    for _, text in blocks(page, "sh"):
        for line in text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if "--" in words:
                words = words[words.index("--") + 1 :]
            if words and Path(words[0]).name == "moderator":
                yield words[1:]


COMMANDS = [*shell(PLAYER), *shell(KINGMAKER), *shell(KEEPER)]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_line_of_the_guides_parses(words: list[str]) -> None:
    command: Any = typer.main.get_command(app)
    context: Any = None
    rest = list(words)
    while isinstance(command, TyperGroup):
        context = command.make_context(command.name or "moderator", rest, context)
        rest = [*context._protected_args, *context.args]
        name, found, rest = command.resolve_command(context, rest)
        assert found is not None, name
        command = found
    command.make_context(command.name, rest, context)


def test_the_guides_name_commands() -> None:
    assert len(COMMANDS) >= 15
    assert any(words[0] == "verify" for words in COMMANDS)


@pytest.mark.parametrize(
    "path", re.findall(r"`((?:config|deploy|docs|templates|moderator)/[\w./-]*\w)`", KEEPER)
)
def test_every_file_that_the_moderators_guide_names_is_there(path: str) -> None:
    assert (DOCS.parent / path).exists()

"""Feudo keeps what every title must keep."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from moderator.engine import Digest, Illegal, Table
from moderator.kit.playout import play
from moderator.titles.feudo import FEUDO
from moderator.titles.feudo.events import (
    Advanced,
    AttackWon,
    CardShown,
    CastlePlaced,
    KingCame,
    Marched,
    PlagueCard,
    TradingShown,
)
from moderator.titles.feudo.state import State
from moderator.titles.feudo.view import View
from tests.titles import contract

SHOWN = (PlagueCard, CardShown, TradingShown)
"""What shows hidden cards; at the other paces a carried-out line of a sheet does so too."""
CARRIED_OUT = (*SHOWN, CastlePlaced, Marched, AttackWon, Advanced)
OPTIONS = [
    {"pace": "step"},
    {"pace": "round", "turns": "15"},
    {"pace": "turn", "plague": "virulent"},
    {"pace": "turn", "order_first": "yes", "turns": "20", "fresh_deck": "no"},
    {"pace": "blind", "plague": "none", "turns": "7"},
    {"pace": "step", "plague": "none", "turns": "3"},
]
PACES = ["step", "round", "turn"]


@pytest.mark.rule("FE-AIM-01")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
@pytest.mark.parametrize("count", [2, 3, 4])
def test_random_games_end_and_lose_nothing(count: int, options: dict[str, str]) -> None:
    (result,) = contract.playouts(FEUDO, [count], [options], seeds=[count])
    assert set(result.scores) == set(FEUDO.seats[:count])
    assert result.winners


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_bots_play_whole_games(options: dict[str, str]) -> None:
    results = contract.playouts(FEUDO, [2, 4], [options], seeds=[5], choose=FEUDO.bot)
    assert any(isinstance(event, AttackWon) for r in results for event, _ in r.events)


@pytest.mark.parametrize("pace", ["step", "turn"])
def test_four_bots_win_cities_and_bring_the_king_in_most_games(pace: str) -> None:
    results = contract.playouts(FEUDO, [4], [{"pace": pace}], range(4), FEUDO.bot)
    kings = [any(isinstance(event, KingCame) for event, _ in r.events) for r in results]
    cities = sum(isinstance(e, AttackWon) and bool(e.city) for r in results for e, _ in r.events)
    assert kings.count(True) >= 3
    assert cities >= 4 * 4


@pytest.mark.parametrize("options", [{"pace": pace} for pace in PACES], ids=PACES)
def test_a_game_resumed_anywhere_is_the_same_game(options: dict[str, str]) -> None:
    contract.resumes_anywhere(FEUDO, 3, options, seed=11, every=17)


def test_a_game_is_the_same_in_any_process() -> None:
    contract.same_in_any_process("moderator.titles.feudo:FEUDO", 3, {"pace": "turn"}, 4)


@pytest.mark.rule("FE-STR-06")
@pytest.mark.parametrize("options", [{"pace": pace} for pace in PACES], ids=PACES)
def test_nobody_can_tell_a_redealt_position_from_the_real_one(options: dict[str, str]) -> None:
    assert contract.keeps_secrets(FEUDO, 3, options, seed=2) > 80


@pytest.mark.parametrize("options", [{"pace": pace} for pace in PACES], ids=PACES)
def test_rounds_on_redealt_hands_look_the_same(options: dict[str, str]) -> None:
    reveal = SHOWN if options["pace"] == "step" else CARRIED_OUT
    assert contract.rounds_look_the_same(FEUDO, 3, options, 3, reveal) > 200


def test_a_view_that_leaks_is_caught() -> None:
    def leaky(state: State, seat: str | None) -> View:
        hands = [hand for other in state.seats for hand in state.sides[other].hand]
        return replace(FEUDO.view(state, seat), filed=tuple(hands))

    with pytest.raises(AssertionError, match="can tell a redealt position"):
        contract.keeps_secrets(replace(FEUDO, view=leaky), 3, {"pace": "step"}, seed=2)


def test_a_round_that_leaks_is_caught() -> None:
    async def leaky(table: Table[State]) -> str | None:
        for seat in table.state.order:
            table.tell(Digest(f"{seat} holds {table.state.sides[seat].hand}"))
        return await FEUDO.phases["movement"](table)

    title = replace(FEUDO, phases={**FEUDO.phases, "movement": leaky})
    with pytest.raises(AssertionError, match="is told what it may not know"):
        contract.rounds_look_the_same(title, 3, {"pace": "step"}, 3, SHOWN)


@pytest.mark.parametrize(("pace", "mails", "waits"), [("step", 24, 21), ("round", 22, 7),
                                                      ("turn", 8, 2)])  # fmt: skip
def test_a_turn_of_four_costs_no_more_mails_and_waits_than_the_catalogue_says(
    pace: str, mails: int, waits: int
) -> None:
    result = play(FEUDO, FEUDO.seats, {"pace": pace}, 6, choose=FEUDO.bot)
    turns = result.phases.count("movement")
    castles = (4, 4) if pace == "step" else (4, 1)
    assert (result.mails_in - castles[0]) / turns <= mails
    assert (result.waits - castles[1]) / turns <= waits


def test_the_whole_turn_of_four_is_eight_answers_and_two_waits() -> None:
    result = play(FEUDO, FEUDO.seats, {"pace": "turn"}, 6)
    turns = result.phases.count("movement")
    assert result.asks == Counter(castle=4, cards=4 * turns, plays=4 * turns)
    assert (result.mails_in, result.waits) == (4 + 8 * turns, 1 + 2 * turns)


def test_two_digests_a_turn_at_pace_turn_and_five_step_by_step() -> None:
    for pace, digests in (("turn", 2), ("round", 5), ("step", 5)):
        result = play(FEUDO, FEUDO.seats, {"pace": pace}, 6)
        told = sum(isinstance(event, Digest) for event, _ in result.events)
        assert told == digests * result.phases.count("movement") + 1


@pytest.mark.parametrize(("name", "count", "options"), [
    ("feudo_two_step.txt", 2, {"pace": "step", "plague": "none", "turns": "3"}),
    ("feudo_four_turn.txt", 4, {"pace": "turn"}),
])  # fmt: skip
def test_a_playthrough_reads_as_it_did(name: str, count: int, options: dict[str, str]) -> None:
    contract.matches_golden(name, contract.playthrough(FEUDO, count, options, 7, FEUDO.bot))


def test_every_option_is_read_and_what_excludes_is_refused() -> None:
    for chosen in ({"turns": "12"}, {"pace": "blind"},
                   {"pace": "blind", "plague": "none", "order_first": "yes"}):  # fmt: skip
        with pytest.raises(Illegal):
            FEUDO.new_game(FEUDO.seats, FEUDO.configure(chosen))
    with pytest.raises(Illegal, match="1 to 40"):
        FEUDO.configure({"turns": "41"})
    with pytest.raises(Illegal, match="one of"):
        FEUDO.configure({"pace": "fast"})


def test_every_rule_of_the_ledger_is_proved_by_a_test() -> None:
    proved: Counter[str] = Counter()
    here = Path(__file__).parent
    for file in [*here.glob("feudo/test_*.py"), Path(__file__)]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Attribute(attr="rule"), [ast.Constant(str(rule))]):
                    proved[rule] += 1
    assert set(proved) - set(FEUDO.rules) == set(), "tests name rules that do not exist"
    assert set(FEUDO.rules) - set(proved) == set(), "rules without a test"

"""A mail is a queue of lines, and each open question takes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.engine import Ask, Chance, Number, OneOf, Run, Table
from moderator.orders.line import Line
from moderator.orders.outcome import Served
from moderator.orders.place import place_of
from moderator.orders.queue import WAITS, serve
from moderator.orders.standing import read_standing
from tests.toy.crown import CROWN, State
from tests.toy.play import Tape, begin, new_state, until, with_turn
from tests.toy.sheets import SHEETS


def fresh(*lines: str) -> list[Line]:
    return [Line(number, text) for number, text in enumerate(lines, start=1)]


def said(served: Served, seat: str = "red") -> list[tuple[int, str, str]]:
    """Return number, verdict, and what was done or why not, for each line."""
    return [(o.number, o.verdict, o.text or o.reason) for o in served.outcomes[seat]]


def kept(served: Served, seat: str = "red") -> list[str]:
    return [line.text for line in served.kept[seat]]


def game(tape: Tape | None = None) -> Run[State]:
    """Return a new game in which red is asked to move."""
    run = begin(recorder=tape)
    serve(run)
    return run


def standing(seat: str, line: str) -> Any:
    return read_standing(seat, line, CROWN)


def test_business_is_done_between_turns_without_waiting() -> None:
    run = begin()
    serve(run, standing=[standing("green", "when business: give 5 to blue")])
    assert run.state.hands["blue"].gold == 25
    assert list(run.waiting) == ["red"]


def test_business_takes_queued_lines_and_passes_over_those_of_others() -> None:
    run = begin()
    served = serve(run, {"green": fresh("vote red", "give 5 to blue", "give 5 to red")})
    assert run.state.hands["blue"].gold == 25
    assert run.state.hands["red"].gold == 20
    assert kept(served, "green") == ["vote red", "give 5 to red"]


def test_a_refused_gift_is_not_waited_for() -> None:
    run = begin()
    served = serve(run, {"green": fresh("give 5 to green")})
    assert said(served, "green")[0][1] == "not done"
    assert kept(served, "green") == []
    assert list(run.waiting) == ["red"]


def test_a_mail_answers_and_a_standing_order_answers_for_another_seat() -> None:
    tape = Tape()
    run = game(tape)
    orders = [standing("white", "when passage by red: grant"), standing("red", "when passage: no")]
    served = serve(run, {"red": fresh("go percy to hull", "done")}, orders)
    assert said(served) == [(1, "done", "move percy to hull"), (2, "done", "end")]
    assert run.state.nobles["percy"].at == "hull"
    assert list(run.waiting) == ["white"]
    sources = [entry.source for entry in tape.entries if entry.who != "chance"]
    assert sources == [*4 * ["now"], "mail", "standing", "mail", *4 * ["now"]]


def test_the_first_bad_line_of_a_sequence_holds_up_the_rest() -> None:
    run = game()
    del run.state.nobles["scrope"]
    served = serve(run, {"red": fresh("move percy to hull", "mvoe beaufort to lodnon", "end")})
    outcome = served.outcomes["red"][1]
    assert (outcome.verdict, outcome.nearest[0]) == ("not done", "move beaufort to london")
    assert said(served)[2] == (3, "kept", WAITS)
    assert [(line.text, line.refused) for line in served.kept["red"]] == [
        ("mvoe beaufort to lodnon", "move"),
        ("end", ""),
    ]
    assert run.waiting["red"].kind == "move"


def test_a_greeting_and_a_name_hold_up_nothing() -> None:
    run = game()
    served = serve(run, {"red": fresh("Hi Bob,", "move percy to chester", "Anna")})
    assert [verdict for _, verdict, _ in said(served)] == ["ignored", "done", "ignored"]
    assert said(served)[0][2] == "it is like no order"
    assert kept(served) == []


def refused() -> tuple[Run[State], Served]:
    run = game()
    return run, serve(run, {"red": fresh("mvoe percy to hull", "end")})


def test_what_waits_for_a_correction_goes_on_waiting_whatever_others_send() -> None:
    run, first = refused()
    again = serve(
        run, {**first.kept, "white": fresh("vote red")}, [standing("red", "when move: end")]
    )
    assert list(run.waiting) == ["red"]
    assert again.kept["red"] == first.kept["red"]
    assert again.outcomes["red"] == ()


def test_a_correction_goes_before_the_lines_that_wait_for_it() -> None:
    run, first = refused()
    lines = [*first.kept["red"], *fresh("move percy to chester")]
    served = serve(run, {"red": lines}, [standing("blue", "when passage: yes")])
    assert run.waiting["white"].kind == "move" or run.state.nobles["percy"].at == "chester"
    assert said(served)[0] == (1, "done", "move percy to chester")
    assert kept(served) == []


def test_a_mail_without_an_order_does_not_set_the_held_lines_going() -> None:
    run, first = refused()
    lines = [*first.kept["red"], *fresh("# later", "Thanks, will do!")]
    served = serve(run, {"red": lines})
    assert served.kept["red"] == first.kept["red"]
    assert said(served) == [(1, "ignored", ""), (2, "ignored", "it is like no order")]
    assert list(run.waiting) == ["red"]


def test_skip_goes_on_without_a_correction() -> None:
    run, first = refused()
    served = serve(run, {"red": [*first.kept["red"], Line(1, "Skip")]})
    assert said(served) == [(1, "done", "skip"), (2, "done", "end")]
    assert list(run.waiting) == ["white"]


def test_a_number_without_a_verb_is_an_order_where_a_number_is_asked() -> None:
    async def flow(table: Table[State]) -> str | None:
        await table.ask("red", "x", Number(0, 9), default="0")
        await table.ask("red", "x", Number(0, 9), default="0")
        return None

    run = Run(with_turn(flow), new_state(), Chance(b""), phase="turn")
    served = serve(run, {"red": fresh("12", "3")})
    assert said(served)[0] == (1, "not done", "give a number from 0 to 9")
    assert served.kept["red"][1].text == "3"
    serve(run, {"red": [*served.kept["red"], *fresh("2")]})
    assert run.phase is None


def test_a_line_for_a_later_question_says_done_to_the_present_one() -> None:
    run = game()
    served = serve(run, {"red": fresh("vote blue", "bid 3")})
    assert list(run.waiting) == ["white"]
    assert said(served) == [(1, "kept", ""), (2, "kept", "")]


def test_a_line_for_the_present_question_is_taken_before_those_for_later_ones() -> None:
    run = game()
    served = serve(run, {"red": fresh("vote blue", "move percy to lincoln")})
    assert said(served)[1] == (2, "done", "move percy to lincoln")


def test_a_line_for_an_earlier_question_is_kept_and_ends_nothing() -> None:
    run = game()
    served = serve(run, {"red": fresh("yes", "give 5 to blue")})
    assert list(run.waiting) == ["red"]
    assert kept(served) == ["yes", "give 5 to blue"]


def test_lines_kept_are_used_when_their_question_comes() -> None:
    tape = Tape()
    run = begin(phase="parliament", recorder=tape)
    queues: dict[str, Any] = {"blue": fresh("bid 7")}
    queues = dict(serve(run, queues).kept)
    assert [line.fresh for line in queues["blue"]] == [False]
    for seat in ("red", "white", "green"):
        queues = {"blue": (), **queues, seat: fresh("vote red")}
        queues = dict(serve(run, queues).kept)
    served = serve(run, {**queues, "blue": [*queues["blue"], *fresh("vote blue")]})
    assert [(e.who, e.kind, e.source) for e in tape.entries[-2:]] == [
        ("blue", "vote", "mail"),
        ("blue", "bid", "queue"),
    ]
    assert said(served, "blue") == [(1, "done", "vote blue"), (1, "done", "bid 7")]


def test_a_sealed_answer_may_be_changed_by_a_later_mail() -> None:
    run = begin(phase="parliament")
    serve(run, {"red": fresh("vote blue")})
    served = serve(run, {"red": fresh("vote white", "bid 3")})
    assert said(served) == [(1, "done", "vote white"), (2, "kept", "")]
    assert run.answers == {"red": "white"}


def test_a_second_line_of_one_mail_is_for_the_next_such_question() -> None:
    run = begin(phase="parliament")
    served = serve(run, {"red": fresh("vote blue", "vote white", "vote green")})
    assert run.answers == {"red": "blue"}
    assert kept(served) == ["vote white", "vote green"]
    lines = [*served.kept["red"], *fresh("vote red", "vote blue")]
    served = serve(run, {"red": lines})
    assert run.answers == {"red": "red"}
    assert kept(served) == ["vote blue"]
    assert [o.reason for o in served.outcomes["red"] if o.verdict == "ignored"] == [
        "a later mail replaces it"
    ] * 2


def test_a_change_that_is_not_understood_leaves_the_earlier_answer() -> None:
    run = begin(phase="parliament")
    serve(run, {"red": fresh("vote blue")})
    served = serve(run, {"red": fresh("vote mauve")})
    assert said(served)[0][1] == "not done"
    assert run.answers == {"red": "blue"}
    assert kept(served) == []


def test_a_forced_question_answers_itself_unless_it_is_secret() -> None:
    only = OneOf({"ok": 1})

    def start(*, secret: bool) -> Run[State]:
        async def flow(table: Table[State]) -> str | None:
            await table.ask("red", "x", only, default="ok", secret=secret)
            return None

        run = Run(with_turn(flow), new_state(), Chance(b""), phase="turn")
        serve(run)
        return run

    assert start(secret=False).phase is None
    assert list(start(secret=True).waiting) == ["red"]


def test_a_secret_question_is_answered_by_a_standing_order() -> None:
    tape = Tape()
    run = begin(recorder=tape)
    ask = until(run, "battle-card", Random(1))
    before = len(tape.entries)
    serve(run, standing=[standing(ask.seat, "when battle-card: pass")])
    assert (tape.entries[before].text, tape.entries[before].source) == ("pass", "standing")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("move x", "here"),
        ("m x", "here"),
        ("en", "here"),
        ("vote x", "later"),
        ("give x", "elsewhere"),
        ("yes", "elsewhere"),
        ("dance", "unknown"),
        ("# end", "unknown"),
    ],
)
def test_a_verb_belongs_to_a_kind_of_question(text: str, place: str) -> None:
    assert place_of(Line(1, text), game().waiting["red"], CROWN) == place


def test_a_line_that_nothing_could_take_is_refused_at_once_and_holds_up_the_rest() -> None:
    run = game()
    served = serve(run, {"white": fresh("yes", "mvoe scrope to york", "move scrope to york")})
    assert said(served, "white")[1][1] == "not done"
    assert served.outcomes["white"][1].nearest == ("vote", "move")
    assert kept(served, "white") == ["yes", "mvoe scrope to york", "move scrope to york"]
    served = serve(run, {**served.kept, "red": fresh("end")})
    assert run.state.nobles["scrope"].at == "hull"
    assert list(run.waiting) == ["white"]
    serve(run, {"white": [*served.kept["white"], *fresh("skip")]})
    assert list(run.waiting) == ["red"]


def test_remarks_and_empty_lines_are_ignored() -> None:
    served = serve(game(), {"red": fresh("# hello", "", "1) end  # enough")})
    assert said(served) == [(1, "ignored", ""), (2, "ignored", ""), (3, "done", "end")]


# --- sheets ------------------------------------------------------------------


def sheets(*, seats: tuple[str, ...] = ("red", "white")) -> Run[Any]:
    return Run(SHEETS, SHEETS.new_game(seats, {}), Chance(b"s"), phase="turn")


def test_a_sheet_takes_all_lines_that_are_its_own_at_once() -> None:
    run = sheets()
    served = serve(run, {"red": fresh("army baron", "attack hull", "trading 2", "play baron")})
    assert run.answers["red"] == ["army baron", "trading 2", "play baron"]
    assert said(served)[1] == (2, "kept", "")
    assert kept(served) == ["attack hull"]


def test_a_bad_line_of_a_sheet_does_not_hold_up_the_others() -> None:
    run = sheets()
    served = serve(run, {"red": fresh("army baron", "play dragon", "dance", "trading 2")})
    assert [verdict for _, verdict, _ in said(served)] == ["done", "not done", "ignored", "done"]
    assert run.answers["red"] == ["army baron", "trading 2"]


def test_an_incomplete_sheet_is_kept_and_says_what_is_missing() -> None:
    run = sheets()
    served = serve(run, {"red": fresh("army baron", "play baron")})
    assert said(served) == [(n, "kept", "a trading card is missing") for n in (1, 2)]
    assert not run.answers
    served = serve(run, {"red": [*served.kept["red"], *fresh("trading 0")]})
    assert sorted(run.answers["red"]) == ["army baron", "play baron", "trading 0"]
    assert {verdict for _, verdict, _ in said(served)} == {"done"}
    assert kept(served) == []


def test_a_whole_new_sheet_replaces_kept_lines() -> None:
    run = sheets()
    first = serve(run, {"red": fresh("army baron")})
    served = serve(run, {"red": [*first.kept["red"], *fresh("army milady", "trading 0")]})
    assert run.answers["red"] == ["army milady", "trading 0"]
    assert (1, "ignored", "a later mail replaces it") in said(served)


def test_a_sheet_is_replaced_whole_by_a_later_mail() -> None:
    run = sheets()
    serve(run, {"red": fresh("army baron", "trading 2", "play baron")})
    served = serve(run, {"red": fresh("army milady", "trading 0")})
    assert run.answers["red"] == ["army milady", "trading 0"]
    assert kept(served) == []
    served = serve(run, {"red": fresh("army baron")})
    assert said(served) == [
        (1, "not done", "a trading card is missing; your earlier answer stands")
    ]
    assert run.answers["red"] == ["army milady", "trading 0"]


def test_a_sheet_is_made_of_standing_orders() -> None:
    run = sheets()
    orders = [
        read_standing("red", "when hand: army minstrel; trading 0", SHEETS),
        read_standing("red", "when play if place = 1: play baron", SHEETS),
    ]
    serve(run, standing=orders)
    assert run.answers == {"red": ["army minstrel", "trading 0", "play baron if place = 1"]}


def test_lines_filed_ahead_make_the_sheet_when_it_opens() -> None:
    run = sheets()
    serve(run, {"red": fresh("army baron", "trading 2")})
    ahead = serve(run, {"white": fresh("army milady", "trading 0")})
    assert list(run.waiting) == ["red", "white"]
    assert run.state.filed[0]["white"] == ["army milady", "trading 0"]
    assert kept(ahead, "white") == []


# --- whatever is sent --------------------------------------------------------

LINES = st.sampled_from(
    ["move percy to hull", "mvoe", "end", "yes", "no", "vote red", "bid 3", "give 5 to blue",
     "play 3", "pass", "skip", "#", "offer 1", "dance", "move percy to dover"]
)  # fmt: skip


MAILS = st.lists(st.tuples(st.sampled_from(CROWN.seats), st.lists(LINES, max_size=6)), max_size=8)


def post(run: Run[Any], mails: list[tuple[str, list[str]]]) -> None:
    """Serve *mails* one by one, and look at what becomes of every line."""
    queues: Mapping[str, tuple[Line, ...]] = {}
    number = 0
    for seat, texts in mails:
        new = [Line(number + place, text) for place, text in enumerate(texts, start=1)]
        number += len(new)
        before = queues.get(seat, ())
        served = serve(run, {**queues, seat: [*before, *new]})
        verdicts: dict[int, list[str]] = {line.number: [] for line in (*before, *new)}
        for outcome in served.outcomes[seat]:
            verdicts[outcome.number].append(outcome.verdict)
            assert outcome.reason or outcome.verdict != "not done"
        queues = served.kept
        left = {line.number: line for line in queues[seat]}
        for line in new:
            assert len(verdicts[line.number]) == 1
        for line in (*before, *new):
            assert len(verdicts[line.number]) <= 1
            if verdicts[line.number] in ([], ["kept"]):
                assert line.number in left or line.refused
            else:
                assert line.number not in left or left[line.number].refused
        assert not any(line.fresh for kept in queues.values() for line in kept)
        assert all(ask.pace != "now" for ask in run.waiting.values())
        run.title.audit(run.state)


@settings(max_examples=60, deadline=None)
@given(MAILS)
def test_every_line_of_every_mail_gets_one_verdict(mails: list[tuple[str, list[str]]]) -> None:
    post(begin(), mails)
    post(begin(phase="parliament"), mails)


SHEET_LINES = st.sampled_from(
    ["army baron", "army mi", "army milady", "trading 0", "trading 2", "trading 9", "play baron",
     "play milady if king", "attack hull", "skip", "", "Hello!", "amry baron"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["red", "white"]), st.lists(SHEET_LINES)), max_size=8))
def test_every_line_of_every_sheet_gets_one_verdict(mails: list[tuple[str, list[str]]]) -> None:
    post(sheets(), mails)


def test_an_ask_without_done_is_not_ended_by_a_later_line() -> None:
    async def flow(table: Table[State]) -> str | None:
        await table.ask("red", "move", OneOf({"move": 1, "end": 2}), default="end")
        return None

    run = Run(with_turn(flow), new_state(), Chance(b""), phase="turn")
    serve(run, {"red": fresh("vote red")})
    ask: Ask[Any] = run.waiting["red"]
    assert ask.done is None


def poor() -> Run[State]:
    """Return a game in which red is asked to move, and sees its 20 pieces of gold."""
    run = game()
    run.asks = {"red": replace(run.asks["red"], facts={"gold": 20})}
    return run


def test_a_line_whose_condition_does_not_hold_is_passed_over() -> None:
    served = serve(
        poor(), {"red": fresh("if gold > 20: move percy to hull", "move percy to lincoln")}
    )
    assert said(served)[0][1:] == ("ignored", "'gold > 20' does not hold: passed over")
    assert said(served)[1] == (2, "done", "move percy to lincoln")


def test_a_condition_in_front_that_holds_leaves_the_order() -> None:
    served = serve(poor(), {"red": fresh("if gold is 20: move percy to lincoln")})
    assert said(served) == [(1, "done", "move percy to lincoln")]


def test_a_condition_that_nobody_can_judge_is_refused() -> None:
    run = game()
    served = serve(run, {"red": fresh("if it rains: move percy to lincoln")})
    assert said(served)[0][1] == "not done"
    assert "it rains" in said(served)[0][2]

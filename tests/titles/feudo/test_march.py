from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.feudo.events import CardShown, Marched, TradingShown
from moderator.titles.feudo.march import March, Marches, trading
from moderator.titles.feudo.movement import Play, show
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Read = Callable[..., tuple[str, ...]]
Start = Callable[..., Any]


def deal(state: State, seat: str, card: int, *words: str) -> State:
    """Give *seat* a hand."""
    state.sides[seat].hand = [f"{seat} {word}" for word in words]
    state.sides[seat].trading_card = card
    return state


async def rounds(table: Table[State]) -> None:
    """Three rounds of cards, then the Trading Cards (FE-SHW-01)."""
    for _ in range(3):
        for seat in table.state.order:
            await show(table, seat)
    for seat in table.state.order:
        await trading(table, seat)


def spend(seat: str) -> Callable[[Table[State]], Any]:
    return lambda table: trading(table, seat)


@pytest.fixture
def hands(example: State) -> State:
    """FE-EXA-03: the example's hands."""
    deal(example, "blue", 0, "baron", "milady", "geoffrey")
    return deal(example, "white", 2, "baron", "robert", "gilbert")


EXAMPLE = """
    blue play baron: g3 - g4
    white play robert: k8 - k9 - j9
    blue play geoffrey: i9 - i8 - h8
    white play gilbert: i11 - i10
    blue play milady: i5 - i6 - j6
    white play baron: stay
    white march first knight: h7 - h6
"""


@pytest.mark.rule("FE-SHW-01")
def test_cards_are_shown_in_turn_then_trading_cards(hands: State, start: Start) -> None:
    played = start(rounds, hands, EXAMPLE)
    assert [event.seat for event in played.told(CardShown)] == ["blue", "white"] * 3
    assert [event.seat for event in played.told(TradingShown)] == ["blue", "white"]
    assert played.open == []


@pytest.mark.rule("FE-SHW-02")
def test_a_player_picks_freely_among_his_cards(hands: State) -> None:
    texts = Play(hands, "white").examples()
    assert {text.partition(":")[0] for text in texts} == {
        "play baron", "play robert", "play gilbert"
    }  # fmt: skip


@pytest.mark.rule("FE-SHW-03")
def test_each_move_is_seen_before_the_next_card(hands: State, start: Start) -> None:
    played = start(rounds, hands, "\n".join(EXAMPLE.splitlines()[:4]))
    assert played.open == [("white", "play")]
    last, to = played.events[-1]
    assert last == CardShown("blue", "blue geoffrey", ("i9", "i8", "h8"))
    assert to is None
    assert played.state.tokens["blue geoffrey"].at == "h8"


@pytest.mark.rule("FE-SHW-04")
def test_a_shown_card_is_spent_though_its_token_did_not_move(
    hands: State, start: Start, refused: Read
) -> None:
    start(rounds, hands, "blue play baron: stay")
    assert refused(hands, "blue", "play baron: g3 - g4") == ("FE-SHW-04",)


@pytest.mark.rule("FE-SHW-06")
def test_each_shilling_moves_a_token_one_territory(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(white_gilbert="d6")
    assert read(state, "white", "march gilbert: d6 - c6 - b6", 2) == (
        "march gilbert: d6 - c6 - b6",
    )
    assert refused(state, "white", "march gilbert: d6 - c6 - b6 - a6", 2) == ("FE-SHW-06",)


@pytest.mark.rule("FE-SHW-07")
@pytest.mark.parametrize(
    "tape",
    [
        "white march baron: j9 - j8\nwhite march gilbert: d6 - c6\n"
        "white march alwin: d7 - d8\nwhite march milady: k8 - k9",
        "white march gilbert: d6 - c6 - b6 - a6\nwhite march baron: j9 - j8",
        "white march gilbert: d6 - c6 - b6\nwhite march baron: j9 - j8 - j7",
        "white march gilbert: d6 - c6 - b6 - a6 - a7",
    ],
)
def test_four_shillings_are_divided_at_will(position: Position, start: Start, tape: str) -> None:
    state = position(white_baron="j9", white_gilbert="d6", white_alwin="d7", white_milady="k8")
    played = start(spend("white"), deal(state, "white", 4), tape)
    assert played.open == []
    assert sum(len(event.path) - 1 for event in played.told(Marched)) == 4


@pytest.mark.rule("FE-SHW-08")
def test_shillings_need_not_be_spent(position: Position, start: Start) -> None:
    state = position(white_baron="j9")
    played = start(
        spend("white"), deal(state, "white", 4), "white march baron: j9 - j8\nwhite pass"
    )
    assert played.open == []
    assert state.tokens["white baron"].at == "j8"


@pytest.mark.rule("FE-SHW-09")
def test_a_card_of_nothing_moves_nothing(position: Position, start: Start) -> None:
    state = position(white_baron="j9")
    played = start(spend("white"), deal(state, "white", 0))
    assert played.open == []
    assert played.told(TradingShown) == [TradingShown("white", 0, 0, 0, False)]


@pytest.mark.rule("FE-SHW-10")
@pytest.mark.rule("FE-MOV-26")
def test_shillings_move_tokens_not_chosen_and_tokens_that_moved(hands: State, start: Start) -> None:
    hands.sides["white"].trading_card = 4
    tape = EXAMPLE + "white march gilbert: i10 - h10"
    played = start(rounds, hands, tape)
    assert played.state.tokens["white first knight"].at == "h6"
    assert played.state.tokens["white gilbert"].at == "h10"


@pytest.mark.rule("FE-SHW-11")
def test_shillings_bring_nobody_out_of_the_castle(position: Position, refused: Read) -> None:
    state = position(white_baron="j9")
    assert refused(state, "white", "march gilbert: castle - k7") == ("FE-SHW-11",)


@pytest.mark.rule("FE-SHW-12")
def test_terrain_and_blocking_hold_for_shillings(position: Position, refused: Read) -> None:
    state = position(white_gilbert="b3", blue_john="a3", white_baron="e2", white_osbert="h9")
    state.tokens["white alwin"].at = "g9"
    assert refused(state, "white", "march gilbert: b3 - b2") == ("FE-MOV-07",)
    assert refused(state, "white", "march gilbert: b3 - a3") == ("FE-MOV-13",)
    assert refused(state, "white", "march gilbert: b3 - c3") == ("FE-MOV-10",)
    assert refused(state, "white", "march baron: e2 - e3") == ("FE-MOV-08",)
    assert refused(state, "white", "march osbert: h9 - h8 - h7") == ("FE-MOV-22",)
    assert refused(state, "white", "march osbert: h9 - g9", 1) == ("FE-MOV-15", "FE-MOV-17")


@pytest.mark.rule("FE-SHW-13")
def test_milady_is_moved_by_shillings_without_a_charm(
    position: Position, read: Read, start: Start
) -> None:
    state = position(white_milady="c6", blue_baron="a6")
    assert read(state, "white", "march milady: c6 - b6", 2) == ("march milady: c6 - b6",)
    with pytest.raises(Illegal):
        Marches(state, "white", 2).read("march milady: c6 - b6, charm blue baron")
    start(spend("white"), deal(state, "white", 2), "white march milady: c6 - b6\nwhite pass")
    assert not state.sides["blue"].charmed


@pytest.mark.rule("FE-SHW-14")
def test_a_stricken_token_enters_the_convent_by_a_shilling(
    position: Position, start: Start
) -> None:
    state = position(white_alwin="f5 stricken")
    start(spend("white"), deal(state, "white", 2), "white march alwin: f5 - convent")
    assert state.tokens["white alwin"].at == "convent"


@pytest.mark.rule("FE-CNV-04")
def test_shillings_of_the_same_turn_do_not_take_it_out_again(
    position: Position, refused: Read
) -> None:
    state = position(white_alwin="convent stricken")
    assert refused(state, "white", "march alwin: convent - f7") == ("FE-CNV-04",)
    state.tokens["white alwin"].stricken = False
    assert refused(state, "white", "march alwin: convent - f7") == ()


@pytest.mark.rule("FE-MOV-24")
def test_a_wood_entered_by_a_shilling_ends_the_shillings_of_that_token(
    position: Position, start: Start
) -> None:
    state = position(white_gilbert="h9")
    played = start(spend("white"), deal(state, "white", 4), "white march gilbert: h9 - h8")
    assert played.open == []
    state = position(white_gilbert="h9", white_osbert="a6")
    played = start(spend("white"), deal(state, "white", 4), "white march gilbert: h9 - h8")
    with pytest.raises(Illegal, match="entered a Wood by a shilling") as refusal:
        played.run.asks["white"].domain.understand("march gilbert: h8 - h7")
    assert refusal.value.rules == ("FE-MOV-24",)


@pytest.mark.rule("FE-MOV-24")
def test_a_wood_entered_by_a_card_is_left_by_shillings(position: Position, start: Start) -> None:
    state = deal(position(white_gilbert="h9", order="white"), "white", 2, "gilbert")
    tape = "white play gilbert: h9 - h8\nwhite march gilbert: h8 - h7 - h6"
    start(rounds, state, tape)
    assert state.tokens["white gilbert"].at == "h6"


@pytest.mark.rule("FE-MOV-17")
def test_one_step_onto_an_own_token_and_one_step_off_it(position: Position, start: Start) -> None:
    state = position(white_gilbert="d6", white_alwin="c6")
    played = start(spend("white"), deal(state, "white", 4), "white march gilbert: d6 - c6")
    domain = played.run.asks["white"].domain
    with pytest.raises(Illegal, match="may not stay together") as refusal:
        domain.understand("pass")
    assert refusal.value.rules == ("FE-MOV-17",)
    assert "pass" not in domain.examples()
    assert played.run.asks["white"].done is None
    assert played.run.asks["white"].default in domain.examples()
    played.answer("white march alwin: c6 - d6\nwhite pass")
    assert (state.tokens["white gilbert"].at, state.tokens["white alwin"].at) == ("c6", "d6")


@pytest.mark.rule("FE-MOV-17")
def test_a_step_that_would_leave_a_pile_for_good_is_refused(
    position: Position, refused: Read
) -> None:
    state = position(white_gilbert="d6", white_alwin="c6")
    assert refused(state, "white", "march gilbert: d6 - c6", 1) == ("FE-MOV-15", "FE-MOV-17")
    assert refused(state, "white", "march gilbert: d6 - c6", 2) == ()
    for word, place in {"john": "b6", "henry": "c5", "baron": "c7", "fulk": "d5"}.items():
        state.tokens[f"blue {word}"].at = place
    state.tokens["white osbert"].at = "d7"
    assert refused(state, "white", "march osbert: d7 - d6 - c6", 3)[-1] == "FE-MOV-17"
    assert refused(state, "white", "march gilbert: d6 - c6", 2) == ()


@pytest.mark.rule("FE-MRC-01")
@pytest.mark.rule("FE-MRC-05")
def test_a_moved_mercenary_costs_a_shilling_however_far(hands: State, start: Start) -> None:
    played = start(rounds, hands, EXAMPLE)
    assert played.told(TradingShown)[1] == TradingShown("white", 2, 0, 1, False)
    assert played.told(Marched) == [Marched("white", "white first knight", ("h7", "h6"))]


@pytest.mark.rule("FE-MRC-02")
def test_without_shillings_mercenaries_do_not_move(position: Position, refused: Read) -> None:
    state = deal(position(white_robert="k8"), "white", 0, "robert")
    assert refused(state, "white", "play robert: k8 - k9") == ("FE-MRC-02",)
    assert set(Play(state, "white").examples()) == {"play robert: stay"}


@pytest.mark.rule("FE-STR-06")
@pytest.mark.parametrize("card", [0, 2])
def test_neither_a_quick_answer_nor_the_news_betray_that_a_mercenary_is_not_paid(
    position: Position, start: Start, card: int
) -> None:
    state = deal(position(white_robert="k8", order="white"), "white", card, "robert")
    assert Play(state, "white").forced() is None
    played = start(lambda table: show(table, "white"), state, "white play robert: stay")
    assert played.told(CardShown) == [CardShown("white", "white robert", ("k8",), False)]


def test_a_mercenary_who_is_shut_in_is_not_asked_whatever_he_could_be_paid(
    position: Position,
) -> None:
    state = position(
        white_robert="k1", blue_geoffrey="j1", blue_john="k2", castles="blue i1, white k6 south"
    )
    assert Play(deal(state, "white", 0, "robert"), "white").forced() == "play robert: stay"
    assert Play(deal(state, "white", 2, "robert"), "white").forced() == "play robert: stay"


@pytest.mark.rule("FE-MRC-03")
def test_a_mercenary_shown_and_not_moved_costs_nothing(position: Position, start: Start) -> None:
    state = deal(position(white_robert="k8", order="white"), "white", 2, "robert")
    played = start(rounds, state, "white play robert: stay")
    assert played.told(TradingShown) == [TradingShown("white", 2, 0, 0, False)]


@pytest.mark.rule("FE-MRC-04")
def test_bringing_a_mercenary_in_is_paid(position: Position, start: Start) -> None:
    state = deal(position(order="white"), "white", 2, "robert")
    played = start(rounds, state, "white play robert: castle - k7")
    assert played.told(TradingShown) == [TradingShown("white", 2, 0, 1, False)]


@pytest.mark.rule("FE-MRC-06")
def test_no_more_mercenaries_move_than_can_be_paid(position: Position, refused: Read) -> None:
    state = deal(position(white_robert="k8", white_ralph="j9"), "white", 2, "robert", "ralph")
    state.sides["white"].paid = 2
    assert refused(state, "white", "play ralph: j9 - j8") == ("FE-MRC-06",)
    state.king = True
    state.sides["blue"].score = 3
    assert refused(state, "white", "play ralph: j9 - j8") == ()


@pytest.mark.rule("FE-MRC-07")
def test_a_mercenary_moved_by_shillings_costs_no_further_pay(
    position: Position, start: Start
) -> None:
    state = deal(position(white_robert="k8"), "white", 2)
    played = start(spend("white"), state, "white march robert: k8 - k9 - k10")
    assert played.open == []
    assert state.tokens["white robert"].at == "k10"


@pytest.mark.rule("FE-MRC-08")
def test_all_are_told_of_a_moved_mercenary(position: Position, start: Start) -> None:
    state = deal(position(white_robert="k8", order="white"), "white", 2, "robert")
    played = start(rounds, state, "white play robert: k8 - k9")
    event, to = played.events[0]
    assert event == CardShown("white", "white robert", ("k8", "k9"))
    assert to is None


def test_a_shown_trading_card_is_gone_from_the_cycle(position: Position, start: Start) -> None:
    state = deal(position(), "white", 2)
    start(spend("white"), state)
    assert state.sides["white"].trading == [4, 0, 0, 0]


def test_the_king_adds_two_shillings_for_the_weakest(position: Position, start: Start) -> None:
    state = deal(position(white_gilbert="d6", scores="blue 3"), "white", 2)
    state.king = True
    played = start(spend("white"), state, "white march gilbert: d6 - c6 - b6 - a6 - a7")
    assert played.told(TradingShown) == [TradingShown("white", 2, 2, 0, False)]
    assert played.open == []


def test_marches_are_read_however_they_are_written(position: Position, read: Read) -> None:
    state = position(white_first_knight="h7")
    for said in ("first knight: h7-h6", "first knight h6", "first knight to h6", "first: h6"):
        assert read(state, "white", f"march {said}") == ("march first knight: h7 - h6",)
    assert Marches(state, "white", 1).read("march first knight: h7 - h6") == March(
        "white first knight", ("h7", "h6")
    )


def test_samples_and_examples_of_marches_are_legal(example: State) -> None:
    for left in (1, 2, 4):
        domain = Marches(example, "white", left)
        for text in domain.examples():
            assert domain.understand(text) == (text,)
            domain.read(text)
        for seed in range(30):
            domain.read(domain.sample(Random(seed)))


@pytest.mark.rule("FE-PLC-06")
def test_a_baron_is_warned_before_he_marches_into_the_convent(position: Position) -> None:
    domain = Marches(position(white_baron="f5 stricken"), "white", 2)
    assert "for good" in domain.warnings("march baron: f5 - convent")[0]
    assert domain.warnings("march baron: f5 - f4") == ()


def test_a_march_from_where_its_token_does_not_stand_is_refused(
    position: Position, refused: Read, read: Callable[..., tuple[str, ...]]
) -> None:
    state = position(white_gilbert="g4")
    assert refused(state, "white", "march gilbert: g3 - g4") == ("FE-MOV-06",)
    assert refused(state, "white", "march gilbert: g3 - f3") == ("FE-MOV-06",)
    assert read(state, "white", "march gilbert: g3") == ("march gilbert: g4 - g3",)

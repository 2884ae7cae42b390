"""Sheets: what may be filed, how it is carried out, and who is told of what did not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, LineDropped, Table
from moderator.titles.feudo.events import (
    AttackDropped,
    AttackWon,
    CardShown,
    Marched,
)
from moderator.titles.feudo.filing import END, HAND, ORDER, PLAYS, Filing
from moderator.titles.feudo.flow import attack, attacks, movement, turn
from moderator.titles.feudo.march import trading
from moderator.titles.feudo.movement import show
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def filed(position: Position) -> Any:
    """A position at pace turn in which White has filed these lines."""

    def make(
        lines: str,
        hand: str = "",
        trading: int = -1,
        options: dict[str, str] | None = None,
        **tokens: str,
    ) -> Any:
        options = {"pace": "turn", "plague": "none", **(options or {})}
        state = position(options=options, **tokens)
        white = state.sides["white"]
        white.sheet = [line.strip() for line in lines.strip().splitlines()]
        white.hand = [f"white {word}" for word in hand.split(", ") if word]
        white.trading_card = trading
        return state

    return make


def plays(state: State, seat: str = "white") -> Filing:
    return Filing(state, seat, PLAYS)


def whites(table: Table[State]) -> Any:
    return show(table, "white")


def white_attacks(table: Table[State]) -> Any:
    return attacks(table, "white")


def test_the_first_alternative_that_is_legal_is_carried_out(filed: Position, start: Start) -> None:
    state = filed(
        "play gilbert: g3 - g2 or play gilbert: g3 - g4 if turn = 9 or play gilbert: g3 - f3",
        "gilbert", white_gilbert="g3",
    )  # fmt: skip
    played = start(whites, state)
    assert played.open == []
    assert played.told(CardShown)[0].path == ("g3", "f3")
    assert state.sides["white"].sheet == []


def test_a_play_that_does_not_fit_is_kept_for_the_next_round(filed: Position, start: Start) -> None:
    state = filed(
        """play alwin: g4 - f4 if gilbert at f3
           play gilbert: g3 - f3""",
        "gilbert, alwin", white_gilbert="g3", white_alwin="g4",
    )  # fmt: skip
    start(whites, state)
    assert state.tokens["white gilbert"].at == "f3"
    assert state.sides["white"].sheet == ["play alwin: g4 - f4 if gilbert at f3"]
    start(whites, state)
    assert state.tokens["white alwin"].at == "f4"


def test_a_play_that_never_fits_is_told_to_its_player_alone(filed: Position, start: Start) -> None:
    state = filed("play gilbert: g3 - g2", "gilbert", white_gilbert="g3")
    played = start(whites, state)
    assert played.told(CardShown)[0].path == ("g3",)
    ((dropped, to),) = [told for told in played.events if isinstance(told[0], LineDropped)]
    assert dropped.line == "play gilbert: g3 - g2"
    assert dropped.rules == ("FE-MOV-19",)
    assert to == frozenset({"white"})


def test_without_a_line_the_first_card_in_list_order_stays(filed: Position, start: Start) -> None:
    state = filed("", "milady, baron", white_baron="g3")
    played = start(whites, state)
    assert [(e.token, e.path) for e in played.told(CardShown)] == [("white baron", ("g3",))]


def test_a_card_that_a_kept_line_waits_for_is_not_shown_instead(
    filed: Position, start: Start
) -> None:
    state = filed(
        "play baron: h3 - h2 if gilbert at f3\nplay osbert: a1 - a2 if baron at h2",
        "baron, osbert, gilbert", white_baron="h3", white_osbert="a1", white_gilbert="g3",
    )  # fmt: skip
    first = start(whites, state)
    assert [event.token for event in first.told(CardShown)] == ["white gilbert"]
    assert first.told(LineDropped) == []
    second = start(whites, state)
    assert [event.token for event in second.told(CardShown)] == ["white baron"]


def test_marches_are_carried_out_while_shillings_last(filed: Position, start: Start) -> None:
    state = filed(
        """march gilbert: g3 - g4
           march alwin: c5 - c6
           march osbert: a1 - a2""",
        trading=2, white_gilbert="g3", white_alwin="c5", white_osbert="a1",
    )  # fmt: skip

    async def flow(table: Table[State]) -> None:
        table.state.turn = 0
        await movement(table)

    played = start(lambda table: trading(table, "white"), state)
    assert [event.token for event in played.told(Marched)] == ["white gilbert", "white alwin"]
    assert played.open == []


@pytest.mark.rule("FE-ATK-09")
def test_an_attack_that_no_longer_wins_is_dropped_and_only_its_player_told(
    filed: Position, start: Start
) -> None:
    state = filed(
        """attack g3 with gilbert
           attack f4 with all; advance gilbert""",
        white_gilbert="g4", blue_baron="g3", blue_john="f4",
    )  # fmt: skip
    played = start(white_attacks, state)
    ((dropped, to),) = [told for told in played.events if isinstance(told[0], AttackDropped)]
    assert (dropped.line, to) == ("attack g3 with gilbert", frozenset({"white"}))
    assert dropped.why.startswith("3 against 4")
    assert [event.target for event in played.told(AttackWon)] == ["f4"]
    assert state.wins[0].wanted == ["white gilbert"]


@pytest.mark.rule("FE-ATK-09")
def test_an_attack_that_still_wins_is_made_by_those_who_are_left(
    filed: Position, start: Start
) -> None:
    state = filed(
        "attack h5 with first knight, gilbert, osbert; advance gilbert",
        white_first_knight="h6", white_gilbert="gone", white_osbert="a1", blue_john="h5",
    )  # fmt: skip
    played = start(attack, state)
    assert [event.tokens for event in played.told(AttackWon)] == [("white first knight",)]
    assert played.told(AttackDropped) == []
    ((dropped, to),) = [told for told in played.events if isinstance(told[0], LineDropped)]
    assert (dropped.line, dropped.rules) == ("advance gilbert to h5", ("FE-ADV-02",))
    assert to == frozenset({"white"})
    assert state.tokens["white first knight"].at == "h6"


def test_of_the_advance_hung_on_an_attack_those_go_in_who_took_part(
    filed: Position, start: Start
) -> None:
    state = filed(
        "attack h5 with all; advance baron, alwin", white_baron="h6", white_alwin="a1",
        blue_john="h5",
    )  # fmt: skip
    start(attack, state)
    assert state.tokens["white baron"].at == "h5"


def test_an_attack_whose_tokens_are_all_elsewhere_is_dropped_with_the_reason(
    filed: Position, start: Start
) -> None:
    state = filed(
        "attack h5 with gilbert",
        white_first_knight="h6", white_gilbert="a1", blue_john="h5",
    )  # fmt: skip
    assert [event.why for event in start(white_attacks, state).told(AttackDropped)] == [
        "gilbert is not next to h5"
    ]


def test_attack_best_may_stand_behind_a_test(filed: Position, start: Start) -> None:
    field: dict[str, Any] = {"white_first_knight": "g4", "white_gilbert": "c5", "turn": 3}
    field |= {"blue_baron": "g3", "blue_john": "c6"}
    won = start(white_attacks, filed("attack best if turn = 3", **field)).told(AttackWon)
    assert [event.target for event in won] == ["g3", "c6"]
    played = start(white_attacks, filed("attack best if turn = 4", **field))
    assert played.told(AttackWon) == []
    assert [event.line for event in played.told(AttackDropped)] == ["attack best if turn = 4"]


def test_attack_lines_left_without_any_attack_to_win_are_dropped_too(
    filed: Position, start: Start
) -> None:
    state = filed("attack g3 with gilbert", white_gilbert="g4", blue_baron="g3")
    assert [event.why for event in start(white_attacks, state).told(AttackDropped)] == [
        "it would not win"
    ]
    assert state.sides["white"].sheet == []


def test_attack_best_goes_on_as_long_as_something_wins(filed: Position, start: Start) -> None:
    state = filed(
        "attack best", white_first_knight="g4", white_gilbert="c5", blue_baron="g3", blue_john="c6"
    )
    played = start(white_attacks, state)
    assert [event.target for event in played.told(AttackWon)] == ["g3", "c6"]
    assert state.sides["white"].sheet == []
    assert played.told(AttackDropped) == []


def test_a_charmed_army_loses_the_lines_of_the_cards_it_shows_no_more(
    filed: Position, start: Start
) -> None:
    state = filed("play gilbert: g3 - g4", "", 0, white_gilbert="g3", order="white")
    state.sides["white"].charmed = True
    state.order = ["white"]
    state.going_on = ["white"]
    played = start(movement, state)
    played.answer("white play gilbert: g3 - g4")
    assert [event.line for event in played.told(LineDropped)] == ["play gilbert: g3 - g4"]
    assert state.tokens["white gilbert"].at == "g3"


def test_lines_are_put_into_full_words(filed: Position) -> None:
    state = filed("", "gilbert, robert, baron", 2, white_gilbert="i11", white_robert="k8")
    domain = plays(state)
    assert domain.understand("play knight gilbert: i11-i10 or stay") == (
        "play gilbert: i11 - i10 or play gilbert: stay",
    )
    assert domain.understand("play robert to k9") == ("play robert: k8 - k9",)
    assert domain.understand("march gilbert: i10 > i9") == ("march gilbert: i10 - i9",)
    assert domain.understand("attack winter with knight gilbert and robert; advance robert") == (
        "attack winterbourne with gilbert, robert; advance robert",
    )
    assert domain.understand("attack i9") == ("attack winterbourne with all",)
    assert domain.understand("advance baron and gilbert to winterbourne") == (
        "advance baron, gilbert to winterbourne",
    )
    assert domain.understand("army baron, gilbert, robert") == ()


@pytest.mark.parametrize(("line", "why"), [
    ("play alwin: stay", "not in your hand"),
    ("play gilbert: i11 - z9", "no place"),
    ("march humphrey: a1 - a2", "no token"),
    ("attack atlantis with all", "no place"),
    ("attack h4 with humphrey", "no token"),
    ("play gilbert: stay if cows fly", "not a test"),
    ("advance nobody to h4", "no token"),
    ("play gilbert: i11 - i10, sing", "no place|nothing that Milady can do"),
])  # fmt: skip
def test_a_line_that_names_what_does_not_exist_is_refused(
    filed: Position, line: str, why: str
) -> None:
    state = filed("", "gilbert", 2, white_gilbert="i11")
    with pytest.raises(Illegal, match=why):
        plays(state).understand(line)


def test_a_line_need_not_be_legal_now_but_its_player_is_warned(filed: Position) -> None:
    state = filed("", "gilbert", 2, white_gilbert="i11", blue_john="i9", owners="blue i9")
    domain = plays(state)
    text = "\n".join(domain.read(
        "play gilbert: i11 - i10\nplay gilbert: i11 - j11 - j10\n"
        "attack winterbourne with gilbert\nattack best"
    ))  # fmt: skip
    good, bad, weak, best = domain.warnings(text)
    assert good == "legal now"
    assert bad.startswith("not legal now:")
    assert "FE-MOV-19" in bad
    assert weak.startswith("not legal now:")
    assert best.startswith("not legal now: no attack would win now")


def test_a_sheet_says_which_kinds_its_lines_answer(filed: Position) -> None:
    domain = plays(filed("", "gilbert"))
    assert domain.parts == {
        "play": ("play",), "march": ("march",), "attack": ("attack",), "advance": ("advance",),
    }  # fmt: skip
    assert domain.verbs == {"play", "march", "attack", "advance", "pass"}
    assert domain.sheet
    assert Filing(domain.state, "white", END).verbs == {"march", "attack", "advance", "pass"}


def test_pass_files_nothing(filed: Position) -> None:
    assert plays(filed("", "gilbert")).read("pass") == ()


def test_a_card_sheet_takes_one_order_of_play(filed: Position) -> None:
    domain = Filing(filed(""), "white", {**ORDER, **HAND})
    hand = "army baron, milady, gilbert; trading 0"
    assert domain.read(f"order of play: blue, white\n{hand}")[0] == "order of play: blue, white"
    with pytest.raises(Illegal, match="one Order of Play"):
        domain.read(f"order of play: blue, white\norder of play: white, blue\n{hand}")


def test_at_pace_round_what_is_left_is_the_default_of_the_next_sheet(
    filed: Position, start: Start
) -> None:
    state = filed(
        "", "gilbert, alwin, baron", 0, {"pace": "round"},
        white_gilbert="g3", white_alwin="c5", white_baron="a3",
    )  # fmt: skip
    state.sides["blue"].trading_card = 0
    played = start(movement, state)
    assert played.open == [("white", "play")]
    played.answer("white play gilbert: g3 - g4 / play alwin: c5 - c6")
    assert played.run.asks["white"].default == "play alwin: c5 - c6"


def test_blind_files_everything_in_one_sheet(position: Position, start: Start) -> None:
    state = position(turn=1, options={"pace": "blind", "plague": "none"}, white_gilbert="g3")

    async def flow(table: Table[State]) -> None:
        await turn(table)
        await movement(table)

    state.order_of_castles = ["blue", "white"]
    state.turn = 0
    played = start(flow, state)
    assert played.open == [("white", "turn"), ("blue", "turn")]
    played.answer("""
        blue army baron, milady, john; trading 0
        white order of play: white, blue / army baron, milady, gilbert; trading 0 / play gilbert: g3 - g4
    """)  # noqa: E501 - a sheet is one line of the tape
    assert played.open == []
    assert state.tokens["white gilbert"].at == "g4"


def test_a_slip_in_a_line_is_met_with_the_line_that_was_meant(filed: Position) -> None:
    domain = plays(filed("", "gilbert", 2, white_gilbert="i11"))
    assert domain.nearest("atack h5 with gilbert") == ("attack h5 with gilbert",)
    assert domain.nearest("plays gilbert: i11 - i10") == ("play gilbert: i11 - i10",)
    assert domain.nearest("marsh gilbert: i11 - i10") == ("march gilbert: i11 - i10",)
    hand = Filing(domain.state, "white", HAND)
    assert hand.nearest("amry baron, robert, gilbert") == ("army baron, gilbert, robert",)
    assert hand.nearest("army baron, robert")[0].startswith("army baron, ")


def test_an_advance_may_be_hung_on_an_attack_with_a_comma(filed: Position) -> None:
    domain = plays(filed("", "gilbert"))
    full = ("attack todenham with gilbert, robert; advance robert",)
    assert domain.understand("attack todenham with gilbert, robert, advance robert") == full
    assert domain.understand("attack: todenham with gilbert and robert and advance robert") == full


def test_what_milady_does_may_be_filed_before_it_can_be_done(filed: Position) -> None:
    domain = plays(filed("", "milady, gilbert", white_milady="i5", white_gilbert="i11"))
    charm = ("play milady: i5 - i6, charm blue baron or play milady: stay, infect",)
    assert domain.understand("play milady: i5 - i6, charm blue or stay, infect") == charm
    assert domain.understand("play milady: i5 - i6, charm or stay, infect") == charm
    with pytest.raises(Illegal, match="only Milady can charm"):
        domain.understand("play gilbert: i11 - i10, charm blue")
    with pytest.raises(Illegal, match="name the side"):
        domain.understand("play milady: stay, charm red baron")


def test_a_goal_that_several_ways_lead_to_is_asked_back(filed: Position) -> None:
    domain = plays(filed("", "gilbert", 2, white_gilbert="g3"))
    both = {"play gilbert: g3 - f3 - f4", "play gilbert: g3 - g4 - f4"}
    assert set(domain.understand("play gilbert: f4")) == both
    tested = domain.understand("play gilbert: f4 if turn = 3")
    assert set(tested) == {f"{text} if turn = 3" for text in both}
    with pytest.raises(Illegal, match="may mean") as refusal:
        domain.understand("play gilbert: f4 or stay")
    assert set(refusal.value.nearest) == both


def test_a_line_may_end_in_pass(filed: Position, start: Start) -> None:
    march = "march gilbert: g3 - g2 or pass"
    assert plays(filed("", "gilbert")).understand(march) == (march,)
    state = filed(f"{march}\nmarch alwin: c5 - c6", "", 2, white_gilbert="g3", white_alwin="c5")
    played = start(lambda table: trading(table, "white"), state)
    assert played.told(Marched) == []
    with pytest.raises(Illegal):
        plays(filed("", "gilbert")).understand("play gilbert: stay or pass")


@pytest.mark.rule("FE-PLC-06")
def test_a_sheet_warns_of_a_barons_step_into_the_convent(filed: Position) -> None:
    domain = plays(filed("", "baron", 2, {"plague": "normal"}, white_baron="f5 stricken", turn=3))
    text = "play baron: f4 if king or f5 - convent\nmarch baron: f4 - f5 - convent"
    play, march = domain.warnings("\n".join(domain.read(text)))
    assert play.startswith("legal now; Fog 1 would take the Baron out of the game for good")
    assert march.startswith("not legal now: ")
    assert "; Fog 1 would take" in march


def test_an_end_sheet_is_asked_only_of_those_with_tokens_on_the_map(
    filed: Position, start: Start
) -> None:
    state = filed("", "", 0, {"pace": "round"}, white_gilbert="g3", blue_john="castle")
    state.sides["blue"].trading_card = 4
    assert start(movement, state).open == [("white", "end")]

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.feudo.events import CardShown, Charmed, Stricken, TradingShown
from moderator.titles.feudo.march import trading
from moderator.titles.feudo.movement import Play, show
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Read = Callable[..., tuple[str, ...]]
Start = Callable[..., Any]


def charm(state: State, start: Start, tape: str, seat: str = "blue") -> Any:
    """Show Milady's card."""
    state.sides[seat].hand = [f"{seat} milady"]
    return start(lambda table: show(table, seat), state, f"{seat} {tape}")


@pytest.mark.rule("FE-MIL-01")
def test_milady_moves_like_any_token_but_not_into_village_or_city(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(white_milady="i10", owners="white i9")
    assert read(state, "white", "play milady: i10 - h10") == ("play milady: i10 - h10",)
    assert read(state, "white", "march milady: i10 - h10") == ("march milady: i10 - h10",)
    assert refused(state, "white", "play milady: i10 - j10") == ("FE-MIL-01",)
    assert refused(state, "white", "play milady: i10 - i9") == ("FE-MIL-01",)


@pytest.mark.rule("FE-MIL-02")
def test_milady_passes_no_enemy_but_another_milady(position: Position, refused: Read) -> None:
    state = position(white_milady="d6", blue_john="c6", blue_milady="d5")
    assert refused(state, "white", "play milady: d6 - c6") == ("FE-MIL-02",)
    assert refused(state, "white", "play milady: d6 - c6 - b6") == ("FE-MIL-02",)
    assert refused(state, "white", "play milady: d6 - d5") == ()
    state.tokens["blue henry"].at = "d5"
    assert refused(state, "white", "play milady: d6 - d5") == ("FE-MIL-02",)


@pytest.mark.rule("FE-MIL-03")
def test_any_token_stops_on_the_hill_of_an_enemy_milady(position: Position, refused: Read) -> None:
    state = position(white_gilbert="d6", blue_milady="c6")
    assert refused(state, "white", "play gilbert: d6 - c6") == ()
    assert refused(state, "white", "play gilbert: d6 - c6 - b6") == ()


@pytest.mark.rule("FE-MIL-04")
def test_enemy_miladies_do_not_count_for_sharing_but_in_woods(
    position: Position, refused: Read
) -> None:
    state = position(
        white_first_knight="d6", blue_milady="c6", white_baron="b6", white_gilbert="b7"
    )
    assert refused(state, "white", "play first knight: d6 - c6") == ()
    state.tokens["white gilbert"].at = "c6"
    assert refused(state, "white", "play baron: b6 - c6") == ()
    state.tokens["blue milady"].at, state.tokens["white alwin"].at = "h8", "h9"
    assert refused(state, "white", "play alwin: h9 - h8") == ("FE-MOV-21",)


@pytest.mark.rule("FE-MIL-05")
def test_a_charm_needs_her_to_end_next_to_the_baron(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(blue_milady="i6", white_baron="j9")
    assert refused(state, "blue", "play milady: i6 - j6, charm white baron") == ("FE-MIL-05",)
    state.tokens["blue milady"].at = "k7"
    near = "play milady: k7 - k8 - k9, charm white baron"
    assert read(state, "blue", near) == (near,)
    state.tokens["blue milady"].at = "j8"
    stay = "play milady: stay, charm white baron"
    assert read(state, "blue", stay) == (stay,)


@pytest.mark.rule("FE-MIL-06")
def test_she_enters_moves_and_charms_with_one_card(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(white_baron="i3")
    line = "play milady: castle - i2, charm white baron"
    assert read(state, "blue", line) == (line,)
    state.tokens["white baron"].at = "i2"
    assert refused(state, "blue", "play milady: stay, charm white baron") == ("FE-MIL-06",)


@pytest.mark.rule("FE-MIL-07")
@pytest.mark.rule("FE-MIL-13")
def test_a_charmed_army_moves_no_more_and_keeps_its_cards_unshown(
    position: Position, start: Start
) -> None:
    state = position(blue_milady="j8", white_baron="j9", white_gilbert="d6")
    state.sides["blue"].hand = ["blue milady"]
    state.sides["white"].hand = ["white baron", "white milady", "white gilbert"]
    state.sides["white"].trading_card = 4

    async def flow(table: Table[State]) -> None:
        await show(table, "blue")
        await show(table, "white")
        await trading(table, "white")

    played = start(flow, state, "blue play milady: stay, charm white baron")
    assert played.open == []
    assert state.sides["white"].charmed
    assert state.sides["white"].hand == []
    assert state.sides["white"].shown == []
    assert [event.token for event in played.told(CardShown)] == ["blue milady"]


@pytest.mark.rule("FE-MIL-09")
@pytest.mark.rule("FE-MIL-10")
def test_the_charming_milady_goes_home_and_rests_a_turn(
    position: Position, start: Start, refused: Read
) -> None:
    state = position(blue_milady="j8", white_baron="j9", turn=3)
    played = charm(state, start, "play milady: stay, charm white baron")
    assert played.told(Charmed) == [Charmed("blue milady", "white baron")]
    assert state.tokens["blue milady"].at == "castle"
    state.sides["blue"].hand, state.sides["blue"].shown = ["blue milady"], []
    state.turn = 4
    assert refused(state, "blue", "play milady: castle - i2") == ("FE-MIL-10",)
    assert Play(state, "blue").forced() == "play milady: stay"
    state.turn = 5
    assert refused(state, "blue", "play milady: castle - i2") == ()


@pytest.mark.rule("FE-MIL-11")
@pytest.mark.rule("FE-MIL-12")
def test_a_charmed_player_shows_his_trading_card_and_pays_from_it(
    position: Position, start: Start
) -> None:
    state = position(white_baron="j9", white_robert="k9")
    side = state.sides["white"]
    side.charmed, side.trading_card, side.paid = True, 4, 1
    played = start(lambda table: trading(table, "white"), state)
    assert played.told(TradingShown) == [TradingShown("white", 4, 0, 1, True)]
    assert played.open == []
    assert side.trading == [2, 0, 0, 0]


@pytest.mark.rule("FE-MIL-14")
def test_a_baron_is_immune_in_his_castle_only(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(blue_milady="h5", white_baron="h4", owners="white h4")
    line = "play milady: stay, charm white baron"
    assert read(state, "blue", line) == (line,)
    state.tokens["blue milady"].at, state.tokens["white baron"].at = "f5", "convent"
    assert read(state, "blue", line) == (line,)
    state.tokens["blue milady"].at, state.tokens["white baron"].at = "k7", "castle"
    assert refused(state, "blue", line) == ("FE-MIL-14",)


@pytest.mark.rule("FE-MIL-15")
def test_she_names_one_of_two_barons(position: Position, read: Read, refused: Read) -> None:
    state = position("white blue yellow", blue_milady="d6", white_baron="c6", yellow_baron="e6")
    assert refused(state, "blue", "play milady: stay, charm baron") == ("FE-MIL-15",)
    both = "play milady: stay, charm white baron, charm yellow baron"
    assert refused(state, "blue", both) == ("FE-MIL-15",)
    one = "play milady: stay, charm yellow baron"
    assert read(state, "blue", "play milady: stay, charm yellow") == (one,)


@pytest.mark.rule("FE-MIL-16")
def test_a_side_without_moves_left_may_be_charmed(position: Position, start: Start) -> None:
    state = position(blue_milady="j8", white_baron="j9")
    assert state.sides["white"].hand == []
    charm(state, start, "play milady: stay, charm white baron")
    assert state.sides["white"].charmed


@pytest.mark.rule("FE-MIL-17")
def test_a_stricken_milady_cannot_charm(position: Position, refused: Read) -> None:
    state = position(blue_milady="j8 stricken", white_baron="j9")
    assert refused(state, "blue", "play milady: stay, charm white baron") == ("FE-MIL-17",)


@pytest.mark.rule("FE-MIL-18")
@pytest.mark.rule("FE-PLG-17")
def test_a_stricken_milady_infects_those_next_to_her(position: Position, start: Start) -> None:
    state = position(blue_milady="d7 stricken", white_gilbert="c6", white_alwin="d5")
    played = charm(state, start, "play milady: d7 - d6, infect")
    assert played.told(Stricken) == [
        Stricken("white gilbert", "c6", "blue milady"),
        Stricken("white alwin", "d5", "blue milady"),
    ]
    assert state.tokens["white gilbert"].stricken


@pytest.mark.rule("FE-MIL-19")
def test_barons_miladies_stricken_and_sheltered_tokens_are_immune(
    position: Position, refused: Read
) -> None:
    state = position(
        blue_milady="h5 stricken", owners="white h4", white_alwin="h4", white_baron="g5",
        white_milady="i5", white_gilbert="h6 stricken",
    )  # fmt: skip
    assert refused(state, "blue", "play milady: stay, infect") == ("FE-MIL-18", "FE-MIL-19")
    state.tokens["white gilbert"].stricken = False
    assert refused(state, "blue", "play milady: stay, infect") == ()
    state.tokens["white gilbert"].at = "convent"
    state.tokens["blue milady"].at = "f5"
    assert refused(state, "blue", "play milady: stay, infect") == ("FE-MIL-18", "FE-MIL-19")


@pytest.mark.rule("FE-MIL-20")
def test_an_infection_spares_no_side_but_her_own(position: Position, start: Start) -> None:
    state = position(
        "white blue yellow", white_milady="d6 stricken", blue_henry="c6", yellow_adam="e6",
        white_alwin="d5",
    )  # fmt: skip
    charm(state, start, "play milady: stay, infect", "white")
    struck = {token.id for token in state.tokens.values() if token.stricken}
    assert struck == {"white milady", "blue henry", "yellow adam"}


@pytest.mark.rule("FE-MIL-21")
def test_after_infecting_she_stays_and_does_not_rest(position: Position, start: Start) -> None:
    state = position(blue_milady="d6 stricken", white_gilbert="c6")
    charm(state, start, "play milady: stay, infect")
    milady = state.tokens["blue milady"]
    assert (milady.at, milady.rests_until) == ("d6", 0)


@pytest.mark.rule("FE-MIL-22")
def test_an_infected_token_moves_with_its_black_number(position: Position, start: Start) -> None:
    state = position(blue_milady="d6 stricken", white_gilbert="c6")
    charm(state, start, "play milady: stay, infect")
    state.sides["white"].hand = ["white gilbert"]
    with pytest.raises(Illegal, match="gilbert moves 2 at most, not 3"):
        Play(state, "white").understand("play gilbert: c6 - b6 - a6 - a7")


@pytest.mark.rule("FE-CNV-11")
def test_inside_the_convent_she_neither_charms_nor_infects(
    position: Position, refused: Read
) -> None:
    state = position(blue_milady="convent", white_baron="f5", white_gilbert="f7")
    assert refused(state, "blue", "play milady: stay, charm white baron") == ("FE-CNV-11",)
    state.tokens["blue milady"].stricken = True
    assert refused(state, "blue", "play milady: stay, infect") == ("FE-CNV-11",)


def test_only_milady_charms_and_infects(position: Position, refused: Read) -> None:
    state = position(blue_john="j8 stricken", white_baron="j9", blue_milady="d6")
    assert refused(state, "blue", "play john: stay, charm white baron") == ("FE-MIL-05",)
    assert refused(state, "blue", "play john: stay, infect") == ("FE-MIL-18",)
    assert refused(state, "blue", "play milady: stay, infect") == ("FE-MIL-18",)
    assert refused(state, "blue", "play milady: stay, charm white gilbert") == ("FE-MIL-05",)


def test_charms_are_read_however_they_are_written(position: Position, read: Read) -> None:
    state = position(blue_milady="j8", white_baron="j9")
    for said in ("stay, charm white baron", "stay charm white", "stay; charm baron", "charm white"):
        assert read(state, "blue", f"play milady: {said}") == (
            "play milady: stay, charm white baron",
        )


def test_her_deeds_are_among_the_examples(position: Position) -> None:
    state = position(blue_milady="j8", white_baron="j9")
    state.sides["blue"].hand = ["blue milady"]
    assert "play milady: stay, charm white baron" in Play(state, "blue").examples()


@pytest.mark.rule("FE-CNV-11")
def test_from_the_convent_no_charm_is_offered(position: Position) -> None:
    state = position(white_milady="convent", blue_baron="f5")
    state.sides["white"].hand = ["white milady"]
    assert not any("charm" in text for text in Play(state, "white").examples())

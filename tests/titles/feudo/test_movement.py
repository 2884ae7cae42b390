from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.feudo.events import CardShown
from moderator.titles.feudo.movement import Move, Play, show
from moderator.titles.feudo.state import State

Position = Callable[..., State]
Read = Callable[..., tuple[str, ...]]
Start = Callable[..., Any]


def reach(state: State, seat: str, token: str) -> set[str]:
    """Return all places where the token may end a move by its card."""
    side = state.sides[seat]
    side.hand = [token]
    domain = Play(state, seat)
    return {
        place
        for place in domain.ground.board.names
        if place != state.tokens[token].at and _legal(domain, state, token, place)
    }


def _legal(domain: Play, state: State, token: str, place: str) -> bool:
    try:
        texts = domain.understand(f"play {token.partition(' ')[2]}: {place}")
    except Illegal:
        return False
    return bool(texts)


@pytest.mark.rule("FE-MOV-01")
def test_a_token_moves_by_its_card_or_by_shillings(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(white_baron="j9", white_gilbert="i11")
    assert read(state, "white", "play baron: j8") == ("play baron: j9 - j8",)
    state.sides["white"].hand = ["white gilbert"]
    assert refused(state, "white", "play baron: j8") == ("FE-STR-04",)
    assert read(state, "white", "march baron: j8") == ("march baron: j9 - j8",)


@pytest.mark.rule("FE-MOV-02")
def test_a_card_moves_only_its_own_token(position: Position, start: Start) -> None:
    state = position(blue_geoffrey="i9", blue_john="f3", owners="blue i9")
    state.sides["blue"].hand = ["blue geoffrey"]
    start(lambda table: show(table, "blue"), state, "blue play geoffrey: i9 - i8 - h8")
    assert state.tokens["blue geoffrey"].at == "h8"
    assert state.tokens["blue john"].at == "f3"


@pytest.mark.rule("FE-MOV-03")
def test_out_of_the_castle_at_no_cost(position: Position) -> None:
    state = position()
    assert reach(state, "blue", "blue geoffrey") == {"h1", "g1", "j1", "k1", "i2", "i3", "j2"}


@pytest.mark.rule("FE-MOV-04")
def test_who_enters_goes_at_least_one_territory_beyond(position: Position, refused: Read) -> None:
    state = position()
    assert refused(state, "blue", "play geoffrey: castle - i1") == ("FE-MOV-04",)
    assert refused(state, "blue", "play geoffrey: i1") == ("FE-MOV-04",)
    assert refused(state, "blue", "play geoffrey: i1 - i2") == ()


@pytest.mark.rule("FE-MOV-05")
def test_a_token_moves_up_to_its_number(position: Position, read: Read, refused: Read) -> None:
    state = position(blue_john="f2 stricken")
    assert refused(state, "blue", "play john: f2 - f3 - f4") == ("FE-MOV-05",)
    assert read(state, "blue", "play john: f2 - f3") == ("play john: f2 - f3",)


@pytest.mark.rule("FE-MOV-06")
def test_each_step_goes_to_an_adjacent_territory(position: Position, refused: Read) -> None:
    state = position(white_alwin="d6")
    assert refused(state, "white", "play alwin: d6 - f6") == ("FE-MOV-06",)
    assert refused(state, "white", "play alwin: d6 - e6 - e7") == ()
    assert refused(state, "white", "play alwin: d6 - c6 - b6") == ()


@pytest.mark.rule("FE-MOV-07")
def test_nobody_enters_the_territory_of_the_plague_token(position: Position, refused: Read) -> None:
    state = position(plague_at="e2", white_robert="d2")
    state.sides["white"].trading_card = 2
    assert refused(state, "white", "play robert: d2 - e2") == ("FE-MOV-07",)
    state.plague_at = "b2"
    assert refused(state, "white", "play robert: d2 - e2") == ()


@pytest.mark.rule("FE-MOV-08")
def test_nobody_enters_a_mountain(position: Position, refused: Read) -> None:
    state = position(white_baron="e2")
    assert refused(state, "white", "play baron: e2 - e3") == ("FE-MOV-08",)
    assert refused(state, "white", "play baron: e2 - e3 - e4") == ("FE-MOV-08",)


@pytest.mark.rule("FE-MOV-09")
@pytest.mark.rule("FE-CNV-01")
def test_only_a_stricken_token_enters_the_central_hill(position: Position, refused: Read) -> None:
    state = position(white_gilbert="f5")
    assert refused(state, "white", "play gilbert: f5 - f6") == ("FE-CNV-01",)
    state.tokens["white gilbert"].stricken = True
    assert refused(state, "white", "play gilbert: f5 - f6") == ()
    assert refused(state, "white", "play gilbert: f5 - f6 - f7") == ("FE-CNV-03",)


@pytest.mark.rule("FE-MOV-10")
def test_nobody_enters_a_free_city(position: Position, refused: Read) -> None:
    state = position(blue_geoffrey="h5")
    assert refused(state, "blue", "play geoffrey: h5 - h4") == ("FE-MOV-10",)
    assert refused(state, "blue", "play geoffrey: h5 - h4 - h3") == ("FE-MOV-10",)


@pytest.mark.rule("FE-MOV-11")
def test_nobody_enters_the_castle_of_another(position: Position, refused: Read) -> None:
    state = position(white_baron="h1")
    assert refused(state, "white", "play baron: h1 - i1 - j1") == ("FE-MOV-11",)


@pytest.mark.rule("FE-MOV-12")
def test_nobody_enters_the_city_of_another(position: Position, refused: Read) -> None:
    state = position(owners="blue i9", white_baron="i10")
    assert refused(state, "white", "play baron: i10 - i9") == ("FE-MOV-12",)
    state.tokens["blue geoffrey"].at = "i9"
    assert refused(state, "white", "play baron: i10 - i9 - i8")[0] in {"FE-MOV-12", "FE-MOV-13"}


@pytest.mark.rule("FE-MOV-13")
def test_nobody_enters_where_an_enemy_stands(position: Position, refused: Read) -> None:
    state = position(white_baron="d6", blue_john="c6", blue_milady="d7")
    assert refused(state, "white", "play baron: d6 - c6") == ("FE-MOV-13",)
    assert refused(state, "white", "play baron: d6 - c6 - b6") == ("FE-MOV-13",)
    assert refused(state, "white", "play baron: d6 - e6") == ()


@pytest.mark.rule("FE-MOV-14")
def test_own_tokens_are_passed_over(position: Position, read: Read) -> None:
    state = position(white_gilbert="d6", white_alwin="c6")
    assert read(state, "white", "play gilbert: d6 - c6 - b6") == ("play gilbert: d6 - c6 - b6",)


@pytest.mark.rule("FE-MOV-15")
def test_a_move_does_not_end_on_an_own_token(position: Position, refused: Read) -> None:
    state = position(white_gilbert="d6", white_alwin="c6")
    assert refused(state, "white", "play gilbert: d6 - c6") == ("FE-MOV-15",)


@pytest.mark.rule("FE-MOV-16")
def test_two_may_share_if_one_is_baron_or_milady(position: Position, refused: Read) -> None:
    state = position(
        white_baron="c6", white_gilbert="d6", white_milady="e6", white_alwin="e7", white_osbert="b6"
    )
    assert refused(state, "white", "play gilbert: d6 - c6") == ()
    assert refused(state, "white", "play alwin: e7 - e6") == ()
    assert refused(state, "white", "play milady: e6 - d6 - c6") == ()
    state.tokens["white gilbert"].at = "c6"
    assert refused(state, "white", "play milady: e6 - d6 - c6") == ("FE-MOV-16",)
    assert refused(state, "white", "play osbert: b6 - c6") == ("FE-MOV-16",)


@pytest.mark.rule("FE-MOV-17")
def test_sharing_is_checked_when_a_card_ends_and_after_all_shillings(
    position: Position, refused: Read, read: Read
) -> None:
    state = position(white_gilbert="d6", white_alwin="c6")
    state.sides["white"].hand = ["white gilbert", "white alwin"]
    assert refused(state, "white", "play gilbert: d6 - c6") == ("FE-MOV-15",)
    assert read(state, "white", "march gilbert: d6 - c6", 2) == ("march gilbert: d6 - c6",)
    assert refused(state, "white", "march gilbert: d6 - c6", 1) == ("FE-MOV-15", "FE-MOV-17")


@pytest.mark.rule("FE-MOV-18")
def test_the_first_knight_is_always_alone(position: Position, refused: Read) -> None:
    state = position(
        white_first_knight="d6", white_baron="c6", white_milady="e6", white_gilbert="d7"
    )
    assert refused(state, "white", "play first knight: d6 - c6") == ("FE-MOV-18",)
    assert refused(state, "white", "play milady: e6 - d6") == ("FE-MOV-18",)
    assert refused(state, "white", "play first knight: d6 - c6 - b6") == ()
    assert refused(state, "white", "play gilbert: d7 - d6 - d5") == ()


@pytest.mark.rule("FE-MOV-19")
def test_only_baron_mercenary_and_infantry_enter_villages(
    position: Position, refused: Read
) -> None:
    state = position(plague_at="b10")
    state.sides["white"].trading_card = 2
    cases = {
        "gilbert": "FE-MOV-19", "first knight": "FE-MOV-19", "milady": "FE-MIL-01",
        "baron": "", "robert": "", "alwin": "",
    }  # fmt: skip
    for word, rule in cases.items():
        token = state.tokens[f"white {word}"]
        token.at = "b3"
        assert refused(state, "white", f"play {word}: b3 - b2") == ((rule,) if rule else ())
        token.at = "castle"


@pytest.mark.rule("FE-MOV-20")
def test_only_baron_mercenary_and_infantry_enter_own_cities(
    position: Position, refused: Read
) -> None:
    state = position(owners="white i9")
    state.sides["white"].trading_card = 2
    cases = {
        "gilbert": "FE-MOV-20", "first knight": "FE-MOV-20", "milady": "FE-MIL-01",
        "baron": "", "robert": "", "alwin": "",
    }  # fmt: skip
    for word, rule in cases.items():
        token = state.tokens[f"white {word}"]
        token.at = "i10"
        assert refused(state, "white", f"play {word}: i10 - i9") == ((rule,) if rule else ())
        token.at = "castle"


@pytest.mark.rule("FE-MOV-21")
def test_a_wood_holds_one_token(position: Position, refused: Read) -> None:
    state = position(white_baron="h9", white_alwin="h8")
    assert refused(state, "white", "play baron: h9 - h8") == ("FE-MOV-21",)
    state.tokens["white alwin"].at = "castle"
    assert refused(state, "white", "play baron: h9 - h8") == ()
    state.tokens["blue milady"].at = "h8"
    assert refused(state, "white", "play baron: h9 - h8") == ("FE-MOV-21",)


@pytest.mark.rule("FE-MOV-22")
def test_a_wood_ends_the_move(position: Position, read: Read, refused: Read) -> None:
    state = position(owners="blue i9", blue_geoffrey="i9", blue_baron="i8")
    assert read(state, "blue", "play geoffrey: i9 - i8 - h8") == ("play geoffrey: i9 - i8 - h8",)
    assert refused(state, "blue", "play baron: i8 - h8 - h7") == ("FE-MOV-22",)


@pytest.mark.rule("FE-MOV-23")
def test_a_token_leaves_a_wood_freely(position: Position, read: Read) -> None:
    state = position(blue_baron="h8")
    text = "play baron: h8 - h9 - h10"
    assert read(state, "blue", text) == (text,)


@pytest.mark.rule("FE-MOV-25")
def test_a_shown_token_need_not_move(position: Position, start: Start) -> None:
    state = position(white_baron="j9")
    state.sides["white"].hand = ["white baron"]
    start(lambda table: show(table, "white"), state, "white play baron: stay")
    assert state.tokens["white baron"].at == "j9"
    assert state.sides["white"].shown == ["white baron"]


@pytest.mark.rule("FE-MOV-27")
def test_enemies_beside_the_path_do_not_slow_it(position: Position, read: Read) -> None:
    state = position(white_gilbert="d6", blue_baron="c5", blue_henry="b7")
    text = "play gilbert: d6 - c6 - b6 - a6"
    assert read(state, "white", text) == (text,)


@pytest.mark.rule("FE-MOV-28")
def test_the_own_castle_is_passed_and_not_stopped_on(
    position: Position, read: Read, refused: Read
) -> None:
    state = position(blue_henry="h1")
    text = "play henry: h1 - i1 - j1"
    assert read(state, "blue", text) == (text,)
    assert refused(state, "blue", "play henry: h1 - i1") == ("FE-MOV-28",)


@pytest.mark.rule("FE-MOV-29")
def test_who_is_shut_in_is_shown_without_a_move(position: Position) -> None:
    state = position(white_gilbert="h1", white_osbert="j1", white_alwin="i2")
    state.sides["blue"].hand = ["blue baron"]
    domain = Play(state, "blue")
    assert domain.examples() == ("play baron: stay",)
    assert domain.forced() == "play baron: stay"


@pytest.mark.rule("FE-CAS-02")
@pytest.mark.rule("FE-CAS-03")
@pytest.mark.rule("FE-CAS-04")
def test_no_token_moves_back_into_the_castle(position: Position, refused: Read) -> None:
    state = position(blue_baron="h1", blue_milady="j1", blue_henry="i2")
    for word, place in (("baron", "h1"), ("milady", "j1"), ("henry", "i2")):
        assert refused(state, "blue", f"play {word}: {place} - castle") == ("FE-CAS-02",)
        assert refused(state, "blue", f"play {word}: {place} - i1") == ("FE-MOV-28",)
        assert refused(state, "blue", f"march {word}: {place} - i1") == ("FE-MOV-28", "FE-MOV-17")


@pytest.mark.rule("FE-CNV-02")
def test_the_central_hill_is_entered_from_its_four_doors(position: Position, read: Read) -> None:
    state = position(white_alwin="f5 stricken")
    for door in ("f5", "f7", "e6", "g6"):
        state.tokens["white alwin"].at = door
        text = f"play alwin: {door} - convent"
        assert read(state, "white", f"play alwin: {door} - f6") == (text,)


@pytest.mark.rule("FE-CNV-03")
def test_entering_the_convent_ends_the_move(
    position: Position, refused: Read, start: Start
) -> None:
    state = position(white_baron="e6 stricken")
    state.sides["white"].hand = ["white baron"]
    assert refused(state, "white", "play baron: e6 - f6 - g6") == ("FE-CNV-03",)
    start(lambda table: show(table, "white"), state, "white play baron: e6 - convent")
    assert state.tokens["white baron"].at == "convent"


@pytest.mark.rule("FE-CNV-07")
def test_a_token_leaves_the_convent_by_any_door(position: Position, read: Read) -> None:
    state = position(white_alwin="convent")
    for door in ("f5", "f7", "e6", "g6"):
        text = f"play alwin: convent - {door}"
        assert read(state, "white", f"play alwin: {door}") == (text,)
    assert read(state, "white", "march alwin: f7", 1) == ("march alwin: convent - f7",)


@pytest.mark.rule("FE-CNV-06")
def test_a_recovered_token_may_stay(position: Position) -> None:
    state = position(white_alwin="convent")
    state.sides["white"].hand = ["white alwin"]
    assert Play(state, "white").read("play alwin: stay") == Move("white alwin", ("convent",))


@pytest.mark.rule("FE-CNV-10")
def test_any_number_may_be_in_the_convent(position: Position, read: Read) -> None:
    state = position(
        white_first_knight="f5 stricken", blue_john="convent", white_alwin="convent",
        white_godric="convent",
    )  # fmt: skip
    text = "play first knight: f5 - convent"
    assert read(state, "white", text) == (text,)


@pytest.mark.rule("FE-CNV-12")
def test_a_healthy_token_does_not_go_back_in(position: Position, refused: Read) -> None:
    state = position(white_alwin="f7")
    assert refused(state, "white", "play alwin: f7 - convent") == ("FE-CNV-01",)
    state.tokens["white alwin"].stricken = True
    assert refused(state, "white", "play alwin: f7 - convent") == ()


@pytest.mark.rule("FE-VIR-03")
def test_virulent_plague_closes_the_central_hill(position: Position, refused: Read) -> None:
    state = position(options={"plague": "virulent"}, white_baron="f5 stricken")
    assert refused(state, "white", "play baron: f5 - f6") == ("FE-VIR-03",)


@pytest.mark.rule("FE-TAC-03")
def test_strategy_and_tactics_close_the_central_hill(position: Position, refused: Read) -> None:
    state = position(options={"plague": "none"}, plague_at="", white_baron="f5")
    assert refused(state, "white", "play baron: f5 - f6") == ("FE-TAC-03",)


@pytest.mark.rule("FE-PLC-07")
def test_in_fog_a_card_moves_one_territory(position: Position, read: Read, refused: Read) -> None:
    state = position(white_gilbert="d6")
    state.fog = True
    assert refused(state, "white", "play gilbert: d6 - c6 - b6") == ("FE-PLC-07",)
    assert read(state, "white", "play gilbert: d6 - c6") == ("play gilbert: d6 - c6",)
    assert reach(state, "blue", "blue baron") == {"h1", "j1", "i2"}


@pytest.mark.rule("FE-PLC-08")
def test_fog_does_not_slow_shillings(position: Position, read: Read) -> None:
    state = position(white_gilbert="d6")
    state.fog = True
    text = "march gilbert: d6 - c6 - b6 - a6"
    assert read(state, "white", text, 4) == (text,)


@pytest.mark.rule("FE-SHW-05")
def test_a_card_enters_its_token_or_leaves_it_in_the_castle(
    position: Position, start: Start
) -> None:
    state = position()
    state.sides["blue"].hand = ["blue baron", "blue henry"]

    async def twice(table: Table[State]) -> None:
        await show(table, "blue")
        await show(table, "blue")

    start(twice, state, "blue play baron: stay\nblue play henry: castle - i2")
    assert state.tokens["blue baron"].at == "castle"
    assert not state.tokens["blue baron"].entered
    assert state.tokens["blue henry"].at == "i2"
    assert state.tokens["blue henry"].entered


@pytest.mark.rule("FE-PLG-11")
def test_the_card_of_a_token_lost_to_plague_is_shown_without_effect(
    position: Position, start: Start
) -> None:
    state = position(white_alwin="gone", white_baron="j9")
    state.sides["white"].hand = ["white alwin", "white baron"]
    played = start(lambda table: show(table, "white"), state, "white play alwin: stay")
    assert played.told(CardShown) == [CardShown("white", "white alwin", ("",), True)]


@pytest.mark.rule("FE-SET-12")
def test_two_castles_in_one_joined_space_are_left_each_by_its_own_side(
    position: Position, refused: Read
) -> None:
    state = position(castles="blue f1 west, white f1 east")
    state.fog = True
    assert reach(state, "blue", "blue baron") == {"e1", "f2"}
    state.sides["white"].hand = []
    assert reach(state, "white", "white baron") == {"g1", "f2"}
    state.fog = False
    state.tokens["blue baron"].at = "e1"
    assert refused(state, "blue", "play baron: e1 - f1 - g1") == ("FE-MOV-11",)


def test_a_castle_alone_in_a_joined_space_is_left_by_all_sides(position: Position) -> None:
    state = position(castles="blue f1 west, white k6 south")
    state.fog = True
    assert reach(state, "blue", "blue baron") == {"e1", "f2", "g1"}


@pytest.mark.parametrize(
    "said",
    [
        "play gilbert: i11-i10",
        "play gilbert: i11 to i10",
        "play gilbert: i11 > i10",
        "play gilbert: i10",
        "play gilbert to i10",
        "play gilbert i11 - i10",
        "play gilbert i11-i10",
        "play knight gilbert: i11 - i10",
        "play the gilbert: from i11 to i10",
    ],
)
def test_a_path_is_read_however_it_is_written(position: Position, read: Read, said: str) -> None:
    state = position(white_gilbert="i11")
    assert read(state, "white", said) == ("play gilbert: i11 - i10",)


def test_a_goal_with_one_shortest_way_is_enough(position: Position, read: Read) -> None:
    state = position(white_gilbert="a6")
    assert read(state, "white", "play gilbert: d6") == ("play gilbert: a6 - b6 - c6 - d6",)


def test_a_goal_with_several_ways_lists_them(position: Position, read: Read) -> None:
    state = position(white_gilbert="c6")
    assert set(read(state, "white", "play gilbert to d5")) == {
        "play gilbert: c6 - c5 - d5",
        "play gilbert: c6 - d6 - d5",
    }


def test_a_refusal_offers_the_part_of_the_path_that_is_legal(position: Position) -> None:
    state = position(white_gilbert="b4")
    state.sides["white"].hand = ["white gilbert"]
    with pytest.raises(Illegal, match="a Knight may not enter a Village") as refusal:
        Play(state, "white").understand("play gilbert: b4 - c4 - c5 - b5")
    assert refusal.value.rules == ("FE-MOV-19",)
    assert refusal.value.nearest == ("play gilbert: b4 - c4 - c5", "play gilbert: stay")


def test_examples_are_legal_and_few(example: State) -> None:
    example.sides["white"].hand = ["white baron", "white gilbert", "white first knight"]
    domain = Play(example, "white")
    texts = domain.examples()
    assert len(texts) <= 3 * 13
    for text in texts:
        assert domain.understand(text) == (text,)
        assert domain.read(text).token in example.sides["white"].hand


@pytest.mark.parametrize(
    "text",
    [
        "play gilbert",
        "play gilbert: i11",
        "play gilbert: i10 - i11",
        "play  gilbert: i11 - i10",
        "play gilbert: i11 - i10, charm",
        "play mauduit: stay",
        "gilbert: i11 - i10",
    ],
)
def test_only_the_one_text_is_read(position: Position, text: str) -> None:
    state = position(white_gilbert="i11")
    state.sides["white"].hand = ["white gilbert"]
    with pytest.raises(Illegal):
        Play(state, "white").read(text)


def test_the_default_shows_the_first_card_and_moves_nothing(example: State) -> None:
    example.sides["white"].hand = ["white gilbert", "white baron"]
    assert Play(example, "white").default() == "play baron: stay"


@pytest.mark.rule("FE-PLC-06")
def test_a_baron_is_warned_before_he_enters_the_convent(position: Position) -> None:
    state = position(white_baron="f5 stricken", white_alwin="f7 stricken")
    state.sides["white"].hand = ["white baron", "white alwin"]
    domain = Play(state, "white")
    assert "for good" in domain.warnings("play baron: f5 - convent")[0]
    assert domain.warnings("play alwin: f7 - convent") == ()
    assert domain.warnings("play baron: stay") == ()


@pytest.mark.rule("FE-PLC-06")
def test_no_warning_is_given_where_no_fog_can_follow(position: Position) -> None:
    state = position(white_baron="f5 stricken", turn=10)
    state.sides["white"].hand = ["white baron"]
    assert Play(state, "white").warnings("play baron: f5 - convent") == ()


@pytest.mark.rule("FE-MOV-22")
def test_a_wood_left_and_entered_again_ends_the_move_like_any_other(
    position: Position, refused: Read
) -> None:
    state = position(white_first_knight="h8")
    assert refused(state, "white", "play first knight: h8 - h7 - h8 - h9") == ("FE-MOV-22",)
    assert refused(state, "white", "play first knight: h8 - h7 - h8") == ()

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.chance.raids import raid
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import CardsDiscarded, HeirCaptured, Moved, SiegeEnded
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.moving.land import across
from moderator.titles.kingmaker.moving.movement import movement
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.position.forces import walled_place
from moderator.titles.kingmaker.position.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.position.stacking import fellows
from moderator.titles.kingmaker.state import Heir, Noble, Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]


async def red(table: Table[State]) -> None:
    await movement(table, "red")


def refusal(state: State, line: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        Moves(state, "red").understand(line)
    return caught.value


def understood(state: State, line: str) -> tuple[str, ...]:
    return Moves(state, "red").understand(line)


@pytest.mark.rule("KM-MOV-01")
def test_from_bristol_through_oxford_and_st_albans_to_london_are_five_squares(
    position: Position, start: Start
) -> None:
    state = position(neville="red open bristol")
    line = "move neville to london open via oxford, st albans"
    assert understood(state, line) == (line,)
    played = start(red, state, f"red {line}")
    moved = played.told(Moved)[0]
    assert len(moved.path) == 6
    assert {"oxford", "st albans"} <= set(moved.path)
    assert (moved.source, moved.target) == (("bristol", ""), ("london", ""))
    assert state.nobles["neville"].square == "london"


@pytest.mark.rule("KM-MOV-01")
def test_a_sixth_square_is_refused_with_the_distance(position: Position) -> None:
    state = position(neville="red open bristol")
    found = refusal(state, "move neville to dover open")
    assert found.rules == ("KM-MOV-01",)
    assert "squares from Bristol; a move has 5" in str(found)
    assert found.nearest
    for text in found.nearest:
        assert understood(state, text) == (text,)


@pytest.mark.rule("KM-MOV-01")
def test_a_detour_that_is_too_long_is_refused(position: Position) -> None:
    state = position(neville="red open bristol")
    found = refusal(state, "move neville to london open via warwick, coventry, st albans")
    assert found.rules == ("KM-MOV-01",)


@pytest.mark.rule("KM-MOV-02")
def test_a_player_may_stay_where_he_is(position: Position, start: Start) -> None:
    state = position(neville="red open bristol")
    played = start(red, state, "red end")
    assert played.open == []
    assert state.nobles["neville"].square == "bristol"


@pytest.mark.rule("KM-MOV-03")
def test_foreign_nobles_and_castles_do_not_block_a_path(position: Position, start: Start) -> None:
    state = position(
        neville="red open bristol", percy="blue open oxford", captured="blue oxford, blue london"
    )
    start(red, state, "red move neville to london open via oxford, st albans")
    assert state.nobles["neville"].square == "london"


@pytest.mark.rule("KM-MOV-04")
def test_an_heir_cannot_be_moved_by_who_does_not_control_him(position: Position) -> None:
    state = position(neville="red in london", captured="red london", henry="nobody in london")
    assert refusal(state, "move neville to windsor with henry").rules == ("KM-MOV-04",)


@pytest.mark.rule("KM-MOV-05")
def test_an_heir_goes_along_rather_than_stay_alone(position: Position, start: Start) -> None:
    state = position(neville="red open london", henry="red open london")
    assert understood(state, "move neville to barnet") == ("move neville to barnet with henry",)
    found = refusal(state, "move neville to barnet without henry")
    assert found.rules == ("KM-MOV-05",)
    assert "Henry VI would be left alone" in str(found)
    start(red, state, "red move neville to barnet with henry")
    assert state.heirs["henry"].square == "barnet"
    assert state.heirs["henry"].force == state.nobles["neville"].force


@pytest.mark.rule("KM-MOV-05")
def test_an_heir_stays_with_a_noble_who_stays_unless_told(position: Position, start: Start) -> None:
    state = position(
        neville="red in london", grey="red in london", henry="red in london", captured="red london"
    )
    assert understood(state, "move neville to barnet") == ("move neville to barnet without henry",)
    line = "move neville to barnet with henry"
    assert understood(state, line) == (line,)
    start(red, state, "red move neville to barnet without henry")
    assert state.heirs["henry"].place == "london"


@pytest.mark.rule("KM-MOV-06")
def test_two_nobles_cannot_carry_an_heir_one_after_the_other(
    position: Position, start: Start
) -> None:
    state = position(neville="red open london", grey="red open barnet", henry="red open london")
    played = start(red, state, "red move neville to barnet with henry")
    assert refusal(state, "move grey to london open with henry").rules == ("KM-MOV-06",)
    assert played.open == [("red", "move")]


@pytest.mark.rule("KM-MOV-06")
@pytest.mark.rule("KM-EVT-24")
def test_a_free_move_on_the_heir_lets_a_second_noble_take_him_on(
    position: Position, start: Start
) -> None:
    state = position(
        neville="red open london", grey="red open barnet", henry="red open london",
        kept={"red": "free move"},
    )  # fmt: skip
    line = "move grey to royston open with free henry"
    played = start(red, state, "red move neville to barnet open with henry")
    assert understood(state, line) == (line,)
    played.answer(f"red {line}")
    assert state.heirs["henry"].square == "royston"
    assert state.turn.free_moved == ["henry"]
    assert state.turn.moved == ["neville", "henry", "grey"]
    assert state.factions["red"].kept == []


@pytest.mark.rule("KM-CTR-02")
def test_an_heir_does_not_move_alone(position: Position) -> None:
    state = position(neville="red open london", henry="red open london")
    found = refusal(state, "move henry to barnet")
    assert found.rules == ("KM-CTR-02", "KM-MOV-04")
    assert "Henry VI does not move alone" in str(found)


@pytest.mark.rule("KM-MOV-17")
def test_a_noble_moves_once(position: Position, start: Start) -> None:
    state = position(neville="red open london")
    start(red, state, "red move neville to barnet")
    assert refusal(state, "move neville to royston").rules == ("KM-MOV-17",)


@pytest.mark.rule("KM-FAC-03")
def test_nobody_moves_the_nobles_of_others(position: Position) -> None:
    state = position(neville="red open london", percy="blue open london")
    assert refusal(state, "move percy to barnet").rules == ("KM-FAC-03",)


@pytest.mark.rule("KM-TER-03")
def test_a_forest_ends_a_move_and_the_next_one_is_a_full_one(
    position: Position, start: Start
) -> None:
    board = current().board
    state = position(neville="red open rochester")
    found = refusal(state, "move neville to lewes via weald")
    assert found.rules == ("KM-TER-03",)
    start(red, state, "red move neville to weald")
    assert state.nobles["neville"].square == "weald"
    assert board.squares["weald"].forest
    later = position(neville="red open weald")
    line = "move neville to windsor open"
    assert understood(later, line) == (line,)


@pytest.mark.rule("KM-TER-10")
@pytest.mark.parametrize("island", ["beaumaris", "carisbrooke", "douglas"])
def test_islands_are_left_and_reached_by_ship_only(position: Position, island: str) -> None:
    away = position(neville=f"red open {island}")
    assert refusal(away, "move neville to london open").rules == ("KM-TER-10",)
    near = position(neville="red open southampton")
    assert refusal(near, f"move neville to {island} open").rules == ("KM-TER-10",)


@pytest.mark.rule("KM-TER-19")
def test_calais_is_reached_by_ship_only(position: Position) -> None:
    state = position(neville="red open dover")
    assert refusal(state, "move neville to calais open").rules == ("KM-TER-19",)


@pytest.mark.rule("KM-TER-06")
def test_nobody_wades_through_an_estuary(position: Position) -> None:
    state = position(neville="red open kingston")
    board = current().board
    assert "lincoln" not in board.squares["kingston"].adjacent
    found = refusal(state, "move neville to bodmin open")
    assert found.rules == ("KM-MOV-01",)


@pytest.mark.rule("KM-TER-02")
@pytest.mark.rule("KM-TER-04")
@pytest.mark.rule("KM-TER-05")
@pytest.mark.parametrize(
    ("source", "target", "border"),
    [("chester", "flint", "wales"), ("sherborne", "exeter", "devon cornwall")],
)
def test_borders_rivers_and_roads_cost_a_move_nothing(
    source: str, target: str, border: str
) -> None:
    board = current().board
    assert border in board.squares[target].regions - board.squares[source].regions
    assert across(source, (), target) == (source, target)
    assert across(target, (), source) == (target, source)


@pytest.mark.rule("KM-EVT-24")
@pytest.mark.rule("KM-EXM-02")
def test_a_free_move_card_is_used_for_a_second_move(position: Position, start: Start) -> None:
    state = position(neville="red open bristol", kept={"red": "free move, free move 2"})
    played = start(red, state, "red move neville to london open")
    assert state.factions["red"].kept == ["free move", "free move 2"]
    played.answer("red free move neville to dover open")
    assert state.nobles["neville"].square == "dover"
    assert state.factions["red"].kept == ["free move 2"]
    assert "free move" in state.event_discard
    assert played.told(CardsDiscarded)
    assert played.told(Moved)[1].free


@pytest.mark.rule("KM-EVT-24")
def test_nobody_has_a_free_move_without_its_card(position: Position) -> None:
    state = position(neville="red open bristol")
    assert refusal(state, "free move neville to london open").rules == ("KM-EVT-24",)


@pytest.mark.rule("KM-EVT-25")
def test_no_counter_has_two_free_moves(position: Position, start: Start) -> None:
    state = position(neville="red open bristol", kept={"red": "free move, free move 2"})
    start(red, state, "red free move neville to london open")
    assert refusal(state, "free move neville to barnet").rules == ("KM-EVT-25",)
    line = "move neville to barnet"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-EVT-24")
def test_an_heir_who_has_moved_needs_a_free_move_of_his_own(
    position: Position, start: Start
) -> None:
    state = position(neville="red open london", henry="red open london", kept={"red": "free move"})
    start(red, state, "red move neville to barnet with henry")
    assert refusal(state, "free move neville to royston with henry").rules == ("KM-EVT-24",)
    state.factions["red"].kept = ["free move", "free move 2"]
    line = "free move neville to royston with henry"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-ROY-01")
def test_an_heir_is_captured_where_a_move_ends(position: Position, start: Start) -> None:
    state = position(neville="red open shrewsbury", clarence="nobody in cardigan")
    state.nobles["neville"].square = "llandovery"
    played = start(red, state, "red move neville to cardigan")
    captured = played.told(HeirCaptured)[0]
    assert (captured.heir, captured.seat) == ("clarence", "red")
    assert state.heirs["clarence"].seat == "red"


@pytest.mark.rule("KM-ROY-01")
def test_a_noble_in_the_open_does_not_capture_who_is_inside(
    position: Position, start: Start
) -> None:
    state = position(neville="red open barnet", henry="nobody in london")
    played = start(red, state, "red move neville to london open\nred end")
    assert played.told(HeirCaptured) == []


@pytest.mark.rule("KM-ROY-01")
def test_a_noble_who_stays_captures_at_the_end_of_the_phase(
    position: Position, start: Start
) -> None:
    state = position(neville="red open barnet", henry="nobody open barnet")
    played = start(red, state, "red end")
    assert [event.heir for event in played.told(HeirCaptured)] == ["henry"]


@pytest.mark.rule("KM-SIE-09")
def test_a_siege_ends_when_the_besiegers_move_off_or_are_told_to(
    position: Position, start: Start
) -> None:
    for line, why in (("release coventry", "released"), ("move percy to warwick open", "left")):
        state = position(percy="red open coventry with marshal")
        state.sieges["coventry"] = Siege("red", ["percy"])
        played = start(red, state, f"red {line}")
        assert state.sieges == {}
        assert [(event.place, event.why) for event in played.told(SiegeEnded)] == [
            ("coventry", why)
        ]


@pytest.mark.rule("KM-SIE-10")
def test_nobody_walks_out_of_a_siege(position: Position) -> None:
    state = position(
        neville="red in coventry", percy="blue open coventry with marshal", captured="red coventry"
    )
    state.sieges["coventry"] = Siege("blue", ["percy"])
    assert "KM-SIE-10" in refusal(state, "move neville to warwick").rules
    assert "KM-SIE-10" in refusal(state, "out of coventry").rules


@pytest.mark.rule("KM-CAP-03")
def test_a_captive_does_nothing(position: Position) -> None:
    state = position(neville="red open coventry", grey="red open london")
    state.nobles["neville"].captor = "blue"
    assert refusal(state, "move neville to warwick open").rules == ("KM-CAP-01",)


def test_names_may_be_short_and_errors_name_the_choices(position: Position) -> None:
    state = position(neville="red open london", grey="red open london", greystoke="red open dover")
    assert understood(state, "move nev to barne") == ("move neville to barnet",)
    assert understood(state, "move neville and grey to barnet open") == (
        "move neville, grey to barnet open",
    )
    assert "may be grey or greystoke" in str(refusal(state, "move gr to barnet"))
    assert "is no square or place" in str(refusal(state, "move grey to atlantis"))


def test_where_a_move_is_said_to_begin_must_be_true(position: Position) -> None:
    state = position(neville="red open london with le michael", le_michael="in dover")
    line = "move neville to barnet"
    assert understood(state, "move neville from london to barnet") == (line,)
    assert "is not in the York square" in str(refusal(state, "move neville from york to barnet"))
    assert understood(state, "sail michael from dover to s8") == ("sail le michael to s8",)
    assert "is not in rye" in str(refusal(state, "sail le michael from rye to s8"))


def test_a_player_without_counters_is_not_asked(position: Position, start: Start) -> None:
    state = position(percy="blue open london")
    assert start(red, state).open == []


def test_lines_of_later_phases_end_the_movement(position: Position, start: Start) -> None:
    state = position(neville="red open london")
    question = start(red, state).run.waiting["red"]
    assert (question.done, question.default, question.pace) == ("end moves", "end", "turn")
    assert "attack" not in question.domain.verbs


@pytest.mark.parametrize("seed", range(25))
def test_random_moves_are_legal_and_leave_a_sound_position(
    position: Position, start: Start, seed: int
) -> None:
    rng = Random(seed)
    state = position(
        "red blue",
        neville="red open dover with le michael, dover castle",
        percy="red in london with tower, le nicholas",
        grey="red in london",
        howard="blue in york with duke of exeter, marshal",
        stanley="blue open bristol with coventry",
        henry="red in london",
        captured="blue york, red london",
        kept={"red": "free move, free move 2, free move 3"},
        le_michael="in dover",
        le_nicholas="on s8",
    )
    played = start(red, state)
    for _ in range(60):
        if not played.run.waiting:
            break
        seat, ask = next(iter(played.run.waiting.items()))
        text = ask.domain.sample(rng)
        if ask.kind == "move" and text.partition(" ")[0] in ask.domain.phase.verbs:
            # A fresh question reads the text from its words alone.
            Moves(state, seat).read(text)
        played.run.answer(seat, text)
        audit(state)
        _sound(state)
    assert not played.run.waiting


def _sound(state: State) -> None:
    board = current().board
    alive = [heir for heir in state.heirs.values() if heir.alive]
    counters: list[Noble | Heir] = [*state.nobles.values(), *alive]
    for counter in counters:
        if counter.aboard:
            assert not counter.square
            assert not counter.place
            assert all(state.ships[ship].sea for ship in counter.aboard)
        else:
            assert counter.square in board.squares
            assert not counter.place or board.places[counter.place].square == counter.square
    for heir in state.heirs.values():
        if heir.seat:
            with_him = fellows(state, heir.id)
            assert with_him
            assert heir.force in {state.nobles[noble].force for noble in with_him}
    for ship in state.ships.values():
        assert bool(ship.port) != bool(ship.sea)
    for noble in state.nobles.values():
        mates = [other for other in state.nobles.values() if other.force == noble.force]
        assert len({(m.square, walled_place(m), *m.aboard, m.seat) for m in mates}) == 1


@pytest.mark.rule("KM-TER-03")
@pytest.mark.rule("KM-EVT-24")
def test_a_free_move_leads_out_of_a_forest_in_the_same_turn(
    position: Position, start: Start
) -> None:
    state = position(neville="red open blackheath", kept={"red": "free move"})
    assert refusal(state, "move neville to rye via weald").rules == ("KM-TER-03",)
    played = start(red, state, "red move neville to weald")
    assert refusal(state, "move neville to rye").rules == ("KM-MOV-17",)
    played.answer("red free move neville to rye")
    assert [len(moved.path) - 1 for moved in played.told(Moved)] == [1, 1]
    assert state.nobles["neville"].place == "rye"


@pytest.mark.rule("KM-TER-02")
@pytest.mark.rule("KM-TER-03")
def test_no_road_leads_through_a_forest() -> None:
    board = current().board
    assert not [square for square in board.road_nodes if board.squares[square].forest]


@pytest.mark.rule("KM-MOV-06")
@pytest.mark.rule("KM-MOV-17")
def test_a_move_by_event_card_leaves_noble_and_heir_their_own(
    position: Position, start: Start
) -> None:
    state = position(percy="red open london", henry="red open london")

    async def flow(table: Table[State]) -> None:
        await raid(table, current().events["scots raid a"])

    start(flow, state)
    assert (state.nobles["percy"].place, state.heirs["henry"].place) == ("alnwick", "alnwick")
    line = "move percy to bamburgh open with henry"
    assert understood(state, line) == (line,)


@pytest.mark.rule("KM-KIL-04")
@pytest.mark.rule("KM-MOV-05")
def test_an_heir_whose_last_noble_dies_stays_and_is_captured_as_at_the_start(
    position: Position, start: Start
) -> None:
    state = position(percy="red open york", henry="red open york", neville="blue open york")

    async def flow(table: Table[State]) -> None:
        remove_nobles(table, ["percy"], "battle")
        free_heirs(table)
        await movement(table, "blue")

    state.turn.seat = "blue"
    captured = start(flow, state, "blue end moves").told(HeirCaptured)
    assert [(event.heir, event.seat, event.old) for event in captured] == [("henry", "blue", "")]

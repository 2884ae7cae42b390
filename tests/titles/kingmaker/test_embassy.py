from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal
from moderator.titles.kingmaker.chance.embassy import Companions
from moderator.titles.kingmaker.chance.events_phase import chance
from moderator.titles.kingmaker.components.cards import EMBASSY
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import Called, EventDrawn, NotCalled
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]


@pytest.fixture
def visit(start: Callable[..., Any]) -> Callable[..., Any]:
    """Turn up the embassy at Rye."""

    def begin(state: State, tape: str = "") -> Any:
        state.event_deck.append("embassy rye")
        return start(chance, state, tape)

    return begin


Visit = Callable[..., Any]


@pytest.mark.rule("KM-EVT-17")
def test_at_the_start_henry_goes_alone(position: Position, visit: Visit) -> None:
    state = position(percy="red in alnwick")
    played = visit(state)
    assert (state.heirs["henry"].square, state.heirs["henry"].place) == ("rye", "rye")
    assert state.heirs["henry"].seat == ""
    assert [event.counter for event in played.told(Called)] == ["henry"]


@pytest.mark.rule("KM-EVT-17")
def test_two_kings_or_none_ignore_it(position: Position, visit: Visit) -> None:
    state = position(percy="red in york", richard="red in york with crowned")
    played = visit(state)
    assert played.told(EventDrawn)[0].ignored
    assert state.heirs["henry"].place == "london"
    state = position(percy="red in york", henry="dead")
    assert visit(state).told(EventDrawn)[0].ignored


@pytest.mark.rule("KM-EVT-18")
@pytest.mark.rule("KM-EVT-20")
def test_nobles_may_go_with_the_king_and_one_must(position: Position, visit: Visit) -> None:
    state = position(
        percy="red open london", grey="red open london", henry="red open london",
        margaret="red open london",
    )  # fmt: skip
    played = visit(state)
    ask = played.run.waiting["red"]
    assert (ask.kind, ask.default, ask.facts["place"]) == ("embassy", "take all", "rye")
    with pytest.raises(Illegal) as refused:
        played.run.answer("red", "take margaret")
    assert "KM-MOV-05" in refused.value.rules
    assert refused.value.nearest[0] == "take all"
    played.answer("red take grey")
    assert state.nobles["grey"].place == state.heirs["henry"].place == "rye"
    assert state.nobles["percy"].square == state.heirs["margaret"].square == "london"
    assert state.turn.moved == []


@pytest.mark.rule("KM-EVT-18")
def test_an_heir_who_would_be_left_alone_goes_too(position: Position, visit: Visit) -> None:
    state = position(percy="red open london", henry="red open london", margaret="red open london")
    assert visit(state).open == []
    assert {state.nobles["percy"].place, state.heirs["margaret"].place} == {"rye"}
    alone = Companions(("percy",), ("margaret",), needed=True)
    assert alone.read(*alone.understand("take percy")) == ("percy", "margaret")


@pytest.mark.rule("KM-EVT-19")
def test_an_embassy_does_not_reach_a_king_on_an_island(position: Position, visit: Visit) -> None:
    state = position(stanley="red in douglas", henry="red in douglas")
    played = visit(state)
    assert [(event.counter, event.why) for event in played.told(NotCalled)] == [("henry", "island")]
    assert state.heirs["henry"].place == "douglas"


@pytest.mark.rule("KM-BEA-02")
def test_beaufort_as_sole_king_is_moved_by_embassies(position: Position, visit: Visit) -> None:
    state = position(beaufort="red in corte", henry="dead", margaret="dead", edward="dead")
    state.nobles["beaufort"].crowned = True
    visit(state)
    assert state.nobles["beaufort"].place == "rye"


@pytest.mark.rule("KM-EVT-19")
@pytest.mark.parametrize(
    ("where", "why"), [("in calais", "island"), ("aboard le michael", "sea"), ("in york", "siege")]
)
def test_an_embassy_does_not_reach_calais_the_sea_or_a_place_under_siege(
    position: Position, visit: Visit, where: str, why: str
) -> None:
    state = position(
        stanley=f"red {where} with le michael", henry=f"red {where}", le_michael="on s8",
        captured="red calais, red york", percy="blue open york with marshal",
    )  # fmt: skip
    if why == "siege":
        state.sieges["york"] = Siege("blue", ["percy"])
    played = visit(state)
    assert [(event.counter, event.why) for event in played.told(NotCalled)] == [("henry", why)]
    assert played.open == []


@pytest.mark.rule("KM-EVT-17")
def test_embassies_land_at_unfortified_ports_only() -> None:
    embassies = [card for card in current().events.values() if card.kind == EMBASSY]
    places = [current().board.places[place] for card in embassies for place in card.places]
    assert len(places) == 6
    assert all(place.port and not place.walled for place in places)

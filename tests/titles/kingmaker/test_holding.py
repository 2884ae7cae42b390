from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.position import forces, holding
from moderator.titles.kingmaker.state import State


@pytest.mark.rule("KM-FAC-02")
@pytest.mark.rule("KM-CRO-05")
def test_a_noble_is_as_strong_as_his_card_and_awards_where_he_stands(
    position: Callable[..., State],
) -> None:
    state = position(
        herbert="red open usk with earl of kent, county palatine, saxons",
        neville="red open conway with duchy of lancaster",
        scrope="red open london with earl of richmond, tower",
        percy="red open york with archbishop of york",
        stanley="red aboard le michael with duke of exeter, county palatine",
        le_michael="on s19",
    )
    troops = {noble: forces.strength(state, noble) for noble in state.nobles}
    assert troops == {
        "herbert": 10 + 30 + 50 + 200 + 10,
        "neville": 50 + 50 + 100,
        "scrope": 10 + 40 + 50 + 200,
        "percy": 100 + 30,
        "stanley": 50 + 20 + 50,
    }
    for noble in state.nobles.values():
        noble.square = "oxford"
    assert forces.total(state, state.nobles) == 100 + 100 + 100 + 100 + 120


@pytest.mark.rule("KM-TRA-02")
def test_a_card_passed_on_cannot_serve_in_the_turn_wherever_strength_is_counted(
    position: Callable[..., State],
) -> None:
    state = position(percy="red in alnwick with scots archers", grey="red aboard le michael")
    state.turn.bound = ["scots archers"]
    assert forces.strength(state, "percy") == 100
    assert forces.total(state, ["percy", "grey"]) == 120
    assert forces.strength_in(state, ["percy"], "") == 100
    state.nobles["neville"] = replace(state.nobles["percy"], id="neville", awards=["saxons"])
    assert forces.by_strength(state, ["neville", "percy"]) == ["percy", "neville"]


@pytest.mark.rule("KM-TRA-02")
@pytest.mark.rule("KM-TWN-05")
def test_troops_passed_on_fill_their_place_though_they_cannot_serve(
    position: Callable[..., State],
) -> None:
    state = position(percy="red in alnwick with scots archers")
    full = forces.room(state, "alnwick")
    state.turn.bound = ["scots archers"]
    assert forces.room(state, "alnwick") == full
    assert forces.troops_in(state, ["percy"], "") > forces.strength(state, "percy")


@pytest.mark.rule("KM-TRA-02")
@pytest.mark.rule("KM-FAC-04")
def test_a_place_passed_on_is_held_at_once_but_entered_by_that_right_only_in_the_next_turn(
    position: Callable[..., State],
) -> None:
    state = position(percy="red open coventry with coventry")
    assert holding.welcome(state, "coventry", "red")
    state.turn.bound = ["coventry"]
    assert holding.holder(state, "coventry") == "red"
    assert not holding.closed(state, "coventry", "red")
    assert not holding.welcome(state, "coventry", "red")


@pytest.mark.rule("KM-FAC-04")
@pytest.mark.rule("KM-CRO-03")
@pytest.mark.rule("KM-CRO-09")
def test_places_of_a_noble_s_card_and_awards_are_his_faction_s(
    position: Callable[..., State],
) -> None:
    state = position(
        percy="red in alnwick with archbishop of york, coventry",
        howard="blue in castle rising with earl of essex, carisbrooke",
    )
    assert holding.holdings(state, "red") == [
        "alnwick", "cockermouth", "coventry", "wressle", "york",
    ]  # fmt: skip
    assert holding.holdings(state, "blue") == ["carisbrooke", "castle rising", "colchester"]
    assert holding.holder(state, "london") == ""


@pytest.mark.rule("KM-TWN-06")
@pytest.mark.rule("KM-SIE-16")
@pytest.mark.rule("KM-SIE-17")
def test_capture_beats_the_card(position: Callable[..., State]) -> None:
    state = position(percy="red in alnwick with coventry", grey="blue open york")
    state.captured["coventry"] = "blue"
    assert holding.holder(state, "coventry") == "blue"
    del state.nobles["grey"]
    assert holding.holder(state, "coventry") == "blue"
    del state.captured["coventry"]
    assert holding.holder(state, "coventry") == "red"


@pytest.mark.rule("KM-TRA-09")
@pytest.mark.rule("KM-TRA-11")
def test_a_place_given_without_its_card_goes_back_when_the_receiver_is_gone(
    position: Callable[..., State],
) -> None:
    state = position(
        mowbray="red in framlingham with tower, admiral",
        grey="blue open london",
        le_edward="in southampton",
        le_grace="in lynn",
    )
    state.nobles["mowbray"].awards.remove("admiral")
    state.lent_places["london"] = "grey"
    assert holding.holder(state, "london") == "blue"
    state.nobles["mowbray"].awards.remove("tower")
    assert holding.holder(state, "london") == "blue"
    state.nobles["mowbray"].awards.append("tower")
    del state.nobles["grey"]
    assert holding.holder(state, "london") == "red"


@pytest.mark.rule("KM-FAC-07")
@pytest.mark.rule("KM-CRO-08")
@pytest.mark.rule("KM-SEA-15")
def test_a_ship_belongs_to_the_faction_that_has_her_card(position: Callable[..., State]) -> None:
    state = position(
        percy="red in alnwick with le swan, cinque ports",
        grey="blue in denbigh",
        le_swan="on n1",
        le_antony="in rye",
        le_george="in rye",
    )
    assert {holding.commander(state, ship) for ship in state.ships} == {"red"}
    state.lent_ships["le antony"] = "grey"
    assert holding.commander(state, "le antony") == "blue"
    state.nobles["grey"].awards.append(state.nobles["percy"].awards.pop(0))
    assert holding.commander(state, "le swan") == "blue"
    state.ships["le swan"].kept_by = "red"
    assert holding.commander(state, "le swan") == "red"


@pytest.mark.rule("KM-CTR-02")
def test_heirs_add_no_troops(position: Callable[..., State]) -> None:
    state = position(percy="red in alnwick", henry="red in alnwick", margaret="red in alnwick")
    force = next(force for force in view(state, None).forces if force.seat == "red")
    assert force.heirs == ("henry", "margaret")
    assert force.strength == 100


@pytest.mark.rule("KM-CTR-04")
def test_a_faction_may_hold_more_than_twelve_places(position: Callable[..., State]) -> None:
    towns = [place.id for place in current().board.places.values() if place.kind.id == "town"]
    state = position(captured=", ".join(f"red {town}" for town in towns))
    audit(state)
    red = next(faction for faction in view(state, None).factions if faction.seat == "red")
    assert set(red.places) == set(towns)
    assert len(towns) > 12


def test_all_holders_at_once_are_those_asked_one_by_one(position: Callable[..., State]) -> None:
    state = position(
        percy="red in alnwick with archbishop of york, coventry",
        mowbray="blue in framlingham with tower",
        captured="blue coventry, red calais",
    )
    state.lent_places["london"] = "percy"
    one_by_one = {place: holding.holder(state, place) for place in current().board.places}
    assert holding.holders(state) == {place: seat for place, seat in one_by_one.items() if seat}
    assert holding.holders(state)["coventry"] == "blue"
    assert holding.holders(state)["london"] == holding.holders(state)["calais"] == "red"

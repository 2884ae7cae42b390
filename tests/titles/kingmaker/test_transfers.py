from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.events import (
    BothHouses,
    HeirFreed,
    OfferEnded,
    OfferMade,
    Transferred,
)
from moderator.titles.kingmaker.hands import business as free
from moderator.titles.kingmaker.hands.deals import Deals
from moderator.titles.kingmaker.position.forces import strength
from moderator.titles.kingmaker.position.holding import commander, holder
from moderator.titles.kingmaker.position.removal import remove_nobles
from moderator.titles.kingmaker.state import Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]


@pytest.fixture
def business(start: Start) -> Callable[..., Any]:
    """Let red do business."""

    async def flow(table: Table[State]) -> None:
        await free.business(table, "red")

    def begin(state: State, tape: str = "") -> Any:
        return start(flow, state, tape)

    return begin


Business = Callable[..., Any]


def refused(state: State, line: str) -> tuple[str, ...]:
    with pytest.raises(Illegal) as illegal:
        Deals(state, "red").understand(line)
    return illegal.value.rules


@pytest.mark.rule("KM-TRA-01")
@pytest.mark.rule("KM-TRA-02")
def test_a_mercenary_passes_in_one_square_and_counts_for_neither_in_this_turn(
    position: Position, business: Business
) -> None:
    state = position(howard="red open york with scots archers", percy="red in york")
    business(state, "red transfer scots archers from howard to percy\n red nothing")
    assert state.nobles["percy"].awards == ["scots archers"]
    assert strength(state, "percy") == 100
    assert strength(state, "howard") == 10
    assert refused(state, "transfer scots archers from percy to howard") == ("KM-TRA-02",)


@pytest.mark.rule("KM-TRA-01")
def test_nothing_passes_between_squares_or_through_a_siege(position: Position) -> None:
    line = "transfer scots archers from howard to percy"
    state = position(howard="red open london with scots archers", percy="red in york")
    assert refused(state, line) == ("KM-TRA-01",)
    state = position(howard="red open york with scots archers", percy="red in york")
    state.sieges["york"] = Siege("blue", [])
    assert refused(state, line) == ("KM-TRA-01",)


@pytest.mark.rule("KM-TRA-02")
def test_what_has_served_in_the_turn_is_not_transferred(position: Position) -> None:
    state = position(howard="red open york with scots archers", percy="red in york")
    state.turn.used.append("scots archers")
    assert refused(state, "transfer scots archers from howard to percy") == ("KM-TRA-02",)


@pytest.mark.rule("KM-TRA-01")
def test_another_players_noble_gets_it_when_his_player_accepts(
    position: Position, business: Business
) -> None:
    state = position(howard="red open york with coventry", percy="blue open york")
    played = business(state)
    line = Deals(state, "red").understand("transfer coventry from howard to blue's percy")
    assert line == ("transfer coventry from howard to percy",)
    played.answer(f"red {line[0]}")
    ask = played.run.waiting["blue"]
    assert (ask.kind, ask.default, ask.pace) == ("transfer", "wait", "now")
    assert [to for event, to in played.events if isinstance(event, OfferMade)] == [
        frozenset({"red", "blue"})
    ]
    assert state.nobles["percy"].awards == []
    played.answer("blue accept\n red nothing")
    assert holder(state, "coventry") == "blue"
    assert state.offers == []


@pytest.mark.rule("KM-TRA-01")
@pytest.mark.rule("KM-ROY-04")
def test_an_heir_passes_to_another_faction(position: Position, business: Business) -> None:
    state = position(
        grey="red open york", henry="red open york",
        howard="blue open york", march="blue open york",
    )  # fmt: skip
    played = business(state, "red transfer henry from grey to howard\n blue accept\n red nothing")
    assert state.heirs["henry"].seat == "blue"
    assert state.heirs["henry"].force == state.nobles["howard"].force
    assert played.told(HeirFreed) == []
    assert [event.seat for event in played.told(BothHouses)] == ["blue"]


@pytest.mark.rule("KM-TRA-06")
@pytest.mark.rule("KM-TRA-07")
def test_titles_never_pass_and_offices_only_in_parliament(position: Position) -> None:
    state = position(howard="red open york with earl of kent, marshal", percy="red open york")
    assert refused(state, "transfer earl of kent from howard to percy") == ("KM-TRA-06",)
    assert refused(state, "transfer marshal from howard to percy") == ("KM-TRA-07",)


@pytest.mark.rule("KM-TRA-08")
def test_a_captured_place_passes_where_both_factions_have_a_noble_in_one_square(
    position: Position, business: Business
) -> None:
    state = position(grey="red open york", howard="blue open london", captured="red coventry")
    assert refused(state, "transfer coventry to blue") == ("KM-TRA-08",)
    state = position(grey="red open york", howard="blue in york", captured="red coventry")
    business(state, "red transfer coventry to blue\n blue accept\n red nothing")
    assert state.captured == {"coventry": "blue"}


@pytest.mark.rule("KM-TRA-09")
@pytest.mark.rule("KM-TRA-11")
def test_london_passes_without_its_office_and_comes_back_when_the_receiver_dies(
    position: Position, business: Business, start: Start
) -> None:
    state = position(mowbray="red open coventry with tower", grey="blue open coventry")
    business(state, "red transfer london from mowbray to grey\n blue accept\n red nothing")
    assert state.nobles["mowbray"].awards == ["tower"]
    assert holder(state, "london") == "blue"

    async def kill(table: Table[State]) -> None:
        remove_nobles(table, ["grey"], "battle")

    start(kill, state)
    assert holder(state, "london") == "red"


@pytest.mark.rule("KM-TRA-09")
def test_a_ship_named_on_an_office_passes_and_can_be_given_back(
    position: Position, business: Business
) -> None:
    state = position(
        mowbray="red open coventry with admiral", grey="red open coventry", le_grace="in lynn"
    )
    business(state, "red transfer le grace from mowbray to grey\n red nothing")
    assert state.lent_ships == {"le grace": "grey"}
    state.turn.bound = []
    business(state, "red transfer le grace from grey to mowbray\n red nothing")
    assert state.lent_ships == {}
    assert commander(state, "le grace") == "red"


@pytest.mark.rule("KM-TRA-09")
def test_a_place_captured_by_another_faction_is_not_given_by_its_card(position: Position) -> None:
    state = position(
        mowbray="red open coventry with tower", grey="red open coventry", captured="blue london"
    )
    assert "KM-TWN-06" in refused(state, "transfer london from mowbray to grey")


@pytest.mark.rule("KM-SEA-15")
def test_a_ship_with_passengers_stays_with_her_former_owner_until_port(
    position: Position, business: Business
) -> None:
    state = position(
        grey="red open york with le michael", howard="blue open york",
        roos="red aboard le michael", le_michael="on n1",
    )  # fmt: skip
    played = business(state, "red transfer le michael from grey to howard\n blue accept")
    played.answer("red nothing")
    assert state.nobles["howard"].awards == ["le michael"]
    assert commander(state, "le michael") == "red"
    assert played.told(Transferred)[0].thing == "le michael"


@pytest.mark.rule("KM-BEA-03")
def test_king_beauforts_faction_takes_no_heir_of_york(position: Position) -> None:
    state = position(
        grey="red open york", march="red open york", beaufort="blue open york",
        henry="dead", margaret="dead", edward="dead",
    )  # fmt: skip
    Deals(state, "red").understand("transfer march from grey to beaufort")
    state.nobles["beaufort"].crowned = True
    assert refused(state, "transfer march from grey to beaufort") == ("KM-BEA-03",)


def test_a_refused_transfer_does_not_happen(position: Position, business: Business) -> None:
    state = position(howard="red open york with coventry", percy="blue open york")
    business(state, "red transfer coventry from howard to percy\n blue decline\n red nothing")
    assert holder(state, "coventry") == "red"
    assert state.offers == []


@pytest.mark.rule("KM-TRA-01")
def test_an_offer_ends_when_the_noble_it_was_for_has_died(position: Position, start: Start) -> None:
    state = position(howard="red open york with coventry", percy="blue open york")

    async def flow(table: Table[State]) -> None:
        await free.business(table, "red")
        remove_nobles(table, ["percy"], "battle")
        await free.business(table, "blue")

    played = start(
        flow, state, "red transfer coventry from howard to percy\n blue wait\n red nothing"
    )
    played.answer("blue accept 1 from red\n blue nothing")
    assert state.offers == []
    assert "Percy" in played.told(OfferEnded)[0].how
    assert state.nobles["howard"].awards == ["coventry"]


@pytest.mark.rule("KM-TRA-01")
@pytest.mark.rule("KM-CRO-06")
@pytest.mark.rule("KM-CRO-07")
@pytest.mark.rule("KM-CRO-08")
@pytest.mark.rule("KM-CRO-09")
@pytest.mark.rule("KM-CRO-10")
@pytest.mark.parametrize(
    "card", ["saxons", "bishop of norwich", "le michael", "bristol", "carisbrooke"]
)
def test_mercenaries_bishops_ships_towns_and_the_royal_castle_are_transferred(
    position: Position, business: Business, card: str
) -> None:
    state = position(
        howard=f"red open york with {card}", percy="blue in york", le_michael="in plymouth",
        captured="blue york",
    )  # fmt: skip
    if card != "le michael":
        del state.ships["le michael"]
    business(state, f"red transfer {card} from howard to percy\n blue accept\n red nothing")
    assert state.nobles["percy"].awards == [card]
    assert state.nobles["howard"].awards == []


@pytest.mark.rule("KM-TRA-06")
@pytest.mark.rule("KM-CRO-01")
@pytest.mark.rule("KM-CRO-02")
@pytest.mark.rule("KM-CRO-03")
@pytest.mark.rule("KM-CRO-04")
def test_nobles_titles_and_offices_are_not_transferred_nor_traded(position: Position) -> None:
    state = position(
        howard="red open york with earl of kent, marshal", percy="blue open york",
        hands={"red": "grey, neville, duke of exeter, admiral"},
    )  # fmt: skip
    for card in ("earl of kent", "marshal"):
        rules = refused(state, f"transfer {card} from howard to percy")
        assert set(rules) & {"KM-TRA-06", "KM-TRA-07"}
    for card in ("grey", "neville", "exeter", "admiral"):
        assert "KM-GIF-02" in refused(state, f"give {card} to blue")


@pytest.mark.rule("KM-TRA-11")
def test_a_gift_whose_card_has_left_play_is_nobodys_once_the_receiver_is_dead(
    position: Position, business: Business, start: Start
) -> None:
    state = position(
        mowbray="red open coventry with admiral", grey="blue open coventry",
        scrope="red open coventry with earl of kent, tower", le_grace="in lynn",
    )  # fmt: skip
    business(
        state,
        """red transfer le grace from mowbray to grey
        blue accept
        red transfer london from scrope to grey
        blue accept
        red nothing""",
    )
    assert (commander(state, "le grace"), holder(state, "london")) == ("blue", "blue")

    async def kill(table: Table[State], *nobles: str) -> None:
        remove_nobles(table, nobles, "battle")

    start(lambda table: kill(table, "mowbray", "scrope"), state)
    assert (commander(state, "le grace"), holder(state, "london")) == ("blue", "blue")
    start(lambda table: kill(table, "grey"), state)
    assert "le grace" not in state.ships
    assert holder(state, "london") == ""


@pytest.mark.rule("KM-TRA-02")
def test_a_bishop_who_crowned_and_a_place_that_let_in_are_not_transferred_in_that_turn(
    position: Position,
) -> None:
    state = position(
        mowbray="red open york with archbishop of york, coventry", grey="red open york"
    )
    state.turn.used = ["archbishop of york", "coventry"]
    for card in ("archbishop of york", "coventry"):
        assert refused(state, f"transfer {card} from mowbray to grey") == ("KM-TRA-02",)


@pytest.mark.rule("KM-VIC-01")
@pytest.mark.rule("KM-VIC-09")
def test_the_last_crowned_heir_wins_for_who_receives_him(
    position: Position, business: Business
) -> None:
    rest = ("margaret", "edward", "march", "clarence", "gloucester", "henry")
    state = position(
        grey="red open york", howard="blue open york", richard="red open york with crowned",
        beaufort="red in corte", **dict.fromkeys(rest, "dead"),
    )  # fmt: skip
    business(state, "red transfer richard from grey to howard\n blue accept\n red nothing")
    assert state.winners == []
    state.turn.bound = []
    del state.nobles["beaufort"]
    state.crown_deck.append("beaufort")
    state.heirs["richard"].seat = "red"
    business(state, "red transfer richard from grey to howard\n blue accept")
    assert state.winners == ["blue"]


@pytest.mark.rule("KM-FAC-09")
def test_no_troops_are_transferred_to_a_noble_at_sea(position: Position) -> None:
    state = position(
        howard="red aboard le michael with saxons, le michael, bristol",
        grey="red aboard le michael", le_michael="on n1",
    )  # fmt: skip
    assert "KM-FAC-09" in refused(state, "transfer saxons from howard to grey")
    assert Deals(state, "red").understand("transfer bristol from howard to grey")


@pytest.mark.rule("KM-TRA-02")
@pytest.mark.parametrize("spent", ["scots archers", "scots archers 2"])
def test_of_two_cards_alike_the_one_that_has_not_served_is_transferred(
    position: Position, business: Business, spent: str
) -> None:
    archers = "scots archers, scots archers 2"
    state = position(howard=f"red open york with {archers}", percy="red in york")
    state.turn.used = [spent]
    business(state, "red transfer scots archers from howard to percy\n red nothing")
    assert state.nobles["howard"].awards == [spent]

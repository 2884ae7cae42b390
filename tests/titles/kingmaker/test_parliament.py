from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.court.attendance import Attending
from moderator.titles.kingmaker.court.awards import Awards
from moderator.titles.kingmaker.court.journey import ports_allowed
from moderator.titles.kingmaker.court.parliament import parliament
from moderator.titles.kingmaker.court.summons import Summoning
from moderator.titles.kingmaker.events import (
    Awarded,
    CardsDiscarded,
    ChanceryDrawn,
    HeirCaptured,
    Landed,
    ParliamentMet,
    ParliamentSummoned,
    SiegeEnded,
    Transferred,
    WentToParliament,
)
from moderator.titles.kingmaker.position.forces import troops_in
from moderator.titles.kingmaker.position.removal import remove_nobles
from moderator.titles.kingmaker.state import LOAN, SAILING, Leave, Ship, Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]
FIVE = "county palatine, earl of worcester, admiral, duke of exeter, dover castle"
LINE = "summon parliament with writ on hastings"


@pytest.fixture
def hereford(position: Position) -> State:
    """The example of the rulebook: Player D is green, and two Kings are in play."""
    return position(
        "green red blue yellow",
        percy="green in hereford with chancellor, bishop of durham, bishop of lincoln",
        berkeley="green open bristol with earl of kent",
        audley="green in newcastle castle",
        hastings="red in bamburgh",
        courtenay="red in compton",
        stanley="red in douglas with le michael",
        le_michael="in plymouth",
        talbot="blue in ludlow",
        margaret="blue in ludlow with crowned",
        henry="dead",
        mowbray="yellow in york with archbishop of york",
        richard="yellow in york with crowned",
        hands={"red": "beaufort"},
        kept={"green": "parliament 1, writ, writ 2"},
        chancery=FIVE,
    )


def refusal(state: State, text: str, seat: str = "green") -> Illegal:
    with pytest.raises(Illegal) as refused:
        Summoning(state, seat).read(text)
    return refused.value


@pytest.mark.rule("KM-PAR-02")
@pytest.mark.rule("KM-PAR-06")
@pytest.mark.rule("KM-PAR-07")
@pytest.mark.rule("KM-PAR-08")
@pytest.mark.rule("KM-PAR-13")
@pytest.mark.rule("KM-PAR-16")
@pytest.mark.rule("KM-EXP-05")
@pytest.mark.rule("KM-EXP-06")
@pytest.mark.rule("KM-EXP-07")
@pytest.mark.rule("KM-EXP-08")
@pytest.mark.rule("KM-EXP-09")
def test_the_parliament_of_hereford_as_in_the_rulebook(hereford: State, start: Start) -> None:
    played = start(parliament, hereford)
    ask = played.run.waiting["green"]
    assert (ask.kind, ask.done, ask.facts["chancery"]) == ("summon", "no parliament", 5)
    played.answer(f"green {LINE}; send berkeley, audley")
    assert played.told(CardsDiscarded)[0].cards == ("writ",)
    assert hereford.event_discard == ["writ", "parliament 1"]
    assert hereford.factions["green"].kept == ["writ 2"]
    assert dict(played.open) == {"red": "attend", "blue": "attend", "yellow": "attend"}
    assert all(ask.secret for ask in played.run.waiting.values())
    played.answer(
        """blue nobody
        yellow nobody
        red play beaufort in corte / send beaufort / send courtenay, stanley"""
    )
    met = played.told(ParliamentMet)[0]
    assert set(met.attending) == {
        "percy", "berkeley", "audley", "hastings", "beaufort", "courtenay", "stanley",
    }  # fmt: skip
    assert met.drawn == 5
    went = {event.counters: event for event in played.told(WentToParliament)}
    assert went["hastings",].target == ("hereford", "")
    assert went["stanley",].ships == ("le michael",)
    assert hereford.ships["le michael"].port == went["stanley",].port
    assert hereford.ships["le michael"].moved_round == 0
    drawn = [(event, to) for event, to in played.events if isinstance(event, ChanceryDrawn)]
    assert drawn[0][1] == frozenset({"green"})
    assert sorted(drawn[0][0].cards) == sorted(FIVE.split(", "))
    assert played.run.waiting["green"].kind == "award"
    played.answer(
        "green give county palatine to berkeley / give earl of worcester to audley"
        " / give admiral to audley / give duke of exeter to hastings"
        " / give dover castle to talbot"
    )
    assert hereford.nobles["audley"].awards == ["earl of worcester", "admiral"]
    assert hereford.nobles["talbot"].awards == ["dover castle"]
    assert hereford.chancery == []
    assert (hereford.peace_at, hereford.peace_by) == ("hereford", "green")
    assert hereford.parliament is None
    assert hereford.ships["le edward"].port == "southampton"


@pytest.mark.rule("KM-PAR-01")
def test_only_the_sole_kings_player_summons_and_he_needs_no_parliament_card(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red in london", henry="red in london", neville="blue in warwick with chancellor",
        kept={"red": "writ", "blue": "writ 2, parliament 1"},
    )  # fmt: skip
    played = start(parliament, state, "red summon parliament with writ on neville\n blue nobody")
    assert played.told(ParliamentSummoned)[0].by_king
    assert state.nobles["neville"].square == "london"
    state = position(percy="red in london", neville="blue in warwick", kept={"red": "writ"})
    assert refusal(state, "summon parliament with writ on neville", "red").rules == ("KM-PAR-01",)
    assert start(parliament, state).open == []


@pytest.mark.rule("KM-PAR-02")
@pytest.mark.rule("KM-PAR-06")
def test_without_a_sole_king_only_the_chancellor_summons_with_a_parliament_card(
    hereford: State,
) -> None:
    assert refusal(hereford, "summon parliament with writ on talbot", "red").rules == ("KM-PAR-02",)
    hereford.factions["green"].kept.remove("parliament 1")
    assert refusal(hereford, LINE).rules == ("KM-PAR-06",)


@pytest.mark.rule("KM-PAR-03")
@pytest.mark.parametrize(
    ("square", "place", "fine"),
    [
        ("hereford", "hereford", True), ("salisbury", "salisbury", True),
        ("hereford", "", False), ("calais", "calais", False), ("windsor", "windsor", False),
    ],
)  # fmt: skip
def test_parliament_sits_in_a_town_or_city_and_not_in_a_castle_calais_or_the_open(
    hereford: State, square: str, place: str, fine: bool
) -> None:
    percy = hereford.nobles["percy"]
    percy.square, percy.place = square if square != "windsor" else percy.square, place
    if fine:
        assert Summoning(hereford, "green").read(LINE) is not None
    else:
        assert refusal(hereford, LINE).rules == ("KM-PAR-03",)


@pytest.mark.rule("KM-PAR-03")
def test_a_place_under_siege_holds_no_parliament(hereford: State) -> None:
    hereford.sieges["hereford"] = Siege("red", ["hastings"])
    assert refusal(hereford, LINE).rules == ("KM-PAR-03",)


@pytest.mark.rule("KM-PAR-04")
@pytest.mark.rule("KM-PAR-05")
def test_a_writ_each_and_the_first_for_another_players_noble(hereford: State) -> None:
    assert refusal(hereford, "summon parliament with writ on berkeley").rules == ("KM-PAR-04",)
    both = "summon parliament with writ on hastings and on berkeley"
    assert Summoning(hereford, "green").read(both) is not None
    three = "summon parliament with writ on hastings and on berkeley and on talbot"
    illegal = refusal(hereford, three)
    assert illegal.rules == ("KM-PAR-04",)
    assert LINE in illegal.nearest


@pytest.mark.rule("KM-PAR-09")
@pytest.mark.rule("KM-PAR-05")
def test_a_noble_on_an_island_needs_an_empty_ship_that_holds_his_troops(hereford: State) -> None:
    line = "summon parliament with writ on stanley"
    assert Summoning(hereford, "green").read(line) is not None
    hereford.nobles["stanley"].awards += ["burgundian crossbowmen", "scots archers"]
    hereford.nobles["stanley"].awards += ["saxons", "saxons 2"]
    assert refusal(hereford, line).rules == ("KM-PAR-09",)


@pytest.mark.rule("KM-PAR-09")
@pytest.mark.rule("KM-PAR-10")
def test_a_lent_ship_will_do_unless_somebody_else_has_moved_her(hereford: State) -> None:
    line = "summon parliament with writ on stanley"
    hereford.nobles["stanley"].awards.remove("le michael")
    hereford.nobles["talbot"].awards.append("le michael")
    assert refusal(hereford, line).rules == ("KM-PAR-09",)
    hereford.leaves.append(Leave(LOAN, "blue", "red", "le michael", 1))
    assert Summoning(hereford, "green").read(line) is not None
    ship = hereford.ships["le michael"]
    ship.moved_round, ship.moved_by = 1, "blue"
    assert refusal(hereford, line).rules == ("KM-PAR-09",)


@pytest.mark.rule("KM-PAR-10")
@pytest.mark.rule("KM-EXP-04")
def test_a_ship_lands_in_a_friendly_unfortified_or_open_port_of_the_mainland(
    hereford: State,
) -> None:
    allowed = ports_allowed(hereford, "red")
    assert {"preston", "rye", "kingston"} <= set(allowed)
    assert not {"plymouth", "douglas", "calais", "london"} & set(allowed)
    attending = Attending(hereford, "red")
    going = attending.read("send stanley by le michael to preston").going["stanley"]
    assert (going.ship, going.port) == ("le michael", "preston")
    with pytest.raises(Illegal) as refused:
        attending.read("send stanley by le michael to london")
    assert refused.value.rules == ("KM-PAR-10", "KM-EXP-04")


@pytest.mark.rule("KM-PAR-11")
def test_a_besieged_noble_can_neither_be_summoned_nor_come(hereford: State) -> None:
    hereford.sieges["bamburgh"] = Siege("yellow", [])
    assert refusal(hereford, LINE).rules == ("KM-PAR-11",)
    with pytest.raises(Illegal) as refused:
        Attending(hereford, "red").read("send hastings")
    assert refused.value.rules == ("KM-PAR-11",)


@pytest.mark.rule("KM-PAR-11")
def test_a_noble_at_sea_is_landed_in_a_port_with_everybody_on_board(
    hereford: State, start: Start
) -> None:
    for noble in ("courtenay", "stanley"):
        counter = hereford.nobles[noble]
        counter.square, counter.place, counter.aboard = "", "", ["le michael"]
    hereford.ships["le michael"].port, hereford.ships["le michael"].sea = "", "s21"
    played = start(
        parliament, hereford,
        f"green {LINE}\n blue nobody\n yellow nobody\n red send stanley",
    )  # fmt: skip
    assert hereford.ships["le michael"].port == "preston"
    assert hereford.nobles["stanley"].square == "hereford"
    courtenay = hereford.nobles["courtenay"]
    assert (courtenay.square, courtenay.place, courtenay.aboard) == ("preston", "", [])
    assert played.told(Landed) == [Landed("red", ("courtenay",), "preston", ("preston", ""))]
    assert set(played.told(ParliamentMet)[0].attending) == {"percy", "hastings", "stanley"}


@pytest.mark.rule("KM-PAR-11")
@pytest.mark.rule("KM-SEA-15")
def test_nobles_of_one_ship_who_both_come_are_landed_and_a_ship_without_card_is_gone(
    hereford: State, start: Start
) -> None:
    hereford.nobles["stanley"].awards.remove("le michael")
    hereford.crown_deck.append("le michael")
    for noble in ("courtenay", "stanley"):
        counter = hereford.nobles[noble]
        counter.square, counter.place, counter.aboard = "", "", ["le michael"]
    ship = hereford.ships["le michael"]
    ship.port, ship.sea, ship.kept_by = "", "s21", "red"
    start(
        parliament, hereford,
        f"green {LINE}\n blue nobody\n yellow nobody\n red send stanley, courtenay",
    )  # fmt: skip
    assert {hereford.nobles[noble].square for noble in ("stanley", "courtenay")} == {"hereford"}
    assert hereford.ships.keys().isdisjoint({"le michael"})


@pytest.mark.rule("KM-PAR-09")
@pytest.mark.rule("KM-SEA-06")
def test_several_ships_may_divide_an_islanders_troops(hereford: State, start: Start) -> None:
    stanley = hereford.nobles["stanley"]
    stanley.awards += ["earl of wiltshire", "steward", "le swan", "saxons"]
    hereford.ships["le swan"] = Ship("le swan", "boston")
    assert troops_in(hereford, ["stanley"], "") > 100
    played = start(
        parliament, hereford,
        "green summon parliament with writ on stanley\n red nobody\n blue nobody\n yellow nobody",
    )  # fmt: skip
    went = next(event for event in played.told(WentToParliament) if "stanley" in event.counters)
    assert set(went.ships) == {"le michael", "le swan"}
    assert {hereford.ships[ship].port for ship in went.ships} == {went.port}


@pytest.mark.rule("KM-PAR-09")
@pytest.mark.rule("KM-MOV-16")
def test_a_ship_leaves_an_unfriendly_port_for_parliament_only_with_leave(hereford: State) -> None:
    line = "summon parliament with writ on stanley"
    hereford.captured["plymouth"] = "blue"
    assert refusal(hereford, line).rules == ("KM-PAR-09",)
    hereford.leaves.append(Leave(SAILING, "blue", "red", "plymouth", 1))
    assert Summoning(hereford, "green").read(line) is not None
    hereford.leaves.clear()
    del hereford.captured["plymouth"]
    assert Summoning(hereford, "green").read(line) is not None


@pytest.mark.rule("KM-PAR-13")
@pytest.mark.rule("KM-EXP-05")
def test_others_in_the_square_attend_only_if_their_players_say_so(
    hereford: State, start: Start
) -> None:
    for line, attends in (("nobody", False), ("send courtenay", True)):
        state = deepcopy(hereford)
        state.nobles["courtenay"].square = state.nobles["courtenay"].place = "hereford"
        state.nobles["courtenay"].place = ""
        state.nobles["berkeley"].square = "hereford"
        tape = f"green {LINE}\n yellow nobody\n blue nobody\n red {line}"
        met = start(parliament, state, tape).told(ParliamentMet)[0]
        expected = {"percy", "hastings", "berkeley"} | ({"courtenay"} if attends else set())
        assert set(met.attending) == expected


@pytest.mark.rule("KM-PAR-14")
@pytest.mark.rule("KM-FAC-09")
def test_parliament_gives_no_troops_to_a_noble_at_sea_or_under_siege(hereford: State) -> None:
    awards = Awards(hereford, "green", ("duke of exeter",))
    assert awards.understand("give duke of exeter to hastings")
    hereford.sieges["bamburgh"] = Siege("yellow", [])
    with pytest.raises(Illegal) as refused:
        awards.understand("give duke of exeter to hastings")
    assert refused.value.rules == ("KM-PAR-14", "KM-FAC-09")
    audley = hereford.nobles["audley"]
    audley.square, audley.place, audley.aboard = "", "", ["le michael"]
    with pytest.raises(Illegal) as refused:
        awards.understand("give duke of exeter to audley")
    assert refused.value.rules == ("KM-PAR-14", "KM-FAC-09")


@pytest.mark.rule("KM-PAR-18")
@pytest.mark.rule("KM-TWN-05")
def test_who_finds_no_room_in_the_seat_attends_in_the_open(hereford: State, start: Start) -> None:
    percy = hereford.nobles["percy"]
    percy.square = percy.place = "leicester"
    hereford.captured["leicester"] = "green"
    percy.awards += ["saxons", "saxons 2", "scots archers", "scots archers 2"]
    audley = hereford.nobles["audley"]
    audley.awards += ["burgundian crossbowmen", "burgundian crossbowmen 2", "flemish crossbowmen"]
    audley.awards += ["flemish crossbowmen 2", "earl of wiltshire", "marshal"]
    inside = troops_in(hereford, ["percy", "audley"], "leicester")
    assert inside > 400
    tape = f"green {LINE}; send audley, berkeley\n yellow nobody\n blue nobody\n red nobody"
    met = start(parliament, hereford, tape).told(ParliamentMet)[0]
    assert {"percy", "audley", "berkeley"} <= set(met.attending)
    assert (audley.square, audley.place) == ("leicester", "")
    assert hereford.nobles["berkeley"].place == "leicester"


@pytest.mark.rule("KM-TRA-07")
def test_two_offices_may_be_exchanged(hereford: State, start: Start) -> None:
    hereford.chancery = []
    hereford.nobles["talbot"].awards.append("treasurer")
    hereford.nobles["courtenay"].awards.append("steward")
    blue = "blue send talbot / offer treasurer from talbot to courtenay"
    start(
        parliament, hereford,
        f"green {LINE}\n yellow nobody\n red send courtenay\n {blue}\n red accept\n green allow",
    )  # fmt: skip
    assert hereford.nobles["talbot"].awards == ["steward"]
    assert hereford.nobles["courtenay"].awards == ["treasurer"]


@pytest.mark.rule("KM-EVT-22")
@pytest.mark.rule("KM-TRA-07")
def test_parliament_cards_go_when_the_chancellors_office_passes_to_another_faction(
    hereford: State, start: Start
) -> None:
    hereford.chancery = []
    hereford.factions["green"].kept.append("parliament 2")
    hereford.nobles["talbot"].awards.append("treasurer")
    blue = "blue send talbot / offer treasurer from talbot to percy"
    played = start(
        parliament, hereford,
        f"green {LINE}\n yellow nobody\n red nobody\n {blue}\n green allow",
    )  # fmt: skip
    assert "treasurer" in hereford.nobles["percy"].awards
    assert hereford.nobles["talbot"].awards == ["chancellor"]
    assert hereford.factions["green"].kept == ["writ 2"]
    assert played.told(CardsDiscarded)[-1].cards == ("parliament 2",)


@pytest.mark.rule("KM-EVT-22")
def test_parliament_cards_go_when_the_chancellor_is_executed(hereford: State, start: Start) -> None:
    async def lose(table: Table[State]) -> None:
        remove_nobles(table, ["percy"], "execution")

    start(lose, hereford)
    assert hereford.factions["green"].kept == ["writ", "writ 2"]
    assert hereford.event_discard == ["parliament 1"]


@pytest.mark.rule("KM-PAR-12")
def test_silence_sends_only_those_who_are_summoned(hereford: State, start: Start) -> None:
    played = start(parliament, hereford, f"green {LINE}\n red nobody\n blue nobody\n yellow nobody")
    assert set(played.told(ParliamentMet)[0].attending) == {"percy", "hastings"}


@pytest.mark.rule("KM-PAR-14")
def test_a_title_goes_to_the_untitled_and_an_office_to_the_titled(hereford: State) -> None:
    awards = Awards(hereford, "green", ("admiral", "duke of exeter"))
    for line in ("give duke of exeter to percy", "give admiral to audley"):
        with pytest.raises(Illegal) as refused:
            awards.understand(line)
        assert "KM-PAR-14" in refused.value.rules
    assert awards.understand("give exeter to audley") == ("give duke of exeter to audley",)
    assert awards.understand("give admiral to audley", ["give duke of exeter to audley"])


@pytest.mark.rule("KM-EXP-08")
def test_as_many_cards_as_possible_must_be_given(hereford: State) -> None:
    awards = Awards(hereford, "green", ("admiral", "duke of exeter"))
    with pytest.raises(Illegal) as refused:
        awards.read("give duke of exeter to audley")
    assert refused.value.rules == ("KM-EXP-08",)
    assert refused.value.nearest == ("give admiral to berkeley",)


@pytest.mark.rule("KM-PAR-15")
@pytest.mark.rule("KM-CHA-02")
def test_cards_that_nobody_can_take_go_under_the_crown_deck(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red in london with marshal", henry="red in london",
        neville="blue in warwick with treasurer", kept={"red": "writ"},
        chancery="earl of kent, steward, admiral",
    )  # fmt: skip
    top = state.crown_deck[-1]
    played = start(parliament, state, "red summon parliament with writ on neville\n blue nobody")
    assert played.told(ParliamentMet)[0].drawn == 2
    assert played.told(Awarded)[0].cards == ()
    assert len(state.chancery) == 1
    assert set(played.told(Awarded)[0].returned) == set(state.crown_deck[:2])
    assert state.crown_deck[-1] == top


@pytest.mark.rule("KM-PAR-17")
def test_an_heir_goes_if_told_and_must_if_he_would_be_alone(hereford: State, start: Start) -> None:
    played = start(parliament, hereford, f"green {LINE}\n red nobody\n yellow nobody")
    played.answer("blue send talbot")
    assert hereford.heirs["margaret"].square == "hereford"
    assert [event.counters for event in played.told(WentToParliament)] == [
        ("hastings",), ("talbot", "margaret"),
    ]  # fmt: skip


@pytest.mark.rule("KM-PAR-18")
def test_who_may_enter_the_seat_stands_in_it_or_in_the_open_as_he_likes(
    hereford: State, start: Start
) -> None:
    percy = hereford.nobles["percy"]
    percy.square = percy.place = "salisbury"
    start(
        parliament, hereford,
        f"green {LINE}\n yellow nobody\n blue nobody\n red send courtenay in the open",
    )  # fmt: skip
    assert hereford.nobles["hastings"].place == "salisbury"
    assert (hereford.nobles["courtenay"].square, hereford.nobles["courtenay"].place) == (
        "salisbury", "",
    )  # fmt: skip


@pytest.mark.rule("KM-PAR-19")
def test_going_to_parliament_is_no_move_and_a_besieger_who_goes_gives_up_his_siege(
    hereford: State, start: Start
) -> None:
    courtenay = hereford.nobles["courtenay"]
    courtenay.square, courtenay.place = "okehampton", ""
    hereford.sieges["okehampton"] = Siege("red", ["courtenay"])
    played = start(
        parliament, hereford, f"green {LINE}\n yellow nobody\n blue nobody\n red send courtenay"
    )
    assert [event.place for event in played.told(SiegeEnded)] == ["okehampton"]
    assert hereford.turn.moved == []
    assert hereford.turn.parliament_held
    assert refusal(hereford, LINE).rules == ("KM-PAR-19",)


@pytest.mark.rule("KM-ROY-01")
def test_who_comes_to_parliament_captures_an_heir_standing_free_there(
    hereford: State, start: Start
) -> None:
    clarence = hereford.heirs["clarence"]
    clarence.square, clarence.place = "hereford", ""
    played = start(parliament, hereford, f"green {LINE}\n yellow nobody\n blue nobody\n red nobody")
    assert [(event.heir, event.seat) for event in played.told(HeirCaptured)] == [
        ("clarence", "red")
    ]


@pytest.mark.rule("KM-TRA-07")
def test_an_office_passes_between_nobles_who_attend_with_the_summoners_leave(
    hereford: State, start: Start
) -> None:
    hereford.chancery = []
    hereford.nobles["talbot"].awards.append("treasurer")
    tape = f"green {LINE}\n yellow nobody\n red send courtenay"
    blue = "blue send talbot / offer treasurer from talbot to courtenay"
    played = start(parliament, hereford, f"{tape}\n {blue}")
    assert dict(played.open) == {"red": "office", "green": "office"}
    assert {ask.default for ask in played.run.waiting.values()} == {"refuse", "forbid"}
    played.answer("red accept\n green allow")
    assert hereford.nobles["courtenay"].awards == ["treasurer"]
    assert [event.thing for event in played.told(Transferred)] == ["treasurer"]


@pytest.mark.rule("KM-TRA-07")
def test_the_summoner_offers_an_office_of_his_own_with_the_summons(
    hereford: State, start: Start
) -> None:
    hereford.chancery = []
    hereford.nobles["berkeley"].awards.append("treasurer")
    offer = f"{LINE}; send berkeley; offer treasurer from berkeley to talbot"
    played = start(
        parliament, hereford, f"green {offer}\n yellow nobody\n red nobody\n blue send talbot"
    )
    assert dict(played.open) == {"blue": "office"}
    played.answer("blue accept")
    assert hereford.nobles["talbot"].awards == ["treasurer"]


@pytest.mark.rule("KM-TRA-07")
def test_an_office_stays_without_leave_or_for_a_noble_without_title(
    hereford: State, start: Start
) -> None:
    hereford.chancery = []
    hereford.nobles["talbot"].awards.append("treasurer")
    with pytest.raises(Illegal) as refused:
        Attending(hereford, "blue").read("offer treasurer from talbot to hastings")
    assert refused.value.rules == ("KM-TRA-07",)
    blue = "blue send talbot / offer treasurer from talbot to courtenay"
    start(
        parliament, hereford,
        f"green {LINE}\n yellow nobody\n red send courtenay\n {blue}\n red accept\n green forbid",
    )  # fmt: skip
    assert hereford.nobles["talbot"].awards == ["treasurer"]


@pytest.mark.rule("KM-EVT-21")
@pytest.mark.rule("KM-EVT-23")
def test_used_writs_and_parliament_cards_are_discarded(hereford: State, start: Start) -> None:
    start(
        parliament, hereford,
        "green summon parliament with writ on hastings and on talbot"
        "\n yellow nobody\n red nobody\n blue nobody",
    )  # fmt: skip
    assert hereford.factions["green"].kept == []
    assert sorted(hereford.event_discard) == ["parliament 1", "writ", "writ 2"]


def test_short_words_of_a_summons_are_read(hereford: State) -> None:
    understood = Summoning(hereford, "green").understand("summon with writ on hast; send aud")
    assert understood == (f"{LINE}; send audley",)


def test_a_random_attendance_and_award_are_legal(hereford: State) -> None:
    for number in range(20):
        rng = Random(number)
        Attending(hereford, "red").read(Attending(hereford, "red").sample(rng))
        awards = Awards(hereford, "green", tuple(FIVE.split(", ")))
        awards.read(awards.sample(rng))
        summoning = Summoning(hereford, "green")
        summoning.read(summoning.sample(rng))


@pytest.mark.rule("KM-BEA-02")
def test_king_beaufort_summons_parliament_unless_he_is_a_captive(position: Position) -> None:
    state = position(
        beaufort="red in coventry", henry="dead", margaret="dead", edward="dead",
        grey="blue in denbigh", kept={"red": "writ"},
    )  # fmt: skip
    state.nobles["beaufort"].crowned = True
    line = "summon parliament with writ on grey"
    assert Summoning(state, "red").read(line) is not None
    state.nobles["beaufort"].captor = "blue"
    assert refusal(state, line, "red").rules == ("KM-PAR-01", "KM-CAP-01")

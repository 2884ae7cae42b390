"""Parliament, bishops, houses and the end of a game answered at once or beforehand.

D-PAR-2 to D-PAR-5, D-COR-2, D-ANY-6 and D-END-1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, LineDropped, Table
from moderator.titles.kingmaker.court.attendance import Attending
from moderator.titles.kingmaker.court.awards import Awards
from moderator.titles.kingmaker.court.coronation import coronation
from moderator.titles.kingmaker.court.parliament import parliament
from moderator.titles.kingmaker.ending.short_game import propose
from moderator.titles.kingmaker.events import (
    Crowned,
    LeaveGiven,
    ParliamentMet,
    Transferred,
    WentToParliament,
)
from moderator.titles.kingmaker.fighting.execution import choose_houses
from moderator.titles.kingmaker.hands.business import business
from moderator.titles.kingmaker.hands.crown_deck import crown_deck
from moderator.titles.kingmaker.state import LOAN, Leave, State

Position = Callable[..., State]
Start = Callable[..., Any]
File = Callable[..., Any]
CALL = "green summon parliament with writ on hastings"


@pytest.fixture
def hereford(position: Position) -> State:
    """Green's Chancellor holds Parliament in Hereford; Chancery has two cards."""
    return position(
        "green red blue",
        percy="green in hereford with chancellor",
        grey="green in hereford",
        hastings="red in bamburgh with steward, earl of essex",
        courtenay="red in compton",
        henry="red in compton",
        stanley="red in douglas",
        talbot="blue in ludlow with earl of kent, le michael",
        le_michael="in preston",
        margaret="blue in ludlow with crowned",
        richard="dead",
        hands={"red": "beaufort", "blue": "saxons"},
        kept={"green": "parliament 1, writ, writ 2"},
        chancery="marshal, earl of worcester",
    )


@pytest.mark.rule("KM-PAR-17")
@pytest.mark.rule("KM-PAR-18")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("send courtenay, stanley by le michael", None),
        ("send court and hast", "send courtenay, hastings"),
        ("henry goes with courtenay", "send courtenay with henry"),
        ("stanley by le michael to preston", "send stanley by le michael to preston"),
        ("hastings in the seat", "send hastings"),
        ("hastings in the open", "send hastings in the open"),
        ("hastings in open", "send hastings in the open"),
        ("play beaufort in corte, send beaufort", "play beaufort in corte; send beaufort"),
        ("play beau in cor", "play beaufort in corte"),
        ("send all", "send hastings, courtenay"),
        ("nobody", "nobody"),
        ("offer steward from hastings to talbot", "offer steward from hastings to talbot"),
        ("edward goes with courtenay", None),
        ("send talbot in the open", None),
    ],
)
def test_who_comes_is_written_short(hereford: State, line: str, text: str | None) -> None:
    domain = Attending(hereford, "red")
    if text is None:
        with pytest.raises(Illegal):
            domain.understand(line)
    else:
        assert domain.understand(line) == (text,)
        domain.read(text)


def test_what_is_said_of_one_noble_on_several_lines_adds_up(hereford: State) -> None:
    domain = Attending(hereford, "red")
    lines: list[str] = []
    for said in ("courtenay in the open", "henry goes with courtenay", "play beaufort in corte",
                 "send beaufort"):  # fmt: skip
        lines += domain.understand(said, lines)
    going = domain.read("\n".join(lines)).going
    assert (going["courtenay"].heirs, going["courtenay"].outside) == (("henry",), True)
    assert "beaufort" in going
    with pytest.raises(Illegal, match="you have said both 'nobody' and 'send courtenay"):
        domain.understand("nobody", lines)
    with pytest.raises(Illegal, match="you have said both"):
        domain.understand("send courtenay", ["nobody"])


@pytest.mark.rule("KM-PAR-12")
@pytest.mark.parametrize(
    ("orders", "came"),
    [
        (["when attend by red: nobody"], None),
        (["when attend by green: nobody"], {"percy", "grey", "hastings"}),
        (["when attend at hereford: send courtenay"], {"percy", "grey", "hastings", "courtenay"}),
        (["when attend if chancery < 3: nobody", "when attend: send courtenay"],
         {"percy", "grey", "hastings"}),
        (["when attend if chancery < 2: nobody", "when attend: send courtenay"],
         {"percy", "grey", "hastings", "courtenay"}),
        (["when attend: play beaufort in corte, send beaufort"],
         {"percy", "grey", "hastings", "beaufort"}),
    ],
)  # fmt: skip
def test_who_comes_is_on_file(
    hereford: State, start: Start, on_file: File, orders: list[str], came: set[str] | None
) -> None:
    played = start(parliament, hereford, f"{CALL}\nblue nobody")
    on_file(played, "red", *orders)
    if came is None:
        assert played.open == [("red", "attend")]
    else:
        assert set(played.told(ParliamentMet)[0].attending) == came


def test_those_who_are_asked_see_the_seat_the_summoned_and_their_ships(
    hereford: State, start: Start
) -> None:
    asks = start(parliament, hereford, CALL).run.asks
    assert set(asks) == {"red", "blue"}
    facts = asks["red"].facts
    shown = {
        "by": "green", "at": "hereford", "summoned": "hastings", "chancery": 2,
        "can_come": "hastings, courtenay", "need_ships": "stanley", "ships": "",
        "could_be_lent": "le michael",
    }  # fmt: skip
    assert {name: facts[name] for name in shown} == shown
    assert all(ask.secret and ask.default == "nobody" for ask in asks.values())


@pytest.mark.rule("KM-PAR-09")
@pytest.mark.rule("KM-GIF-05")
@pytest.mark.parametrize(
    ("answer", "ship"),
    [("lend le michael to red this turn", "preston"), ("grant", "preston"), ("refuse", None)],
)
def test_an_islander_comes_in_anothers_ship_if_her_owner_lends_her(
    hereford: State, start: Start, answer: str, ship: str | None
) -> None:
    played = start(parliament, hereford, f"{CALL}\nblue nobody")
    played.answer("red send stanley by le michael to preston")
    ask = played.run.waiting["blue"]
    assert (ask.kind, ask.default) == ("loan", "refuse")
    assert {name: ask.facts[name] for name in ("by", "at", "nobles")} == {
        "by": "red", "at": "le michael", "nobles": "stanley"}  # fmt: skip
    played.answer(f"blue {ask.domain.understand(answer)[0]}")
    came = [event for event in played.told(WentToParliament) if "stanley" in event.counters]
    assert [event.port for event in came] == ([ship] if ship else [])
    assert len(played.told(LineDropped)) == (0 if ship else 1)


@pytest.mark.rule("KM-PAR-09")
def test_a_loan_on_file_is_not_asked_for(hereford: State, start: Start) -> None:
    hereford.leaves.append(Leave(LOAN, "blue", "red", "le michael", 1))
    tape = f"{CALL}\nblue nobody\nred send stanley by le michael to preston"
    played = start(parliament, hereford, tape)
    assert played.run.waiting["green"].kind == "award"
    assert "stanley" in played.told(ParliamentMet)[0].attending


@pytest.mark.rule("KM-PAR-09")
def test_a_standing_refusal_of_loans_answers(hereford: State, start: Start, on_file: File) -> None:
    tape = f"{CALL}\nblue nobody\nred send stanley by le michael"
    played = on_file(start(parliament, hereford, tape), "blue", "when loan by red: refuse")
    assert [(told.kind, told.granted) for told in played.told(LeaveGiven)] == [("loan", False)]
    assert "stanley" not in played.told(ParliamentMet)[0].attending


@pytest.mark.rule("KM-PAR-10")
def test_a_ship_that_somebody_else_has_moved_this_round_is_not_asked_for(
    hereford: State,
) -> None:
    ship = hereford.ships["le michael"]
    ship.moved_round, ship.moved_by = 1, "blue"
    with pytest.raises(Illegal) as refused:
        Attending(hereford, "red").understand("stanley by le michael to preston")
    assert refused.value.rules == ("KM-PAR-09",)


@pytest.mark.rule("KM-PAR-14")
@pytest.mark.parametrize(
    ("above", "line", "text"),
    [
        ([], "give worcester to grey", "give earl of worcester to grey"),
        ([], "own first",
         "give earl of worcester to grey; give marshal to grey"),
        ([], "grey if of is worcester", "give earl of worcester to grey"),
        ([], "talbot, percy if of is marshal", "give marshal to talbot"),
        (["give marshal to talbot"], "own first", "give earl of worcester to grey"),
        ([], "percy, hastings if kind is office", None),
        (["give marshal to talbot"], "grey if of is marshal", None),
    ],
)  # fmt: skip
def test_awards_are_written_short(
    hereford: State, above: list[str], line: str, text: str | None
) -> None:
    domain = Awards(hereford, "green", ("marshal", "earl of worcester"))
    if text is None:
        with pytest.raises(Illegal, match="can take none of the cards left"):
            domain.understand(line, above)
    else:
        assert domain.understand(line, above) == (text,)


@pytest.mark.rule("KM-EXP-08")
@pytest.mark.parametrize(
    ("orders", "marshal"),
    [
        (["when award: own first"], "grey"),
        (["when award of marshal: talbot"], None),
        (["when award of marshal: talbot", "when award: own first"], "talbot"),
        (["when award of worcester: grey", "when award of marshal: percy, talbot"], "talbot"),
    ],
)
def test_awards_are_on_file(
    hereford: State, start: Start, on_file: File, orders: list[str], marshal: str | None
) -> None:
    tape = f"{CALL}\nblue send talbot\nred nobody"
    played = on_file(start(parliament, hereford, tape), "green", *orders)
    holder = [noble.id for noble in hereford.nobles.values() if "marshal" in noble.awards]
    assert holder == ([marshal] if marshal else [])
    assert played.open == ([] if marshal else [("green", "award")])


@pytest.mark.rule("KM-TRA-07")
@pytest.mark.parametrize(
    ("blue", "green", "passes"),
    [
        ("when office by red: accept", "when office: allow", True),
        ("when office by red: accept", "when office of steward: forbid", False),
        ("when office for talbot: refuse", "when office by red: allow", False),
    ],
)
def test_offices_pass_as_is_on_file(
    hereford: State, start: Start, on_file: File, blue: str, green: str, passes: bool
) -> None:
    hereford.chancery = []
    hereford.crown_deck += ["marshal", "earl of worcester"]
    tape = f"{CALL}\nblue send talbot\nred offer steward from hastings to talbot"
    played = start(parliament, hereford, tape)
    assert sorted(played.open) == [("blue", "office"), ("green", "office")]
    assert played.run.asks["blue"].facts["source_has"] == "steward, earl of essex"
    assert {ask.default for ask in played.run.asks.values()} == {"refuse", "forbid"}
    on_file(on_file(played, "blue", blue), "green", green)
    assert bool(played.told(Transferred)) == passes


@pytest.mark.rule("KM-EXP-02")
@pytest.mark.parametrize(
    ("order", "crowned"),
    [
        ("when bishops by red at salisbury: grant", True),
        ("when bishops by red: refuse", False),
        ("when bishops by green: grant", None),
    ],
)
def test_bishops_are_lent_as_is_on_file(
    position: Position, start: Start, on_file: File, order: str, crowned: bool | None
) -> None:
    state = position(
        percy="red at salisbury", margaret="red at salisbury", henry="dead",
        grey="blue at salisbury with bishop of durham, bishop of lincoln",
    )  # fmt: skip
    played = start(coronation, state, "red crown margaret")
    assert played.open == [("blue", "bishops")]
    on_file(played, "blue", order)
    if crowned is None:
        assert played.open == [("blue", "bishops")]
    else:
        assert bool(played.told(Crowned)) == crowned


@pytest.fixture
def both(position: Position) -> State:
    """Red holds March and Clarence of York, and Margaret; his two rounds end with this turn."""
    state = position(
        percy="red in york", margaret="red in york", march="red in york", clarence="red in york"
    )
    state.factions["red"].both_since, state.factions["red"].first_house = 1, "york"
    state.turn.number = 1 + 2 * len(state.seats)
    return state


@pytest.mark.rule("KM-ROY-05")
@pytest.mark.parametrize(
    ("order", "house", "dead"),
    [
        ("when houses: give up york", "york", []),
        ("when houses: execute clarence, march", "york", ["march", "clarence"]),
        ("when houses: execute lancaster", "", ["margaret"]),
        ("when houses if york > 2: give up york", None, []),
    ],
)
def test_which_house_is_given_up_is_on_file(
    both: State, start: Start, on_file: File, order: str, house: str | None, dead: list[str]
) -> None:
    played = start(choose_houses, both)
    ask = played.run.asks["red"]
    assert (ask.kind, ask.default) == ("houses", "give up lancaster")
    assert (ask.facts["york"], ask.facts["heirs_of_york"]) == (2, "march, clarence")
    on_file(played, "red", order)
    assert [heir.id for heir in both.heirs.values() if not heir.alive] == dead
    if house is None:
        assert played.open == [("red", "houses")]
    elif not dead:
        assert both.factions["red"].gives_up == house


@pytest.mark.rule("KM-SHO-06")
@pytest.mark.parametrize(
    ("order", "agreed"),
    [
        ("when finish: agree", True),
        ("when finish by red: refuse", False),
        ("when finish if worth_blue < 1: refuse", False),
    ],
)
def test_the_end_is_agreed_to_as_is_on_file(
    position: Position, start: Start, on_file: File, order: str, agreed: bool
) -> None:
    state = position(percy="red in york")

    async def end(table: Table[State]) -> None:
        await propose(table, "red")

    played = on_file(start(end, state), "blue", order)
    assert played.open == []
    assert bool(state.winners) == agreed


@pytest.mark.rule("KM-GIF-01")
@pytest.mark.parametrize(
    ("order", "hand"),
    [
        ("when trade by blue for writ: accept", ["scots archers"]),
        ("when trade by green: accept", []),
        ("when trade of scots archers if for is writ: decline", []),
    ],
)
def test_trades_are_accepted_as_is_on_file(
    position: Position, start: Start, on_file: File, order: str, hand: list[str]
) -> None:
    state = position(
        "blue red green", percy="red in alnwick", kept={"red": "writ"},
        hands={"blue": "scots archers"},
    )  # fmt: skip
    played = start(lambda table: business(table, "blue"), state)
    played.answer("blue offer scots archers to red for 1 writ")
    ask = played.run.asks["red"]
    assert (ask.kind, ask.pace, ask.default) == ("trade", "now", "wait")
    on_file(played, "red", order)
    assert state.factions["red"].hand == hand


@pytest.mark.rule("KM-SEQ-07")
@pytest.mark.parametrize(
    ("card", "order", "played_on"),
    [
        ("saxons", "when drawn mercenary: play on grey", "grey"),
        ("earl of kent", "when drawn mercenary: play on grey", None),
        ("earl of kent", "when drawn title: play on grey, percy", "grey"),
        ("saxons", "when drawn: keep", None),
        ("saxons", "when drawn if card is saxons: play on percy", "percy"),
    ],
)
def test_what_becomes_of_a_card_drawn_is_on_file_by_its_kind(
    position: Position, start: Start, on_file: File, card: str, order: str, played_on: str | None
) -> None:
    state = position(percy="red in alnwick", grey="red in denbigh")
    state.crown_deck.append(state.crown_deck.pop(state.crown_deck.index(card)))
    played = start(crown_deck, state)
    ask = played.run.asks["red"]
    assert (ask.kind, ask.pace, ask.default) == ("drawn", "now", "keep")
    on_file(played, "red", order)
    owners = [noble.id for noble in state.nobles.values() if card in noble.awards]
    assert owners == ([played_on] if played_on else [])

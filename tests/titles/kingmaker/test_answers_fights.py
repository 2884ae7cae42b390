"""Fights answered in others' turns, at once or beforehand (D-COM-2 to 9, D-CAP-3, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.chance.events_phase import chance
from moderator.titles.kingmaker.events import CalledOff, CardsAdded, CombatCard, FightAnnounced
from moderator.titles.kingmaker.fighting.attack import Attack
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.battle_plan import Plans
from moderator.titles.kingmaker.fighting.capture import ask_captured, share_spoils
from moderator.titles.kingmaker.fighting.combat import fight
from moderator.titles.kingmaker.fighting.occupation import Entering, occupy
from moderator.titles.kingmaker.fighting.spoils import Division
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]
File = Callable[..., Any]


@pytest.fixture
def field(position: Position) -> State:
    """Percy, 100, against Herbert, 10; blue has two titles and crossbowmen in hand."""
    state = position(
        hands={"red": "admiral", "blue": "duke of exeter, earl of kent, burgundian crossbowmen"},
        percy="red open york",
        herbert="blue open york",
        henry="blue open york",
    )
    state.event_deck.remove("storm 5")
    state.event_deck.append("storm 5")
    return state


@pytest.fixture
def walls(position: Position) -> State:
    """Coventry, 200 and blue's, with Herbert of blue and Grey of green inside."""
    state = position(
        "red blue green",
        hands={"blue": "duke of exeter"},
        captured="blue coventry",
        percy="red open coventry with marshal, tower",
        herbert="blue in coventry",
        grey="green in coventry",
    )
    state.event_deck.remove("plague swansea")
    state.event_deck.append("plague swansea")
    return state


def attacking(state: State, line: str) -> Callable[[Table[State]], Any]:
    """Carry out one attack of red."""

    async def flow(table: Table[State]) -> None:
        domain = Attacks(state, "red")
        attack = domain.read(*domain.understand(line))
        assert isinstance(attack, Attack)
        await fight(table, attack)

    return flow


def steps(played: Any) -> list[tuple[int, int]]:
    [announced] = played.told(FightAnnounced)
    added = [(each.strength, each.defence) for each in played.told(CardsAdded)]
    return [(announced.strength, announced.defence), *added]


def test_a_fight_shows_its_totals_odds_and_the_size_of_the_other_hand(
    field: State, start: Start
) -> None:
    played = start(attacking(field, "attack herbert with percy"), field)
    ask = played.run.asks["blue"]
    facts = {
        "by": "red", "at": "york", "fight": "battle", "strength": 100, "defence": 10, "odds": -5,
        "cards": 1, "added": "", "heirs": "henry",
    }  # fmt: skip
    assert {name: ask.facts.get(name) for name in facts} == facts
    assert (ask.default, ask.secret, ask.pace) == ("pass", True, "reply")
    played.answer("blue play duke of exeter on herbert")
    [again] = played.run.asks.values()
    assert (again.kind, again.facts["by"], again.facts["added"]) == (
        "reinforce", "blue", "duke of exeter")  # fmt: skip


@pytest.mark.rule("KM-EXC-02")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("plan exeter on herbert; aim below 5-4", "play duke of exeter on herbert; aim below 5-4"),
        (
            "exeter on herb, burg cross on herb",
            "play duke of exeter on herbert, burgundian crossbowmen on herbert",
        ),
        ("plan exeter on herbert, kent on herbert", "play duke of exeter on herbert"),
        ("plan: exeter on herbert; whatever", "play duke of exeter on herbert; whatever"),
        ("execute henry if odds at least 2-1", "execute henry at 2-1"),
        (
            "any cards; aim below 5-4",
            "play earl of kent on herbert, burgundian crossbowmen on herbert; aim below 5-4",
        ),
        ("execute henry", "execute henry"),
        ("all fight", "pass"),
    ],
)
def test_a_defence_is_written_short(field: State, line: str, text: str) -> None:
    assert Plans(field, "blue", ["herbert"], ["henry"]).understand(line) == (text,)


@pytest.mark.rule("KM-EXC-03")
def test_any_cards_are_those_that_bring_troops_and_none_is_a_pass(field: State) -> None:
    field.factions["blue"].hand = ["le swan", "chancellor", "earl of kent"]
    plans = Plans(field, "blue", ["herbert"], [])
    text = "play earl of kent on herbert, chancellor on herbert"
    assert plans.understand("any cards") == (text,)
    assert plans.read(text).cards == (("earl of kent", "herbert"), ("chancellor", "herbert"))
    field.factions["blue"].hand = ["le swan", "percy"]
    assert plans.understand("any cards; aim below 5-4") == ("pass",)
    siege = Plans(field, "blue", ["herbert"], [], siege=True)
    field.factions["blue"].hand = ["saxons"]
    assert siege.understand("any cards; aim below 5-4") == ("play saxons on herbert; aim hold",)


@pytest.mark.parametrize(
    ("order", "added"),
    [
        ("when defence: exeter on herbert; aim hold", False),
        ("when defence: plan exeter on herbert; aim 5-4", False),
        ("when defence: any cards; aim 5-4", False),
        ("when defence: any cards; execute edward if odds at least 2-1", True),
    ],
)
def test_a_plan_on_file_whose_aim_makes_no_sense_here_spends_no_card(
    field: State, start: Start, on_file: File, order: str, added: bool
) -> None:
    played = start(attacking(field, "attack herbert with percy; pass"), field)
    on_file(played, "blue", order)
    assert bool(played.told(CardsAdded)) == added
    assert (("blue", "defence") in played.open) != added


@pytest.mark.rule("KM-TER-11")
def test_who_must_fight_never_calls_off_by_a_general_order(field: State) -> None:
    plans = Plans(field, "red", ["percy"], attacks=True, may_call_off=False)
    found = plans.understand("any cards; aim 5-4; call off below 5-4")
    assert found == ("play admiral on percy; aim 5-4",)


def test_a_general_plan_leaves_out_what_is_not_possible_now(field: State) -> None:
    plans = Plans(field, "blue", ["herbert"], ["henry"])
    line = "plan saxons on herbert, exeter on grey, kent on herbert; execute edward; execute henry"
    assert plans.understand(line) == ("play earl of kent on herbert; execute henry",)
    with pytest.raises(Illegal, match="no card in your hand"):
        plans.understand(line.replace("plan", "play"))
    with pytest.raises(Illegal, match="no card in your hand"):
        plans.understand("plan saxons on herbert; aim below 5-4")
    with pytest.raises(Illegal, match="say which cards"):
        plans.understand("aim below 5-4")


@pytest.mark.rule("KM-EXC-02")
@pytest.mark.rule("KM-EXC-07")
def test_a_plan_on_file_answers_like_a_mail(field: State, start: Start, on_file: File) -> None:
    played = start(attacking(field, "attack herbert with percy; pass"), field)
    order = (
        "when defence: plan exeter on herbert; aim below 5-4; execute henry if odds at least 2-1"
    )
    on_file(played, "blue", order)
    assert steps(played) == [(100, 10)]
    assert not field.heirs["henry"].alive
    assert played.told(CombatCard)


@pytest.mark.parametrize(
    ("order", "open_"),
    [
        ("when defence at york if odds < 2: pass", False),
        ("when defence by red: pass", False),
        ("when defence by green: pass", True),
        ("when defence at coventry: pass", True),
        ("when defence if odds > 2: pass", True),
        ("when defence: execute henry if odds at least 2-1", False),
    ],
)
def test_a_defence_on_file_holds_where_its_tests_do(
    field: State, start: Start, on_file: File, order: str, open_: bool
) -> None:
    played = start(attacking(field, "attack herbert with percy; pass"), field)
    on_file(played, "blue", order)
    assert bool(played.open) == open_
    assert field.heirs["henry"].alive == ("execute" not in order or open_)


def test_the_first_of_two_orders_that_hold_answers(
    field: State, start: Start, on_file: File
) -> None:
    played = start(attacking(field, "attack herbert with percy; pass"), field)
    on_file(played, "blue", "when defence if odds < 2: pass", "when defence: exeter on herbert")
    assert steps(played) == [(100, 10)]


@pytest.mark.rule("KM-SIE-04")
def test_nobles_inside_stay_out_as_is_on_file(walls: State, start: Start, on_file: File) -> None:
    played = start(attacking(walls, "besiege coventry with percy; pass"), walls)
    played.answer("blue blue defends\ngreen blue defends")
    assert played.run.asks["blue"].facts["defence"] == 210
    on_file(played, "blue", "when defence: herbert stays out")
    assert walls.nobles["herbert"].captor == "red"


@pytest.mark.rule("KM-SIE-05")
@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("when inside: mine fight", "green defends"),
        ("when inside: mine stay out", "blue defends"),
        ("when inside by red: mine do not fight", "blue defends"),
        ("when inside at coventry: blue defends", "blue defends"),
        ("when inside if own < 100: nobody defends", "nobody defends"),
    ],
)
def test_whose_nobles_fight_inside_is_on_file(
    walls: State, start: Start, on_file: File, order: str, text: str
) -> None:
    played = start(attacking(walls, "besiege coventry with percy; pass"), walls)
    ask = played.run.asks["green"]
    assert (ask.default, ask.facts["own"], ask.facts["garrison"]) == ("blue defends", 20, 200)
    on_file(played, "green", order)
    assert played.run.given["green"] == text


@pytest.mark.rule("KM-COM-09")
def test_whether_the_card_is_drawn_may_be_on_file(
    field: State, start: Start, on_file: File
) -> None:
    field.factions["red"].hand = []
    played = start(attacking(field, "attack herbert with percy"), field)
    played.answer("blue play duke of exeter on herbert, burgundian crossbowmen on herbert")
    assert (played.open, played.run.asks["red"].facts["odds"]) == ([("red", "confirm")], 2)
    on_file(played, "red", "when confirm if odds < 2: draw", "when confirm: call off")
    assert played.told(CalledOff)


def test_spoils_go_to_the_strongest_or_card_by_card() -> None:
    spoils = Division(("scots archers", "saxons"), ("percy", "grey"), "percy")
    for line in ("strongest", "spoils: strongest", "all to strongest", "spoils to percy"):
        assert spoils.understand(line) == ("all to percy",)
    assert spoils.understand("scots archers to grey") == ("scots archers to grey, saxons to percy",)
    assert spoils.understand("all to grey") == ("all to grey",)


@pytest.mark.rule("KM-TRA-04")
def test_the_strongest_takes_the_spoils_as_is_on_file(
    position: Position, start: Start, on_file: File
) -> None:
    state = position(percy="red open york", grey="red open york",
                     roos="blue open york with scots archers, saxons")  # fmt: skip
    played = start(lambda table: share_spoils(table, "red", ["roos"], ["grey", "percy"]), state)
    facts = played.run.asks["red"].facts
    assert (facts["captured"], facts["victors"]) == ("scots archers, saxons", "grey 20, percy 100")
    on_file(played, "red", "when spoils: strongest")
    assert state.nobles["percy"].awards == ["scots archers", "saxons"]


@pytest.fixture
def warwick(position: Position) -> State:
    """Warwick, with room for 300, is red's; Percy 200, Mowbray 100 and Grey 20 are before it."""
    return position(
        captured="red warwick", percy="red open warwick with marshal",
        mowbray="red open warwick with admiral", grey="red open warwick", henry="red in warwick",
    )  # fmt: skip


@pytest.mark.rule("KM-SIE-15")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("percy in, howard out", None),
        ("percy in, mowbray out", "in percy"),
        ("mowbray out", "in percy, grey"),
        ("all in", "in percy, mowbray"),
        ("in", "in percy, mowbray"),
        ("out", "all out"),
        ("in percy and grey", "in percy, grey"),
        ("heirs with mowbray", "in percy, mowbray; heirs with mowbray"),
        ("percy in, heirs with grey", "in percy; heirs with grey"),
    ],
)
def test_victors_go_in_noble_by_noble(warwick: State, line: str, text: str | None) -> None:
    domain = Entering(warwick, "warwick", ["percy", "mowbray", "grey"], ["henry"])
    if text is None:
        with pytest.raises(Illegal, match="'howard' is no victorious noble"):
            domain.understand(line)
    else:
        assert domain.understand(line) == (text,)


@pytest.mark.rule("KM-SIE-15")
@pytest.mark.parametrize(
    ("order", "inside", "henry"),
    [
        ("when occupy: out", [], ""),
        ("when occupy: in", ["percy", "mowbray"], "warwick"),
        ("when occupy at warwick: percy in; heirs with grey", ["percy"], ""),
        ("when occupy if room < 100: out", None, "warwick"),
    ],
)
def test_who_goes_in_is_on_file(
    warwick: State, start: Start, on_file: File, order: str, inside: list[str] | None, henry: str
) -> None:
    names = ["percy", "mowbray", "grey"]
    flow = lambda table: occupy(table, "red", "warwick", names, ["henry"], None)  # noqa: E731
    played = start(flow, warwick)
    assert played.run.asks["red"].facts["nobles"] == "percy 200, mowbray 100, grey 20"
    on_file(played, "red", order)
    if inside is None:
        assert played.open == [("red", "occupy")]
    else:
        assert [name for name in names if warwick.nobles[name].place] == inside
        assert warwick.heirs["henry"].place == henry


@pytest.mark.rule("KM-ROY-03")
@pytest.mark.parametrize(
    ("order", "alive"),
    [
        ("when captured of edward: execute", False),
        ("when captured: execute edward", False),
        ("when captured of henry: execute", True),
        ("when captured if house is york: execute", True),
    ],
)
def test_a_captured_heir_dies_at_once_as_is_on_file(
    position: Position, start: Start, on_file: File, order: str, alive: bool
) -> None:
    state = position(percy="red open york", edward="red open york")
    played = start(lambda table: ask_captured(table, "red", ["edward"]), state)
    ask = played.run.asks["red"]
    assert (ask.pace, ask.default, ask.facts["of"]) == ("now", "keep edward", "edward")
    on_file(played, "red", order)
    assert state.heirs["edward"].alive == alive


@pytest.mark.rule("KM-EXC-02")
def test_a_plan_that_has_added_its_cards_passes_when_it_is_asked_again(
    field: State, start: Start, on_file: File
) -> None:
    field.nobles["herbert"].awards = []
    order = "when defence: plan exeter on herbert"
    played = start(attacking(field, "attack herbert with percy"), field)
    on_file(played, "blue", order)
    played.answer("red play admiral on percy")
    assert played.open == [("blue", "defence")]
    on_file(played, "blue", order)
    assert steps(played) == [(100, 10), (100, 30), (150, 30)]
    assert played.told(CombatCard)


@pytest.mark.rule("KM-ROY-03")
def test_an_heir_whom_a_card_puts_into_ones_hands_dies_as_is_on_file(
    position: Position, start: Start, on_file: File
) -> None:
    state = position(percy="red open london", gloucester="nobody in alnwick")
    state.event_deck.append("scots raid a")
    played = start(chance, state)
    assert state.heirs["gloucester"].seat == "red"
    on_file(played, "red", "when captured of gloucester: execute")
    assert not state.heirs["gloucester"].alive


@pytest.mark.rule("KM-ROY-01")
def test_a_player_off_his_turn_is_not_asked_of_heirs_who_do_not_change_hands(
    position: Position, start: Start
) -> None:
    state = position(percy="red open london", edward="red open london")
    state.event_deck.append("scots raid a")
    assert start(chance, state).open == []
    assert state.heirs["edward"].place == "alnwick"

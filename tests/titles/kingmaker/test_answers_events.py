"""What a raid, a storm or an embassy asks, answered at once or beforehand (D-EVT-1 to 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Illegal, Table
from moderator.titles.kingmaker.chance.embassy import Companions, embassy
from moderator.titles.kingmaker.chance.raids import raid
from moderator.titles.kingmaker.chance.storms import storm
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.state import State

Position = Callable[..., State]
Start = Callable[..., Any]
File = Callable[..., Any]


@pytest.fixture
def off_berwick(position: Position) -> State:
    """A ship of red's off Berwick, with Neville aboard; Berwick is red's."""
    return position(
        neville="red aboard le michael with le michael", percy="red in alnwick",
        le_michael="on n1", captured="red berwick",
    )  # fmt: skip


def called(card: str) -> Callable[[Table[State]], Any]:
    """Carry out one raid."""

    async def flow(table: Table[State]) -> None:
        await raid(table, current().events[card])

    return flow


@pytest.mark.parametrize(
    ("order", "port"),
    [
        ("when shelter: prefer berwick, friendly, unfortified", "berwick"),
        ("when shelter: prefer dover, unfortified", "whitby"),
        ("when shelter: bamburgh", "bamburgh"),
        ("when shelter of le michael: whitby", "whitby"),
    ],
)
def test_ports_are_preferred_beforehand(
    off_berwick: State, start: Start, on_file: File, order: str, port: str
) -> None:
    played = start(storm, off_berwick)
    ask = played.run.waiting["red"]
    assert ask.facts["of"] == "le michael"
    assert ask.facts["aboard"] == "neville"
    assert str(ask.facts["ports"]).startswith(
        "berwick (friendly, red), whitby (unfortified, nobody)"
    )
    on_file(played, "red", order)
    assert off_berwick.ships["le michael"].port == port


def test_a_preference_of_another_ship_does_not_file_for_this_one(
    off_berwick: State, start: Start, on_file: File
) -> None:
    played = on_file(start(storm, off_berwick), "red", "when shelter of le nicholas: bamburgh")
    assert played.open == [("red", "shelter")]


def test_a_preference_that_names_no_port_is_refused(off_berwick: State, start: Start) -> None:
    ask = start(storm, off_berwick).run.waiting["red"]
    assert ask.domain.understand("prefer whitby, friendly") == ("le michael to whitby",)
    with pytest.raises(Illegal, match="'sherwood' is not one of your choices"):
        ask.domain.understand("prefer sherwood")


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("neville ashore in berwick", "berwick"),
        ("ashore in the open", ""),
        ("neville ashore in the open", ""),
    ],
)
def test_the_reply_that_chooses_a_port_may_say_who_goes_where(
    off_berwick: State, start: Start, line: str, place: str
) -> None:
    played = start(storm, off_berwick)
    domain = played.run.waiting["red"].domain
    [text] = domain.understand("le m to berw")
    [wish] = domain.understand(line, (text,))
    played.answer(f"red {text} / {wish}")
    assert played.open == []
    assert off_berwick.nobles["neville"].square == "berwick"
    assert off_berwick.nobles["neville"].place == place


def test_a_wish_that_cannot_be_had_is_asked_again(off_berwick: State, start: Start) -> None:
    played = start(storm, off_berwick, "red neville ashore in bamburgh")
    assert played.open == [("red", "ashore")]


@pytest.mark.parametrize(
    ("order", "place"), [("when ashore: inside", "berwick"), ("when ashore: open", "")]
)
def test_passengers_go_inside_or_stay_out_beforehand(
    off_berwick: State, start: Start, on_file: File, order: str, place: str
) -> None:
    played = start(storm, off_berwick, "red le michael to berwick")
    ask = played.run.waiting["red"]
    assert (ask.facts["of"], ask.facts["at"]) == ("neville", "berwick")
    assert ask.default == "neville in berwick"
    on_file(played, "red", order)
    assert played.open == []
    assert off_berwick.nobles["neville"].place == place


def test_at_an_unfortified_town_silence_stays_out_of_it(position: Position, start: Start) -> None:
    state = position(howard="red aboard le michael with le michael", le_michael="on s2")
    domain = start(storm, state).run.waiting["red"].domain
    assert domain.understand("howard at whitby") == ("howard at whitby",)
    assert domain.understand("open") == ("howard in the open",)
    assert domain.understand("prefer inside, unfortified") == ("howard at whitby",)


@pytest.mark.parametrize(
    ("order", "place"),
    [
        ("when summons of courtenay: compton, friendly, nearest", "compton"),
        ("when summons of courtenay: plymouth", "plymouth"),
        ("when summons: prefer dover, friendly", "plymouth"),
        ("when summons: nearest", "compton"),
    ],
)
def test_who_is_called_twice_has_his_goal_on_file(
    position: Position, start: Start, on_file: File, order: str, place: str
) -> None:
    state = position(
        courtenay="red open plymouth with admiral, duchy of cornwall", captured="blue compton"
    )
    state.nobles["courtenay"].square = current().board.places["exeter"].square
    played = start(called("piracy west"), state)
    ask = played.run.waiting["red"]
    assert ask.facts["of"] == "courtenay"
    assert ask.facts["places"] == "plymouth (red), compton (blue)"
    on_file(played, "red", order)
    assert state.nobles["courtenay"].square == current().board.places[place].square


def test_two_nobles_called_twice_are_settled_by_one_line_each_or_by_a_list(
    position: Position, start: Start
) -> None:
    state = position(
        percy="red open london", howard="red open london", henry="red open london",
        edward="red open london",
    )  # fmt: skip
    domain = start(called("scots raid a"), state).run.waiting["red"].domain
    assert domain.understand("go") == ("henry goes with percy; edward goes with percy",)
    assert domain.understand("henry goes") == ("henry goes with percy",)
    assert domain.understand("stay", ["henry goes with percy"]) == ("edward stays",)
    assert domain.read("henry goes with percy; edward stays") == [
        ("henry", "percy"), ("edward", "")]  # fmt: skip
    with pytest.raises(Illegal, match="still to be settled"):
        domain.understand("stay", ["henry stays; edward stays"])


@pytest.mark.parametrize(
    ("order", "place"),
    [
        ("when follow: stay", "london"),
        ("when follow: go", "alnwick"),
        ("when follow of henry: goes with percy", "alnwick"),
        ("when follow if staying < 100: go", "alnwick"),
        ("when follow if staying < 10: go", None),
    ],
)
def test_heirs_follow_or_stay_as_is_on_file(
    position: Position, start: Start, on_file: File, order: str, place: str | None
) -> None:
    state = position(percy="red open london", howard="red open london", henry="red open london")
    state.nobles["howard"].place = state.nobles["percy"].place = state.heirs["henry"].place = ""
    played = start(called("scots raid a"), state)
    ask = played.run.waiting["red"]
    assert (ask.facts["staying"], ask.facts["who_goes"]) == (10, "percy to alnwick")
    on_file(played, "red", order)
    if place is None:
        assert played.open == [("red", "follow")]
    else:
        assert state.heirs["henry"].square == current().board.places[place].square


def test_an_order_for_one_heir_completes_at_the_deadline(
    position: Position, start: Start, on_file: File
) -> None:
    state = position(
        percy="red open london", howard="red open london", henry="red open london",
        edward="red open london",
    )  # fmt: skip
    played = start(called("scots raid a"), state)
    on_file(played, "red", "when follow of edward: go")
    assert played.open == [("red", "follow")]
    on_file(played, "red", "when follow of edward: go", late=True)
    assert (state.heirs["edward"].place, state.heirs["henry"].square) == ("alnwick", "london")


def test_orders_for_each_of_two_heirs_answer_at_once(
    position: Position, start: Start, on_file: File
) -> None:
    state = position(
        percy="red open london", howard="red open london", henry="red open london",
        edward="red open london",
    )  # fmt: skip
    played = start(called("scots raid a"), state)
    on_file(played, "red", "when follow of edward: go", "when follow of henry: stay")
    assert played.open == []
    assert (state.heirs["edward"].place, state.heirs["henry"].square) == ("alnwick", "london")


@pytest.fixture
def court() -> Companions:
    return Companions(("neville", "grey"), ("margaret",), needed=True)


@pytest.mark.parametrize(
    ("line", "text", "going"),
    [
        ("take neville, grey", "take all", ("neville", "grey", "margaret")),
        ("take all", "take all", ("neville", "grey", "margaret")),
        ("take strongest", "take neville", ("neville",)),
        ("take nev and marg", "take neville, margaret", ("neville", "margaret")),
        ("take grey; margaret stays", "take grey", ("grey",)),
    ],
)
def test_an_embassy_is_answered_in_few_words(
    court: Companions, line: str, text: str, going: tuple[str, ...]
) -> None:
    assert court.understand(line) == (text,)
    assert court.read(text) == going


@pytest.mark.parametrize("line", ["margaret stays", "take all; margaret stays", "take margaret"])
def test_the_king_goes_with_a_noble_and_nobody_is_left_alone(court: Companions, line: str) -> None:
    with pytest.raises(Illegal) as refused:
        court.understand(line)
    assert "KM-MOV-05" in refused.value.rules


@pytest.mark.parametrize(
    ("order", "stays"),
    [("when embassy: take all", None), ("when embassy: take strongest", "grey")],
)
def test_the_kings_company_is_on_file(
    position: Position, start: Start, on_file: File, order: str, stays: str | None
) -> None:
    state = position(neville="red in london", grey="red in london", henry="red in london")

    async def visit(table: Table[State]) -> None:
        await embassy(table, current().events["embassy rye"])

    played = start(visit, state)
    ask = played.run.waiting["red"]
    assert (ask.facts["of"], ask.facts["at"], ask.facts["neville"]) == ("henry", "rye", 50)
    on_file(played, "red", order)
    assert played.open == []
    assert state.heirs["henry"].place == "rye"
    left = [noble.id for noble in state.nobles.values() if noble.square == "london"]
    assert left == ([stays] if stays else [])

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Chance, Entry, Illegal, Run, Table
from moderator.titles.kingmaker.components.cards import NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.deal.laying import Laying
from moderator.titles.kingmaker.deal.layout import Layout, lines
from moderator.titles.kingmaker.events import (
    ChanceryFilled,
    Dealt,
    FirstPlayer,
    LaidOut,
    NobleFound,
    SeatOrder,
)
from moderator.titles.kingmaker.state import CHANCE, SEATS, State

OPTIONS = {"deal": "part", "places": "basic", "rounds": "0"}
PLAYER_A = (
    "neville", "greystoke", "earl of richmond", "earl of salisbury", "chancellor", "marshal",
    "county palatine", "saxons", "northampton",
)  # fmt: skip
"""KM-EXD-03: two nobles, two titles, three offices, a mercenary and a town."""
PLAYER_B = (
    "roos", "earl of westmorland", "duke of exeter", "cinque ports", "saxons", "bishop of lincoln",
    "coventry", "ipswich", "le michael",
)  # fmt: skip
"""KM-EXD-02."""
PLAYER_C = (
    "herbert", "hastings", "scrope", "earl of kent", "county palatine", "treasurer",
    "scots archers", "scots archers 2", "swansea",
)  # fmt: skip
"""KM-EXD-01."""
PLAYER_D = (
    "beaufort", "fitzalan", "bourchier", "earl of worcester", "northern marches",
    "bishop of durham", "archbishop of york",
)  # fmt: skip
"""KM-EXD-03."""


def lay(cards: tuple[str, ...], text: str, whole: bool = False) -> Layout:
    """Read a sheet as a player writes it; its lines are joined by ' / '."""
    domain, said = Laying(cards, whole), list[str]()
    for line in filter(None, text.split(" / ")):
        found = domain.understand(line, said)
        assert len(found) == 1, line
        said += found
    return domain.read("\n".join(said))


def refused(cards: tuple[str, ...], text: str, whole: bool = False) -> tuple[str, ...]:
    with pytest.raises(Illegal) as illegal:
        lay(cards, text, whole)
    return illegal.value.rules


@pytest.mark.rule("KM-EXD-01")
@pytest.mark.rule("KM-PRE-10")
def test_player_c_leaves_scrope_without_any_award() -> None:
    layout = lay(
        PLAYER_C,
        "give kent to herbert / give county palatine to herbert / "
        "give scots archers to hastings / give scots archers to herbert / give swansea to herbert",
    )
    assert layout.awards == {
        "herbert": ["earl of kent", "county palatine", "scots archers 2", "swansea"],
        "hastings": ["scots archers"],
        "scrope": [],
    }
    assert layout.chancery == ["treasurer"]


@pytest.mark.rule("KM-EXD-02")
@pytest.mark.rule("KM-PRE-08")
@pytest.mark.rule("KM-PRE-12")
def test_player_b_gives_everything_to_roos() -> None:
    layout = lay(PLAYER_B, "give westmorland to roos")
    assert layout.chancery == ["duke of exeter"]
    assert set(layout.awards["roos"]) == set(PLAYER_B) - {"roos", "duke of exeter"}


@pytest.mark.rule("KM-EXD-03")
def test_player_a_chooses_what_goes_to_chancery() -> None:
    layout = lay(
        PLAYER_A,
        "give richmond to greystoke / give marshal to greystoke / give chancellor to neville / "
        "give northampton to neville / give saxons to greystoke",
    )
    assert layout.awards == {
        "neville": ["chancellor", "northampton"],
        "greystoke": ["earl of richmond", "marshal", "saxons"],
    }
    assert layout.chancery == ["earl of salisbury", "county palatine"]


@pytest.mark.rule("KM-EXD-03")
def test_player_d_gives_the_office_to_a_noble_he_values_less() -> None:
    layout = lay(
        PLAYER_D,
        "give worcester to bourchier / give northern marches to fitzalan / "
        "give bishop of durham, york to beaufort",
    )
    assert layout.awards["fitzalan"] == ["northern marches"]
    assert layout.awards["beaufort"] == ["bishop of durham", "archbishop of york"]
    assert not layout.chancery


@pytest.mark.rule("KM-PRE-07")
def test_a_title_is_not_sent_to_chancery_while_a_noble_can_take_it() -> None:
    assert refused(PLAYER_B, "chancery exeter / chancery westmorland") == ("KM-PRE-07", "KM-PRE-08")
    assert lay(PLAYER_B, "chancery westmorland").awards["roos"][0] == "duke of exeter"


@pytest.mark.rule("KM-PRE-09")
def test_an_office_wants_a_title() -> None:
    assert refused(PLAYER_C, "give treasurer to scrope") == ("KM-PRE-09",)
    assert refused(PLAYER_D, "chancery northern marches") == ("KM-PRE-09", "KM-PRE-10")


@pytest.mark.rule("KM-PRE-11")
def test_nobody_has_two_titles_or_two_offices() -> None:
    assert refused(PLAYER_A, "give richmond to neville") == ("KM-PRE-11",)
    sheet = "give richmond to greystoke / give marshal to greystoke / give chancellor to greystoke"
    assert refused(PLAYER_A, sheet) == ("KM-PRE-11",)


@pytest.mark.rule("KM-PRE-13")
def test_no_dealt_card_is_kept_in_hand() -> None:
    assert refused(PLAYER_A, "hold saxons") == ("KM-PRE-13",)
    assert refused(PLAYER_A, "chancery saxons") == ("KM-PRE-12", "KM-PRE-13")


@pytest.mark.rule("KM-PRE-15")
def test_a_card_once_given_stays() -> None:
    assert refused(PLAYER_A, "give saxons to neville / give saxons to greystoke") == ("KM-PRE-15",)


@pytest.mark.rule("KM-SET-05")
@pytest.mark.rule("KM-SET-06")
def test_a_noble_starts_in_a_castle_of_his_own() -> None:
    assert lay(PLAYER_A, "place neville in raby").homes["neville"] == "raby"
    assert refused(PLAYER_A, "place neville in richmond") == ("KM-SET-05", "KM-SET-06")
    with pytest.raises(Illegal) as illegal:
        lay(PLAYER_A, "place neville in richmond")
    assert next(iter(illegal.value.nearest)) == "place neville in warwick"


def test_what_is_left_open_goes_to_the_strongest() -> None:
    layout = lay(PLAYER_A, "")
    assert layout.awards["greystoke"][0] == "earl of richmond"
    assert "marshal" in layout.awards["neville"]
    assert layout.homes == {"neville": "raby", "greystoke": "richmond"}
    assert Laying(PLAYER_A).read("ok") == Laying(PLAYER_A).read("\n".join(lines(layout)))


def test_an_unknown_word_is_not_taken_for_a_card() -> None:
    assert Laying(PLAYER_A).understand("attack neville") == ()
    with pytest.raises(Illegal, match="no card 'coventry'"):
        lay(PLAYER_A, "give coventry to neville")
    with pytest.raises(Illegal, match="no noble 'percy'"):
        lay(PLAYER_A, "give saxons to percy")


@pytest.mark.parametrize("whole", [False, True])
def test_every_legal_sheet_is_read_back_as_it_is(whole: bool) -> None:
    rng = Random(3)
    for cards in (PLAYER_A, PLAYER_B, PLAYER_C, PLAYER_D):
        domain = Laying(cards, whole)
        for text in [domain.sample(rng) for _ in range(25)]:
            said: list[str] = []
            for line in text.splitlines():
                assert domain.understand(line, said) == (line,)
                said.append(line)
            full = domain.read("\n".join(lines(domain.read(text))))
            assert sorted(lines(full)) == sorted(lines(domain.read(text)))


def test_two_cards_alike_are_given_by_one_word() -> None:
    layout = lay(PLAYER_C, "give scots archers, scots archers to scrope")
    assert layout.awards["scrope"][:2] == ["scots archers", "scots archers 2"]
    with pytest.raises(Illegal):
        lay(PLAYER_C, "give scots archers, scots archers, scots archers to scrope")


@pytest.mark.rule("KM-SHO-03")
def test_with_the_whole_deal_all_but_one_noble_may_be_held() -> None:
    layout = lay(
        PLAYER_A, "hold greystoke, richmond, saxons / give chancellor to neville", whole=True
    )
    assert list(layout.awards) == ["neville"]
    assert layout.held[:3] == ["greystoke", "earl of richmond", "saxons"]
    assert "marshal" in layout.held
    assert not layout.chancery
    assert refused(PLAYER_A, "hold neville, greystoke", whole=True) == ("KM-SHO-03",)
    assert refused(PLAYER_A, "chancery marshal", whole=True) == ("KM-SHO-03",)


def begin(
    count: int, seed: int = 1, draws: list[str] | None = None, **options: str
) -> tuple[Run[State], list[Any]]:
    """Deal a game and wait for the layouts; the marks of all draws go into *draws*."""
    told: list[Any] = []

    class Keep:
        def entry(self, entry: Entry) -> None:
            if draws is not None:
                draws.append(entry.source)

        def event(self, event: object, to: object) -> None:
            told.append((event, to))

        def checkpoint(self, run: object) -> None: ...

    async def end(table: Table[State]) -> str | None:
        return None

    title: Any = type("T", (), {"phases": {"setup": setup.setup, CHANCE: end}})
    state = setup.fresh(SEATS[:count], {**OPTIONS, **options})
    return Run(title, state, Chance(seed.to_bytes(32, "big")), phase="setup", recorder=Keep()), told


def all_cards(state: State) -> Counter[str]:
    cards = Counter([*state.crown_deck, *state.chancery, *state.nobles])
    for noble in state.nobles.values():
        cards.update(noble.awards)
    for faction in state.factions.values():
        cards.update([*faction.dealt, *faction.hand])
    return cards


@pytest.mark.rule("KM-PRE-05")
@pytest.mark.parametrize(("count", "each"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6), (7, 5)])
def test_36_cards_are_dealt_evenly(count: int, each: int) -> None:
    run, told = begin(count)
    found = sum(isinstance(event, NobleFound) for event, _ in told)
    for event, to in told:
        if isinstance(event, Dealt):
            assert to == {event.seat}
            lucky = any(isinstance(e, NobleFound) and e.seat == event.seat for e, _ in told)
            assert len(event.cards) == each + lucky
    assert len(run.state.crown_deck) == 72 - count * each - found


@pytest.mark.rule("KM-PRE-06")
@pytest.mark.rule("KM-PRE-14")
@pytest.mark.rule("KM-PRE-16")
@pytest.mark.rule("KM-SET-07")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("deal", ["part", "whole"])
def test_every_card_is_laid_out_and_every_player_has_a_noble(count: int, deal: str) -> None:
    rng = Random(count)
    for seed in range(12):
        run, told = begin(count, seed, deal=deal)
        assert set(run.asks) == set(SEATS[:count])
        for seat, ask in list(run.waiting.items()):
            assert not any(isinstance(event, LaidOut) for event, _ in told)
            ask.domain.read(ask.default)
            run.answer(seat, ask.domain.sample(rng))
        state = run.state
        assert all_cards(state) == Counter(list(current().cards))
        assert {noble.seat for noble in state.nobles.values()} == set(state.seats)
        if deal == "part":
            assert not any(faction.hand for faction in state.factions.values())
        else:
            assert not state.chancery
        awarded = {
            ship
            for noble in state.nobles.values()
            for card in noble.awards
            for ship in current().cards[card].ships
        }
        assert {ship.id: ship.port for ship in state.ships.values()} == {
            ship: current().ships[ship].port for ship in awarded
        }
        for noble in state.nobles.values():
            kinds = Counter(current().cards[card].kind for card in noble.awards)
            printed = bool(current().cards[noble.id].title)
            assert kinds[TITLE] + printed <= 1
            assert kinds[OFFICE] <= kinds[TITLE] + printed
            homes = current().cards[noble.id].places
            assert noble.square in {current().board.places[home].square for home in homes}
            assert noble.place in {"", *homes}
        assert state.starter in state.seats


@pytest.mark.rule("KM-SHO-02")
@pytest.mark.rule("KM-SHO-04")
def test_the_whole_deal_deals_the_deck_and_gives_everybody_a_noble() -> None:
    for seed in range(20):
        run, told = begin(7, seed, deal="whole")
        hands = [event.cards for event, _ in told if isinstance(event, Dealt)]
        assert [len(hand) for hand in hands] == [10] * 7
        assert len(run.state.crown_deck) == 2
        for hand in hands:
            assert any(current().cards[card].kind == NOBLE for card in hand)
        assert not any(isinstance(event, NobleFound) for event, _ in told)


@pytest.mark.rule("KM-PRE-14")
def test_who_is_dealt_no_noble_turns_cards_over_until_one_comes() -> None:
    found = 0
    for seed in range(60):
        run, told = begin(7, seed)
        for event, to in told:
            if isinstance(event, NobleFound):
                found += 1
                assert to is None
                hand = run.state.factions[event.seat].dealt
                assert [card for card in hand if current().cards[card].kind == NOBLE] == [
                    event.noble
                ]
    assert found


@pytest.mark.rule("KM-SET-01")
@pytest.mark.rule("KM-SET-02")
@pytest.mark.rule("KM-SET-03")
@pytest.mark.rule("KM-SET-04")
@pytest.mark.rule("KM-VIC-03")
def test_heirs_stand_inside_their_places_and_belong_to_nobody() -> None:
    heirs = setup.fresh(["red", "blue"], OPTIONS).heirs
    assert {heir.id: heir.place for heir in heirs.values()} == {
        "henry": "london",
        "margaret": "fotheringhay",
        "edward": "coventry",
        "richard": "york",
        "march": "harlech",
        "clarence": "cardigan",
        "gloucester": "calais",
    }
    assert not any(heir.seat for heir in heirs.values())
    assert [heir.id for heir in heirs.values() if heir.crowned] == ["henry"]


@pytest.mark.rule("KM-SHO-05")
def test_the_short_game_moves_two_heirs() -> None:
    basic = setup.fresh(["red", "blue"], OPTIONS).heirs
    short = setup.fresh(["red", "blue"], {**OPTIONS, "places": "short"}).heirs
    moved = {id_: heir.place for id_, heir in short.items() if heir.place != basic[id_].place}
    assert moved == {"edward": "fotheringhay", "gloucester": "plymouth"}


@pytest.mark.rule("KM-SEQ-01")
def test_the_order_of_the_seats_is_drawn_before_the_deal() -> None:
    orders = {tuple(begin(4, seed)[0].state.seats) for seed in range(8)}
    assert len(orders) > 1
    run, told = begin(4)
    assert told[0] == (SeatOrder(tuple(run.state.seats)), None)


@pytest.mark.rule("KM-PRE-02")
@pytest.mark.rule("KM-BRF-03")
def test_both_decks_are_shuffled_and_no_die_is_thrown() -> None:
    draws: list[str] = []
    (one, _), (other, _) = begin(3, 1, draws), begin(3, 2)
    assert len(draws) > 3
    assert all(mark.startswith("s") for mark in draws), "a shuffle is marked s, a die d"
    for run in (one, other):
        assert sorted(run.state.event_deck) == sorted(current().events)
        assert run.state.event_discard == []
    assert one.state.event_deck != other.state.event_deck
    assert one.state.crown_deck != other.state.crown_deck
    assert begin(3, 1)[0].state == one.state


@pytest.mark.rule("KM-BRF-01")
@pytest.mark.rule("KM-BRF-02")
@pytest.mark.rule("KM-SHO-01")
@pytest.mark.parametrize("count", [2, 7])
def test_every_count_of_players_and_every_short_rule_has_its_game(count: int) -> None:
    for deal in ("part", "whole"):
        for places in ("basic", "short"):
            run, _ = begin(count, deal=deal, places=places, rounds="12")
            assert len(run.state.factions) == len(run.asks) == count
            assert len(run.state.heirs) == 7
            assert run.state.options == {"deal": deal, "places": places, "rounds": "12"}


@pytest.mark.rule("KM-CHA-01")
@pytest.mark.rule("KM-CHA-03")
def test_only_the_number_of_cards_in_chancery_is_told() -> None:
    run, told = begin(2, 3)
    for seat in list(run.waiting):
        run.answer(seat, "ok")
    state = run.state
    assert state.chancery
    assert (ChanceryFilled(len(state.chancery)), None) in told
    sent = [card for faction in state.factions.values() for card in faction.sent]
    assert sorted(sent) == sorted(state.chancery)
    assert {current().cards[card].kind for card in sent} <= {TITLE, OFFICE}


@pytest.mark.rule("KM-SEQ-03")
def test_who_begins(position: Callable[..., State], start: Callable[..., Any]) -> None:
    async def find(table: Table[State]) -> None:
        setup.find_starter(table)

    def first(**nobles: str) -> FirstPlayer:
        told: FirstPlayer = start(find, position(**nobles)).told(FirstPlayer)[0]
        return told

    chancellor = first(
        percy="red in alnwick with archbishop of york", neville="blue in raby with chancellor"
    )
    assert chancellor == FirstPlayer("blue", "chancellor", False)
    bishops = first(
        percy="red in alnwick with bishop of durham",
        neville="blue in raby with bishop of norwich, archbishop of york",
    )
    assert bishops == FirstPlayer("blue", "archbishop of york", False)
    assert first(percy="red in alnwick", neville="blue in raby") == FirstPlayer("red", "", False)
    bonus = first(
        percy="red in alnwick", neville="blue in raby", mowbray="blue in tickhill with saxons"
    )
    assert bonus == FirstPlayer("blue", "", False)
    assert first(roos="red in belvoir", grey="blue in denbigh").drawn


@pytest.mark.rule("KM-SET-05")
@pytest.mark.rule("KM-TWN-05")
def test_who_is_too_strong_for_his_castle_starts_in_the_open(
    position: Callable[..., State], start: Callable[..., Any]
) -> None:
    strong = Laying(("percy", "marshal", "bishop of durham", "saxons", "scots archers")).read("")

    async def lay_out(table: Table[State]) -> None:
        setup.lay_out(table, "red", strong)

    state = position("red blue")
    percy = start(lay_out, state).state.nobles["percy"]
    assert (percy.square, percy.place) == ("alnwick", "alnwick")
    strong.awards["percy"] += ["burgundian crossbowmen", "flemish crossbowmen"]
    percy = start(lay_out, state).state.nobles["percy"]
    assert (percy.square, percy.place) == ("alnwick", "")


@pytest.mark.rule("KM-SEQ-03")
def test_of_bishops_durham_and_lincoln_against_carlisle_durham_begins(
    position: Callable[..., State], start: Callable[..., Any]
) -> None:
    async def find(table: Table[State]) -> None:
        setup.find_starter(table)

    state = position(
        "red blue yellow",
        grey="yellow in denbigh with bishop of carlisle",
        roos="blue in belvoir with bishop of lincoln, bishop of durham",
        percy="red in alnwick with marshal",
    )
    played = start(find, state)
    assert played.told(FirstPlayer) == [FirstPlayer("blue", "bishop of durham", False)]


@pytest.mark.rule("KM-SHO-02")
@pytest.mark.parametrize(("count", "each", "over"), [(4, 18, 0), (5, 14, 2), (7, 10, 2)])
def test_the_whole_deal_leaves_over_only_what_does_not_divide(
    count: int, each: int, over: int
) -> None:
    run, _ = begin(count, deal="whole")
    assert [len(run.state.factions[seat].dealt) for seat in run.state.seats] == [each] * count
    assert len(run.state.crown_deck) == over

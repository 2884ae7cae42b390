"""Games from the thick of it, by random answers: everything that can happen does, and is sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Ask, Chance, Event, Run
from moderator.kit.playout import play
from moderator.titles.kingmaker import events
from moderator.titles.kingmaker.allotment import takes
from moderator.titles.kingmaker.audit import audit
from moderator.titles.kingmaker.cards import BISHOP, NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.data import current
from moderator.titles.kingmaker.forces import room, strength
from moderator.titles.kingmaker.resample import resample
from moderator.titles.kingmaker.stacking import companions
from moderator.titles.kingmaker.state import CHANCE, Ship, State
from moderator.titles.kingmaker.title import KINGMAKER
from moderator.titles.kingmaker.viewing import view

SEATS = ("red", "blue", "yellow")
PLACES = ("york", "london", "canterbury", "salisbury", "calais", "douglas", "rye", "coventry")
CATHEDRALS = ("york", "london", "canterbury", "salisbury")
TURNS = 5
FEWEST, MOST = 16, 160
"""Games from the middle: more are played only while something has not happened yet."""
AT_THE_START = {"SeatOrder", "Dealt", "NobleFound", "LaidOut", "ChanceryFilled", "FirstPlayer"}
"""What is told in the deal alone."""
NEVER_BY_CHANCE = {"EndProposed", "LineDropped"}
"""What a random answer does not bring about; tests of their own do."""


def middle(position: Callable[..., State], rng: Random) -> State:
    """Return a position in the middle of a game: some heirs dead, ships at sea, cards about."""
    known = current()
    counters: dict[str, str] = {}
    fewer = rng.choice([0.4, 0.85])
    for royal in known.heirs:
        where = rng.choice([*CATHEDRALS, *PLACES])
        counters[royal] = "dead" if rng.random() < fewer else f"nobody in {where}"
    for card in known.cards.values():
        if card.kind == NOBLE and rng.random() < 0.8:
            place = rng.choice(PLACES)
            spot = rng.choice([f"open {known.board.places[place].square}", f"in {place}"])
            counters[card.id] = f"{rng.choice(SEATS)} {spot}"
    held = [place for place in PLACES if known.board.places[place].kind.held]
    captured = ", ".join(f"{rng.choice(SEATS)} {place}" for place in held)
    state = position(" ".join(SEATS), captured=captured, **counters)
    deal(state, rng)
    for noble in state.nobles.values():
        left = room(state, noble.place) if noble.place else None
        if left is not None and left < 0:
            noble.place = ""
    embark(state, rng)
    for heir in state.heirs.values():
        near = [n for n in state.nobles.values()
                if (n.square, n.place) == (heir.square, heir.place)]  # fmt: skip
        if heir.alive and near and rng.random() < 0.6:
            heir.seat, heir.force = near[0].seat, near[0].force
    consecrate(state, rng)
    rng.shuffle(state.event_deck)
    if rng.random() < 0.2:
        state.event_discard, state.event_deck = state.event_deck[4:], state.event_deck[:4]
    state.turn.seat, state.turn.number, state.starter = SEATS[-1], 3, SEATS[0]
    return state


def deal(state: State, rng: Random) -> None:
    """Give most cards to nobles and hands, some to Chancery; each player has writs and moves."""
    known = current()
    for id_ in [id_ for id_ in state.crown_deck if rng.random() < 0.8]:
        noble, kind = rng.choice(list(state.nobles)), known.cards[id_].kind
        if kind == BISHOP:
            continue
        state.crown_deck.remove(id_)
        if kind in {TITLE, OFFICE} and rng.random() < 0.4:
            state.chancery.append(id_)
        elif kind != NOBLE and rng.random() < 0.8 and takes(state, noble, id_):
            state.nobles[noble].awards.append(id_)
            for ship in known.cards[id_].ships:
                state.ships[ship] = Ship(ship, known.ships[ship].port)
        else:
            state.factions[rng.choice(SEATS)].hand.append(id_)
    for card in [id_ for id_ in state.event_deck if id_.startswith(("writ", "free move"))]:
        if rng.random() < 0.7:
            state.event_deck.remove(card)
            state.factions[rng.choice(SEATS)].kept.append(card)


def consecrate(state: State, rng: Random) -> None:
    """Give the bishops to nobles who have an heir with them, if there are any."""
    guards = [noble for noble in state.nobles.values() if companions(state, [noble.id])]
    for id_ in [id_ for id_ in state.crown_deck if current().cards[id_].kind == BISHOP]:
        noble = rng.choice(guards or list(state.nobles.values()))
        if takes(state, noble.id, id_):
            state.crown_deck.remove(id_)
            noble.awards.append(id_)


def embark(state: State, rng: Random) -> None:
    """Put ships to sea, each with a noble of her player on board if she can carry one."""
    known = current()
    for ship in state.ships.values():
        if rng.random() < 0.4:
            continue
        ship.port, ship.sea = "", rng.choice(list(known.board.seas))
        owner = next(n for n in state.nobles.values() if known.ships[ship.id].card in n.awards)
        able = [n for n in state.nobles.values() if n.seat == owner.seat and not n.aboard]
        rng.shuffle(able)
        for noble in able:
            where = noble.square, noble.place
            noble.square, noble.place, noble.aboard = "", "", [ship.id]
            if strength(state, noble.id) <= known.ships[ship.id].capacity:
                break
            (noble.square, noble.place), noble.aboard = where, []


def bold(ask: Ask[Any], rng: Random) -> str:
    """Return an answer that seldom does nothing, so that much happens."""
    for _ in range(4):
        text: str = ask.domain.sample(rng)
        if text not in {ask.done, ask.default, "end", "pause"}:
            break
    return text


class Chronicle:
    """Everything that is told."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def entry(self, entry: object) -> None: ...

    def event(self, event: Event, to: object) -> None:
        self.told[type(event).__name__] += 1

    def checkpoint(self, run: object) -> None: ...


def played_on(state: State, seed: int) -> Counter[str]:
    """Play some turns at random; the audit and the views are checked on the way."""
    rng, chronicle = Random(seed), Chronicle()
    run: Run[State] = Run(
        KINGMAKER, state, Chance(seed.to_bytes(32, "big")), phase=CHANCE, recorder=chronicle
    )
    asked = 0
    while run.waiting and run.state.turn.number < 4 + TURNS:
        for seat, ask in list(run.waiting.items()):
            ask.domain.read(ask.default)
            idle = ask.kind == "business" and rng.random() < 0.7
            run.answer(seat, ask.default if idle else bold(ask, rng))
            asked += 1
            if asked % 60 == 0:
                redealt = resample(run.state, seat, Random(asked))
                assert view(redealt, seat) == view(run.state, seat)
        if asked % 4 == 0:
            audit(run.state)
        assert asked < 3000
    audit(run.state)
    return chronicle.told


def test_whatever_can_happen_happens_in_random_games(position: Callable[..., State]) -> None:
    told: Counter[str] = Counter()
    wanted = {kind.__name__ for kind in events.EVENTS} - AT_THE_START - NEVER_BY_CHANCE
    for seed in range(MOST):
        if seed >= FEWEST and wanted <= told.keys():
            break
        state = middle(position, Random(seed))
        audit(state)
        told += played_on(state, seed)
    assert wanted - told.keys() == set()


@pytest.mark.parametrize("deal_option", ["part", "whole"])
def test_what_is_told_of_a_deal_is_told(deal_option: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(8):
        options = {"deal": deal_option, "rounds": "1"}
        result = play(KINGMAKER, KINGMAKER.seats, options, seed)
        told.update(type(event).__name__ for event, _ in result.events)
    only_part = {"NobleFound", "ChanceryFilled"} if deal_option == "whole" else set()
    assert AT_THE_START - told.keys() == only_part

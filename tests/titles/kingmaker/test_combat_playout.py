"""Combat Phases on positions made at random: no card, noble or heir is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from moderator.engine import Ask
from moderator.titles.kingmaker.components.cards import NOBLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.fighting.combat import combat
from moderator.titles.kingmaker.fighting.execution import enforce_houses
from moderator.titles.kingmaker.hands.allotment import takes
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.position.forces import room
from moderator.titles.kingmaker.state import BATTLE, SIEGE, Duty, Ship, Siege, State

Position = Callable[..., State]
Start = Callable[..., Any]

SEATS = ("red", "blue", "yellow")
PLACES = ("coventry", "warwick", "kenilworth", "hereford", "rye", "london")


def crowded(position: Position, rng: Random) -> State:
    """Return many nobles of three factions in a few squares, some under siege or just landed."""
    known = current()
    places = [place for place in PLACES if place in known.board.places]
    counters: dict[str, str] = {}
    for card in known.cards.values():
        if card.kind == NOBLE and rng.random() < 0.7:
            place = rng.choice(places)
            spot = rng.choice([f"open {known.board.places[place].square}", f"in {place}"])
            counters[card.id] = f"{rng.choice(SEATS)} {spot}"
    for royal in known.heirs:
        counters[royal] = f"nobody in {rng.choice([p for p in places if p != 'rye'])}"
    held = [p for p in places if known.board.places[p].kind.held]
    captured = ", ".join(f"{rng.choice(SEATS)} {place}" for place in held)
    state = position(" ".join(SEATS), captured=captured, **counters)
    award(state, rng)
    rng.shuffle(state.event_deck)
    for noble in state.nobles.values():
        left = room(state, noble.place) if noble.place else None
        if left is not None and left < 0:
            noble.place = ""
        if rng.random() < 0.5 or noble.place:
            noble.force = 90 + SEATS.index(noble.seat)
    for heir in state.heirs.values():
        here = (heir.square, heir.place)
        near = [n for n in state.nobles.values() if (n.square, n.place) == here]
        if near:
            heir.seat, heir.force = near[0].seat, near[0].force
    besiegers = [n.id for n in state.nobles.values()
                 if n.square == "coventry" and not n.place and n.seat == "blue"]  # fmt: skip
    if besiegers and state.captured["coventry"] != "blue":
        state.sieges["coventry"] = Siege("blue", besiegers)
    landed = [n.id for n in state.nobles.values() if n.square == "rye" and n.seat == "red"]
    state.duties = [Duty(rng.choice([BATTLE, SIEGE]), "red", "rye", landed)] if landed else []
    return state


def award(state: State, rng: Random) -> None:
    """Deal most of the Crown deck out, to nobles where they may take it and to hands."""
    known = current()
    for id_ in [id_ for id_ in state.crown_deck if rng.random() < 0.8]:
        noble = rng.choice(list(state.nobles))
        state.crown_deck.remove(id_)
        if known.cards[id_].kind != NOBLE and rng.random() < 0.8 and takes(state, noble, id_):
            state.nobles[noble].awards.append(id_)
            for ship in known.cards[id_].ships:
                state.ships[ship] = Ship(ship, known.ships[ship].port)
        else:
            state.factions[rng.choice(SEATS)].hand.append(id_)


def bold(ask: Ask[Any], rng: Random) -> str:
    """Return an answer that seldom does nothing, so that much happens."""
    text = ask.domain.sample(rng)
    return ask.domain.sample(rng) if text in {"pass", "call off", "no ransom"} else text


@pytest.mark.parametrize("seed", range(16))
def test_random_combat_keeps_every_card_and_ends(
    position: Position, start: Start, seed: int
) -> None:
    rng = Random(seed)
    state = crowded(position, rng)
    audit(state)

    async def phase(table: Any) -> None:
        await combat(table)
        enforce_houses(table)

    played = start(phase, state)
    for _ in range(500):
        if not played.run.waiting:
            break
        seat, ask = next(iter(played.run.waiting.items()))
        ask.domain.read(ask.default)
        for text in ask.domain.examples():
            ask.domain.read(text)
            assert ask.domain.understand(text) == (text,)
        played.run.answer(seat, bold(ask, rng))
        audit(state)
    assert not played.run.waiting
    assert state.fight is None
    assert not [noble.id for noble in state.nobles.values() if noble.captor]
    audit(state)

"""Sheets that stand for a silent player, and sheets made up at random."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from moderator.titles.feudo.attack import targets
from moderator.titles.feudo.attack_order import PASS, name_of
from moderator.titles.feudo.board import board_of, exits
from moderator.titles.feudo.diplomacy import HEAD, ranking
from moderator.titles.feudo.paces import ATTACK_BEST
from moderator.titles.feudo.play_order import Play
from moderator.titles.feudo.state import CASTLE, CONVENT, MILADY, State
from moderator.titles.feudo.strategy import (
    Hand,
    default_hand,
    forced_hand,
    size,
    text_of,
)
from moderator.titles.feudo.tokens import living, word


def default(state: State, seat: str, verbs: Collection[str]) -> list[str]:
    """Return what a silent player files: the order of before, the default hand (FD-10, 11)."""
    lines: list[str] = []
    if "order" in verbs:
        lines.append(HEAD + ", ".join(ranking(state, seat).before))
    if "army" in verbs and forced_hand(state, seat) is None:
        lines.append(text_of(default_hand(state, seat)))
    if "play" in verbs and "army" not in verbs:
        lines += [line for line in state.sides[seat].sheet if line.startswith("play ")]
    return lines


def draft(state: State, seat: str, verbs: Collection[str], rng: Random) -> list[str]:
    """Return a random sheet, with alternatives and tests here and there."""
    lines: list[str] = []
    if "order" in verbs:
        lines.append(ranking(state, seat).sample(rng))
    hand = forced_hand(state, seat)
    if "army" in verbs and hand is None:
        if rng.random() < 0.2:
            lines.append(f"{text_of(_hand(state, seat, rng))} if place = 1")
        hand = _hand(state, seat, rng)
        lines.append(text_of(hand))
    if "play" in verbs:
        blind = hand is not None and not state.sides[seat].hand
        lines += _blind(state, hand, rng) if hand and blind else _plays(state, seat, rng)
    if "march" in verbs:
        lines += _marches(state, seat, rng)
    if "attack" in verbs:
        lines += _attacks(state, seat, rng)
    return lines


def _hand(state: State, seat: str, rng: Random) -> Hand:
    own = [token.id for token in living(state, seat)]
    chosen = rng.sample(own, size(state, seat))
    trading = rng.choice(state.sides[seat].trading)
    return Hand(tuple(token for token in own if token in chosen), trading)


def _plays(state: State, seat: str, rng: Random) -> list[str]:
    """Return a play for each card that comes up in a few tries, some with a second choice."""
    domain = Play(state, seat)
    by_head: dict[str, str] = {}
    if not state.sides[seat].hand:
        return []
    for _ in range(4):
        text = domain.sample(rng)
        head = text.partition(":")[0]
        if head not in by_head:
            by_head[head] = text
        elif by_head[head] != text and " or " not in by_head[head]:
            test = f" if place < {len(state.seats)}" if rng.random() < 0.3 else ""
            by_head[head] += f"{test} or {text}"
    return list(by_head.values())


def _blind(state: State, hand: Hand, rng: Random) -> list[str]:
    """Return a step, legal or not, for each card of a hand that is still to be chosen."""
    lines: list[str] = []
    for token in (state.tokens[id_] for id_ in hand.army):
        near = exits(state, token.seat) if token.at == CASTLE else board_of(state).steps[token.at]
        lines.append(f"play {word(token)}: {token.at} - {rng.choice(near)} or stay")
    return lines


def _marches(state: State, seat: str, rng: Random) -> list[str]:
    movers = [token for token in living(state, seat) if token.at not in {CASTLE, CONVENT}]
    lines: list[str] = []
    for token in rng.sample(movers, min(len(movers), 2)):
        step = rng.choice(board_of(state).steps[token.at])
        lines.append(f"march {word(token)}: {token.at} - {step}")
    return lines


def _attacks(state: State, seat: str, rng: Random) -> list[str]:
    if rng.random() < 0.4:
        return [ATTACK_BEST]
    found = targets(state, seat)
    lines: list[str] = []
    for target in rng.sample(found, min(len(found), 2)):
        body = rng.choice(target.bodies)
        chosen = rng.choice([token for token in body.tokens if MILADY not in token])
        line = f"attack {name_of(state, target.place)} with all"
        lines.append(f"{line}; advance {word(chosen)}" if rng.random() < 0.5 else line)
    return lines or [PASS]

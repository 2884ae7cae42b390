"""The form of each line of a sheet, legal now or not: tokens, places, cards that exist.

A line that is legal now is put into its full words; another is kept as it is once
all that it names is known, for a sheet is carried out later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moderator.engine import Ask, Illegal
from moderator.titles.feudo import lines as read
from moderator.titles.feudo.advance import Advances
from moderator.titles.feudo.attack_order import PASS, Attacks, name_of, tidied, tokens_in, words_of
from moderator.titles.feudo.diplomacy import ranking
from moderator.titles.feudo.march import Marches
from moderator.titles.feudo.paces import ATTACK_BEST, verb_of
from moderator.titles.feudo.play_order import Play
from moderator.titles.feudo.state import BARON, MILADY, State
from moderator.titles.feudo.strategy import (
    Hand,
    army_of,
    last_hand,
    text_of,
    trading_of,
)
from moderator.titles.feudo.tokens import living, word

Form = Callable[[State, str, str], tuple[str, ...]]


def ranked(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `order of play: blue, white`."""
    return ranking(state, seat).understand(text)


def army(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `army baron, milady, geoffrey`, perhaps with `; trading 2` or `, trading 2`."""
    text = text.replace(", trading ", "; trading ")
    cards, _, other = text.partition(";")
    chosen = army_of(state, seat, cards.removeprefix("army "))
    if other.strip():
        card = trading_of(state, seat, other.strip().removeprefix("trading "))
        return (text_of(Hand(chosen, card)),)
    return ("army " + words_of(chosen),)


def trading(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `trading 2`."""
    return (f"trading {trading_of(state, seat, text.removeprefix('trading '))}",)


def as_before(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `hand as last turn`."""
    return (text_of(last_hand(state, seat)),) if text == "hand as last turn" else ()


def play(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `play TOKEN: PATH`, whose card must be in the hand, if there is a hand yet."""
    who, path = read.split(state, text.removeprefix("play "))
    if not path:
        return Play(state, seat).understand(text) if state.sides[seat].hand else ()
    token = read.token_named(state, seat, who)
    hand = state.sides[seat].hand
    if token not in (hand or [t.id for t in living(state, seat)]):
        why = f"the card of {word(token)} is not in your hand"
        raise Illegal(why, ("FE-SHW-02",), tuple(f"play {word(t)}: stay" for t in hand))
    whole = f"play {word(token)}: {path.strip()}"
    return _now(Play(state, seat), whole) or (f"play {word(token)}: {_path(state, token, path)}",)


def march(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `march TOKEN: PATH`."""
    who, path = read.split(state, text.removeprefix("march "))
    if not path:
        return ()
    token = read.token_named(state, seat, who)
    return (f"march {word(token)}: {_path(state, token, path)}",)


def attack(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `attack TARGET with TOKENS; advance TOKENS`, `... with all` or `attack best`."""
    if text == ATTACK_BEST:
        return (text,)
    main, _, then = tidied(text).removeprefix("attack ").partition(";")
    where, _, who = main.partition(" with ")
    place = name_of(state, read.place_named(state, where.strip()))
    joined = "all" if who.strip() in {"", "all"} else words_of(tokens_in(state, seat, who))
    line = f"attack {place} with {joined}"
    if not then.strip():
        return (line,)
    return (f"{line}; {advance(state, seat, then.strip())[0]}",)


def advance(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `advance TOKENS`, perhaps with `to PLACE`."""
    who, _, where = text.removeprefix("advance ").partition(" to ")
    named = tokens_in(state, seat, who)
    if not named:
        return ()
    line = f"advance {words_of(named)}"
    if where:
        return (f"{line} to {name_of(state, read.place_named(state, where.strip()))}",)
    return (line,)


def nothing(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Read `pass`, which files nothing."""
    del state, seat
    return (PASS,) if text == PASS else ()


FORMS: Mapping[str, Form] = {
    "order": ranked,
    "army": army,
    "trading": trading,
    "hand": as_before,
    "play": play,
    "march": march,
    "attack": attack,
    "advance": advance,
    "pass": nothing,
}


def present(state: State, seat: str, line: str) -> Ask[Any] | None:
    """Return the question that *line* would answer if it were put now; None if it cannot be."""
    make = DOMAINS.get(verb_of(line))
    if make is None:
        return None
    facts, holds = read.facts(state, seat), read.holds(state, seat)
    return Ask(seat, verb_of(line), make(state, seat), PASS, facts, holds=holds)


def _marches(state: State, seat: str) -> Marches:
    return Marches(state, seat, read.purse(state, seat) - state.sides[seat].paid)


DOMAINS: Mapping[str, Callable[[State, str], Any]] = {
    "order": ranking,
    "play": Play,
    "march": _marches,
    "attack": Attacks,
    "advance": Advances,
}


def _now(domain: Play, text: str) -> tuple[str, ...]:
    """Return what a play means now, several ways to its goal among them; () if not allowed."""
    try:
        return domain.understand(text)
    except Illegal:
        return ()


def _path(state: State, token: str, text: str) -> str:
    """Check that a path names places, and what Milady does there names a Baron."""
    path, *deeds = [part.strip() for part in text.split(",")]
    if path not in {"", "stay"}:
        path = " - ".join(read.path_named(state, path.removeprefix("to ")))
    return ", ".join(filter(None, [path, *(_deed(state, token, deed) for deed in deeds)]))


def _deed(state: State, token: str, deed: str) -> str:
    verb, _, whom = deed.partition(" ")
    if verb not in {"charm", "infect"} or (verb == "infect" and whom):
        raise Illegal(f"'{deed}' is nothing that Milady can do", ("FE-MIL-05", "FE-MIL-18"))
    milady = state.tokens[token]
    if milady.kind != MILADY:
        rule = "FE-MIL-05" if verb == "charm" else "FE-MIL-18"
        raise Illegal(f"only Milady can {verb}", (rule,))
    if verb == "infect":
        return deed
    side = whom.removesuffix(BARON).strip()
    rivals = [seat for seat in state.seats if seat != milady.seat and seat.startswith(side)]
    if len(rivals) != 1:
        named = tuple(f"charm {seat} baron" for seat in state.seats if seat != milady.seat)
        raise Illegal(f"'{deed}': name the side of the Baron", ("FE-MIL-15",), named)
    return f"charm {rivals[0]} baron"

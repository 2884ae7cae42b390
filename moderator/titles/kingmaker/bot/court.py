"""The bot at court: cards out of its hand, executions, Parliament and the crown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from moderator.engine import Ask
from moderator.titles.kingmaker.bot.sight import FAR, Sight
from moderator.titles.kingmaker.bot.worth import champion, doomed, leader, noble_worth
from moderator.titles.kingmaker.components.cards import BISHOP, NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import land_distances
from moderator.titles.kingmaker.knowledge.view import NobleView, View


def business(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Give executions, then cards to play; the question's default when nothing is left."""
    del rng
    sight = Sight(view, ask.seat)
    yield from (f"execute {heir.id}" for heir in doomed(sight))
    yield from plays(sight)


def plays(sight: Sight) -> Iterator[str]:
    """Give a play for each card of the hand: nobles first, then titles, offices, the rest."""
    known = current().cards
    order = {NOBLE: 0, TITLE: 1, OFFICE: 2}
    for id_ in sorted(
        sight.view.hand, key=lambda c: (order.get(known[c].kind, 3), -known[c].troops)
    ):
        card = known[id_]
        if card.kind == NOBLE:
            yield from (f"play {card.word} in {place}" for place in homes(sight, id_))
            yield from (f"play {card.word} open {sight.places[p].square}" for p in card.places)
        else:
            yield from (f"play {card.word} on {noble.id}" for noble in takers(sight, card.kind))


def homes(sight: Sight, noble: str) -> list[str]:
    """Return where a Noble might be played, the nearest to the host first."""
    own = current().cards[noble].places
    held = [place.id for place in sight.view.places if place.holder == sight.seat]
    host = _host(sight)
    away = land_distances(sight.board, host) if host else {}
    near = sorted(own, key=lambda place: away.get(sight.places[place].square, FAR))
    return [*near, *(place for place in held if place not in own)]


def takers(sight: Sight, kind: str) -> list[NobleView]:
    """Return our nobles, those first to whom a card of this kind had best be given."""
    host, best = _host(sight), champion(sight)

    def rank(noble: NobleView) -> tuple[bool, bool, float]:
        with_best = best is not None and noble.square == best.square and noble.force == best.force
        return (not with_best if kind == BISHOP else False, noble.square != host, -noble.plain)

    return sorted(sight.mine, key=rank)


def _host(sight: Sight) -> str:
    stacks = sight.stacks()
    best = champion(sight)
    if best is not None and best.square:
        return best.square
    return stacks[0][0][0] if stacks else ""


def drawn(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Say what to do with the Crown card drawn: nearly always play it."""
    del rng
    sight = Sight(view, ask.seat)
    if ask.domain.sheet:
        best = next(iter(takers(sight, "")), None)
        lines = ["if noble: play nearest home"]
        if best is not None:
            lines += [
                f"if {kind}: play on {best.id}"
                for kind in ("title", "office", "bishop", "mercenary", "ship", "town")
            ]
        yield "\n".join([*lines, "else keep"])
        return
    yield "play nearest home"
    for noble in takers(sight, str(ask.facts.get("kind_drawn", ""))):
        yield f"play on {noble.id}"


def captured(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Execute an heir just taken if he is not wanted."""
    del rng
    heir = str(ask.facts.get("heir", ""))
    if heir in {each.id for each in doomed(Sight(view, ask.seat))}:
        yield f"execute {heir}"


def execute(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Execute whoever of our heirs is not wanted."""
    del rng
    yield from (f"execute {heir.id}" for heir in doomed(Sight(view, ask.seat)))


def houses(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Give up the house of which our best heir is not."""
    del rng
    best = champion(Sight(view, ask.seat))
    if best is not None:
        yield f"give up {'york' if best.house == 'lancaster' else 'lancaster'}"


def crown(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Crown an heir as soon as it can be done."""
    del rng
    best = champion(Sight(view, ask.seat))
    if best is not None:
        yield f"crown {best.id}"
    yield from (text for text in ask.domain.examples() if text != ask.default)


def summon(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Summon Parliament where Chancery has something for nobles of ours who lack it."""
    del rng
    sight = Sight(view, ask.seat)
    room = sum(not noble.title or not noble.office for noble in sight.mine)
    if not view.chancery or not room:
        return
    options = [text for text in ask.domain.examples() if text != ask.default]
    foremost = leader(sight)

    def pain(text: str) -> float:
        noble = sight.nobles.get(text.rpartition(" on ")[2])
        if noble is None:
            return 0.0
        return noble_worth(noble) * (2 if noble.seat == foremost else 1)

    yield from sorted(options, key=lambda text: -pain(text))


def attend(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Send a weak noble who lacks a title or an office and guards nobody."""
    del rng
    sight = Sight(view, ask.seat)
    guards = {heir.force for heir in sight.my_heirs}
    free = [noble for noble in sight.mine if noble.force not in guards and not noble.office]
    if view.chancery and len(free) > 1:
        yield f"send {free[-1].id}"


def bishops(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Lend bishops to nobody: a King of another player's is the last thing we want."""
    del view, ask, rng
    yield "refuse"


def named(options: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the options that contain any of these words."""
    return [text for text in options if any(word in text for word in words)]

"""A player that knows what its seat may know: it gathers round a City, takes it, goes in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any

from moderator.engine import Ask, Illegal
from moderator.titles.feudo.scheme import NEEDED, OFF_MAP, SETTLES, Scheme, apart, scheme
from moderator.titles.feudo.state import BARON, CASTLE, CONVENT, MERCENARY, MILADY
from moderator.titles.feudo.view import TokenView, View

HAND_SIZE = 3
FEW_CITIES = 2
GOOD_WAYS = (5, 6, 7)
"""Distances of the nearest Cities that bring the King soon."""
CYCLE = 5


def bot(view: View, ask: Ask[Any], rng: Random) -> str:
    """Return a sensible answer to *ask*; the default where the plan is not legal."""
    make = ANSWERS.get(ask.kind)
    for text in [] if make is None else make(view, ask, rng):
        try:
            ask.domain.read(text)
        except Illegal:
            continue
        return text
    return ask.default


def _castle(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """A site from which the first Cities are worth their way, and not too far."""
    del rng
    cities = [territory.name for territory in view.territories if territory.terrain == "city"]

    def fit(text: str) -> int:
        place = text.split()[1]
        away = sorted(apart(view, place, city) for city in cities)
        return sum(abs(have - want) for have, want in zip(away, GOOD_WAYS, strict=False))

    whole = [text for text in ask.domain.examples() if len(text.split()) == 2]
    sites = sorted(whole or ask.domain.examples(), key=fit)
    yield "castle " + ", ".join(text.removeprefix("castle ") for text in sites)
    yield from sites


def _order(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Who has something to attack goes first; who has not, last."""
    del rng
    seats = ask.default.partition(": ")[2].split(", ")
    others = [seat for seat in seats if seat != ask.seat]
    near = any(target.force > target.defence for target in view.targets)
    order = [ask.seat, *others] if near or view.turn <= 2 else [*others, ask.seat]
    yield f"order of play: {', '.join(order)}"


def _hand(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    del rng
    plan = scheme(view, ask.seat)
    army = sorted(_wanted(plan)[:HAND_SIZE], key=[t.id for t in plan.own].index)
    left = next(side.trading for side in view.sides if side.seat == ask.seat)
    paid = any(t.kind == MERCENARY for t in plan.own if t.id in army)
    card = max(left) if paid or view.turn % CYCLE in {2, 3} else min(left)
    words = ", ".join(token.partition(" ")[2] for token in army)
    yield f"army {words}; trading {card}"


def _cards(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """A card sheet: the order, if it is ours to set, and the hand."""
    lines = [line for line in ask.default.splitlines() if not line.startswith("army ")]
    if lines and lines[0].startswith("order "):
        own = Ask(ask.seat, ask.kind, ask.domain, lines[0])
        lines[0] = next(_order(view, own, rng))
    hand = next(_hand(view, ask, rng)) if "army " in ask.default else ""
    yield "\n".join(filter(None, [*lines, hand]))


def _wanted(plan: Scheme) -> list[str]:
    """Return the seat's tokens: the team on its way, then the cowards, then the rest."""
    goal = next(iter(plan.goals()), None)

    def rank(token: TokenView) -> tuple[int, int]:
        if not _path(plan, token):
            return (5, 0)
        if goal and token.id in goal.team and not _arrived(plan, token, goal.place):
            return (0, -apart(plan.view, plan.start(token), goal.place))
        if token.kind in {MILADY, MERCENARY}:
            return (1 if token.kind == MILADY else 3, 0)
        return (1 if token.at == CASTLE else 2, -token.number)

    return [token.id for token in sorted(plan.own, key=rank)]


def _arrived(plan: Scheme, token: TokenView, place: str) -> bool:
    at = plan.stands[token.id]
    return at not in OFF_MAP and place in plan.near[at]


def _path(plan: Scheme, token: TokenView) -> list[str]:
    """Return where a token should go now, [] to stay."""
    allowance = plan.allowance(token)
    if token.rests_until > plan.view.turn:
        return []
    if token.kind == MILADY:
        spots = {place for baron in _rivals(plan) for place in plan.ring(token, baron.at)}
        path = plan.way(token, spots)
        return plan.stop(token, path, allowance) if len(path) <= allowance + 1 else []
    if token.stricken and token.kind != BARON and dict(plan.view.options)["plague"] == "normal":
        path = plan.way(token, {plan.central})
        if path and len(path) <= allowance + 4:
            return plan.stop(token, path, allowance)
    goals = sorted(plan.goals()[:FEW_CITIES], key=lambda goal: token.id not in goal.team)
    for goal in goals:
        if _arrived(plan, token, goal.place):
            return []
        path = plan.way(token, set(plan.ring(token, goal.place)))
        if path and (short := plan.stop(token, path, allowance)):
            return short
    return _out(plan, token) if token.at == CASTLE else []


def _out(plan: Scheme, token: TokenView) -> list[str]:
    """Return a step out of the Castle: who stays inside is a coward when the King comes."""
    away = {
        place
        for place, terrain in plan.terrain.items()
        if terrain == "hill" and apart(plan.view, plan.home, place) == 2
    }
    return plan.stop(token, plan.way(token, away), plan.allowance(token))


def _moved(plan: Scheme, token: TokenView) -> str:
    """Return the path in words, and note that the token will stand at its end."""
    path = _path(plan, token)
    if not path:
        return "stay"
    if plan.stands[token.id] in {CASTLE, CONVENT}:
        path[0] = plan.stands[token.id]
    end = path[-1]
    path[-1] = CONVENT if end == plan.central else end
    plan.stands[token.id] = path[-1]
    return " - ".join(path)


def _rivals(plan: Scheme) -> list[TokenView]:
    """Return the Barons of the others who are on the map."""
    return [
        token
        for token in plan.view.tokens
        if token.kind == BARON and token.seat != plan.seat and token.at not in {CASTLE, "", CONVENT}
    ]


def _charm(plan: Scheme, token: TokenView) -> str:
    """Return the charm that Milady can work from where she will stand, or ''."""
    at = plan.stands[token.id]
    if token.kind != MILADY or at in OFF_MAP or token.stricken:
        return ""
    near = [baron for baron in _rivals(plan) if baron.at in plan.near[at]]
    return f", charm {near[0].id}" if near else ""


def _plays(plan: Scheme, hand: Collection[str]) -> Iterator[str]:
    """Return a play for each card in the hand: who is on the map first, then who comes out."""
    tokens = [token for token in plan.own if token.id in hand]
    for token in sorted(tokens, key=lambda t: (t.at == CASTLE, t.kind == MERCENARY)):
        path = "stay" if _charm(plan, token) else _moved(plan, token)
        order = f"play {token.word}: {path}{_charm(plan, token)}"
        yield order + ("" if path == "stay" else " or stay")


def _play(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    del rng
    plan = scheme(view, ask.seat)
    for line in _plays(plan, view.hand):
        yield line if ask.domain.sheet else line.replace(" or stay", "")
        yield line.partition(":")[0] + ": stay"


def _march(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    del rng
    yield from _marches(scheme(view, ask.seat))
    yield "pass"


def _marches(plan: Scheme) -> Iterator[str]:
    for token in plan.own:
        if plan.stands[token.id] in OFF_MAP or token.kind == MILADY:
            continue
        path = _path(plan, token)
        if path and path[1] not in plan.stands.values():
            plan.stands[token.id] = path[1]
            yield f"march {token.word}: {path[0]} - {path[1]}"


def _attack(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """The attack of most VP, with someone to go into a City."""
    del view, rng
    for text in ask.domain.understand("attack best"):
        guard = next(
            (
                w
                for w in text.partition(" with ")[2].split(", ")
                if w not in {BARON, "first knight"}
            ),
            "",
        )
        if guard:
            yield f"{text}; advance {guard}"
        yield text
    yield "pass"


def _attacks(plan: Scheme) -> Iterator[str]:
    """Attack lines of a sheet: the City everybody will stand next to, then what is best."""
    for goal in plan.goals()[:FEW_CITIES]:
        joined = [t for t in plan.own if t.kind != MILADY and _arrived(plan, t, goal.place)]
        foot = [token for token in joined if token.kind in SETTLES and token.kind != BARON]
        if foot and sum(token.number for token in joined) >= NEEDED:
            then = f"; advance {foot[0].word}" if len(foot) > 1 else ""
            yield f"attack {_name(plan.view, goal.place)} with all{then}"
    yield "attack best"


def _name(view: View, place: str) -> str:
    return next(t.city or t.name for t in view.territories if t.name == place).lower()


def _advance(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Go into Cities, with who can stay there."""
    del view, rng
    yield from [text for text in ask.domain.examples() if "baron" not in text]


def _sheet(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """A play sheet: what of plays, marches and attacks it has room for."""
    plan = scheme(view, ask.seat)
    verbs = ask.domain.verbs
    lines = [next(_cards(view, ask, rng))] if "army" in verbs or "order" in verbs else []
    hand = _wanted(plan)[:HAND_SIZE] if "army" in verbs else view.hand
    lines += _plays(plan, hand) if "play" in verbs else []
    lines += _marches(plan) if "march" in verbs and view.trading_card > 0 else []
    lines += _attacks(plan) if "attack" in verbs else []
    yield "\n".join(lines)


ANSWERS: Mapping[str, Callable[[View, Ask[Any], Random], Iterator[str]]] = {
    "castle": _castle,
    "order-of-play": _order,
    "hand": _hand,
    "cards": _cards,
    "turn": _sheet,
    "play": _play,
    "plays": _sheet,
    "end": _sheet,
    "march": _march,
    "attack": _attack,
    "advance": _advance,
}

"""A player that knows what its seat may know: it gathers round a City, takes it, goes in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from moderator.engine import Ask, Illegal
from moderator.titles.feudo.scheme import NEEDED, OFF_MAP, SETTLES, Scheme, scheme
from moderator.titles.feudo.state import BARON, CASTLE, CONVENT, MERCENARY, MILADY
from moderator.titles.feudo.view import TokenView, View

HAND_SIZE = 3
FEW_CITIES = 2


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
    card = max(left) if paid or view.turn >= view.last_turn - 1 else min(left)
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
    """Return the seat's tokens, those first that most need to move towards the prey."""
    prey = plan.prey()
    goal = prey[0] if prey else plan.central

    def need(token: TokenView) -> tuple[int, int]:
        if token.rests_until > plan.view.turn:
            return (9, 0)
        away = plan.apart(plan.start(token), goal)
        rank = {BARON: 0, "infantry": 1, "knight": 1, "first knight": 1, MERCENARY: 3, MILADY: 4}
        arrived = away == 1 and token.at not in OFF_MAP
        return (6 if arrived else rank[token.kind], away)

    return [token.id for token in sorted(plan.own, key=need)]


def _path(plan: Scheme, token: TokenView) -> list[str]:
    """Return where a token should go now, [] to stay."""
    allowance = plan.allowance(token)
    if token.rests_until > plan.view.turn or (token.kind == MILADY and token.at == CASTLE):
        return []
    if token.stricken and token.kind != BARON and dict(plan.view.options)["plague"] == "normal":
        path = plan.way(token, {plan.central})
        if path and len(path) <= allowance + 4:
            return plan.stop(path, allowance)
    for prey in plan.prey()[:FEW_CITIES]:
        if token.at not in OFF_MAP and prey in plan.near[plan.stands[token.id]]:
            return []
        path = plan.way(token, set(plan.ring(prey)))
        if path and (short := plan.stop(path, allowance)):
            return short
    return []


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


def _charm(plan: Scheme, token: TokenView) -> str:
    """Return the charm that Milady can work from where she stands, or ''."""
    if token.kind != MILADY or token.at in OFF_MAP or token.stricken:
        return ""
    near = plan.near[token.at]
    barons = [
        other
        for other in plan.view.tokens
        if other.kind == BARON and other.seat != plan.seat and other.at in near
    ]
    return f", charm {barons[0].seat} baron" if barons else ""


def _plays(plan: Scheme) -> Iterator[str]:
    """Return a play for each card in the hand: who is on the map first, then who comes out."""
    tokens = [token for token in plan.own if token.id in plan.view.hand]
    for token in sorted(tokens, key=lambda t: (t.at == CASTLE, t.kind == MERCENARY)):
        charm = _charm(plan, token)
        if charm:
            yield f"play {token.word}: stay{charm}"
            continue
        path = _moved(plan, token)
        yield f"play {token.word}: {path}" + ("" if path == "stay" else " or stay")


def _play(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    del rng
    plan = scheme(view, ask.seat)
    for line in _plays(plan):
        yield from line.replace(" or stay", "").splitlines()
        yield line if ask.domain.sheet else line.partition(":")[0] + ": stay"


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
    for text in ask.domain.examples()[1:2] or ask.domain.examples():
        guard = next(
            (word for word in text.partition(" with ")[2].split(", ") if _is_guard(ask.seat, word)),
            "",
        )
        if guard:
            yield f"{text}; advance {guard}"
        yield text
    yield "pass"


def _is_guard(seat: str, word: str) -> bool:
    del seat
    return word not in {BARON, "first knight"}


def _attacks(plan: Scheme) -> Iterator[str]:
    """Attack lines of a sheet: the City everybody will stand next to, then what is best."""
    for prey in plan.prey()[:FEW_CITIES]:
        joined = [
            token
            for token in plan.own
            if token.kind != MILADY
            and plan.stands[token.id] not in OFF_MAP
            and prey in plan.near[plan.stands[token.id]]
        ]
        guards = [token for token in joined if token.kind in SETTLES and token.kind != BARON]
        if guards and sum(token.number for token in joined) >= NEEDED:
            yield f"attack {_name(plan.view, prey)} with all; advance {guards[0].word}"
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
    lines += _plays(plan) if "play" in verbs else []
    lines += _marches(plan) if "march" in verbs else []
    lines += _attacks(plan) if "attack" in verbs else []
    yield "\n".join(lines)


ANSWERS: Mapping[str, Callable[[View, Ask[Any], Random], Iterator[str]]] = {
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

"""The bot's Movement Phase: the best thing within reach, then gathering, then shelter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from moderator.engine import Ask, Illegal
from moderator.titles.kingmaker.bot.choice import Choice, choose
from moderator.titles.kingmaker.bot.goals import (
    BATTLE,
    CROWN,
    SIEGE,
    Goal,
    chance,
    goals,
)
from moderator.titles.kingmaker.bot.sight import FAR, Sight, strength_at, total
from moderator.titles.kingmaker.bot.voyages import Voyage, best_voyage, embark, homeward
from moderator.titles.kingmaker.bot.worth import stake
from moderator.titles.kingmaker.components.reach import land_reach
from moderator.titles.kingmaker.knowledge.view import NobleView, View
from moderator.titles.kingmaker.moving.move_orders import spot_text

END_MOVES = "end moves"
TIRED = 0.005
"""How often the bot ends its moves for no reason: so no mistake keeps it moving for ever."""
HORIZON = 4
"""Moves ahead at which a goal is looked for."""


def moves(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Give the next order of the Movement Phase, better ones first; the last ends it."""
    sight = Sight(view, ask.seat)
    able = _able(sight, ask)
    found = goals(sight)
    best, free = choose(sight, able, found), ""
    if best is None:
        swift = _able(sight, ask, "free ")
        best = _by_card(sight, swift, found)
        able, free = (swift, "free ") if best else (able, "")
    voyage = best_voyage(sight, found)
    if voyage and best and best.score < voyage.value:
        best = None
    lines = () if rng.random() < TIRED else _lines(sight, found, able, best, voyage, free)
    for line in lines:
        yield from _legal_text(ask, line)
    yield from (END_MOVES, "end")


def _lines(
    sight: Sight,
    found: Sequence[Goal],
    able: set[str],
    best: Choice | None,
    voyage: Voyage | None,
    free: str,
) -> Iterator[str]:
    if best:
        yield from _towards(sight, best, able, free)
    if voyage:
        yield from embark(sight, voyage)
    yield from homeward(sight, _host_square(sight))
    yield from _gather(sight, found, able, best, voyage)
    yield from _settle(sight, best)


def _host_square(sight: Sight) -> str:
    ashore = [square for (square, _), _ in sight.stacks() if not sight.board.squares[square].island]
    return ashore[0] if ashore else "london"


def _legal_text(ask: Ask[Any], line: str) -> Iterator[str]:
    try:
        yield from ask.domain.understand(line)
    except Illegal:
        return


def _by_card(sight: Sight, able: set[str], found: Sequence[Goal]) -> Choice | None:
    """Return what is worth free moves: a card for each noble, and for an heir who has moved."""
    cards = next(f.free_moves for f in sight.view.factions if f.seat == sight.seat)
    best = choose(sight, able, [goal for goal in found if goal.heirs or goal.kind == CROWN])
    if best is None:
        return None
    spent = [noble for noble in best.team if noble.square != best.goal.square]
    return best if 0 < len(spent) <= cards - len(sight.my_heirs) else None


def _able(sight: Sight, ask: Ask[Any], free: str = "") -> set[str]:
    """Return the nobles who can still move over land: those to whom a short move is allowed."""
    able: set[str] = set()
    if free and not next(f.free_moves for f in sight.view.factions if f.seat == sight.seat):
        return able
    for noble in sight.mine:
        if not noble.square or noble.under_siege or sight.board.squares[noble.square].island:
            continue
        near = sight.board.squares[noble.square].adjacent[:1]
        for square in near:
            if any(_legal_text(ask, f"{free}move {noble.id} to {spot_text(square, '')}")):
                able.add(noble.id)
    return able


def _towards(sight: Sight, choice: Choice, able: set[str], free: str) -> Iterator[str]:
    """Give the orders that bring a team to its goal and make it one force."""
    goal = choice.goal
    outside = goal.kind in {SIEGE, BATTLE}
    place = "" if outside else goal.place
    for source in dict.fromkeys(n.square for n in choice.team if n.square != goal.square):
        group = [n for n in choice.team if n.square == source and n.id in able]
        if group:
            road = " by road" if sight.by_road(source, goal.square) else ""
            yield f"{free}move {_names(group)} to {spot_text(goal.square, place)}{road}"
            yield f"{free}move {_names(group)} to {spot_text(goal.square, '')}{road}"
    there = [noble for noble in choice.team if noble.square == goal.square]
    if outside:
        yield from _step_out(there)
        yield from joins(there)
    elif place and sight.walled(place):
        late = [noble for noble in there if noble.place != place]
        if late:
            yield f"into {place} with {_names(late)}"


def _step_out(nobles: Sequence[NobleView]) -> Iterator[str]:
    for place in dict.fromkeys(noble.place for noble in nobles if noble.inside):
        yield f"out of {place} with {_names([n for n in nobles if n.place == place])}"


def joins(nobles: Sequence[NobleView]) -> Iterator[str]:
    """Give the orders that make one force of nobles in the open of one square."""
    standing = [noble for noble in nobles if not noble.inside]
    for noble in standing[1:]:
        if noble.force != standing[0].force:
            yield f"join {noble.id} with {standing[0].id}"


def _gather(
    sight: Sight,
    found: Sequence[Goal],
    able: set[str],
    best: Choice | None,
    voyage: Voyage | None,
) -> Iterator[str]:
    """Give the marches of those who have nothing to do at once: to the host, or with it."""
    stacks = sight.stacks()
    if not stacks:
        return
    (square, place), host = max(stacks, key=lambda s: stake(sight, s[1], sight.heirs_at(*s[0])))
    if best is not None:
        square, place = best.goal.square, best.goal.place
        host = list(best.team)
    elif voyage is not None:
        square, host = sight.places[voyage.port].square, []
    elif all(noble.id in able for noble in host):
        yield from _advance(sight, found, square, place, host)
    ids = {noble.id for noble in host}
    for (source, _), stack in stacks:
        group = [noble for noble in stack if noble.id in able and noble.id not in ids]
        if group and source != square:
            yield from _join_host(sight, group, source, square)


def _join_host(sight: Sight, group: Sequence[NobleView], source: str, square: str) -> Iterator[str]:
    if sight.within(source, square):
        road = " by road" if sight.by_road(source, square) else ""
        yield f"move {_names(group)} to {spot_text(square, '')}{road}"
        return
    if sight.legs(source, square) == FAR:
        return
    stay = _spot_value(sight, source, group[0].place, group, square)
    options = _spots(sight, source, group)
    value, target, inside, road = max(
        (_spot_value(sight, q, p, group, square), q, p, road) for q, p, road in options
    )
    if value > stay + 0.1:
        yield f"move {_names(group)} to {spot_text(target, inside)}{road}"


def _spots(sight: Sight, source: str, group: Sequence[NobleView]) -> list[tuple[str, str, str]]:
    """Return where a group can end its move: square, place and ' by road' if it must."""
    found: list[tuple[str, str, str]] = [(source, group[0].place, "")]
    near = land_reach(sight.board, source)
    squares = {**dict.fromkeys(near, ""), **{
        q: " by road" for q in sight.routes(source, sight.seat) if q not in near
    }}  # fmt: skip
    for square, road in squares.items():
        if square == source or sight.board.squares[square].island:
            continue
        found.append((square, "", road))
        for place in sight.board.squares[square].places:
            if (
                sight.walled(place)
                and sight.open_to(sight.seat, place)
                and sight.fits(place, group)
            ):
                found.append((square, place, road))
    return found


def _spot_value(
    sight: Sight, square: str, place: str, group: Sequence[NobleView], goal: str
) -> float:
    """Return how good it is to stand there on the way to *goal*."""
    strength = sum(strength_at(noble, square) for noble in group)
    heirs = sight.heirs_at(group[0].square, group[0].place)
    lost = sight.risk(square, place, strength) * stake(sight, group, heirs)
    return -3.0 * sight.legs(square, goal) - lost


def _advance(
    sight: Sight, found: Sequence[Goal], square: str, place: str, host: Sequence[NobleView]
) -> Iterator[str]:
    """Give the march of the host towards the best goal that it will be strong enough for."""
    strength = total(sight.mine)
    held = stake(sight, host, sight.heirs_at(square, place))
    hopes = []
    for goal in found:
        turns = sight.away(square, goal.square)
        odds = chance(sight, goal, strength)
        if 1 < turns <= HORIZON and odds > 0.2 and not sight.board.squares[goal.square].island:
            hopes.append((goal.worth * odds / turns, goal.square))
    if not hopes:
        return
    value, target = max(hopes)
    options = [
        (
            value * (4 - 0.5 * sight.legs(q, target)) / 4
            - sight.risk(q, p, total(host, q)) * held * 0.6,
            q, p, road,
        )
        for q, p, road in _spots(sight, square, host)
    ]  # fmt: skip
    _, goal_square, inside, road = max(options)
    if goal_square != square:
        yield f"move {_names(host)} to {spot_text(goal_square, inside)}{road}"


def _settle(sight: Sight, best: Choice | None) -> Iterator[str]:
    """Give the steps by which everybody ends where he is safest in his square."""
    busy = best.goal.square if best else ""
    for square in dict.fromkeys(noble.square for noble in sight.mine if noble.square):
        if square == busy:
            continue
        own = [n for n in sight.mine if n.square == square and not n.under_siege]
        place, inside = _shelter(sight, square, own)
        ids = {noble.id for noble in inside}
        entering = [noble for noble in inside if noble.place != place]
        leaving = [noble for noble in own if noble.inside and noble.id not in ids]
        yield from _step_out(leaving)
        if entering:
            yield f"into {place} with {_names(entering)}"
        yield from joins([noble for noble in own if noble.id not in ids])


def _shelter(
    sight: Sight, square: str, own: Sequence[NobleView]
) -> tuple[str, Sequence[NobleView]]:
    """Return the place in the square that is safest, and who goes in; ('', ()) for the open."""
    heirs = [heir for heir in sight.my_heirs if heir.square == square]
    threats = sight.threats(square)
    best: tuple[str, Sequence[NobleView]] = ("", ())
    least = sight.risk(square, "", total(own), threats) * stake(sight, own, heirs)
    for place in sight.board.squares[square].places:
        if not sight.walled(place) or not sight.open_to(sight.seat, place):
            continue
        limit = sight.places[place].limit
        inside: list[NobleView] = []
        for noble in own:
            if not limit or total(inside) + noble.strength <= limit:
                inside.append(noble)
        rest = [noble for noble in own if noble not in inside]
        if not inside:
            continue
        lost = sight.risk(square, place, total(inside), threats) * stake(sight, inside, heirs)
        lost += sight.risk(square, "", total(rest), threats) * stake(sight, rest, ())
        if lost < least - 0.01 or (lost <= least and not rest):
            best, least = (place, tuple(inside)), lost
    return best


def _names(nobles: Sequence[NobleView]) -> str:
    return ", ".join(noble.id for noble in nobles)

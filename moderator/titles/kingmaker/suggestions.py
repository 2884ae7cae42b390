"""A few moves that make sense, to fill the form with: towards heirs, own places and own forces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from moderator.titles.kingmaker.holding import holders, nobles_of
from moderator.titles.kingmaker.move_orders import spot_text
from moderator.titles.kingmaker.ranges import ranges
from moderator.titles.kingmaker.state import State
from moderator.titles.kingmaker.view import Goal, Range


def suggested(state: State, seat: str) -> Iterator[str]:
    """Yield lines for the forces and ships of *seat* in turn, each one's best first.

    They ask nobody's leave; whether they are legal is for the rules to say.
    """
    held = holders(state)
    own = {place for place, holder in held.items() if holder == seat}
    friends = {noble.square for noble in nobles_of(state, seat) if noble.square}
    found = ranges(state, seat, held)
    strong = sorted(found, key=lambda one: (one.ships, -len(one.counters)))
    for row in zip_longest(*(_lines(one, own, friends) for one in strong)):
        yield from (line for line in row if line)


def _lines(one: Range, own: set[str], friends: set[str]) -> Iterator[str]:
    who = ", ".join(one.counters)
    goals = [goal for goal in one.goals if not goal.leave and (goal.away or goal.place)]
    ranked = sorted(goals, key=lambda goal: _rank(goal, own, friends))
    for goal in ranked if not one.leave else ():
        if one.ships:
            if not goal.shut:
                yield f"sail {who} to {goal.place}"
        elif goal.away:
            spot = spot_text(goal.square, "" if goal.shut else goal.place)
            yield f"move {who} to {spot}{' by road' if goal.road else ''}"
        elif not goal.shut:
            yield f"into {goal.place} with {who}"


def _rank(goal: Goal, own: set[str], friends: set[str]) -> tuple[int, int]:
    """Heirs to be taken first, then own places, own forces, heirs behind walls, and the rest."""
    if goal.heirs and not goal.shut:
        return 0, goal.away
    if goal.place in own and not goal.shut:
        return 1, goal.away
    if goal.square in friends:
        return 2, goal.away
    return (3 if goal.heirs else 4), goal.away

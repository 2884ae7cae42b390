"""A few moves that make sense, to fill the form with: towards heirs, own places and own forces."""

from __future__ import annotations

from collections.abc import Iterator

from moderator.titles.kingmaker.knowledge.ranges import ranges
from moderator.titles.kingmaker.knowledge.view import Goal, Range
from moderator.titles.kingmaker.moving.move_orders import spot_text
from moderator.titles.kingmaker.position.holding import holders, nobles_of
from moderator.titles.kingmaker.state import State


def suggested(state: State, seat: str) -> Iterator[str]:
    """Yield lines for the forces and ships of *seat* in turn, each one's best first.

    No two go to one square, and none asks anybody's leave; the rules say whether they are legal.
    """
    held = holders(state)
    own = {place for place, holder in held.items() if holder == seat}
    friends = {noble.square for noble in nobles_of(state, seat) if noble.square}
    found = ranges(state, seat, held)
    strong = sorted(found, key=lambda one: (one.ships, -len(one.counters)))
    left = [_lines(one, own, friends) for one in strong]
    taken: set[str] = set()
    while left:
        for lines in list(left):
            square, line = next(((to, text) for to, text in lines if to not in taken), ("", ""))
            if line:
                taken.add(square)
                yield line
            else:
                left.remove(lines)


def _lines(one: Range, own: set[str], friends: set[str]) -> Iterator[tuple[str, str]]:
    """Yield where a force or ship may go and the line for it, the best first."""
    who = ", ".join(one.counters)
    goals = [goal for goal in one.goals if not goal.leave and (goal.away or goal.place)]
    ranked = sorted(goals, key=lambda goal: _rank(goal, own, friends))
    for goal in ranked if not one.leave else ():
        if one.ships:
            if not goal.shut:
                yield goal.square, f"sail {who} to {goal.place}"
        elif goal.away:
            spot = spot_text(goal.square, "" if goal.shut else goal.place)
            yield goal.square, f"move {who} to {spot}{' by road' if goal.road else ''}"
        elif not goal.shut:
            yield goal.square, f"into {goal.place} with {who}"


def _rank(goal: Goal, own: set[str], friends: set[str]) -> tuple[int, int]:
    """Heirs to be taken first, then own places, own forces, heirs behind walls, and the rest."""
    if goal.heirs and not goal.shut:
        return 0, goal.away
    if goal.place in own and not goal.shut:
        return 1, goal.away
    if goal.square in friends:
        return 2, goal.away
    return (3 if goal.heirs else 4), goal.away

"""Leave asked of other players: passage, entry, sailing, loans (catalogue 2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from moderator.engine import Ask, OneOf, Table
from moderator.titles.kingmaker.events import LeaveGiven
from moderator.titles.kingmaker.state import ENTRY, LOAN, PASSAGE, SAILING, State

RULES = {
    PASSAGE: ("KM-ROA-03", "KM-ROA-09"),
    ENTRY: ("KM-TWN-03", "KM-EXP-03"),
    SAILING: ("KM-MOV-16",),
    LOAN: ("KM-GIF-05",),
}

ANSWERS = OneOf({"grant": True, "refuse": False})


@dataclass(frozen=True, slots=True)
class Request:
    """Leave that a move needs; nobody who is asked learns where the movers are bound."""

    kind: str
    giver: str
    at: str
    """A place, or the ship that is to be lent."""
    counters: tuple[str, ...] = ()
    """Nobles, heirs and ships that want it."""
    strength: int = 0
    room: int = 0
    """For entry: troops that the place would still hold; 0 where there is no limit."""

    def __str__(self) -> str:
        return f"{self.kind} {self.giver} {self.at}: {', '.join(self.counters)}"


def on_file(state: State, seat: str, request: Request) -> bool:
    """Say whether the giver has granted it beforehand, for a round that is not over."""
    return any(
        leave.kind == request.kind
        and leave.giver == request.giver
        and leave.to == seat
        and leave.at in {"", request.at}
        and leave.until >= state.turn.round
        for leave in state.leaves
    )


async def obtain(table: Table[State], seat: str, requests: Sequence[Request]) -> set[Request]:
    """Ask for every leave that a move needs, all givers at once; return what is granted.

    A giver who is asked for several answers them one after another; what he has refused in
    this turn he is not asked again.
    """
    wanted = [each for each in dict.fromkeys(requests) if str(each) not in table.state.turn.refused]
    granted = {request for request in wanted if on_file(table.state, seat, request)}
    waiting = [request for request in wanted if request not in granted]
    while waiting:
        batch: dict[str, Request] = {}
        for request in waiting:
            batch.setdefault(request.giver, request)
        answers = await table.ask_all(_ask(seat, request) for request in batch.values())
        for giver, answer in answers.items():
            waiting.remove(batch[giver])
            if answer:
                granted.add(batch[giver])
    for request in wanted:
        given = request in granted
        if not given:
            table.state.turn.refused.append(str(request))
        event = LeaveGiven(request.kind, request.giver, seat, request.at, given)
        table.tell(event, to=[request.giver, seat])
    return granted


def refused(requests: Iterable[Request], granted: set[Request]) -> list[Request]:
    """Return what was not granted, in the order asked."""
    return [request for request in requests if request not in granted]


def _ask(seat: str, request: Request) -> Ask[bool]:
    """Return D-LEAVE-1 to D-LEAVE-4: silence refuses."""
    return Ask(
        request.giver,
        request.kind,
        ANSWERS,
        "refuse",
        {
            "by": seat,
            "at": request.at,
            "nobles": ", ".join(request.counters),
            "strength": request.strength,
            "room": request.room,
        },
        pace="reply",
        rules=RULES[request.kind],
    )

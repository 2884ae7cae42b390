"""Leave asked of other players: passage, entry, sailing, loans (catalogue 2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.engine import Ask, Fact, OneOf, Table
from moderator.titles.kingmaker.asking.brief import Brief
from moderator.titles.kingmaker.asking.looking import NOTHING
from moderator.titles.kingmaker.events import LeaveGiven
from moderator.titles.kingmaker.moving.ahead import ahead as look_ahead
from moderator.titles.kingmaker.moving.grants import letters
from moderator.titles.kingmaker.moving.requests import Request, Requests
from moderator.titles.kingmaker.state import ENTRY, LOAN, PASSAGE, SAILING, State

RULES = {
    PASSAGE: ("KM-ROA-03", "KM-ROA-09"),
    ENTRY: ("KM-TWN-03", "KM-EXP-03"),
    SAILING: ("KM-MOV-16",),
    LOAN: ("KM-GIF-05",),
}

WAIT = "wait"


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
    """Ask for every leave that a move needs; return what is granted.

    Leave that lines further down will need is asked for together with it, all givers at once
    (catalogue 2.3).  What was answered in this turn is not asked again.
    """
    if not [each for each in requests if _open(table.state, seat, each)]:
        return {each for each in requests if _granted(table.state, seat, each)}
    ahead = await table.ask(
        seat, "ahead", look_ahead(table.state, seat), default=NOTHING, pace="now", secret=True
    )
    await _put(
        table, seat, dict.fromkeys([*requests, *(one for needed in ahead for one in needed)])
    )
    return {each for each in requests if _granted(table.state, seat, each)}


async def borrow(table: Table[State], seat: str, requests: Sequence[Request]) -> set[Request]:
    """Ask the owners of ships, in nobody's turn of their own; return what is lent (D-PAR-5)."""
    await _put(table, seat, dict.fromkeys(requests))
    granted = {each for each in requests if _granted(table.state, seat, each)}
    turn = table.state.turn
    if seat != turn.seat:
        # The active player may test what was refused to him, not what was to others.
        turn.refused = [each for each in turn.refused if each not in map(str, requests)]
    return granted


async def _put(table: Table[State], seat: str, requests: Iterable[Request]) -> None:
    """Put what is open to its givers, one mail each, and note and tell the answers."""
    state = table.state
    for giver in dict.fromkeys(each.giver for each in requests if _open(state, seat, each)):
        await letters(table, giver)
    answered = [*state.turn.refused, *state.turn.granted]
    asked = [each for each in requests if str(each) not in answered]
    answers: dict[Request, bool | None] = {
        each: True if on_file(state, seat, each) else None for each in asked
    }
    waiting = [each for each in asked if answers[each] is None]
    for giver in dict.fromkeys(each.giver for each in waiting):
        several = [each for each in waiting if each.giver == giver]
        for each in several if len(several) > 1 else ():
            answers[each] = await _prepared(table, seat, each)
    batches = [
        [each for each in waiting if each.giver == giver and answers[each] is None]
        for giver in dict.fromkeys(each.giver for each in waiting)
    ]
    found = await table.ask_all(_ask(seat, batch) for batch in batches if batch)
    for granted in found.values():
        answers |= granted
    for each, answer in answers.items():
        (state.turn.granted if answer else state.turn.refused).append(str(each))
        event = LeaveGiven(each.kind, each.giver, seat, each.at, bool(answer))
        table.tell(event, to=[each.giver, seat])


async def _prepared(table: Table[State], seat: str, request: Request) -> bool | None:
    """Return what a standing order says to one of several requests; None where none does."""
    choices: OneOf[bool | None] = OneOf({WAIT: None, "grant": True, "refuse": False})
    ask = Ask(
        request.giver, request.kind, choices, WAIT, _facts(seat, request), pace="now",
        rules=RULES[request.kind], own_turn=False,
    )  # fmt: skip
    return (await table.ask_all([ask]))[request.giver]


def _open(state: State, seat: str, request: Request) -> bool:
    answered = str(request) in [*state.turn.refused, *state.turn.granted]
    return not answered and not on_file(state, seat, request)


def _granted(state: State, seat: str, request: Request) -> bool:
    return str(request) in state.turn.granted or on_file(state, seat, request)


def refused(requests: Iterable[Request], granted: set[Request]) -> list[Request]:
    """Return what was not granted, in the order asked."""
    return [request for request in requests if request not in granted]


def _ask(seat: str, requests: list[Request]) -> Ask[dict[Request, bool | None]]:
    """Return D-LEAVE-1 to D-LEAVE-4, or several of them with numbers: silence refuses."""
    first = requests[0]
    if len(requests) == 1:
        lend = f"lend {first.at} to {seat}"
        short = {"lend": "grant", lend: "grant", f"{lend} this turn": "grant"}
        options: Brief[dict[Request, bool | None]] = Brief(
            {"grant": {first: True}, "refuse": {first: False}},
            short if first.kind == LOAN else {},
        )
        return Ask(
            first.giver, first.kind, options, "refuse", _facts(seat, first), pace="reply",
            rules=RULES[first.kind], own_turn=False,
        )  # fmt: skip
    facts: dict[str, Fact] = {"by": seat, "requests": len(requests)}
    for number, each in enumerate(requests, start=1):
        shown = _facts(seat, each)
        facts[f"request_{number}"] = f"{each.kind} at {each.at}: {shown['nobles']}"
    rules = tuple(dict.fromkeys(rule for each in requests for rule in RULES[each.kind]))
    return Ask(
        first.giver, "leave", Requests(tuple(requests)), "refuse", facts, pace="reply",
        rules=rules, own_turn=False,
    )  # fmt: skip


def _facts(seat: str, request: Request) -> dict[str, Fact]:
    return {
        "by": seat,
        "at": request.at,
        "nobles": ", ".join(request.counters),
        "strength": request.strength,
        "room": request.room,
    }

"""What players settle among themselves at the points of KM-SEQ-12 (D-ANY-3, D-ANY-4)."""

from __future__ import annotations

from moderator.engine import Ask, Fact, Illegal, OneOf, Table
from moderator.titles.kingmaker.asking.conditions import holds
from moderator.titles.kingmaker.ending.short_game import propose
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.events import OfferEnded, OfferMade
from moderator.titles.kingmaker.fighting.execution import execute_heir
from moderator.titles.kingmaker.hands.crown import Play, play
from moderator.titles.kingmaker.hands.deals import (
    NOTHING,
    Answer,
    Execution,
    Proposal,
    Trade,
    is_transfer,
    numbered,
    transfer_of,
)
from moderator.titles.kingmaker.hands.free_business import Business, FreeBusiness
from moderator.titles.kingmaker.hands.trades import check_trade, trade
from moderator.titles.kingmaker.hands.transfers import Transfer, check_transfer, meeting
from moderator.titles.kingmaker.hands.transfers import carry_out as transfer
from moderator.titles.kingmaker.moving.grants import Letter, write
from moderator.titles.kingmaker.state import Offer, State

RULES = ("KM-SEQ-12", "KM-TRA-01", "KM-GIF-01")
BUSINESS = (Play, Letter, Answer, Execution, Proposal, Transfer, Trade)
"""What `Business` can be, for `isinstance`."""

LASTS = 2
"""Turns after this one to answer an offer."""


async def boundary(table: Table[State]) -> None:
    """Carry out what is prepared, the active player's first; nobody is waited for (KM-SEQ-12)."""
    seats = table.state.seats
    first = seats.index(table.state.turn.seat)
    for seat in (*seats[first:], *seats[:first]):
        await business(table, seat)


async def business(table: Table[State], seat: str) -> None:
    """Carry out one player's lines for any time, as long as he has some (D-ANY-1 to D-ANY-5)."""
    state = table.state
    while not state.winners:
        chosen = await table.ask(
            seat, "business", FreeBusiness(state, seat), default=NOTHING, pace="now",
            done=NOTHING, rules=RULES, holds=holds(state, seat),
            own_turn=seat == state.turn.seat, by=state.turn.seat,
            phase=state.phase, round=state.turn.round, hand=", ".join(state.factions[seat].hand),
        )  # fmt: skip
        if chosen is None:
            return
        await carry_out(table, seat, chosen)


async def carry_out(table: Table[State], seat: str, chosen: Business) -> None:
    """Do one thing that may be done at any time."""
    if isinstance(chosen, Play):
        play(table, seat, chosen)
    elif isinstance(chosen, Letter):
        write(table, seat, chosen)
    elif isinstance(chosen, Answer):
        _answer(table, chosen)
    elif isinstance(chosen, Execution):
        execute_heir(table, seat, chosen.heir)
    elif isinstance(chosen, Proposal):
        await propose(table, seat)
    elif isinstance(chosen, Transfer) and chosen.receiver == seat:
        transfer(table, chosen)
    else:
        await _offer(table, seat, chosen)
    decide(table)


async def _offer(table: Table[State], seat: str, chosen: Transfer | Trade) -> None:
    """Note an offer; the receiver's standing orders may answer it at once."""
    state = table.state
    moving = isinstance(chosen, Transfer)
    offer = _noted(state, seat, chosen)
    state.offers.append(offer)
    told = OfferMade(
        offer.number, seat, offer.receiver, tuple(offer.gives), tuple(offer.wants),
        offer.source, offer.target,
    )  # fmt: skip
    table.tell(told, to=[seat, offer.receiver])
    gift = not moving and not offer.wants
    facts: dict[str, Fact] = {
        "by": seat,
        "for": ", ".join(each.removeprefix("1 ") for each in offer.wants),
        "of": ", ".join(each.removeprefix("1 ") for each in offer.gives),
        "gives": ", ".join(offer.gives),
        "wants": ", ".join(offer.wants),
        "to": offer.target,
    }
    ask = Ask(
        offer.receiver, "transfer" if moving else "trade",
        OneOf({"wait": "", "accept": "accept", "decline": "decline"}, rules=RULES),
        "accept" if gift else "wait", facts, pace="now", rules=RULES,
        own_turn=offer.receiver == state.turn.seat,
    )  # fmt: skip
    how = (await table.ask_all([ask]))[offer.receiver]
    if how:
        _answer(table, Answer(how, seat, offer.receiver, offer.number))


def _noted(state: State, seat: str, chosen: Transfer | Trade) -> Offer:
    """Return the offer; a captured place is received by a noble who is there (KM-TRA-08)."""
    number, until = numbered(state, seat, chosen.receiver), state.turn.number + LASTS
    if isinstance(chosen, Trade):
        gives, wants = list(chosen.gives), list(chosen.wants)
        return Offer(number, seat, chosen.receiver, gives, wants, until=until)
    target = chosen.target or meeting(state, seat, chosen.receiver)
    return Offer(number, seat, chosen.receiver, [chosen.thing], [], chosen.source, target, until)


def _answer(table: Table[State], answer: Answer) -> None:
    """Carry out an accepted offer if it is still possible, and take it off the table."""
    state = table.state
    offer = next(
        offer
        for offer in state.offers
        if (offer.giver, offer.receiver, offer.number)
        == (answer.giver, answer.receiver, answer.number)
    )
    if answer.how != "accept":
        _end(table, offer, "declined" if answer.how == "decline" else "withdrawn")
        return
    try:
        _check(state, offer)
    except Illegal as illegal:
        _end(table, offer, str(illegal))
        return
    state.offers.remove(offer)
    if is_transfer(offer):
        transfer(table, transfer_of(offer))
    else:
        trade(table, offer)


def _check(state: State, offer: Offer) -> None:
    if is_transfer(offer):
        check_transfer(state, transfer_of(offer))
    else:
        check_trade(state, offer)


def _end(table: Table[State], offer: Offer, how: str) -> None:
    table.state.offers.remove(offer)
    told = OfferEnded(offer.number, offer.giver, offer.receiver, how)
    table.tell(told, to=[offer.giver, offer.receiver])

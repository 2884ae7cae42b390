"""What players settle among themselves at the points of KM-SEQ-12 (D-ANY-3, D-ANY-4)."""

from __future__ import annotations

from moderator.engine import Illegal, OneOf, Table
from moderator.titles.kingmaker.crown import play_cards
from moderator.titles.kingmaker.deals import (
    NOTHING,
    RULES,
    Answer,
    Deals,
    Execution,
    Proposal,
    Trade,
    is_transfer,
    numbered,
    transfer_of,
)
from moderator.titles.kingmaker.events import OfferEnded, OfferMade
from moderator.titles.kingmaker.execution import execute_heir
from moderator.titles.kingmaker.short_game import propose
from moderator.titles.kingmaker.state import Offer, State
from moderator.titles.kingmaker.trades import check_trade, trade
from moderator.titles.kingmaker.transfers import Transfer, carry_out, check_transfer, meeting
from moderator.titles.kingmaker.victory import decide

LASTS = 2
"""Turns after this one to answer an offer."""


async def boundary(table: Table[State]) -> None:
    """Carry out what is prepared, the active player's first; nobody is waited for (KM-SEQ-12)."""
    seats = table.state.seats
    first = seats.index(table.state.turn.seat)
    for seat in (*seats[first:], *seats[:first]):
        if not table.state.winners:
            await play_cards(table, seat)
            await deal(table, seat)


async def deal(table: Table[State], seat: str) -> None:
    """Let one player transfer, trade, give and answer as long as he has lines for it."""
    while not table.state.winners:
        chosen = await table.ask(
            seat, "deal", Deals(table.state, seat), default=NOTHING, pace="now", done=NOTHING,
            rules=RULES,
        )  # fmt: skip
        if chosen is None:
            return
        if isinstance(chosen, Answer):
            _answer(table, chosen)
        elif isinstance(chosen, Execution):
            execute_heir(table, seat, chosen.heir)
            decide(table)
        elif isinstance(chosen, Proposal):
            await propose(table, seat)
        elif isinstance(chosen, Transfer) and chosen.receiver == seat:
            carry_out(table, chosen)
        else:
            await _offer(table, seat, chosen)


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
    how = await table.ask(
        offer.receiver,
        "transfer" if moving else "trade",
        OneOf({"wait": "", "accept": "accept", "decline": "decline"}, rules=RULES),
        default="accept" if gift else "wait",
        pace="now",
        rules=RULES,
        by=seat,
        gives=", ".join(offer.gives),
        wants=", ".join(offer.wants),
        to=offer.target,
    )
    if how:
        _answer(table, Answer(how, seat, offer.number))


def _noted(state: State, seat: str, chosen: Transfer | Trade) -> Offer:
    """Return the offer; a captured place is received by a noble who is there (KM-TRA-08)."""
    number, until = numbered(state, seat), state.turn.number + LASTS
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
        if (offer.giver, offer.number) == (answer.giver, answer.number)
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
        carry_out(table, transfer_of(offer))
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

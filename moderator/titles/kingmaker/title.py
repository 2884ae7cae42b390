"""Kingmaker as a value: all that the rest of the program asks of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moderator.engine import Option, Title, Words
from moderator.titles.kingmaker.asking.orders import ORDERS
from moderator.titles.kingmaker.asking.standing import DEFAULTS
from moderator.titles.kingmaker.bot.bargain import bargain
from moderator.titles.kingmaker.bot.player import bot
from moderator.titles.kingmaker.components.data import current, use
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.ending.short_game import worth
from moderator.titles.kingmaker.events import EVENTS
from moderator.titles.kingmaker.flow import PHASES
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.knowledge.resample import resample
from moderator.titles.kingmaker.knowledge.view import View
from moderator.titles.kingmaker.knowledge.viewing import view
from moderator.titles.kingmaker.map.marks import marks
from moderator.titles.kingmaker.state import SEATS, SETUP, State

OPTIONS = (
    Option("deal", "part", ("part", "whole"),
           "part: 36 Crown cards are dealt; whole: all of them, for a shorter game"),
    Option("places", "basic", ("basic", "short"),
           "short: Edward begins in Fotheringhay, Gloucester in Plymouth, for a shorter game"),
    Option("rounds", "0", help="the round after which worth decides; 0 for no limit",
           least=0, most=300),
)  # fmt: skip

QUICK = {"deal": "whole", "places": "short", "rounds": "40"}

WORDS = Words(
    {
        "->": "to",
        "-->": "to",
        "=>": "to",
        "assault": "attack",
        "kill": "execute",
        "deny": "refuse",
        "&": "and",
    },
    frozenset({"please", "the", "my"}),
)

HOURS = {"turn": 72, "reply": 24}


def new_game(seats: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the state before the deal."""
    return setup.fresh(seats, options)


def scores(state: State) -> Mapping[str, int]:
    """Return the worth of each seat: its votes in both Houses (KM-SHO-07)."""
    return {seat: sum(worth(state, seat)) for seat in state.seats}


KINGMAKER: Title[State, View] = Title(
    name="kingmaker",
    label="Kingmaker",
    state=State,
    seats=SEATS,
    fewest=2,
    options=OPTIONS,
    new_game=new_game,
    phases=PHASES,
    first_phase=SETUP,
    view=view,
    marks=marks,
    scores=scores,
    audit=audit,
    resample=resample,
    events=EVENTS,
    orders=ORDERS,
    bot=bot,
    rules=current().rules,
    words=WORDS,
    hours=HOURS,
    lay_over=use,
    round=lambda state: state.turn.round,
    winners=lambda state: tuple(state.winners),
    quick=QUICK,
    few=3,
    standing=DEFAULTS,
    bargain=bargain,
)

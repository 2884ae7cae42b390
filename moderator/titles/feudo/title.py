"""Feudo as a value: all that the rest of the program asks of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moderator.engine import Illegal, Option, Title, Words
from moderator.titles.feudo import setup
from moderator.titles.feudo.audit import audit
from moderator.titles.feudo.bot import bot
from moderator.titles.feudo.data import SEATS, current, use
from moderator.titles.feudo.events import EVENTS
from moderator.titles.feudo.flow import PHASES
from moderator.titles.feudo.marks import marks
from moderator.titles.feudo.orders import ORDERS
from moderator.titles.feudo.paces import BLIND, PACES, TURN
from moderator.titles.feudo.resample import resample
from moderator.titles.feudo.state import State
from moderator.titles.feudo.view import View
from moderator.titles.feudo.viewing import view

LENGTHS = ("10", "15", "20")
"""FE-DUR-01, FE-LNG-01: the lengths that there are Plague Cards for."""

OPTIONS = (
    Option("turns", "10", help="10, 15 or 20 turns; any number from 1 to 40 with plague=none",
           least=1, most=40),
    Option("plague", "normal", ("normal", "virulent", "none"),
           "virulent: who is hit is out; none: only strategy and tactics"),
    Option("fresh_deck", "yes", ("yes", "no"),
           "mix all Plague Cards again after turn 10 of a longer game"),
    Option("pace", TURN, PACES,
           "step: every question by itself; round: a sheet for each round of cards; "
           "turn: two sheets a turn; blind: one, with plague=none"),
    Option("order_first", "no", ("yes", "no"),
           "at pace turn, the Order of Play is known before hands are chosen"),
)  # fmt: skip

WORDS = Words(
    {
        "inf": "infantry",
        "infantryman": "infantry",
        "merc": "mercenary",
        "mercs": "mercenary",
        "kn": "knight",
        "1st": "first",
        "fk": "first",
        "lady": "milady",
        "trade": "trading",
        "move": "play",
        "show": "play",
        "->": "-",
        "-->": "-",
        "--": "-",
        "=>": "-",
        "shilling": "shillings",
    },
    frozenset({"please", "the", "my"}),
)

HOURS = {"castles": 72, "cards": 72, "plays": 72, "step": 24}


def new_game(seats: Sequence[str], options: Mapping[str, str]) -> State:
    """Return the state before the first phase; raise `Illegal` where options exclude each other."""
    tactics = options["plague"] == "none"
    if not tactics and options["turns"] not in LENGTHS:
        why = f"with Plague Cards a game has {', '.join(LENGTHS)} turns, not {options['turns']}"
        raise Illegal(why, ("FE-DUR-01", "FE-LNG-01", "FE-TAC-01"), ("plague none",))
    if options["pace"] == BLIND and not tactics:
        raise Illegal("pace blind goes with plague=none only", ("FE-STR-05",), ("pace turn",))
    if options["order_first"] == "yes" and options["pace"] == BLIND:
        raise Illegal("pace blind has no wait for the Order of Play", (), ("order_first no",))
    # A fresh deck has no object without plague or in a game of ten turns (FE-TAC-05).
    idle = tactics or options["turns"] == LENGTHS[0]
    return setup.fresh(seats, {**options, "fresh_deck": "no"} if idle else options)


def scores(state: State) -> Mapping[str, int]:
    """Return the VP of each seat."""
    return {seat: side.score for seat, side in state.sides.items()}


FEUDO: Title[State, View] = Title(
    name="feudo",
    label="Feudo",
    state=State,
    seats=SEATS,
    fewest=2,
    options=OPTIONS,
    new_game=new_game,
    phases=PHASES,
    first_phase="castles",
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
    round=lambda state: state.turn,
    winners=lambda state: tuple(state.winners),
)

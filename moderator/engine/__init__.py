"""The pure engine: flows, questions and the tape.  No I/O, no clock, no `random`."""

from moderator.engine.ask import Ask, Domain, Fact, Foresight, Number, OneOf, Sheet, SomeOf
from moderator.engine.chance import Chance, redraw
from moderator.engine.illegal import Illegal
from moderator.engine.run import CHANCE, PATCH, Diverged, Entry, NotAsked, Recorder, Run, Table
from moderator.engine.title import (
    Bargain,
    Digest,
    Event,
    Flow,
    LineDropped,
    Option,
    Order,
    Rule,
    Title,
)
from moderator.engine.words import Words, matches, nearest

__all__ = [
    "CHANCE",
    "PATCH",
    "Ask",
    "Bargain",
    "Chance",
    "Digest",
    "Diverged",
    "Domain",
    "Entry",
    "Event",
    "Fact",
    "Flow",
    "Foresight",
    "Illegal",
    "LineDropped",
    "NotAsked",
    "Number",
    "OneOf",
    "Option",
    "Order",
    "Recorder",
    "Rule",
    "Run",
    "Sheet",
    "SomeOf",
    "Table",
    "Title",
    "Words",
    "matches",
    "nearest",
    "redraw",
]

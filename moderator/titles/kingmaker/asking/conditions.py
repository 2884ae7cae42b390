"""Tests on the position that lines of a turn may carry: `if coventry falls: execute edward`."""

from __future__ import annotations

import re
from collections.abc import Callable

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.cards import NOBLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import pick
from moderator.titles.kingmaker.position.holding import holder
from moderator.titles.kingmaker.state import Heir, Noble, State

EXAMPLES = (
    "if coventry falls: ...",
    "if percy lives: ...",
    "if neville in york: ...",
    "if refused: ...",
    "if margaret is mine: ...",
)

_PLACE = re.compile(r"(?P<place>.+?) (?:falls|fell|has fallen|is taken|taken)")
_BESIEGED = re.compile(r"(?P<place>.+?) (?:is )?(?:besieged|under siege)")
_LIVES = re.compile(r"(?P<who>.+?) (?:lives|is alive|survives|is free)")
_DIES = re.compile(r"(?P<who>.+?) (?:dies|is dead|died|is killed)")
_MINE = re.compile(r"(?P<what>.+?) (?:is|are) mine")
_WHERE = re.compile(r"(?P<who>.+?) (?:is )?(?P<how>in|at) (?P<where>.+)")
_REFUSED = re.compile(r"refused(?: at (?P<place>.+))?")


def holds(state: State, seat: str) -> Callable[[str], bool]:
    """Return what decides a test on the position as *seat* may know it.

    A place *falls* once the seat holds it; a noble *lives* while he is on the board and free;
    what is *refused* is leave for its own turn.
    Raises `Illegal` for what is no test.
    """

    def test(text: str) -> bool:
        negative = text.removeprefix("not ")
        return _judge(state, seat, negative) != (negative != text)

    return test


def _judge(state: State, seat: str, text: str) -> bool:
    if found := _REFUSED.fullmatch(text):
        place = pick(found["place"], _places(), "place") if found["place"] else ""
        return seat == state.turn.seat and any(
            not place or f" {place}: " in said for said in state.turn.refused
        )
    if found := _PLACE.fullmatch(text):
        return holder(state, pick(found["place"], _places(), "place")) == seat
    if found := _BESIEGED.fullmatch(text):
        return pick(found["place"], _places(), "place") in state.sieges
    if found := _LIVES.fullmatch(text):
        return _free(state, _who(found["who"]))
    if found := _DIES.fullmatch(text):
        return not _free(state, _who(found["who"]))
    if found := _MINE.fullmatch(text):
        return _mine(state, seat, found["what"])
    if found := _WHERE.fullmatch(text):
        return _stands(state, _who(found["who"]), found["where"], found["how"])
    raise Illegal(f"'{text}' is no test that can be made here", (), EXAMPLES)


def _places() -> dict[str, str]:
    return dict(current().board.place_words)


def _who(words: str) -> str:
    """Return the noble, on the board or not, or the heir, alive or dead, whom *words* name."""
    nobles = {card.id: card.id for card in current().cards.values() if card.kind == NOBLE}
    heirs = {said: heir.id for heir in current().heirs.values() for said in heir.words}
    return pick(words, nobles | heirs, "noble or heir")


def _counter(state: State, id_: str) -> Noble | Heir | None:
    return state.nobles.get(id_) or state.heirs.get(id_)


def _free(state: State, id_: str) -> bool:
    found = _counter(state, id_)
    if isinstance(found, Heir):
        return found.alive
    return found is not None and not found.captor


def _mine(state: State, seat: str, words: str) -> bool:
    places = _places()
    if words in places:
        return holder(state, places[words]) == seat
    found = _counter(state, _who(words))
    return found is not None and found.seat == seat and _free(state, found.id)


def _stands(state: State, id_: str, words: str, how: str) -> bool:
    """Say whether a counter is inside a place, or at its square or another one."""
    board, found = current().board, _counter(state, id_)
    if found is None:
        return False
    if how == "in" and words in board.place_words:
        return found.place == board.place_words[words]
    squares = {said: board.places[place].square for said, place in board.place_words.items()}
    return found.square == pick(words, {**board.square_words, **squares}, "square or place")

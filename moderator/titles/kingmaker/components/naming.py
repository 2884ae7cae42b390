"""Names of things as in print, and the words by which orders call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.state import State


def name(id_: str) -> str:
    """Return the name in print of a noble, heir, ship, place or square."""
    known = data.current()
    if id_ in known.cards and known.cards[id_].kind == "noble":
        return known.cards[id_].name
    if id_ in known.heirs:
        return known.heirs[id_].name
    if id_ in known.ships:
        return known.ships[id_].name
    if id_ in known.board.places:
        return known.board.places[id_].name
    if id_ in known.board.squares:
        return known.board.squares[id_].name
    return known.board.seas[id_].name if id_ in known.board.seas else id_


def listed(ids: Iterable[str]) -> str:
    """Return names with commas and an 'and'."""
    names = [name(id_) for id_ in ids]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def pick(word: str, options: Mapping[str, str], what: str) -> str:
    """Return what *word*, or the one beginning of it, stands for; raise `Illegal` otherwise."""
    if not word:
        raise Illegal(f"the name of a {what} is missing")
    if word in options:
        return options[word]
    found = dict.fromkeys(options[said] for said in matches(word, options))
    if len(found) == 1:
        return next(iter(found))
    if found:
        raise Illegal(f"'{word}' may be {' or '.join(found)}")
    close = tuple(dict.fromkeys(options[said] for said in nearest(word, options)))
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise Illegal(f"'{word}' is no {what}{hint}")


def noble_words(state: State) -> dict[str, str]:
    """Return the words for all nobles on the board."""
    return {noble: noble for noble in state.nobles}


def heir_words(state: State) -> dict[str, str]:
    """Return the words for all heirs alive."""
    return {
        said: heir.id
        for heir in data.current().heirs.values()
        if state.heirs[heir.id].alive
        for said in heir.words
    }


def ship_words(state: State) -> dict[str, str]:
    """Return the words for all ships on the board."""
    return {said: ship for ship in state.ships for said in data.current().ships[ship].words}

"""Reading the words of an order: places, tokens, paths, and the tests after `if`."""

from __future__ import annotations

import re
from collections.abc import Callable

from moderator.engine import Fact, Illegal, nearest
from moderator.titles.feudo.board import Board, board_of, territory
from moderator.titles.feudo.king import king_help, players
from moderator.titles.feudo.state import BARON, CASTLE, CONVENT, GONE, State
from moderator.titles.feudo.tokens import find, living, name, word

STAY = "stay"
_PLACE = re.compile(r"([a-z])(\d{1,2})")
_STEP = re.compile(r"\s*(?:[-–>=]+|\bto\b|\bthen\b|\bvia\b|,)\s*|\s+")
_TEST = re.compile(r"(?P<who>.+?) (?P<what>at|near|on|in) (?P<where>.+)")
VOCATION = "Fog 1 would take the Baron out of the game for good while he is in the Convent"
_STARTERS = {"to", "from", STAY, "-", ">", "->", "stays"}


def place_named(state: State, text: str) -> str:
    """Return the territory, 'castle' or 'convent' that *text* names; raise `Illegal` if none."""
    found = _place(board_of(state), text.strip())
    if found is None:
        said, board = text.strip(), board_of(state)
        known = (CASTLE, CONVENT, *board.city_words, *board.terrain)
        raise Illegal(
            f"'{said}' is no place on this map", ("FE-MAP-02",), lambda: nearest(said, known)
        )
    return found


def _place(board: Board, text: str) -> str | None:
    said = text.removeprefix("the ").removeprefix("city of ")
    if said in {CASTLE, CONVENT}:
        return said
    if said in {board.central, "central hill"}:
        return CONVENT
    if said in board.terrain:
        return said
    if len(said) < 3 or not said.isalpha():
        return None
    cities = [where for city, where in board.city_words.items() if city.startswith(said)]
    return cities[0] if len(cities) == 1 else None


def token_named(state: State, seat: str, text: str) -> str:
    """Return the id of the one token of *seat* that *text* names.

    Raises `Illegal` if no token fits, or several: then it lists them.
    """
    if (whole := f"{seat} {text}") in state.tokens:
        return whole
    said = text.strip().removeprefix("the ").removeprefix("my ").removeprefix(f"{seat} ")
    found = find(state, seat, said)
    if len(found) == 1:
        return found[0]
    if found:
        listed = " or ".join(f"{word(id_)} ({name(id_)})" for id_ in found)
        raise Illegal(f"'{said}' may be {listed}", ("FE-SET-15",), [word(id_) for id_ in found])
    words = [word(token) for token in living(state, seat)]
    raise Illegal(f"'{said}' is no token of {seat}", ("FE-SET-13",), lambda: nearest(said, words))


def any_token_named(state: State, seat: str, text: str) -> str:
    """Return the id of an own token, or of another side's: `white baron`, `blue geoffrey`."""
    side, _, rest = text.strip().removeprefix("the ").partition(" ")
    if side in state.sides:
        return token_named(state, side, rest or BARON)
    return token_named(state, seat, text)


def split(state: State, line: str) -> tuple[str, str]:
    """Split `gilbert: i11 - i10`, or the same without its colon, into token and path."""
    who, colon, where = line.partition(":")
    if colon:
        return who.strip(), where.strip()
    words = line.split()
    board = board_of(state)
    for count, piece in enumerate(words):
        first = re.split(r"[->]", piece)[0]
        if count and (piece in _STARTERS or _place(board, first or piece) is not None):
            return " ".join(words[:count]), " ".join(words[count:])
    return line.strip(), ""


def path_named(state: State, text: str) -> list[str]:
    """Return the places of a path, as in `b3 - b4 - c4`, `b3-b4`, `b3 to b4`, `b3 > b4`.

    Raises `Illegal` if there is none, or something else among them.
    """
    text = text.replace("central hill", CONVENT).replace("the ", "").removeprefix("from ")
    places = [place_named(state, piece) for piece in _STEP.split(text.strip()) if piece]
    if not places:
        raise Illegal(f"'{text}' names no place to go to", ("FE-MOV-06",))
    return places


def dangers(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Return what to know before `play` or `march` takes a Baron into the Convent (FE-PLC-06)."""
    head, _, where = text.partition(": ")
    token = state.tokens.get(f"{seat} {head.partition(' ')[2]}")
    inside = where.partition(",")[0].split(" - ")[-1] == CONVENT
    if token is None or token.kind != BARON or not inside or state.turn >= state.last_turn:
        return ()
    return (VOCATION,)


def facts(state: State, seat: str, shillings: int | None = None) -> dict[str, Fact]:
    """Return what a condition of *seat* may test, by name; *shillings* if they are counted."""
    sides = state.sides
    side = sides[seat]
    scores = [sides[other].score for other in players(state)]
    return {
        "turn": state.turn,
        "turns_left": max(0, state.last_turn - state.turn),
        "place": state.order.index(seat) + 1 if seat in state.order else 0,
        "score": side.score,
        "best": max(scores),
        "least": min(scores),
        "king": int(state.king),
        "fog": int(state.fog),
        "shillings": purse(state, seat) - side.paid if shillings is None else shillings,
        "charmed": int(side.charmed),
    }


def purse(state: State, seat: str) -> int:
    """Return the shillings of the chosen Trading Card, with the King's help (FE-MRC-06)."""
    card = state.sides[seat].trading_card
    return card + king_help(state, seat, card) if card > 0 else 0


def holds(state: State, seat: str) -> Callable[[str], bool]:
    """Return what decides a test on the position, from what all can see.

    Tests are `TOKEN at PLACE`, `TOKEN near PLACE`, `TOKEN stricken`, `TOKEN shown` and
    `PLACE free`; `not` may stand before the last word or `at`.  Raises `Illegal` for others.
    """

    def decide(test: str) -> bool:
        plain = test.replace(" is ", " ").replace(" not ", " ")
        return _holds(state, seat, plain) != (" not " in test)

    return decide


def _holds(state: State, seat: str, test: str) -> bool:
    subject, _, what = test.rpartition(" ")
    if what == "free":
        return _free(state, seat, place_named(state, subject))
    if what == "stricken":
        token = state.tokens[any_token_named(state, seat, subject)]
        return token.stricken and token.at != GONE
    if what == "shown":
        id_ = any_token_named(state, seat, subject)
        return id_ in state.sides[state.tokens[id_].seat].shown
    found = _TEST.fullmatch(test)
    if found is None:
        known = "TOKEN at PLACE, TOKEN near PLACE, TOKEN stricken, TOKEN shown, PLACE free"
        raise Illegal(f"'{test}' is not a test that can be made here; known: {known}")
    token = state.tokens[any_token_named(state, seat, found["who"])]
    where = place_named(state, found["where"])
    if found["what"] != "near":
        return token.at == where
    if token.at in {GONE, CASTLE}:
        return False
    return token.at == where or where in board_of(state).steps.get(token.at, ())


def _free(state: State, seat: str, place: str) -> bool:
    """Say whether no token, Plague token, foreign City or foreign Castle blocks a place."""
    if place in {CASTLE, CONVENT}:
        return True
    board = board_of(state)
    foreign = any(
        territory(side.castle) == place for other, side in state.sides.items() if other != seat
    )
    return not (
        place == state.plague_at
        or board.terrain[place] == "mountain"
        or (board.terrain[place] == "city" and state.owners.get(place) != seat)
        or foreign
        or any(token.at == place for token in state.tokens.values())
    )

"""Reading an order of the Movement Phase in a player's words (catalogue 2.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.board import Board
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import (
    heir_words,
    name,
    noble_words,
    pick,
    ship_words,
)
from moderator.titles.kingmaker.moving.move_orders import (
    END,
    Join,
    March,
    Order,
    Release,
    Sail,
    Split,
    Step,
)
from moderator.titles.kingmaker.position.forces import pile_of
from moderator.titles.kingmaker.position.stacking import companions, counter, left_alone
from moderator.titles.kingmaker.state import State

VERBS = frozenset({"move", "sail", "land", "into", "out", "join", "split", "release", "free", END})
_KEYS = re.compile(
    r"\b(to besiege|and land in|by road|without|with|via|from|to|in|into|out of|else)\b"
)
_FREE = re.compile(r"\bfree ")
_COMMA = re.compile(r",|\band\b")


def parse(state: State, seat: str, line: str) -> Order | None:
    """Return the order that *line* stands for, None for the end; raise `Illegal` otherwise.

    What the line leaves open is filled in as the catalogue says; nothing is checked.
    """
    if line == END:
        return None
    verb, _, rest = line.partition(" ")
    free = verb == "free"
    if free:
        verb, _, rest = rest.partition(" ")
    readers: dict[str, Callable[[State, str, str, bool], Order]] = {
        "move": _move,
        "sail": _sail,
        "land": _land,
        "into": _into,
        "out": _out,
        "join": _join,
        "split": _split,
        "release": _release,
    }
    if verb not in readers or (free and verb not in {"move", "sail"}):
        raise Illegal(f"'{line}' is no order of the Movement Phase")
    return readers[verb](state, seat, rest, free)


def spot(words: str) -> tuple[str, str]:
    """Return the square and the place that *words* name, as in 'york', 'york open' or 'weald'."""
    board = current().board
    bare = words.removeprefix("the ").removeprefix("open of ").removesuffix(" open")
    squares, either = _spots(board)
    if bare != words:
        return pick(bare, squares, "square or place"), ""
    found = pick(bare, either, "square or place")
    return (board.places[found].square, found) if found in board.places else (found, "")


@lru_cache(maxsize=4)
def _spots(board: Board) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the words for squares, and those for places and for squares without a namesake."""
    squares = {said: board.places[place].square for said, place in board.place_words.items()}
    return {**board.square_words, **squares}, {**board.square_words, **board.place_words}


def _move(state: State, seat: str, rest: str, free: bool) -> Order:
    head, said = _segments(rest)
    if any(word in ship_words(state) for word in _split_names(head)):
        return _sail(state, seat, rest, free)
    nobles = _nobles(state, head)
    square, place = spot(_need(said, "to", rest))
    for noble in nobles if "from" in said else ():
        where = spot(said["from"])
        if state.nobles[noble].square != where[0]:
            raise Illegal(f"{name(noble)} is not in the {name(where[0])} square", ("KM-MOV-01",))
    if all(state.nobles[noble].square == square for noble in nobles):
        return _step(state, nobles, said, place or _only_place(state, nobles), out=not place)
    lifted = tuple(
        pick(word.removeprefix("free "), heir_words(state), "heir on the board")
        for word in _split_names(said.get("with", ""))
        if word.startswith("free ")
    )
    heirs, left = _heirs(state, nobles, {**said, "with": _FREE.sub("", said.get("with", ""))})
    road = "by road" in said
    otherwise = said.get("else", "")
    if otherwise and (not road or not (otherwise == "stop" or otherwise.startswith("via "))):
        raise Illegal("after 'else' stands 'stop' or 'via' with squares", ("KM-ROA-03",))
    via = said.get("via", "") if not road else otherwise.removeprefix("via ")
    squares = () if via in {"", "stop"} else tuple(spot(word)[0] for word in _split_names(via))
    otherwise_goes = road and bool(squares)
    return March(
        nobles, heirs, left, square, place, road, squares, otherwise_goes, free, lifted
    )  # fmt: skip


def _sail(state: State, seat: str, rest: str, free: bool) -> Order:
    del seat
    head, said = _segments(rest)
    ships = tuple(pick(word, ship_words(state), "ship on the board") for word in _split_names(head))
    if not ships:
        raise Illegal("say which ship sails")
    goal = _need(said, "to", rest)
    board = current().board
    for ship in ships if "from" in said else ():
        where = said["from"] if said["from"] in board.seas else spot(said["from"])[1]
        if where not in {state.ships[ship].port, state.ships[ship].sea}:
            raise Illegal(f"{name(ship)} is not in {said['from']}", ("KM-MOV-07",))
    aboard = _split_names(said.get("with", ""))
    people = {**heir_words(state), **noble_words(state)}
    found = [pick(word, people, "noble or heir on the board") for word in aboard]
    nobles = tuple(id_ for id_ in found if id_ in state.nobles)
    heirs = tuple(id_ for id_ in found if id_ not in state.nobles)
    ashore = _split_names(said.get("without", ""))
    without = [pick(word, heir_words(state), "heir on the board") for word in ashore]
    heirs += tuple(
        heir
        for heir in companions(state, nobles)
        if heir not in (*heirs, *without) and goes_along(state, nobles, heir)
    )
    if goal in board.seas:
        return Sail(ships, nobles, heirs, goal, "", free=free)
    square, port = spot(goal)
    besiege = "to besiege" in said
    if not port:
        ports = [place for place in board.squares[square].places if board.places[place].port]
        if len(ports) != 1:
            raise Illegal(f"say which port of {square} she runs into", ("KM-SEA-07",))
        return Sail(ships, nobles, heirs, "", ports[0], "", besiege, free)
    place = "" if besiege else port
    if "and land in" in said and not besiege:
        where = said["and land in"]
        landed = (square, "") if where in {"open", "the open"} else spot(where)
        if landed[0] != square:
            raise Illegal(f"{where} is not in the square of {port}", ("KM-SEA-08",))
        place = landed[1]
    return Sail(ships, nobles, heirs, "", port, place, besiege, free)


def _land(state: State, seat: str, rest: str, free: bool) -> Order:
    del seat, free
    head, said = _segments(rest)
    nobles = _nobles(state, head)
    where = _need(said, "in", rest)
    place = "" if where.endswith("open") else spot(where)[1]
    return _step(state, nobles, said, place or _only_place(state, nobles), out=not place)


def _into(state: State, seat: str, rest: str, free: bool) -> Order:
    del free
    head, said = _segments(rest)
    place = spot(head)[1] or _no_place(head)
    square = current().board.places[place].square
    near = [
        noble.id
        for noble in state.nobles.values()
        if noble.seat == seat and not noble.captor and noble.square == square
        if noble.place != place
    ]
    return _step(state, _some(state, said, near), said, place, out=False)


def _out(state: State, seat: str, rest: str, free: bool) -> Order:
    del free
    head, said = _segments(rest.removeprefix("of "))
    place = spot(head)[1] or _no_place(head)
    inside = [
        noble.id
        for noble in state.nobles.values()
        if noble.seat == seat and not noble.captor and noble.place == place
    ]
    return _step(state, _some(state, said, inside), said, place, out=True)


def _join(state: State, seat: str, rest: str, free: bool) -> Order:
    del seat, free
    head, said = _segments(rest)
    return Join(_nobles(state, head)[0], _nobles(state, _need(said, "with", rest))[0])


def _split(state: State, seat: str, rest: str, free: bool) -> Order:
    del seat, free
    return Split(_nobles(state, _segments(rest)[0]))


def _release(state: State, seat: str, rest: str, free: bool) -> Order:
    del state, seat, free
    return Release(spot(rest)[1] or _no_place(rest))


def _step(
    state: State, nobles: tuple[str, ...], said: Mapping[str, str], place: str, *, out: bool
) -> Step:
    named = [word for word in _split_names(said.get("with", "")) if word in heir_words(state)]
    asked = {**said, "with": ", ".join(named)} if "with" in said else said
    heirs, _ = _heirs(state, nobles, asked)
    return Step(nobles, heirs, place, out)


def _some(state: State, said: Mapping[str, str], otherwise: list[str]) -> tuple[str, ...]:
    """Return the nobles behind 'with', or all who could be meant."""
    words = [word for word in _split_names(said.get("with", "")) if word not in heir_words(state)]
    nobles = _nobles(state, ", ".join(words)) if words else tuple(otherwise)
    if not nobles:
        raise Illegal("none of your nobles is there", ("KM-TWN-01",))
    return nobles


def _heirs(
    state: State, nobles: tuple[str, ...], said: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the heirs who go along and those beside them who stay (KM-MOV-05, D-MOV-5)."""
    words = heir_words(state)
    going = [pick(word, words, "heir") for word in _split_names(said.get("with", ""))]
    staying = [pick(word, words, "heir") for word in _split_names(said.get("without", ""))]
    for heir in companions(state, nobles):
        if heir not in going and heir not in staying:
            (going if goes_along(state, nobles, heir) else staying).append(heir)
    return tuple(going), tuple(staying)


def goes_along(state: State, nobles: tuple[str, ...], heir: str) -> bool:
    """Say whether an heir goes of whom nothing is said: with his force, or not to be alone."""
    own = state.heirs[heir]
    pile = [noble for noble in nobles if state.nobles[noble].force == own.force]
    if left_alone(state, nobles, heir):
        return True
    return bool(pile) and set(nobles) >= set(pile_of(state, pile[0]).nobles)


def _nobles(state: State, words: str) -> tuple[str, ...]:
    said = _split_names(words)
    for word in said:
        if word in heir_words(state):
            why = f"{name(heir_words(state)[word])} does not move alone, but with a noble"
            raise Illegal(why, ("KM-CTR-02", "KM-MOV-04"))
    found = [pick(word, noble_words(state), "noble on the board") for word in said]
    if not found:
        raise Illegal("say which noble")
    return tuple(dict.fromkeys(found))


def _only_place(state: State, nobles: tuple[str, ...]) -> str:
    """Return the place that the nobles are in; raise `Illegal` if they are in the open."""
    place = counter(state, nobles[0]).place
    if not place:
        raise Illegal("they stand in the open of that square already", ("KM-TWN-02",))
    return place


def _no_place(words: str) -> str:
    raise Illegal(f"'{words}' is no place", ("KM-TWN-01",))


def _need(said: Mapping[str, str], key: str, line: str) -> str:
    if not said.get(key):
        raise Illegal(f"'{line}' lacks '{key}' and a place")
    return said[key]


def _segments(text: str) -> tuple[str, dict[str, str]]:
    """Cut a line at its small words: what stands before them, and what behind each."""
    text, mark, otherwise = text.partition(" else ")
    pieces = [piece.strip() for piece in _KEYS.split(text)]
    said = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    return pieces[0], {**said, "else": otherwise} if mark else said


def _split_names(words: str) -> list[str]:
    return [word.strip() for word in _COMMA.split(words) if word.strip()]

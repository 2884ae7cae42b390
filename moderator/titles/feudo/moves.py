"""A shown card and its token's move, how it is written, and which ones to suggest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from moderator.titles.feudo import milady
from moderator.titles.feudo.allowance import allowance, why_idle, why_still
from moderator.titles.feudo.board import by_column, distances
from moderator.titles.feudo.lines import STAY
from moderator.titles.feudo.state import CONVENT, MILADY, Token
from moderator.titles.feudo.terrain import Ground
from moderator.titles.feudo.tokens import word

GOALS = 12
"""How many goals of one token are suggested."""


@dataclass(frozen=True, slots=True)
class Move:
    """A card shown, and what its token does; a path of one place is no move."""

    token: str
    path: tuple[str, ...]
    charm: str = ""
    """Id of the Baron whom Milady charms."""
    infect: bool = False

    @property
    def moves(self) -> bool:
        return len(self.path) > 1


def text_of(move: Move) -> str:
    """Return the one text for a move."""
    text = f"play {word(move.token)}: {' - '.join(move.path) if move.moves else STAY}"
    if move.charm:
        text += f", charm {move.charm}"
    return f"{text}, infect" if move.infect else text


def options(ground: Ground, token: Token) -> tuple[str, ...]:
    """Return `stay`, and a way to each of the goals nearest to a City that is not ours."""
    texts = [text_of(Move(token.id, (token.at,)))]
    if not why_still(ground.state, token):
        before = ground.reach(token, allowance(ground.state, token))
        goals = [goal for goal in before if before[goal] and not ground.stops(token, goal)]
        wanted = _wanted(ground)
        goals.sort(key=lambda goal: _promise(wanted, goal))
        texts += [
            text_of(Move(token.id, next(ground.ways(before, goal)))) for goal in goals[:GOALS]
        ]
    if token.kind == MILADY:
        texts += _deeds(ground, token)
    return tuple(texts)


def stays(ground: Ground, token: Token) -> bool:
    """Say whether `stay` is the only option, and everybody who knows the card can see it.

    A Mercenary who cannot be paid is asked like any other: a quick answer would
    betray the Trading Card (FE-STR-06).
    """
    if why_idle(ground.state, token):
        return token.kind != MILADY or not any(_deeds(ground, token))
    if ground.steps_off(token):
        return False
    if why_still(ground.state, token):
        before = ground.reach(token, allowance(ground.state, token))
        return not any(before[goal] and not ground.stops(token, goal) for goal in before)
    return len(options(ground, token)) == 1


def _deeds(ground: Ground, token: Token) -> Iterator[str]:
    stay = (token.at,)
    if token.stricken and milady.infectable(ground.state, token, token.at):
        yield text_of(Move(token.id, stay, infect=True))
    if not token.stricken:
        for baron in milady.charmable(ground.state, token, token.at):
            yield text_of(Move(token.id, stay, charm=baron.id))


def _wanted(ground: Ground) -> list[Mapping[str, int]]:
    """Return how far each territory is from each City that is not ours."""
    board, owners = ground.board, ground.state.owners
    return [distances(board, city) for city in board.cities if owners.get(city) != ground.seat]


def _promise(wanted: Sequence[Mapping[str, int]], place: str) -> tuple[int, tuple[str, int]]:
    if place == CONVENT:
        return 0, ("", 0)
    return min((away[place] for away in wanted), default=0), by_column(place)

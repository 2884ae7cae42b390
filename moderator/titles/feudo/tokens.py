"""Tokens: their numbers, their names and the words for them (FE-SET-13 to 16, FE-TOK)."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.titles.feudo.data import Kind, Person, current
from moderator.titles.feudo.state import BARON, FIRST_KNIGHT, GONE, MILADY, State, Token

DESPERATE_BELOW = 4
"""FE-DSP-01: with fewer army tokens the Baron's numbers change."""


def muster(seats: Iterable[str]) -> dict[str, Token]:
    """Return all tokens of these sides, inside their Castles, healthy (FE-SET-13)."""
    people = current().people
    return {
        id_: Token(id_, seat, people[id_].kind) for seat in seats for id_ in current().sides[seat]
    }


def person(token: Token | str) -> Person:
    """Return what is printed on a token."""
    return current().people[token if isinstance(token, str) else token.id]


def kind(token: Token) -> Kind:
    return current().kinds[token.kind]


def name(token: Token | str) -> str:
    """Return the name in print, as in 'Gilbert de Clare'."""
    return person(token).name


def word(token: Token | str) -> str:
    """Return the word for a token within its side, as in 'gilbert' or 'first knight'."""
    id_ = token if isinstance(token, str) else token.id
    return id_.partition(" ")[2]


def living(state: State, seat: str) -> list[Token]:
    """Return the tokens of *seat* not eliminated, in list order, Milady among them."""
    tokens = state.tokens
    return [t for id_ in current().sides[seat] if (t := tokens[id_]).at != GONE]


def army(state: State, seat: str) -> list[Token]:
    """Return the army tokens of *seat*: living ones other than Milady (FE-DSP-02)."""
    tokens = state.tokens
    return [
        token
        for id_ in current().sides[seat]
        if (token := tokens[id_]).at != GONE and token.kind != MILADY
    ]


def desperate(state: State, seat: str) -> bool:
    """Say whether the Baron of *seat* has the force of the desperate (FE-DSP-01)."""
    return len(army(state, seat)) < DESPERATE_BELOW


def number(state: State, token: Token) -> int:
    """Return movement, force and VP value now (FE-SET-14, FE-PLG-08)."""
    printed = current().kinds[token.kind]
    if token.kind == BARON and desperate(state, token.seat):
        return printed.desperate_black if token.stricken else printed.desperate_red
    return printed.black if token.stricken else printed.red


def healthy_number(state: State, token: Token) -> int:
    """Return the number that the token would have if it were not stricken."""
    printed = current().kinds[token.kind]
    if token.kind == BARON and desperate(state, token.seat):
        return printed.desperate_red
    return printed.red


def force(state: State, token: Token) -> int:
    """Return what the token adds in battle: nothing for Milady (FE-ATK-10, FE-ATK-11)."""
    return number(state, token) if token.kind != MILADY else 0


def may_share(one: Token, other: Token) -> bool:
    """Say whether two tokens of one side may share a Hill (FE-MOV-16, FE-MOV-18)."""
    kinds = {one.kind, other.kind}
    return FIRST_KNIGHT not in kinds and (BARON in kinds or MILADY in kinds)


def find(state: State, seat: str, text: str) -> tuple[str, ...]:
    """Return the ids of the tokens of *seat* that *text* may name.

    *text* is the token's kind, any word of its name, or both, each word perhaps cut
    short.  A living token goes before one that is eliminated.
    """
    ids = current().sides[seat]
    parts = text.casefold().replace("’", "'").split()
    if not parts:
        return ()
    whole = " ".join(parts)
    if f"{seat} {whole}" in state.tokens:
        return (f"{seat} {whole}",)
    exact = [id_ for id_ in ids if whole == person(id_).name.casefold()]
    if exact:
        return tuple(exact)
    for fits in (_same, str.startswith):
        found = [
            id_
            for id_ in ids
            if all(any(fits(known, part) for known in _words(id_, parts)) for part in parts)
        ]
        alive = [id_ for id_ in found if state.tokens[id_].at != GONE]
        if alive or found:
            return tuple(alive or found)
    return ()


def _same(known: str, part: str) -> bool:
    return known == part


def _words(id_: str, parts: list[str]) -> set[str]:
    """Return all words of a token; 'knight' alone is not the First Knight."""
    printed = person(id_)
    words = {*printed.name.casefold().split(), *printed.word.split(), *printed.kind.split()}
    if printed.kind == FIRST_KNIGHT and len(parts) == 1:
        words.discard("knight")
    if printed.kind == "infantry":
        words.add("infantryman")
    return words

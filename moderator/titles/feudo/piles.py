"""Tokens that stand together while shillings are spent, and must part (FE-MOV-17)."""

from __future__ import annotations

from moderator.titles.feudo.state import CONVENT, Token
from moderator.titles.feudo.terrain import Ground

SEARCH = 2000
"""Positions looked at before a pile is taken for one that cannot be resolved."""


def piled(ground: Ground) -> list[Token]:
    """Return the tokens that stand with others as no rule allows."""
    return [
        token
        for place, held in ground.own.items()
        if len(held) > 1 and place != CONVENT
        for token in held
        if ground.shares(token, place)
    ]


def resolvable(ground: Ground, left: int, halted: tuple[str, ...]) -> bool:
    """Say whether *left* single steps can part every pile (FE-MOV-17).

    Only steps off a pile are tried: other steps can wait until they make one.
    """
    edge = [(ground, halted)]
    seen: set[tuple[str, ...]] = set()
    for step in range(left + 1):
        following: list[tuple[Ground, tuple[str, ...]]] = []
        for here, still in edge:
            together = piled(here)
            if not together:
                return True
            if step == left or len(seen) > SEARCH:
                continue
            for token in together:
                if token.id in still:
                    continue
                for place in here.steps(token, here.at[token.id]):
                    if here.closed(token, place) or place == here.home:
                        continue
                    after = here.moved(token, place)
                    key = tuple(after.at.values())
                    if key not in seen:
                        seen.add(key)
                        ends = here.ends(place)
                        following.append((after, (*still, token.id) if ends else still))
        edge = following
    return False

"""What whole games cost in mails, with and without the standing orders of the players' guide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from moderator.commands.postal import Post, correspond
from moderator.engine import Title

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(slots=True)
class Postage:
    """The mails of several games together; `standing` counts the orders that each player filed."""

    standing: int
    games: int = 0
    ended: int = 0
    turns: int = 0
    own: int = 0
    others: Counter[str] = field(default_factory=Counter)
    refused: int = 0

    def add(self, post: Post) -> None:
        self.games += 1
        self.ended += post.over
        self.turns += post.turns
        self.own += post.own
        self.others += post.others
        self.refused += post.refused.total()

    def a_turn(self, mails: int) -> float:
        return round(mails / max(self.turns, 1), 3)

    def figures(self) -> dict[str, Any]:
        """Return all as plain values, mails by the turn."""
        return {
            "standing_orders": self.standing,
            "games": self.games,
            "ended": self.ended,
            "turns": self.turns,
            "own_mails_a_turn": self.a_turn(self.own),
            "others_mails_a_turn": self.a_turn(self.others.total()),
            "others_by_question": {kind: self.a_turn(n) for kind, n in self.others.most_common()},
            "lines_refused": self.refused,
        }


def weigh(
    title: Title[Any, Any], seats: Sequence[str], options: dict[str, str], seeds: Iterable[int]
) -> list[Postage]:
    """Play the games of *seeds* by mail: without standing orders, then with those of the guide."""
    found = []
    for standing in ((), title.standing) if title.standing else ((),):
        sums = Postage(len(standing))
        for seed in seeds:
            sums.add(correspond(title, seats, options, seed, standing))
        found.append(sums)
    return found


def table(post: Sequence[Postage]) -> Table:
    """Return a table: what there is of mails in a turn, and for which questions."""
    from rich.table import Table

    shown = Table(title="Mails a turn, in games by mail", title_justify="left")
    shown.add_column("")
    for one in post:
        filed = f"{one.standing} standing orders" if one.standing else "no standing orders"
        shown.add_column(filed, justify="right")
    shown.add_row("of the player whose turn it is", *(f"{one.a_turn(one.own):.2f}" for one in post))
    shown.add_row(
        "of all others together", *(f"{one.a_turn(one.others.total()):.2f}" for one in post)
    )
    kinds = sum((one.others for one in post), Counter[str]())
    for kind, _ in kinds.most_common():
        shown.add_row(f"  {kind}", *(f"{one.a_turn(one.others[kind]):.2f}" for one in post))
    shown.add_row("turns", *(str(one.turns) for one in post))
    return shown

"""What is left of a player's lines when his turn is over: told to him, and dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, LineDropped, Table
from moderator.titles.kingmaker.asking.orders import TURN_VERBS
from moderator.titles.kingmaker.state import State

NOTHING = "nothing"
DROP = "drop "
OVER = "your turn was over before it could be carried out"
RULES = ("KM-SEQ-04",)


@dataclass(frozen=True, slots=True)
class Leftovers:
    """`drop LINE` for a line of a turn that has not been carried out; `nothing` if none is left."""

    @property
    def verbs(self) -> frozenset[str]:
        return TURN_VERBS

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> str:
        """Return the line dropped; '' for none."""
        if text == NOTHING:
            return ""
        if not text.startswith(DROP):
            raise Illegal(f"write '{DROP}{text}'", RULES, (f"{DROP}{text}",))
        return text.removeprefix(DROP)

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        return (f"{DROP}{line}",)

    def nearest(self, line: str) -> tuple[str, ...]:
        return (f"{DROP}{line}",)

    def examples(self) -> tuple[str, ...]:
        return (NOTHING,)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        del rng
        return NOTHING


async def leftovers(table: Table[State]) -> None:
    """Drop the active player's lines for this turn: they would be wrong in the next."""
    seat = table.state.turn.seat
    while line := await table.ask(
        seat, "over", Leftovers(), default=NOTHING, pace="now", done=NOTHING, rules=RULES
    ):
        if line not in {"end", "pause"}:
            table.tell(LineDropped(seat, line, OVER, RULES), to=[seat])

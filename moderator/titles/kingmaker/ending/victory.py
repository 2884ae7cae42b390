"""Who has won by the crown (KM-VIC-01, KM-BEA-04 to KM-BEA-06)."""

from __future__ import annotations

from moderator.engine import Table
from moderator.titles.kingmaker.components.data import LANCASTER, current
from moderator.titles.kingmaker.events import GameOver
from moderator.titles.kingmaker.position.succession import HOUSES, claimant, house_of, living
from moderator.titles.kingmaker.state import OVER, State


def winning_monarch(state: State) -> str:
    """Return the King who decides the game now, '' for nobody.

    He is the last royal heir, crowned and controlled; a Yorkist wins only while Beaufort is
    not on the board; with no heir alive it is Beaufort, crowned.
    """
    alive = [id_ for house in HOUSES for id_ in living(state, house)]
    substitute = current().substitute
    if not alive:
        beaufort = state.nobles.get(substitute)
        return substitute if beaufort and beaufort.crowned and not beaufort.captor else ""
    if len(alive) > 1:
        return ""
    last = state.heirs[alive[0]]
    barred = house_of(last.id) != LANCASTER and substitute in state.nobles
    return last.id if last.crowned and last.seat and not barred else ""


def decide(table: Table[State]) -> bool:
    """End the game if it is won; to be called after every death, capture, transfer, coronation."""
    state = table.state
    monarch = winning_monarch(state)
    if not monarch or state.winners:
        return bool(state.winners)
    state.winners = [claimant(state, monarch).seat]
    state.phase = OVER
    table.tell(GameOver(tuple(state.winners), "crown", monarch, ()))
    return True

"""4) Movement Phase: showing the Army Cards, one after another (FE-SHW-01 to 05)."""

from __future__ import annotations

from moderator.engine import Ask, Table
from moderator.titles.feudo import milady, paces
from moderator.titles.feudo.allowance import why_idle
from moderator.titles.feudo.events import CardShown
from moderator.titles.feudo.lines import facts, holds
from moderator.titles.feudo.moves import Move
from moderator.titles.feudo.play_order import RULES, Play
from moderator.titles.feudo.state import MERCENARY, State

__all__ = ["Move", "Play", "ask", "play", "show"]


def ask(state: State, seat: str) -> Ask[Move]:
    """Return the question which card is shown next, and what its token does (FD-12)."""
    domain = Play(state, seat)
    return Ask(
        seat,
        "play",
        domain,
        domain.default(),
        facts(state, seat),
        pace="step",
        rules=RULES,
        holds=holds(state, seat),
    )


async def show(table: Table[State], seat: str) -> None:
    """Let *seat* show its next Army Card; nothing if none is left (FE-SHW-01, FE-MIL-13)."""
    if table.state.sides[seat].hand:
        move = await paces.choose(table, ask(table.state, seat))
        play(table, seat, move)


def play(table: Table[State], seat: str, move: Move) -> None:
    """Carry out a shown card at once, for all to see (FE-SHW-03)."""
    state = table.state
    side, token = state.sides[seat], state.tokens[move.token]
    without_effect = why_idle(state, token) is not None
    side.hand.remove(token.id)
    side.shown.append(token.id)
    if move.moves:
        token.at = move.path[-1]
        token.entered = True
        side.paid += token.kind == MERCENARY
    table.tell(CardShown(seat, token.id, move.path, without_effect))
    if move.charm:
        milady.charm(table, token, move.charm)
    if move.infect:
        milady.infect(table, token)

"""How long the game waits: for each question, or for sheets that were filed before.

The rules ask the same small questions at every pace.  At pace `step` each one is put
to its player; otherwise the answer is the first line of his sheet that fits.
"""

from __future__ import annotations

from typing import TypeVar

from moderator.engine import Ask, Illegal, LineDropped, Table
from moderator.kit.plan import understood
from moderator.titles.feudo.events import AttackDropped
from moderator.titles.feudo.state import State

T = TypeVar("T")

STEP, ROUND, TURN, BLIND = "step", "round", "turn", "blind"
PACES = (STEP, ROUND, TURN, BLIND)

ATTACK_BEST = "attack best"
"""Carried out as long as there is an attack that wins and its tests hold."""


def order_first(state: State) -> bool:
    """Say whether the Order of Play is known before anybody chooses cards."""
    pace = state.options["pace"]
    return pace in {STEP, ROUND} or (pace == TURN and state.options["order_first"] == "yes")


def waits(state: State, kind: str) -> bool:
    """Say whether a question of this *kind* is put to its player, not to his sheet."""
    if kind == "order-of-play":
        return order_first(state)
    return state.options["pace"] == STEP


def wait(state: State, sheet: str) -> str:
    """Return the name of the time given: that of the *sheet*, or of a single step."""
    return STEP if state.options["pace"] == STEP else sheet


async def choose(table: Table[State], ask: Ask[T]) -> T:
    """Return the answer to *ask*: the player's own at pace `step`, else his sheet's."""
    if waits(table.state, ask.kind):
        return (await table.ask_all([ask]))[ask.seat]
    return filed(table, ask)


def filed(table: Table[State], ask: Ask[T]) -> T:
    """Take the first line off the seat's sheet that answers *ask*, or the default.

    A `play` that does not fit is kept for the next round; an attack that does not win
    is dropped at once; others are dropped when no line fits.  Only their own player
    is told.  `attack best` stays on the sheet.
    """
    sheet = table.state.sides[ask.seat].sheet
    skipped: dict[str, Illegal] = {}
    verbs = ask.domain.verbs
    for line in [line for line in sheet if verb_of(line) in verbs]:
        try:
            found = understood(line, ask)
        except Illegal as illegal:
            refusal = illegal
        else:
            if len(found) == 1:
                if ATTACK_BEST not in line:
                    sheet.remove(line)
                return ask.domain.read(found[0])
            refusal = Illegal(f"it may mean {' or '.join(found)}" if found else "it does not fit")
        if ask.kind == "attack":
            _drop(table, ask.seat, line, refusal)
        else:
            skipped[line] = refusal
    if ask.kind != "play" or len(table.state.sides[ask.seat].hand) == 1:
        for line, refusal in skipped.items():
            _drop(table, ask.seat, line, refusal)
    return ask.domain.read(_idle(table, ask))


def _idle(table: Table[State], ask: Ask[T]) -> str:
    """Return the default; of cards to show, the first that no kept line waits for."""
    if ask.kind != "play":
        return ask.default
    side = table.state.sides[ask.seat]
    wanted = {line.partition(":")[0] for line in side.sheet}
    free = [text for id_ in table.state.tokens if id_ in side.hand
            if (text := f"play {id_.partition(' ')[2]}") not in wanted]  # fmt: skip
    return f"{free[0]}: stay" if free else ask.default


def drop(table: Table[State], seat: str, verb: str, why: str, rules: tuple[str, ...] = ()) -> None:
    """Take what is left of the lines with *verb* off the seat's sheet, and tell its player."""
    for line in [line for line in table.state.sides[seat].sheet if verb_of(line) == verb]:
        if ATTACK_BEST in line:
            table.state.sides[seat].sheet.remove(line)
        else:
            _drop(table, seat, line, Illegal(why, rules))


def verb_of(line: str) -> str:
    """Return the first word of *line*."""
    return line.partition(" ")[0].rstrip(":")


def _drop(table: Table[State], seat: str, line: str, refusal: Illegal) -> None:
    table.state.sides[seat].sheet.remove(line)
    why = str(refusal)
    if verb_of(line) == "attack":
        table.tell(AttackDropped(seat, line, why), to=[seat])
    else:
        table.tell(LineDropped(seat, line, why, refusal.rules), to=[seat])

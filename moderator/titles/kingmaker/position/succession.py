"""The lines of succession, who is King, and who may be crowned (KM-VIC, KM-BEA)."""

from __future__ import annotations

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.data import LANCASTER, YORK, current
from moderator.titles.kingmaker.position.holding import heirs_of
from moderator.titles.kingmaker.state import Heir, Noble, State

HOUSES = (LANCASTER, YORK)


def line(house: str) -> list[str]:
    """Return the heirs of a house in order of succession (KM-VIC-04, KM-VIC-05)."""
    return [heir.id for heir in current().heirs.values() if heir.house == house]


def living(state: State, house: str) -> list[str]:
    """Return the living heirs of a house in order of succession."""
    return [id_ for id_ in line(house) if state.heirs[id_].alive]


def senior(state: State, house: str) -> str:
    """Return who is first in a house's line, '' for nobody.

    Beaufort, if he is on the board, follows the three heirs of Lancaster (KM-BEA-01).
    """
    found = living(state, house)
    if found:
        return found[0]
    substitute = current().substitute
    return substitute if house == LANCASTER and substitute in state.nobles else ""


def rank(state: State, heir: str) -> int:
    """Return a living heir's place in his house's line, from 1; 0 for the dead."""
    alive = living(state, house_of(heir))
    return alive.index(heir) + 1 if heir in alive else 0


def house_of(monarch: str) -> str:
    """Return the house of an heir, or of Beaufort."""
    return LANCASTER if monarch == current().substitute else current().heirs[monarch].house


def claimant(state: State, monarch: str) -> Heir | Noble:
    """Return the counter of an heir, or of Beaufort."""
    return state.nobles[monarch] if monarch in state.nobles else state.heirs[monarch]


def monarchs(state: State) -> list[str]:
    """Return all who are crowned and alive, Lancaster first (KM-VIC-02, KM-VIC-09)."""
    crowned = [id_ for id_, heir in state.heirs.items() if heir.crowned and heir.alive]
    crowned += [id_ for id_, noble in state.nobles.items() if noble.crowned]
    return sorted(crowned, key=lambda id_: HOUSES.index(house_of(id_)))


def sole_king(state: State) -> str:
    """Return the only King in play, '' if there are two or none (KM-PAR-01, KM-EVT-17)."""
    crowned = monarchs(state)
    return crowned[0] if len(crowned) == 1 else ""


def king_of(state: State, house: str) -> str:
    """Return the King of one house, or ''."""
    return next((id_ for id_ in monarchs(state) if house_of(id_) == house), "")


def check_succession(state: State, monarch: str) -> None:
    """Raise `Illegal` unless the line of succession lets *monarch* be crowned now."""
    if monarch in state.heirs and not state.heirs[monarch].alive:
        raise Illegal(f"{name(monarch)} is dead", ("KM-COR-01",))
    if claimant(state, monarch).crowned:
        raise Illegal(f"{name(monarch)} is crowned already", ("KM-VIC-09",))
    first = senior(state, house_of(monarch))
    if first != monarch:
        beaufort = ("KM-BEA-01",) if monarch == current().substitute else ()
        raise Illegal(f"{name(first)} comes before {name(monarch)}", ("KM-VIC-06", *beaufort))
    if monarch == current().substitute and _yorkists(state, state.nobles[monarch].seat):
        raise Illegal("Beaufort's faction controls an heir of York", ("KM-BEA-03",))


def must_give_up(state: State, seat: str) -> list[str]:
    """Return the Yorkists whom the faction of a crowned Beaufort must be rid of (KM-BEA-03)."""
    king = state.nobles.get(current().substitute)
    return _yorkists(state, seat) if king and king.crowned and king.seat == seat else []


def name(monarch: str) -> str:
    """Return the printed name of an heir, or of Beaufort."""
    data = current()
    return data.heirs[monarch].name if monarch in data.heirs else data.cards[monarch].name


def _yorkists(state: State, seat: str) -> list[str]:
    return [heir.id for heir in heirs_of(state, seat) if house_of(heir.id) == YORK]

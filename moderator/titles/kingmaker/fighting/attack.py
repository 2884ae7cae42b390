"""What may be attacked, and with whom (KM-COM-01 to KM-COM-06, KM-BAT-01, KM-SIE-03)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ParamSpec

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.board import OPEN_TOWN
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import listed, name
from moderator.titles.kingmaker.fighting.battle_plan import Plan
from moderator.titles.kingmaker.hands.trades import check_no_trade
from moderator.titles.kingmaker.position.forces import (
    Force,
    forces_in,
    garrison,
    in_open,
    pile_of,
    total,
    walled_place,
)
from moderator.titles.kingmaker.position.holding import holder, insiders
from moderator.titles.kingmaker.position.sieges import defenders
from moderator.titles.kingmaker.state import BATTLE, SIEGE, State

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack: a battle with a force in the open, or the siege of a place."""

    kind: str
    square: str
    place: str
    """The place besieged; '' for a battle."""
    nobles: tuple[str, ...]
    target: tuple[str, ...]
    """The nobles of the force attacked; () for a siege."""
    plan: Plan = field(default_factory=Plan)
    planned: bool = False
    """The line says what the attacker adds, if only `pass`."""
    spoils: str = ""
    """The noble who gets captured cards; '' asks."""
    then: tuple[str, ...] | None = None
    """Nobles who go into the place when it has fallen; None asks."""
    must: bool = False
    """A landing fight, which cannot be called off (KM-TER-11, KM-SEA-11)."""
    answered: tuple[tuple[str, Plan], ...] = ()
    """What defenders have said before it begins, by seat; they are not asked again at first."""


def check_peace(state: State, square: str) -> None:
    """Raise `Illegal` in the square of the King's Peace (KM-PAR-16)."""
    if square == state.peace_at:
        raise Illegal(f"the King's Peace holds in the {name(square)} square", ("KM-PAR-16",))


def check_target(state: State, seat: str, force: Force) -> None:
    """Raise `Illegal` unless *seat* may attack this force now."""
    who = listed(force.nobles)
    if force.seat == seat:
        raise Illegal(f"{who} is of your own faction", ("KM-COM-01",))
    if force.place:
        why = f"{who} is inside {name(force.place)}: only a siege reaches him"
        raise Illegal(why, ("KM-BAT-01",))
    if any(noble in state.turn.defended for noble in force.nobles):
        raise Illegal(f"{who} has been attacked in this turn already", ("KM-COM-03",))
    check_peace(state, force.square)


def check_attacker(state: State, seat: str, noble: str, square: str, *, sally: str = "") -> None:
    """Raise `Illegal` unless a noble of *seat* can attack in *square*.

    *sally* is a place under siege by the force attacked, out of which he may come (KM-SIE-11).
    """
    own = state.nobles[noble]
    who = name(noble)
    if own.seat != seat:
        raise Illegal(f"{who} is not of your faction", ("KM-FAC-03",))
    if own.captor:
        raise Illegal(f"{who} is a captive", ("KM-CAP-01",))
    if own.aboard:
        raise Illegal(f"{who} is at sea, where nobody fights", ("KM-TER-08",))
    if own.square != square:
        where = f"{name(own.square)}, not in {name(square)}"
        raise Illegal(f"{who} is in the square of {where}", ("KM-COM-01",))
    if noble in state.turn.attacked:
        why = f"{who} or his force has made its attack in this turn"
        raise Illegal(why, ("KM-COM-02", "KM-COM-06"))
    check_no_trade(state, [noble])
    place = walled_place(own)
    if place and place != sally:
        why = f"{who} is inside {name(place)} and gives no battle"
        raise Illegal(why, ("KM-BAT-01", "KM-SIE-11"))


def check_together(state: State, nobles: Sequence[str]) -> None:
    """Raise `Illegal` unless those in the open are of one force (KM-COM-04, KM-SIE-03)."""
    outside = [noble for noble in nobles if in_open(state.nobles[noble])]
    strangers = [n for n in outside if n not in pile_of(state, outside[0]).nobles]
    if strangers:
        why = f"{listed(strangers)} and {name(outside[0])} are not of one force"
        raise Illegal(why, ("KM-COM-04", "KM-STA-03"))


def besieged_by(state: State, force: Force) -> str:
    """Return the place that a force in the open has under siege; '' for none."""
    for place, siege in state.sieges.items():
        if siege.seat == force.seat and set(siege.nobles) & set(force.nobles):
            return place
    return ""


def check_siege(state: State, seat: str, place: str) -> None:
    """Raise `Illegal` unless *seat* may besiege a place, whatever its strength."""
    kind = current().board.places[place].kind.id
    where = name(place)
    others = [noble for noble in insiders(state, place) if state.nobles[noble].seat != seat]
    if holder(state, place) == seat:
        raise Illegal(f"{where} is yours", ("KM-SIE-01",))
    if kind == OPEN_TOWN and not others:
        raise Illegal(f"{where} is an open town: walk in", ("KM-TER-13",))
    siege = state.sieges.get(place)
    if siege and siege.seat != seat:
        why = f"{where} is under siege by {siege.seat}: beat the besiegers first"
        raise Illegal(why, ("KM-SIE-13",))
    if any(noble in state.turn.defended for noble in others):
        raise Illegal(f"those in {where} have been attacked in this turn", ("KM-COM-03",))
    check_peace(state, current().board.places[place].square)


def check_strength(state: State, seat: str, place: str, nobles: Sequence[str]) -> None:
    """Raise `Illegal` unless these nobles match the defence as it is known (KM-SIE-06)."""
    strength = total(state, nobles)
    inside = total(state, defenders(state, seat, place))
    held = garrison(place) + inside
    if strength < held:
        of = f"{garrison(place)} + {inside}" if inside else f"{held}"
        why = f"{strength} against {of} in {name(place)}: a siege must at least match the defence"
        raise Illegal(why, ("KM-SIE-03", "KM-SIE-06"))


def bodies(state: State, seat: str) -> list[Force]:
    """Return the forces of *seat* that can attack: those in the open, those who can sally."""
    squares = {n.square for n in state.nobles.values() if n.seat == seat and n.square}
    return [
        force
        for square in sorted(squares)
        for force in forces_in(state, square)
        if force.seat == seat
        and square != state.peace_at
        and (not force.place or force.place in state.sieges)
        and not all(noble in state.turn.attacked for noble in force.nobles)
    ]


def attacks_of(state: State, seat: str) -> list[Attack]:
    """Return each attack of a whole force that is allowed now: battles, then sieges."""
    own = bodies(state, seat)
    found: list[Attack] = []
    for body in own:
        for force in forces_in(state, body.square):
            place = besieged_by(state, force)
            if body.place and body.place != place:
                continue
            joined = _joined(state, body, place)
            if allowed(check_target, state, seat, force) and joined:
                found.append(Attack(BATTLE, body.square, "", joined, force.nobles))
    for body in own:
        for place in () if body.place else current().board.squares[body.square].places:
            if not current().board.places[place].walled:
                continue
            nobles = _ready(state, body.nobles)
            if (
                nobles
                and allowed(check_siege, state, seat, place)
                and allowed(check_strength, state, seat, place, nobles)
            ):
                found.append(Attack(SIEGE, body.square, place, nobles, ()))
    return found


def _joined(state: State, body: Force, place: str) -> tuple[str, ...]:
    """Return the nobles of a body, and with those in the open the ones who sally to them."""
    nobles = list(body.nobles)
    if place and not body.place:
        inside = [n for n in insiders(state, place) if state.nobles[n].seat == body.seat]
        nobles += inside
    return _ready(state, nobles)


def _ready(state: State, nobles: Sequence[str]) -> tuple[str, ...]:
    """Return those who can still fight in this turn (KM-COM-02, KM-GIF-03)."""
    return tuple(
        noble
        for noble in state.nobles
        if noble in nobles
        and noble not in state.turn.attacked
        and allowed(check_no_trade, state, [noble])
    )


def allowed(check: Callable[P, None], *arguments: P.args, **named: P.kwargs) -> bool:
    """Say whether a check raises no `Illegal`."""
    try:
        check(*arguments, **named)
    except Illegal:
        return False
    return True

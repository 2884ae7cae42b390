"""The orders of the Movement Phase, each with the one text that stands for it (catalogue 2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moderator.titles.kingmaker.components import data

END = "end moves"


@dataclass(frozen=True, slots=True)
class March:
    """Nobles move over land together and arrive as one force; heirs go along (D-MOV-3, D-MOV-5)."""

    nobles: tuple[str, ...]
    heirs: tuple[str, ...]
    left: tuple[str, ...]
    """Heirs who could have gone along and stay."""
    square: str
    place: str
    """Where they end inside `square`; '' in the open (D-MOV-4)."""
    road: bool = False
    via: tuple[str, ...] = ()
    """Squares that the move runs through, or where leave to pass is refused (`otherwise`)."""
    otherwise: bool = False
    """On a road: without leave they go across country through `via` instead of stopping."""
    free: bool = False
    lifted: tuple[str, ...] = ()
    """Heirs on whom a free move is played, so that another noble takes them on (KM-MOV-06)."""


@dataclass(frozen=True, slots=True)
class Step:
    """Nobles go into or out of a place of the square they are in, which is no move (KM-TWN-01)."""

    nobles: tuple[str, ...]
    heirs: tuple[str, ...]
    place: str
    out: bool = False


@dataclass(frozen=True, slots=True)
class Sail:
    """Ships move together, with all whom they carry (D-MOV-8, D-MOV-9)."""

    ships: tuple[str, ...]
    nobles: tuple[str, ...]
    """Who come aboard now."""
    heirs: tuple[str, ...]
    sea: str
    """Where they end at sea; '' in port."""
    port: str
    place: str = ""
    """Where passengers are put ashore in the port's square; '' in the open."""
    besiege: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """A noble joins the force of another (KM-STA-03)."""

    noble: str
    other: str


@dataclass(frozen=True, slots=True)
class Split:
    """Nobles leave their force and stand together by themselves (KM-STA-02)."""

    nobles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """The siege of a place is given up (KM-SIE-09)."""

    place: str


Order = March | Step | Sail | Join | Split | Release


def text_of(order: Order | None) -> str:
    """Return the one text for an order; None ends the Movement Phase."""
    match order:
        case None:
            return END
        case March():
            return _march(order)
        case Step():
            way = "out of" if order.out else "into"
            return f"{way} {order.place} with {_names((*order.nobles, *order.heirs))}"
        case Sail():
            return _sail(order)
        case Join():
            return f"join {order.noble} with {order.other}"
        case Split():
            return f"split {_names(order.nobles)}"
        case Release():
            return f"release {order.place}"


def spot_text(square: str, place: str) -> str:
    """Return the words for a place, or for the open of a square."""
    if place:
        return place
    return f"{square} open" if square in data.current().board.places else square


def _march(order: March) -> str:
    text = f"move {_names(order.nobles)} to {spot_text(order.square, order.place)}"
    if order.road:
        text += " by road"
    if order.heirs:
        going = [f"free {heir}" if heir in order.lifted else heir for heir in order.heirs]
        text += f" with {_names(going)}"
    if order.left:
        text += f" without {_names(order.left)}"
    if order.road:
        text += f" else via {_names(order.via)}" if order.otherwise else ""
    elif order.via:
        text += f" via {_names(order.via)}"
    return f"free {text}" if order.free else text


def _sail(order: Sail) -> str:
    text = f"sail {_names(order.ships)} to "
    if order.sea:
        text += order.sea
    else:
        text += order.port
        square = data.current().board.places[order.port].square
        if not order.besiege and order.place != order.port:
            text += f" and land in {spot_text(square, order.place)}"
    if order.nobles or order.heirs:
        text += f" with {_names((*order.nobles, *order.heirs))}"
    if order.besiege:
        text += " to besiege"
    return f"free {text}" if order.free else text


def _names(ids: Iterable[str]) -> str:
    return ", ".join(ids)

"""Arms of the families as blazon data, for those who draw them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

TINCTURES = frozenset({"or", "argent", "gules", "azure", "sable", "vert"})
FIELDS = {"plain": 1, "barry": 2, "chequy": 2, "per pale": 2, "quarterly": 2}
"""Tinctures of each division of the field."""


@dataclass(frozen=True, slots=True)
class Arms:
    """A shield: the field first, then charges, then ordinaries."""

    code: str
    """Three letters that stand beside it."""
    field: tuple[str, ...]
    division: str
    ordinaries: tuple[tuple[str, tuple[str, ...]], ...]
    """(shape, tinctures)."""
    charges: tuple[tuple[str, int, str], ...]
    """(figure, how many, tincture)."""


@dataclass(frozen=True, slots=True)
class Rose:
    """The badge of a house."""

    petals: str
    outline: str


def arms(read: Mapping[str, Any], nobles: Iterable[str]) -> dict[str, Arms]:
    """Return the arms of every noble; raise ValueError for one without, or bad blazon."""
    found = {
        id_: Arms(
            entry["code"],
            tuple(entry["field"]),
            entry["division"],
            tuple((shape, tuple(tinctures)) for shape, *tinctures in entry["ordinary"]),
            tuple((figure, number, tincture) for figure, number, tincture in entry["charge"]),
        )
        for id_, entry in read["families"].items()
    }
    if found.keys() != set(nobles):
        odd = sorted(found.keys() ^ set(nobles))
        raise ValueError(f"heraldry.toml: {odd[0]}: each noble has arms, and nobody else")
    if len({each.code for each in found.values()}) < len(found):
        raise ValueError("heraldry.toml: two families have one code")
    for id_, each in found.items():
        used = [*each.field, *(tincture for _, _, tincture in each.charges)]
        used += [tincture for _, tinctures in each.ordinaries for tincture in tinctures]
        if not TINCTURES.issuperset(used) or FIELDS.get(each.division) != len(each.field):
            raise ValueError(f"heraldry.toml: {id_}: its blazon cannot be drawn")
        if len(each.code) != 3 or not each.code.isupper():
            raise ValueError(f"heraldry.toml: {id_}: a code is three capital letters")
    return found


def roses(read: Mapping[str, Any]) -> dict[str, Rose]:
    """Return the rose of each house."""
    return {
        house: Rose(entry["petals"], entry["outline"]) for house, entry in read["roses"].items()
    }

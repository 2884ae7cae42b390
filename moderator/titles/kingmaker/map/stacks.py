"""Counters on a map: who stands together, and where each stack finds room.

Stacks are sized and placed in pixels of their sheet.  A stack stands above its spot as a flag above
its staff, and gives way to others; a line leads from it to the spot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from moderator.titles.kingmaker.components.heraldry import Arms
from moderator.titles.kingmaker.knowledge.view import HeirView, NobleView, ShipView, View
from moderator.titles.kingmaker.map.ground import Ground

NOBLE, HEIR, SHIP = "noble", "heir", "ship"

CELL, ROW, HEAD, EDGE = 49, 64, 26, 3
"""Pixels of one counter, its height with the code below, the strip above, the border."""
BETWEEN = 6
"""Pixels between two rows: room for a crown."""
_NARROWEST = 62
_ACROSS = 4
_GAP = 3.0
_ROUNDS = 60
_MARK = 21.0
"""Half of what a mark needs."""


@dataclass(frozen=True, slots=True)
class Item:
    """One counter; `code` are three letters."""

    kind: str
    id: str
    code: str
    house: str = ""
    crowned: bool = False
    sole: bool = False
    capacity: int = 0


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters of one faction that stand together.

    `captor` is set for captives; `strength` is 0 where nobody can fight.
    """

    seat: str
    captor: str
    strength: int
    items: tuple[Item, ...]
    spot: tuple[float, float]
    """Where they are, in board units."""

    @property
    def across(self) -> int:
        """Return how many counters stand in one row."""
        return min(len(self.items), 3 if len(self.items) in {3, 5, 6} else _ACROSS)

    @property
    def wide(self) -> int:
        """Return the width in pixels at scale 1."""
        strip = 36 + 14 * len(str(self.strength)) if self.strength else 0
        return max(_NARROWEST, strip, self.across * CELL + 2 * EDGE)

    @property
    def high(self) -> int:
        """Return the height in pixels at scale 1."""
        rows = -(-len(self.items) // self.across)
        return HEAD + rows * ROW + (rows - 1) * BETWEEN + 2 * EDGE


@dataclass(frozen=True, slots=True)
class Placed:
    """A stack on a sheet: its north-west corner and its spot, in pixels."""

    stack: Stack
    left: int
    top: int
    x: int
    y: int


def stacks(view: View, ground: Ground, arms: Mapping[str, Arms]) -> tuple[Stack, ...]:
    """Return everybody on the board, those of one force in one stack."""
    places = {one.id: (float(one.x), float(one.y)) for one in ground.symbols}
    sailing = {one.id: one for one in view.ships}
    codes = _codes([*(one.id for one in view.heirs), *sailing], arms)
    groups: dict[tuple[str, ...], list[NobleView | HeirView | ShipView]] = {}
    for ship in view.ships:
        where = f"aboard {ship.id}" if ship.passengers else "afloat"
        groups.setdefault((where, ship.port, ship.sea, ship.seat), []).append(ship)
    people: list[NobleView | HeirView] = [*view.nobles, *(one for one in view.heirs if one.alive)]
    for one in people:
        groups.setdefault(_company(one, sailing), []).append(one)
    found = []
    for key, members in groups.items():
        first = members[0]
        spot = _spot(first, sailing, places, ground)
        if spot is not None:
            strength = sum(
                one.strength for one in members if isinstance(one, NobleView) and not one.captor
            )
            captor = next((one.captor for one in members if isinstance(one, NobleView)), "")
            items = tuple(_item(one, codes, arms, view.sole_king) for one in members)
            found.append(Stack(key[3], captor, strength, items, spot))
    return tuple(found)


def _company(one: NobleView | HeirView, ships: Mapping[str, ShipView]) -> tuple[str, ...]:
    if one.aboard and one.aboard[0] in ships:
        ship = ships[one.aboard[0]]
        return (f"aboard {ship.id}", ship.port, ship.sea, ship.seat)
    captor = one.captor if isinstance(one, NobleView) else ""
    force = "" if one.place or captor else str(one.force)
    return ("ashore", one.square, one.place, one.seat, force, captor)


def _spot(
    one: NobleView | HeirView | ShipView,
    ships: Mapping[str, ShipView],
    places: Mapping[str, tuple[float, float]],
    ground: Ground,
) -> tuple[float, float] | None:
    if isinstance(one, ShipView):
        return places.get(one.port) if one.port else ground.centres.get(one.sea)
    if one.aboard and one.aboard[0] in ships:
        return _spot(ships[one.aboard[0]], ships, places, ground)
    return places.get(one.place) if one.place else ground.centres.get(one.square)


def _item(
    one: NobleView | HeirView | ShipView,
    codes: Mapping[str, str],
    arms: Mapping[str, Arms],
    sole_king: str,
) -> Item:
    if isinstance(one, ShipView):
        return Item(SHIP, one.id, codes[one.id], capacity=one.capacity)
    sole = one.id == sole_king
    if isinstance(one, HeirView):
        return Item(HEIR, one.id, codes[one.id], one.house, one.crowned, sole)
    return Item(NOBLE, one.id, arms[one.id].code, "", one.crowned, sole)


def _codes(ids: Iterable[str], arms: Mapping[str, Arms]) -> dict[str, str]:
    """Return three letters for each heir and ship: 'MAR' for Margaret, so 'MCH' for March."""
    taken = {each.code for each in arms.values()}
    codes: dict[str, str] = {}
    for id_ in ids:
        word = id_.split()[-1].upper()
        codes[id_] = word[0] + word[-2:] if word[:3] in taken else word[:3]
        taken.add(codes[id_])
    return codes


def spread(
    found: Sequence[Stack],
    spots: Sequence[tuple[float, float]],
    size: tuple[int, int],
    scale: float,
    fixed: Sequence[tuple[float, float]] = (),
) -> tuple[Placed, ...]:
    """Place stacks on a sheet of this *size* in pixels.

    None lies over another, or over a mark in *fixed* (the middles), where there is room.
    """
    wide, high = size
    sizes = [(one.wide * scale, one.high * scale) for one in found]
    homes = [(x - w / 2, y - h - 7 * scale) for (x, y), (w, h) in zip(spots, sizes, strict=True)]
    corners = [_kept(x, y, size, wide, high) for (x, y), size in zip(homes, sizes, strict=True)]
    for _ in range(_ROUNDS):
        met = _pushed(corners, sizes)
        if not _cleared(corners, sizes, fixed, _MARK * scale, size) and not met:
            break
        corners = [
            _kept(x, y, size, wide, high) for (x, y), size in zip(corners, sizes, strict=True)
        ]
    return tuple(
        Placed(one, round(left), round(top), round(x), round(y))
        for one, (left, top), (x, y) in zip(found, corners, spots, strict=True)
    )


def _kept(
    left: float, top: float, size: tuple[float, float], wide: int, high: int
) -> tuple[float, float]:
    """Return the corner of a stack moved into the sheet."""
    return max(2.0, min(left, wide - size[0] - 2)), max(2.0, min(top, high - size[1] - 2))


def _pushed(corners: list[tuple[float, float]], sizes: list[tuple[float, float]]) -> bool:
    """Push stacks that lie over each other apart, half the way each; say whether any did."""
    met = False
    for one, (w, h) in enumerate(sizes):
        ax, ay = corners[one]
        for other in range(one + 1, len(sizes)):
            bx, by = corners[other]
            if bx - ax >= w + _GAP or by - ay >= h + _GAP:
                continue
            ow, oh = sizes[other]
            if ax - bx >= ow + _GAP or ay - by >= oh + _GAP:
                continue
            met = True
            across = min(ax + w, bx + ow) - max(ax, bx) + _GAP
            down = min(ay + h, by + oh) - max(ay, by) + _GAP
            if across < down:
                push = across / 2 if ax + w / 2 <= bx + ow / 2 else -across / 2
                ax -= push
                corners[other] = (bx + push, by)
            else:
                push = down / 2 if ay + h / 2 <= by + oh / 2 else -down / 2
                ay -= push
                corners[other] = (bx, by + push)
        corners[one] = (ax, ay)
    return met


def _cleared(
    corners: list[tuple[float, float]],
    sizes: list[tuple[float, float]],
    fixed: Sequence[tuple[float, float]],
    room: float,
    sheet: tuple[int, int],
) -> bool:
    """Push stacks off marks, which stay, the shortest way on the sheet; say whether any was."""
    met = False
    for place, (w, h) in enumerate(sizes):
        for x, y in fixed:
            left, top = corners[place]
            if not (left < x + room and left + w > x - room):
                continue
            if not (top < y + room and top + h > y - room):
                continue
            met = True
            ways = [(x - room - w, top), (x + room, top), (left, y - room - h), (left, y + room)]
            free = [way for way in ways if way == _kept(*way, (w, h), *sheet)]
            corners[place] = min(
                free or ways, key=lambda way: abs(way[0] - left) + abs(way[1] - top)
            )
    return met

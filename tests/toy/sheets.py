"""A title with one sealed sheet a turn, the smallest that orders can be tried on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, cast

from moderator.engine import Ask, Illegal, Order, Table, Title, matches, nearest
from tests.toy.crown import CROWN


@dataclass(frozen=True, slots=True)
class Filing:
    """A hand of one army card and one trading card, and any number of plays."""

    army: tuple[str, ...] = ("army baron", "army milady", "army minstrel")
    trading: tuple[str, ...] = ("trading 0", "trading 2")
    plays: tuple[str, ...] = ("play baron", "play milady")
    parts: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {"hand": ("army", "trading"), "play": ("play",)}
    )
    verbs: frozenset[str] = frozenset({"army", "trading", "play"})
    sheet: bool = True
    needs: tuple[str, ...] = ("army", "trading")
    """Verbs without which a sheet is not whole."""

    def read(self, text: str) -> list[str]:
        lines = text.splitlines()
        orders = [line.partition(" if ")[0] for line in lines]
        if any(order not in self._all for order in orders):
            raise Illegal("that is no order", ("S-1",))
        for verb in self.needs:
            if not any(order.startswith(verb) for order in orders):
                card = {"army": "an army card", "trading": "a trading card"}[verb]
                raise Illegal(f"{card} is missing", ("S-2",))
        return lines

    @property
    def _all(self) -> tuple[str, ...]:
        return (*self.army, *self.trading, *self.plays)

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        order, condition, test = line.partition(" if ")
        verb = order.partition(" ")[0]
        if verb in {"army", "trading"} and not condition:
            for other in above:
                if other.startswith(verb) and " if " not in other:
                    raise Illegal(f"there is '{other}' above", ("S-3",))
        return tuple(f"{found}{condition}{test}" for found in matches(order, self._all))

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self._all)

    def examples(self) -> tuple[str, ...]:
        return self._all

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        return f"{rng.choice(self.army)}\n{rng.choice(self.trading)}"


@dataclass(slots=True)
class State:
    seats: list[str]
    filed: list[dict[str, list[str]]] = field(default_factory=list)


DEFAULT = "army baron\ntrading 0"


async def turn(table: Table[State]) -> str | None:
    filed = await table.ask_all(
        Ask(seat, "cards", Filing(), default=DEFAULT, secret=True, facts={"place": place})
        for place, seat in enumerate(table.state.seats, start=1)
    )
    table.state.filed.append(filed)
    return "turn" if len(table.state.filed) < 2 else None


SHEETS: Title[State, Any] = replace(
    cast("Any", CROWN),
    name="sheets",
    label="Sheets",
    state=State,
    new_game=lambda seats, options: State(list(seats)),
    phases={"turn": turn},
    first_phase="turn",
    audit=lambda state: None,
    orders=(
        Order("army", ("hand", "cards"), "army CARD", "Take a card.", "army baron"),
        Order("trading", ("hand", "cards"), "trading NUMBER", "Take a card.", "trading 2"),
        Order("play", ("play", "cards"), "play CARD", "Play a card.", "play baron"),
        Order("attack", ("attack",), "attack PLACE", "Attack.", "attack hull"),
    ),
)

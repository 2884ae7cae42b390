"""An order that was read and is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


class Illegal(ValueError):
    """The order was read, but is not allowed here.

    `rules` are the numbers of the ledger that forbid it.  Pass *nearest* as a function
    where the search takes long: most refusals are only tried, and never shown.
    """

    def __init__(
        self,
        why: str,
        rules: Sequence[str] = (),
        nearest: Iterable[str] | Callable[[], Iterable[str]] = (),
    ) -> None:
        super().__init__(why)
        self.rules = tuple(rules)
        self._nearest = nearest if callable(nearest) else tuple(nearest)

    @property
    def nearest(self) -> tuple[str, ...]:
        """Legal texts like the one refused, for the position as it is now."""
        found = self._nearest
        return tuple(found()) if callable(found) else found

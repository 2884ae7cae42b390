"""What a player lays out of the cards dealt to him (KM-PRE-06 to KM-PRE-13, KM-SHO-03).

Titles and offices find their nobles here, and each noble his castle; what a player does not say
is done as `completed` would: the strongest cards to the strongest nobles (catalogue D-SET-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from moderator.engine import Illegal
from moderator.titles.kingmaker.components.cards import NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.reach import land_distances

FAR = 1_000
"""Further apart than any two squares that can be walked between."""


@dataclass(slots=True)
class Layout:
    """Cards of one deal and where each goes; `rest` is what nothing has been said of yet."""

    rest: list[str]
    whole: bool
    """Dealt with the whole deck: cards may be held back (KM-SHO-03)."""
    awards: dict[str, list[str]] = field(default_factory=dict)
    """Card ids by noble; a noble who gets none has an entry all the same."""
    homes: dict[str, str] = field(default_factory=dict)
    """Castle by noble (KM-SET-05)."""
    chancery: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)


def begin(cards: Iterable[str], whole: bool) -> Layout:
    """Return the layout of a deal before anything is said: all nobles are out (KM-PRE-06)."""
    layout = Layout(list(cards), whole)
    for noble in [card for card in layout.rest if current().cards[card].kind == NOBLE]:
        layout.rest.remove(noble)
        layout.awards[noble] = []
    return layout


def untitled(layout: Layout) -> list[str]:
    """Return the nobles who can take a title (KM-PRE-07, KM-PRE-11)."""
    return [noble for noble in layout.awards if not _title(layout, noble)]


def without_office(layout: Layout) -> list[str]:
    """Return the nobles who can take an office (KM-PRE-09, KM-PRE-11)."""
    return [
        noble
        for noble in layout.awards
        if _title(layout, noble) and not _has(layout.awards[noble], OFFICE)
    ]


def give(layout: Layout, card: str, noble: str) -> None:
    """Give a card to a noble; raise `Illegal` where the limits forbid it."""
    data = current()
    if noble not in layout.awards:
        raise Illegal(f"{data.cards[noble].name} is held back", ("KM-SHO-03",))
    if card not in layout.rest:
        raise Illegal(f"{data.cards[card].name} is placed already", ("KM-PRE-15",))
    kind, name = data.cards[card].kind, data.cards[noble].name
    if kind == TITLE and noble not in untitled(layout):
        raise Illegal(f"{name} has a title already", ("KM-PRE-11",), _lines(card, untitled(layout)))
    if kind == OFFICE and noble not in without_office(layout):
        has = _title(layout, noble)
        why = f"{name} has an office already" if has else f"{name} has no title for an office"
        rules = ("KM-PRE-11",) if has else ("KM-PRE-09",)
        raise Illegal(why, rules, _lines(card, without_office(layout)))
    layout.rest.remove(card)
    layout.awards[noble].append(card)


def dismiss(layout: Layout, card: str) -> None:
    """Put a surplus title or office in Chancery; raise `Illegal` for anything else."""
    data = current()
    if card not in layout.rest:
        raise Illegal(f"{data.cards[card].name} is placed already", ("KM-PRE-15",))
    kind = data.cards[card].kind
    if layout.whole or kind not in {TITLE, OFFICE}:
        rules = ("KM-SHO-03",) if layout.whole else ("KM-PRE-12", "KM-PRE-13")
        raise Illegal("only titles and offices of the short deal go to Chancery", rules)
    sent = [other for other in layout.chancery if data.cards[other].kind == kind]
    if len(sent) >= surplus(layout, kind):
        rules = ("KM-PRE-07", "KM-PRE-08") if kind == TITLE else ("KM-PRE-09", "KM-PRE-10")
        raise Illegal(f"a noble of yours can take this {kind}", rules)
    layout.rest.remove(card)
    layout.chancery.append(card)


def hold(layout: Layout, card: str) -> None:
    """Hold a card back for later; raise `Illegal` where all must be laid out."""
    data = current()
    if not layout.whole:
        raise Illegal("every dealt card is laid out", ("KM-PRE-13",))
    if card in layout.awards:
        if layout.awards[card] or card in layout.homes:
            raise Illegal(f"{data.cards[card].name} is laid out already", ("KM-PRE-15",))
        if len(layout.awards) == 1:
            raise Illegal("at least one Noble is laid out", ("KM-SHO-03",))
        del layout.awards[card]
    elif card in layout.rest:
        layout.rest.remove(card)
    else:
        raise Illegal(f"{data.cards[card].name} is placed already", ("KM-PRE-15",))
    layout.held.append(card)


def place(layout: Layout, noble: str, castle: str) -> None:
    """Put a noble in one of his castles (KM-SET-05, KM-SET-06)."""
    data = current()
    if noble not in layout.awards:
        raise Illegal(f"{data.cards[noble].name} is held back", ("KM-SHO-03",))
    homes = data.cards[noble].places
    if castle not in homes:
        near = tuple(f"place {noble} in {home}" for home in homes)
        why = f"{data.board.places[castle].name} is no castle of {data.cards[noble].name}"
        raise Illegal(why, ("KM-SET-05", "KM-SET-06"), near)
    layout.homes[noble] = castle


def surplus(layout: Layout, kind: str) -> int:
    """Return how many titles or offices of the whole deal nobody can take in the end."""
    data = current()
    have = sum(data.cards[card].kind == kind for card in layout.rest + layout.chancery)
    titles = sum(data.cards[card].kind == TITLE for card in layout.rest)
    if kind == TITLE:
        return max(0, have - len(untitled(layout)))
    to_come = min(titles, len(untitled(layout)))
    return max(0, have - len(without_office(layout)) - to_come)


def completed(layout: Layout) -> Layout:
    """Finish a layout: nothing is left in `rest`, and every noble has his castle."""
    cards = current().cards
    for kind, able in ((TITLE, untitled), (OFFICE, without_office)):
        for card in _falling([card for card in layout.rest if cards[card].kind == kind]):
            takers = sorted(able(layout), key=lambda noble: -_troops(layout, noble))
            if takers:
                give(layout, card, takers[0])
            elif layout.whole:
                hold(layout, card)
            else:
                layout.rest.remove(card)
                layout.chancery.append(card)
    strongest = max(layout.awards, key=lambda noble: _troops(layout, noble))
    for card in list(layout.rest):
        give(layout, card, strongest)
    for noble in layout.awards:
        if noble not in layout.homes:
            layout.homes[noble] = _nearest_home(layout, noble)
    return layout


def lines(layout: Layout) -> list[str]:
    """Return a completed layout as orders, one a line."""
    said = [f"hold {card}" for card in layout.held]
    given = [(card, noble) for noble, cards in layout.awards.items() for card in cards]
    cards = current().cards
    for kinds in ((TITLE,), (OFFICE,)):
        said += [f"give {card} to {noble}" for card, noble in given if cards[card].kind in kinds]
    said += [f"chancery {card}" for card in layout.chancery]
    said += [
        f"give {card} to {noble}"
        for card, noble in given
        if cards[card].kind not in {TITLE, OFFICE}
    ]
    return said + [f"place {noble} in {home}" for noble, home in layout.homes.items()]


def _title(layout: Layout, noble: str) -> bool:
    return bool(current().cards[noble].title) or _has(layout.awards[noble], TITLE)


def _has(cards: Iterable[str], kind: str) -> bool:
    return any(current().cards[card].kind == kind for card in cards)


def _falling(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: -current().cards[card].troops)


def _troops(layout: Layout, noble: str) -> int:
    cards = current().cards
    return sum(cards[card].troops for card in (noble, *layout.awards[noble]))


def _nearest_home(layout: Layout, noble: str) -> str:
    """Return the castle nearest to the other nobles, then the first printed (D-SET-2)."""
    data = current()
    others = [
        data.board.places[layout.homes.get(other, data.cards[other].places[0])].square
        for other in layout.awards
        if other != noble
    ]

    def away(castle: str) -> int:
        far = land_distances(data.board, data.board.places[castle].square)
        return min((far.get(square, FAR) for square in others), default=0)

    return min(data.cards[noble].places, key=away)


def _lines(card: str, nobles: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"give {card} to {noble}" for noble in nobles)

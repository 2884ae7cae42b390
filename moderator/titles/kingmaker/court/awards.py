"""Cards out of Chancery and to whom they are given (KM-PAR-13 to KM-PAR-15, KM-CHA)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from moderator.engine import Fact, Illegal, Table, nearest
from moderator.kit.plan import holds
from moderator.titles.kingmaker.components.cards import TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import noble_words, pick
from moderator.titles.kingmaker.events import Awarded, ChanceryDrawn
from moderator.titles.kingmaker.hands.allotment import check_takes, takes
from moderator.titles.kingmaker.hands.crown import take_up
from moderator.titles.kingmaker.position.forces import by_strength
from moderator.titles.kingmaker.state import Parliament, State

RULES = ("KM-PAR-14", "KM-EXP-08")

OWN = ("own first", "own", "first")

Gift = tuple[str, str]
"""(card, noble)."""


def draw_from_chancery(table: Table[State], parliament: Parliament) -> None:
    """Draw as many cards as nobles attend, or all there are (KM-PAR-13, KM-EXP-06)."""
    state = table.state
    table.shuffle(state.chancery, "chancery")
    count = min(len(parliament.attending), len(state.chancery))
    parliament.drawn = [state.chancery.pop() for _ in range(count)]
    state.seen = [card for card in state.seen if card not in parliament.drawn]
    if count:
        table.tell(
            ChanceryDrawn(parliament.summoner, tuple(parliament.drawn)), to=[parliament.summoner]
        )


async def award(table: Table[State], parliament: Parliament) -> None:
    """Let the summoner give the cards drawn; what nobody can take goes under the Crown deck."""
    state = table.state
    domain = Awards(state, parliament.summoner, tuple(parliament.drawn))
    default = "\n".join(give(*gift) for gift in domain.greedy(()))
    gifts: tuple[Gift, ...] = ()
    if default:
        gifts = await table.ask(
            parliament.summoner, "award", domain, default=default, pace="reply", rules=RULES,
            cards=", ".join(parliament.drawn), count=len(parliament.drawn), at=parliament.place,
        )  # fmt: skip
    for card, noble in gifts:
        take_up(table, noble, card)
    left = [card for card in parliament.drawn if card not in {card for card, _ in gifts}]
    parliament.drawn = []
    if len(left) > 1:
        table.shuffle(left, "under the crown deck")
    state.crown_deck[:0] = left
    state.seen += left
    table.tell(Awarded(parliament.summoner, gifts, tuple(sorted(left))))


def give(card: str, noble: str) -> str:
    """Return the one text for a gift."""
    return f"give {card} to {noble}"


@dataclass(frozen=True, slots=True, eq=False)
class Awards:
    """`give earl of worcester to audley`, a line a card, until no more can be placed."""

    state: State
    seat: str
    drawn: tuple[str, ...]

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"give", "own"})

    @property
    def sheet(self) -> bool:
        return True

    @property
    def parts(self) -> Mapping[str, tuple[str, ...]]:
        """Standing orders are judged for each card by itself."""
        return {"award": ("give",)}

    def read(self, text: str) -> tuple[Gift, ...]:
        gifts = self._gifts(text.splitlines())
        for number, (card, noble) in enumerate(gifts):
            self._check(gifts[:number], card, noble)
        missing = self.greedy(gifts)[len(gifts) :]
        if missing:
            rest = tuple(give(*gift) for gift in missing)
            why = f"as many cards as possible must be given: '{rest[0]}' is still possible"
            raise Illegal(why, ("KM-EXP-08",), rest)
        return gifts

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        """Read a gift, `own first`, or nobles for all cards that fit a condition: `percy, grey`."""
        text, _, condition = line.partition(" if ")
        before = self._gifts(above)
        if not text.startswith("give ") or " to " not in text:
            return self._listed(text.removeprefix("give to "), condition, before)
        if condition:
            raise Illegal(f"'{line}' names its card: a condition has no object", RULES)
        said, _, whom = text.removeprefix("give ").rpartition(" to ")
        words = {word: card for card in self.drawn for word in current().cards[card].words}
        card = pick(said.strip(), words, "card of those drawn")
        noble = pick(whom.strip(), noble_words(self.state), "noble")
        self._check(before, card, noble)
        return (give(card, noble),)

    def _listed(self, text: str, condition: str, before: tuple[Gift, ...]) -> tuple[str, ...]:
        """Return gifts of all cards left that fit, each to the first named who can take it."""
        names = [part.strip() for part in text.replace(" and ", ",").split(",")]
        words = noble_words(self.state)
        whom = [name if name in OWN else pick(name, words, "noble") for name in names]
        gifts = self.greedy(before) if not condition and whom[0] in OWN else before
        for card in self._left(gifts):
            able = [noble for given, noble in self._possible(gifts) if given == card]
            named = [able[0] if one in OWN else one for one in whom if able]
            taker = next((noble for noble in named if noble in able), "")
            if taker and card_fits(card, condition):
                gifts = (*gifts, (card, taker))
        new = gifts[len(before) :]
        if not new:
            raise Illegal(f"'{text}' can take none of the cards left", RULES, self.examples)
        return ("; ".join(give(*gift) for gift in new),)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        return tuple(give(*gift) for gift in self._possible(()))

    def forced(self) -> str | None:
        return None if self._possible(()) else ""

    def sample(self, rng: Random) -> str:
        gifts: tuple[Gift, ...] = ()
        while possible := self._possible(gifts):
            gifts = (*gifts, rng.choice(possible))
        return "\n".join(give(*gift) for gift in gifts)

    def greedy(self, gifts: tuple[Gift, ...]) -> tuple[Gift, ...]:
        """Return *gifts* and as many more as possible: own nobles first, by falling troops."""
        while possible := self._possible(gifts):
            gifts = (*gifts, possible[0])
        return gifts

    def _possible(self, gifts: tuple[Gift, ...]) -> list[Gift]:
        """Return the gifts that are open after *gifts*, the best for the summoner first."""
        trial = _given(self.state, gifts)
        left = self._left(gifts)
        order = [seat for seat in self.state.seats if seat != self.seat]
        nobles = by_strength(self.state, self.state.nobles)
        nobles.sort(key=lambda noble: [self.seat, *order].index(self.state.nobles[noble].seat))
        return [(card, noble) for card in left for noble in nobles if takes(trial, noble, card)]

    def _left(self, gifts: tuple[Gift, ...]) -> list[str]:
        """Return the cards not given yet: titles by falling troops, then offices likewise."""
        cards = current().cards
        left = [card for card in self.drawn if card not in {card for card, _ in gifts}]
        return sorted(left, key=lambda card: (cards[card].kind != TITLE, -cards[card].troops))

    def _gifts(self, lines: Iterable[str]) -> tuple[Gift, ...]:
        return tuple(self._gift(part) for line in lines for part in line.split("; ") if part)

    def _check(self, gifts: tuple[Gift, ...], card: str, noble: str) -> None:
        if card not in self.drawn or card in {given for given, _ in gifts}:
            raise Illegal(f"'{card}' is not there to give", ("KM-PAR-13",), self.examples)
        try:
            check_takes(_given(self.state, gifts), noble, card)
        except Illegal as illegal:
            rules = ("KM-PAR-14", *illegal.rules)
            raise Illegal(str(illegal), rules, self.examples) from None

    def _gift(self, line: str) -> Gift:
        card, _, noble = line.removeprefix("give ").rpartition(" to ")
        if noble not in self.state.nobles or not line.startswith("give "):
            raise Illegal(f"'{line}' gives nothing", RULES, self.nearest(line))
        return card, noble


def _given(state: State, gifts: Iterable[Gift]) -> State:
    """Return a position in which these cards have been given."""
    nobles = {id_: replace(noble, awards=[*noble.awards]) for id_, noble in state.nobles.items()}
    for card, noble in gifts:
        nobles[noble].awards.append(card)
    return replace(state, nobles=nobles)


def card_fits(card: str, condition: str) -> bool:
    """Say whether all tests of a condition hold for a card: `of is marshal`, `troops > 30`."""
    printed = current().cards[card]
    tests = [test.strip() for test in condition.split(" and ")] if condition else []
    facts: dict[str, Fact] = {"kind": printed.kind, "troops": printed.troops}
    return all(any(holds(test, {**facts, "of": word}) for word in printed.words) for test in tests)

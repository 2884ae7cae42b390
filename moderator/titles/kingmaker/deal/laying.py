"""The sheet by which a player lays out his deal: `give CARD to NOBLE`, `place NOBLE in CASTLE`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.components.cards import NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal import layout as laid
from moderator.titles.kingmaker.deal.layout import Layout

OK = "ok"
VERBS = frozenset({"give", "place", "chancery", "hold", OK})


@dataclass(frozen=True, slots=True)
class Laying:
    """Legal answers: lines that place cards; what is left out is filled in (D-SET-1 to D-SET-3).

    An answer may be `ok` alone, or empty: then everything is."""

    cards: tuple[str, ...]
    """The deal."""
    whole: bool = False

    @property
    def verbs(self) -> frozenset[str]:
        return VERBS

    @property
    def sheet(self) -> bool:
        return True

    def read(self, text: str) -> Layout:
        return laid.completed(self._begun(text.splitlines()))

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        verb, _, rest = line.partition(" ")
        if verb not in VERBS:
            return ()
        layout = self._begun(above)
        text = self._canonical(verb, rest.strip(), layout)
        self._carry_out(text, layout)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, [*self.examples(), *self._other_homes()])

    def examples(self) -> tuple[str, ...]:
        """Return the whole sheet as it is if the player says nothing."""
        return tuple(laid.lines(self.read("")))

    def forced(self) -> str | None:
        nobles = [card for card in self.cards if current().cards[card].kind == NOBLE]
        kinds = [current().cards[card].kind for card in self.cards]
        alone = len(nobles) == 1 and len(current().cards[nobles[0]].places) == 1
        few = kinds.count(TITLE) < 2 and kinds.count(OFFICE) < 2
        return OK if alone and few and not self.whole else None

    def sample(self, rng: Random) -> str:
        layout = laid.begin(self.cards, self.whole)
        said: list[str] = []
        for line in self._wishes(layout, rng):
            try:
                self._carry_out(line, layout)
            except Illegal:
                continue
            said.append(line)
        return "\n".join(said)

    def _wishes(self, layout: Layout, rng: Random) -> list[str]:
        """Return lines in a random order, titles before offices; not all of them are legal."""
        cards = current().cards
        nobles = list(layout.awards)
        wishes = [f"hold {card}" for card in self.cards if self.whole and rng.random() < 0.3]
        for kinds in ({TITLE}, {OFFICE}, {card.kind for card in cards.values()} - {TITLE, OFFICE}):
            some = [card for card in layout.rest if cards[card].kind in kinds]
            rng.shuffle(some)
            wishes += [f"give {card} to {rng.choice(nobles)}" for card in some]
        return wishes + [f"place {noble} in {rng.choice(cards[noble].places)}" for noble in nobles]

    def _begun(self, lines: Sequence[str]) -> Layout:
        layout = laid.begin(self.cards, self.whole)
        for line in lines:
            self._carry_out(line, layout)
        return layout

    def _carry_out(self, text: str, layout: Layout) -> None:
        """Do what one line in its exact words says; raise `Illegal` if it cannot be."""
        verb, _, rest = text.partition(" ")
        if verb == OK:
            return
        things, _, target = rest.partition({"give": " to ", "place": " in "}.get(verb, "\n"))
        do: dict[str, Callable[[str], None]] = {
            "give": lambda card: laid.give(layout, card, target),
            "place": lambda noble: laid.place(layout, noble, target),
            "chancery": lambda card: laid.dismiss(layout, card),
            "hold": lambda card: laid.hold(layout, card),
        }
        for thing in things.split(", "):
            wrong = thing not in self.cards or (verb == "give" and not self._noble(target))
            if verb not in do or wrong or (verb == "place" and not self._castle(target)):
                raise Illegal(f"'{text}' is not how it is written", (), self.nearest(text))
            do[verb](thing)

    def _canonical(self, verb: str, rest: str, layout: Layout) -> str:
        """Return a line in its exact words; raise `Illegal` for a name that nobody knows."""
        if verb == OK:
            return OK
        between = {"give": " to ", "place": " in "}.get(verb, "\n")
        things, _, target = rest.partition(between)
        named: list[str] = []
        for said in things.split(","):
            named.append(self._card(said.strip(), verb, layout, named))
        cards = ", ".join(named)
        if verb == "give":
            return f"give {cards} to {self._card(target.strip(), 'place', layout, ())}"
        if verb == "place":
            places = current().board.place_words
            found = {places[said] for said in matches(target.strip(), places)}
            if len(found) != 1:
                raise Illegal(f"'{target}' is no castle", ("KM-SET-05",), self._other_homes())
            return f"place {cards} in {found.pop()}"
        return f"{verb} {cards}"

    def _card(self, said: str, verb: str, layout: Layout, named: Sequence[str]) -> str:
        """Return the card that a word stands for; of copies, the first neither placed nor named."""
        cards = current().cards
        words: dict[str, str] = {}
        for id_ in self.cards:
            if verb != "place" or cards[id_].kind == NOBLE:
                words[id_] = id_
                for word in cards[id_].words:
                    if words.get(word) not in layout.rest or words[word] in named:
                        words[word] = id_
        found = {words[word] for word in matches(said, words)}
        if len(found) == 1:
            return found.pop()
        if len({cards[id_].word for id_ in found}) == 1:
            return next((id_ for id_ in layout.rest if id_ in found), min(found))
        kind = "noble" if verb == "place" else "card"
        why = f"'{said}' may be {' or '.join(sorted(found))}" if found else ""
        raise Illegal(why or f"you were dealt no {kind} '{said}'", (), nearest(said, words))

    def _noble(self, card: str) -> bool:
        return card in self.cards and current().cards[card].kind == NOBLE

    def _castle(self, place: str) -> bool:
        return place in current().board.places

    def _other_homes(self) -> tuple[str, ...]:
        cards = current().cards
        return tuple(
            f"place {id_} in {home}"
            for id_ in self.cards
            if cards[id_].kind == NOBLE
            for home in cards[id_].places
        )

"""Questions to several players at once, each with one or more things to settle (catalogue 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from moderator.engine import Ask, Fact, Illegal, Table, matches, nearest
from moderator.kit.plan import holds
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.state import State

PREFER = "prefer"
KINDS_OF_PLACE = frozenset({
    "friendly", "unfortified", "open", "neutral", "unfriendly", "nearest", "inside", "town",
})  # fmt: skip
"""What a list of preferences may name though no option is of that kind now."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a player settles: what it is about, and texts with what they mean."""

    seat: str
    subject: str
    options: Mapping[str, str]
    """The default first."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For each text the words by which a list of preferences finds it."""
    short: Mapping[str, str] = field(default_factory=dict)
    """Shorter texts, and the text that each stands for."""

    def preferred(self, words: Sequence[str]) -> str:
        """Return the text that the first of *words* to fit anything fits, else the default."""
        for word in words:
            for text in self.options:
                if word in self.tags.get(text, ()):
                    return text
        return next(iter(self.options))


@dataclass(frozen=True, slots=True, eq=False)
class Choosing:
    """A line a thing, or several with `;` between; or a list of preferences for all that is left.

    What is not settled gets its first option.  An answer is a list of (subject, meaning).
    """

    kind: str
    choices: tuple[Choice, ...]
    rules: tuple[str, ...] = ()
    wish: Callable[[str], str] | None = None
    """Returns the one text of a line that is for the next question, '' if it is none."""

    @property
    def verbs(self) -> frozenset[str]:
        said = [text for c in self.choices for text in (*c.options, *c.short, *self._tags([c]))]
        return frozenset({PREFER, *(text.split()[0] for text in said)})

    @property
    def sheet(self) -> bool:
        return True

    @property
    def parts(self) -> Mapping[str, tuple[str, ...]]:
        """Standing orders are judged for each thing by itself."""
        return {self.kind: tuple(self.verbs)}

    def read(self, text: str) -> list[tuple[str, str]]:
        found: dict[str, str] = {}
        for part in (part for line in text.splitlines() for part in line.split("; ")):
            if self.wish is not None and self.wish(part) == part:
                found[part] = part
                continue
            choice = next((c for c in self.choices if part in c.options), None)
            if choice is None or choice.subject in found:
                why = f"'{part}' is not one of your choices"
                raise Illegal(why, self.rules, partial(self.nearest, part))
            found[choice.subject] = choice.options[part]
        return list(found.items())

    def settles(self, text: str) -> bool:
        """Say whether a legal text leaves nothing to its default."""
        return {choice.subject for choice in self.choices} <= {s for s, _ in self.read(text)}

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        if self.wish is not None and (wished := self.wish(line)):
            return (wished,)
        text, _, condition = line.partition(" if ")
        settled = {subject for subject, _ in self.read("\n".join(above))}
        able = [
            choice
            for choice in self.choices
            if choice.subject not in settled and choice_holds(choice, condition)
        ]
        if not able:
            raise Illegal(f"'{line}' is for nothing that is still to be settled", self.rules)
        texts: list[str] = []
        for part in filter(None, (part.strip() for part in text.split(";"))):
            found = self._texts(part, able)
            if len(found) > 1 and PREFER not in found:
                return found
            texts += [each for each in found if each != PREFER]
            able = [choice for choice in able if not set(texts) & set(choice.options)]
        return ("; ".join(texts),) if texts else ()

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        return tuple(text for choice in self.choices for text in choice.options)

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        chosen = [rng.choice(list(c.options)) for c in self.choices if rng.random() < 0.8]
        return "\n".join(chosen)

    def _texts(self, part: str, able: Sequence[Choice]) -> tuple[str, ...]:
        """Return the texts that a line may be short for; with `prefer` among them, all of them."""
        if self.wish is not None and (text := self.wish(part)):
            return (text,)
        said = {text: text for choice in able for text in choice.options}
        said |= {other: text for choice in able for other, text in choice.short.items()}
        found = tuple(dict.fromkeys(said[text] for text in matches(part, said)))
        if found:
            return found
        words = [self._word(word.strip(), able) for word in part.removeprefix(PREFER).split(",")]
        return (PREFER, *(choice.preferred(words) for choice in able))

    def _word(self, word: str, able: Sequence[Choice]) -> str:
        places = current().board.place_words
        known = {*self._tags(able), *KINDS_OF_PLACE}
        found = matches(word, [*known, *places])
        if word in known:
            return word
        meant = {places.get(each, each) for each in found}
        if len(meant) != 1:
            why = f"'{word}' is not one of your choices" if word else "say what you prefer"
            raise Illegal(why, self.rules, partial(self.nearest, word))
        return meant.pop()

    def _tags(self, choices: Iterable[Choice]) -> list[str]:
        return [tag for choice in choices for tags in choice.tags.values() for tag in tags]


def choice_holds(choice: Choice, condition: str) -> bool:
    """Say whether all tests of a condition hold for one thing; raise `Illegal` for no test."""
    tests = [test.strip() for test in condition.split(" and ")] if condition else []
    return all(holds(test, choice.facts) for test in tests)


async def settle(
    table: Table[State],
    kind: str,
    choices: Sequence[Choice],
    rules: tuple[str, ...],
    wish: Callable[[str], Callable[[str], str]] | None = None,
) -> dict[str, str]:
    """Put all *choices* to their players in one sealed batch; return what each subject gets.

    *wish* makes for each seat what reads lines for the next question: they come back as they are.
    """
    open_ones = [choice for choice in choices if len(choice.options) > 1]
    seats = dict.fromkeys(choice.seat for choice in open_ones)
    answers = await table.ask_all(
        _ask(
            Choosing(
                kind,
                tuple(choice for choice in open_ones if choice.seat == seat),
                rules,
                wish(seat) if wish else None,
            )
        )
        for seat in seats
    )
    found = {choice.subject: next(iter(choice.options.values())) for choice in choices}
    for lines in answers.values():
        found |= dict(lines)
    return found


def _ask(domain: Choosing) -> Ask[list[tuple[str, str]]]:
    choices = domain.choices
    facts: dict[str, Fact] = {"choices": len(choices)}
    for choice in choices:
        end = f"_{choice.subject}".replace(" ", "_") if len(choices) > 1 else ""
        facts |= {f"{name}{end}": fact for name, fact in choice.facts.items()}
    default = "\n".join(next(iter(choice.options)) for choice in choices)
    return Ask(
        choices[0].seat, domain.kind, domain, default, facts, pace="reply", own_turn=False,
        rules=domain.rules,
        holds=lambda test: all(choice_holds(choice, test) for choice in choices),
    )  # fmt: skip

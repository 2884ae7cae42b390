"""Orders filed ahead: alternatives and conditions, judged when their turn comes.

`play gilbert: i11 - i10 if h8 free or i11 - h11 or stay` is three choices; the first
whose tests hold and which is legal then is the one that is carried out.  A condition
may stand first: `if coventry falls: execute edward`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from moderator.engine import Ask, Fact, Illegal

_OR, _AND = re.compile(r"\bor\b"), re.compile(r"\band\b")
_FIRST = re.compile(r"if (?P<tests>[^:]+?) ?: ?(?P<order>.+)", re.DOTALL)
_COMPARE = re.compile(
    r"(?P<left>[a-z_-]+) ?(?P<relation><=|>=|<|>|=|is not|is|at least|at most|above|below)"
    r" ?(?P<right>(?:- ?)?[a-z0-9_].*)"
)
_NUMERIC: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    "below": lambda left, right: left < right,
    ">": lambda left, right: left > right,
    "above": lambda left, right: left > right,
    "<=": lambda left, right: left <= right,
    "at most": lambda left, right: left <= right,
    ">=": lambda left, right: left >= right,
    "at least": lambda left, right: left >= right,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One alternative of a line: the order, and the tests that must all hold."""

    text: str
    tests: tuple[str, ...] = ()


class Unmet(Illegal):
    """No choice of a line has tests that hold: it does not apply, and is not wrong."""


def conditional(line: str) -> tuple[tuple[str, ...], str]:
    """Return the tests that stand before *line*, and the order behind them.

    >>> conditional("if coventry falls and percy lives: execute edward")
    (('coventry falls', 'percy lives'), 'execute edward')
    """
    found = _FIRST.fullmatch(line)
    if found is None:
        return (), line
    return tuple(test.strip() for test in _AND.split(found["tests"])), found["order"]


def choices(line: str, verbs: Container[str] = ()) -> tuple[Choice, ...]:
    """Return the alternatives of *line*, best first.

    An alternative may leave out what the first one says up to its colon, or its verb:
    `play baron: g3 - g4 or stay` has `play baron: stay` as its second choice.  One that
    begins with one of *verbs* is whole as it stands, as in `play 5 or pass`.
    """
    found: list[Choice] = []
    head = ""
    for place, part in enumerate(_OR.split(line)):
        text, _, condition = part.strip().partition(" if ")
        text = text.strip(" ,")
        tests = tuple(t.strip() for t in _AND.split(condition) if t.strip()) if condition else ()
        first = text.partition(" ")[0]
        if not place:
            before, colon, _ = text.partition(":")
            head = before + colon if colon else first if first != text else ""
        elif head and first not in verbs and first != head.partition(" ")[0]:
            text = f"{head} {text}"
        found.append(Choice(text, tests))
    return tuple(found)


def holds(
    test: str, facts: Mapping[str, Fact], position: Callable[[str], bool] | None = None
) -> bool:
    """Say whether *test* is true of *facts*, or else of the *position*.

    A test reads `FACT < N`, `FACT is WORD`, `FACT` (true unless 0 or empty), or what
    the title's own *position* understands.  Raises `Illegal` if nobody knows it.
    """
    if test in facts:
        return bool(facts[test])
    found = _COMPARE.fullmatch(test)
    if found and found["left"] in facts:
        left, named = facts[found["left"]], found["right"]
        right = facts.get(named, re.sub("^- ", "-", named))
        relation = found["relation"]
        if relation in {"=", "is", "is not"}:
            return (str(left) == str(right)) != (relation == "is not")
        try:
            return _NUMERIC[relation](int(left), int(right))
        except ValueError:
            raise Illegal(f"'{test}' compares what is no number") from None
    if position is not None:
        return position(test)
    known = ", ".join(facts) or "nothing"
    raise Illegal(f"'{test}' is not a test that can be made here; known: {known}")


def understood(line: str, ask: Ask[Any]) -> tuple[str, ...]:
    """Return what *line* stands for now: its first choice whose tests hold and that is legal.

    What the question's own words take as it stands, `or` and `if` and all, is taken so.  An
    ambiguous choice gives all its candidates.  If no choice fits, raises the `Illegal` of the
    first one whose tests hold, or `Unmet` if none's hold.
    """
    tests, order = ((), line) if _own(line, ask) else conditional(line)
    _demand(tests, ask)
    refusal: Illegal | None = None
    if _OR.search(order) or " if " in order:
        try:
            if found := ask.domain.understand(order):
                return found
        except Illegal as illegal:
            refusal = illegal
    return _first_choice(order, ask, refusal)


def _own(line: str, ask: Ask[Any]) -> bool:
    """Say whether a condition in front belongs to the question's own words, as in `if noble`."""
    return line.startswith("if ") and "if" in ask.domain.verbs


def _demand(tests: tuple[str, ...], ask: Ask[Any]) -> None:
    for test in tests:
        if not holds(test, ask.facts, ask.holds):
            raise Unmet(f"'{test}' does not hold")


def _first_choice(order: str, ask: Ask[Any], whole: Illegal | None) -> tuple[str, ...]:
    refusal: Illegal | None = None
    failing: str | None = None
    for choice in choices(order, ask.domain.verbs):
        try:
            if not all(holds(test, ask.facts, ask.holds) for test in choice.tests):
                failing = failing or " and ".join(choice.tests)
                continue
        except Illegal as unknown:
            raise (whole or unknown) from None
        try:
            found = ask.domain.understand(choice.text)
        except Illegal as illegal:
            refusal = refusal or illegal
            continue
        if found:
            return found
    if refusal is not None:
        raise refusal
    if failing is not None:
        raise Unmet(f"'{failing}' does not hold now")
    return ()

"""Standing orders: answers given before the question is asked.

`when passage by red if gold > 5: yes` tests only what the question shows its own
seat, so that a standing order can tell nobody anything that its owner may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from moderator.engine import Ask, Illegal, Title, Words
from moderator.kit.plan import choices, holds
from moderator.orders.line import bare
from moderator.orders.read import Misread, read_line

S = TypeVar("S")

FORM = "when KIND [by SEAT] [if TEST and TEST]: ANSWER[; ANSWER] [until round NUMBER]"

_STANDING = re.compile(r"(?:standing ?:? ?)?when (?P<head>[^:]+?) ?: ?(?P<answer>.+)", re.DOTALL)
_UNTIL = re.compile(r",? until (?:round|turn) (?P<until>\d{1,4})$")
_RELATIONS = r"(?<!\S)(by|at|of|from|for|against|with)(?!\S)"
_AS_WRITTEN = Words({"while": "if"})


@dataclass(frozen=True, slots=True)
class Standing:
    """What *seat* answers to questions of one kind for which all *tests* hold."""

    seat: str
    kind: str
    answer: str
    """In the words of the rules; several are tried in turn, `;` between them."""
    tests: tuple[str, ...] = ()
    text: str = ""
    """As its owner wrote it."""
    until: int = 0
    """The last round in which it holds; 0 for no end."""

    def applies(self, ask: Ask[Any]) -> bool:
        """Say whether *ask* is such a question; a test that cannot be made does not hold."""
        if (ask.seat, ask.kind) != (self.seat, self.kind):
            return False
        try:
            return all(holds(test, ask.facts, ask.holds) for test in self.tests)
        except Illegal:
            return False

    def over(self, title: Title[S, Any], state: S) -> bool:
        """Say whether its last round is over."""
        return self.until > 0 and title.round is not None and title.round(state) > self.until

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.answer.split(";") if part.strip())


def read_standing(seat: str, line: str, title: Title[Any, Any]) -> Standing:
    """Return the standing order that *line* states; raise `Misread`.

    Words behind the kind are a test on the fact of that name: `when drawn mercenary: ...`.
    """
    written = _AS_WRITTEN.canonical(bare(line))
    ending = _UNTIL.search(written) if title.round else None
    found = _STANDING.fullmatch(written[: ending.start()] if ending else written)
    if found is None:
        raise Misread(line, f"a standing order reads '{FORM}'")
    head, _, condition = found["head"].partition(" if ")
    kind, rest = _kind(head, line, title)
    bare_fact, *pairs = re.split(_RELATIONS, rest)
    tests = [test] if (test := title.words.canonical(bare_fact)) else []
    for fact, value in zip(pairs[::2], pairs[1::2], strict=True):
        name = title.words.canonical(value)
        if fact == "by" and name not in title.seats:
            seats = ", ".join(title.seats)
            raise Misread(line, f"'{value.strip()}' is no seat; the seats are {seats}")
        tests.append(f"{fact} is {name}")
    tests += [test for t in re.split(r"\band\b", condition) if (test := title.words.canonical(t))]
    answer = title.words.canonical(found["answer"])
    _check(answer, kind, line, title)
    until = int(ending["until"]) if ending else 0
    return Standing(seat, kind, answer, tuple(tests), bare(line), until)


def prepared(
    ask: Ask[Any], standing: Iterable[Standing], words: Words, *, late: bool = False
) -> str | None:
    """Return the legal answer that the standing orders of its seat give to *ask*, if any.

    Orders for parts of a sheet that may stay empty do not file it while its player can still
    write one himself: they answer only when it is *late*, and complete what he files; unless
    they settle all that is asked (the domain's `settles`).  Where the clauses of an answer belong
    together (the domain's `entire`) it is given whole or not at all.
    """
    own = [order for order in standing if order.seat == ask.seat]
    if ask.domain.sheet:
        sheet = sheet_of(ask, own)
        whole = any(order.applies(ask) for order in own) or not _legal(ask, "")
        return sheet if late or whole or (sheet and _settles(ask, sheet)) else None
    for order in own:
        if order.applies(ask):
            parts = () if getattr(ask.domain, "entire", False) else order.answers
            for text in dict.fromkeys((order.answer, *parts)):
                try:
                    return read_line(text, ask, words)
                except Misread:
                    continue
    return None


def sheet_of(ask: Ask[Any], standing: Iterable[Standing], begun: str = "") -> str | None:
    """Return the sheet that standing orders make up, below *begun*, or None if they make none.

    An order for the question itself must apply now.  One for a part of the sheet (the
    domain's `parts`: kinds and their verbs) gives its tests to each of its lines, to be
    judged when the line is carried out.
    """
    parts = getattr(ask.domain, "parts", {})
    accepted: list[str] = begun.splitlines()
    for order in standing:
        if order.seat != ask.seat:
            continue
        if order.kind in parts:
            condition = f" if {' and '.join(order.tests)}" if order.tests else ""
        elif order.applies(ask):
            condition = ""
        else:
            continue
        for answer in order.answers:
            try:
                found = ask.domain.understand(answer + condition, accepted)
            except Illegal:
                continue
            if len(found) == 1:
                accepted.append(found[0])
    sheet = "\n".join(accepted)
    return sheet if sheet and _legal(ask, sheet) else None


def completed(ask: Ask[Any], sheet: str, standing: Iterable[Standing]) -> str:
    """Return *sheet* with the standing orders for those of its parts on which it says nothing.

    A sheet that files nothing at all (`pass`) is left as it is: its player has spoken.
    """
    said = {line.partition(" ")[0].rstrip(":") for line in sheet.splitlines()}
    parts: Mapping[str, tuple[str, ...]] = getattr(ask.domain, "parts", {})
    silent = {kind for kind, verbs in parts.items() if not said & set(verbs)}
    if len(silent) == len(parts):
        return sheet
    more = sheet_of(ask, [o for o in standing if o.kind in silent and o.seat == ask.seat], sheet)
    return more or sheet


def _settles(ask: Ask[Any], sheet: str) -> bool:
    settles: Callable[[str], bool] | None = getattr(ask.domain, "settles", None)
    return settles is not None and settles(sheet)


def _legal(ask: Ask[Any], sheet: str) -> bool:
    try:
        ask.domain.read(sheet)
    except Illegal:
        return False
    return True


def kinds(title: Title[Any, Any]) -> tuple[str, ...]:
    """Return the kinds of question that a standing order may answer."""
    return tuple(dict.fromkeys(kind for order in title.orders for kind in order.kinds))


def _kind(head: str, line: str, title: Title[Any, Any]) -> tuple[str, str]:
    """Return the kind that *head* begins with, and the rest of it."""
    known = kinds(title)
    words = head.split()
    for count in range(len(words), 0, -1):
        if (kind := "-".join(words[:count])) in known:
            return kind, " ".join(words[count:])
    named = re.split(_RELATIONS, head)[0].strip()
    like = get_close_matches("-".join(named.split()), known, n=3)
    raise Misread(
        line, f"no question is called '{named}'; there are {', '.join(known)}", nearest=like
    )


def _check(answer: str, kind: str, line: str, title: Title[Any, Any]) -> None:
    """Refuse an answer that begins with no verb of its kind: it could never be given."""
    orders = [order for order in title.orders if kind in order.kinds]
    if any(order.form.split()[0].isupper() for order in orders):
        return  # its answers begin with names: only the question itself can tell
    verbs = {order.verb.split()[0] for order in orders}
    for place, part in enumerate(answer.split(";")):
        if place == 1:  # what is hung on the first answer may be of a later kind
            verbs = {order.verb.split()[0] for order in title.orders}
        first = next((choice.text for choice in choices(part.strip(), verbs)), "")
        word = first.split()[0].rstrip(":,") if first else ""
        if not any(verb.startswith(word) for verb in verbs) or not word:
            raise Misread(
                line,
                f"'{part.strip()}' is no answer to '{kind}'",
                nearest=[order.form for order in orders][:3],
            )

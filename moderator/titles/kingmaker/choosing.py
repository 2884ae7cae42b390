"""Questions to several players at once, each with one or more things to settle (catalogue 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from moderator.engine import Ask, Fact, OneOf, Sheet, Table
from moderator.titles.kingmaker.state import State

NOTHING: Mapping[str, Fact] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a player settles: what it is about, and texts with what they mean."""

    seat: str
    subject: str
    options: Mapping[str, str]
    """The default first."""
    facts: Mapping[str, Fact] | None = None


async def settle(
    table: Table[State], kind: str, choices: list[Choice], rules: tuple[str, ...]
) -> dict[str, str]:
    """Put all *choices* to their players in one sealed batch; return what each subject gets.

    A line settles one subject; what a player does not settle gets its first option.
    """
    open_ones = [choice for choice in choices if len(choice.options) > 1]
    answers = await table.ask_all(
        _ask(kind, [choice for choice in open_ones if choice.seat == seat], rules)
        for seat in dict.fromkeys(choice.seat for choice in open_ones)
    )
    found = {choice.subject: next(iter(choice.options.values())) for choice in choices}
    for lines in answers.values():
        found |= dict(lines)
    return found


def _ask(kind: str, choices: list[Choice], rules: tuple[str, ...]) -> Ask[list[tuple[str, str]]]:
    def step(lines: list[tuple[str, str]]) -> OneOf[tuple[str, str]] | None:
        settled = {subject for subject, _ in lines}
        options = {
            text: (choice.subject, meaning)
            for choice in choices
            if choice.subject not in settled
            for text, meaning in choice.options.items()
        }
        return OneOf(options, rules=rules) if options else None

    facts: dict[str, Fact] = {"choices": len(choices)}
    for choice in choices:
        facts |= {key.replace(" ", "_"): fact for key, fact in (choice.facts or NOTHING).items()}
    default = "\n".join(next(iter(choice.options)) for choice in choices)
    return Ask(
        choices[0].seat, kind, Sheet(step), default, facts, pace="reply", done=default,
        rules=rules,
    )  # fmt: skip

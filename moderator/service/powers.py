"""The moderator's powers by name, as a line of his mail gives them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from moderator.service import desk
from moderator.service.club import Club
from moderator.service.refused import Refused
from moderator.store.tables import GameRow, OverrideRow


@dataclass(frozen=True, slots=True)
class Words:
    """What a power was given: the fields of its form, as text."""

    why: str = ""
    argument: str = ""
    hours: str = ""
    seat: str = ""
    text: str = ""
    number: str = ""
    address: str = ""


Power = Callable[[Club, Session, GameRow, Words], OverrideRow]


def use(club: Club, session: Session, game: GameRow, power: str, words: Words) -> OverrideRow:
    """Use the power of this name; raise `Refused` if there is none, or it cannot be used."""
    if power not in POWERS:
        raise Refused("not allowed", f"'{power}' is none of the moderator's powers")
    return POWERS[power](club, session, game, words)


POWERS: dict[str, Power] = {
    "pause": lambda club, session, game, words: desk.pause(club, session, game, words.why),
    "resume": lambda club, session, game, words: desk.resume(club, session, game, words.why),
    "hold": lambda club, session, game, words: desk.hold(
        club, session, game, words.text or words.why
    ),
    "extend": lambda club, session, game, words: desk.extend(
        club, session, game, int(words.hours), words.why
    ),
    "answer": lambda club, session, game, words: desk.answer(
        club, session, game, words.seat, words.text, words.why
    ),
    "process": lambda club, session, game, words: desk.process(club, session, game, words.why),
    "rollback": lambda club, session, game, words: desk.rollback(
        club, session, game, int(words.number), words.why,
        same_dice="same" in words.argument.casefold(),
    ),
    "replace": lambda club, session, game, words: desk.replace(
        club, session, game, words.seat, words.address, words.why
    ),
    "remark": lambda club, session, game, words: desk.remark(club, session, game, words.text),
}  # fmt: skip
"""The powers by the words of a moderator's mail."""

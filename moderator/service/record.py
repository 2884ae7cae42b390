"""A game as text that people can read, and the check of its dice."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable

from sqlmodel import Session

from moderator.engine import CHANCE, Chance, redraw
from moderator.store import games
from moderator.store.tables import EntryRow, GameRow

_DRAW = re.compile(
    r"! (?P<why>.+?): (?P<text>[\d ]+) \[(?P<mark>[ds]\d+ \d+\.\d+)\](?P<void> void)?"
)


class Mismatch(Exception):
    """The file is not what the moderator wrote; the message names the first wrong line."""


def tape(session: Session, game: GameRow) -> str:
    """Return the tape of *game*: a head, one line an answer or draw, a seal over every line.

    The dice secret is in it once the game is over, and only then.
    """
    title_line = f"# {game.name}: the tape of a game of {game.title}"
    over = game.status == "over"
    words: list[str] = json.loads(game.words)
    head = [
        title_line,
        f"= options: {', '.join(f'{k}={v}' for k, v in json.loads(game.options).items())}",
        *(f"= seat: {row.seat}" for row in games.seats(session, game)),
        f"= commitment: {Chance(game.secret).commitment}",
        f"= words: {json.dumps(words, ensure_ascii=False)}",
        f"= secret: {game.secret.hex() if over else 'not before the game is over'}",
    ]
    rows = games.tape(session, game, with_void=True)
    return sealed([*head, *(_entry(row) for row in rows)])


def sealed(lines: Iterable[str]) -> str:
    """Return *lines* as text, each behind the first eight digits of a running SHA-256."""
    running, text = hashlib.sha256(), []
    for line in lines:
        running.update(line.encode() + b"\n")
        text.append(f"{running.hexdigest()[:8]} {line}")
    text.append(f"seal {running.hexdigest()}")
    return "\n".join(text) + "\n"


def check(text: str) -> tuple[int, bool]:
    """Recompute every seal, die and shuffle of a tape.

    Returns how many draws there are and whether the dice could be checked, which needs
    the secret.  Raises `Mismatch` at the first line that was altered.
    """
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    bare = _unsealed(lines)
    facts = dict(line[2:].split(": ", 1) for line in bare if line.startswith("= ") and ": " in line)
    draws = [
        (number, found)
        for number, line in enumerate(bare, start=1)
        if (found := _DRAW.fullmatch(line))
    ]
    try:
        secret = bytes.fromhex(facts.get("secret", "?"))
    except ValueError:
        return len(draws), False
    if Chance(secret).commitment != facts.get("commitment"):
        raise Mismatch("the secret is not the one that was promised before the game (commitment)")
    words = json.loads(facts.get("words", "[]"))
    for number, found in draws:
        right = redraw(secret, words, found["why"], found["mark"])
        if found["text"] != right:
            raise Mismatch(
                f"line {number}: the draw for '{found['why']}' must be {right}, not {found['text']}"
            )
    return len(draws), True


def _unsealed(lines: list[str]) -> list[str]:
    running, bare = hashlib.sha256(), []
    for number, line in enumerate(lines[:-1], start=1):
        seal, _, rest = line.partition(" ")
        running.update(rest.encode() + b"\n")
        if seal != running.hexdigest()[:8]:
            raise Mismatch(f"line {number} was altered, or the one before it: '{rest}'")
        bare.append(rest)
    if not lines or lines[-1] != f"seal {running.hexdigest()}":
        raise Mismatch(f"line {len(lines)}: the last line is not the seal of what stands above")
    return bare


def _entry(row: EntryRow) -> str:
    void = " void" if row.void else ""
    if row.who == CHANCE:
        return f"! {row.kind}: {row.text} [{row.source}]{void}"
    text = row.text.replace("\n", " / ")
    return f"{row.seq:>5} {row.who} {row.kind}: {text} [{row.source}]{void}"

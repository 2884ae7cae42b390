"""A game as text that people can read, and the check of its dice."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable

from sqlmodel import Session, col, select

from moderator.engine import CHANCE, Chance, redraw
from moderator.store import games
from moderator.store.tables import EntryRow, EventRow, GameRow

_DRAW = re.compile(
    r"! (?P<why>.+?): (?P<text>[\d ]*) \[(?P<mark>[ds]\d+ \d+\.\d+)\](?P<void> void)?"
)


_FIRST = re.compile(r"[0-9a-f]{8} # .+: the tape of ")


class Mismatch(Exception):
    """The file is not what the moderator wrote; the message names the first wrong line."""


def tape(session: Session, game: GameRow, *, told: bool = False) -> str:
    """Return the tape of *game*: a head, one line an answer or draw, a seal over every line.

    The dice secret is in it once the game is over, and only then.  With *told* each line
    is followed by the events that it led to, the secret ones too.
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
    events = _events(session, game) if told else {}
    lines = [*head, *events.get(0, ())]
    for row in rows:
        lines += [_entry(row), *events.get(row.seq, ())]
    return sealed(lines)


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
    if not _FIRST.match(lines[0]):
        raise Mismatch("this is no tape: its first line is not '12345678 # GAME: the tape of ...'")
    bare = _unsealed(lines)
    facts = dict(line[2:].split(": ", 1) for line in bare if line.startswith("= ") and ": " in line)
    draws = _draws(bare)
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


def _draws(bare: list[str]) -> list[tuple[int, re.Match[str]]]:
    """Return the lines that are draws, with their numbers; those that stand count from 1."""
    draws = []
    standing = 0
    for number, line in enumerate(bare, start=1):
        if not line.startswith("! "):
            continue
        found = _DRAW.fullmatch(line)
        if found is None:
            raise Mismatch(f"line {number} is no draw as the moderator writes it: '{line}'")
        if not found["void"]:
            standing += 1
            if int(found["mark"].rpartition(".")[2]) != standing:
                raise Mismatch(f"line {number} is not draw {standing}: one is missing or doubled")
        draws.append((number, found))
    return draws


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


def _events(session: Session, game: GameRow) -> dict[int, list[str]]:
    """Return what was told, in words, by the entry that it followed."""
    rows = session.exec(
        select(EventRow).where(EventRow.game_id == game.id).order_by(col(EventRow.id))
    ).all()
    found: dict[int, list[str]] = {}
    for row in rows:
        said = ", ".join(f"{name} {_plain(value)}" for name, value in json.loads(row.data).items())
        only = f" [only {row.audience.strip(',').replace(',', ', ')}]" if row.audience else ""
        void = " void" if row.void else ""
        found.setdefault(row.seq, []).append(f"      * {row.name}: {said}{only}{void}")
    return found


def _plain(value: object) -> str:
    """Return a saved value without the marks of JSON, on one line."""
    if isinstance(value, str):
        return " / ".join(value.splitlines()) or "-"
    if isinstance(value, list):
        return f"({', '.join(map(_plain, value))})"
    if isinstance(value, dict):
        return f"({', '.join(f'{name} {_plain(one)}' for name, one in value.items())})"
    return json.dumps(value)

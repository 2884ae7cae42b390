"""Lines of a mail that are no orders: help, press, standing orders, the moderator's powers.

Each is declared once, by the form that help prints: words in capitals are fields, what
stands in brackets may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from moderator.orders.line import Line, bare
from moderator.orders.read import Misread
from moderator.orders.standing import FORM

_FIELDS = {"NUMBER": r"\d{1,9}", "HOURS": r"\d{1,4}", "TEXT": r".+", "TOPIC": r".+"}
_WORD = r"[^\s:]+"
_BEGINS_PRESS = re.compile(r"\s*press\b[^:]*:", re.IGNORECASE)
_END_OF_PRESS = re.compile(r"\s*end ?press\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Form:
    """How one command is written, and what it does."""

    name: str
    form: str
    help: str
    power: bool = False
    """Whether it is the moderator's alone."""

    @property
    def opening(self) -> str:
        """The words that it begins with, before any field."""
        return re.split(r" ?[\[A-Z:]", self.form)[0]


@dataclass(frozen=True, slots=True)
class Command:
    """One command as a player wrote it."""

    name: str
    number: int
    """The number of its first line."""
    argument: str = ""
    """All that follows the words it begins with."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What stands in the places of the form's capital words, named in lower case."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The lines of a mail, sorted: commands, those that were spoilt, and the orders."""

    commands: tuple[Command, ...]
    misread: tuple[tuple[int, Misread], ...]
    orders: tuple[Line, ...]


FORMS = (
    Form("help", "help [TOPIC]", "Send help: on playing, on an order, `help rule NUMBER`."),
    Form("status", "status", "Say where the game stands and who is waited for."),
    Form("resend", "resend", "Send the last report again."),
    Form("preview", "preview", "Say what the lines of this mail would do; do nothing."),
    Form("undo", "undo NUMBER", "Take back the line of that number, if nobody knows of it."),
    Form("when", FORM, "Answer such questions ahead, until further notice."),
    Form("standing", "standing", "List your standing orders."),
    Form("forget", "forget NUMBER", "Cancel the standing order of that number."),
    Form("press", "press [to SEATS]: TEXT", "Send a message, up to a line `endpress`."),
    Form("join", "join GAME [as SEAT] [word TEXT]", "Join a game; the word goes into the dice."),
    Form("join", "sign on GAME [as SEAT] [word TEXT]", "The same as `join`."),
    Form("pause", "pause", "Stop the clock of the game.", power=True),
    Form("resume", "resume", "Let a game that is paused or on hold go on.", power=True),
    Form("extend", "extend HOURS [hours]", "Move the open deadlines so many hours.", power=True),
    Form("answer", "answer SEAT: TEXT", "Answer the question open to a seat.", power=True),
    Form("process", "process", "Let the open deadlines pass now.", power=True),
    Form("rollback", "rollback to NUMBER [same dice]", "Return to that entry.", power=True),
    Form("hold", "hold [TEXT]", "Stop the game for a problem.", power=True),
    Form("replace", "replace SEAT by ADDRESS", "Give a seat to another player.", power=True),
    Form("remark", "remark TEXT", "Send a remark to all players.", power=True),
    Form("start", "start", "Start the game with the players that it has.", power=True),
    Form("log", "log", "Show the last entries of the game, to roll back to.", power=True),
    Form("aside", "aside", "List the mails that were set aside.", power=True),
    Form("release", "release NUMBER", "Handle a mail that was set aside.", power=True),
    Form("drop", "drop NUMBER", "Drop a mail that was set aside.", power=True),
)


def sort_lines(
    lines: Iterable[Line], *, moderator: bool = False, verbs: Container[str] = ()
) -> Sorted:
    """Tell the commands among *lines* from the orders.

    The moderator's powers are commands only in his own mail; in another's they are
    lines like any.  A line that is no whole command is an order if it begins with one
    of the title's *verbs*, as in `join neville with percy`.
    """
    commands: list[Command] = []
    misread: list[tuple[int, Misread]] = []
    orders: list[Line] = []
    rest = list(lines)
    while rest:
        line = rest.pop(0)
        text = bare(line.text)
        forms = [f for f in FORMS if (moderator or not f.power) and _opens(f, text)]
        if not forms:
            orders.append(line)
        elif forms[0].name == "press":
            commands.append(_press(line, rest))
        else:
            try:
                commands.append(read_command(text, line.number, forms))
            except Misread as wrong:
                if text.split()[0].casefold() in verbs:
                    orders.append(line)
                else:
                    misread.append((line.number, wrong))
    return Sorted(tuple(commands), tuple(misread), tuple(orders))


def read_command(text: str, number: int, forms: Sequence[Form]) -> Command:
    """Return *text* as a command of the first of *forms* that fits; raise `Misread`."""
    for form in forms:
        argument = text[len(form.opening) :].strip(" :") if _opens(form, text) else text
        if form.name == "when":
            return Command("when", number, text)
        if found := _pattern(form.form).fullmatch(text):
            fields = {
                name: value.strip()
                for name, value in found.groupdict().items()
                if value is not None
            }
            return Command(form.name, number, argument, fields)
    raise Misread(text, f"it is written '{forms[0].form}'", nearest=[form.form for form in forms])


def _opens(form: Form, text: str) -> bool:
    """Say whether *text* begins with the words of *form*; a standing order, also as listed."""
    if form.name == "when":
        return bool(re.match(r"(?:standing\s*:?\s*)?when\b", text, re.IGNORECASE))
    if form.name == "standing" and not re.fullmatch(r"standing\W*", text, re.IGNORECASE):
        return False
    words = r"\s+".join(form.opening.split())
    return bool(re.match(rf"{words}(?![\w-])", text, re.IGNORECASE))


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """Return the pattern that *form* stands for."""
    pattern = ""
    for piece in re.findall(r"\[|\]|[A-Z]+|[a-z]+|:", form):
        if piece == "[":
            pattern += "(?:"
        elif piece == "]":
            pattern += ")?"
        elif piece == ":":
            pattern += r"\s*:"
        elif piece.isupper():
            pattern += rf"\s+(?P<{piece.lower()}>{_FIELDS.get(piece, _WORD)}?)"
        else:
            pattern += rf"\s+{piece}\b" if pattern else rf"{piece}\b"
    return re.compile(pattern.replace(r"\s*:\s+", r"\s*:\s*") + r"[\s.!]*", re.I | re.DOTALL)


def _press(line: Line, rest: list[Line]) -> Command:
    """Take a message out of *rest*: up to `endpress`, else this line, else all that follows."""
    head, _, first = line.text.partition(":")
    named = re.sub(r"^\W*press\b\s*(?:to\b)?", "", head, flags=re.IGNORECASE).strip()
    end = next((i for i, other in enumerate(rest) if _END_OF_PRESS.fullmatch(other.text)), None)
    begun = next((i for i, other in enumerate(rest) if _BEGINS_PRESS.match(other.text)), len(rest))
    if end is None or (first.strip() and begun < end):
        end = 0 if first.strip() else len(rest)
    body = [first.strip(), *(other.text for other in rest[:end])]
    closed = end < len(rest) and _END_OF_PRESS.fullmatch(rest[end].text)
    del rest[: end + (1 if closed else 0)]
    text = "\n".join(body).strip("\n")
    return Command("press", line.number, text, {"seats": named, "text": text})

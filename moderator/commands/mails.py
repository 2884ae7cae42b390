"""`moderator deliver` and `moderator read`: single mails."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moderator.commands import context
from moderator.commands.errors import Failed

if TYPE_CHECKING:
    from moderator.mail.letter import Letter
    from moderator.service.club import Club
    from moderator.service.intake import Handled

Mail = Annotated[Path, typer.Argument(metavar="FILE", help="A raw mail; - for standard input.")]
PATIENCE = 30.0
"""Seconds that a running daemon is given to handle a mail."""


def deliver(file: Mail) -> None:
    """Take a mail in as if it had arrived, and say what became of it.

    Example: moderator deliver lost.eml
    """
    import uuid

    from moderator.mail.transport import LARGEST, Arrived
    from moderator.service import intake
    from moderator.service.opening import AlreadyRunning, locked

    raw = _bytes(file)
    key = f"{file.name}-{uuid.uuid4().hex}"
    with context.club() as club:
        whole = len(raw) <= LARGEST
        intake.store(club, Arrived("deliver", key, club.now(), raw[:LARGEST], whole))
        try:
            with locked(club.settings.folder):
                done = [one for one in intake.handle_all(club) if one.inbound == _number(club, key)]
        except AlreadyRunning:
            done = [_wait(club, key)]
    for one in done:
        said = f"mail {one.inbound}: {one.state}"
        said += f", receipt {one.receipt}" if one.receipt and one.state == "done" else ""
        context.say(f"{said}: {one.reason}" if one.reason else said)


def read(file: Mail) -> None:
    """Show as JSON what is read in a mail; nothing is changed, and no club is needed.

    Example: moderator read - < strange.eml
    """
    from moderator.mail.child import Reader
    from moderator.mail.letter import Own

    raw = _bytes(file)
    with Reader(Own(frozenset(), "")) as reader:
        letter = reader.read(raw)
    context.say_json(_shown(letter))


def _shown(letter: Letter) -> dict[str, Any]:
    return {
        "kind": letter.kind.value,
        "reason": letter.reason,
        "sender": letter.sender,
        "sender_name": letter.sender_name,
        "to": letter.to,
        "subject": letter.subject,
        "message_id": letter.message_id,
        "in_reply_to": letter.in_reply_to,
        "date": letter.date,
        "doubt": letter.doubt,
        "warnings": letter.warnings,
        "attachments": [
            {"name": one.name, "type": one.type, "size": one.size} for one in letter.attachments
        ],
        "lines": [
            {"label": one.label, "text": one.text} | ({"why": one.reason} if one.reason else {})
            for one in letter.lines
            if one.text
        ],
    }


def _bytes(file: Path) -> bytes:
    if str(file) == "-":
        return sys.stdin.buffer.read()
    if file.is_dir():
        raise Failed(f"{file} is a folder, not a mail")
    return file.read_bytes()


def _number(club: Club, key: str) -> int:
    from sqlmodel import select

    from moderator.store.tables import InboundRow

    with club.database.reading() as session:
        number = session.exec(
            select(InboundRow.id).where(InboundRow.mailbox == "deliver", InboundRow.key == key)
        ).one()
    assert number is not None
    return number


def _wait(club: Club, key: str) -> Handled:
    """Wait for the daemon, which is the one to handle mails while it runs."""
    import time

    from moderator.service.intake import Handled
    from moderator.store.tables import InboundRow

    number = _number(club, key)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with club.database.reading() as session:
            row = session.get_one(InboundRow, number)
            if row.state not in {"new", "working"}:
                return Handled(number, row.state, row.reason, row.receipt)
        time.sleep(0.2)
    raise Failed(f"mail {number} is stored; the running moderator has not handled it yet")

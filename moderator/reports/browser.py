"""Mailboxes as a static site: every player's mails, to be read offline in any browser.

`index.html` lists the mails and shows the chosen one in a frame; every mail is a page of its own
(and one more for its text twin), so that nothing needs a server or a script.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as modern
from email.utils import parseaddr
from pathlib import Path

from markupsafe import Markup, escape

from moderator.reports.template import Templates
from moderator.reports.wording import utc


@dataclass(frozen=True, slots=True)
class Box:
    """A mailbox: all mails sent and received, raw, in the order of time."""

    name: str
    address: str
    mails: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Entry:
    """A mail of the list; `page` is the file to open first."""

    subject: str
    other: str
    """Who else: the sender, or the recipient of what was sent."""
    date: str
    sent: bool
    page: str


def index(templates: Templates, out: Path, boxes: Sequence[Box], story: Sequence[str] = ()) -> Path:
    """Write the site of *boxes* into the folder *out* and return its `index.html`.

    The lines of *story* tell above them what happened.
    """
    for folder in ("mails", "pictures"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    listed = [
        (box, [_entry(templates, out, box, f"{place}-{_plain(box.name)}-{number:03}", raw)
               for number, raw in enumerate(box.mails, start=1)])
        for place, box in enumerate(boxes, start=1)
    ]  # fmt: skip
    page = out / "index.html"
    template = templates.html.get_template("shared/browser.html.j2")
    page.write_text(template.render(boxes=listed, story=story), encoding="utf-8")
    return page


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "box"


def _entry(templates: Templates, out: Path, box: Box, stem: str, raw: bytes) -> Entry:
    mail = message_from_bytes(raw, policy=modern)
    sent = parseaddr(str(mail["From"] or ""))[1].casefold() == box.address.casefold()
    entry = Entry(
        subject=str(mail["Subject"] or "(no subject)"),
        other=str(mail["To" if sent else "From"] or ""),
        date=_date(mail),
        sent=sent,
        page=f"mails/{stem}.html",
    )
    plain, rich = _body(mail, "plain"), _body(mail, "html")
    pages = {"plain": f"{stem}.text.html" if rich else f"{stem}.html", "rich": f"{stem}.html"}
    pictures = _pictures(out, mail)
    head = templates.html.get_template("shared/browser_mail.html.j2")
    for twin in ("plain", "rich") if rich else ("plain",):
        bar = head.render(entry=entry, twin=twin, pages=pages, both=bool(rich and plain),
                          pictures=list(pictures.values()), text=plain)  # fmt: skip
        page = bar if twin == "plain" else _with_bar(_shown(rich, pictures), bar)
        (out / "mails" / pages[twin]).write_text(page, encoding="utf-8")
    return entry


def _date(mail: EmailMessage) -> str:
    moment = getattr(mail["Date"], "datetime", None)
    return utc(moment) if isinstance(moment, datetime) and moment.tzinfo else ""


def _body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part else ""


def _pictures(out: Path, mail: EmailMessage) -> dict[str, str]:
    """Write the mail's pictures; return their files by content id, or by name without one."""
    files = {}
    for part in mail.walk():
        if part.get_content_type() == "image/png":
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            name = f"{hashlib.sha256(data).hexdigest()[:20]}.png"
            (out / "pictures" / name).write_bytes(data)
            key = str(part["Content-ID"] or part.get_filename() or name).strip("<> ")
            files[key] = f"../pictures/{name}"
    return files


def _shown(rich: str, pictures: dict[str, str]) -> str:
    for content_id, file in pictures.items():
        rich = rich.replace(f"cid:{escape(content_id)}", file)
    return rich


def _with_bar(rich: str, bar: str) -> str:
    """Put the bar with the mail's headers on top of its own page."""
    body = re.search(r"<body[^>]*>", rich)
    at = body.end() if body else 0
    return Markup(rich[:at]) + Markup(bar) + Markup(rich[at:])  # noqa: S704 - mails of our own

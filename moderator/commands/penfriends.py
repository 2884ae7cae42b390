"""Mails as people's programs write them: what the demo's players send."""

from __future__ import annotations

import base64
import html
import quopri
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Writer:
    """Somebody with a mail program."""

    name: str
    address: str
    program: str
    """One of `PROGRAMS`."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """The mail that is replied to, as far as a mail program looks at it."""

    message_id: str
    reply_to: str
    subject: str
    sender: str
    date: datetime
    text: str


def quoted(mail: EmailMessage) -> Quoted:
    """Return what a reply takes over from *mail*."""
    part = mail.get_body(preferencelist=("plain",))
    return Quoted(
        str(mail["Message-ID"]),
        str(mail["Reply-To"] or mail["From"]),
        str(mail["Subject"]),
        str(mail["From"]),
        parsedate_to_datetime(str(mail["Date"])),
        str(part.get_content()) if part else "",
    )


def reply(writer: Writer, to: Quoted, text: str, number: int, now: datetime) -> bytes:
    """Return the raw reply of *writer* to a mail."""
    subject = to.subject if to.subject.lower().startswith("re:") else f"Re: {to.subject}"
    head = _head(writer, to.reply_to, subject, number, now)
    head["In-Reply-To"] = to.message_id
    head["References"] = to.message_id
    kind, encoding, body = PROGRAMS[writer.program](writer, to, text)
    head["MIME-Version"] = "1.0"
    head["Content-Type"] = kind
    head["Content-Transfer-Encoding"] = encoding
    return _raw(head, body)


def fresh(writer: Writer, to: str, subject: str, text: str, number: int, now: datetime) -> bytes:
    """Return a new mail, not a reply."""
    head = _head(writer, to, subject, number, now)
    head["MIME-Version"] = "1.0"
    head["Content-Type"] = "text/plain; charset=utf-8"
    head["Content-Transfer-Encoding"] = "8bit"
    return _raw(head, text.encode())


def _head(writer: Writer, to: str, subject: str, number: int, now: datetime) -> dict[str, str]:
    host = writer.address.rpartition("@")[2]
    agent = {
        "Apple": "iPhone Mail (23A341)",
        "Thunderbird": "Mozilla Thunderbird",
        "Outlook": "Microsoft Outlook 16.0",
    }.get(writer.program, "")
    return {
        "From": f"{writer.name} <{writer.address}>",
        "To": to,
        "Subject": _ascii(subject),
        "Message-ID": f"<{writer.program.lower()}.{number}@{host}>",
        "Date": format_datetime(now),
    } | ({"X-Mailer": agent} if agent else {})


def _ascii(subject: str) -> str:
    if subject.isascii():
        return subject
    return f"=?utf-8?b?{base64.b64encode(subject.encode()).decode()}?="


def _raw(head: Mapping[str, str], body: bytes) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return lines.encode() + b"\r\n" + re.sub(rb"\r?\n", b"\r\n", body)


def _behind(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _printable(text: str) -> bytes:
    return quopri.encodestring(text.encode())


def _in_html(text: str) -> str:
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.splitlines())


def _gmail(writer: Writer, to: Quoted, text: str) -> tuple[str, str, bytes]:
    """Two forms, the quotation folded away below."""
    del writer
    on = f"On {to.date:%a, %d %b %Y at %H:%M}, {to.sender} wrote:"
    plain = f"{text}\n\n{on}\n\n{_behind(to.text)}\n"
    rich = (
        f'<div dir="ltr">{_in_html(text)}</div><br><div class="gmail_quote">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(on)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{_in_html(to.text)}'
        "</blockquote></div>"
    )
    edge = "000000000000b1f3a0"
    parts = b"".join(
        f"--{edge}\r\nContent-Type: text/{kind}; charset=\"UTF-8\"\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n".encode()
        + _printable(content) + b"\r\n"
        for kind, content in (("plain", plain), ("html", rich))
    )  # fmt: skip
    return f'multipart/alternative; boundary="{edge}"', "7bit", parts + f"--{edge}--\r\n".encode()


def _apple(writer: Writer, to: Quoted, text: str) -> tuple[str, str, bytes]:
    """A telephone: curly quotes, long dashes, its own advertisement."""
    del writer
    curly = text.replace("'", "\u2019").replace(" - ", " \u2013 ")
    on = f"On {to.date.day} {to.date:%b %Y, at %H:%M}, {to.sender} wrote:"
    body = f"{curly}\n\nSent from my iPhone\n\n> {on}\n> \n{_behind(to.text)}\n"
    return "text/plain; charset=utf-8", "quoted-printable", _printable(body)


def _outlook(writer: Writer, to: Quoted, text: str) -> tuple[str, str, bytes]:
    """HTML alone, in base64, the old mail below a rule and without any mark."""
    head = "<br>".join(
        f"<b>{name}:</b> {html.escape(value)}"
        for name, value in (
            ("From", to.sender),
            ("Sent", f"{to.date:%A, %d %B %Y %H:%M}"),
            ("To", f"{writer.name} <{writer.address}>"),
            ("Subject", to.subject),
        )
    )
    rich = (
        '<html><head><style>p.MsoNormal {margin:0}</style></head><body lang="EN-GB">'
        + "".join(
            f'<p class="MsoNormal">{html.escape(x) or "&nbsp;"}</p>' for x in text.split("\n")
        )
        + f'<div id="divRplyFwdMsg"><hr>{head}</div><div>{_in_html(to.text)}</div></body></html>'
    )
    return "text/html; charset=utf-8", "base64", base64.encodebytes(rich.encode())


def _thunderbird(writer: Writer, to: Quoted, text: str) -> tuple[str, str, bytes]:
    """format=flowed (RFC 3676), with a signature behind its proper separator."""
    on = f"Am {to.date:%d.%m.%y} um {to.date:%H:%M} schrieb {to.sender}:"
    sign = f"-- \n{writer.name}, sent with best wishes and 100% recycled electrons"
    flowed = "\n".join(f" {line}" if line.startswith((" ", ">")) else line.rstrip()
                       for line in text.split("\n"))  # fmt: skip
    body = f"{flowed}\n\n{on}\n{_behind(to.text)}\n\n{sign}\n"
    return "text/plain; charset=UTF-8; format=flowed", "8bit", body.encode()


def _webmail(writer: Writer, to: Quoted, text: str) -> tuple[str, str, bytes]:
    """Plain text in Latin-1, no quotation at all."""
    del to
    body = f"Hello,\n\n{text}\n\nBest regards,\n{writer.name}\n"
    return "text/plain; charset=iso-8859-1", "8bit", body.encode("iso-8859-1", "replace")


PROGRAMS: Mapping[str, Callable[[Writer, Quoted, str], tuple[str, str, bytes]]] = {
    "Gmail": _gmail,
    "Apple": _apple,
    "Outlook": _outlook,
    "Thunderbird": _thunderbird,
    "Webmail": _webmail,
}
"""Content type, transfer encoding and body of a reply, by the program that writes it."""

"""One outgoing mail as bytes, ready for the wire.

Written out by hand rather than through `email`: its header folding breaks long In-Reply-To
values and makes encoded words that are too long (RFC 2047 2), its boundaries are random, and
the same report must be the same bytes every time it is built.
"""

from __future__ import annotations

import base64
import hashlib
import quopri
import re
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Literal

_ADDRESS = re.compile(r"[^\s\x00-\x1f\x7f<>@\"(),:;\[\]\\]+@[^\s\x00-\x1f\x7f<>@\"(),:;\[\]\\]+")
_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,500}>")
_TOKEN = re.compile(r"[A-Za-z0-9._-]{1,100}")
_MEDIA = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST_SUBJECT = 200
_MOST_REFERENCES = 10


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A display name and an address. The name may be any text, the domain any IDN."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of the mail. `name` is letters, digits, dot, dash and underscore.

    With a `content_id` ("map@roses-3", no brackets) it is a picture shown inside the HTML
    part as `cid:map@roses-3`; readers of the plain text find it as an attachment.
    """

    name: str
    media_type: str
    data: bytes
    content_id: str = ""


@dataclass(frozen=True, slots=True)
class Mail:
    """Everything a mail consists of. `text` is wrapped already; `date` is aware.

    `automatic` is "auto-replied" for what answers a mail, else "auto-generated" (RFC 3834 5).
    `list_id` names the game, such as "roses-3.games.example" (RFC 2919).
    """

    sender: Mailbox
    reply_to: str
    recipient: Mailbox
    subject: str
    message_id: str
    date: datetime
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    list_id: str = ""
    automatic: Literal["auto-generated", "auto-replied"] = "auto-generated"


@dataclass(frozen=True, slots=True)
class _Part:
    headers: tuple[str, ...]
    body: bytes

    def __bytes__(self) -> bytes:
        return "".join(f"{line}\r\n" for line in self.headers).encode() + b"\r\n" + self.body


def compose(mail: Mail) -> bytes:
    """Build the mail. Raises ValueError for an address, id, date or file name that cannot be."""
    content = _content(mail)
    lines = (*_headers(mail), "MIME-Version: 1.0", *content.headers)
    return bytes(_Part(lines, content.body))


def clean(text: str) -> str:
    """Take out what no mail may hold: NUL and other controls, lone surrogates, odd line ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text))


def _headers(mail: Mail) -> list[str]:
    if mail.date.tzinfo is None:
        raise ValueError("the date of a mail needs a time zone")
    lines = [
        f"From: {_mailbox(mail.sender)}",
        f"To: {_mailbox(mail.recipient)}",
        f"Reply-To: {_address(mail.reply_to)}",
        f"Subject: {_phrase(mail.subject[:_LONGEST_SUBJECT]) or '(no subject)'}",
        f"Date: {format_datetime(mail.date)}",
        f"Message-ID: {_message_id(mail.message_id)}",
    ]
    references = [one for one in mail.references if _ID.fullmatch(one)]
    if _ID.fullmatch(mail.in_reply_to):
        lines.append(f"In-Reply-To: {mail.in_reply_to}")
        references = [*(one for one in references if one != mail.in_reply_to), mail.in_reply_to]
    if references:
        kept = references[:1] + references[1:][-(_MOST_REFERENCES - 1) :]
        lines.append("References: " + "\r\n ".join(kept))
    # RFC 3834 asks responders to heed the first; Exchange heeds only the second; old vacation
    # programs only the third. "list", not "bulk": bulk mail is put aside unread by some.
    lines += [
        f"Auto-Submitted: {mail.automatic}",
        "X-Auto-Response-Suppress: All",
        "Precedence: list",
        f"X-Loop: {_address(mail.sender.address)}",
    ]
    if mail.list_id:
        if not _TOKEN.fullmatch(mail.list_id):
            raise ValueError(f"not a List-Id: {mail.list_id!r}")
        lines.append(f"List-Id: <{mail.list_id}>")
    return lines


def _content(mail: Mail) -> _Part:
    shown = tuple(one for one in mail.attachments if one.content_id and mail.html)
    content = _text("plain", mail.text)
    if mail.html:
        content = _multipart(mail, "alternative", (content, _text("html", mail.html)))
    if shown:
        # Pictures stand beside the alternatives, not within the HTML one, so that a reader of
        # the plain text gets them too.
        content = _multipart(mail, "related", (content, *map(_file, shown)))
    loose = tuple(_file(one) for one in mail.attachments if one not in shown)
    return _multipart(mail, "mixed", (content, *loose)) if loose else content


def _multipart(mail: Mail, kind: str, parts: tuple[_Part, ...]) -> _Part:
    # "=_" can stand neither in base64 nor in quoted-printable (RFC 2045 6.7).
    boundary = "=_" + hashlib.sha256(f"{kind} {mail.message_id}".encode()).hexdigest()[:32]
    hint = '; type="multipart/alternative"' if kind == "related" else ""
    edge = f"--{boundary}".encode()
    body = b"".join(edge + b"\r\n" + bytes(part) + b"\r\n" for part in parts)
    header = f'Content-Type: multipart/{kind}; boundary="{boundary}"{hint}'
    return _Part((header,), body + edge + b"--\r\n")


def _text(kind: str, text: str) -> _Part:
    text = clean(text).rstrip("\n") + "\n"
    plain = text.isascii() and "=_" not in text and all(len(x) < 900 for x in text.split("\n"))
    body = text.encode() if plain else quopri.encodestring(text.encode())
    return _Part(
        (
            f"Content-Type: text/{kind}; charset={'us-ascii' if plain else 'utf-8'}",
            f"Content-Transfer-Encoding: {'7bit' if plain else 'quoted-printable'}",
        ),
        body.replace(b"\n", b"\r\n"),
    )


def _file(one: Attachment) -> _Part:
    if not _TOKEN.fullmatch(one.name) or not _MEDIA.fullmatch(one.media_type):
        raise ValueError(f"not a file name and media type: {one.name!r}, {one.media_type!r}")
    place = "inline" if one.content_id else "attachment"
    headers = [
        f'Content-Type: {one.media_type}; name="{one.name}"',
        f'Content-Disposition: {place}; filename="{one.name}"',
        "Content-Transfer-Encoding: base64",
    ]
    if one.content_id:
        headers.append(f"Content-ID: {_message_id(f'<{one.content_id}>')}")
    return _Part(tuple(headers), base64.encodebytes(one.data).replace(b"\n", b"\r\n"))


def _mailbox(box: Mailbox) -> str:
    name = _phrase(box.name, quote=True)
    return f"{name}\r\n <{_address(box.address)}>" if name else _address(box.address)


def _phrase(text: str, *, quote: bool = False) -> str:
    """Header text: as it is, as a quoted string, or as encoded words of at most 75 bytes."""
    text = " ".join(clean(text).split())
    if not text.isascii() or "=?" in text:
        return "\r\n ".join(f"=?utf-8?b?{word}?=" for word in _words(text))
    if quote and text and not re.fullmatch(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]+", text):
        return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
    return text


def _words(text: str) -> list[str]:
    """Cut into pieces of whole characters and at most 45 bytes, in base64."""
    pieces: list[bytes] = [b""]
    for char in text:
        code = char.encode()
        if len(pieces[-1]) + len(code) > 45:
            pieces.append(b"")
        pieces[-1] += code
    return [base64.b64encode(piece).decode("ascii") for piece in pieces]


def _address(address: str) -> str:
    if not _ADDRESS.fullmatch(address) or len(address) > 254:
        raise ValueError(f"not an address: {address!r}")
    local, _, domain = address.rpartition("@")
    try:
        return f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError as error:
        raise ValueError(f"not a domain: {domain!r}") from error


def _message_id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise ValueError(f"not a message id: {text!r}")
    return text

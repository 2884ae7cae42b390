"""The tree of a mail: which parts are its text, which are attachments."""

from __future__ import annotations

import binascii
import hashlib
import re
from dataclasses import dataclass, field
from email import policy
from email.message import Message
from email.parser import Parser
from typing import TypeAlias

from moderator.mail import charsets, headers, limits
from moderator.mail.html import declared_charset, html_lines
from moderator.mail.letter import Attachment, Line
from moderator.mail.limits import Opened
from moderator.mail.plain import Source, source_lines

Tree: TypeAlias = "Message[str, str]"
_PARSER = Parser(policy=policy.compat32)


class TooDeep(Exception):
    """The parts of a mail are nested deeper than `limits.DEPTH`."""


@dataclass(slots=True)
class Parts:
    """What a walk over the tree found: lines of plain text and of HTML, and the rest."""

    plain: list[list[Source]] = field(default_factory=list)
    html: list[list[Source]] = field(default_factory=list)
    beside: list[Line] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    seen: int = 0
    open_end: bool = False

    def warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)


def tree_of(opened: Opened) -> Tree:
    """Return the tree of an opened mail; raises `TooDeep`.

    Each character of the tree is one byte (Latin-1), so that no parser guesses a charset.
    """
    value = headers.first(opened.fields, "content-type")
    value = _mended_type(value, opened.body)
    block = b""
    for name, content in opened.fields:
        if name == "content-type":
            continue
        block += name.encode() + b": " + content[:2000] + b"\n"
    if value:
        block += b"content-type: " + value.encode("utf-8", "replace")[:2000] + b"\n"
    try:
        return _PARSER.parsestr((block + b"\n" + opened.body).decode("latin-1"))
    except RecursionError:
        raise TooDeep from None
    except (LookupError, ValueError, TypeError, AttributeError):
        # A parameter that the standard library cannot take: then it is one piece of text.
        return _PARSER.parsestr("\n" + opened.body.decode("latin-1"))


def _mended_type(value: str, body: bytes) -> str:
    """Give a multipart type the boundary that the body really has."""
    if not value.lower().startswith("multipart"):
        return value
    main = value.partition(";")[0].split()[0].lower()
    match = re.search(r'boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))', value, re.IGNORECASE)
    boundary = (match[1] or match[2] or "").rstrip() if match else ""
    if not boundary or b"--" + boundary.encode("utf-8", "replace") not in body:
        fence = re.search(rb"^--(\S{1,70})[ \t]*\r?\nContent-", body, re.MULTILINE | re.IGNORECASE)
        if fence is None:
            return value if boundary else main
        boundary = fence[1].decode("latin-1")
    kind = headers.parameters(value)[1].get("report-type", "")
    kind = re.sub(r"[^\w-]", "", kind)
    return f'{main}; boundary="{boundary}"' + (f"; report-type={kind}" if kind else "")


def walk(tree: Tree) -> Parts:
    """Collect the text and the attachments of *tree*; raises `TooDeep`."""
    parts = Parts()
    _visit(tree, parts, 0, "")
    return parts


def content_type(part: Tree) -> tuple[str, dict[str, str]]:
    """Return the lower-case type and the parameters of a part; text/plain by default."""
    value, found = headers.parameters(_field(part, "content-type"))
    match = re.match(r"[a-z0-9.+-]+/[a-z0-9.+_-]+", value)
    return (match[0] if match else "text/plain"), found


def _field(part: Tree, name: str) -> str:
    for key, value in part.raw_items():
        if key.lower() == name:
            data = str(value).encode("latin-1", "replace")
            return headers.text(re.sub(rb"[\r\n]+[ \t]", b" ", data))
    return ""


def data_of(part: Tree) -> tuple[bytes, bool]:
    """Return the decoded bytes of a leaf, and whether they end in the middle."""
    payload = part.get_payload()
    if not isinstance(payload, str):
        return b"", False
    data = payload.encode("latin-1", "replace")
    encoding = re.sub(r"[^a-z0-9-]", "", _field(part, "content-transfer-encoding").lower())
    if encoding == "base64":
        return headers.lenient_base64(data)
    if encoding == "quoted-printable":
        return binascii.a2b_qp(re.sub(rb"=[ \t]+(?=\r?\n)", b"=", data)), False
    return data, False


def _visit(part: Tree, parts: Parts, depth: int, parent: str) -> None:
    if depth > limits.DEPTH:
        raise TooDeep
    parts.seen += 1
    if parts.seen > limits.PARTS:
        parts.warn(f"your mail had more than {limits.PARTS} parts; the rest was not read")
        return
    kind, parameters = content_type(part)
    payload = part.get_payload()
    if kind.startswith("message/") and isinstance(payload, list):
        _forwarded(kind, parts)
    elif isinstance(payload, list):
        before = len(parts.plain)
        unclosed = any("CloseBoundary" in type(defect).__name__ for defect in part.defects)
        for child in payload:
            if not isinstance(child, Message):
                continue
            parts.open_end = unclosed and child is payload[-1]
            if kind == "multipart/alternative" and _has_text(parts.plain[before:]):
                _visit_other_form(child, parts, depth + 1)
            else:
                _visit(child, parts, depth + 1, kind)
        if unclosed:
            parts.warn("the end of your mail is missing; it may be incomplete")
    else:
        if kind.startswith("multipart/"):
            parts.warn("your mail is damaged; all of it was read as plain text")
            kind = "text/plain"
        _leaf(part, kind, parameters, parts, parent)


def _visit_other_form(child: Tree, parts: Parts, depth: int) -> None:
    """Visit what stands beside a plain text for programs that show another form of it."""
    found = Parts(seen=parts.seen, open_end=parts.open_end)
    _visit(child, found, depth, "multipart/alternative")
    parts.seen = found.seen
    parts.html += found.html
    parts.attachments += found.attachments
    for sentence in found.warnings:
        parts.warn(sentence)


def _has_text(pieces: list[list[Source]]) -> bool:
    return any(source.text for piece in pieces for source in piece)


def _forwarded(kind: str, parts: Parts) -> None:
    if kind != "message/rfc822":
        return
    parts.warn("an attached mail was not read")
    parts.beside.append(Line("(an attached mail)", "forwarded", "orders in it do not count"))


def _leaf(part: Tree, kind: str, parameters: dict[str, str], parts: Parts, parent: str) -> None:
    data, cut = data_of(part)
    disposition, extra = headers.parameters(_field(part, "content-disposition"))
    name = extra.get("filename") or parameters.get("name", "")
    encoding = _field(part, "content-transfer-encoding").lower()
    encoded = encoding.startswith(("x-uu", "uuencode"))
    is_text = kind.startswith("text/") and kind not in _NO_BODIES
    if not is_text or encoded or disposition == "attachment" or (name and kind == "text/plain"):
        _attach(kind, name, data, parts, parent)
        return
    lines = _lines_of(kind, parameters, data, parts)
    # Without its end mark a part may end anywhere; in base64 that shows nothing.
    cut = cut or (parts.open_end and encoding.startswith("base64"))
    if cut and _has_text([lines]):
        parts.warn("your mail arrived incomplete, please send it again")
        lines = [
            Source(line.text, line.depth, "ignored", "the mail arrived incomplete")
            for line in lines
        ]
    (parts.html if kind == "text/html" else parts.plain).append(lines)


def _lines_of(kind: str, parameters: dict[str, str], data: bytes, parts: Parts) -> list[Source]:
    declared = parameters.get("charset", "")
    if kind == "text/html":
        declared = declared if charsets.codec_for(declared) else declared_charset(data)
        if len(data) > limits.HTML:
            parts.warn("your mail was too long; only its beginning was read")
        return html_lines(charsets.decode(data[: limits.HTML], declared)[0])
    text, guessed = charsets.decode(data, declared)
    if guessed and not text.isascii():
        parts.warn("the character set of your mail had to be guessed; look at names with accents")
    if len(text) > limits.TEXT:
        parts.warn("your mail was too long; only its beginning was read")
    flowed = parameters.get("format", "").lower() == "flowed"
    return source_lines(text[: limits.TEXT], flowed, parameters.get("delsp", "").lower() == "yes")


# Any other text/* may be read as plain text (RFC 2046, 4.1.4).
_NO_BODIES = (
    "text/calendar",
    "text/vcard",
    "text/x-vcard",
    "text/directory",
    "text/csv",
    "text/rtf",
    "text/richtext",
    "text/xml",
    "text/css",
    "text/javascript",
    "text/rfc822-headers",
    "text/x-amp-html",
    "text/watch-html",
    "text/x-patch",
)
_SILENT = (
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "application/pgp-encrypted",
)


def _attach(kind: str, name: str, data: bytes, parts: Parts, parent: str) -> None:
    # The name came from outside: only its last part is shown, and it is never a path.
    shown = charsets.clean(re.split(r"[/\\]", headers.decoded(name))[-1])[:100]
    digest = hashlib.sha256(data).hexdigest()
    parts.attachments.append(Attachment(shown, kind, len(data), digest))
    if kind in _SILENT or (parent == "multipart/related" and kind.startswith("image/")):
        return
    if kind == "application/ms-tnef" or shown.lower() == "winmail.dat":
        parts.warn("your mail program sent Outlook rich text; please send plain text")
    elif kind == "text/calendar":
        parts.warn("a calendar entry was ignored")
    else:
        parts.warn("an attachment was ignored: " + (shown or kind))
    if kind == "text/plain":
        text = charsets.decode(data[: limits.ORDER_TEXT])[0]
        reason = f"in the attachment {shown}" if shown else "in an attachment"
        lines = [Line(source.text, "attachment", reason) for source in source_lines(text)]
        parts.beside += lines[: limits.ORDER_LINES]

"""Caps that hold before any parser sees a mail, and small repairs of its outer form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAIL: Final = 10 * 1024 * 1024
"""Bytes of a mail."""
HEADER_BLOCK: Final = 256 * 1024
HEADER: Final = 16 * 1024
MAIL_LINES: Final = 200_000
"""Lines of a mail; a picture that fills `MAIL` has fewer."""
PARTS: Final = 200
DEPTH: Final = 20
HTML: Final = 512 * 1024
HTML_DEPTH: Final = 200
TEXT: Final = 512 * 1024
"""Characters of text that are looked at, quotations and all."""
LINES: Final = 10_000
ORDER_LINES: Final = 500
ORDER_TEXT: Final = 64 * 1024
SUBJECT: Final = 998
MESSAGE_ID: Final = 244
HOPS: Final = 25
RECIPIENTS: Final = 100

_FIELD = re.compile(rb"([!-9;-~]{1,76})[ \t]*:(.*)", re.DOTALL)
_NESTING = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb'boundary\s*=\s*(?:"([^"\r\n]{1,250})"|([^\s;"]{1,250}))', re.IGNORECASE)
_FENCE = re.compile(rb"^--([^\r\n]{1,252})", re.MULTILINE)
_LONG_TYPE = re.compile(
    rb"^(content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)", re.IGNORECASE | re.MULTILINE
)

Fields = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A mail cut into its header fields (lower-case names, unfolded) and its body."""

    fields: Fields
    body: bytes
    warnings: tuple[str, ...] = ()
    trouble: str = ""


def open_mail(raw: bytes) -> Opened:
    """Cut *raw* to size and into header and body; `trouble` names what forbids parsing."""
    warnings = []
    if len(raw) > MAIL:
        raw = raw[:MAIL]
        warnings.append("your mail was too long; only its beginning was read")
    raw = _outer_form(raw)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or raw[1:2] == b"\x00":
        return Opened((), b"", tuple(warnings), "no-headers")
    end = re.search(rb"\r?\n\r?\n", raw)
    block, body = (raw[: end.start()], raw[end.end() :]) if end else (raw, b"")
    if len(block) > HEADER_BLOCK:
        block = block[:HEADER_BLOCK]
        warnings.append("the header of your mail was too long; only its beginning was read")
    fields = fields_of(block)
    if not fields:
        return Opened((), body, tuple(warnings), "no-headers")
    if len(_NESTING.findall(body)) > PARTS:
        return Opened(fields, b"", tuple(warnings), "mime-depth")
    if body.count(b"\n") > MAIL_LINES:
        body = body[: -len(body.split(b"\n", MAIL_LINES)[-1])]
        warnings.append("your mail had too many lines; only its beginning was read")
    body, cut = _cut_parts(fields, body)
    if cut:
        warnings.append(f"your mail had more than {PARTS} parts; the rest was not read")
    if body.count(b";") > 4 * PARTS:
        # The parameters of a part are parsed in quadratic time by the standard library.
        body = _LONG_TYPE.sub(lambda match: match[1][:2000], body)
    return Opened(fields, body, tuple(warnings))


def _outer_form(raw: bytes) -> bytes:
    """Take away what stands before the header, and mend line ends of one kind only."""
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if raw.count(b"\r") > 2 * raw.count(b"\n"):
        raw = re.sub(rb"\r\n?", b"\n", raw)
    while raw.startswith((b"From ", b">From ")):
        raw = raw.partition(b"\n")[2]
    return raw


def fields_of(block: bytes) -> Fields:
    """Return the fields, each at most `HEADER` bytes; lines that are none are passed over."""
    found: list[tuple[str, list[bytes]]] = []
    for line in block.split(b"\n"):
        text = line.rstrip(b"\r")
        if text[:1] in (b" ", b"\t"):
            if found:
                found[-1][1].append(text)
        elif match := _FIELD.match(text):
            found.append((match[1].decode("ascii").lower(), [match[2]]))
    return tuple((name, b"".join(pieces)[:HEADER].strip()) for name, pieces in found)


def _cut_parts(fields: Fields, body: bytes) -> tuple[bytes, bool]:
    """Cut *body* before its part number `PARTS` + 1, counting the parts of all levels."""
    if body.count(b"\n--") <= PARTS:
        return body, False
    top = b"\n".join(value for name, value in fields if name == "content-type")
    names = {quoted or bare for quoted, bare in _BOUNDARY.findall(top + b"\n" + body)}
    count = 0
    for match in _FENCE.finditer(body):
        fence = match[1].rstrip()
        if fence in names or fence.removesuffix(b"--") in names:
            count += 1
            if count > PARTS:
                return body[: match.start()], True
    return body, False

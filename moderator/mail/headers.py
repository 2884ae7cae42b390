"""Header fields read leniently: encoded words, addresses, Message-IDs, dates, subjects."""

from __future__ import annotations

import binascii
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from moderator.mail import charsets, limits
from moderator.mail.limits import Fields

_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"(=\?[^?\s]{1,60}\?[bBqQ]\?[^?]*\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]+")


def every(fields: Fields, name: str) -> list[str]:
    """Return the undecoded text of all fields called *name* (lower case), topmost first."""
    return [text(value) for field, value in fields if field == name]


def first(fields: Fields, name: str) -> str:
    """Return the undecoded text of the topmost field called *name*, or ""."""
    return next(iter(every(fields, name)), "")


def text(value: bytes) -> str:
    """Return a raw field as one line of text: UTF-8, else cp1252; no control characters."""
    return _CONTROL.sub(" ", charsets.decode(value)[0].replace("\t", " ")).strip()


def decoded(value: str) -> str:
    """Return *value* with its encoded words (RFC 2047) decoded; never raises."""
    if "=?" not in value:
        return value
    pieces: list[str] = []
    pending, charset = b"", ""
    end = 0
    value = _BETWEEN.sub(r"\1", value)
    for match in _WORD.finditer(value):
        gap, name = value[end : match.start()], match[1].partition("*")[0]
        # A character may be cut in two by words of one charset that touch: join the bytes.
        if pending and (gap or name.lower() != charset.lower()):
            pieces.append(_word_text(pending, charset))
            pending = b""
        pieces.append(gap)
        charset = name
        pending += _word_bytes(match[2], match[3])
        end = match.end()
    pieces.append(_word_text(pending, charset) if pending else "")
    pieces.append(value[end:])
    return _CONTROL.sub("\ufffd", "".join(pieces))


def _word_text(data: bytes, charset: str) -> str:
    # UTF-7 hides "@" and "<" from every other reader of the header.
    return charsets.decode(data, "" if "7" in charset and "utf" in charset.lower() else charset)[0]


def _word_bytes(encoding: str, payload: str) -> bytes:
    data = payload.encode("utf-8", "replace")
    if encoding in "bB":
        return lenient_base64(data)[0]
    return binascii.a2b_qp(data, header=True)


def lenient_base64(data: bytes) -> tuple[bytes, bool]:
    """Return what decodes of base64 *data*, and whether it ended in the middle."""
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", data.split(b"=", 1)[0] if b"=" in data[:-4] else data)
    cut = len(kept) % 4 == 1 or (len(kept) % 4 > 1 and b"=" not in data)
    kept = kept[: len(kept) - 1] if len(kept) % 4 == 1 else kept
    return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4)), cut


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Return the token of a field like Content-Type and its parameters, names lower case.

    Joins continuations and decodes extended values (RFC 2231), first instance wins.
    """
    head, _, rest = value.partition(";")
    found: dict[str, str] = {}
    pattern = r'([^\s;="]{1,80})\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))'
    for name, quoted, bare in re.findall(pattern, rest[:4096]):
        found.setdefault(name.lower(), re.sub(r"\\(.)", r"\1", quoted) or bare.strip())
    joined: dict[str, str] = {}
    for name, piece in found.items():
        base = name.partition("*")[0]
        joined[base] = joined.get(base, "") + piece
        if name.endswith("*"):
            joined[base] = _extended(joined[base])
    return head.strip().lower(), joined


def _extended(value: str) -> str:
    charset, quote, rest = value.partition("'")
    if not quote:
        return value
    escaped = rest.partition("'")[2]
    data = re.sub(
        rb"%([0-9A-Fa-f]{2})",
        lambda match: bytes([int(match[1], 16)]),
        escaped.encode("utf-8", "replace"),
    )
    return charsets.decode(data, charset)[0]


_ADDRESS = re.compile(r"[^\s<>\"(),:;@\[\]\\]{1,64}@[^\s<>\"(),:;@\\]{1,253}")


def mailboxes(value: str) -> list[tuple[str, str]]:
    """Return (display name, lower-case address) of each mailbox in a raw field.

    Quoted strings and comments hide nothing that counts as an address; a piece without
    exactly one plausible address is passed over.  Groups give their members.
    """
    found = []
    for piece in _pieces(value):
        angles = re.findall(r"<([^<>]*)>", piece)
        spec = angles[-1].strip() if angles else piece.strip()
        if not _ADDRESS.fullmatch(spec):
            continue
        name = re.sub(r"<[^<>]*>", "", piece) if angles else ""
        name = decoded(re.sub(r"\\(.)", r"\1", name.strip().strip('"'))).strip()
        found.append((charsets.clean(name)[:200], spec.lower()))
    return found


def _pieces(value: str) -> list[str]:
    """Cut an address list at the commas, semicolons and colons outside quotes and angles."""
    pieces, current, comment, mode = [], "", 0, ""
    signs = iter(value)
    for sign in signs:
        if sign == "\\" and (mode == '"' or comment):
            escaped = next(signs, "")
            current += "" if comment else sign + escaped
        elif comment:
            comment += (sign == "(") - (sign == ")")
        elif mode:
            current += sign
            mode = "" if sign == (">" if mode == "<" else '"') else mode
        elif sign == "(":
            comment = 1
        elif sign in ",;:":
            pieces.append("" if sign == ":" else current)
            current = ""
        else:
            current += sign
            mode = sign if sign in '"<' else ""
    return [piece for piece in [*pieces, current] if "@" in piece]


_ENVELOPE = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")


def recipients(fields: Fields) -> tuple[str, ...]:
    """Return all addresses that the mail came to: envelope headers first, then To and Cc."""
    found: dict[str, None] = {}
    envelope = [text(value) for name, value in fields if name in _ENVELOPE]
    visible = [*every(fields, "to"), *every(fields, "cc"), *every(fields, "x-forwarded-to")]
    for value in [*envelope, *visible]:
        found.update((address, None) for _, address in mailboxes(value))
        if len(found) >= limits.RECIPIENTS:
            break
    return tuple(found)[: limits.RECIPIENTS]


def message_ids(value: str) -> tuple[str, ...]:
    """Return the identifiers of an In-Reply-To or References field, angle brackets and all."""
    return tuple(re.findall(r"<[^<>\s]{1,242}>", value))[-limits.RECIPIENTS :]


def date(value: str) -> datetime | None:
    """Return an aware time, UTC when the field names no zone, or None when it is no date."""
    try:
        when = parsedate_to_datetime(value[:200])
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


_PREFIX = re.compile(
    r"\s*(?:(?:subject|betreff|re|aw|antw|sv|vs|vb|rif|rv|res|ynt|yan|odp|odg|vá|ref|bls|atb|"
    r"tr|wg|fw|fwd|fs|i|enc|doorst|videre|továbbítás|pd|ilt|απ|σχετ|πρθ|ha|r|"
    r"回复|答复|回覆|轉寄|转发|返信|отв|ответ|пересл|fwd?\.)"
    r"\s*(?:\[\d+\]|\(\d+\)|\^\d+)?\s*:"
    r"|[\[(]\s*(?:external|ext|extern|externe|extern[oa]|внешнее|spam\??|suspected spam|"
    r"bulk|sicher|secure|caution|warning)(?:[ _-]?(?:e-?mail|mail|sender))?\s*[\])]:?"
    r"|\*{2,}\s*(?:external|spam)\s*\*{2,})\s*",
    re.IGNORECASE,
)


def subject(value: str) -> str:
    """Return the subject, decoded, cut at 998 characters, one line without control marks."""
    return charsets.clean(decoded(value[: 4 * limits.SUBJECT]))[: limits.SUBJECT].strip()


def bare_subject(value: str) -> str:
    """Return *value* without reply and forward prefixes and gateway tags, in any order."""
    while match := _PREFIX.match(value):
        value = value[match.end() :]
    return value.strip()

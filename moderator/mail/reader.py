"""Raw bytes to a `Letter`: never raises, whatever the bytes are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from moderator.mail import headers, labels, limits
from moderator.mail.classify import Facts, classify, doubt
from moderator.mail.digest import content_digest
from moderator.mail.letter import Kind, Letter, Line, Own
from moderator.mail.limits import Fields, Opened
from moderator.mail.parts import Parts, TooDeep, Tree, tree_of, walk
from moderator.mail.plain import Source

_TRACE = ("received", "authentication-results", "arc-authentication-results")


def read(raw: bytes, own: Own) -> Letter:
    """Return *raw* as it is understood; every failure is a letter of kind "unreadable".

    Time is bounded by the caps of `limits`; where even that is too long, use `Reader`.
    """
    try:
        return _read(raw, own)
    except RecursionError:
        return unreadable(raw, "mime-depth")
    except MemoryError:
        return unreadable(raw, "too-big")
    except Exception as error:  # one mail that we cannot read must not stop the others
        return unreadable(raw, f"failed: {type(error).__name__}")


def unreadable(raw: bytes, reason: str) -> Letter:
    """Return the letter for a mail of which nothing could be read."""
    return Letter(Kind.UNREADABLE, reason, size=len(raw))


def _read(raw: bytes, own: Own) -> Letter:
    opened = limits.open_mail(raw)
    fields = opened.fields
    tree, parts, trouble = _parsed(opened)
    lines = body_lines(parts)
    senders = [box for value in headers.every(fields, "from") for box in headers.mailboxes(value)]
    alone = senders[0] if len(senders) == 1 else ("", "")
    digest = content_digest(fields, lines, parts.attachments)
    subject = headers.subject(headers.first(fields, "subject"))
    identifier = headers.first(fields, "message-id").strip()
    if not 0 < len(identifier.encode("utf-8", "replace")) <= limits.MESSAGE_ID:
        identifier = "digest:" + digest
    facts = Facts(
        fields,
        tuple(address for _, address in senders),
        subject,
        identifier,
        "\n".join(line.text for line in lines),
        tree,
        own,
        trouble,
    )
    kind, reason, bounce = classify(facts)
    return Letter(
        kind,
        reason,
        alone[1],
        alone[0],
        facts.senders,
        headers.recipients(fields),
        subject,
        headers.bare_subject(subject),
        identifier,
        _in_reply_to(fields),
        headers.message_ids(" ".join(headers.every(fields, "references"))),
        headers.date(headers.first(fields, "date")),
        lines,
        tuple(parts.attachments),
        (*opened.warnings, *parts.warnings),
        doubt(facts) if kind is Kind.HUMAN else "",
        bounce,
        digest,
        tuple((name, headers.text(value)) for name, value in fields if name in _TRACE),
        len(raw),
    )


def _parsed(opened: Opened) -> tuple[Tree | None, Parts, str]:
    if opened.trouble:
        return None, Parts(), opened.trouble
    try:
        tree = tree_of(opened)
        return tree, walk(tree), ""
    except TooDeep:
        return None, Parts(), "mime-depth"


def _in_reply_to(fields: Fields) -> str:
    value = headers.first(fields, "in-reply-to")
    return next(iter(headers.message_ids(value)), value[: limits.MESSAGE_ID].strip())


def body_lines(parts: Parts) -> tuple[Line, ...]:
    """Return all lines with their labels: the plain text, or the HTML if that has no order."""
    plain, html = _labelled(parts.plain), _labelled(parts.html)
    chosen, other = plain, html
    if not _orders(plain) and (_orders(html) or not plain):
        chosen, other = html, plain
    extra: list[Line] = []
    if chosen is plain and _letters(plain) != _letters(html) and _orders(html):
        known = {_bare(line.text) for line in plain}
        extra = [
            Line(line.text, "ignored", "only in the HTML form of your mail")
            for line in _orders(html)
            if _bare(line.text) not in known
        ]
        if extra:
            parts.warn("the plain text of your mail and its HTML form differ; the text counts")
    elif chosen is html:
        extra = [line for line in other if line.text]
    if any(line.reason == labels.TOO_MANY for line in chosen):
        parts.warn(f"only the first {limits.ORDER_LINES} lines of your mail count")
    return (*chosen, *extra, *parts.beside)


def _labelled(pieces: Iterable[list[Source]]) -> tuple[Line, ...]:
    lines: list[Line] = []
    for piece in pieces:
        lines += labels.label(piece)
    return tuple(lines)


def _orders(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.label == "order" and line.text]


def _letters(lines: Iterable[Line]) -> str:
    """Return the letters of the orders alone: clients wrap and decorate their plain text."""
    return "".join(_bare(line.text) for line in _orders(lines))


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()

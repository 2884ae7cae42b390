"""Reports on mails: delivery status (RFC 3464), receipts (RFC 8098), abuse (RFC 5965)."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from email.message import Message

from flufl.bounce import all_failures

from moderator.mail import headers, limits
from moderator.mail.letter import Bounce, Kind, Own
from moderator.mail.parts import Tree, content_type, data_of

# Its detectors log every step and every surprise; a mail that surprises them is no news.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)

Fields = dict[str, str]


def report(tree: Tree, own: Own) -> tuple[Kind, Bounce] | None:
    """Return what a machine-readable report says, or None when *tree* holds none."""
    parts = list(_parts(tree, 0))
    kinds = {content_type(part)[0]: part for part in parts}
    original = _original_id(parts)
    if "message/delivery-status" in kinds:
        bounce = _status(_blocks(kinds["message/delivery-status"]), original, own)
        return (Kind.BOUNCE if bounce.action in ("failed", "") else Kind.DELAYED), bounce
    if "message/disposition-notification" in kinds:
        blocks = _blocks(kinds["message/disposition-notification"])
        bounce = _status(blocks, original, own)
        return Kind.RECEIPT, bounce
    if "message/feedback-report" in kinds:
        blocks = _blocks(kinds["message/feedback-report"])
        recipient = _address(_value(blocks, "original-rcpt-to", "removal-recipient"))
        return Kind.COMPLAINT, Bounce(
            recipient, original_message_id=original, ours=own.is_ours(original)
        )
    return None


def free_form(tree: Tree, body: str, own: Own) -> Bounce | None:
    """Return what a bounce says that follows no standard, or None if it cannot be read.

    *body* is searched for the Message-ID of the returned mail and for a status code.
    """
    try:
        temporary, permanent = all_failures(tree)
    except Exception:  # a third-party detector that meets a hostile mail may raise anything
        temporary, permanent = frozenset(), frozenset()
    found = sorted(permanent) or sorted(temporary)
    listed = headers.mailboxes(str(tree.get("x-failed-recipients", "")))
    if not found and not listed:
        return None
    recipient = listed[0][1] if listed else found[0].decode("ascii", "replace").lower()
    identifiers = re.findall(r"^\s*message-id:\s*(<[^<>\s]{1,242}>)", body, re.I | re.M)
    status = re.search(r"(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])", body)
    original = identifiers[0] if identifiers else _original_id(list(_parts(tree, 0)))
    action = "delayed" if temporary and not permanent and not listed else "failed"
    return Bounce(
        recipient,
        status[1] if status else "",
        action,
        original_message_id=original,
        ours=bool(original) and own.is_ours(original),
    )


def _parts(part: Tree, depth: int) -> Iterator[Tree]:
    """Walk the parts of a report, without what stands inside a returned mail."""
    yield part
    payload = part.get_payload()
    if depth < 4 and isinstance(payload, list) and not content_type(part)[0].startswith("message/"):
        for child in payload[: limits.PARTS]:
            if isinstance(child, Message):
                yield from _parts(child, depth + 1)


def _blocks(part: Tree) -> list[Fields]:
    """Return the groups of fields of a report part, also when it came in base64."""
    payload = part.get_payload()
    if not isinstance(payload, list):
        data = data_of(part)[0]
    else:
        plain = [child for child in payload if isinstance(child, Message)]
        blocks = [_texts(child) for child in plain]
        if any(blocks):
            return blocks
        texts = [child.get_payload() for child in plain]
        joined = "".join(text for text in texts if isinstance(text, str))
        data = headers.lenient_base64(joined.encode("utf-8", "replace"))[0]
    return [
        {name: headers.text(value) for name, value in limits.fields_of(block)}
        for block in re.split(rb"\r?\n\r?\n", data)[: limits.PARTS]
    ]


def _texts(block: Tree) -> Fields:
    """Return the fields of a block of the tree, whose characters are bytes."""
    return {
        key.lower(): headers.text(str(value).encode("latin-1", "replace"))
        for key, value in block.raw_items()
    }


def _status(blocks: list[Fields], original: str, own: Own) -> Bounce:
    chosen = next(
        (block for block in blocks if block.get("action", "").strip().lower() == "failed"),
        next((block for block in blocks if "action" in block or "final-recipient" in block), {}),
    )
    original = original or _identifier(
        _value(blocks, "original-message-id", "x-original-message-id")
    )
    status = re.search(r"[245]\.\d{1,3}\.\d{1,3}", chosen.get("status", ""))
    recipient = chosen.get("original-recipient") or chosen.get("final-recipient", "")
    return Bounce(
        _address(recipient) or _address(chosen.get("final-recipient", "")),
        status[0] if status else "",
        re.sub(r"[^a-z]", "", chosen.get("action", "").lower())[:20],
        " ".join(chosen.get("diagnostic-code", "").split())[:500],
        original,
        bool(original) and own.is_ours(original),
    )


def _value(blocks: list[Fields], *names: str) -> str:
    return next((block[name] for name in names for block in blocks if name in block), "")


def _address(value: str) -> str:
    """Return the address of "rfc822; bob@example.org", lower case, or ""."""
    value = value.rpartition(";")[2].strip().strip("<>")
    return value.lower() if re.fullmatch(r"[^\s<>@]{1,64}@[^\s<>@]{1,253}", value) else ""


def _identifier(value: str) -> str:
    return next(iter(headers.message_ids(value)), "")


def _original_id(parts: list[Tree]) -> str:
    """Return the Message-ID of the mail, or of its header alone, that came back."""
    for part in parts:
        kind, payload = content_type(part)[0], part.get_payload()
        if kind == "message/rfc822" and isinstance(payload, list) and payload:
            child = payload[0]
            found = (
                _identifier(str(child.get("message-id", ""))) if isinstance(child, Message) else ""
            )
        elif kind in ("text/rfc822-headers", "message/rfc822-headers", "message/rfc822"):
            found = _identifier(headers.first(limits.fields_of(data_of(part)[0]), "message-id"))
        else:
            continue
        if found:
            return found
    return ""

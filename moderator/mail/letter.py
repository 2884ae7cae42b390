"""What reading a mail gives: a `Letter`, whole, immutable and picklable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal

REPLY_MARKER: Final = "===== reply above this line ====="
"""The line that stands once in each of our mails; players answer above it."""

Label = Literal[
    "order",
    "quoted",
    "signature",
    "banner",
    "below the marker",
    "struck",
    "attachment",
    "forwarded",
    "ignored",
]


class Kind(StrEnum):
    """What a mail is, in the order in which the kinds are tried; the first hit wins."""

    OWN = "own"
    BOUNCE = "bounce"
    DELAYED = "delayed"
    RECEIPT = "read receipt"
    COMPLAINT = "complaint"
    AUTOMATIC = "automatic"
    LIST = "list"
    UNREADABLE = "unreadable"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the body with its verdict; only the label "order" reaches the game.

    `reason` says why the line is not an order, or what was noticed about an order
    ("à" read as an arrow, letters that only look Latin).  Blank lines are kept.
    """

    text: str
    label: Label
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is not the text: never opened, the name is for display only."""

    name: str
    type: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """A report on a mail that somebody sent (RFC 3464, RFC 8098, RFC 5965 or a free form).

    `action` is "failed", "delayed", "relayed", "delivered", "expanded" or "".
    `status` is an enhanced status code such as "5.1.1" or "".  `ours` tells that the
    returned headers carry a Message-ID of our own making.
    """

    recipient: str = ""
    status: str = ""
    action: str = ""
    diagnostic: str = ""
    original_message_id: str = ""
    ours: bool = False


def _nothing_is_ours(message_id: str) -> bool:
    return not message_id


@dataclass(frozen=True, slots=True)
class Own:
    """How our own mail is told: our addresses (lower case), our domain, our Message-IDs.

    `is_ours` is given a Message-ID with its angle brackets; it has to be picklable.
    """

    addresses: frozenset[str]
    domain: str
    is_ours: Callable[[str], bool] = _nothing_is_ours

    def has_address(self, address: str) -> bool:
        """Tell whether *address*, with or without a plus tag, is one of ours."""
        local, _, domain = address.lower().rpartition("@")
        return f"{local.partition('+')[0]}@{domain}" in self.addresses


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it was understood.

    `sender` is the one address of the one From header, lower case, or "" when there is
    none or more than one; `senders` has them all.  `to` lists the envelope recipients
    (Delivered-To and its like, topmost first) before To and Cc.  `message_id` is the raw
    text of the first Message-ID, at most 244 characters, or "digest:" and the content
    digest.  `trace` holds the Received and Authentication-Results headers, topmost first,
    as (lower-case name, text).  `doubt` is set when a person seems to write but the mail
    reads like an automatic answer: take no orders then without a valid token.
    `warnings` are sentences for the acknowledgement.
    """

    kind: Kind
    reason: str
    sender: str = ""
    sender_name: str = ""
    senders: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    subject: str = ""
    bare_subject: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    date: datetime | None = None
    lines: tuple[Line, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    warnings: tuple[str, ...] = ()
    doubt: str = ""
    bounce: Bounce | None = None
    content_digest: str = ""
    trace: tuple[tuple[str, str], ...] = ()
    size: int = 0

    @property
    def orders(self) -> tuple[str, ...]:
        """The texts of the order lines that are not blank."""
        return tuple(line.text for line in self.lines if line.label == "order" and line.text)

    @property
    def hops(self) -> int:
        """How many hosts say that they passed the mail on."""
        return sum(name == "received" for name, _ in self.trace)

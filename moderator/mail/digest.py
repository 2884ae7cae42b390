"""The identity of what a mail says, whatever servers do to its bytes on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from moderator.mail import headers
from moderator.mail.letter import Attachment, Line
from moderator.mail.limits import Fields


def content_digest(fields: Fields, lines: Iterable[Line], files: Iterable[Attachment]) -> str:
    """Return the SHA-256, in hex, of sender, date, subject, text and attachments.

    Trace headers, encodings, line ends and white space do not count.
    """
    names = ("from", "date", "subject")
    told = [" ".join(headers.decoded(headers.first(fields, name)).split()) for name in names]
    text = [line.text for line in lines if line.text]
    whole = "\x1e".join(
        ["\x1f".join(told), "\x1f".join(text), "\x1f".join(sorted(file.sha256 for file in files))]
    )
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()

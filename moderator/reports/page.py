"""Letters turned into pages: subject, text, HTML and pictures, ready to be put in a mail."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A mail's contents. `pictures` are (content id, file name, PNG bytes)."""

    subject: str
    text: str
    html: str
    pictures: tuple[tuple[str, str, bytes], ...] = ()

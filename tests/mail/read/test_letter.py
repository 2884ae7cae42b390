"""The parts of a letter that the tables of cases do not show."""

from __future__ import annotations

import base64
import quopri
from datetime import UTC, datetime

import pytest

from moderator.mail.letter import REPLY_MARKER, Own
from moderator.mail.reader import read

OWN = Own(frozenset({"moderator@game.test"}), "game.test")
HEAD = b"From: Alice <Alice@Example.org>\nDate: Tue, 10 Mar 2026 19:22:00 +0100\nSubject: turn\n"
TYPE = b"Content-Type: text/plain; charset=utf-8\n"
TEXT = "move neville to york\nzieh König\n"


def test_the_trace_keeps_its_order_and_counts_the_hosts() -> None:
    raw = b"Authentication-Results: mx.game.test; dkim=pass\nReceived: from a by b\n"
    raw += b"Received: from c\n  by d\nAuthentication-Results: evil.test; dmarc=pass\n" + HEAD
    letter = read(raw + b"\n", OWN)
    assert letter.hops == 2
    assert letter.trace == (
        ("authentication-results", "mx.game.test; dkim=pass"),
        ("received", "from a by b"),
        ("received", "from c  by d"),
        ("authentication-results", "evil.test; dmarc=pass"),
    )


def test_the_mails_that_it_answers_are_named() -> None:
    raw = (
        HEAD
        + b"In-Reply-To: <b@game.test> (of Monday)\nReferences: <a@game.test>\n <b@game.test>\n"
    )
    letter = read(raw + b"\n", OWN)
    assert letter.in_reply_to == "<b@game.test>"
    assert letter.references == ("<a@game.test>", "<b@game.test>")


@pytest.mark.parametrize(
    ("value", "when"),
    [
        (b"Tue, 10 Mar 2026 18:22:00 -0000", datetime(2026, 3, 10, 18, 22, tzinfo=UTC)),
        (b"Tue, 10 Mar 2026 19:22:00 +0100 (CET)", datetime(2026, 3, 10, 18, 22, tzinfo=UTC)),
        (b"yesterday", None),
        (b"Tue, 99 Mar 2026 18:22:00 +0000", None),
        (b"Tue, 10 Mar 99999999999 18:22:00 +9999", None),
    ],
)
def test_the_date_knows_its_zone_or_is_none(value: bytes, when: datetime | None) -> None:
    assert read(b"From: alice@example.org\nDate: " + value + b"\n\n", OWN).date == when


def test_addresses_are_lower_case_and_names_are_not() -> None:
    letter = read(HEAD + b"\n", OWN)
    assert (letter.sender, letter.sender_name) == ("alice@example.org", "Alice")


@pytest.mark.parametrize(
    "body",
    [
        TYPE + b"\n" + TEXT.encode(),
        TYPE + b"\r\n" + TEXT.replace("\n", "\r\n").encode(),
        TYPE + b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(TEXT.encode()),
        TYPE
        + b"Content-Transfer-Encoding: quoted-printable\n\n"
        + quopri.encodestring(TEXT.encode()),
        b"Content-Type: text/plain; charset=iso-8859-1\n\n" + TEXT.encode("latin-1"),
        b"X-Spam-Score: 0\n" + TYPE + b"\n" + TEXT.replace(" ", "  ").encode(),
    ],
)
def test_the_digest_does_not_depend_on_how_the_mail_travelled(body: bytes) -> None:
    plain = read(HEAD + TYPE + b"\n" + TEXT.encode(), OWN).content_digest
    assert read(HEAD + body, OWN).content_digest == plain


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + TYPE + b"\n" + TEXT.replace("york", "ely").encode(),
        HEAD.replace(b"Alice@", b"bob@") + TYPE + b"\n" + TEXT.encode(),
        HEAD.replace(b"19:22", b"19:23") + TYPE + b"\n" + TEXT.encode(),
    ],
)
def test_the_digest_tells_other_mails_apart(raw: bytes) -> None:
    assert (
        read(raw, OWN).content_digest
        != read(HEAD + TYPE + b"\n" + TEXT.encode(), OWN).content_digest
    )


def test_the_marker_is_known_whole_and_torn() -> None:
    def label(marker: str) -> str:
        body = f"pass\n{marker}\nold\n".encode()
        return read(HEAD + TYPE + b"\n" + body, OWN).lines[2].label

    assert label(REPLY_MARKER) == label("===== Reply above this") == "below the marker"
    assert label("reply above") == "order"


def test_own_addresses_are_known_with_a_tag() -> None:
    assert OWN.has_address("Moderator+k7q2@Game.test")
    assert not OWN.has_address("moderator@example.org")

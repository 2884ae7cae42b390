"""What we send, as the wire and as a reader's mail program see it."""

from __future__ import annotations

import email
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email import policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.mail.compose import Attachment, Mail, Mailbox, clean, compose
from moderator.mail.transport import wire_fault

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
MAP = Attachment("feudo-1-t14.png", "image/png", PNG, content_id="map@feudo-1")
FORM = Attachment("form.txt", "text/plain", "Züge\n".encode())
MAIL = Mail(
    sender=Mailbox("Feudo, game 1", "play@game.test"),
    reply_to="play+k7q2m3xwabcdefgh@game.test",
    recipient=Mailbox("Anna", "anna@example.org"),
    subject="[feudo-1] Turn 14: your move",
    message_id="<k7q2m3xwabcdefgh.abcdefghijkl.abcdefghij@game.test>",
    date=datetime(2026, 3, 10, 19, 22, tzinfo=UTC),
    text="It is your turn.\n",
    list_id="feudo-1.game.test",
)


def read(mail: Mail) -> EmailMessage:
    parsed = email.message_from_bytes(compose(mail), policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    assert not parsed.defects
    return parsed


def shape(part: EmailMessage) -> object:
    if part.is_multipart():
        return part.get_content_subtype(), [shape(one) for one in part.iter_parts()]  # type: ignore[arg-type]
    return part.get_content_type()


def test_a_plain_mail_is_exactly_this() -> None:
    assert compose(MAIL).decode("ascii").split("\r\n") == [
        'From: "Feudo, game 1"',
        " <play@game.test>",
        "To: Anna",
        " <anna@example.org>",
        "Reply-To: play+k7q2m3xwabcdefgh@game.test",
        "Subject: [feudo-1] Turn 14: your move",
        "Date: Tue, 10 Mar 2026 19:22:00 +0000",
        "Message-ID: <k7q2m3xwabcdefgh.abcdefghijkl.abcdefghij@game.test>",
        "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: All",
        "Precedence: list",
        "X-Loop: play@game.test",
        "List-Id: <feudo-1.game.test>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=us-ascii",
        "Content-Transfer-Encoding: 7bit",
        "",
        "It is your turn.",
        "",
    ]


def test_k7_an_acknowledgement_says_that_it_answers() -> None:
    assert read(replace(MAIL, automatic="auto-replied"))["Auto-Submitted"] == "auto-replied"


def test_k1_thread_headers_are_never_encoded_and_one_id_stands_on_a_line() -> None:
    ids = tuple(f"<{'a' * 50}.{n}@games.example>" for n in range(20))
    raw = compose(replace(MAIL, in_reply_to=ids[-1], references=ids))
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    assert "=?" not in head
    assert f"In-Reply-To: {ids[-1]}\r\n" in head
    references = re.sub(r"\r\n ", " ", head).partition("References: ")[2].split("\r\n")[0]
    assert references.split() == [ids[0], *ids[-9:]]
    assert max(map(len, head.split("\r\n"))) <= 100


def test_a_foreign_message_id_that_would_break_the_header_is_left_out() -> None:
    mail = replace(MAIL, in_reply_to="<a b@c>", references=("", "<x@y>\r\nBcc: z@y", "<x@y>"))
    parsed = read(mail)
    assert parsed["In-Reply-To"] is None
    assert parsed["Bcc"] is None
    assert parsed["References"] == "<x@y>"


def test_k2_names_and_domains_of_any_letters_arrive() -> None:
    recipient = Mailbox('Müller, "Bob" жук', "bob@bücher.example")
    parsed = read(replace(MAIL, recipient=recipient, subject="Zug für Ж" * 12))
    address = parsed["To"].addresses[0]
    assert address.display_name == recipient.name
    assert address.addr_spec == "bob@xn--bcher-kva.example"
    assert parsed["Subject"] == "Zug für Ж" * 12


def test_encoded_words_keep_to_75_characters() -> None:
    raw = compose(replace(MAIL, sender=Mailbox("Ж" * 100, "play@game.test"), subject="Ж" * 150))
    words = re.findall(rb"=\?\S+\?=", raw)
    assert len(words) > 6
    assert max(map(len, words)) <= 75


@pytest.mark.parametrize("name", ['a "b" \\ c', "Anna (White Boar)", "=?utf-8?q?x?=", "a.b"])
def test_a_name_arrives_as_it_is(name: str) -> None:
    parsed = read(replace(MAIL, recipient=Mailbox(name, "anna@example.org")))
    assert parsed["To"].addresses[0].display_name == name


def test_a_subject_cannot_bring_a_header_of_its_own() -> None:
    parsed = read(replace(MAIL, subject="Turn\r\nBcc: all@example.org\x00\x1b"))
    assert parsed["Bcc"] is None
    assert parsed["Subject"] == "Turn Bcc: all@example.org"


def test_k4_a_mail_with_a_map_is_complete_for_every_reader() -> None:
    mail = replace(MAIL, html='<img src="cid:map@feudo-1">', attachments=(MAP, FORM))
    parsed = read(mail)
    assert shape(parsed) == (
        "mixed",
        [("related", [("alternative", ["text/plain", "text/html"]), "image/png"]), "text/plain"],
    )
    picture = next(part for part in parsed.walk() if part.get_content_type() == "image/png")
    assert picture["Content-ID"] == "<map@feudo-1>"
    assert picture.get_filename() == MAP.name
    assert picture.get_content_disposition() == "inline"
    assert picture.get_payload(decode=True) == PNG
    form = list(parsed.walk())[-1]
    assert form.get_payload(decode=True) == FORM.data
    assert form.get_content_disposition() == "attachment"


def test_without_html_the_map_is_an_attachment() -> None:
    assert shape(read(replace(MAIL, attachments=(MAP,)))) == ("mixed", ["text/plain", "image/png"])


def test_html_alone_makes_two_alternatives() -> None:
    assert shape(read(replace(MAIL, html="<p>x"))) == ("alternative", ["text/plain", "text/html"])


def test_text_that_looks_like_our_boundary_ends_no_part() -> None:
    mail = replace(MAIL, attachments=(FORM,))
    boundary = re.findall(rb'boundary="(.+?)"', compose(mail))[0].decode()
    text = f"--{boundary}\n--{boundary}--\nmore\n"
    body = read(replace(mail, text=text)).get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == text


def test_the_same_mail_is_the_same_bytes_and_another_has_other_boundaries() -> None:
    mail = replace(MAIL, html="<p>x", attachments=(MAP,))
    assert compose(mail) == compose(replace(mail))
    other = compose(replace(mail, message_id="<2@game.test>"))
    assert not set(re.findall(rb'boundary="(.+?)"', other)) & set(
        re.findall(rb'boundary="(.+?)"', compose(mail))
    )


def test_the_date_keeps_its_zone() -> None:
    date = datetime(2026, 3, 10, 21, 22, tzinfo=timezone(timedelta(hours=2)))
    assert read(replace(MAIL, date=date))["Date"].datetime == date


@pytest.mark.parametrize(
    "change",
    [
        {"date": datetime(2026, 3, 10)},  # noqa: DTZ001
        {"message_id": "1@game.test"},
        {"message_id": "<1@game.test>\r\nBcc: x@y.z"},
        {"reply_to": "play"},
        {"recipient": Mailbox("", "a@b\r\nBcc: x@y.z")},
        {"recipient": Mailbox("", "a@b..c")},
        {"recipient": Mailbox("", "a@b, c@d")},
        {"list_id": "a b"},
        {"attachments": (Attachment("a\r\nb", "image/png", b""),)},
        {"attachments": (Attachment("a", "image", b""),)},
    ],
)
def test_what_cannot_be_a_mail_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"not a|needs a time zone"):
        compose(replace(MAIL, **change))  # type: ignore[arg-type]


@given(st.text(), st.text(), st.text(), st.text())
def test_k3_any_text_makes_a_mail_that_may_go_out(
    text: str, html: str, subject: str, name: str
) -> None:
    mail = replace(
        MAIL,
        text=text,
        html=html,
        subject=subject,
        recipient=Mailbox(name, "anna@example.org"),
        attachments=(MAP,),
    )
    raw = compose(mail)
    assert wire_fault(raw) is None
    assert raw.isascii()
    body = read(mail).get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == clean(text).rstrip("\n") + "\n"


def test_k3_controls_and_lone_surrogates_are_cleaned_out() -> None:
    assert clean("a\r\nb\rc\x00\x07\x85d\tе\ud800") == "a\nb\ncd\tе\ufffd"


@pytest.mark.parametrize(
    ("mime", "fault"),
    [
        (b"a: b\n\r\n", "bare line end"),
        (b"a: b\r\r\n", "bare line end"),
        (b"a: b\x00\r\n", "NUL"),
        (b"a" * 999 + b"\r\n", "more than 998"),
        (b"a: b", "does not end"),
    ],
)
def test_j14_what_may_not_go_out_is_found(mime: bytes, fault: str) -> None:
    assert fault in (wire_fault(mime) or "")
    assert wire_fault(b"a" * 998 + b"\r\n") is None

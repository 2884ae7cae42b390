"""Mails that are made to break readers: each gives a letter, in time that caps bound."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moderator.mail import limits
from moderator.mail.letter import Kind, Own
from moderator.mail.reader import read

OWN = Own(frozenset({"moderator@game.test"}), "game.test")
HEAD = b"From: Alice <alice@example.org>\nTo: moderator@game.test\nSubject: turn\n"
SEEDS = sorted((Path(__file__).parent / "cases").glob("*.eml"))


def test_a1_a_thousand_nested_multiparts_are_set_aside() -> None:
    raw = HEAD
    for number in range(1000):
        raw += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number)
    letter = read(raw + b"\nplay king\n", OWN)
    assert (letter.kind, letter.reason) == (Kind.UNREADABLE, "mime-depth")
    assert letter.sender == "alice@example.org"


def test_a1_thirty_nested_multiparts_are_set_aside() -> None:
    raw = HEAD
    for number in range(30):
        raw += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number)
    letter = read(raw + b"\nplay king\n", OWN)
    assert (letter.kind, letter.reason) == (Kind.UNREADABLE, "mime-depth")


def test_a2_mails_in_mails_in_mails_are_set_aside() -> None:
    letter = read(HEAD + b"Content-Type: message/rfc822\n\n" * 2000 + b"play king", OWN)
    assert (letter.kind, letter.reason) == (Kind.UNREADABLE, "mime-depth")


def test_a3_text_is_found_before_twenty_thousand_empty_parts() -> None:
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nplay king\n'
    letter = read(raw + b"--b\n\n\n" * 20_000, OWN)
    assert letter.orders == ("play king",)
    assert any("more than 200 parts" in warning for warning in letter.warnings)


def test_a26_a_huge_photo_beside_the_orders_is_only_named() -> None:
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nplay king\n--b\n'
    raw += b"Content-Type: image/jpeg; name=castle.jpg\nContent-Transfer-Encoding: base64\n\n"
    letter = read(raw + b"/9j/4AAQSkZJRgABAQAAAQABAAD\n" * 400_000, OWN)
    assert letter.orders == ("play king",)
    assert [file.name for file in letter.attachments] == ["castle.jpg"]
    assert any("too long" in warning for warning in letter.warnings)


@pytest.mark.parametrize("sign", [b";", b'";', b"=", b'"', b"a*0=b;", b"\\", b"("])
def test_b16_a_content_type_of_twenty_thousand_signs_is_text(sign: bytes) -> None:
    letter = read(HEAD + b"Content-Type: text/plain;" + sign * 20_000 + b"\n\nplay king", OWN)
    assert letter.orders == ("play king",)


def test_b16_long_types_of_inner_parts_are_cut_as_well() -> None:
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nplay king\n'
    raw += (b"--b\nContent-Type: multipart/mixed" + b'";' * 8_000 + b"\n\n\n") * 100
    assert read(raw, OWN).orders == ("play king",)


def test_b17_a_subject_of_a_hundred_thousand_words_is_cut() -> None:
    raw = b"From: alice@example.org\nSubject: " + b"A " * 100_000 + b"\n\nplay king"
    letter = read(raw, OWN)
    assert len(letter.subject) == limits.SUBJECT - 1
    assert letter.orders == ("play king",)


def test_b16_a_header_without_end_is_cut() -> None:
    raw = b"From: alice@example.org\n" + b"X-Filler: no\n" * 40_000 + b"\nplay king"
    letter = read(raw, OWN)
    assert letter.sender == "alice@example.org"
    assert letter.orders == ("play king",)
    assert any("header" in warning for warning in letter.warnings)


def test_d18_the_lines_beyond_five_hundred_are_not_orders() -> None:
    letter = read(HEAD + b"\n" + b"play king\n" * 5_000, OWN)
    assert len(letter.orders) == limits.ORDER_LINES
    assert len(letter.lines) == 5_000
    assert letter.lines[-1].reason == "too many lines in one mail"
    assert any("500" in warning for warning in letter.warnings)


def test_d18_a_single_line_without_end_is_not_an_order() -> None:
    letter = read(HEAD + b"\nplay king\n" + b"x" * 200_000, OWN)
    assert letter.orders == ("play king",)


@pytest.mark.parametrize(
    "bomb",
    [
        b"<div>" * 100_000,
        b"<" * 500_000,
        b"<!--" * 100_000,
        b"<a href='" * 50_000,
        b"<style><script>" * 30_000,
        b"</b>" * 100_000,
        b"<blockquote>" * 50_000,
        b"&" * 400_000,
        b"<p>" * 170_000,
        b"<a href=x>y</a>" * 30_000,
        b"<p " + b"a=" * 200_000,
        b"<" + b"a" * 500_000,
        (b"<p " + b"a" * 8_000 + b">") * 60,
        b"&#" * 250_000,
        b"\n" * 500_000,
    ],
)
def test_e6_text_before_a_bomb_of_html_is_read(bomb: bytes) -> None:
    letter = read(HEAD + b"Content-Type: text/html\n\n<p>play king</p>\n" + bomb, OWN)
    assert letter.orders[0] == "play king"


def test_e6_text_inside_deep_nesting_is_not_lost() -> None:
    body = b"<div>" * 20_000 + b"play king" + b"</div>" * 20_000 + b"<p>pass</p>"
    letter = read(HEAD + b"Content-Type: text/html\n\n" + body, OWN)
    assert letter.orders == ("play king", "pass")


def test_ten_million_empty_lines_are_cut() -> None:
    letter = read(HEAD + b"\nplay king\n" + b"\n" * 9_999_000, OWN)
    assert letter.orders == ("play king",)
    assert any("too many lines" in warning for warning in letter.warnings)


@pytest.mark.parametrize(
    "line",
    [
        b"On 1.1.2026 at 10:30 x@y ",
        b"wrote:\n\n",
        b"> ",
        b"- ",
        b"From: x\n",
        b"wrote ",
        b"<http://",
    ],
)
def test_any_line_many_times_gives_a_letter(line: bytes) -> None:
    assert read(HEAD + b"\n" + line * 40_000, OWN).kind is Kind.HUMAN


@pytest.mark.parametrize("line", [b"From: ", b"To: ", b"References: ", b"Received: ", b"Date: "])
@pytest.mark.parametrize("sign", [b"<", b'"', b"(", b",", b"=?utf-8?q?", b"a@b,", b" ", b"9"])
def test_headers_of_one_sign_many_times_give_a_letter(line: bytes, sign: bytes) -> None:
    assert read(line + sign * 10_000 + b"\n\nplay king", OWN).size > 10_000


@given(st.binary(max_size=2_000))
@settings(max_examples=150, deadline=None)
def test_any_bytes_give_a_letter_that_can_be_stored(raw: bytes) -> None:
    letter = read(raw, OWN)
    assert not letter.reason.startswith("failed")
    assert pickle.loads(pickle.dumps(letter)) == letter
    for text in (letter.subject, letter.sender, *(line.text for line in letter.lines)):
        assert "\x00" not in text.encode("utf-8").decode("utf-8")


@given(data=st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_damage_to_any_mail_gives_a_letter(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(SEEDS)).read_bytes() or b"x")
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(raw) - 1)) if raw else 0
        length = data.draw(st.integers(0, 12))
        raw[start : start + length] = data.draw(
            st.one_of(
                st.binary(max_size=8),
                st.sampled_from([b"=?", b"?=", b"\n\n", b"--b1", b"\r", b'"', b"<", b"\x00", b";"]),
            )
        )
    letter = read(bytes(raw), OWN)
    assert not letter.reason.startswith("failed")
    for line in letter.lines:
        line.text.encode("utf-8")

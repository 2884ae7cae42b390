"""Orders come out as they were typed, whatever program sent them."""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.mail.letter import REPLY_MARKER, Own
from moderator.mail.reader import read

OWN = Own(frozenset({"moderator@game.test"}), "game.test")
HEAD = "From: Alice <alice@example.org>\nTo: moderator@game.test\nSubject: Re: Turn 3\n"
REPORT = [
    REPLY_MARKER,
    "",
    "ALICE, IT IS YOUR TURN.",
    "Answer by Thu 12 March, 21:00 your time (20:00 UTC): 2 days 4 hours.",
    "  move neville to newcastle town by road",
    "  play queen",
    "-- ",
    "Roses, game 3",
]
GMAIL_SAYS = "On Tue, 10 Mar 2026 at 18:00, Moderator <moderator@game.test> wrote:"
GERMAN_SAYS = "Am 10.03.26 um 18:00 schrieb Moderator:"
BLOCK = ["From: Moderator <moderator@game.test>", "Sent: Tuesday, March 10, 2026 6:00 PM"]
BLOCK += ["To: Alice <alice@example.org>", "Subject: Turn 3", ""]

verbs = st.sampled_from(["move", "play", "attack", "offer", "keep", "besiege", "yield", "zieh"])
names = st.sampled_from(
    ["neville", "York", "newcastle town", "König", "the Tower", "50 men", "A PAR-BUR", "3-2"]
)
orders = st.builds(
    lambda verb, words: " ".join([verb, *words]), verbs, st.lists(names, min_size=1, max_size=12)
)
blocks = st.lists(orders, min_size=1, max_size=12)


def mail(text: str, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit") -> bytes:
    head = f"{HEAD}Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n"
    return (head + text).encode().replace(b"\n", b"\r\n")


def alternative(plain: str, page: str) -> bytes:
    kind = 'multipart/alternative; boundary="==b"'
    body = f"--==b\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n"
    body += f"--==b\nContent-Type: text/html; charset=utf-8\n\n{page}\n--==b--\n"
    return mail(body, kind)


def quoted(lines: list[str]) -> str:
    return "\n".join(f"> {line}".rstrip() for line in lines)


def divs(lines: list[str]) -> str:
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in lines)


def gmail(lines: list[str]) -> bytes:
    plain = "\n".join(lines) + f"\n\n{GMAIL_SAYS}\n\n" + quoted(REPORT)
    page = f'<div dir="ltr">{divs(lines)}</div><br><div class="gmail_quote">'
    page += f'<div dir="ltr" class="gmail_attr">{html.escape(GMAIL_SAYS)}<br></div>'
    page += f'<blockquote class="gmail_quote">{divs(REPORT)}</blockquote></div>'
    return alternative(plain, page)


def gmail_in_one_block(lines: list[str]) -> bytes:
    page = '<div dir="ltr">' + "<br>".join(html.escape(line) for line in lines) + "</div>"
    return mail(page, "text/html; charset=utf-8")


def apple(lines: list[str]) -> bytes:
    text = "\n".join(lines) + "\n\nSent from my iPhone\n\n"
    text += "> On 10 Mar 2026, at 18:00, Moderator <moderator@game.test> wrote:\n> \n"
    return mail(text + quoted(REPORT), encoding="7bit")


def outlook(lines: list[str]) -> bytes:
    text = "\n".join(lines) + "\n\n" + "_" * 32 + "\n" + "\n".join(BLOCK + REPORT)
    page = "".join(f"<p class=MsoNormal>{html.escape(line)}<o:p></o:p></p>" for line in lines)
    page += "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none'><p class=MsoNormal>"
    page += "<br>".join(html.escape(line) for line in BLOCK) + "</p></div>"
    return alternative(text, f"<html><body><div class=WordSection1>{page}{divs(REPORT)}</div>")


def outlook_without_text(lines: list[str]) -> bytes:
    page = "".join(f"<p class=MsoNormal>{html.escape(line)}<o:p></o:p></p>\n" for line in lines)
    page += '<hr><div id="divRplyFwdMsg"><b>From:</b> Moderator</div>' + divs(REPORT)
    return mail(page, "text/html; charset=utf-8")


def flow(line: str) -> str:
    # Thunderbird writes a space at the end of each line that goes on.
    return " \n".join(textwrap.wrap(line, 60, break_on_hyphens=False))


def thunderbird(lines: list[str]) -> bytes:
    text = "\n".join(flow(line) for line in lines) + f"\n\n{GERMAN_SAYS}\n" + quoted(REPORT)
    return mail(text + "\n-- \nplay queen\n", "text/plain; charset=UTF-8; format=flowed")


def thunderbird_below(lines: list[str]) -> bytes:
    text = f"{GERMAN_SAYS}\n{quoted(REPORT)}\n\n" + "\n".join(flow(line) for line in lines)
    return mail(text + "\n", "text/plain; charset=UTF-8; format=flowed")


def android(lines: list[str]) -> bytes:
    page = "<html><head><style>p{margin:0}</style></head><body><p dir=ltr>"
    page += "<br>\n".join(html.escape(line) for line in lines) + "</p>"
    page += f'<div class="quote">{html.escape(GMAIL_SAYS)}<br><blockquote class="quote">'
    return mail(page + divs(REPORT) + "</blockquote></div></body>", "text/html; charset=utf-8")


def in_base64(lines: list[str]) -> bytes:
    text = "\r\n".join([*lines, "", GMAIL_SAYS, "", quoted(REPORT)])
    return mail(base64.encodebytes(text.encode()).decode(), encoding="base64")


def in_quoted_printable(lines: list[str]) -> bytes:
    text = "\n".join(lines) + f"\n\n{GMAIL_SAYS}\n" + quoted(REPORT)
    return mail(quopri.encodestring(text.encode()).decode(), encoding="quoted-printable")


def signed(lines: list[str]) -> bytes:
    text = "--s\nContent-Type: text/plain; charset=utf-8\n\n" + "\n".join(lines)
    text += "\n-- \nplay queen\n\n--s\nContent-Type: application/pgp-signature\n\nabcd\n--s--\n"
    return mail(text, 'multipart/signed; boundary="s"; protocol="application/pgp-signature"')


def armoured(lines: list[str]) -> bytes:
    text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n" + "\n".join(lines)
    return mail(text + "\n-----BEGIN PGP SIGNATURE-----\n\nabcd\n-----END PGP SIGNATURE-----\n")


def through_a_list(lines: list[str]) -> bytes:
    rule = "_" * 47
    return mail("\n".join(lines) + f"\n{rule}\nPlayers mailing list\nhttps://example.org/list\n")


def with_a_banner(lines: list[str]) -> bytes:
    banner = "CAUTION: This email originated from outside of the organization.\n\n"
    return mail(banner + "\n".join(lines) + f"\n\n{GMAIL_SAYS}\n" + quoted(REPORT))


SHAPES = [
    gmail,
    gmail_in_one_block,
    apple,
    outlook,
    outlook_without_text,
    thunderbird,
    thunderbird_below,
    android,
    in_base64,
    in_quoted_printable,
    signed,
    armoured,
    through_a_list,
    with_a_banner,
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: str(shape.__name__))
@given(lines=blocks)
@settings(max_examples=25, deadline=None)
def test_orders_come_out_as_they_were_typed(
    shape: Callable[[list[str]], bytes], lines: list[str]
) -> None:
    letter = read(shape(lines), OWN)
    assert list(letter.orders) == lines
    assert letter.kind == "human"

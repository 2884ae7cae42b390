"""The site of all mailboxes."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from moderator.reports.browser import Box, index
from moderator.reports.template import Templates

PNG = b"\x89PNG\r\n\x1a\n not quite"
ANNA = "anna@example.org"


def mail(sender: str, to: str, subject: str, text: str, html: str = "") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"] = "Tue, 10 Mar 2026 16:00:00 +0000"
    made.set_content(text)
    if html:
        made.add_alternative(html, subtype="html")
        part = made.get_body(("html",))
        assert part is not None
        part.add_related(PNG, "image", "png", cid="<map.1@moderator>")
    return made.as_bytes()


@pytest.fixture
def site(tmp_path: Path, templates: Templates) -> Path:
    rich = '<html><body class="page"><p>Map: <img src="cid:map.1@moderator"></p></body></html>'
    received = mail("Moderator <play@game.test>", ANNA, "Turn 4 <b>", "Hello, Anna\n", rich)
    sent = mail(f"Anna <{ANNA}>", "play@game.test", "Re: Turn 4", "pass & <b>wait</b>\n")
    boxes = (Box("Anna", ANNA, (received, sent)), Box("Ben", "ben@example.org", ()))
    assert index(templates, tmp_path / "out", boxes) == tmp_path / "out" / "index.html"
    return tmp_path / "out"


def links(page: Path) -> list[Path]:
    found = re.findall(r'(?:href|src)="([^"#]+)"', page.read_text(encoding="utf-8"))
    return [(page.parent / one).resolve() for one in found]


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    pages = [site / "index.html", *(site / "mails").iterdir()]
    assert len(pages) == 4
    for page in pages:
        for target in links(page):
            assert target.is_file()
            assert target.is_relative_to(site.resolve())


def test_pictures_are_files_shown_inside_the_mail(site: Path) -> None:
    (picture,) = (site / "pictures").iterdir()
    assert picture.read_bytes() == PNG
    html = (site / "mails" / "1-anna-001.html").read_text(encoding="utf-8")
    assert f'src="../pictures/{picture.name}"' in html
    assert "cid:" not in html


def test_both_forms_of_a_mail_can_be_read(site: Path) -> None:
    text = (site / "mails" / "1-anna-001.text.html").read_text(encoding="utf-8")
    assert "Hello, Anna" in text
    assert (site / "mails" / "1-anna-001.html").resolve() in links(
        site / "mails" / "1-anna-001.text.html"
    )


def test_what_a_player_wrote_is_shown_as_written(site: Path) -> None:
    page = (site / "mails" / "1-anna-002.html").read_text(encoding="utf-8")
    assert "pass &amp; &lt;b&gt;wait&lt;/b&gt;" in page


def test_the_list_tells_sent_from_received(site: Path) -> None:
    listed = (site / "index.html").read_text(encoding="utf-8")
    assert len(re.findall(r'<li class="sent">', listed)) == 1
    assert "Turn 4 &lt;b&gt;" in listed
    assert "from Moderator &lt;play@game.test&gt;, 2026-03-10 16:00 UTC" in listed
    assert "ben@example.org: 0 mails" in listed

"""Mails and the site of mailboxes as a real browser shows them, at phone width too."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from moderator.mail.compose import Mail, Mailbox, compose
from moderator.reports.browser import Box, index
from moderator.reports.inputs import Report
from moderator.reports.page import Page, write
from moderator.reports.parts import Frame, Question
from moderator.reports.template import Templates
from moderator.titles.feudo.title import FEUDO
from moderator.titles.feudo.view import View

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1200, "height": 800}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def report(frame: Frame, view: View, question: Question, templates: Templates) -> Page:
    return write(templates, FEUDO, Report(frame, view, questions=(question,)))


def test_a_report_fits_a_phone(chromium: Browser, report: Page) -> None:
    page = chromium.new_page(viewport=PHONE)
    page.set_content(report.html)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground_by_day_and_night(
    scheme: str, chromium: Browser, report: Page
) -> None:
    page = chromium.new_page(viewport=PHONE)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_content(report.html)
    brightness = """selector => {
        const style = getComputedStyle(document.querySelector(selector));
        const light = text => text.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
        return [light(style.color), light(style.backgroundColor)];
    }"""
    for selector in (".form", "body"):
        ink, ground = page.evaluate(brightness, selector)
        assert (ink > ground) == (scheme == "dark")
        assert abs(ink - ground) > 380
    assert page.evaluate(brightness, ".card")[1] < 150 or scheme == "light"


def test_the_site_works_from_a_folder_by_mouse_and_keyboard(
    chromium: Browser, report: Page, now: datetime, tmp_path: Path, templates: Templates
) -> None:
    play = Mailbox("Feudo", "play@game.test")
    first = Mail(play, play.address, Mailbox("Anna", "anna@example.org"), "First", "<1@game.test>",
                 now, report.text, report.html)  # fmt: skip
    mails = tuple(compose(mail) for mail in (first, replace(first, subject="Second", html="")))
    boxes = (Box("Anna", "anna@example.org", mails), Box("Ben", "ben@example.org", mails[1:]))
    site = index(templates, tmp_path, boxes)
    page = chromium.new_page(viewport=DESK)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site.as_uri())
    shown = page.frame_locator("iframe")
    shown.get_by_role("heading", name="Anna, it is your turn.").wait_for()
    page.keyboard.press("ArrowDown")
    shown.get_by_text("ANNA, IT IS YOUR TURN.").wait_for()
    page.keyboard.press("k")
    shown.get_by_role("link", name="Plain text").click()
    shown.get_by_text("===== reply above this line =====").wait_for()
    page.get_by_role("link", name="Ben", exact=True).click()
    assert page.get_by_role("link", name="First").is_hidden()
    shown.get_by_text("Second").wait_for()
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert errors == []

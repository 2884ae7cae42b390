"""What a newcomer sees: the demo's mailboxes in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from typer.testing import Result

pytestmark = pytest.mark.browser


def test_a_newcomer_opens_the_demo_and_looks_at_a_report_with_its_map(
    moderator: Callable[..., Result], tmp_path: Path
) -> None:
    out = tmp_path / "demo"
    played = moderator("demo", "--seats", 2, "--out", out)
    assert played.exit_code == 0, played.output
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((out / "index.html").as_uri())
        page.get_by_role("link", name="Turn 1 of 10: your move").first.click()
        shown = page.frame_locator("iframe")
        shown.get_by_role("heading", name="it is your turn").wait_for()
        shown.get_by_text("Your position").first.wait_for()
        width = shown.locator("img").first.evaluate("picture => picture.naturalWidth")
        assert width > 500
        page.get_by_role("link", name="The game is over").first.click()
        shown.get_by_text("Standings", exact=False).first.wait_for()
        browser.close()
    assert errors == []

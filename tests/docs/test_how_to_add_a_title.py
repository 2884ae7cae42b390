"""The tutorial shows what runs, and what it runs is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import moderator
import tests.toy.crown

ROOT = Path(moderator.__file__).parents[1]
PAGE = (ROOT / "docs" / "how-to-add-a-title.md").read_text(encoding="utf-8")
TOY = Path(tests.toy.crown.__file__)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", blocks("python"))
def test_every_excerpt_stands_in_the_toy(block: str) -> None:
    assert block in TOY.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", blocks("jinja"))
def test_every_template_excerpt_stands_in_a_template_of_the_toy(block: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (TOY.parent / "templates").rglob("*.j2")]
    assert any(block in text for text in texts)


@pytest.mark.parametrize("block", blocks("python run"))
def test_every_example_runs(block: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(block, "how-to-add-a-title.md", "exec", dont_inherit=True), names)
    assert "assert" in block


def test_there_are_excerpts_and_examples() -> None:
    assert len(blocks("python")) >= 8
    assert len(blocks("python run")) >= 4
    assert len(blocks("jinja")) == 1


@pytest.mark.parametrize("path", re.findall(r"`((?:tests|moderator|docs)/[\w/.]+\.py)`", PAGE))
def test_every_file_named_exists(path: str) -> None:
    assert (ROOT / path).is_file()

from __future__ import annotations

from pathlib import Path

import pytest

from moderator import titles


@pytest.mark.parametrize(("file", "offered"), [("state.py", False), ("title.py", True)])
def test_a_folder_is_a_title_once_it_has_a_title_module(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, offered: bool
) -> None:
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "begun" / file).write_text("", encoding="utf-8")
    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(tmp_path)])
    assert ("begun" in titles.names()) == offered
    assert "feudo" in titles.names()


def test_a_folder_without_a_title_cannot_be_found() -> None:
    with pytest.raises(titles.UnknownTitle):
        titles.find("begun")

"""Where templates are found, and what they do with values."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from moderator.reports import template
from moderator.reports.inputs import Unreadable
from moderator.reports.page import write
from moderator.reports.parts import Frame
from moderator.reports.template import Templates, load, shipped


def test_our_templates_are_found() -> None:
    assert (shipped() / "shared" / "report.j2").is_file()
    assert (shipped() / "fonts" / "DejaVuSans.ttf").is_file()


def test_a_clubs_template_is_taken_before_ours(tmp_path: Path, frame: Frame) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "unreadable.j2").write_text(
        "{% extends layout %}{% block subject %}Pardon?{% endblock %}"
        "{% block body %}{{ p.para('Pardon, ' ~ to.name ~ '?') }}{% endblock %}"
    )
    page = write(load([tmp_path]), None, Unreadable(frame, frame.now, "it was empty"))
    assert page.subject == "Pardon?"
    assert "Pardon, Anna?" in page.text
    assert "Pardon, Anna?" in page.html


def test_a_value_that_is_missing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "broken.j2").write_text("{{ nobody }}")
    with pytest.raises(UndefinedError):
        template.text(load([tmp_path]), "broken.j2", {})


def test_the_number_of_a_rule_stays_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "why.j2").write_text("<title>FE-MOV-07</title><body>{{ p.para(why) }}</body>")
    page = template.html(load([tmp_path]), "why.j2", {"why": "No (FE-MOV-07, KM-ROA-02)."})
    assert "<title>FE-MOV-07</title>" in page
    for rule in ("FE-MOV-07", "KM-ROA-02"):
        assert f'<span class="rule">{rule}</span>' in page


def test_only_html_is_escaped(templates: Templates, tmp_path: Path) -> None:
    (tmp_path / "name.j2").write_text("{{ p.para(name) }}")
    both = load([tmp_path])
    assert template.text(both, "name.j2", {"name": "<b>&"}) == "<b>&\n"
    assert "&lt;b&gt;&amp;" in template.html(both, "name.j2", {"name": "<b>&"})

"""The templates: a club's folder first, then ours; each letter is written once for text and HTML.

A letter's template calls pieces (`p.para`, `p.form`, `p.table`, ...) that exist twice, in
`shared/pieces.txt.j2` and `shared/pieces.html.j2`, so both twins say the same in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from moderator.reports import saying, wording

_FILTERS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        wording.wrap, wording.bar, wording.when, wording.day, wording.span, wording.plural,
        wording.joined, wording.columns, wording.utc, wording.order, wording.remark,
        wording.capitals, wording.sentence, wording.closed, wording.each,
        saying.player, saying.who, saying.seated,
        saying.standings, saying.waits, saying.won, saying.pair, saying.changes, saying.tally,
        saying.counted, saying.form_lines, saying.form_remarks,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Templates:
    """The two environments over the same folders, the first folder that has a file wins."""

    text: Environment
    html: Environment
    folders: tuple[Path, ...]


def shipped() -> Path:
    """Return our own templates: at the repository's top, or inside the installed wheel."""
    package = Path(__file__).parent.parent
    for folder in (package / "_shipped" / "templates", package.parent / "templates"):
        if (folder / "shared").is_dir():
            return folder
    raise FileNotFoundError(f"no templates at {package.parent} or in the package")


def load(folders: Iterable[Path] = ()) -> Templates:
    """Return the templates; *folders* of a club are looked up before ours."""
    places = (*folders, shipped())
    return Templates(_environment(places, "txt"), _environment(places, "html"), places)


def _environment(folders: tuple[Path, ...], twin: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=twin == "html",  # noqa: S701 - the text twin is no HTML
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )
    environment.filters.update(_FILTERS)
    environment.globals["twin"] = twin
    environment.globals["layout"] = f"shared/layout.{twin}.j2"
    environment.globals["p"] = environment.get_template(f"shared/pieces.{twin}.j2").module
    return environment


def text(templates: Templates, name: str, values: dict[str, Any]) -> str:
    """Render the text twin: no line longer than 72, no two blank lines in a row."""
    rendered = templates.text.get_template(name).render(values)
    lines = "\n".join(line.rstrip() for line in rendered.strip().split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"


def html(templates: Templates, name: str, values: dict[str, Any]) -> str:
    """Render the HTML twin with its style sheet inlined, but for what depends on the screen.

    The number of a rule is never broken at its hyphens, where a line ends.
    """
    head, body, rest = templates.html.get_template(name).render(values).partition("<body")
    rendered = head + body + _RULE.sub(r'<span class="rule">\g<0></span>', rest)
    return _INLINER.inline(re.sub(r"\n\s*\n+", "\n", rendered))


_RULE = re.compile(r"\b[A-Z]{2}-[A-Z]{3}-\d{2}\b")
_INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)


def subject(templates: Templates, name: str, values: dict[str, Any]) -> str:
    """Render the letter's subject, one line."""
    template = templates.text.get_template(name)
    context = template.new_context(values)
    return " ".join("".join(template.blocks["subject"](context)).split())

"""The README is tried: what it tells a newcomer to type works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(chapter: str) -> list[str]:
    """Return the shell blocks of a chapter."""
    text = README.split(f"\n## {chapter}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)


def test_running_a_club_goes_as_written(tmp_path: Path) -> None:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-e", "-c", blocks("Run a club")[0]],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "club" / "moderator.toml").is_file()


def test_the_two_commands_are_what_make_runs() -> None:
    with_make, plain = blocks("See it")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", with_make):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)
    for line in plain.splitlines():
        words = re.sub(r"^\.venv/bin/|^python3 ", "", line).split("#")[0].strip()
        assert words in makefile.replace("$(BIN)/", "").replace("$(PYTHON) ", ""), line


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"\]\((\w[^)]*)\)|src=\"([^\"]+)\"", README)))
)
def test_what_it_points_to_is_there(path: tuple[str, str]) -> None:
    assert (ROOT / "".join(path)).exists()


def test_every_dependency_has_a_line() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = README.split("## Dependencies")[1].split("\n## ")[0].casefold()
    for needed in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        name = re.split(r"[<>=\[]", needed)[0]
        assert re.search(rf"\b{re.escape(name)}\b", table), name

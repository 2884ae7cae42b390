"""Every mail of cases/ is read as expected.toml says, with either kind of line ends."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

import pytest

from moderator.mail.letter import Letter, Own
from moderator.mail.reader import read

CASES = Path(__file__).parent / "cases"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((CASES / "expected.toml").read_text("utf-8"))
TOLD = ("kind", "reason", "sender", "sender_name", "senders", "to", "subject", "bare_subject")


def ours(message_id: str) -> bool:
    return message_id == "<out1@game.test>"


OWN = Own(frozenset({"moderator@game.test"}), "game.test", ours)


def check(letter: Letter, expected: dict[str, Any]) -> None:
    assert letter.kind == expected.get("kind", "human"), letter.reason
    for name in (*TOLD, "message_id"):
        if name in expected:
            value = getattr(letter, name)
            assert (list(value) if isinstance(value, tuple) else value) == expected[name]
    if "orders" in expected:
        assert list(letter.orders) == expected["orders"]
    if "labels" in expected:
        assert [line.label for line in letter.lines] == expected["labels"]
    labels = {line.text: line.label for line in letter.lines}
    for text, label in expected.get("label", {}).items():
        assert labels[text] == label
    reasons = {line.text: line.reason for line in letter.lines}
    for text, part in expected.get("noted", {}).items():
        assert part in reasons[text]
    for text in expected.get("absent", []):
        assert text not in labels
    if "warnings" in expected:
        assert list(letter.warnings) == expected["warnings"]
    if "warning" in expected:
        assert any(expected["warning"] in warning for warning in letter.warnings)
    if "attachments" in expected:
        assert [file.name for file in letter.attachments] == expected["attachments"]
    if "doubt" in expected:
        assert bool(letter.doubt) == bool(expected["doubt"])
        assert expected["doubt"] in letter.doubt
    if expected.get("digest_id"):
        assert letter.message_id == "digest:" + letter.content_digest
    if "bounce" in expected:
        assert letter.bounce is not None
        told = dataclasses.asdict(letter.bounce)
        assert {name: told[name] for name in expected["bounce"]} == expected["bounce"]


def test_every_mail_has_an_expectation() -> None:
    assert {path.stem for path in CASES.glob("*.eml")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_mail_is_read_as_expected(name: str) -> None:
    check(read((CASES / f"{name}.eml").read_bytes(), OWN), EXPECTED[name])


@pytest.mark.parametrize("name", EXPECTED)
def test_mail_is_read_the_same_with_line_ends_of_the_wire(name: str) -> None:
    raw = (CASES / f"{name}.eml").read_bytes()
    if raw.startswith(b"\xff\xfe") or b"\r" in raw:
        raw += b"\r\n"
    else:
        raw = raw.replace(b"\n", b"\r\n")
    check(read(raw, OWN), EXPECTED[name])

"""Lines as mail programs leave them."""

from __future__ import annotations

import pytest

from moderator.orders.line import joined


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (["play baron: g3 -", "g4 - h4"], ["play baron: g3 - g4 - h4"]),
        (["army baron, milady,", "gilbert; trading 0"], ["army baron, milady, gilbert; trading 0"]),
        (["play alwin: d5 - d6", "or stay"], ["play alwin: d5 - d6 or stay"]),
        (["attack h5 with", "first knight"], ["attack h5 with first knight"]),
        (["attack h5 with all if", "blue roudiche at h5"],
         ["attack h5 with all if blue roudiche at h5"]),
        (["play baron: stay", "play alwin: stay"], ["play baron: stay", "play alwin: stay"]),
        (["# choose, then", "pass"], ["# choose, then", "pass"]),
        (["with", "pass"], ["with", "pass"]),
        (["pass", "", "or stay"], ["pass", "", "or stay"]),
        ([], []),
    ],
)  # fmt: skip
def test_a_line_broken_by_a_mail_program_is_put_together(
    broken: list[str], whole: list[str]
) -> None:
    assert joined(broken) == whole


def test_a_condition_in_front_begins_a_line_of_its_own() -> None:
    lines = ["besiege coventry", "if coventry falls: execute edward", "if noble: play"]
    assert joined(lines) == lines


def test_a_condition_behind_an_order_goes_on() -> None:
    assert joined(["play baron: stay", "if h8 free or baron: g3"]) == [
        "play baron: stay if h8 free or baron: g3"
    ]

"""Help by mail: every order word in a line or two, and the default set to copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from moderator.titles.kingmaker.asking.orders import ORDERS
from moderator.titles.kingmaker.asking.standing import DEFAULTS
from tests.clubhouse.hall import Hall, Player, raw_text_of


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    hall = Hall(tmp_path / "club")
    hall.begin("kingmaker", ("anna", "ben"), name="kingmaker-1", deal="whole")
    return hall.player("anna")


def asked(player: Player, line: str) -> str:
    player.reply(line)
    player.hall.pump()
    return raw_text_of(player.last)


def test_help_lists_every_order_in_72_columns(anna: Player) -> None:
    page = asked(anna, "help")
    said = " ".join(page.split())
    assert [order.form for order in ORDERS if order.form not in said] == []
    assert [order.verb for order in ORDERS if order.help not in said] == []
    assert [line for line in page.splitlines() if len(line) > 72] == []
    lines = page.splitlines()
    assert lines.index("ORDERS FOR YOUR OWN TURN") < lines.index("  end")
    assert "help rule KM-" in said


def test_the_default_set_comes_by_mail_and_can_be_sent_back(anna: Player) -> None:
    page = asked(anna, "help standing orders")
    lines = [line.strip() for line in page.splitlines() if line.strip().startswith("when ")]
    assert tuple(lines) == DEFAULTS
    answer = asked(anna, "\n".join(lines))
    assert f"DONE: {len(DEFAULTS)} OF {len(DEFAULTS)} LINES" in answer


def test_help_explains_one_order_with_an_example(anna: Player) -> None:
    page = asked(anna, "help besiege")
    assert "besiege coventry with percy, neville; then all in" in page
    assert "KM-SIE-03" in page


def test_no_order_has_a_help_that_is_long() -> None:
    assert [order.verb for order in ORDERS if not order.help.endswith(".")] == []
    assert [order.verb for order in ORDERS if len(order.help) > 170] == []
    assert [order.form for order in ORDERS if len(order.form) > 70] == []

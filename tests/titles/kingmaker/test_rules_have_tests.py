"""Every rule of the ledger is proved by a test that names it."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from moderator.titles.kingmaker.components.data import current

HERE = Path(__file__).parent


def test_every_rule_of_the_ledger_is_proved_by_a_test() -> None:
    proved: Counter[str] = Counter()
    for file in (*HERE.glob("test_*.py"), *HERE.parent.glob("test_kingmaker_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Attribute(attr="rule"), [ast.Constant(str(rule))]):
                    proved[rule] += 1
    rules = set(current().rules)
    assert set(proved) - rules == set(), "tests name rules that do not exist"
    assert rules - set(proved) == set(), "rules without a test"

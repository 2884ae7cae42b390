"""Saved data is read back whole, or it is an error that says where."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from typing import Any, cast

import pytest

from moderator import titles
from moderator.engine import Digest, Title
from moderator.store.codec import Unreadable, load_event, load_state, save_event, save_state
from tests.toy.crown import CROWN, Drew, State


@dataclass(slots=True)
class Chest:
    gold: int
    coins: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Hoard:
    chests: dict[str, Chest]
    owner: str | None = None


FEUDO = titles.find("feudo")
HOARD: Title[Hoard, Any] = replace(cast("Any", CROWN), name="hoard", label="Hoard", state=Hoard)


def test_a_state_comes_back_as_it_was() -> None:
    for title, options in ((CROWN, {}), (FEUDO, {"pace": "step"})):
        chosen = title.configure(options)
        state = title.new_game(title.seats, chosen)
        saved = save_state(title, state)
        assert load_state(title, saved, len(title.migrations)) == state
        assert save_state(title, load_state(title, saved, len(title.migrations))) == saved


def test_loading_shares_nothing_with_what_was_saved() -> None:
    state = CROWN.new_game(CROWN.seats, CROWN.configure({}))
    again: State = load_state(CROWN, save_state(CROWN, state), 0)
    again.hands["red"].gold = 1
    assert state.hands["red"].gold == 20


@pytest.mark.parametrize(
    ("saved", "place"),
    [
        ({"chests": {}, "owner": None, "seal": 1}, "seal"),
        ({"chests": {"a": {"gold": 1, "coins": [], "lock": 0}}, "owner": None}, "chests.a.lock"),
    ],
)
def test_what_the_rules_no_longer_know_is_not_dropped_in_silence(
    saved: dict[str, Any], place: str
) -> None:
    with pytest.raises(Unreadable, match=f"saved state has '{place}'"):
        load_state(HOARD, json.dumps(saved).encode(), 0)


def test_what_does_not_fit_is_named() -> None:
    saved = json.dumps({"chests": {"a": {"gold": "much"}}}).encode()
    with pytest.raises(Unreadable, match=r"Hoard: saved state, chests\.a\.gold"):
        load_state(HOARD, saved, 0)


def rename(data: dict[str, Any]) -> dict[str, Any]:
    return {"chests": data["boxes"]}


def add_coins(data: dict[str, Any]) -> dict[str, Any]:
    return {"chests": {name: {"gold": gold} for name, gold in data["chests"].items()}}


def test_migrations_run_from_the_saved_version_to_the_newest() -> None:
    title = replace(HOARD, migrations=(rename, add_coins))
    whole = Hoard({"a": Chest(3)})
    assert load_state(title, b'{"boxes": {"a": 3}}', 0) == whole
    assert load_state(title, b'{"chests": {"a": 3}}', 1) == whole
    assert load_state(title, save_state(title, whole), 2) == whole


def test_a_state_of_a_newer_program_is_refused() -> None:
    with pytest.raises(Unreadable, match="saved by a newer program"):
        load_state(HOARD, b'{"chests": {}}', 1)


@pytest.mark.parametrize("event", [Drew("red", 3), Drew("red", None), Digest("Parliament 2")])
def test_an_event_comes_back_as_it_was(event: Drew | Digest) -> None:
    assert load_event(CROWN, *save_event(event)) == event


def test_an_event_unknown_to_the_rules_is_named() -> None:
    with pytest.raises(Unreadable, match="saved event 'Rained' is unknown"):
        load_event(CROWN, "Rained", "{}")


def test_every_event_of_feudo_can_be_saved_by_its_name() -> None:
    names = [kind.__name__ for kind in FEUDO.events]
    assert len(names) == len(set(names))
    for kind in FEUDO.events:
        assert fields(cast("Any", kind)) is not None

"""Seat tokens, Message-IDs that carry them, and where a reply shows them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.mail.tokens import (
    Signer,
    bounce_address,
    bounce_tokens_in,
    plus_address,
)

SIGNER = Signer(b"a key of the club" * 2)
DOMAIN = r"[a-z]([a-z0-9-]{0,20}[a-z0-9])?(\.[a-z]([a-z0-9-]{0,20}[a-z0-9])?){1,6}"
TOKEN = SIGNER.seat_token("feudo-1", "anna", 1)


def test_a_seat_token_is_sixteen_letters_and_digits() -> None:
    assert re.fullmatch(r"[a-z2-7]{16}", TOKEN)
    assert SIGNER.seat_token("feudo-1", "anna", 1) == TOKEN


def test_tokens_differ_by_game_seat_generation_and_key() -> None:
    others = {
        SIGNER.seat_token("feudo-2", "anna", 1),
        SIGNER.seat_token("feudo-1", "ben", 1),
        SIGNER.seat_token("feudo-1", "anna", 2),
        SIGNER.seat_token("feudo-1a", "nna", 1),
        Signer(b"another key" * 3).seat_token("feudo-1", "anna", 1),
    }
    assert len(others | {TOKEN}) == 6


def test_a_token_is_checked_in_any_case_and_for_its_generation_only() -> None:
    assert SIGNER.is_token_of(TOKEN.upper(), "feudo-1", "anna", 1)
    assert not SIGNER.is_token_of(TOKEN, "feudo-1", "anna", 2)
    assert not SIGNER.is_token_of("é" * 16, "feudo-1", "anna", 1)


def test_a_short_key_is_refused_and_no_key_is_shown() -> None:
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Signer(b"short")
    assert "club" not in repr(SIGNER)


@given(
    st.text(),
    st.from_regex(r"\A[a-z]([a-z0-9-]{0,20}[a-z0-9])?(\.[a-z]([a-z0-9-]{0,20}[a-z0-9])?){1,6}\Z"),
)
def test_a_message_id_is_short_fixed_and_ours(idem_key: str, domain: str) -> None:
    one = SIGNER.message_id(idem_key, domain, TOKEN)
    assert one == SIGNER.message_id(idem_key, domain, TOKEN)
    assert re.fullmatch(r"<[a-z2-7.]+@[a-z0-9][a-z0-9.-]*>", one)
    assert len(one) <= 70
    assert SIGNER.is_ours(one)
    assert SIGNER.tokens_in([], "", [one]) == [TOKEN]


def test_message_ids_differ_by_what_they_stand_for() -> None:
    ids = {SIGNER.message_id(key, "game.test", TOKEN) for key in ("a", "b")}
    assert len(ids | {SIGNER.message_id("a", "game.test")}) == 3


def test_a_long_domain_loses_its_leading_labels() -> None:
    one = SIGNER.message_id("a", "mail.correspondence.chess-club-of-the-town.example.org", TOKEN)
    assert one.endswith("@example.org>")


def test_a_message_id_without_a_token_is_ours_but_names_no_seat() -> None:
    one = SIGNER.message_id("digest:1", "game.test")
    assert SIGNER.is_ours(one)
    assert SIGNER.tokens_in([], "", [one]) == []


def test_ours_is_known_in_any_case_and_under_a_changed_domain() -> None:
    one = SIGNER.message_id("a", "game.test", TOKEN)
    assert SIGNER.is_ours(one.upper())
    assert SIGNER.is_ours(one.replace("@game.test", "@mx.provider.example"))
    assert SIGNER.is_ours(f" {one} ")


@pytest.mark.parametrize("text", ["", "<>", "x", "<a@b>", f"<{TOKEN}@game.test>", "<é@b>"])
def test_foreign_ids_are_not_ours(text: str) -> None:
    assert not SIGNER.is_ours(text)


def test_a_token_put_into_another_message_id_is_a_forgery() -> None:
    mine = SIGNER.message_id("a", "game.test", TOKEN)
    forged = mine.replace(TOKEN, SIGNER.seat_token("feudo-1", "ben", 1))
    assert not SIGNER.is_ours(forged)
    assert SIGNER.tokens_in([], "", [forged]) == []
    assert not Signer(b"another key" * 3).is_ours(mine)


@pytest.mark.parametrize(
    "address",
    [
        f"play+{TOKEN}@game.test",
        f"PLAY+{TOKEN.upper()}@GAME.TEST",
        f"play%2B{TOKEN}@game.test",
        f"play%2b{TOKEN}%40game.test",
        f"<play+{TOKEN}@game.test>",
    ],
)
def test_a_token_is_found_in_the_address(address: str) -> None:
    assert SIGNER.tokens_in([address], "", []) == [TOKEN]


def test_a_token_is_found_in_the_subject() -> None:
    assert SIGNER.tokens_in([], f"AW: [feudo-1] Zug 3 {{#{TOKEN.upper()}}}", []) == [TOKEN]
    assert SIGNER.tokens_in([], f"[feudo-1] {TOKEN}", []) == []


def test_each_token_is_listed_once_and_the_address_comes_first() -> None:
    ben = SIGNER.seat_token("feudo-1", "ben", 1)
    ids = [SIGNER.message_id("a", "game.test", TOKEN), SIGNER.message_id("b", "game.test", ben)]
    assert SIGNER.tokens_in([f"play+{ben}@game.test"], f"{{#{ben}}}", ids) == [ben, TOKEN]


def test_a_bounce_address_is_no_reply_address() -> None:
    address = bounce_address("play@game.test", TOKEN)
    assert address == f"play+b.{TOKEN}@game.test"
    assert SIGNER.tokens_in([address], "", []) == []
    assert bounce_tokens_in([address.upper(), "play@game.test"]) == [TOKEN]
    assert bounce_tokens_in([plus_address("play@game.test", TOKEN)]) == []


@pytest.mark.parametrize("address", ["", "play", "@game.test", "play@"])
def test_a_token_needs_an_address_to_stand_in(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        plus_address(address, TOKEN)

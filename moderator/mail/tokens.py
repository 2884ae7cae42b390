"""Signed tokens that say which seat a mail belongs to, and Message-IDs that carry them.

A seat's token is 16 letters and digits (base32, 80 bits of HMAC-SHA-256). It travels in the
reply address (`play+TOKEN@club.example`), in our Message-IDs, and, for those whose provider
loses both, as a tag `{#TOKEN}` in the subject. It is read in any case.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence

_SIXTEEN = r"[a-z2-7]{16}"
_PLUS = re.compile(rf"(?:\+|%2b)({_SIXTEEN})(?=@|%40|$)", re.IGNORECASE)
_BOUNCE = re.compile(rf"(?:\+|%2b)b\.({_SIXTEEN})(?=@|%40|$)", re.IGNORECASE)
_TAG = re.compile(rf"\{{#\s*({_SIXTEEN})\s*\}}", re.IGNORECASE)
_OURS = re.compile(rf"<?(?:({_SIXTEEN})\.)?([a-z2-7]{{12}})\.([a-z2-7]{{10}})@", re.IGNORECASE)
_LONGEST_ID = 70


class Signer:
    """Makes and checks tokens under one secret `key` of at least 16 bytes (else ValueError)."""

    def __init__(self, key: bytes) -> None:
        if len(key) < 16:
            raise ValueError("the signing key must have at least 16 bytes")
        self._key = key

    def __repr__(self) -> str:
        return "Signer(***)"

    def seat_token(self, game: str, seat: str, generation: int) -> str:
        """Give the token of a seat; a new generation makes the old token worthless."""
        return self._sign("seat", game, seat, str(generation), length=16)

    def is_token_of(self, token: str, game: str, seat: str, generation: int) -> bool:
        """Compare in constant time."""
        expected = self.seat_token(game, seat, generation)
        return hmac.compare_digest(token.lower().encode(), expected.encode())

    def message_id(self, idem_key: str, domain: str, token: str = "") -> str:
        """Give the Message-ID of the one mail that `idem_key` stands for, at most 70 characters.

        Leading labels of a long domain are left out; uniqueness does not rest on them.
        """
        nonce = self._sign("nonce", idem_key, length=12)
        left = ".".join(part for part in (token, nonce, self._mark(token, nonce)) if part)
        labels = domain.encode("idna").decode("ascii").split(".")
        while len(labels) > 2 and len(left) + 3 + len(".".join(labels)) > _LONGEST_ID:
            labels = labels[1:]
        return f"<{left}@{'.'.join(labels)[-(_LONGEST_ID - len(left) - 3) :].lstrip('.-')}>"

    def is_ours(self, message_id: str) -> bool:
        """Tell whether this key made the Message-ID, whatever a gateway did to its domain."""
        return self._read(message_id) is not None

    def tokens_in(
        self, recipients: Iterable[str], subject: str, message_ids: Iterable[str]
    ) -> list[str]:
        """List the seat tokens a mail shows, likeliest first, lower-case, each once.

        `message_ids` are those of In-Reply-To and References; only our own count. The other
        tokens are candidates: whoever looks them up compares with `is_token_of`.
        """
        found = [m.lower() for address in recipients for m in _PLUS.findall(address)]
        found += [m.lower() for m in _TAG.findall(subject)]
        found += [token for one in message_ids if (token := self._read(one))]
        return list(dict.fromkeys(found))

    def _read(self, message_id: str) -> str | None:
        match = _OURS.match(message_id.strip())
        if match is None:
            return None
        token, nonce, mark = ((part or "").lower() for part in match.groups())
        right = hmac.compare_digest(self._mark(token, nonce).encode(), mark.encode())
        return token if right else None

    def _mark(self, token: str, nonce: str) -> str:
        return self._sign("mark", token, nonce, length=10)

    def _sign(self, *parts: str, length: int) -> str:
        # Lengths in front keep ("ab", "c") and ("a", "bc") apart.
        text = "".join(f"{len(part)}:{part}" for part in parts)
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        return base64.b32encode(digest).decode("ascii").lower()[:length]


def plus_address(address: str, token: str) -> str:
    """Put a token behind the local part: play@x -> play+token@x. ValueError without an @."""
    local, at, domain = address.rpartition("@")
    if not (local and at and domain):
        raise ValueError(f"not an address: {address!r}")
    return f"{local}+{token}@{domain}"


def bounce_address(address: str, token: str) -> str:
    """The envelope sender of a seat's mails: what comes back there is a bounce."""
    return plus_address(address, f"b.{token}")


def bounce_tokens_in(recipients: Sequence[str]) -> list[str]:
    """List the tokens of bounce addresses among `recipients`, lower-case."""
    return [m.lower() for address in recipients for m in _BOUNCE.findall(address)]

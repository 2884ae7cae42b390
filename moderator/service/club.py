"""What every use case is given: the club's settings, memory, signatures, templates and clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from moderator.mail.letter import Letter, Own
from moderator.mail.tokens import Signer, plus_address
from moderator.reports.template import Templates
from moderator.reports.template import load as load_templates
from moderator.settings import Settings, WrongSettings
from moderator.store.database import Database


@dataclass(slots=True)
class Club:
    """One club at work.  Only `now` and `read` reach outside, so tests can set both."""

    settings: Settings
    database: Database
    signer: Signer
    templates: Templates
    read: Callable[[bytes], Letter]
    """Reads a raw mail; never raises."""
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    pictures: dict[bytes, bytes] = field(default_factory=dict)
    """Maps drawn lately, by the hash of what they show: seats often see the same one."""

    @property
    def domain(self) -> str:
        return self.settings.club.address.rpartition("@")[2]

    def reply_address(self, token: str) -> str:
        """Return the address that a reply with *token* goes to."""
        address = self.settings.club.address
        return plus_address(address, token) if self.settings.club.plus and token else address

    def moderator_token(self, address: str) -> str:
        """Return the token that proves mail from this moderator to be a reply to ours."""
        return self.signer.seat_token("", f"moderator {address}", 0)

    def own(self) -> Own:
        """Return how our own mail is told."""
        return Own(frozenset({self.settings.club.address}), self.domain, self.signer.is_ours)


def signer(settings: Settings) -> Signer:
    """Return the signer of the club's tokens; raise `WrongSettings` if its key is too weak."""
    key = settings.key.reader(settings.folder)()
    if len(key) < 32:
        raise WrongSettings("the signing key is shorter than 32 characters")
    return Signer(key.encode())


def templates(settings: Settings) -> Templates:
    """Return the templates, the club's own first; raise `WrongSettings` if its folder lacks."""
    if not settings.templates:
        return load_templates()
    folder = settings.path(settings.templates)
    if not folder.is_dir():
        raise WrongSettings(f"templates: {folder} is no folder")
    return load_templates([folder])

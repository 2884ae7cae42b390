"""The club's settings: one TOML file, each value checked, secrets kept out of it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

FILE = "moderator.toml"
_ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+\.[^\s@<>,;\"]+|[^\s@<>,;\"]+@localhost")


class WrongSettings(Exception):
    """The settings cannot be used; the message names the file, the place and what is right."""


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise ValueError(f"'{text}' is no mail address, as in play@games.example")
    return text.casefold()


def _zone(text: str) -> str:
    if text not in available_timezones():
        raise ValueError(f"'{text}' is no time zone, as in Europe/London")
    return text


Address = Annotated[str, AfterValidator(_address)]
Zone = Annotated[str, AfterValidator(_zone)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Secret(_Table):
    """Where a password is: the name of an environment variable, or a file that holds only it."""

    env: str = ""
    file: str = ""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if bool(self.env) == bool(self.file):
            raise ValueError('give either env = "NAME" or file = "PATH"')
        return self

    def reader(self, folder: Path) -> Callable[[], str]:
        """Return what reads the secret when it is needed; it raises `WrongSettings`."""

        def read() -> str:
            if self.env:
                if self.env not in os.environ:
                    raise WrongSettings(f"environment variable {self.env} is not set")
                return os.environ[self.env]
            path = folder / self.file
            try:
                return path.read_text(encoding="utf-8").strip()
            except OSError as error:
                raise WrongSettings(f"secret file {path}: {error.strerror}") from error

        return read


class Club(_Table):
    name: str = Field(min_length=1, max_length=60)
    """Stands as sender before the game's name."""
    address: Address
    """Where players write to; replies go to address+token."""
    moderators: tuple[Address, ...] = ()
    """Who has the moderator's powers by mail, and is told of trouble."""
    zone: Zone = "UTC"
    """Of players who do not name their own."""
    plus: bool = True
    """The mail server delivers address+anything to address."""
    keeper: str = ""
    """The human moderator's name, for the foot of each mail."""


class Account(_Table):
    """One side of the mail: a folder, or a server."""

    kind: Literal["maildir", "imap", "smtp"]
    folder: str = ""
    """Maildir: a path.  IMAP: the folder to read, INBOX if left out."""
    processed: str = "Processed"
    host: str = ""
    port: int = Field(default=0, ge=0, le=65535)
    """0: the standard port for the way of encryption."""
    security: Literal["tls", "starttls", "plain"] = "tls"
    user: str = ""
    login: Literal["password", "xoauth2"] = "password"
    """xoauth2: what `password` names holds an access token, read anew for each log-in."""
    password: Secret | None = None
    ca_file: str = ""
    """Certificates to trust besides the system's, for a server with its own."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind == "maildir" and not self.folder:
            raise ValueError('kind "maildir" needs folder = "PATH"')
        if self.kind != "maildir" and not self.host:
            raise ValueError(f'kind "{self.kind}" needs host = "NAME"')
        if self.kind == "imap" and not (self.user and self.password):
            raise ValueError('kind "imap" needs user and password')
        return self


class Mail(_Table):
    incoming: Account
    outgoing: Account

    @field_validator("incoming")
    @classmethod
    def _reads(cls, account: Account) -> Account:
        if account.kind == "smtp":
            raise ValueError('mail comes in by kind "imap" or "maildir"')
        return account

    @field_validator("outgoing")
    @classmethod
    def _writes(cls, account: Account) -> Account:
        if account.kind == "imap":
            raise ValueError('mail goes out by kind "smtp" or "maildir"')
        return account


class Limits(_Table):
    """Guards against loops and floods."""

    answers_an_hour: int = Field(default=30, ge=1)
    """Acknowledgements to one address in an hour."""
    answers_a_day: int = Field(default=120, ge=1)
    refusals_a_day: int = Field(default=3, ge=1)
    """Mails of the kind 'I could not read this' to one address in a day."""
    press_a_day: int = Field(default=60, ge=1)
    """Messages from other players to one address."""
    mails_a_minute: int = Field(default=20, ge=1)
    """What the outgoing server may be asked to send."""
    all_answers_in_ten_minutes: int = Field(default=300, ge=1)
    """Above it answers are held and the moderator is told: something loops."""


class Pace(_Table):
    hours: dict[str, int] = Field(default_factory=dict)
    """Hours to answer by kind of question, over the title's own."""
    grace_hours: int = Field(default=0, ge=0, le=240)
    """How long after the deadline the default is applied."""
    remind_hours: int = Field(default=24, ge=0, le=240)
    """How long before the deadline a reminder goes out; 0: never."""


class Settings(_Table):
    club: Club
    mail: Mail
    limits: Limits = Limits()
    pace: Pace = Pace()
    database: str = "sqlite:///moderator.db"
    """An SQLAlchemy URL; a relative SQLite path is taken from the folder of the settings."""
    key: Secret = Secret(file="moderator.key")
    """The key that signs reply addresses: at least 32 characters, never changed."""
    templates: str = ""
    """A folder of templates laid over ours."""
    components: str = ""
    """A folder of component data laid over ours, with a folder for each title."""
    folder: Path = Path()
    """Where the file is; every relative path starts here."""

    @property
    def database_url(self) -> str:
        """The URL with a relative SQLite path made absolute."""
        prefix = "sqlite:///"
        if self.database.startswith(prefix) and not self.database.startswith(prefix + "/"):
            return f"{prefix}{(self.folder / self.database.removeprefix(prefix)).resolve()}"
        return self.database

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.club.zone)

    def path(self, text: str) -> Path:
        """Return *text* as a path from the folder of the settings."""
        return self.folder / text


def load(path: Path) -> Settings:
    """Read the settings in *path*: a file, or a folder that holds `moderator.toml`.

    Raises `WrongSettings`, which names file, place and what would be right.
    """
    file = path / FILE if path.is_dir() else path
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WrongSettings(
            f"{file}: no such file; 'moderator init club' makes a club in the folder 'club', "
            f"and --config says where a club is"
        ) from None
    except OSError as error:
        raise WrongSettings(f"{file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongSettings(f"{file}: no valid TOML: {error}") from error
    try:
        return Settings.model_validate({**data, "folder": file.parent.resolve()})
    except ValidationError as error:
        raise WrongSettings("\n".join(_trouble(file, found) for found in error.errors())) from error


def _trouble(file: Path, found: Any) -> str:
    place = ".".join(map(str, found["loc"])) or "the file"
    if found["type"] == "extra_forbidden":
        return f"{file}: {place}: there is no such setting"
    if found["type"] == "missing":
        return f"{file}: {place}: is missing"
    return f"{file}: {place}: {found['msg'].removeprefix('Value error, ')}"

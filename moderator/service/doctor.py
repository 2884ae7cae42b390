"""Whether a club can work: each part tried once, none of them changed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import TemplateSyntaxError
from sqlmodel import Session, col, select

from moderator import titles
from moderator.mail.imap_session import open_session
from moderator.mail.letter import Own
from moderator.mail.reader import read
from moderator.mail.smtp import SmtpPostman
from moderator.mail.tokens import Signer
from moderator.reports import picture
from moderator.reports.inputs import Help
from moderator.reports.page import write
from moderator.service import accounts
from moderator.service.club import Club, signer, templates
from moderator.service.frames import for_stranger
from moderator.service.opening import lay_components
from moderator.settings import Settings
from moderator.store import games
from moderator.store.database import Database
from moderator.store.tables import GameRow


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried; `detail` says what was found, or what is wrong."""

    name: str
    good: bool
    detail: str


class Ill(Exception):
    """A check failed; the message is for the operator."""


def examine(settings: Settings) -> Iterator[Check]:
    """Yield one check after another: key, mail, data, templates, maps, database, live games."""
    for name, check in (
        ("key", _key),
        ("mail in", _incoming),
        ("mail out", _outgoing),
        ("components", _components),
        ("templates", _templates),
        ("maps", _maps),
        ("database", _database),
    ):
        yield _tried(name, check, settings)
    yield from _games(settings)


def _tried(name: str, check: Callable[[Settings], str], settings: Settings) -> Check:
    try:
        return Check(name, True, check(settings))
    except TemplateSyntaxError as error:
        return Check(name, False, f"{error.filename or error.name}:{error.lineno}: {error}")
    except Exception as error:  # whatever is wrong, the other checks are wanted too
        said = str(error) or type(error).__name__
        return Check(name, False, said)


def _key(settings: Settings) -> str:
    signer(settings)
    if settings.key.file:
        path = settings.path(settings.key.file)
        if path.stat().st_mode & 0o077:
            raise Ill(f"{path} can be read by others: chmod 600 {path}")
        return f"{path}, readable by you alone"
    return f"environment variable {settings.key.env}"


def _incoming(settings: Settings) -> str:
    account = settings.mail.incoming
    if account.kind == "maildir":
        folder = settings.path(account.folder)
        accounts.inbox(settings).close()
        if not os.access(folder / "new", os.R_OK | os.W_OK | os.X_OK):
            raise Ill(f"{folder / 'new'} cannot be read and written")
        return f"maildir {folder}"
    how = accounts.imap(settings)
    open_session(how).leave()
    return f"logged in as {how.user} at {how.host}:{how.port} ({how.security}), folder {how.folder}"


def _outgoing(settings: Settings) -> str:
    account = settings.mail.outgoing
    if account.kind == "maildir":
        folder = settings.path(account.folder)
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Ill(f"{folder} cannot be written to")
        return f"maildirs under {folder}"
    how = accounts.smtp(settings)
    outcome = asyncio.run(_called(SmtpPostman(how)))
    if outcome:
        raise Ill(outcome)
    logged = f"logged in as {how.user}" if how.user else "no log-in"
    return f"{logged} at {how.host}:{how.port} ({how.security})"


async def _called(postman: SmtpPostman) -> str:
    outcome = await postman.call()
    await postman.close()
    return "" if outcome.verdict == "sent" else outcome.text


def _components(settings: Settings) -> str:
    if not settings.components:
        return "those that come with the program"
    lay_components(settings)
    return f"{settings.path(settings.components)} over those that come with the program"


def _templates(settings: Settings) -> str:
    pages = templates(settings)
    names = [name for name in pages.text.list_templates() if name.endswith(".j2")]
    for name in names:
        (pages.html if ".html." in name or ".svg." in name else pages.text).get_template(name)
    club = _bare(settings)
    for title in titles.shipped():
        write(pages, titles.find(title), Help(for_stranger(club)))
    return f"{len(names)} templates compile, the help of {', '.join(titles.shipped())} renders"


def _maps(settings: Settings) -> str:
    pages = templates(settings)
    drawn = []
    for name in titles.shipped():
        title = titles.find(name)
        state = title.new_game(title.seats, title.configure({}))
        data = picture.draw(pages, title, title.view(state, title.seats[0]), [])
        if not data.startswith(b"\x89PNG"):
            raise Ill(f"the map of {name} is no PNG")
        drawn.append(f"{name} {len(data) // 1024} kB")
    return f"drawn: {', '.join(drawn)}"


def _database(settings: Settings) -> str:
    if _missing(settings):
        return f"{settings.database_url} is not there yet; 'moderator run' makes it"
    database = Database(settings.database_url)
    try:
        here, newest = database.version()
        lacks = database.lacks() if here == newest else []
    finally:
        database.close()
    if here is None:
        return f"{settings.database_url} is new; 'moderator run' fills it"
    if here > (newest or ""):
        raise Ill(f"schema {here} is of a newer program than this one, which knows {newest}")
    if here != newest:
        raise Ill(f"schema {here}, this program has {newest}: 'moderator run' brings it up to date")
    if lacks:
        raise Ill(f"schema {here} lacks {', '.join(lacks[:3])}: it was not made by this program")
    return f"{settings.database_url}, schema {here}"


def _missing(settings: Settings) -> bool:
    """Say whether there is no file yet: looking into it would make one."""
    file = settings.database_url.removeprefix("sqlite:///")
    return file != settings.database_url and not Path(file).exists()


def _games(settings: Settings) -> Iterator[Check]:
    """Replay every live game by the installed rules."""
    if _missing(settings):
        return
    database = Database(settings.database_url)
    try:
        if database.version()[0] is None:
            return
        with database.reading() as session:
            rows = session.exec(
                select(GameRow)
                .where(col(GameRow.status).not_in(("over", "lobby")))
                .order_by(col(GameRow.id))
            ).all()
            for game in rows:
                yield _replayed(session, game)
    except Exception as error:
        yield Check("games", False, str(error))
    finally:
        database.close()


def _replayed(session: Session, game: GameRow) -> Check:
    try:
        loaded = games.resume(session, game, datetime.now(UTC))
        loaded.title.audit(loaded.run.state)
    except Exception as error:  # rules that break are what we look for
        return Check(f"game {game.name}", False, f"{type(error).__name__}: {error}")
    status = f"{game.status}: {game.reason}".rstrip(": ")
    return Check(f"game {game.name}", True, f"{status}, waits at {loaded.run.where()}")


def _bare(settings: Settings) -> Club:
    """Return the club as far as templates need it."""
    own = Own(frozenset({settings.club.address}), "")
    return Club(settings, Database("sqlite://"), Signer(bytes(32)), templates(settings),
                lambda raw: read(raw, own))  # fmt: skip

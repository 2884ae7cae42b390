"""One database, one writer: opening, schema, transactions."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    PoolProxiedConnection,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlmodel import Session, SQLModel

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = max(file.stem[1:5] for file in (MIGRATIONS / "versions").glob("v[0-9]*.py"))
"""The schema's version that this program knows: migrations are `vNNNN_what.py`."""


class DatabaseTrouble(Exception):
    """The database cannot be used; the message says which one, and what would be right."""


class Database:
    """The club's memory.

    `url` is an SQLAlchemy URL.  Whatever is particular to SQLite stays in this class:
    WAL mode, full sync, and BEGIN IMMEDIATE, so that a second writer waits at the door
    instead of failing in the middle.
    """

    def __init__(self, url: str) -> None:
        try:
            self._engine = create_engine(url)
        except (ArgumentError, ImportError) as error:
            raise DatabaseTrouble(f"database '{url}' is no usable URL: {error}") from error
        self.url = url
        weakref.finalize(self, self._engine.dispose)  # no connection outlives us unclosed
        self._watch: PoolProxiedConnection | None = None
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _tune)
            event.listen(self._engine, "begin", _begin)

    def upgrade(self) -> None:
        """Bring the schema to the newest version; raise `DatabaseTrouble` if it cannot be."""
        with self._reporting(), self._engine.connect() as connection:
            here = _version(connection)
            if here == NEWEST:
                return
            if here is not None and here > NEWEST:
                raise DatabaseTrouble(
                    f"database {make_url(self.url).database}: made by a newer program "
                    f"(version {here} of the schema; this one knows {NEWEST})"
                )
            _migrate(connection)
            connection.commit()

    def version(self) -> tuple[str | None, str | None]:
        """Return the schema's version and the newest one that this program knows."""
        with self._reporting(), self._engine.connect() as connection:
            return _version(connection), NEWEST

    def lacks(self) -> list[str]:
        """Return the tables and columns, as 'seat.token', that this program needs and misses."""
        with self._reporting(), self._engine.connect() as connection:
            there = inspect(connection)
            tables = set(there.get_table_names())
            return [
                f"{table.name}.{column.name}"
                for table in SQLModel.metadata.sorted_tables
                for names in [
                    {one["name"] for one in there.get_columns(table.name)}
                    if table.name in tables
                    else set()
                ]
                for column in table.columns
                if column.name not in names
            ]

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose work is committed whole, or not at all if it raises."""
        with self._reporting(), Session(self._engine, expire_on_commit=False) as session:
            _hold(session)
            yield session
            session.commit()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session whose changes are thrown away; it never holds up the writer."""
        engine = self._engine.execution_options(reading=True)
        with self._reporting(), Session(engine, expire_on_commit=False) as session:
            _hold(session)
            yield session

    def changes(self) -> int:
        """Return a number that is another one after somebody else has committed.

        To be called from one thread.  On other databases than SQLite it never changes.
        """
        if self._engine.dialect.name != "sqlite":
            return 0
        if self._watch is None:
            self._watch = self._engine.raw_connection()
        cursor = self._watch.cursor()
        number: int = cursor.execute("PRAGMA data_version").fetchone()[0]
        cursor.close()
        return number

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._engine.dispose()

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except (OperationalError, DatabaseError) as error:
            if isinstance(error.orig, Exception) and _of_the_file(error.orig):
                place = make_url(self.url).database
                raise DatabaseTrouble(f"database {place}: {error.orig}") from error
            raise


def _of_the_file(error: Exception) -> bool:
    signs = ("unable to open", "not a database", "malformed", "readonly", "disk", "locked")
    return any(sign in str(error) for sign in signs)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    """Run the migrations that are missing."""
    from alembic import command  # slow to import, and hardly ever needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _hold(session: Session) -> None:
    """Let the session hold on to the rows that it has read, so that none is read twice.

    Its own map of them is weak; a seat's player would be asked for with every mail to it.
    """
    held: list[Any] = []
    for kind in ("loaded_as_persistent", "pending_to_persistent"):
        event.listen(session, kind, lambda _, row: held.append(row))


def _tune(connection: Any, record: Any) -> None:
    del record
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

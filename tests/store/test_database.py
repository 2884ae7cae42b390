"""The database: its schema, its one writer, and what it says when it cannot be used."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import Session, SQLModel, select

from moderator.store import tables
from moderator.store.database import Database, DatabaseTrouble
from moderator.store.tables import PlayerRow


@pytest.fixture
def database(tmp_path: Path) -> Any:
    made = Database(f"sqlite:///{tmp_path / 'club.db'}")
    made.upgrade()
    yield made
    made.close()


def pragma(session: Session, name: str) -> object:
    return session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()


def test_the_schema_comes_from_nothing_and_a_second_upgrade_changes_nothing(
    tmp_path: Path,
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'club.db'}")
    here, newest = database.version()
    assert here is None
    database.upgrade()
    assert database.version() == (newest, newest)
    database.upgrade()
    assert database.version() == (newest, newest)
    database.close()


def test_the_migrations_make_the_very_tables_that_the_program_declares(tmp_path: Path) -> None:
    assert tables.GameRow.__tablename__ in SQLModel.metadata.tables
    url = f"sqlite:///{tmp_path / 'club.db'}"
    database = Database(url)
    database.upgrade()
    database.close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_a_crash_of_the_machine_loses_nothing_committed(database: Database) -> None:
    with database.writing() as session:
        assert pragma(session, "journal_mode") == "wal"
        assert pragma(session, "synchronous") == 2
        assert pragma(session, "foreign_keys") == 1


def test_what_raises_is_undone_whole(database: Database) -> None:
    def break_off() -> None:
        with database.writing() as session:
            session.add(PlayerRow(name="Anna", address="anna@example.org"))
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    with database.reading() as session:
        assert session.exec(select(PlayerRow)).all() == []


def test_a_second_writer_waits_at_the_door_instead_of_failing_in_the_middle(
    database: Database,
) -> None:
    inside = threading.Event()
    order: list[str] = []

    def second() -> None:
        inside.wait(5)
        with database.writing() as session:
            found = session.exec(select(PlayerRow)).all()
            order.append(f"second sees {len(found)}")
            session.add(PlayerRow(name="Ben", address="b@x.org"))

    thread = threading.Thread(target=second)
    thread.start()
    with database.writing() as session:
        session.add(PlayerRow(name="Anna", address="a@x.org"))
        session.flush()
        inside.set()
        thread.join(0.2)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second sees 1"]
    with database.reading() as session:
        assert len(session.exec(select(PlayerRow)).all()) == 2


def test_the_write_lock_is_taken_before_anything_is_read(
    database: Database, tmp_path: Path
) -> None:
    with database.writing() as session:
        session.exec(select(PlayerRow)).all()
        other = sqlite3.connect(tmp_path / "club.db", timeout=0, isolation_level=None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


def test_readers_hold_up_nobody_and_see_what_was_committed(database: Database) -> None:
    with database.reading() as reader:
        assert reader.exec(select(PlayerRow)).all() == []
        with database.writing() as session:
            session.add(PlayerRow(name="Anna", address="a@x.org"))
        assert reader.exec(select(PlayerRow)).all() == []
    with database.reading() as reader:
        assert [row.name for row in reader.exec(select(PlayerRow)).all()] == ["Anna"]


def test_what_a_reader_changes_is_thrown_away(database: Database) -> None:
    with database.reading() as session:
        session.add(PlayerRow(name="Anna", address="a@x.org"))
        session.flush()
    with database.reading() as session:
        assert session.exec(select(PlayerRow)).all() == []


def test_moments_keep_their_instant_whatever_their_zone(database: Database) -> None:
    east = datetime(2026, 3, 1, 14, tzinfo=timezone(timedelta(hours=2)))
    with database.writing() as session:
        session.add(PlayerRow(name="Anna", address="a@x.org", bounced_at=east))
    with database.reading() as session:
        found = session.exec(select(PlayerRow)).one().bounced_at
    assert found == datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert found is not None
    assert found.tzinfo is UTC


def test_a_moment_without_a_zone_is_refused(database: Database) -> None:
    naive = datetime(2026, 3, 1)  # noqa: DTZ001 the very mistake
    with pytest.raises(StatementError, match="has no time zone"), database.writing() as session:
        session.add(PlayerRow(name="Anna", address="a@x.org", bounced_at=naive))


def test_our_own_mistakes_are_not_called_trouble_with_the_file(database: Database) -> None:
    with database.writing() as session:
        session.add(PlayerRow(name="Anna", address="a@x.org"))
    with pytest.raises(IntegrityError), database.writing() as session:
        session.add(PlayerRow(name="Ben", address="a@x.org"))


def test_a_url_that_is_none_is_named() -> None:
    for url in ("", "club.db", "nosuch://club"):
        with pytest.raises(DatabaseTrouble, match="is no usable URL"):
            Database(url)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "club.db"
    with pytest.raises(DatabaseTrouble, match=rf"database {place}: unable to open"):
        Database(f"sqlite:///{place}").upgrade()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    place = tmp_path / "club.db"
    place.write_text("This is a letter to my aunt. " * 90, encoding="utf-8")
    with pytest.raises(DatabaseTrouble, match="not a database"):
        Database(f"sqlite:///{place}").upgrade()


def test_a_foreign_key_holds(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as session:
        session.execute(
            text("INSERT INTO standing (game_id, seat, number, text) VALUES (77, 'red', 1, 'x')")
        )


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "club.db"
    newer = Database(f"sqlite:///{place}")
    newer.upgrade()
    newer.close()
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9000'")
    connection.close()
    database = Database(f"sqlite:///{place}")
    with pytest.raises(DatabaseTrouble, match=r"made by a newer program \(version 9000"):
        database.upgrade()
    database.close()


def test_what_the_schema_lacks_is_named(database: Database, tmp_path: Path) -> None:
    assert database.lacks() == []
    with sqlite3.connect(tmp_path / "club.db") as connection:
        connection.execute("ALTER TABLE seat DROP COLUMN told_before")
    connection.close()
    assert database.lacks() == ["seat.told_before"]

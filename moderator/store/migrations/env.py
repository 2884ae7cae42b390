"""Alembic's entry: runs the versions on the connection that `Database.upgrade` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from moderator.store import tables

assert tables.GameRow.__tablename__ == "game"  # the import fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()

"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("hours", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("grace_hours", sa.Integer(), nullable=False),
        sa.Column("remind_hours", sa.Integer(), nullable=False),
        sa.Column("overrides", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("paused_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "inbound",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mailbox", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("receipt", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("mailbox", "key"),
    )
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbound_state"), ["state"], unique=False)

    op.create_table(
        "outbound",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("idem_key", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("bounce_token", sa.String(), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("asked", sa.String(), nullable=False),
        sa.Column("mime", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", sa.DateTime(), nullable=False),
        sa.Column("lease_until", sa.DateTime(), nullable=True),
        sa.Column("last_code", sa.Integer(), nullable=True),
        sa.Column("last_text", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("sent", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("idem_key"),
    )
    with op.batch_alter_table("outbound", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_outbound_bounce_token"), ["bounce_token"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_outbound_game"), ["game"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbound_message_id"), ["message_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbound_next_try"), ["next_try"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbound_recipient"), ["recipient"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbound_state"), ["state"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("also", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("bounces", sa.Float(), nullable=False),
        sa.Column("bounced_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_table(
        "seen",
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("sender", "message_id", "digest"),
    )
    op.create_table(
        "ask",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("asked", sa.DateTime(), nullable=False),
        sa.Column("deadline", sa.DateTime(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game_id", "seat"),
    )
    with op.batch_alter_table("ask", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ask_deadline"), ["deadline"], unique=False)

    op.create_table(
        "checkpoint",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=True),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("checkpoint", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_checkpoint_game_id"), ["game_id"], unique=False)

    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game_id", "seq"),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.create_index("event_of_game", ["game_id", "id"], unique=False)

    op.create_table(
        "kept",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("refused", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("kept", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_kept_game_id"), ["game_id"], unique=False)

    op.create_table(
        "override",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game_id", "number"),
    )
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("proposal", sa.String(), nullable=False),
        sa.Column("caretaker", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("told_before", sa.Integer(), nullable=False),
        sa.Column("told_override", sa.Integer(), nullable=False),
        sa.Column("told_override_before", sa.Integer(), nullable=False),
        sa.Column("mails", sa.Integer(), nullable=False),
        sa.Column("receipts", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("last_message", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "seat"),
        sa.UniqueConstraint("token"),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)

    op.create_table(
        "standing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_standing_game_id"), ["game_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_standing_game_id"))

    op.drop_table("standing")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_player_id"))
        batch_op.drop_index(batch_op.f("ix_seat_game_id"))

    op.drop_table("seat")
    op.drop_table("override")
    with op.batch_alter_table("kept", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_kept_game_id"))

    op.drop_table("kept")
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.drop_index("event_of_game")

    op.drop_table("event")
    op.drop_table("entry")
    with op.batch_alter_table("checkpoint", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_checkpoint_game_id"))

    op.drop_table("checkpoint")
    with op.batch_alter_table("ask", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ask_deadline"))

    op.drop_table("ask")
    op.drop_table("seen")
    op.drop_table("player")
    with op.batch_alter_table("outbound", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbound_state"))
        batch_op.drop_index(batch_op.f("ix_outbound_recipient"))
        batch_op.drop_index(batch_op.f("ix_outbound_next_try"))
        batch_op.drop_index(batch_op.f("ix_outbound_message_id"))
        batch_op.drop_index(batch_op.f("ix_outbound_game"))
        batch_op.drop_index(batch_op.f("ix_outbound_bounce_token"))

    op.drop_table("outbound")
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbound_state"))

    op.drop_table("inbound")
    op.drop_table("game")

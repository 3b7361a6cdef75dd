"""Consistent names (tables, posts, gone members), and the kind of a seat's player."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Rename in place, without rewriting rows, and add the kind of a player."""
    op.drop_index("matches_by_channel", "matches")
    op.drop_index("matches_by_phase", "matches")
    op.drop_index("matches_by_guild", "matches")
    op.rename_table("matches", "tables")
    op.rename_table("screens", "posts")
    # Plain SQL that both SQLite and PostgreSQL accept. Alembic would copy the whole table.
    for name in ("seats", "moves", "posts"):
        op.execute(f"ALTER TABLE {name} RENAME COLUMN match_id TO table_id")
    op.execute("ALTER TABLE members RENAME COLUMN away TO gone")
    op.create_index("tables_by_channel", "tables", ["channel_id", "phase"])
    op.create_index("tables_by_phase", "tables", ["phase", "due_at"])
    op.create_index("tables_by_guild", "tables", ["guild_id", "phase", "ended_at"])
    op.add_column(
        "seats", sa.Column("kind", sa.String(16), nullable=False, server_default="person")
    )

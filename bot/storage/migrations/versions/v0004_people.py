"""Removals, pauses, endings, access rules, pending scrubs, rematches, and the bot's own values."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_IDLE_SECONDS = 7 * 24 * 3600


def upgrade() -> None:
    """Add the columns and tables. It is unknown if earlier matches were in threads."""
    op.create_table(
        "kept",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "unscrubbed", sa.Column("id", sa.Integer, primary_key=True), sqlite_autoincrement=True
    )
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger))
    op.add_column("tables", sa.Column("private", sa.Boolean))
    op.add_column("tables", sa.Column("time_left", sa.Float))
    op.add_column("tables", sa.Column("pauses", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("paused_by", sa.Integer))
    op.add_column("tables", sa.Column("why", sa.String(16)))
    op.add_column("seats", sa.Column("wants_on", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("left_at", sa.Float))
    op.add_column("seats", sa.Column("removed_by", sa.Integer))
    op.create_table(
        "barred",
        *_person_at_table(),
    )
    op.create_index("barred_by_user", "barred", ["user_id"])
    _add_rematches()
    op.add_column("servers", sa.Column("held", sa.Integer, nullable=False, server_default="4"))
    _look_in_a_week()


def _person_at_table() -> tuple[sa.Column[int], sa.Column[int]]:
    """Return the key columns of a person's row at a table, deleted with the table."""
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return (
        sa.Column("table_id", sa.Integer, table, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )


def _add_rematches() -> None:
    op.add_column("tables", sa.Column("again_of", sa.Integer))
    op.create_index("tables_by_again", "tables", ["again_of"], unique=True)
    op.create_table(
        "awaited",
        *_person_at_table(),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("awaited_by_user", "awaited", ["user_id"])


def _look_in_a_week() -> None:
    """Set a deadline for idle matches that have none, because earlier versions never ended them."""
    tables = sa.table("tables", sa.column("phase", sa.String), sa.column("due_at", sa.Float))
    op.execute(
        tables.update()
        .where(tables.c.phase == "live", tables.c.due_at.is_(None))
        .values(due_at=time.time() + _IDLE_SECONDS)
    )

"""Among people who cheat: who was removed and by whom, pauses, endings, walls, what is unscrubbed,
rematches.

And what the bot remembers about itself: first of all which commands Discord was told.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_IDLE_SECONDS = 7 * 24 * 3600


def upgrade() -> None:
    """Add what is kept; of earlier matches nobody knows whether their channel was a thread."""
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
    """The key of what is kept of a person at a table, and goes with it."""
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
    """The clock never looked at matches without a deadline; now it calls off idle ones."""
    tables = sa.table("tables", sa.column("phase", sa.String), sa.column("due_at", sa.Float))
    op.execute(
        tables.update()
        .where(tables.c.phase == "live", tables.c.due_at.is_(None))
        .values(due_at=time.time() + _IDLE_SECONDS)
    )

"""Several processes: their heartbeats, and each table's owner and last writer.

Also the changes of servers' settings, with author and time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables and columns. Existing tables have no owner."""
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("setting", sa.String(16), nullable=False),
    )
    op.create_index("changes_by_server", "changes", ["guild_id"])
    op.create_index("changes_by_user", "changes", ["user_id"])
    op.create_table(
        "processes",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.add_column("tables", sa.Column("keeper", sa.String(32)))
    op.add_column("tables", sa.Column("changed_by", sa.String(32)))

"""Several processes: which of them are there, who keeps a table, and who changed it last.

And who changed which of a server's settings, and when.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody keeps the tables there are, and nobody knows who made the changes before."""
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

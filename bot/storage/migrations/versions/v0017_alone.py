"""Matches without a panel, chosen strengths of computers, and seats asked for in a rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column and the tables. Earlier matches keep their panels."""
    solo = sa.Column("solo", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", solo)
    op.create_table(
        "upcoming",
        sa.Column(
            "table_id",
            sa.Integer,
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
    )
    op.create_index("upcoming_by_user", "upcoming", ["user_id"])
    op.create_table(
        "strengths",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
    )

"""People who asked to be called to new tables, and the last calls."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "calls",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("begins", sa.Integer),
        sa.Column("ends", sa.Integer),
        sa.Column("zone", sa.String(32), nullable=False),
        sa.Index("calls_by_user", "user_id"),
    )
    op.create_table(
        "called",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("subject_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )

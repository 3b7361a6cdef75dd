"""Reviews of ended matches, kept for a week."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "reviews",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column(
            "table_id",
            sa.Integer,
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("found", sa.Text),
        sa.Index("reviews_by_table", "table_id"),
        sa.Index("reviews_by_time", "at"),
    )

"""Invitations of the last day, people who want none, and people with one message a day."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "invitations",
        sa.Column("by_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("invitations_by_user", "user_id"),
    )
    op.create_table(
        "uninvited",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "gathered",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )

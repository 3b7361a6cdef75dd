"""Titles of people in servers, closed seasons, and the setting of their podiums."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the tables and the setting."""
    op.create_table(
        "titles",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("place", sa.Integer),
        sa.Column("table_id", sa.Integer),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("titles_by_user", "user_id"),
        sa.Index("titles_by_table", "table_id"),
    )
    op.create_table(
        "seasons",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("period", sa.String(8), primary_key=True),
        sa.Column("announced", sa.Boolean, nullable=False, server_default="0"),
    )
    on = sa.Column("seasons", sa.Boolean, nullable=False, server_default="1")
    op.add_column("servers", on)

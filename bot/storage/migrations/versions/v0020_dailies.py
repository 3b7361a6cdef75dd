"""Daily deals, their players' results, and the boards of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "dailies",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("marks", sa.String(200)),
        sa.Column("record", sa.Text),
    )
    op.create_table(
        "daily_runs",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("marks", sa.String(200)),
        sa.Index("daily_runs_by_user", "user_id"),
        sa.Index("daily_runs_by_table", "table_id"),
    )
    op.create_table(
        "daily_boards",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, server_default="0"),
    )
    op.create_table(
        "daily_lines",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Index("daily_lines_by_user", "user_id"),
    )

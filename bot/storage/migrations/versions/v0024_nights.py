"""Game nights, their people, and the seats of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "nights",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("parent_id", sa.BigInteger),
        sa.Column("private", sa.Boolean),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("begins_at", sa.Float, nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("event_id", sa.BigInteger),
        sa.Column("said", sa.Integer, nullable=False, server_default="0"),
        sa.Index("nights_by_channel", "channel_id"),
        sa.Index("nights_by_host", "host_id"),
        sa.Index("nights_by_phase", "phase"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "night_guests",
        sa.Column(
            "night_id",
            sa.Integer,
            sa.ForeignKey("nights.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("salt", sa.BigInteger, nullable=False),
        sa.Column("joined_at", sa.Float, nullable=False),
        sa.Column("here", sa.Integer, nullable=False, server_default="0"),
        sa.Column("gone", sa.Boolean, nullable=False, server_default="0"),
        sa.Index("night_guests_by_user", "user_id"),
    )
    op.create_table(
        "night_seats",
        sa.Column(
            "night_id",
            sa.Integer,
            sa.ForeignKey("nights.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("table_id", sa.Integer),
        sa.Column("rank", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Index("night_seats_by_user", "user_id"),
    )

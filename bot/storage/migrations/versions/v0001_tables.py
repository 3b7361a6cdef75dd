"""The first tables: matches, seats, moves, screens, standings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of version 0.1."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("options", sa.String(400), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("started_at", sa.Float),
        sa.Column("ended_at", sa.Float),
        sa.Column("due_at", sa.Float),
        sqlite_autoincrement=True,
    )
    op.create_index("matches_by_channel", "matches", ["channel_id", "phase"])
    op.create_index("matches_by_phase", "matches", ["phase", "due_at"])
    op.create_table(
        "seats",
        _match_id(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("join_id", sa.BigInteger, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("ordinal_before", sa.Float),
        sa.Column("ordinal_after", sa.Float),
        sa.UniqueConstraint("match_id", "user_id", name="one_seat_a_player"),
    )
    op.create_index("seats_by_user", "seats", ["user_id"])
    op.create_table(
        "moves",
        _match_id(),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "screens",
        _match_id(),
        sa.Column("reader", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("ply", sa.Integer, nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("ordinal", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    )
    op.create_index("standings_by_ordinal", "standings", ["guild_id", "game", "ordinal"])


def _match_id() -> sa.Column[int]:
    return sa.Column(
        "match_id",
        sa.Integer,
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )

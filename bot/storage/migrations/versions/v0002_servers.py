"""Standings by period, servers' settings, hidden members, paces and deadlines."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Upgrade to version 0.2. Existing standings become the all-time standings."""
    op.add_column("matches", sa.Column("pace", sa.Integer))
    op.add_column("matches", sa.Column("deadline", sa.Float))
    op.add_column("matches", sa.Column("paused_at", sa.Float))
    op.create_index("matches_by_guild", "matches", ["guild_id", "phase", "ended_at"])
    op.add_column("seats", sa.Column("left_ply", sa.Integer))
    op.add_column("seats", _flag("misses", sa.Integer))
    op.add_column("seats", _flag("away"))
    op.add_column("seats", _flag("wants_end"))
    op.drop_index("seats_by_user", "seats")
    op.create_index("seats_by_user", "seats", ["user_id", "match_id"])
    _standings()
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("locale", sa.String(16)),
        sa.Column("channels", sa.String(2000), nullable=False),
        sa.Column("pace", sa.Integer),
        _flag("pictures", default="1"),
        sa.Column("openers", sa.String(20), nullable=False, server_default="everyone"),
        _flag("leaderboards", default="1"),
        _flag("welcomed"),
        sa.Column("gone_at", sa.Float),
    )
    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        _flag("hidden"),
        _flag("away"),
    )
    op.create_index("members_by_user", "members", ["user_id"])
    op.create_table(
        "directs",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
    )


def _standings() -> None:
    op.drop_index("standings_by_ordinal", "standings")
    op.rename_table("standings", "standings_before")
    if op.get_context().dialect.name == "postgresql":
        # PostgreSQL keeps the old index name, which would clash with the new one.
        op.execute("ALTER INDEX standings_pkey RENAME TO standings_before_pkey")
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("period", sa.String(8), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("ordinal", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        _flag("shown", default="1"),
    )
    kept = "user_id, name, mu, sigma, ordinal, matches, wins"
    op.execute(
        f"INSERT INTO standings (guild_id, game, period, {kept}) "
        f"SELECT guild_id, game, 'all', {kept} FROM standings_before"
    )
    # Version 0.1 had one game, so its standings are also those of all games.
    op.execute(
        f"INSERT INTO standings (guild_id, game, period, {kept}) "
        f"SELECT guild_id, '*', 'all', {kept} FROM standings_before WHERE game = 'nimmt'"
    )
    op.drop_table("standings_before")
    columns = ["guild_id", "game", "period", "shown", "ordinal"]
    op.create_index("standings_by_ordinal", "standings", columns)
    op.create_index("standings_by_user", "standings", ["user_id"])


def _flag(
    name: str, kind: type[sa.Boolean] | type[sa.Integer] = sa.Boolean, default: str = "0"
) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, server_default=default)

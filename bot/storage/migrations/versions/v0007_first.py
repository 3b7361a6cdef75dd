"""The tables of version 0.1.0."""

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.columns import flag, given, number, parent, small, text, zero

revision = "0007"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    _tables()
    _of_tables()
    _of_servers()
    _of_people()
    op.create_table("kept", text("name", 32, primary_key=True), text("value", 200))
    op.create_table("processes", text("name", 32, primary_key=True), given("seen_at", sa.Float))
    op.create_table(
        "unscrubbed", sa.Column("id", sa.Integer, primary_key=True), sqlite_autoincrement=True
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        given("guild_id", sa.BigInteger),
        given("channel_id", sa.BigInteger),
        text("locale", 16),
        text("game", 32),
        given("version", sa.Integer),
        text("options", 400),
        text("phase", 16),
        given("host_id", sa.BigInteger),
        given("secret", sa.LargeBinary),
        given("opened_at", sa.Float),
        *(sa.Column(name, sa.Float) for name in ("started_at", "ended_at", "due_at")),
        sa.Column("pace", sa.Integer),
        *(sa.Column(name, sa.Float) for name in ("deadline", "paused_at")),
        sa.Column("parent_id", sa.BigInteger),
        sa.Column("private", sa.Boolean),
        sa.Column("time_left", sa.Float),
        zero("pauses"),
        sa.Column("paused_by", sa.Integer),
        sa.Column("why", sa.String(16)),
        sa.Column("again_of", sa.Integer),
        *(sa.Column(name, sa.String(32)) for name in ("keeper", "changed_by")),
        sa.Column("changed_ply", sa.Integer),
        sa.Index("tables_by_again", "again_of", unique=True),
        sa.Index("tables_by_channel", "channel_id", "phase"),
        sa.Index("tables_by_phase", "phase", "due_at"),
        sa.Index("tables_by_guild", "guild_id", "phase", "ended_at"),
        sqlite_autoincrement=True,
    )


def _of_tables() -> None:
    op.create_table(
        "seats",
        parent("tables", "table_id"),
        small("seat"),
        given("user_id", sa.BigInteger),
        text("name", 120),
        text("locale", 16),
        given("join_id", sa.BigInteger),
        given("left", sa.Boolean),
        *(sa.Column(name, sa.Integer) for name in ("rank", "score")),
        *(sa.Column(name, sa.Float) for name in ("ordinal_before", "ordinal_after")),
        sa.Column("left_ply", sa.Integer),
        zero("misses"),
        flag("away"),
        flag("wants_end"),
        text("kind", 16, server_default="person"),
        flag("wants_on"),
        sa.Column("left_at", sa.Float),
        sa.Column("removed_by", sa.Integer),
        zero("click_id", sa.BigInteger),
        sa.UniqueConstraint("table_id", "user_id", name="one_seat_a_player"),
        sa.Index("seats_by_user", "user_id", "table_id"),
    )
    op.create_table(
        "moves",
        parent("tables", "table_id"),
        small("ply"),
        given("seat", sa.Integer),
        text("move", 64),
        given("at", sa.Float),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        parent("tables", "table_id"),
        number("reader"),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        given("ply", sa.Integer),
    )
    op.create_table(
        "awaited",
        parent("tables", "table_id"),
        number("user_id"),
        text("name", 120),
        text("locale", 16),
        given("seat", sa.Integer),
        sa.Index("awaited_by_user", "user_id"),
    )
    op.create_table(
        "barred",
        parent("tables", "table_id"),
        number("user_id"),
        sa.Index("barred_by_user", "user_id"),
    )


def _of_servers() -> None:
    op.create_table(
        "standings",
        number("guild_id"),
        text("game", 32, primary_key=True),
        text("period", 8, primary_key=True),
        number("user_id"),
        text("name", 120),
        *(given(name, sa.Float) for name in ("mu", "sigma", "ordinal")),
        *(given(name, sa.Integer) for name in ("matches", "wins")),
        flag("shown", on=True),
        sa.Index("standings_by_ordinal", "guild_id", "game", "period", "shown", "ordinal"),
        sa.Index("standings_by_user", "user_id"),
    )
    op.create_table(
        "servers",
        number("guild_id"),
        sa.Column("locale", sa.String(16)),
        text("channels", 2000),
        sa.Column("pace", sa.Integer),
        flag("pictures", on=True),
        text("openers", 20, server_default="everyone"),
        flag("leaderboards", on=True),
        flag("welcomed"),
        sa.Column("gone_at", sa.Float),
        zero("held", first="4"),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer, primary_key=True),
        given("guild_id", sa.BigInteger),
        given("user_id", sa.BigInteger),
        given("at", sa.Float),
        text("setting", 16),
        sa.Index("changes_by_server", "guild_id"),
        sa.Index("changes_by_user", "user_id"),
    )
    op.create_table(
        "members",
        number("guild_id"),
        number("user_id"),
        flag("hidden"),
        flag("gone"),
        sa.Index("members_by_user", "user_id"),
    )


def _of_people() -> None:
    op.create_table("directs", number("user_id"), given("channel_id", sa.BigInteger))
    op.create_table("readers", number("user_id"), given("pictures", sa.Boolean))

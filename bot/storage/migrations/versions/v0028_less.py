"""Version 0.3.0 drops what removed features stored. It adds jobs, and hosts' options."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

_SETTINGS = (
    *(("servers", "held"), ("servers", "remarks"), ("servers", "seasons")),
    ("tables", "remarks"),
)


def upgrade() -> None:
    """Drop them, one feature after another."""
    _titles_and_periods()
    _invitations_and_calls()
    _nights()
    _dailies_and_shares()
    _modes()
    _ratings()
    _settings()
    _jobs()
    _processes()
    _preferred()


def _modes() -> None:
    """Name the mode of each match, and store when daily deals close."""
    mode = sa.Column("mode", sa.String(16), nullable=False, server_default="open")
    op.add_column("tables", mode)
    op.add_column("tables", sa.Column("closes_at", sa.Float))
    op.execute("UPDATE tables SET mode = 'alone' WHERE solo")
    # Deal 1 ended with the first day of 2026. A try may be finished in ten minutes after that.
    op.execute(
        "UPDATE tables SET mode = 'daily', closes_at = 1767225600.0 + 600 + 86400 * "
        "(SELECT CAST(text AS INTEGER) FROM contributions "
        "WHERE table_id = tables.id AND kind = 'daily') "
        "WHERE id IN (SELECT table_id FROM contributions WHERE kind = 'daily')"
    )
    op.drop_column("tables", "solo")


def _titles_and_periods() -> None:
    """Drop titles except for places in seasons, and the standings of weeks and months."""
    op.create_table(
        "places",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("period", sa.String(8), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Index("places_by_user", "user_id"),
    )
    op.execute(
        "INSERT INTO places (guild_id, user_id, game, period, place) "
        "SELECT guild_id, user_id, game, name, place FROM titles WHERE place IS NOT NULL"
    )
    op.drop_table("titles")
    op.execute("DELETE FROM standings WHERE period <> 'all' AND period NOT LIKE '____-Q_'")


def _invitations_and_calls() -> None:
    """Drop invitations, and the hours and games of calls. A call of one game becomes one of all."""
    op.drop_table("invitations")
    op.drop_table("uninvited")
    # A hash stands for a host there now.
    op.execute("DELETE FROM called WHERE kind IN ('host', 'look', 'again')")
    # Jobs take the place of these claims.
    op.execute("DELETE FROM called WHERE kind IN ('daily', 'board', 'season', 'night')")
    for name in ("game", "begins", "ends", "zone"):
        op.drop_column("calls", name)


def _nights() -> None:
    """Turn game nights into tables with an hour.

    Planned ones stay with their guests. Those that run end with a sentence on their card.
    """
    op.drop_table("night_seats")
    op.execute("DELETE FROM nights WHERE phase NOT IN ('planned', 'check', 'play')")
    op.execute("UPDATE nights SET phase = 'old' WHERE phase <> 'planned'")
    op.execute("UPDATE nights SET game = 'nimmt' WHERE game = '*'")
    op.execute(
        "DELETE FROM night_guests WHERE gone "
        "OR night_id NOT IN (SELECT id FROM nights WHERE phase = 'planned')"
    )
    for name in ("rounds", "size", "round", "due_at", "event_id", "said"):
        op.drop_column("nights", name)
    for name in ("here", "gone"):
        op.drop_column("night_guests", name)
    op.add_column("night_guests", sa.Column("table_id", sa.Integer))
    for column in (
        sa.Column("zone", sa.String(40), nullable=False, server_default=sa.text("''")),
        sa.Column("called", sa.Boolean, nullable=False, server_default="0"),
        sa.Column("version", sa.Integer, nullable=False, server_default="1"),
        sa.Column("shown", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("nights", column)


def _dailies_and_shares() -> None:
    """Join the ways of sharing: posted lines of daily deals stand beside cards and moments."""
    op.create_table(
        "shares",
        sa.Column(
            "table_id",
            sa.Integer,
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("message_id", sa.BigInteger),
    )
    op.execute(
        "INSERT INTO shares SELECT s.table_id, s.ply, t.guild_id, t.channel_id, s.at, s.message_id "
        "FROM shared AS s JOIN tables AS t ON t.id = s.table_id"
    )
    # The messages of lines are unknown. This moment in the year 2286 keeps them from another post.
    op.execute(
        "INSERT INTO shares SELECT r.table_id, -2, l.guild_id, b.channel_id, 1e10, NULL "
        "FROM daily_lines AS l "
        "JOIN daily_runs AS r ON r.number = l.number AND r.user_id = l.user_id "
        "JOIN daily_boards AS b ON b.number = l.number AND b.guild_id = l.guild_id "
        "JOIN tables AS t ON t.id = r.table_id"
    )
    op.drop_table("shared")
    op.drop_table("daily_lines")
    op.rename_table("shares", "shared")


def _ratings() -> None:
    """Add the number of rated matches to each seat. Older matches have none."""
    op.add_column("seats", sa.Column("matches", sa.Integer))


def _settings() -> None:
    """Drop the settings that are gone, with their changes. The board's switch is the podium's.

    Add the switches of features.
    """
    for table, column in _SETTINGS:
        op.drop_column(table, column)
        op.execute(f"DELETE FROM changes WHERE setting = '{column}'")
    off = sa.Column("turned_off", sa.String(400), nullable=False, server_default=sa.text("''"))
    op.add_column("servers", off)


def _jobs() -> None:
    """Add the jobs and the times when they are due."""
    op.create_table(
        "jobs",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Index("jobs_by_time", "due_at"),
    )
    op.execute(
        "INSERT INTO jobs (kind, subject, guild_id, due_at) "
        "SELECT 'night', id, guild_id, 0 FROM nights"
    )


def _processes() -> None:
    """Tables belong to the process of their shard: drop owners, and what went to and fro."""
    op.drop_index("tables_open_by_keeper", "tables")
    for name in ("keeper", "epoch"):
        op.drop_column("tables", name)
    for name in ("processes", "forwarded"):
        op.drop_table(name)
    op.create_table(
        "shards",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("before", sa.Text, nullable=False, server_default=sa.text("''")),
    )
    op.create_table(
        "clicks",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("came_at", sa.Float, nullable=False),
        sa.Column("shard", sa.Integer),
        sa.Column("holder", sa.String(32)),
        sa.Column("data", sa.Text),
        sa.Column("deferred", sa.Boolean, nullable=False, server_default="0"),
        # The rows live for minutes: they need not survive a crash of the server.
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
    op.create_table(
        "errands",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("what", sa.String(8), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("click_id", sa.BigInteger, nullable=False),
    )


def _preferred() -> None:
    """Add the options that a host chose last in a game."""
    op.create_table(
        "preferred",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("options", sa.String(400), nullable=False),
        sa.Column("pace", sa.Integer),
        sa.Index("preferred_by_user", "user_id"),
    )

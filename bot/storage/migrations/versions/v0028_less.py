"""Version 0.3.0 drops what removed features stored, and moves rows to its new tables."""

import sqlalchemy as sa
from alembic import context, op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Change what every release has, then what came with 0.2.0."""
    second = "nights" in context.config.attributes["before"]
    if second:
        _settings_and_owners()
    _columns()
    if second:
        _modes()
        _titles()
        _invitations_and_calls()
        _nights()
        _dailies_and_shares()


def _settings_and_owners() -> None:
    """Drop settings that are gone, and owners of tables: these belong to the process of a shard."""
    op.drop_index("tables_open_by_keeper", "tables")
    for table, column in (
        *(("servers", "remarks"), ("servers", "seasons")),
        *(("tables", "remarks"), ("tables", "epoch")),
    ):
        op.drop_column(table, column)
    op.drop_table("forwarded")


def _columns() -> None:
    """Add modes, numbers of matches and features' switches. Drop what all releases had."""
    added = {
        "tables": (
            sa.Column("mode", sa.String(16), nullable=False, server_default="open"),
            sa.Column("closes_at", sa.Float),
        ),
        # Older matches have no number.
        "seats": (sa.Column("matches", sa.Integer),),
        "servers": (
            sa.Column("turned_off", sa.String(400), nullable=False, server_default=sa.text("''")),
        ),
    }
    for table, columns in added.items():
        for column in columns:
            op.add_column(table, column)
    op.execute("DELETE FROM changes WHERE setting IN ('held', 'remarks', 'seasons')")
    op.drop_column("servers", "held")
    op.drop_column("tables", "keeper")
    op.drop_table("processes")
    # Standings of weeks and months. The board's switch is the podium's, too.
    op.execute("DELETE FROM standings WHERE period <> 'all' AND period NOT LIKE '____-Q_'")


def _modes() -> None:
    """Name the mode of each match, and store when daily deals close."""
    op.execute("UPDATE tables SET mode = 'alone' WHERE solo")
    # Deal 1 ended with the first day of 2026. A try may be finished in ten minutes after that.
    op.execute(
        "UPDATE tables SET mode = 'daily', closes_at = 1767225600.0 + 600 + 86400 * "
        "(SELECT CAST(text AS INTEGER) FROM contributions "
        "WHERE table_id = tables.id AND kind = 'daily') "
        "WHERE id IN (SELECT table_id FROM contributions WHERE kind = 'daily')"
    )
    op.drop_column("tables", "solo")


def _titles() -> None:
    """Drop titles except for places in seasons."""
    if sa.inspect(op.get_bind()).has_table("places"):
        op.execute(
            "INSERT INTO places (guild_id, user_id, game, period, place) "
            "SELECT guild_id, user_id, game, name, place FROM titles WHERE place IS NOT NULL"
        )
    op.drop_table("titles")


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
    op.execute(
        "INSERT INTO jobs (kind, subject, guild_id, due_at) "
        "SELECT 'night', id, guild_id, 0 FROM nights"
    )


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

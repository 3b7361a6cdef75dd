"""Upgrade of 0.1.0 to 0.2.0: ratings as strength, contributions, nights, dailies and more."""

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.columns import flag, given, number, parent, small, text, zero
from bot.storage.migrations.strength import rate_again

revision = "0027"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables and columns. All stored matches are rated again."""
    _strength()
    _columns()
    _of_tables()
    _of_people()
    _dailies()
    _of_servers()
    _nights()


def _strength() -> None:
    op.drop_index("standings_by_ordinal", "standings")
    op.drop_column("standings", "ordinal")
    for end in ("before", "after"):
        # Plain SQL, because alembic would copy the whole table on SQLite.
        op.execute(f"ALTER TABLE seats RENAME COLUMN ordinal_{end} TO rating_{end}")
    rate_again(op.get_bind())
    columns = ["guild_id", "game", "period", "shown", "mu", "matches"]
    op.create_index("standings_by_mu", "standings", columns)


def _columns() -> None:
    """Add columns to the tables of 0.1.0. The tables of open lobbies have no owner."""
    op.drop_column("tables", "changed_by")
    added = {
        "tables": (
            zero("epoch"),
            sa.Column("resumed_at", sa.Float),
            flag("remarks", on=True),
            flag("solo"),
            flag("moving", on=True),
        ),
        "seats": (
            zero("returns"),
            sa.Column("wants_gone", sa.Integer),
            zero("pauses"),
            flag("wants_rest"),
        ),
        "moves": (flag("automatic"), sa.Column("made_by", sa.String(16))),
        "posts": (sa.Column("locale", sa.String(16)),),
        "servers": (flag("moving", on=True), flag("remarks", on=True), flag("seasons", on=True)),
        "readers": (flag("moving", on=True),),
        "changes": (sa.Column("before", sa.Text), sa.Column("after", sa.Text)),
        "processes": (sa.Column("backend", sa.Integer),),
    }
    for table, columns in added.items():
        for column in columns:
            op.add_column(table, column)
    still = sa.text("phase IN ('lobby', 'live')")
    op.create_index(
        "tables_open_by_keeper", "tables", ["keeper"], postgresql_where=still, sqlite_where=still
    )


def _of_tables() -> None:
    op.create_table(
        "contributions",
        parent("tables", "table_id"),
        small("number"),
        given("user_id", sa.BigInteger),
        text("kind", 8),
        text("text", 64),
        sa.Column("word", sa.String(40)),
        sa.Index("contributions_by_user", "user_id"),
    )
    # Players of open lobbies contribute in seat order. Matches that have begun keep no
    # contributions, so their seed stays that of their salts.
    op.execute(
        "INSERT INTO contributions (table_id, number, user_id, kind, text) "
        "SELECT table_id, row_number() OVER (PARTITION BY table_id ORDER BY seat), user_id, "
        "'joined', CAST(join_id AS VARCHAR(64)) FROM seats "
        "JOIN tables ON tables.id = table_id WHERE phase = 'lobby' AND kind = 'person'"
    )
    op.create_table(
        "upcoming",
        parent("tables", "table_id"),
        number("user_id"),
        text("name", 120),
        text("locale", 16),
        sa.Index("upcoming_by_user", "user_id"),
    )
    op.create_table(
        "reviews",
        number("user_id"),
        parent("tables", "table_id"),
        given("at", sa.Float),
        sa.Column("found", sa.Text),
        sa.Index("reviews_by_table", "table_id"),
        sa.Index("reviews_by_time", "at"),
    )
    op.create_table(
        "shared",
        parent("tables", "table_id"),
        small("ply"),
        given("at", sa.Float),
        sa.Column("message_id", sa.BigInteger),
    )
    op.create_table(
        "forwarded",
        number("id"),
        given("table_id", sa.Integer),
        text("owner", 32),
        sa.Column("taken_by", sa.String(32)),
        given("data", sa.Text),
        given("came_at", sa.Float),
        flag("deferred"),
        flag("acted"),
        flag("done"),
        zero("hops"),
        # The rows live for seconds: they need not survive a crash of the server.
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )


def _of_people() -> None:
    op.create_table("promised", number("user_id"), given("secret", sa.LargeBinary))
    op.create_table(
        "strengths", number("user_id"), text("game", 32, primary_key=True), text("kind", 16)
    )
    op.create_table(
        "calls",
        number("guild_id"),
        number("user_id"),
        text("game", 32),
        sa.Column("begins", sa.Integer),
        sa.Column("ends", sa.Integer),
        text("zone", 32),
        sa.Index("calls_by_user", "user_id"),
    )
    op.create_table(
        "called", text("kind", 8, primary_key=True), number("subject_id"), given("at", sa.Float)
    )
    op.create_table(
        "invitations",
        number("by_id"),
        number("user_id"),
        given("at", sa.Float),
        sa.Column("table_id", sa.Integer),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Index("invitations_by_user", "user_id"),
    )
    op.create_table("uninvited", number("user_id"))
    op.create_table("gathered", number("user_id"), given("at", sa.Float))


def _dailies() -> None:
    op.create_table(
        "dailies",
        small("number"),
        text("game", 32),
        given("secret", sa.LargeBinary),
        sa.Column("score", sa.Integer),
        sa.Column("marks", sa.String(200)),
        sa.Column("record", sa.Text),
    )
    op.create_table(
        "daily_runs",
        small("number"),
        number("user_id"),
        given("table_id", sa.Integer),
        text("name", 120),
        sa.Column("score", sa.Integer),
        sa.Column("marks", sa.String(200)),
        sa.Index("daily_runs_by_user", "user_id"),
        sa.Index("daily_runs_by_table", "table_id"),
    )
    op.create_table(
        "daily_boards",
        small("number"),
        number("guild_id"),
        given("channel_id", sa.BigInteger),
        text("locale", 16),
        flag("closed"),
    )
    op.create_table(
        "daily_lines",
        small("number"),
        number("guild_id"),
        number("user_id"),
        sa.Index("daily_lines_by_user", "user_id"),
    )


def _of_servers() -> None:
    op.create_table(
        "titles",
        number("guild_id"),
        number("user_id"),
        text("game", 32, primary_key=True),
        text("name", 16, primary_key=True),
        sa.Column("place", sa.Integer),
        sa.Column("table_id", sa.Integer),
        given("at", sa.Float),
        sa.Index("titles_by_user", "user_id"),
        sa.Index("titles_by_table", "table_id"),
    )
    op.create_table(
        "seasons", number("guild_id"), text("period", 8, primary_key=True), flag("announced")
    )


def _nights() -> None:
    op.create_table(
        "nights",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        given("guild_id", sa.BigInteger),
        given("channel_id", sa.BigInteger),
        sa.Column("parent_id", sa.BigInteger),
        sa.Column("private", sa.Boolean),
        text("locale", 16),
        given("host_id", sa.BigInteger),
        text("game", 32),
        *(given(name, sa.Integer) for name in ("rounds", "size")),
        *(given(name, sa.Float) for name in ("made_at", "begins_at")),
        text("phase", 8),
        zero("round"),
        given("due_at", sa.Float),
        *(sa.Column(name, sa.BigInteger) for name in ("message_id", "event_id")),
        zero("said"),
        sa.Index("nights_by_channel", "channel_id"),
        sa.Index("nights_by_host", "host_id"),
        sa.Index("nights_by_phase", "phase"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "night_guests",
        parent("nights", "night_id"),
        number("user_id"),
        text("name", 120),
        text("locale", 16),
        given("salt", sa.BigInteger),
        given("joined_at", sa.Float),
        zero("here"),
        flag("gone"),
        sa.Index("night_guests_by_user", "user_id"),
    )
    op.create_table(
        "night_seats",
        parent("nights", "night_id"),
        small("round"),
        number("user_id"),
        given("number", sa.Integer),
        text("game", 32),
        *(sa.Column(name, sa.Integer) for name in ("table_id", "rank", "points")),
        sa.Index("night_seats_by_user", "user_id"),
    )

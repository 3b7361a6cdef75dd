"""The tables of the database. A change here needs a numbered migration beside it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()

# A table from lobby to end. `phase` is lobby, live, over or cancelled; times are unix seconds.
matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("locale", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", String(400), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("opened_at", Float, nullable=False),
    Column("started_at", Float),
    Column("ended_at", Float),
    Column("due_at", Float),
    Index("matches_by_channel", "channel_id", "phase"),
    Index("matches_by_phase", "phase", "due_at"),
    sqlite_autoincrement=True,
)

# Who sits where. `join_id` is the interaction by which they joined, part of the match's seed.
seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", String(120), nullable=False),
    Column("locale", String(16), nullable=False),
    Column("join_id", BigInteger, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("rank", Integer),
    Column("score", Integer),
    Column("ordinal_before", Float),
    Column("ordinal_after", Float),
    UniqueConstraint("match_id", "user_id", name="one_seat_a_player"),
    Index("seats_by_user", "user_id"),
)

# The log of moves: with the row of its table, it is the match.
moves = Table(
    "moves",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

# Which message shows what to whom: reader 0 is the panel in the channel, others a player's direct
# message (message_id null: direct messages are closed). `ply` is the newest one known shown, −1
# while the table is a lobby.
screens = Table(
    "screens",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("reader", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("ply", Integer, nullable=False),
)

# Standings of a server, a row a player and game.
standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(120), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("ordinal", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Index("standings_by_ordinal", "guild_id", "game", "ordinal"),
)

"""The tables of game nights."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    text,
)

from bot.storage.schema import ids, metadata
from games.errors import N_

# Game nights, planned and ended. `phase` is one of those in `nights`. The card `message_id` shows
# the version `shown` of the `version`s so far. `zone` is the host's time zone. `called`: those who
# are in were mentioned before the hour.
nights = Table(
    "nights",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    ids("guild_id", key=False, server=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("private", Boolean),
    Column("locale", String(16), nullable=False),
    ids(
        "host_id",
        key=False,
        person=N_("You planned a game night in {guild_id} ({begins_at})."),
        gone={"host_id": 0, "zone": ""},
    ),
    Column("game", String(32), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("begins_at", Float, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("message_id", BigInteger),
    Column("zone", String(40), nullable=False, server_default=text("''")),
    Column("called", Boolean, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("shown", Integer, nullable=False, server_default="0"),
    Index("nights_by_channel", "channel_id"),
    Index("nights_by_host", "host_id"),
    Index("nights_by_phase", "phase"),
    sqlite_autoincrement=True,
)

# The people who are in at a game night, and their table after the hour. `salt` comes from their
# click.
night_guests = Table(
    "night_guests",
    metadata,
    Column("night_id", ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True),
    ids("user_id", person=N_("You came to game night {night_id} ({joined_at}).")),
    Column("name", String(120), nullable=False),
    Column("locale", String(16), nullable=False),
    Column("salt", BigInteger, nullable=False),
    Column("joined_at", Float, nullable=False),
    Column("table_id", Integer),
    Index("night_guests_by_user", "user_id"),
)

"""The tables of closed seasons."""

from sqlalchemy import Boolean, Column, Index, Integer, String, Table

from bot.storage.schema import ids, metadata
from games.errors import N_

# Places of people in a server's closed seasons, by game.
places = Table(
    "places",
    metadata,
    ids("guild_id", server=True),
    ids("user_id", person=N_("Your place in {guild_id} · {game}, {period}: {place}")),
    Column("game", String(32), primary_key=True),
    Column("period", String(8), primary_key=True),
    Column("place", Integer, nullable=False),
    Index("places_by_user", "user_id"),
)

# The closed seasons of a server. `announced`: its podium is posted, or never will be.
seasons = Table(
    "seasons",
    metadata,
    ids("guild_id", server=True),
    Column("period", String(8), primary_key=True),
    Column("announced", Boolean, nullable=False, server_default="0"),
)

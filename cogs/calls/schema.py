"""The table of wishes to be called."""

from sqlalchemy import Index, Table

from bot.storage.schema import ids, metadata
from games.errors import N_

# Wishes to be called to a server's new tables.
calls = Table(
    "calls",
    metadata,
    ids("guild_id", server=True),
    ids("user_id", person=N_("I call you to new tables in {guild_id}.")),
    Index("calls_by_user", "user_id"),
)

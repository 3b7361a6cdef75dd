"""The table of reviews."""

from sqlalchemy import Column, Float, Index, Table, Text

from bot.storage.schema import ids, metadata, table_id
from games.errors import N_

# Reviews of ended matches, kept for a week. Without `found` a review is still being made.
reviews = Table(
    "reviews",
    metadata,
    ids("user_id", person=N_("Your review of match #{table_id} is kept for a week (since {at}).")),
    table_id(),
    Column("at", Float, nullable=False),
    Column("found", Text),
    Index("reviews_by_table", "table_id"),
    Index("reviews_by_time", "at"),
)

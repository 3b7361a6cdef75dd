"""The tables of daily deals, and the export and deletion of a person's lines."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    Select,
    String,
    Table,
    Text,
    and_,
    column,
    delete,
    func,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import ids, metadata, seats, shared
from games.errors import N_

LINE = -2
"""The ply of a deal's line among the posts about its match. It may stand in several servers."""


def _posted(user_id: int) -> Select[Any]:
    """Return the query of a person's posted lines."""
    r, s = daily_runs.c, shared.c
    query = select(r.number, s.guild_id, s.channel_id, s.message_id)
    here = and_(s.table_id == r.table_id, s.ply == LINE)
    return query.join(shared, here).where(r.user_id == user_id).order_by(s.table_id)


async def _forget_lines(db: AsyncConnection, user_id: int) -> None:
    """Delete a person's lines from the boards."""
    played = select(seats.c.table_id).where(seats.c.user_id == user_id)
    await db.execute(delete(shared).where(shared.c.ply == LINE, shared.c.table_id.in_(played)))


# The daily deals by number, drawn a week ahead. `score`, `marks` and `record` are the strong
# computer's in the player's place, once the day is over.
dailies = Table(
    "dailies",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("score", Integer),
    Column("marks", String(200)),
    Column("record", Text),
)

# The only try of each person at a daily deal. `marks` are the costs of their decisions with
# blanks between them. Both null: it isn't finished. The row outlives its table. A
# `user_id` below 0 is a hash of a deleted person's id, kept until the day is over.
_CLOSED = (
    select(func.coalesce(func.max(dailies.c.number), 0))
    .where(dailies.c.score.is_not(None))
    .scalar_subquery()
)
_LINES = N_("You posted the line of daily deal {number} in {guild_id}.")
daily_runs = Table(
    "daily_runs",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    ids(
        "user_id",
        person=N_("Daily deal {number}: {score} ({marks})."),
        also={"daily_lines": (_LINES, _posted)},
        on_forget=_forget_lines,
        hashed=column("number") > _CLOSED,
    ),
    Column("table_id", Integer, nullable=False),
    Column("name", String(120), nullable=False),
    Column("score", Integer),
    Column("marks", String(200)),
    Index("daily_runs_by_user", "user_id"),
    Index("daily_runs_by_table", "table_id"),
)

# A server's board of a daily deal: the channel where its first line stands, and its language.
daily_boards = Table(
    "daily_boards",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    ids("guild_id", server=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("locale", String(16), nullable=False),
    Column("closed", Boolean, nullable=False, server_default="0"),
)

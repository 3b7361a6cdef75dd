"""Rows of a person's daily deal, beside those of the marked tables."""

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import shared
from cogs.daily.schema import LINE, dailies


async def fill(db: AsyncConnection, guild: int, number: int) -> None:
    """Post the line of the person's deal, and end its day."""
    line = {"table_id": number, "ply": LINE, "guild_id": guild, "channel_id": number, "at": 1.0}
    await db.execute(insert(shared).values(line))
    played = {"number": number, "game": "x", "secret": b"x", "score": number, "marks": "x"}
    await db.execute(insert(dailies).values(played))

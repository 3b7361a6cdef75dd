"""The table of a channel that a command means."""

from ..cluster.arrived import ARRIVED
from ..storage import StoredTable
from .answers import Bot


async def tables_of(bot: Bot, channel_id: int, user_id: int | None = None) -> list[StoredTable]:
    """Return the open tables of a channel, those where that person sits first, then newest first.

    The owner of a table to which a command was forwarded looks at its own tables first: two owners
    must not send it to each other.
    """
    found = await bot.tables.in_channel(channel_id, user_id)
    arrived = ARRIVED.get()
    if arrived is not None and arrived.forwarded:
        return [table for table in found if bot.tables.ours(table.id)] or found
    return found

"""The table of a channel that a command means."""

from ..cluster.arrived import ARRIVED
from ..storage import StoredTable
from .answers import Bot


async def tables_of(bot: Bot, channel_id: int, user_id: int | None = None) -> list[StoredTable]:
    """Return the open tables of a channel: those with that person first, then the newest first.

    The owner of a forwarded command looks at its own tables first. Otherwise two owners could
    forward the command to each other.
    """
    found = await bot.tables.in_channel(channel_id, user_id)
    arrived = ARRIVED.get()
    if arrived is not None and arrived.forwarded:
        return [table for table in found if bot.tables.ours(table.id)] or found
    return found

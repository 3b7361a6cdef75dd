"""Servers that the bot has left: the end of their matches, and later the deletion of their data."""

import logging

from ..clicks.answers import Bot
from ..storage import servers
from .jobs import DAY, job

_log = logging.getLogger(__name__)

_KEPT = 30 * DAY
"""Seconds from leaving a server to the deletion of its data."""


async def look_around(bot: Bot) -> None:
    """Compare the stored servers with Discord's, once the bot is ready."""
    present = {guild.id for guild in bot.guilds}
    await servers.be_present(bot.database, present)
    for guild_id in await servers.servers_left(bot.database, present):
        # Each process cares for its own shards. It may have been joined just now.
        if bot.tables.ours(guild_id) and bot.get_guild(guild_id) is None:
            await leave(bot, guild_id)


async def leave(bot: Bot, guild_id: int) -> None:
    """End a server's matches. Its data stays for `_KEPT` seconds."""
    await servers.depart(bot.database, guild_id, bot.now())
    await bot.tables.leave_server(guild_id)
    _log.info("no longer in server %s", guild_id)


@job("servers", every=DAY)
async def forget_servers(bot: Bot, _: int) -> None:
    """Delete the data of servers left longer than `_KEPT` ago."""
    # A server left long ago may have come back while the bot was offline.
    await look_around(bot)
    for guild_id in await servers.forget_servers(bot.database, bot.now() - _KEPT):
        bot.servers.forget(guild_id)
        _log.info("all data of server %s is removed", guild_id)

"""Background tasks of a process, and what is deleted: by age, and after the bot was removed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from ..clicks.answers import Bot
from ..storage import hashes, servers
from ..storage.finished import expire
from ..words.errors import StorageError
from ..words.metrics import Metrics
from ..words.retrying import retrying
from .jobs import DAY, HOUR, job

_log = logging.getLogger(__name__)

# Seconds before a failed task starts again.
_AGAIN = 10.0
_KEPT = 30 * DAY
"""Seconds from leaving a server to the deletion of its data."""
# Seconds between two steps of one deletion.
_STEP = 1.0
_COUNTED = {
    "moves": "shinrisen_moves_total",
    "clicks and commands": "shinrisen_answer_seconds_count",
    "requests to Discord": "shinrisen_requests_total",
    "refusals": "shinrisen_refusals_total",
}


class Chores:
    """Background tasks, restarted on failure. A task that returns is done."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Start a background task. `name` describes it in the log."""
        told = "%s failed; retrying in %.0f s"
        tries = retrying(
            work,
            Exception,
            _AGAIN,
            report=lambda error, seconds: _log.error(told, name, seconds, exc_info=error),
        )
        self._tasks.append(asyncio.ensure_future(tries))

    async def end(self) -> None:
        """Stop all tasks."""
        # Dropped at once: the cancelled tasks' exceptions reference all they worked on.
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def hourly(
    metrics: Metrics,
    tables: Callable[[], Awaitable[Mapping[tuple[str, str], int]]],
    seconds: float = HOUR,
) -> None:
    """Log what was done in each hour, without an end. `tables` counts the open ones."""
    before = metrics.totals()
    while True:
        await asyncio.sleep(seconds)
        after, there = metrics.totals(), "unknown"
        with suppress(StorageError):
            there = str(sum((await tables()).values()))
        grown = [
            f"{after.get(name, 0) - before.get(name, 0):.0f} {what}"
            for what, name in _COUNTED.items()
        ]
        _log.info("the last hour: %s, %s open tables now", ", ".join(grown), there)
        before = after


@job("matches", every=HOUR)
async def expire_matches(bot: Bot, _: int) -> None:
    """Delete finished matches older than the host's number of days."""
    days, deleted = bot.settings.keep_days, 0
    while days and (step := await expire(bot.database, bot.now() - days * DAY)):
        deleted += step
        await asyncio.sleep(_STEP)
    if deleted:
        _log.info("deleted %d matches that ended more than %g days ago", deleted, days)


@job("hashes", every=HOUR)
async def expire_hashes(bot: Bot, _: int) -> None:
    """Delete the hashes of ids whose limits have ended."""
    await hashes.expire(bot.database, bot.now())


# Servers that the bot has left


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

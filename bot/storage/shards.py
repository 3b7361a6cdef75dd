"""Discord's shards: each is held by one process, by a lock of PostgreSQL and a row.

The lock says who may take a shard, the row whose transactions count. A process that takes a shard
ends the sessions of the one before it, so that no transaction begun there is stored any more.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, false, literal_column, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import NotOwner
from .postgres import LOST, connected
from .write_queue import PATIENCE

_log = logging.getLogger(__name__)

# Classes of advisory locks, any numbers: of all processes, and of a shard.
_COUNTED, _SHARD = 5_741_109, 5_741_110
# Seconds between two tries of a lock, and between two signs of life.
_AGAIN, _PING = 0.1, 1.0
# Milliseconds without a sign of life. Then PostgreSQL ends the session with its locks.
_SILENT = 3000
_WRITE = """
INSERT INTO shards (shard, holder) SELECT shard, $1 FROM unnest($2::integer[]) AS shard
ON CONFLICT (shard) DO UPDATE
SET holder = $1, before = trim(shards.before || ' ' || shards.holder) RETURNING before
"""
_NONE_HOLDS = """
UPDATE shards SET holder = '', before = trim(before || ' ' || holder) RETURNING before
"""
# One after the other, each within 5 s. Their number is 0 once all are gone.
_END = """
SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = ANY ($1::text[])
"""
# No other process answers for this one. It has its shards no more.
_LET_GO = """
WITH free AS (
    UPDATE shards SET holder = '' WHERE holder = $1
), answered AS (
    UPDATE clicks SET holder = '' WHERE holder = $1 AND id = ANY ($3::bigint[])
)
INSERT INTO clicks (id, came_at)
SELECT id, extract(epoch FROM clock_timestamp()) FROM unnest($2::bigint[]) AS id
ON CONFLICT (id) DO NOTHING
"""
# The fence: a look suffices, because a successor first ends the sessions of a former holder.
_HOLDS = text("SELECT EXISTS (SELECT 1 FROM shards WHERE holder = :holder)")


class Held:
    """The shards of the process `holder`, of that many in all. `held` is True while it has them.

    A server's shard is Discord's: its events reach no other process. Tables without a server belong
    to shard 0, as direct messages do.
    """

    def __init__(self, holder: str, count: int, shards: Collection[int]) -> None:
        self.holder = holder
        self.count = count
        self.shards = sorted(shards)
        self.held = False

    def of(self, guild_id: int) -> int:
        """Return the shard of a server."""
        return (guild_id >> 22) % self.count

    def __contains__(self, guild_id: int) -> bool:
        return self.held and self.of(guild_id) in self.shards

    async def check(self, db: AsyncConnection) -> None:
        """Raise NotOwner in a transaction of a process that has no shard any more, or none yet."""
        if not (self.held and await db.scalar(_HOLDS, {"holder": self.holder})):
            raise NotOwner(self.shards[0])

    def here(self, guild_id: ColumnElement[int]) -> ColumnElement[bool]:
        """Return the condition that a row's server belongs to this process."""
        if not self.held:
            return false()
        if len(self.shards) == self.count:
            return true()
        return (guild_id.op(">>")(literal_column("22")) % self.count).in_(self.shards)


class Locks:
    """The connection for locks alone: one that also listens would keep its locks while flooded.

    `among` hears, each second, how many processes hold shards.
    """

    among: Callable[[int], None] = staticmethod(lambda processes: None)

    def __init__(self, arguments: Mapping[str, Any], held: Held) -> None:
        own = {**arguments["server_settings"], "idle_session_timeout": str(_SILENT)}
        self._arguments = {**arguments, "server_settings": own}
        self._held = held
        self._driver: Any = None
        self._began = False

    async def hold(self, taken: Callable[[bool], None]) -> None:
        """Take the shards as soon as they are free, call `taken` once, and keep them.

        `taken` hears whether a process before this one has died. Returns once another has them.
        """
        while True:
            try:
                self._driver = await connected(self._arguments)
                if not (await self._agree() and await self._lock()):
                    return
                if not self._began:
                    died = await self._succeed()
                    self._began = True
                    taken(died)
                while await self._mine():  # noqa: ASYNC110
                    await asyncio.sleep(_PING)
                return
            except LOST as error:
                _log.warning("the locks of the shards are lost for now: %s", error)
                self.cut()
            await asyncio.sleep(_AGAIN)

    async def release(self, served: Iterable[int], answered: Iterable[int]) -> None:
        """Leave the shards to the next process. It won't serve the interactions `served`.

        Those that are `answered` need no answer from the processes that handed them on.
        """
        with contextlib.suppress(*LOST):
            async with asyncio.timeout(PATIENCE):
                if self._driver is not None and self._held.held:
                    names = (self._held.holder, [*served], [*answered])
                    await self._driver.execute(_LET_GO, *names)
        self._held.held = False
        self.cut()

    def cut(self) -> None:
        """End the connection at once."""
        if self._driver is not None:
            self._driver.terminate()

    async def _agree(self) -> bool:
        """Agree with all processes on the number of shards, or wait until they are gone.

        Returns False if this process has begun with another number.
        """
        wanted, told = str(self._held.count), False
        while True:
            shared = "SELECT pg_try_advisory_lock_shared($1, 0)"
            if await self._driver.fetchval(shared, _COUNTED):
                known = await self._driver.fetchval("SELECT value FROM kept WHERE name = 'shards'")
                if known == wanted or self._began:
                    return bool(known == wanted)
                await self._driver.execute("SELECT pg_advisory_unlock_shared($1, 0)", _COUNTED)
                if await self._driver.fetchval("SELECT pg_try_advisory_lock($1, 0)", _COUNTED):
                    await self._count(wanted)
                    await self._driver.execute("SELECT pg_advisory_unlock($1, 0)", _COUNTED)
                    continue
                if not told:
                    _log.info("waits for the processes with another SHARD_COUNT to end")
                    told = True
            await asyncio.sleep(_AGAIN)

    async def _count(self, wanted: str) -> None:
        """Set the number of shards. No process with another number can write from then on."""
        await self._end(await self._driver.fetch(_NONE_HOLDS))
        await self._driver.execute("DELETE FROM shards")
        # No process is left that knows anything of a person.
        await self._driver.execute("DELETE FROM errands")
        await self._driver.execute(
            "INSERT INTO kept (name, value) VALUES ('shards', $1) "
            "ON CONFLICT (name) DO UPDATE SET value = $1",
            wanted,
        )

    async def _lock(self) -> bool:
        """Lock the shards in order. Returns False if another process holds a shard meanwhile."""
        for shard in self._held.shards:
            told = False
            one = "SELECT pg_try_advisory_lock($1, $2)"
            while not await self._driver.fetchval(one, _SHARD, shard):
                if self._began and not await self._mine():
                    return False
                if not told:
                    _log.info("waits for the process that holds shard %d", shard)
                    told = True
                await asyncio.sleep(_AGAIN)
        return True

    async def _succeed(self) -> bool:
        """Write the shards down as this process's. Return True if one before it has died."""
        died = await self._end(
            await self._driver.fetch(_WRITE, self._held.holder, self._held.shards)
        )
        done = "UPDATE shards SET before = '' WHERE holder = $1"
        await self._driver.execute(done, self._held.holder)
        _log.info("holds the shards %s", ", ".join(map(str, self._held.shards)))
        return died

    async def _end(self, rows: Iterable[Any]) -> bool:
        """End the sessions of former holders, and wait until they are gone."""
        names = {name for (before,) in rows for name in before.split()}
        while names and await self._driver.fetchval(_END, [*names]):
            pass
        return bool(names)

    async def _mine(self) -> bool:
        """Return True if the shards are still written down as this process's."""
        query = "SELECT shard, holder FROM shards"
        holders = dict(await self._driver.fetch(query, timeout=PATIENCE))
        self.among(max(1, len({*holders.values()} - {""})))
        return all(holders.get(shard) == self._held.holder for shard in self._held.shards)

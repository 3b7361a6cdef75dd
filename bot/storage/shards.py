"""Discord's shards: each is held by one process, by a lock of PostgreSQL and a row.

The lock says who may take a shard, the row whose transactions count. A process that takes a shard
ends the sessions of the one before it, so that no transaction begun there is stored any more.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, false, literal_column, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import NotOwner
from ..words.retrying import retrying
from .connect import PATIENCE
from .postgres import LOST, connected

_log = logging.getLogger(__name__)

# The class of these advisory locks, any number. A lock's number is the count of shards and a shard.
_CLASS = 5_741_110
# Seconds between two tries of a lock, and between two signs of life.
_AGAIN, _PING = 0.1, 1.0
# Milliseconds without a sign of life. Then PostgreSQL ends the session with its locks.
_SILENT = "3000"
# Locks with another count of shards. Each process looks once it has its own: of two that begin at
# once, no two go on.
_OTHERS = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = $1
AND objid::bigint >> 16 <> $2
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_LOCK = "SELECT bool_and(pg_try_advisory_lock($1, n)) FROM unnest($2::integer[]) AS n"
# The sessions of processes that held shards by another count end, too.
_PAST = """
UPDATE shards SET before = concat_ws(' ', before, holder), holder = '', count = $1
WHERE count <> $1
"""
_OWN = """
INSERT INTO shards (shard, holder, count) SELECT shard, $1, $3 FROM unnest($2::integer[]) AS shard
ON CONFLICT (shard) DO UPDATE
SET holder = $1, before = concat_ws(' ', shards.before, nullif(shards.holder, $1))
"""
# One after the other, each within 5 s. Their number is 0 once all are gone.
_END = """
SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = ANY ($1::text[])
"""
_LET_GO = """
WITH free AS (UPDATE shards SET holder = '' WHERE holder = $1)
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

    def __init__(
        self, arguments: Mapping[str, Any], held: Held, among: Callable[[int], None]
    ) -> None:
        own = {**arguments["server_settings"], "idle_session_timeout": _SILENT}
        self._arguments = {**arguments, "server_settings": own}
        self._held = held
        self._among = among
        self._driver: Any = None
        self._began = False

    async def hold(self, taken: Callable[[], None]) -> None:
        """Take the shards as soon as they are free, call `taken` once, and keep them.

        Returns once another process has them.
        """

        def lost(error: Exception, _: float) -> None:
            _log.warning("the locks of the shards are lost for now: %s", error)
            self.cut()

        def passes(error: BaseException) -> bool:
            # Class 42: a statement doesn't fit the schema.
            return isinstance(error, LOST) and str(getattr(error, "sqlstate", ""))[:2] != "42"

        await retrying(partial(self._hold, taken), passes, _AGAIN, report=lost)

    async def _hold(self, taken: Callable[[], None]) -> None:
        self._driver, waits = await connected(self._arguments), ""
        while waited := await self._take():
            if self._began and not await self._mine():
                return
            if waited != waits:
                waits = waited
                _log.info("waits for %s", waits)
            await asyncio.sleep(_AGAIN)
        if not self._began:
            await self._succeed()
            self._began = True
            taken()
        while await self._mine():  # noqa: ASYNC110
            await asyncio.sleep(_PING)

    async def release(self, served: Iterable[int]) -> None:
        """Leave the shards to the next process. It won't serve the interactions `served`."""
        with contextlib.suppress(*LOST):
            async with asyncio.timeout(PATIENCE):
                if self._driver is not None and self._held.held:
                    await self._driver.execute(_LET_GO, self._held.holder, [*served])
        self._held.held = False
        self.cut()

    def cut(self) -> None:
        """End the connection at once."""
        if self._driver is not None:
            self._driver.terminate()

    async def _take(self) -> str:
        """Lock all of the shards. Return for what it has to wait, if for anything."""
        held, driver = self._held, self._driver
        numbers = [held.count << 16 | shard for shard in held.shards]
        if not await driver.fetchval(_LOCK, _CLASS, numbers):
            waits = f"the process that holds shard {', '.join(map(str, held.shards))}"
        elif await driver.fetchval(_OTHERS, _CLASS, held.count):
            waits = "the processes with another SHARD_COUNT to end"
        else:
            return ""
        await driver.execute("SELECT pg_advisory_unlock_all()")
        return waits

    async def _succeed(self) -> None:
        """Write the shards down, end the sessions of all former holders, and await their end."""
        held = self._held
        await self._driver.execute(_PAST, held.count)
        await self._driver.execute(_OWN, held.holder, held.shards, held.count)
        rows = await self._driver.fetch("SELECT before FROM shards WHERE before > ''")
        before = [names for (names,) in rows]
        names = " ".join(before).split()
        while names and await self._driver.fetchval(_END, names):
            pass
        await self._driver.execute("UPDATE shards SET before = '' WHERE before = ANY ($1)", before)
        # No process is left for these.
        await self._driver.execute("DELETE FROM errands WHERE shard >= $1", held.count)
        _log.info("holds the shards %s", ", ".join(map(str, held.shards)))

    async def _mine(self) -> bool:
        """Return True if the shards are still written down as this process's."""
        query = "SELECT shard, holder FROM shards"
        holders = dict(await self._driver.fetch(query, timeout=PATIENCE))
        self._among(max(1, len({*holders.values()} - {""})))
        return all(holders.get(shard) == self._held.holder for shard in self._held.shards)

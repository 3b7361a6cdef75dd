"""Discord's shards: each is held by one process, by a lock of PostgreSQL and a row.

The lock says who may take a shard, the row whose transactions count. A process that takes a shard
ends the sessions of the one before it, so that no transaction begun there is stored any more.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, false, literal_column, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import NotOwner
from ..words.retrying import retrying
from .connect import PATIENCE
from .postgres import LOST, connected

_log = logging.getLogger(__name__)

# Classes of advisory locks, any numbers: of all processes, and of a shard.
_COUNTED, _SHARD = 5_741_109, 5_741_110
# Seconds between two tries of a lock, and between two signs of life.
_AGAIN, _PING = 0.1, 1.0
# Milliseconds without a sign of life. Then PostgreSQL ends the session with its locks.
_SILENT = 3000
# Sessions with the lock of another number of shards.
_OTHERS = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid NOT IN (0, $2)
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_ONE = "SELECT pg_advisory_lock($1, 0)"
_NEXT = "SELECT pg_advisory_unlock($1, 0)"
_ENDED = "UPDATE shards SET before = '' WHERE holder = $1 OR shard >= $2"
# Processes that held shards by another number don't any more.
_WRITE = """
WITH past AS (
    UPDATE shards SET holder = '', count = $3, before = trim(before || ' ' || holder)
    WHERE count <> $3 AND shard <> ALL ($2) RETURNING before
), own AS (
    INSERT INTO shards (shard, holder, count)
    SELECT shard, $1, $3 FROM unnest($2::integer[]) AS shard
    ON CONFLICT (shard) DO UPDATE
    SET holder = $1, count = $3, before = trim(shards.before || ' ' || shards.holder)
    RETURNING before
)
SELECT before FROM past UNION ALL SELECT before FROM own
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

    def __init__(
        self, arguments: Mapping[str, Any], held: Held, among: Callable[[int], None]
    ) -> None:
        own = {**arguments["server_settings"], "idle_session_timeout": str(_SILENT)}
        self._arguments = {**arguments, "server_settings": own}
        self._held = held
        self._among = among
        self._driver: Any = None
        self._began = False

    async def hold(self, taken: Callable[[bool], None]) -> None:
        """Take the shards as soon as they are free, call `taken` once, and keep them.

        `taken` hears whether a process before this one has died. Returns once another has them.
        """

        def lost(error: Exception, _: float) -> None:
            _log.warning("the locks of the shards are lost for now: %s", error)
            self.cut()

        def passes(error: BaseException) -> bool:
            # Class 42: a statement doesn't fit the schema.
            return isinstance(error, LOST) and str(getattr(error, "sqlstate", ""))[:2] != "42"

        await retrying(partial(self._hold, taken), passes, _AGAIN, report=lost)

    async def _hold(self, taken: Callable[[bool], None]) -> None:
        driver = self._driver = await connected(self._arguments)
        if not await self._wait(self._agree, "the processes with another SHARD_COUNT to end"):
            return
        for shard in self._held.shards:
            free = partial(driver.fetchval, "SELECT pg_try_advisory_lock($1, $2)", _SHARD, shard)
            if not await self._wait(free, f"the process that holds shard {shard}"):
                return
        if not self._began:
            died = await self._succeed()
            self._began = True
            taken(died)
        while await self._mine():  # noqa: ASYNC110
            await asyncio.sleep(_PING)

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

    async def _wait(self, free: Callable[[], Awaitable[bool]], what: str) -> bool:
        """Wait until that is free. Return False if another process holds a shard meanwhile."""
        while not await free():
            if self._began and not await self._mine():
                return False
            if what:
                _log.info("waits for %s", what)
                what = ""
            await asyncio.sleep(_AGAIN)
        return True

    async def _agree(self) -> bool:
        """Return True if no process has another number of shards, and none begins with one."""
        async with self._one_by_one():
            counted = _COUNTED, self._held.count
            if await self._driver.fetchval(_OTHERS, *counted):
                return False
            await self._driver.execute("SELECT pg_advisory_lock_shared($1, $2)", *counted)
        return True

    @contextlib.asynccontextmanager
    async def _one_by_one(self) -> AsyncIterator[None]:
        """Do it while no other process does. An error ends the connection with its lock."""
        await self._driver.execute(_ONE, _COUNTED)
        yield
        await self._driver.execute(_NEXT, _COUNTED)

    async def _succeed(self) -> bool:
        """Write the shards down as this process's. Return True if one before it has died."""
        held = self._held
        # With another number of shards, the first process ends the sessions of all former holders.
        async with self._one_by_one():
            rows = await self._driver.fetch(_WRITE, held.holder, held.shards, held.count)
            names = {name for (before,) in rows for name in before.split()}
            while names and await self._driver.fetchval(_END, [*names]):
                pass
            await self._driver.execute(_ENDED, held.holder, held.count)
        # No process is left for these.
        await self._driver.execute("DELETE FROM errands WHERE shard >= $1", held.count)
        _log.info("holds the shards %s", ", ".join(map(str, held.shards)))
        return bool(names)

    async def _mine(self) -> bool:
        """Return True if the shards are still written down as this process's."""
        query = "SELECT shard, holder FROM shards"
        holders = dict(await self._driver.fetch(query, timeout=PATIENCE))
        self._among(max(1, len({*holders.values()} - {""})))
        return all(holders.get(shard) == self._held.holder for shard in self._held.shards)

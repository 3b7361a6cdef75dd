"""Stored deadlines and jobs. One task sleeps until the earliest and rings it."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Collection

from .. import storage
from ..storage import Database
from ..wire.outage import Outage
from ..words.errors import NotOwner, StorageError
from ..words.retrying import Nap

_log = logging.getLogger(__name__)

# Longest sleep in seconds: bounds the delay after a system clock change or another process's write.
_LONGEST_NAP = 60.0
_SHORTEST_NAP = 1.0
# Seconds before a failed ring is tried again.
_AGAIN = 10.0
# Extra seconds of sleep, so that waking slightly early doesn't cause a second sleep.
_LATE = 0.05
# Sleep through half of the time to the next deadline, so that a suspended machine loses less.
_PART = 2
# Seconds between checks during an outage.
_OUTAGE_NAP = 2.0
# Seconds that other tables wait for one whose lock another process may hold.
_SOON = 0.5


class Clock:
    """Calls `ring(table_id)` for each table whose deadline has passed, except during an outage.

    After an outage, `give(seconds)` extends the deadlines by the time lost. `jobs()` starts the
    jobs that are due, and returns the time of the next one.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        ring: Callable[[int], Awaitable[None]],
        outage: Outage | None = None,
        give: Callable[[float], Awaitable[None]] | None = None,
        jobs: Callable[[], Awaitable[float | None]] | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._ring = ring
        self._outage = outage
        self._give = give
        self._jobs = jobs
        self._nap = Nap()
        # Infinite during a beat, which may have read earlier deadlines.
        self._wakes = math.inf
        self._ringing: dict[int, asyncio.Task[bool]] = {}

    def changed(self, due_at: float = 0.0) -> None:
        """Wake the clock after a deadline was set, moved or removed.

        A `due_at` after the next planned wake-up changes nothing.
        """
        if due_at > self._wakes:
            return
        self._nap.wake()

    async def run(self) -> None:
        """Ring due tables until cancelled. Failed rings are retried after a sleep."""
        try:
            while True:
                self._wakes = math.inf
                await self._rest(await self._beat())
        finally:
            for ringing in self._ringing.values():
                ringing.cancel()

    async def _rest(self, nap: float) -> None:
        self._wakes = self._now() + nap
        await self._nap.sleep(nap)
        if self._outage is not None:
            self._outage.skipped(self._now() - self._wakes)

    async def _beat(self) -> float:
        now = self._now()
        longest = _LONGEST_NAP
        try:
            if self._outage is not None:
                if self._outage.under_way and not await self._outage.over():
                    return _OUTAGE_NAP
                await self._give_back(self._outage)
            earliest = await storage.tables.next_due(self._database)
            if earliest is not None and earliest <= now:
                for table_id in await storage.tables.due(self._database, now):
                    if self._outage is not None and not await self._outage.over():
                        return _OUTAGE_NAP
                    if not await self._soon_kept(table_id):
                        longest = _AGAIN
                # Failed tables are still due. Skip them here, or the clock would never sleep.
                earliest = await storage.tables.next_due(self._database, after=now)
            job = None if self._jobs is None else await self._jobs()
        except Exception:
            _log.exception("the clock failed; retrying in %.0f s", _AGAIN)
            return _AGAIN
        coming = [at for at in (earliest, job) if at is not None]
        if not coming:
            return longest
        left = min(coming) - self._now()
        nap = left + _LATE if left < 2 * _SHORTEST_NAP else left / _PART
        return min(longest, max(_SHORTEST_NAP, nap))

    async def _give_back(self, outage: Outage) -> None:
        lost = outage.take()
        if lost and self._give is not None:
            try:
                await self._give(lost)
            except BaseException:
                outage.add(lost)
                raise

    async def _soon_kept(self, table_id: int) -> bool:
        """Ring a table, but wait at most _SOON, because another process may hold its lock."""
        ringing = self._ringing.get(table_id)
        if ringing is None:
            ringing = self._ringing[table_id] = asyncio.ensure_future(self._kept(table_id))
            ringing.add_done_callback(lambda _: self._ringing.pop(table_id))
        await asyncio.wait({ringing}, timeout=_SOON)
        return ringing.done() and ringing.result()

    async def _kept(self, table_id: int) -> bool:
        try:
            await self._ring(table_id)
        except NotOwner:
            # The owner keeps it.
            return True
        except StorageError as error:
            _log.error("the deadline is kept later: %s", error, extra={"table": table_id})
            return False
        except Exception:
            # One broken table must not silence the others.
            _log.exception("the deadline could not be kept", extra={"table": table_id})
            return False
        return True


async def each(tables: Collection[int], work: Callable[[int], Awaitable[bool]]) -> list[int]:
    """Run `work` for all tables, and return the ids where it returned False.

    None waits long for a table whose lock another process may hold.
    """
    tasks: dict[int, asyncio.Future[bool]] = {}
    try:
        for table_id in tables:
            tasks[table_id] = asyncio.ensure_future(work(table_id))
            await asyncio.wait({tasks[table_id]}, timeout=_SOON)
        return [table_id for table_id, task in tasks.items() if not await task]
    finally:
        for task in tasks.values():
            task.cancel()

"""Stored deadlines: one task sleeps to the earliest."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from . import storage
from .storage import Database

_log = logging.getLogger(__name__)

# A wall clock that was set, or a deadline stored by another process, is noticed after so long.
_LONGEST_NAP = 60.0
_SHORTEST_NAP = 1.0
# What couldn't be kept is tried again after so long.
_AGAIN = 10.0
# A nap that ends a hair too early would only be followed by another.
_LATE = 0.05


class Clock:
    """Calls `ring(table_id)` for every table whose deadline has come."""

    def __init__(
        self, database: Database, now: Callable[[], float], ring: Callable[[int], Awaitable[None]]
    ) -> None:
        self._database = database
        self._now = now
        self._ring = ring
        self._sleep: asyncio.Task[None] | None = None
        self._again = False
        self._wakes = 0.0

    def changed(self, due_at: float = 0.0) -> None:
        """Say that a deadline was set, moved or lifted; `due_at`: not earlier than that."""
        if due_at > self._wakes:
            return
        self._again = True
        if self._sleep is not None:
            self._sleep.cancel()

    async def run(self) -> None:
        """Ring until cancelled. What fails to ring is tried again after a nap."""
        while True:
            self._again = False
            nap = await self._beat()
            if self._again:
                continue
            self._wakes = self._now() + nap
            self._sleep = asyncio.ensure_future(asyncio.sleep(nap))
            try:
                await asyncio.wait({self._sleep})
            finally:
                self._sleep.cancel()

    async def _beat(self) -> float:
        now = self._now()
        longest = _LONGEST_NAP
        try:
            for table_id in await storage.tables.due(self._database, now):
                if not await self._kept(table_id):
                    longest = _AGAIN
            # Those that couldn't be rung are due still; they must not keep the clock awake.
            earliest = await storage.tables.next_due(self._database, after=now)
        except Exception:
            _log.exception("the clock missed a beat")
            return _AGAIN
        if earliest is None:
            return longest
        return min(longest, max(_SHORTEST_NAP, earliest - self._now() + _LATE))

    async def _kept(self, table_id: int) -> bool:
        try:
            await self._ring(table_id)
        except Exception:
            # One broken table must not silence the others.
            _log.exception("the deadline of table %s could not be kept", table_id)
            return False
        return True

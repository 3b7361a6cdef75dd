"""A clock that tests ring."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf

from bot import storage
from bot.play.clock import Clock
from bot.storage import Database
from rig import LIMIT

from ..stored_tables import NOW


class Ringing:
    """Closes the lobbies the clock rings, as the bot does, and lists them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = NOW
        self.rung: list[int] = []
        self.broken: set[int] = set()
        self.clock = Clock(database, lambda: self.now, self.ring)
        self._rang = asyncio.Event()

    async def ring(self, table_id: int) -> None:
        self.rung.append(table_id)
        self._rang.set()
        if table_id in self.broken:
            raise RuntimeError(f"table {table_id} is broken")
        await storage.tables.cancel(self.database, table_id, self.now)

    def at(self, now: float) -> None:
        """Set the time and wake the clock."""
        self.now = now
        self.clock.changed()

    async def heard(self, *table_ids: int) -> None:
        """Wait until the clock has rung for these and no others."""
        async with asyncio.timeout(LIMIT):
            while len(self.rung) < len(table_ids):
                self._rang.clear()
                await self._rang.wait()
        await self.silence()
        assert sorted(self.rung) == sorted(table_ids)
        self.rung.clear()

    async def silence(self) -> None:
        """Wait until the clock is asleep, when it no longer uses the database's only connection."""
        for _ in range(5):
            await storage.moves.moves(self.database, 0)
            await asyncio.sleep(0)
        # A server has several connections.
        for _ in range(400):
            if self.clock._wakes < inf and not self.clock._nap.woken:
                break
            await asyncio.sleep(0.005)


@asynccontextmanager
async def ticking(ringing: Ringing) -> AsyncIterator[None]:
    running = asyncio.ensure_future(ringing.clock.run())
    try:
        yield
        assert not running.done(), "the clock never stops by itself"
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

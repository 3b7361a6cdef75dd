"""A FIFO write lock with a timeout."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiosqlite

from ..words.errors import NotSaved

PATIENCE = 5.0
"""Time limit of a write in seconds, the wait for earlier writers included."""
# Smallest difference in seconds worth a change of the driver's busy timeout.
_HAIR = 0.1


class WriteQueue:
    """Queue of writers. `driver` is the connection they take turns on."""

    driver: aiosqlite.Connection

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._patience = PATIENCE

    @asynccontextmanager
    async def take(self, since: float | None = None) -> AsyncIterator[None]:
        """Take a turn, asked for at `since` (`time.monotonic`). Raises NotSaved if it times out."""
        since = time.monotonic() if since is None else since
        await self._wait(PATIENCE - (time.monotonic() - since))
        try:
            await self._be_patient(PATIENCE - (time.monotonic() - since))
            yield
        finally:
            self._lock.release()

    @asynccontextmanager
    async def last(self) -> AsyncIterator[None]:
        """Take a turn without a time limit, to close the connection."""
        async with self._lock:
            yield

    def anew(self, driver: aiosqlite.Connection) -> None:
        """Replace the connection."""
        self.driver, self._patience = driver, PATIENCE

    async def _wait(self, seconds: float) -> None:
        if not self._lock.locked():
            await self._lock.acquire()
            return
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._lock.acquire()
        except TimeoutError:
            raise _late() from None

    async def _be_patient(self, seconds: float) -> None:
        """Set the driver's wait for other processes' locks to the time left."""
        if seconds < _HAIR:
            raise _late()
        if abs(seconds - self._patience) > _HAIR:
            cursor = await self.driver.execute(f"PRAGMA busy_timeout={seconds * 1000:.0f}")
            await cursor.close()
            self._patience = seconds


def _late() -> NotSaved:
    return NotSaved("others have been waiting for the disk too long")

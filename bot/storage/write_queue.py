"""Whose turn it is to write: in order of asking, and never for longer than people wait."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiosqlite

from ..words.errors import NotSaved

PATIENCE = 5.0
"""Seconds in which whoever asks has written or been refused, others before them included."""
# The driver's own patience is set anew only if it would be wrong by more than that.
_HAIR = 0.1


class Turn:
    """Orders those who write. `driver` is the connection, whose turn it is."""

    driver: aiosqlite.Connection

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._patience = PATIENCE

    @asynccontextmanager
    async def take(self, since: float | None = None) -> AsyncIterator[None]:
        """A turn; `since`: asked for then, by `time.monotonic`. Raises NotSaved: too late."""
        since = time.monotonic() if since is None else since
        await self._wait(PATIENCE - (time.monotonic() - since))
        try:
            await self._be_patient(PATIENCE - (time.monotonic() - since))
            yield
        finally:
            self._lock.release()

    @asynccontextmanager
    async def last(self) -> AsyncIterator[None]:
        """A turn for whoever closes the connection, however long it takes."""
        async with self._lock:
            yield

    def anew(self, driver: aiosqlite.Connection) -> None:
        """The connection is another one."""
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
        """Let the driver wait for other processes so long, and no longer."""
        if seconds < _HAIR:
            raise _late()
        if abs(seconds - self._patience) > _HAIR:
            cursor = await self.driver.execute(f"PRAGMA busy_timeout={seconds * 1000:.0f}")
            await cursor.close()
            self._patience = seconds


def _late() -> NotSaved:
    return NotSaved("others have been waiting for the disk too long")

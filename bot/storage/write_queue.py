"""A FIFO write lock with a timeout."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ..words.errors import NotSaved

PATIENCE = 5.0
"""Time limit of a write in seconds, the wait for earlier writers included."""


class WriteQueue:
    """Queue of writers on one connection."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def take(self) -> AsyncIterator[float]:
        """Take a turn, and give its seconds left. Raises NotSaved if none are left."""
        end = time.monotonic() + PATIENCE
        if self._lock.locked():
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._lock.acquire()
            except TimeoutError:
                raise NotSaved("others have been waiting for the disk too long") from None
        else:
            await self._lock.acquire()
        try:
            yield end - time.monotonic()
        finally:
            self._lock.release()

    @asynccontextmanager
    async def last(self) -> AsyncIterator[None]:
        """Take a turn without a time limit, to close the connection."""
        async with self._lock:
            yield

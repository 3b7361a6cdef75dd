"""The queue of writers on the one connection that writes to a file."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ..words.errors import NotSaved

PATIENCE = 5.0
"""Seconds that a write waits for earlier ones, at most. For a lock of the file it waits less."""


class WriteQueue:
    """Queue of writers, first come, first served."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Take a turn. Raises NotSaved if the ones before take too long."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._lock.acquire()
        except TimeoutError:
            raise NotSaved("others have been waiting for the disk too long") from None
        try:
            yield
        finally:
            self._lock.release()

    @asynccontextmanager
    async def last(self) -> AsyncIterator[None]:
        """Take a turn without a time limit, to close the connection."""
        async with self._lock:
            yield

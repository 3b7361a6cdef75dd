"""Pauses without a click in service. Deferrable work runs in them, one job after another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from .in_flight import InFlight

PATIENCE = 0.25
"""Seconds that something waits for its moment at most: where many click there may be none."""


class Idle:
    """Runs background work between clicks. `patience` limits a job's wait in seconds."""

    def __init__(self, acts: InFlight, patience: float = PATIENCE) -> None:
        self._acts = acts
        self._patience = patience
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until earlier jobs are done and no click is in service, or `patience` ends."""
        mine = False
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience):
                    mine = await self._turn.acquire()
                    await self._acts.none()
            yield
        finally:
            if mine:
                self._turn.release()

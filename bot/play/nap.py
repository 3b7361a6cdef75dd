"""A task's sleep that others can end, and a job for many tables that doesn't wait on slow ones.

Another process may hang while it holds a table's lock. The job for that table then fails after some
seconds, while the other tables go on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection


class Nap:
    """A sleep until a time has passed, or until `wake` is called, also before the sleep."""

    def __init__(self) -> None:
        self._woken = False
        self._sleep: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """End the sleep, or the next one at once."""
        self._woken = True
        if self._sleep is not None:
            self._sleep.cancel()

    async def sleep(self, seconds: float) -> None:
        """Sleep. A cancellation of the sleep alone counts as one of the sleeper."""
        if not self._woken:
            sleep = self._sleep = asyncio.ensure_future(asyncio.sleep(seconds))
            try:
                await asyncio.wait({sleep})
            finally:
                sleep.cancel()
                self._sleep = None
            if sleep.cancelled() and not self._woken:
                raise asyncio.CancelledError
        self._woken = False


SOON = 0.5
"""Seconds the next job waits for the one before."""


async def each(tables: Collection[int], work: Callable[[int], Awaitable[bool]]) -> list[int]:
    """Run `work` for all tables, and return the ids where it returned False."""
    tasks: dict[int, asyncio.Future[bool]] = {}
    try:
        for table_id in tables:
            tasks[table_id] = asyncio.ensure_future(work(table_id))
            await asyncio.wait({tasks[table_id]}, timeout=SOON)
        return [table_id for table_id, task in tasks.items() if not await task]
    finally:
        for task in tasks.values():
            task.cancel()

"""Run a job for many tables without waiting on slow ones.

Another process may hang while it holds a table's lock. The job for that table then fails after some
seconds, while the other tables go on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection

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

"""The same done for many tables, of which none waits long for another.

Another process may have hung while it held one: whoever waits for that is refused after some
seconds, and the others needn't wait for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection

SOON = 0.5
"""So long the next one waits for the one before."""


async def each(tables: Collection[int], work: Callable[[int], Awaitable[bool]]) -> list[int]:
    """Do that for all of them; those for which it says that it couldn't be done."""
    tasks: dict[int, asyncio.Future[bool]] = {}
    try:
        for table_id in tables:
            tasks[table_id] = asyncio.ensure_future(work(table_id))
            await asyncio.wait({tasks[table_id]}, timeout=SOON)
        return [table_id for table_id, task in tasks.items() if not await task]
    finally:
        for task in tasks.values():
            task.cancel()

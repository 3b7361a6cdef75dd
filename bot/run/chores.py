"""Background tasks that log their failures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

# Seconds before a failed task starts again.
_AGAIN = 10.0


class Chores:
    """Background tasks, restarted on failure. A task that returns is done."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Start a background task. `name` describes it in the log."""
        self._tasks.append(asyncio.ensure_future(_on_and_on(name, work)))

    async def end(self) -> None:
        """Stop all tasks."""
        # Dropped at once: the cancelled tasks' exceptions reference all they worked on.
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _on_and_on(name: str, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            return await work()
        except Exception:
            _log.exception("%s failed; retrying in %.0f s", name, _AGAIN)
        await asyncio.sleep(_AGAIN)

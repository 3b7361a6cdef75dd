"""What goes on in the background as long as the bot runs, and can't die unheard."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

# What failed begins anew after so many seconds.
_AGAIN = 10.0


class Chores:
    """Tasks that are begun anew whenever they fail; one that returns is done."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do that in the background; `name` says in the log what it is that failed."""
        self._tasks.append(asyncio.ensure_future(_on_and_on(name, work)))

    async def end(self) -> None:
        """Stop all of them."""
        # Not kept: how they were cut short holds all that they were about.
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _on_and_on(name: str, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            return await work()
        except Exception:
            _log.exception("%s failed; it begins anew in %.0f s", name, _AGAIN)
        await asyncio.sleep(_AGAIN)

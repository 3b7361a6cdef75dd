"""simcord's wait for rest, without looking for it when nothing can have come to rest.

simcord looks at every task of the bot, each time at some cost, every 50 ms: a click would take
that long. Here it looks as soon as the loop has nothing more to do and the database owes no
answer. What it takes for rest is its own affair, as before.
"""

import asyncio
import selectors
from collections.abc import Iterable
from typing import Any, cast

import aiosqlite
import simcord
import simcord.env

# At the latest it looks after so long: the loop may wait for what nobody here knows of.
_LATEST = 0.05
# So long where it isn't the database that is waited for: threads, timers.
_ELSE = 0.004
# The name by which a loop has its own.
_KEPT = "_shinrisen_idle"


class _Idle:
    """Tells when a loop is about to wait, after it had something to do."""

    def __init__(self, loop: Any) -> None:
        self._loop = loop
        self._looking: asyncio.Future[None] | None = None
        self._moved = False
        self.asked = 0  # of the database, and not answered yet
        selector: selectors.BaseSelector = loop._selector
        self._select = selector.select
        selector.select = self._selecting  # type: ignore[method-assign]

    def _selecting(self, timeout: float | None = None) -> Any:
        looking = self._looking
        if looking is None:
            return self._select(timeout)
        if timeout is not None and timeout <= 0:
            self._moved = True
        elif self._moved and not self.asked:
            self._looking = None
            looking.set_result(None)
            return self._select(0)
        found = self._select(timeout)
        self._moved = True
        return found

    async def wait(self, seconds: float) -> None:
        """Wait until the loop has nothing to do; at most about so long."""
        self._moved = bool(self._loop._ready)
        looking = self._looking = self._loop.create_future()
        latest = self._loop.time() + _LATEST
        try:
            while not looking.done():
                await asyncio.wait((looking,), timeout=min(seconds, _ELSE))
                if not self.asked or self._loop.time() >= latest:
                    return
        finally:
            self._looking = None


def _here() -> _Idle:
    loop = asyncio.get_running_loop()
    found = vars(loop).get(_KEPT)
    if found is None:
        found = vars(loop)[_KEPT] = _Idle(loop)
    return cast(_Idle, found)


class _Waiting:
    """`asyncio`, but for how simcord waits until something has happened."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def wait(self, tasks: Iterable[Any], **how: Any) -> Any:
        if how.get("return_when") != asyncio.FIRST_COMPLETED:
            return await asyncio.wait(tasks, **how)
        return await _here().wait(how["timeout"])


_ask: Any = aiosqlite.Connection._execute


async def _asking(self: aiosqlite.Connection, *what: Any, **how: Any) -> Any:
    idle = _here()
    idle.asked += 1
    try:
        return await _ask(self, *what, **how)
    finally:
        idle.asked -= 1


def install() -> None:
    """From now on simcord waits so."""
    vars(simcord.env)["asyncio"] = _Waiting()
    aiosqlite.Connection._execute = _asking  # type: ignore[method-assign]

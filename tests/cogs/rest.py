"""A faster replacement for simcord's wait until the bot is idle.

simcord checks all tasks of the bot every 50 ms, so each click takes that long. Here the check runs
once the loop is idle. Its definition of idle is unchanged.

simcord waits in real time for a timer that rings before its time limit. So that limit is short, but
for steps that wait for no timer. Tests pass longer times by `advance_time`.
"""

import asyncio
import selectors
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import simcord
import simcord._dpy_internals as clocks
import simcord.env

from rig.replacing import exchange

from ..loop import patient

# Seconds until a timer rings that a click waits for.
_SOON = 1.0
# Seconds for steps that wait for no timer.
_PATIENCE = 5.0
# Seconds between checks while waiting for threads or timers.
_ELSE = 0.004
# Attribute that stores a loop's own `_Idle`.
_KEPT = "_shinrisen_idle"


class _Idle:
    """Detects when a loop has finished its work and is about to wait."""

    def __init__(self, loop: Any) -> None:
        self._loop = loop
        self._looking: asyncio.Future[None] | None = None
        self._moved = False
        selector: selectors.BaseSelector = loop._selector
        self._select = selector.select
        selector.select = self._selecting  # type: ignore[method-assign]

    def _selecting(self, timeout: float | None = None) -> Any:
        looking = self._looking
        if looking is None:
            return self._select(timeout)
        if timeout is not None and timeout <= 0:
            self._moved = True
        elif self._moved:
            self._looking = None
            looking.set_result(None)
            return self._select(0)
        found = self._select(timeout)
        self._moved = True
        return found

    async def wait(self, seconds: float) -> None:
        """Wait until the loop is idle, at most about `seconds`."""
        self._moved = bool(self._loop._ready)
        looking = self._looking = self._loop.create_future()
        try:
            await asyncio.wait((looking,), timeout=min(seconds, _ELSE))
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


class _Env(simcord.Env):
    """Waits for few timers, and gives a busy machine time for steps that wait for none."""

    def __init__(self, *bot: Any, settle_timeout: float = _SOON, **options: Any) -> None:
        super().__init__(*bot, settle_timeout=settle_timeout, **options)

    @contextmanager
    def _patience(self) -> Iterator[None]:
        usual, self.settle_timeout = self.settle_timeout, _PATIENCE
        try:
            yield
        finally:
            self.settle_timeout = usual

    async def advance_time(self, seconds: float) -> None:
        with self._patience():
            await super().advance_time(seconds)

    async def shutdown(self) -> None:
        with self._patience():
            await super().shutdown()


async def work_here(_: Any, work: Callable[..., Any], *given: Any, **how: Any) -> Any:
    """Replace a connection's `_execute`, whose thread costs a tenth of all processor time."""
    await asyncio.sleep(0)
    return work(*given, **how)


def install() -> None:
    """Replace simcord's wait, and the clock it takes for the loop's."""
    exchange(simcord.env, asyncio=_Waiting(), Env=_Env)
    exchange(clocks, real_monotonic=patient, _REAL_MONOTONIC=patient)

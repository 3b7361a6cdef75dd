"""The tests' event loop. Its clock nearly stands still while a busy machine makes tests slow."""

import asyncio
import os
import selectors
import time
from contextlib import suppress
from typing import Any

_THREADS = "/proc/self/task"
# Work counts for this part of its seconds, so that work without end fails after all.
_WORK = 1 / 20
# Seconds too short to look at the threads.
_SHORT = 0.002
_monotonic = time.monotonic


class _Clock(selectors.DefaultSelector):
    """Counts the idle seconds in full, and a part of all others.

    Idle are the seconds in `select`. Left out are those it oversleeps, and those other threads
    work or wait for a processor. Only Linux knows of other threads.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen = self._now = _monotonic()
        self._worked = _worked()

    def seconds(self) -> float:
        """Return the clock's seconds. Call it outside `select`."""
        return self._now + (_monotonic() - self._seen) * _WORK

    def select(self, timeout: float | None = None) -> Any:
        """Wait for events."""
        if self._pass() > _SHORT:
            self._worked = _worked()
        found = super().select(timeout)
        idle = _monotonic() - self._seen
        if idle > _SHORT:
            before, self._worked = self._worked, _worked()
            idle -= sum(self._worked[one] - before[one] for one in before.keys() & self._worked)
            if timeout is not None:
                idle = min(idle, max(0.0, timeout) + _SHORT)
        self._pass(max(0.0, idle))
        return found

    def _pass(self, idle: float = 0.0) -> float:
        passed, self._seen = (now := _monotonic()) - self._seen, now
        self._now += idle + max(0.0, passed - idle) * _WORK
        return passed


class PatientLoop(asyncio.SelectorEventLoop):
    """A loop whose time limits a busy machine doesn't reach."""

    def __init__(self) -> None:
        self._clock = _Clock()
        super().__init__(self._clock)

    def time(self) -> float:
        """Return the seconds of the clock, or of what replaces `time.monotonic`."""
        return self._clock.seconds() if time.monotonic is _monotonic else time.monotonic()


def patient() -> float:
    """Return the seconds of the running loop's clock."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return _monotonic()
    return loop._clock.seconds() if isinstance(loop, PatientLoop) else _monotonic()


def _worked() -> dict[str, float]:
    """Return the seconds each thread has worked or waited for a processor."""
    found = {}
    # Read thousands of times, so without files as objects.
    for thread in os.listdir(_THREADS) if os.path.isdir(_THREADS) else ():
        # A thread may have ended, or the machine has no such figures.
        with suppress(OSError, ValueError):
            file = os.open(f"{_THREADS}/{thread}/schedstat", os.O_RDONLY)
            try:
                worked, waited, _ = os.read(file, 100).split()
            finally:
                os.close(file)
            found[thread] = (int(worked) + int(waited)) / 1e9
    return found

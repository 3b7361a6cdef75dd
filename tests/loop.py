"""The tests' event loop. Its clock stands still while a busy machine keeps the process waiting."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

_THREADS = Path("/proc/self/task")
# Seconds between two looks at the scheduler's figures.
_LOOK = 0.01


class PatientLoop(asyncio.SelectorEventLoop):
    """A loop that excludes from its time limits the waits for a processor.

    Linux counts these waits for each thread. Elsewhere the clock is the usual one.
    """

    def __init__(self) -> None:
        self._seen = self._now = time.monotonic()
        self._waits = _waits()
        super().__init__()

    def time(self) -> float:
        """Return the clock's seconds."""
        passed = time.monotonic() - self._seen
        if passed < _LOOK:
            return self._now + passed
        waits = _waits()
        waited = sum(max(0, waits[one] - self._waits[one]) for one in waits.keys() & self._waits)
        self._waits = waits
        self._seen += passed
        self._now += max(_LOOK, passed - waited / 1e9)
        return self._now


def _waits() -> dict[str, int]:
    """Return the nanoseconds each thread has waited for a processor."""
    found = {}
    for thread in _THREADS.iterdir() if _THREADS.is_dir() else ():
        # A thread may have ended, or the machine has no such figures.
        with suppress(OSError, ValueError, IndexError):
            found[thread.name] = int((thread / "schedstat").read_text("ascii").split()[1])
    return found

"""A timer that is set again and again."""

import asyncio
from collections.abc import Callable, Iterable

# A timer may ring a little before the clock has come to its time.
_LATE = 0.05


class Alarm:
    """Calls `ring` once, at the first of the times that were set last."""

    def __init__(self, now: Callable[[], float], ring: Callable[[], object]) -> None:
        self._now, self._ring = now, ring
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, times: Iterable[float]) -> None:
        """Ring at the first of these times instead, or without one never."""
        at = min(times, default=None)
        if self._timer is not None:
            # Mostly the time is unchanged.
            if at == self._at:
                return
            self._timer.cancel()
            self._timer = None
        if at is not None:
            seconds = max(0.0, at - self._now()) + _LATE
            self._timer = asyncio.get_running_loop().call_later(seconds, self._due)
            self._at = at

    def _due(self) -> None:
        self._timer = None
        self._ring()

"""Requests in virtual time."""

import bisect
import random
import selectors
from typing import Any


def most_in(times: list[float], seconds: float) -> int:
    """Return the greatest number of times within any such period."""
    times = sorted(times)
    return max(bisect.bisect_left(times, at + seconds) - i for i, at in enumerate(times))


class Selector(selectors.SelectSelector):
    """Moves the time on instead of waiting, at random too far."""

    def __init__(self, rng: random.Random, late: float) -> None:
        super().__init__()
        self.now, self._rng, self._late = 0.0, rng, late

    def select(self, timeout: float | None = None) -> Any:
        """Return what is ready now."""
        assert timeout is not None, "nothing is left to wait for"
        self.now += timeout
        if self._rng.random() < 0.05:
            self.now += self._rng.uniform(0, self._late)
        return super().select(0)

"""Changes that wait for the next one: a screen that is about to be replaced isn't sent.

An alarm rings when one has waited long enough.
"""

import asyncio
from collections.abc import Callable, Iterable

from ..play.match import Match
from ..storage import StoredTable
from . import deciding
from .state import State


def patience(stored: StoredTable, match: Match | None) -> float:
    """Return the seconds that a change of a reader's screen may wait for the next one.

    Computers move within seconds, and their moves change it again. A player who may decide never
    waits, and neither does a reveal or an end.
    """
    if match is None or stored.phase == "cancelled" or stored.paused_at is not None:
        return 0.0
    if stored.phase != "live" or not match.to_act:
        return 0.0
    if match.held or any(stored.players[seat].playing for seat in match.to_act):
        return 0.0
    # Two computers in a row may both take long.
    return 2 * deciding.MOMENT[1]


class Coalescing:
    """The readers whose screens have changed but aren't sent yet, each until a time."""

    def __init__(self, state: State, refresh: Callable[[], None]) -> None:
        self._state = state
        self._now = state.house.now
        self._until: dict[int, float] = {}
        self._alarm = Alarm(self._now, refresh)

    def waits(self, reader: int) -> bool:
        """Return True if a reader's change is to be shown with the next one."""
        now = self._now()
        most = now + patience(self._state.stored, self._state.match)
        self._until[reader] = until = min(most, self._until.get(reader, most))
        return until > now

    def sent(self, reader: int) -> None:
        """Note that a reader's newest screen is on its way."""
        self._until.pop(reader, None)

    def ring(self) -> None:
        """Refresh again once the first of them has waited long enough."""
        now = self._now()
        self._until = {reader: until for reader, until in self._until.items() if until > now}
        self._alarm.set(self._until.values())

    def stop(self) -> None:
        """Refresh no more."""
        self._alarm.set(())


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

"""Time when players can't act: Discord unreachable, the machine asleep, the process stopped."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

GRACE = 5.0
"""Longest gap in seconds that isn't an outage, such as a resumed connection."""
# Seconds between checks of Discord, and seconds it has to answer.
_ASK_EVERY, _ASK_PATIENCE = 10.0, 5.0


class Outage:
    """Adds up the time lost until `take`.

    The time before the first connection counts too. `ask` sends any request to Discord. Any
    exception it raises counts as no answer.
    """

    def __init__(self, now: Callable[[], float], ask: Callable[[], Awaitable[object]]) -> None:
        self._now = now
        self._ask = ask
        # None stands for the first connection of all shards.
        self._away: set[int | None] = {None}
        self._since: float | None = now()
        self._lost = 0.0
        self._answered = 0.0
        self._asking: asyncio.Future[object] | None = None

    def left(self, shard: int) -> None:
        """Note that a shard has lost its gateway connection."""
        self._away.add(shard)
        self._begin()

    def back(self, shard: int | None) -> None:
        """Note that a shard has reconnected, or that all have connected once (None)."""
        self._away.discard(shard)
        if not self._away:
            self._end()

    def skipped(self, seconds: float) -> None:
        """Note a sudden jump of time: the machine slept, or the process stopped."""
        if seconds > GRACE:
            _log.warning("a jump of %.0f s in time; deadlines are extended by it", seconds)
            self.add(seconds)

    def add(self, seconds: float) -> None:
        """Add seconds to the lost time."""
        self._lost += seconds

    @property
    def under_way(self) -> bool:
        """True if an outage has been noticed."""
        return self._since is not None

    def take(self) -> float:
        """Return the seconds lost since the last call."""
        lost, self._lost = self._lost, 0.0
        return lost

    async def over(self) -> bool:
        """Return True if players can act now. Asks Discord at intervals."""
        if self._away:
            return False
        if self._since is None and self._now() - self._answered < _ASK_EVERY:
            return True
        if await self._discord_answers():
            self._answered = self._now()
            if not self._away:
                self._end()
        else:
            self._begin()
        return not self.under_way

    async def _discord_answers(self) -> bool:
        # Never cancelled: discord.py would hold its global rate limit forever.
        asking = self._asking or asyncio.ensure_future(self._ask())
        self._asking = asking
        done, _ = await asyncio.wait({asking}, timeout=_ASK_PATIENCE)
        why: object = "no answer"
        if done:
            self._asking = None
            error = asking.exception()
            if error is None:
                return True
            why = repr(error)
        if not self.under_way:
            _log.warning("can't reach Discord (%s); deadlines stop", why)
        return False

    def _begin(self) -> None:
        if self._since is None:
            self._since = self._now()

    def _end(self) -> None:
        if self._since is not None:
            lost, self._since = self._now() - self._since, None
            if lost > GRACE:
                _log.info("outage over after %.0f s", lost)
                self.add(lost)

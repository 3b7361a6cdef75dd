"""Time in which nobody could act: Discord away, the machine asleep, the process stopped."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

GRACE = 5.0
"""So many seconds may be lost unnoticed: a connection resumed is no outage."""
# Discord is asked whether it is there no more often, and has to answer in so many seconds.
_ASK_EVERY, _ASK_PATIENCE = 10.0, 5.0


class Outage:
    """Adds up the time that was lost, until somebody takes it.

    Before the first connection nobody can act either. `ask` asks Discord for anything; what it
    raises means that there is no answer.
    """

    def __init__(self, now: Callable[[], float], ask: Callable[[], Awaitable[object]]) -> None:
        self._now = now
        self._ask = ask
        # None is the bot itself, which has yet to connect.
        self._away: set[int | None] = {None}
        self._since: float | None = now()
        self._lost = 0.0
        self._answered = 0.0
        self._asking: asyncio.Future[object] | None = None

    def left(self, shard: int) -> None:
        """A connection to the gateway is lost."""
        self._away.add(shard)
        self._begin()

    def back(self, shard: int | None) -> None:
        """A connection is there again, or (None) all are for the first time."""
        self._away.discard(shard)
        if not self._away:
            self._end()

    def skipped(self, seconds: float) -> None:
        """So much time has passed at once: the machine slept, or the process stood still."""
        if seconds > GRACE:
            _log.warning("%.0f s have passed at once: no decision counts them", seconds)
            self.add(seconds)

    def add(self, seconds: float) -> None:
        """Count that as lost."""
        self._lost += seconds

    @property
    def under_way(self) -> bool:
        """Whether nobody can act now, as far as is known."""
        return self._since is not None

    def take(self) -> float:
        """The seconds lost since last asked."""
        lost, self._lost = self._lost, 0.0
        return lost

    async def over(self) -> bool:
        """Whether people can act now, as far as can be known: Discord answers, too."""
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
        # Never cut short: cancelled in a limit of all routes, discord.py keeps it for ever.
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
            _log.warning("Discord can't be reached, so clocks stop: %s", why)
        return False

    def _begin(self) -> None:
        if self._since is None:
            self._since = self._now()

    def _end(self) -> None:
        if self._since is not None:
            lost, self._since = self._now() - self._since, None
            if lost > GRACE:
                _log.info("after %.0f s people can act again", lost)
                self.add(lost)

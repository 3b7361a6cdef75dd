"""Discord's time, which may differ from this machine's."""

import logging
from collections import deque
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord

_log = logging.getLogger(__name__)

MOST_OFF = 2.0
"""Largest clock error in seconds. Beyond it, answers come too late and deadlines are missed."""
# Number of offsets kept, and number needed for a warning.
_KEPT, _ENOUGH = 15, 3
# Seconds between warnings.
_AGAIN = 3600.0
# The header has whole seconds.
_HALF = 0.5


def made_at(number: int) -> float:
    """Return the unix time of an object of Discord, such as an interaction, by its id."""
    return ((number >> 22) + discord.utils.DISCORD_EPOCH) / 1000


class DiscordTime:
    """Discord's time, from interactions' ids, and from the header `Date` until the first of them.

    A delay on the way makes Discord's clock look slow, so the largest of the last offsets counts.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._offsets: deque[float] = deque(maxlen=_KEPT)
        self._by_interactions = False
        self._warned = float("-inf")

    def now(self) -> float:
        """Return Discord's time in unix seconds."""
        return self._now() + self._offset()

    def acted(self, at: float) -> None:
        """Note an interaction that Discord made just now, by its time in unix seconds."""
        if not self._by_interactions:
            # A proxy may have answered by a clock of its own.
            self._by_interactions = True
            self._offsets.clear()
        self._note(at)

    def trace(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Read the time of answers with a trace. Return it."""
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(
        self, session: object, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        if not self._by_interactions and (date := ended.response.headers.get("Date")):
            self._note(parsedate_to_datetime(date).timestamp() + _HALF)

    def _note(self, at: float) -> None:
        now = self._now()
        self._offsets.append(at - now)
        off = self._offset()
        if len(self._offsets) < _ENOUGH or abs(off) <= MOST_OFF or now - self._warned < _AGAIN:
            return
        self._warned = now
        wrong = "slow" if off > 0 else "fast"
        _log.warning("this machine's clock is %.0f s %s: set it (NTP)", abs(off), wrong)

    def _offset(self) -> float:
        return max(self._offsets, default=0.0)

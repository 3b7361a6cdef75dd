"""Pacing of requests to Discord, so that it never rejects one as too many.

Discord allows 50 requests a second. In a channel it allows about 5 edits and 5 new messages in 5
seconds. Interaction responses, and edits with an interaction's token, are exempt.
"""

import asyncio
import heapq
import itertools
import re
from collections import deque
from contextvars import ContextVar
from enum import IntEnum
from types import SimpleNamespace

import aiohttp

_PER_SECOND = 45.0
# Burst size after a pause. With the next second's requests it stays below 50.
_AT_ONCE = 3
# Limit of a channel: 5 in 5 seconds. The extra half second covers requests that overtake each
# other.
_IN_CHANNEL, _SECONDS = 5, 5.5
# A panel's limit in a channel when requests pile up. A panel that waits shows several changes at
# once.
_PANEL = 2
_BUSY = 1 / 8
# Number of channels in memory before idle ones are dropped.
_KEPT = 1000
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


class Urgency(IntEnum):
    """Request priority, most urgent first."""

    NOTICE = 0
    HAND = 1
    PANEL = 2
    TIDYING = 3


class _Turn:
    """A task's right to send one request."""

    used = False


_TURN: ContextVar[_Turn | None] = ContextVar("turn", default=None)


class DirectPacer:
    """Spaces the opening of direct message channels: Discord restricts a fast bot (40003).

    A tenth of a minute's openings may go at once after a rest.
    """

    def __init__(self, per_minute: int) -> None:
        self._step = 60 / per_minute
        self._at_once = max(1, per_minute // 10)
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for the right to open one channel."""
        now = asyncio.get_running_loop().time()
        self._next = max(self._next, now) + self._step
        await asyncio.sleep(max(0.0, self._next - self._at_once * self._step - now))


class _Channel:
    """Times of the latest requests of one kind to a channel."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.sent: deque[float] = deque(maxlen=_IN_CHANNEL)

    def wait(self, most: int, now: float) -> float:
        """Return the seconds until another request may be sent."""
        return self.sent[-most] + _SECONDS - now if len(self.sent) >= most else 0.0

    def at_rest(self, now: float) -> bool:
        """Return True if no request was sent here recently, and none waits."""
        return not self.lock.locked() and self.wait(1, now) <= 0


class Pacer:
    """Sends rate-limited requests one after the other, most urgent first.

    With `per_second` 0 nothing waits, as stand-ins have no limits. Without `shared`, a proxy limits
    all processes together, and this pacer only orders its own requests.
    """

    def __init__(self, per_second: float = _PER_SECOND, *, shared: bool = True) -> None:
        self._shared = shared
        self._usual = self._step = 1 / per_second if per_second else 0.0
        self._next = 0.0
        self._numbers = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._channels: dict[str, _Channel] = {}
        self._latest: deque[float] = deque(maxlen=max(1, int(per_second * _BUSY)))

    def share(self, among: int) -> None:
        """Set the number of processes that share the token's rate limit."""
        self._step = self._usual * (max(1, among) if self._shared else 1)

    async def turn(self, urgency: Urgency, method: str = "", channel_id: int = 0) -> bool:
        """Wait for the right to send one request. Return True if that took time.

        The task's next request uses it up. `method` and `channel_id` describe a request to a
        channel.
        """
        held = _TURN.get()
        if not self._step or (held is not None and not held.used):
            return False
        if channel_id:
            waited = await self._in_channel(urgency, f"{method} {channel_id}")
        else:
            waited = await self._among_all(urgency)
        _TURN.set(_Turn())
        return waited

    async def _in_channel(self, urgency: Urgency, key: str) -> bool:
        loop, waited = asyncio.get_running_loop(), False
        channel = self._channels.get(key)
        if channel is None:
            self._forget(loop.time())
            channel = self._channels[key] = _Channel()
        async with channel.lock:
            while (seconds := channel.wait(self._most(urgency), loop.time())) > 0:
                await asyncio.sleep(seconds)
                waited = True
            waited |= await self._among_all(urgency)
            channel.sent.append(loop.time())
        return waited

    def _most(self, urgency: Urgency) -> int:
        """Return the number of requests that the channel's limit allows."""
        latest, now = self._latest, asyncio.get_running_loop().time()
        busy = len(latest) == latest.maxlen and latest[0] > now - 1.0
        return _PANEL if busy and urgency is Urgency.PANEL else _IN_CHANNEL

    def _forget(self, now: float) -> None:
        if len(self._channels) >= _KEPT:
            kept = {k: c for k, c in self._channels.items() if not c.at_rest(now)}
            self._channels = kept

    async def _among_all(self, urgency: Urgency) -> bool:
        loop = asyncio.get_running_loop()
        if not self._waiting and self._open(loop.time()):
            self._count(loop.time())
            return False
        mine: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._waiting, (urgency, next(self._numbers), mine))
        self._go_on()
        await mine
        return True

    def _open(self, now: float) -> bool:
        return now >= self._next - (_AT_ONCE - 1) * self._step

    def _count(self, now: float) -> None:
        self._next = max(self._next, now) + self._step
        self._latest.append(now)

    def _go_on(self) -> None:
        """Release the requests that may go now, and schedule the next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        while self._waiting and self._open(loop.time()):
            _, _, first = heapq.heappop(self._waiting)
            if not first.done():
                self._count(loop.time())
                first.set_result(None)
        if self._waiting:
            seconds = self._next - (_AT_ONCE - 1) * self._step - loop.time()
            self._timer = loop.call_later(seconds, self._go_on)

    @property
    def queued(self) -> int:
        """Number of requests that wait for their turn or in their channel."""
        there = sum(channel.lock.locked() for channel in self._channels.values())
        return len(self._waiting) + there

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace for discord.py's option `http_trace`.

        It makes discord.py wait before each rate-limited request, retries included.
        """
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._asked)
        return trace

    async def _asked(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        path = request.url.path
        if request.url.scheme in ("ws", "wss") or "/webhooks/" in path or "/interactions/" in path:
            return
        channel = _CHANNEL.search(path)
        await self.turn(Urgency.NOTICE, request.method, int(channel[1]) if channel else 0)
        held = _TURN.get()
        if held is not None:
            held.used = True

"""How fast the bot asks things of Discord, so that it is never told to wait.

Discord counts 50 requests a second, and about 5 edits, and as many new messages, in 5 seconds in
a channel. Answers to interactions, and what is changed by their tokens, aren't counted.
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
# So many may go at once after a rest. With those of the second that follows it is below 50.
_AT_ONCE = 3
# In a channel; the half second is for those that overtake each other on the way.
_IN_CHANNEL, _SECONDS = 5, 5.5
# A panel's, when there is much else to send: the more it waits, the more it says at once.
_PANEL = 2
_BUSY = 1 / 8
# Channels that may be kept in mind though nothing was sent there lately.
_KEPT = 1000
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


class Urgency(IntEnum):
    """Who goes first where many wait."""

    NOTICE = 0
    HAND = 1
    PANEL = 2
    TIDYING = 3


class _Turn:
    """The right to send one request, for the task that waited for it."""

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
    """When the latest requests of one kind were sent to a channel."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.sent: deque[float] = deque(maxlen=_IN_CHANNEL)

    def wait(self, most: int, now: float) -> float:
        """The seconds until one more may be sent."""
        return self.sent[-most] + _SECONDS - now if len(self.sent) >= most else 0.0

    def at_rest(self, now: float) -> bool:
        """Whether nothing was sent there lately, nor waits to be."""
        return not self.lock.locked() and self.wait(1, now) <= 0


class Pacer:
    """Lets counted requests go one after the other, the urgent first.

    `per_second` 0 lets everything through, for stand-ins without limits. Not `shared`: a proxy
    counts what all processes send, and this one only keeps its own in order.
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
        """Take this process's share, where so many send by the same token."""
        self._step = self._usual * (max(1, among) if self._shared else 1)

    async def turn(self, urgency: Urgency, method: str = "", channel_id: int = 0) -> bool:
        """Wait for the right to send one request; whether that took time.

        The next request of this task uses it. `method` and `channel_id` tell what is to be sent
        where, if it goes to a channel.
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
        """How many a channel takes in those seconds."""
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
        """Let go who may go now, and come back for the next."""
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
        """How many wait for their turn, among all or in their channel."""
        there = sum(channel.lock.locked() for channel in self._channels.values())
        return len(self._waiting) + there

    def trace(self) -> aiohttp.TraceConfig:
        """What makes discord.py ask before each request that is counted, and be it the same again.

        For its option `http_trace`.
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

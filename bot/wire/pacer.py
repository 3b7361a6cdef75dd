"""Pacing of requests to Discord, so that it never rejects one as too many.

Discord allows 50 requests a second. In a channel it allows about 5 edits and 5 new messages in 5
seconds. Interaction responses, and edits with an interaction's token, are exempt.
"""

import asyncio
import heapq
import itertools
import logging
import math
import re
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from types import SimpleNamespace
from typing import TypeAlias

import aiohttp
import discord.http

from .faults import Restricted

_log = logging.getLogger(__name__)

_PER_SECOND = 45.0
# Length of the window for that number, in seconds. Discord may count in a sliding second or in
# its own.
_WINDOW = 1.0
# Seconds that a request without an answer holds its place.
_PATIENCE = 3.0
# Burst size after a pause.
_AT_ONCE = 3
# Lifetime of an unused turn in seconds. discord.py may hold a request back for a limit it knows.
_GOOD = 0.5
# Limit of a channel: 5 in 5 seconds. The extra half second covers requests that overtake each
# other.
_IN_CHANNEL, _SECONDS = 5, 5.5
# A panel's limit in a channel when requests pile up. A panel that waits shows several changes at
# once.
_PANEL = 2
_BUSY = 1 / 8
# A queue is behind if a panel's next edit waits longer, in seconds.
_BEHIND = 1.0
# Number of channels in memory before idle ones are dropped.
_KEPT = 1000
# Seconds of the first rest while Discord restricts direct messages, and of the longest.
_REST, _LONGEST_REST = 10.0, 640.0
# Headers with the reset time of a limit.
_WHEN = ("X-RateLimit-Reset-After", "X-RateLimit-Reset")
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


class Urgency(IntEnum):
    """Request priority, most urgent first.

    A notice's line becomes its SCREEN before the next notice goes out. So each waits once.
    """

    SCREEN = 0
    NOTICE = 1
    HAND = 2
    PANEL = 3
    TIDYING = 4


@dataclass(slots=True)
class _Turn:
    """A task's right to send one request.

    until: the time until it counts as one of the window's requests, infinite until it is written.
    unused: False once a request has begun.
    """

    until: float = math.inf
    unused: bool = True

    def good(self, now: float) -> bool:
        """Return True if a request may still be sent by it."""
        return self.unused and now < self.until


_TURN: ContextVar[_Turn | None] = ContextVar("turn", default=None)
_Waiting: TypeAlias = tuple[Urgency, int, Callable[[], Urgency], asyncio.Future[_Turn]]
_ASKING = 0.2
"""Seconds until the urgencies of all that wait are asked for again."""


class DirectPacer:
    """Spaces the opening of direct message channels: Discord restricts a fast bot (40003).

    A tenth of a minute's openings may go at once after a rest. While the bot is restricted,
    none is tried.
    """

    def __init__(self, per_minute: int) -> None:
        self._rest, self._rests_until = _REST, -math.inf
        self._step = 60 / per_minute
        self._at_once = max(1, per_minute // 10)
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for the right to open one channel. Raises Restricted."""
        now = asyncio.get_running_loop().time()
        if now < self._rests_until:
            raise Restricted("Discord restricts direct messages")
        self._next = max(self._next, now) + self._step
        await asyncio.sleep(max(0.0, self._next - self._at_once * self._step - now))

    def opened(self) -> None:
        """Note that Discord opened a channel."""
        self._rest = _REST

    def rest(self) -> None:
        """Open none for a while. Each rest in a row is twice as long."""
        now = asyncio.get_running_loop().time()
        if now < self._rests_until:
            return
        _log.warning("Discord restricts direct messages: none is opened for %.0f s", self._rest)
        self._rests_until = now + self._rest
        self._rest = min(self._rest * 2, _LONGEST_REST)


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

    A request counts from its turn until a window has passed since its answer. Discord counted it
    in between. So no window of Discord holds too many, even if requests overtake each other. With
    `per_second` 0 nothing waits, as stand-ins have no limits. Without `shared`, a proxy limits all
    processes together, and this pacer only orders its own requests.
    """

    def __init__(self, per_second: float = _PER_SECOND, *, shared: bool = True) -> None:
        self._shared = shared
        self._per_second = per_second
        self._next = 0.0
        self._turns: list[_Turn] = []
        # A heap: of one urgency, the one that has had it for longest comes first.
        self._waiting: list[_Waiting] = []
        self._numbers, self._asked_again = itertools.count(), 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._channels: dict[str, _Channel] = {}
        self.share(1)

    def share(self, among: int) -> None:
        """Set the number of processes that share the token's rate limit."""
        among = max(1, among) if self._shared else 1
        self._step = among / self._per_second if self._per_second else 0.0
        self._limit = max(1, int(self._per_second / among))
        self._window = max(_WINDOW, self._step)

    async def turn(
        self, urgency: Urgency | Callable[[], Urgency], method: str = "", channel_id: int = 0
    ) -> bool:
        """Wait for the right to send one request. Return True if that took time.

        The task's next request uses it up. `method` and `channel_id` describe a request to a
        channel. Its urgency may change while it waits.
        """
        asked = urgency if callable(urgency) else lambda: urgency
        loop, held = asyncio.get_running_loop(), _TURN.get()
        if not self._step or (held is not None and held.good(loop.time())):
            return False
        turn, waited = await self._wait(asked, method, channel_id)
        turn.until = loop.time() + _GOOD
        _TURN.set(turn)
        return waited

    async def _wait(
        self, urgency: Callable[[], Urgency], method: str, channel_id: int
    ) -> tuple[_Turn, bool]:
        """Return a turn for a request that is sent now, and True if that took time."""
        if not channel_id:
            return await self._among_all(urgency)
        loop, late, key = asyncio.get_running_loop(), False, f"{method} {channel_id}"
        channel = self._channels.get(key)
        if channel is None:
            self._forget(loop.time())
            channel = self._channels[key] = _Channel()
        async with channel.lock:
            while (seconds := channel.wait(self._most(urgency()), loop.time())) > 0:
                await asyncio.sleep(seconds)
                late = True
            turn, waited = await self._among_all(urgency)
            channel.sent.append(loop.time())
        return turn, waited or late

    def _most(self, urgency: Urgency) -> int:
        """Return the number of requests that the channel's limit allows."""
        busy = len(self._counted()) >= max(1, int(self._per_second * _BUSY))
        return _PANEL if busy and urgency is Urgency.PANEL else _IN_CHANNEL

    def _forget(self, now: float) -> None:
        if len(self._channels) >= _KEPT:
            kept = {k: c for k, c in self._channels.items() if not c.at_rest(now)}
            self._channels = kept

    async def _among_all(self, urgency: Callable[[], Urgency]) -> tuple[_Turn, bool]:
        if not self._waiting and self._seconds() <= 0:
            return self._grant(), False
        mine: asyncio.Future[_Turn] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency(), next(self._numbers), urgency, mine))
        self._go_on()
        try:
            return await mine, True
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._stop(mine.result(), 0.0)
            raise

    def _counted(self) -> list[_Turn]:
        """Return the turns that count now."""
        now = asyncio.get_running_loop().time()
        self._turns = [turn for turn in self._turns if turn.until > now]
        return self._turns

    def _seconds(self) -> float:
        """Return the seconds until the next turn, infinite while requests are being sent."""
        now, ends = asyncio.get_running_loop().time(), sorted(t.until for t in self._counted())
        full = ends[len(ends) - self._limit] if len(ends) >= self._limit else 0.0
        return max(full, self._next - (_AT_ONCE - 1) * self._step) - now

    def _grant(self) -> _Turn:
        self._next = max(self._next, asyncio.get_running_loop().time()) + self._step
        self._turns.append(turn := _Turn())
        return turn

    def _stop(self, turn: _Turn, until: float) -> None:
        """Count a turn until a time only."""
        turn.until = until
        self._go_on()

    def _go_on(self) -> None:
        """Release the requests that may go now, and schedule the next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._waiting and (seconds := self._seconds()) <= 0:
            self._ask_again()
            *_, first = heapq.heappop(self._waiting)
            if not first.done():
                first.set_result(self._grant())
        if self._waiting and seconds < math.inf:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._go_on)

    def _ask_again(self) -> None:
        """Put those that wait in the order of their urgency now. Thousands may wait."""
        now = asyncio.get_running_loop().time()
        if now < self._asked_again:
            return
        self._asked_again = now + _ASKING
        for at, (before, _, asked, mine) in enumerate(self._waiting):
            if (urgency := asked()) is not before:
                self._waiting[at] = urgency, next(self._numbers), asked, mine
        heapq.heapify(self._waiting)

    def behind(self, channel_id: int) -> bool:
        """Return True if an edit of a panel in the channel would come late."""
        channel, now = self._channels.get(f"PATCH {channel_id}"), asyncio.get_running_loop().time()
        here = 0.0 if channel is None else channel.wait(self._most(Urgency.PANEL), now)
        held = channel is not None and channel.lock.locked()
        return held or max(here, len(self._waiting) * self._step) > _BEHIND

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
        trace.on_request_headers_sent.append(self._sent)
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._failed)
        return trace

    async def _asked(
        self, _: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        path = request.url.path
        if request.url.scheme in ("ws", "wss") or "/webhooks/" in path or "/interactions/" in path:
            return
        if not self._step:
            return
        turn = _TURN.get()
        if turn is None or not turn.good(asyncio.get_running_loop().time()):
            channel = _CHANNEL.search(path)
            channel_id = int(channel[1]) if channel else 0
            turn, _ = await self._wait(lambda: Urgency.NOTICE, request.method, channel_id)
        turn.unused, turn.until = False, math.inf
        context.turn = turn

    async def _sent(self, _: object, context: SimpleNamespace, __: object) -> None:
        if hasattr(context, "turn"):
            self._stop(context.turn, asyncio.get_running_loop().time() + _PATIENCE + self._window)

    async def _answered(self, _: object, context: SimpleNamespace, __: object) -> None:
        if hasattr(context, "turn"):
            self._stop(context.turn, asyncio.get_running_loop().time() + self._window)

    async def _failed(self, _: object, context: SimpleNamespace, __: object) -> None:
        if hasattr(context, "turn") and context.turn.until == math.inf:
            self._stop(context.turn, 0.0)


class _Ratelimit(discord.http.Ratelimit):
    """A rate-limit bucket that ignores a response's count without a reset time.

    nirn-proxy answers some requests from its cache, such as those about the bot itself. These
    answers report five remaining requests but no reset time, which crashes discord.py.
    """

    __slots__ = ()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        if any(name in response.headers for name in _WHEN):
            super().update(response, use_clock=use_clock)


def go_through(proxy: str) -> None:
    """Send discord.py's requests to a proxy's REST address.

    Gateway connections still go to Discord directly.
    """
    discord.http.Route.BASE = proxy
    names = vars(discord.http)
    assert issubclass(_Ratelimit, names["Ratelimit"])
    names["Ratelimit"] = _Ratelimit

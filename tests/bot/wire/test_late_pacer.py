"""The pacer on a loop that is late, with slow connections. Time is simulated."""

import asyncio
import random
import selectors
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from bot.wire.pacer import Pacer, Urgency

from .test_pacer import most_in

Send = Callable[[str], Awaitable[None]]


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


class Requests:
    """Requests seen by a pacer's trace. `counted`: the times when Discord counts them."""

    def __init__(self, pacer: Pacer, rng: random.Random, *, stalls: bool = False) -> None:
        self.pacer = pacer
        self._stalls = stalls
        self.counted: list[float] = []
        self._rng = rng
        self._trace = pacer.trace()
        self._trace.freeze()

    async def send(self, path: str) -> None:
        """Connect, write a request and wait for its answer. All may be slow or fail."""
        session: Any = None
        context, url = self._trace.trace_config_ctx(), URL(f"https://discord.com/api/v10{path}")
        headers: CIMultiDict[str] = CIMultiDict()
        begun = aiohttp.TraceRequestStartParams("POST", url, headers)
        await self._trace.on_request_start.send(session, context, begun)
        await asyncio.sleep(self._rng.choice((0, 0, 0.02, 0.3, 2.0)))
        if self._rng.random() < 0.05:
            lost = aiohttp.TraceRequestExceptionParams("POST", url, headers, OSError())
            await self._trace.on_request_exception.send(session, context, lost)
            return
        written = aiohttp.TraceRequestHeadersSentParams("POST", url, headers)
        await self._trace.on_request_headers_sent.send(session, context, written)
        now = asyncio.get_running_loop().time()
        # Discord reads nothing during every third second, then all at once.
        late = 1 - now % 1 if int(now) % 3 == 0 else 0.0
        await asyncio.sleep(late if self._stalls else self._rng.choice((0, 0, 0.1, 0.5, 1.5)))
        self.counted.append(asyncio.get_running_loop().time())
        await asyncio.sleep(self._rng.choice((0, 0.1)))
        if self._rng.random() < 0.05:
            lost = aiohttp.TraceRequestExceptionParams("POST", url, headers, OSError())
            await self._trace.on_request_exception.send(session, context, lost)
            return
        response: Any = None
        answered = aiohttp.TraceRequestEndParams("POST", url, headers, response)
        await self._trace.on_request_end.send(session, context, answered)

    async def hand(self) -> None:
        """Send a hand, which discord.py may hold back after its turn."""
        await self.pacer.turn(Urgency.HAND)
        await asyncio.sleep(self._rng.choice((0, 0, 0.2, 1.0)))
        if self._rng.random() < 0.9:
            await self.send("/channels/1/other")

    async def opening(self) -> None:
        """Open direct messages."""
        await self.send("/users/@me/channels")

    async def given_up(self) -> None:
        """Wait for a turn, and be cancelled at some time."""
        task = asyncio.ensure_future(self.hand())
        await asyncio.sleep(self._rng.uniform(0, 5))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture(params=[(late, seed) for late in (0.0, 0.3, 3.0) for seed in range(5)], ids=str)
def simulated(request: pytest.FixtureRequest) -> Iterator[tuple[Any, random.Random]]:
    """Return a loop with simulated time, late at random, and the source of chance."""
    late, seed = request.param
    rng = random.Random(seed)
    selector = Selector(rng, late)
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    yield loop, rng
    loop.close()


def test_each_second_holds_at_most_45_requests(simulated: tuple[Any, random.Random]) -> None:
    loop, rng = simulated

    async def run() -> list[float]:
        requests = Requests(Pacer(45), rng)
        kinds = (requests.hand, requests.opening, requests.given_up)
        sending = []
        for _ in range(400):
            sending.append(asyncio.ensure_future(rng.choice(kinds)()))
            if rng.random() < 0.1:
                await asyncio.sleep(rng.uniform(0, 3))
        await asyncio.gather(*sending)
        return requests.counted

    counted = loop.run_until_complete(run())
    assert len(counted) > 200
    assert most_in(counted, 1.0) <= 45


def test_requests_of_all_processes_share_a_second(simulated: tuple[Any, random.Random]) -> None:
    loop, rng = simulated

    async def run() -> list[float]:
        processes = [Requests(Pacer(45), rng) for _ in range(4)]
        for one in processes:
            one.pacer.share(4)
        await asyncio.gather(*(one.opening() for one in processes for _ in range(50)))
        return [time for one in processes for time in one.counted]

    assert most_in(loop.run_until_complete(run()), 1.0) <= 45


def test_requests_that_arrive_together_stay_below_the_limit(
    simulated: tuple[Any, random.Random],
) -> None:
    loop, rng = simulated

    async def run() -> list[float]:
        requests = Requests(Pacer(45), rng, stalls=True)
        await asyncio.gather(*(requests.opening() for _ in range(300)))
        return requests.counted

    assert most_in(loop.run_until_complete(run()), 1.0) <= 45

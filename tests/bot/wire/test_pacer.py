"""The pacer of rate-limited requests to Discord."""

import asyncio
import bisect
import random
import selectors
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from bot.wire.pacer import DirectPacer, Pacer, Urgency

from .answering import answering


def most_in(times: list[float], seconds: float) -> int:
    """Return the greatest number of times within any such period."""
    times = sorted(times)
    return max(bisect.bisect_left(times, at + seconds) - i for i, at in enumerate(times))


def now() -> float:
    """Return the pacer's time, which a busy machine doesn't hurry."""
    return asyncio.get_running_loop().time()


Sent = list[tuple[tuple[Any, ...], float]]


async def turns(pacer: Pacer, *requests: tuple[Any, ...]) -> Sent:
    """Ask for the turns of all requests at once. Return them in order with their times."""
    sent: Sent = []

    async def send(request: tuple[Any, ...]) -> None:
        await pacer.turn(*request)
        sent.append((request, now()))

    await asyncio.gather(*map(send, requests))
    return sent


async def test_processes_behind_a_proxy_do_not_share_the_limit() -> None:
    pacer = Pacer(45, shared=False)
    pacer.share(4)
    sent = [at for _, at in await turns(pacer, *[(Urgency.HAND,)] * 50)]
    assert most_in(sent, 1.0) < 50, "the process's own limit holds"
    assert sent[-1] - sent[0] < 3


async def test_urgent_requests_overtake_waiting_ones() -> None:
    kinds = [*reversed(Urgency)] * 3
    asked = [(kind,) for kind in [Urgency.HAND] * 3 + kinds]
    order = [urgency for (urgency,), _ in await turns(Pacer(25), *asked)]
    assert order[:3] == [Urgency.HAND] * 3, "nobody waits where there is room"
    assert order[3:] == sorted(kinds)


async def test_request_that_became_urgent_comes_after_those_before() -> None:
    pacer, order, kinds = Pacer(25), list[str](), {"hand": Urgency.PANEL, "panel": Urgency.PANEL}

    async def send(name: str) -> None:
        await pacer.turn(lambda: kinds.get(name, Urgency.NOTICE))
        order.append(name)

    names = ["1", "2", "3", "panel", "hand", "4"]
    asked = [asyncio.ensure_future(send(name)) for name in names]
    await asyncio.sleep(0)
    kinds["hand"] = Urgency.NOTICE
    await asyncio.gather(*asked)
    assert order == ["1", "2", "3", "4", "hand", "panel"]


async def test_full_channel_does_not_delay_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.wire.pacer._SECONDS", 0.3)
    begun = now()
    wanted = [("PATCH", 1)] * 11 + [("POST", 1), ("PATCH", 2)]
    sent = await turns(Pacer(1000), *((Urgency.HAND, *one) for one in wanted))
    full, *others = (
        [at for (_, *one), at in sent if (*one,) == key] for key in dict.fromkeys(wanted)
    )
    assert most_in(full, 0.29) == 5
    assert all(at - begun < 0.1 for (at,) in others)


async def test_full_channel_is_behind_alone() -> None:
    pacer, edit = Pacer(1000), (Urgency.PANEL, "PATCH", 1)
    await turns(pacer, *[edit] * 4)
    assert not pacer.behind(1)
    await turns(pacer, edit)
    assert pacer.behind(1)
    assert not pacer.behind(2)


async def test_panels_are_edited_less_often_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.wire.pacer._SECONDS", 0.3)
    pacer = Pacer(40)
    await turns(pacer, *((Urgency.HAND, "PATCH", n) for n in range(2, 8)))
    panel = await turns(pacer, *[(Urgency.PANEL, "PATCH", 1)] * 4)
    assert most_in([at for _, at in panel], 0.29) == 2


@asynccontextmanager
async def paced(pacer: Pacer) -> AsyncIterator[aiohttp.ClientSession]:
    """Open a session like discord.py's with `http_trace`."""
    traces = [pacer.trace()]
    async with answering() as at, aiohttp.ClientSession(at, trace_configs=traces) as session:
        yield session


async def test_turn_covers_one_request() -> None:
    pacer = Pacer(5)
    async with paced(pacer) as session:
        begun = now()
        for _ in range(3):
            await pacer.turn(Urgency.HAND)
            await session.get("/channels/1/messages")
        assert now() - begun < 0.35, "three may go at once, and each was asked for once"
        await session.get("/users/@me")
        await session.get("/users/@me")
        assert now() - begun > 0.35, "requests without a turn wait too"


async def test_exempt_requests_never_wait() -> None:
    async with paced(Pacer(1)) as session:
        begun = now()
        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original") * 5:
            await session.post(path)
        assert now() - begun < 1


async def test_cancelled_waits_do_not_delay_others() -> None:
    pacer = Pacer(20)
    await asyncio.gather(*(pacer.turn(Urgency.HAND) for _ in range(3)))
    gone = [asyncio.ensure_future(pacer.turn(Urgency.NOTICE)) for _ in range(50)]
    last = asyncio.ensure_future(pacer.turn(Urgency.TIDYING))
    await asyncio.sleep(0)
    for one in gone:
        one.cancel()
    async with asyncio.timeout(1):
        assert await last


async def test_directs_go_at_once_then_spaced(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: 1000.0, raising=False)
    pacer = DirectPacer(20)
    for _ in range(5):
        await pacer.turn()
    assert waits == [0, 0, 3, 6, 9]


# A loop that is late, with slow connections, in simulated time


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
        lost = aiohttp.TraceRequestExceptionParams("POST", url, headers, OSError())
        await self._trace.on_request_start.send(session, context, begun)
        await asyncio.sleep(self._rng.choice((0, 0, 0.02, 0.3, 2.0)))
        if self._rng.random() < 0.05:
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

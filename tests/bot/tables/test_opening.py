"""A hundred tables opened at once: the posts and the pacer as they are. Time is simulated."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from bot import storage
from bot.tables.house import Recovering
from bot.tables.post import Post
from bot.wire.pacer import Pacer
from bot.wire.ui import Drawn, screen

from ..wire.paced import Selector, most_in

TABLES, SEATS = 100, 3
COMING = 5.0
"""Mean seconds until a person joins, and until the host starts after the last of them."""
ANSWER = 0.15
"""Seconds until Discord answers."""
MOST = 3.0
"""Seconds that a hand may be behind at most."""


class Town:
    """Discord, with the times of all requests, and how late each hand showed its decision."""

    def __init__(self, pacer: Pacer) -> None:
        self.pacer = pacer
        self.written: list[float] = []
        self.behind: list[float] = []
        # Start of the match of each hand that doesn't show it yet.
        self.dealt: dict[int, float] = {}
        self._trace = pacer.trace()
        self._trace.freeze()

    async def ask(self, method: str, reader: int, view: Any = None) -> Any:
        """Send a request, and return a message."""
        session: Any = None
        context = self._trace.trace_config_ctx()
        url = URL(f"https://discord.com/api/v10/channels/{reader}/messages")
        headers: CIMultiDict[str] = CIMultiDict()
        begun = aiohttp.TraceRequestStartParams(method, url, headers)
        await self._trace.on_request_start.send(session, context, begun)
        self.written.append(now())
        written = aiohttp.TraceRequestHeadersSentParams(method, url, headers)
        await self._trace.on_request_headers_sent.send(session, context, written)
        await asyncio.sleep(ANSWER)
        response: Any = None
        answered = aiohttp.TraceRequestEndParams(method, url, headers, response)
        await self._trace.on_request_end.send(session, context, answered)
        if view is not None and "hand" in str(view.to_components()) and reader in self.dealt:
            self.behind.append(now() - self.dealt.pop(reader))
        number = len(self.written)
        return SimpleNamespace(
            id=number, channel=self.channel(reader), attachments=[], components=[]
        )

    def channel(self, reader: int) -> Any:
        """Return the direct channel of a reader."""

        async def send(_line: str = "", view: Any = None, **_more: Any) -> Any:
            return await self.ask("POST", reader, view)

        async def edit(view: Any, **_more: Any) -> Any:
            return await self.ask("PATCH", reader, view)

        async def delete() -> None:
            await self.ask("DELETE", reader)

        message = SimpleNamespace(edit=edit, delete=delete)
        return SimpleNamespace(id=reader, send=send, get_partial_message=lambda _: message)


class Table:
    """A lobby that becomes a match, with the hands of its people."""

    def __init__(self, town: Town, house: Any, number: int) -> None:
        self.stored = SimpleNamespace(id=number, channel_id=number, opened_at=0.0, ended=False)
        self.id, self.house, self.forgotten = number, house, False
        self.match: object = None
        self.ply = -1
        source: Any = self
        self.hands = [Post(source, source, number * 10 + seat) for seat in range(SEATS)]
        self._town = town

    async def ready(self, _reader: int, _patience: float) -> None:
        """Return at once: the newest state is there."""

    def locale(self, _reader: int) -> str:
        """Return the language of all readers."""
        return "en-US"

    def draw(self, reader: int) -> Drawn:
        """Return the screen of a reader."""
        return screen(None, f"{'hand' if self.match else 'welcome'} {reader}")

    def line(self, _reader: int, _calls: object) -> str:
        """Return the plain line of a notice."""
        return "a notice"

    def settled(self) -> None:
        """Do nothing."""

    def refresh(self) -> None:
        """Do nothing."""

    async def open(self, rng: random.Random) -> None:
        """Open the table within a second, let people join, and start."""

        async def join(post: Post) -> None:
            await asyncio.sleep(rng.expovariate(1 / COMING))
            post.want(fresh=True, calls={post.reader})

        await asyncio.sleep(rng.random())
        first, *others = self.hands
        first.want()
        await asyncio.gather(*map(join, others))
        await asyncio.sleep(rng.expovariate(1 / COMING))
        self.match = object()
        for post in self.hands:
            self._town.dealt[post.reader] = now()
            post.want(fresh=True, calls={post.reader})


def now() -> float:
    """Return the simulated time."""
    return asyncio.get_running_loop().time()


async def evening(rng: random.Random) -> Town:
    """Open all tables, and return when nothing is left to be sent."""
    town, tasks = Town(Pacer(45)), list[asyncio.Task[None]]()

    async def itself(user_id: int) -> int:
        return user_id

    async def once(drawn: Drawn, send: Any) -> Any:
        return await send(drawn)

    house: Any = SimpleNamespace(
        pacer=town.pacer,
        closed=False,
        now=now,
        age=lambda _: 0.0,
        watch=tasks.append,
        recovering=Recovering(),
        channel=town.channel,
        direct_channel=itself,
        delivery=SimpleNamespace(once=once),
        database=SimpleNamespace(notes=SimpleNamespace(note=lambda *_: None)),
    )
    await asyncio.gather(*(Table(town, house, number).open(rng) for number in range(TABLES)))
    while left := [task for task in tasks if not task.done()]:
        await asyncio.wait(left)
    return town


@pytest.mark.parametrize("seed", range(2))
def test_hands_come_in_time_though_a_hundred_tables_open(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def saved(*_given: object) -> None:
        return None

    monkeypatch.setattr(storage.posts, "save_post", saved)
    rng = random.Random(seed)
    selector = Selector(rng, 0.0)
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    town = loop.run_until_complete(evening(rng))
    loop.close()
    assert len(town.behind) == TABLES * SEATS
    assert max(town.behind) < MOST
    assert most_in(town.written, 1.0) <= 45

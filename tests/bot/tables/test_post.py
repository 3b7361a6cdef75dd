"""Posts that are given up while they wait for their turn."""

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.storage import PANEL
from bot.tables.post import Post
from bot.tables.recovering import Recovering
from bot.wire.ui import screen


class Queue:
    """A pacer with a queue that never moves."""

    def __init__(self) -> None:
        self.queued = asyncio.Event()

    async def turn(self, *_request: object) -> bool:
        """Wait without end."""
        self.queued.set()
        return await asyncio.Event().wait()


async def _ready(_reader: int, _patience: float) -> None:
    """Return at once: the newest state is there."""


def lobby() -> Any:
    """Return a table in its lobby."""
    stored = SimpleNamespace(id=1, channel_id=2, opened_at=0.0, ended=False)
    drawn = screen(None, "A table")
    return SimpleNamespace(
        stored=stored, begun=False, forgotten=False, ply=-1, ready=_ready, draw=lambda _: drawn
    )


async def test_post_leaves_the_queue_when_it_is_given_up() -> None:
    queue, tasks = Queue(), list[asyncio.Task[None]]()
    house: Any = SimpleNamespace(
        pacer=queue,
        closed=False,
        now=lambda: 0.0,
        age=lambda _: 0.0,
        watch=tasks.append,
        recovering=Recovering(),
    )
    post = Post(house, lobby(), PANEL)
    post.want()
    async with asyncio.timeout(20):
        await queue.queued.wait()
        post.give_up()
        await asyncio.wait(tasks)
    assert [task.cancelled() for task in tasks] == [True]

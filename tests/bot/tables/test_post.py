"""Posts that wait for their turn, or for an answer to a click, and private copies."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, create_autospec

import pytest

from bot.storage import PANEL, StoredPost
from bot.tables import post_states
from bot.tables.house import House, Recovering
from bot.tables.post import Post, Source
from bot.wire.faults import Unreadable
from bot.wire.pacer import Pacer, Urgency
from bot.wire.ui import Drawn, Kept, screen
from bot.words.errors import StorageError
from bot.workers.thinking import Thinking
from rig import LIMIT

ANA = 5


class Queue:
    """A pacer with a queue that never moves."""

    def __init__(self) -> None:
        self.queued = asyncio.Event()
        self.asked: list[Callable[[], Urgency]] = []

    async def turn(self, urgency: Callable[[], Urgency], *_request: object) -> bool:
        """Wait without end."""
        self.asked.append(urgency)
        self.queued.set()
        return await asyncio.Event().wait()


def lobby(services: Any) -> Any:
    """Return a table in its lobby, with these services."""
    stored = SimpleNamespace(id=1, channel_id=2, opened_at=0.0, ended=False)
    drawn = screen(None, "A table")
    return SimpleNamespace(
        house=services,
        id=1,
        stored=stored,
        match=None,
        forgotten=False,
        ply=-1,
        ready=create_autospec(Source, instance=True).ready,
        draw=lambda _: drawn,
        locale=lambda _: None,
        settled=lambda: None,
    )


def house(**parts: Any) -> Any:
    """Return the services that a post asks for, with these parts."""
    usual = {"closed": False, "now": lambda: 0.0, "age": lambda _: 0.0, "recovering": Recovering()}
    return SimpleNamespace(**usual, **parts)


def services(message: Any, pacer: Any) -> House:
    """Return the real services, where each channel has that message."""
    channel = SimpleNamespace(id=2, get_partial_message=lambda _: message)
    client: Any = SimpleNamespace(get_partial_messageable=lambda _: channel)
    unused = "database", "servers", "readers", "discord_time", "deadline_changed", "opening"
    given: dict[str, Any] = dict.fromkeys(unused)
    thinking = create_autospec(Thinking, instance=True)
    return House(client, looks={}, now=float, pacer=pacer, thinking=thinking, **given)


async def test_post_leaves_the_queue_when_it_is_given_up() -> None:
    queue, tasks = Queue(), list[asyncio.Task[None]]()
    table = lobby(house(pacer=queue, watch=tasks.append))
    post = Post(table, table, PANEL)
    post.want()
    await asyncio.wait_for(queue.queued.wait(), LIMIT)
    post.give_up()
    await asyncio.wait(tasks, timeout=5.0)
    assert [task.cancelled() for task in tasks] == [True]


async def test_post_waits_for_an_answer_that_changes_its_message() -> None:
    kept, edits, tasks = {"a.png": 7}, list[Kept](), list[asyncio.Task[None]]()

    async def edit(_drawn: Drawn, had: Kept) -> Kept:
        edits.append(had)
        return had

    async def once(drawn: Drawn, send: Callable[[Drawn], Awaitable[Kept]]) -> Kept:
        return await send(drawn)

    noting = SimpleNamespace(notes=SimpleNamespace(note=lambda *_: None))
    sending = SimpleNamespace(once=once)
    table = lobby(house(database=noting, delivery=sending, watch=tasks.append))
    post = Post(table, table, PANEL, StoredPost(PANEL, 2, 3, -1))
    key: Any = SimpleNamespace(until=60.0, edit=edit)
    answer: asyncio.Future[Kept] = asyncio.get_running_loop().create_future()

    async def send(_kept: Kept) -> Kept:
        return await answer

    answering = asyncio.ensure_future(post.write(table.draw(PANEL), send, key))
    await asyncio.sleep(0)
    table.draw = lambda _: screen(None, "A newer table")
    post.want()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not edits, "which of the two came last would be unknown"
    answer.set_result(kept)
    await answering
    await asyncio.wait_for(asyncio.wait(tasks), LIMIT)
    assert edits == [kept], "one edit, of a message whose files are known"


async def test_waiting_hand_is_more_urgent_once_its_match_begins() -> None:
    queue, tasks, channel = Queue(), list[asyncio.Task[None]](), AsyncMock(return_value=2)
    table = lobby(house(pacer=queue, watch=tasks.append, direct_channel=channel))
    post = Post(table, table, ANA)
    post.want(fresh=True, calls={ANA})
    async with asyncio.timeout(LIMIT):
        await queue.queued.wait()
        (urgency,) = queue.asked
        assert urgency() is Urgency.PANEL
        table.match = object()
        post.want(fresh=True, calls={ANA})
        assert urgency() is Urgency.NOTICE
        post.give_up()
        await asyncio.wait(tasks)
    assert [task.cancelled() for task in tasks] == [True]
    assert queue.asked == [urgency]


async def test_end_of_the_process_waits_for_no_old_post() -> None:
    delete = AsyncMock(side_effect=Unreadable("a proxy's page"))
    here = services(SimpleNamespace(delete=delete), Pacer(0))
    table = lobby(here)
    Post(table, table, PANEL, StoredPost(PANEL, 2, 3, -1)).withdraw()
    for _ in range(20):
        await asyncio.sleep(0)
    delete.assert_awaited_once()
    closing = asyncio.ensure_future(here.close(LIMIT))
    for _ in range(50):
        await asyncio.sleep(0)
    try:
        assert closing.done()
    finally:
        closing.cancel()
    delete.assert_awaited_once()


async def test_each_try_of_a_change_waits_for_its_turn() -> None:
    asked = list[str]()

    async def turn(*_request: object) -> None:
        asked.append("turn")

    async def edit(**_screen: object) -> None:
        asked.append("edit")
        if asked.count("edit") < 3:
            raise Unreadable("a proxy's page")

    here = services(SimpleNamespace(edit=edit), SimpleNamespace(turn=turn))
    await here.change_in(2, 3, screen(None, "A card"))
    assert asked == ["turn", "edit"] * 3
    await here.close()


@pytest.mark.parametrize("ends", [Post.give_up, lambda made: setattr(made._house, "time", 9.0)])
async def test_copy_is_tried_no_longer_than_it_lasts(
    monkeypatch: pytest.MonkeyPatch, ends: Any
) -> None:
    monkeypatch.setattr(post_states, "_PAUSE", 0.0)
    tried = list[int]()

    async def ready(reader: int, _patience: float) -> None:
        tried.append(reader)
        raise StorageError("the disk is full")

    table = lobby(house(time=0.0, watch=lambda _: None))
    table.house.now, table.ready = lambda: table.house.time, ready
    key: Any = SimpleNamespace(kept={}, until=5.0, message_id=3)
    made = Post.private(table, table, ANA, key, None)
    made.want()
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(tried) > 1
    ends(made)
    for _ in range(20):
        await asyncio.sleep(0)
    count = len(tried)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(tried) == count
    assert not made.alive

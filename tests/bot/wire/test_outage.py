"""Lost time: its measurement, and the deadlines extended by it."""

import asyncio

import pytest

from bot import storage
from bot.play import lobby
from bot.play.clock import Clock
from bot.storage import Database, Due
from bot.wire.outage import GRACE, Outage
from rig import LIMIT

from ..play.ringing import Ringing, ticking
from ..stored_tables import NOW, Where, ask, change, opened, started, table_of


class World:
    """A time set by the test, and a Discord that answers or fails."""

    def __init__(self) -> None:
        self.now = NOW
        self.answers: bool | None = True
        self.asked = 0

    async def ask(self) -> None:
        self.asked += 1
        if self.answers is None:
            await asyncio.sleep(3600)
        if not self.answers:
            raise ConnectionError


def connected() -> tuple[World, Outage]:
    """Return a world with a connected bot, and its outage."""
    world = World()
    outage = Outage(lambda: world.now, world.ask)
    outage.back(None)
    return world, outage


async def test_time_before_the_first_connection_is_lost() -> None:
    world = World()
    outage = Outage(lambda: world.now, world.ask)
    assert not await outage.over()
    world.now += 100
    outage.back(None)
    assert await outage.over()
    assert outage.take() == 100
    assert outage.take() == 0


async def test_short_disconnection_is_no_outage() -> None:
    world, outage = connected()
    outage.left(0)
    assert not await outage.over()
    world.now += GRACE
    outage.back(0)
    assert await outage.over()
    assert outage.take() == 0


async def test_outage_ends_with_the_last_reconnection() -> None:
    world, outage = connected()
    outage.left(0)
    world.now += 10
    outage.left(1)
    world.now += 10
    outage.back(0)
    assert not await outage.over()
    world.now += 10
    outage.back(1)
    assert await outage.over()
    assert outage.take() == 30


async def test_outage_begins_when_discord_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.wire.outage._ASK_PATIENCE", 0.01)
    for silence in (False, None):
        world, outage = connected()
        world.answers = silence
        assert not await outage.over()
        world.now += 20
        assert not await outage.over()
        assert world.asked == (1 if silence is None else 2), "a request under way is waited for"
        world.answers = True
        outage._asking = None
        assert await outage.over()
        assert outage.take() == 20
        asked = world.asked
        assert await outage.over()
        assert world.asked == asked, "not asked at every deadline"


async def test_outage_is_noticed_within_half_a_minute_of_an_answer() -> None:
    world, outage = connected()
    assert await outage.over()
    world.now += 30
    world.answers = False
    assert not await outage.over()


async def test_jump_in_time_is_lost() -> None:
    _, outage = connected()
    outage.skipped(GRACE)
    outage.skipped(-3600)
    assert outage.take() == 0
    outage.skipped(90)
    assert outage.take() == 90


async def test_deadlines_get_the_lost_time_and_at_least_half_the_pace(
    database: Database, file: Where
) -> None:
    # Deadline, reminded already, deadline after 20 s lost, reminded then.
    cases = [
        (NOW - 5, True, NOW + 30, True),
        (NOW + 25, True, NOW + 45, True),
        (NOW + 25, False, NOW + 45, False),
        (NOW - 5, False, NOW + 30, True),
        (NOW + 59, False, NOW + 79, False),
    ]
    ids = [(await started(database)).id for _ in cases]
    paused = (await started(database)).id
    change(file, "update tables set pace = 60")
    for table_id, (deadline, reminded, *_) in zip(ids, cases, strict=True):
        due = Due(deadline, deadline if reminded else deadline - 30)
        await storage.tables.set_clock(database, table_id, *due)
    await storage.tables.give_time_again(database, NOW, 20)
    for table_id, (_, _, deadline, reminded) in zip(ids, cases, strict=True):
        assert (await table_of(database, table_id)).deadline == deadline
        due_at = deadline if reminded else deadline - 30
        assert ask(file, f"select due_at from tables where id = {table_id}") == [(due_at,)]
    assert ask(file, f"select due_at from tables where id = {paused}") == [(None,)]


async def test_lobby_gets_the_lost_time(database: Database) -> None:
    # Closing time before, and after 600 s lost.
    cases = [(NOW + 900, NOW + 1500), (NOW - 400, NOW + 300), (NOW - 3600, NOW + 300)]
    ids = [(await opened(database)).id for _ in cases]
    for table_id, (due_at, _) in zip(ids, cases, strict=True):
        await storage.tables.set_clock(database, table_id, None, due_at)
    await storage.tables.give_time_again(database, NOW, 600)
    for table_id, (_, due_at) in zip(ids, cases, strict=True):
        found = await table_of(database, table_id)
        assert found.due_at == due_at
        assert lobby.closes_at(found) == due_at
    assert await storage.tables.due(database, NOW + 299) == []


async def test_clock_does_not_ring_during_an_outage(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.clock._OUTAGE_NAP", 0.01)
    ringing, given = Ringing(database), list[float]()
    table = await opened(database)
    outage = Outage(lambda: ringing.now, World().ask)

    async def give(lost: float) -> None:
        assert not ringing.rung
        given.append(lost)
        if len(given) == 1:
            raise OSError("no room for it")

    ringing.clock = Clock(database, lambda: ringing.now, ringing.ring, outage, give)
    monkeypatch.setattr("bot.play.clock._AGAIN", 0.01)
    async with ticking(ringing):
        ringing.at(NOW + 3600)
        await asyncio.sleep(0.1)
        assert ringing.rung == []
        outage.back(None)
        ringing.clock.changed()
        await ringing.heard(table.id)
    assert given == [3600, 3600], "a failed extension is retried"


async def test_clock_notices_a_jump_in_time(database: Database) -> None:
    ringing, given, heard = Ringing(database), list[float](), asyncio.Event()
    _, outage = connected()

    async def give(lost: float) -> None:
        given.append(lost)
        heard.set()

    ringing.clock = Clock(database, lambda: ringing.now, ringing.ring, outage, give)
    await opened(database, at=NOW + 2 - 30 * 60)
    async with ticking(ringing):
        await ringing.silence()
        ringing.now += 500  # the machine slept, but its timers continue
        await asyncio.wait_for(heard.wait(), LIMIT)
    assert 480 < given[0] <= 500

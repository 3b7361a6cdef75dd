"""Deadlines under a clock set by the test."""

import asyncio
import logging

import pytest

from bot import storage
from bot.play.clock import Clock
from bot.play.lobby import LOBBY_SECONDS
from bot.storage import Database
from rig import LIMIT

from ..stored_tables import NOW, Where, change, opened, started, table_of
from .bells import Bell, ticking


@pytest.fixture(autouse=True)
def _long_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the clock sleep longer than a test waits, so that it must be woken."""
    monkeypatch.setattr("bot.play.clock._LONGEST_NAP", 2 * LIMIT)


async def test_clock_rings_at_the_deadline_and_not_before(database: Database) -> None:
    bell, first, second = (Bell(database), await opened(database), await opened(database))
    later = await opened(database, at=NOW + 60)
    async with ticking(bell):
        await bell.silence()
        bell.at(NOW + LOBBY_SECONDS - 0.01)
        await bell.silence()
        assert bell.rung == []
        bell.at(NOW + LOBBY_SECONDS)
        await bell.heard(first.id, second.id)
        bell.at(NOW + LOBBY_SECONDS + 60)
        await bell.heard(later.id)


async def test_clock_rings_at_start_for_deadlines_missed_while_down(database: Database) -> None:
    missed, coming = (await opened(database, at=NOW - 9 * LOBBY_SECONDS), await opened(database))
    running = await started(database)
    bell = Bell(database)
    async with ticking(bell):
        await bell.heard(missed.id)
        bell.at(NOW + 10 * LOBBY_SECONDS)
        await bell.heard(coming.id)
    table = await table_of(database, running.id)
    assert table.phase == "live"


async def test_deadline_stored_while_the_clock_reads_is_noticed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    bell, read, known = Bell(database), storage.tables.next_due, list[float | None]()

    async def reading(database: Database, after: float = 0.0) -> float | None:
        known.append(await read(database, after))
        if len(known) == 1:
            await opened(database)
            bell.clock.changed(NOW + LOBBY_SECONDS)
        return known[-1]

    monkeypatch.setattr(storage.tables, "next_due", reading)
    async with ticking(bell):
        await bell.silence()
    assert known == [None, NOW + LOBBY_SECONDS]


async def test_clock_wakes_by_itself_at_the_deadline(database: Database) -> None:
    bell = Bell(database)
    table = await opened(database, at=NOW + 1 - LOBBY_SECONDS)
    async with ticking(bell):
        await bell.silence()
        bell.now = NOW + 1  # without waking the clock
        await bell.heard(table.id)


async def test_clock_notices_a_change_while_it_rings(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.clock._SHORTEST_NAP", 60.0)
    bell = Bell(database)
    first, later = await opened(database, at=NOW - LOBBY_SECONDS), await opened(database)
    close = bell.ring

    async def ring(table_id: int) -> None:
        await close(table_id)
        bell.at(NOW + LOBBY_SECONDS)

    bell.clock = Clock(database, lambda: bell.now, ring)
    async with ticking(bell):
        await bell.heard(first.id, later.id)


async def test_clock_rings_other_tables_when_one_fails(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    bell = Bell(database)
    broken, fine = await opened(database, at=NOW - 60), await opened(database)
    later = await opened(database, at=NOW + 60)
    bell.broken = {broken.id}
    bell.now = NOW + LOBBY_SECONDS
    with caplog.at_level(logging.CRITICAL, "bot.play.clock"):
        async with ticking(bell):
            await bell.heard(broken.id, fine.id)
            bell.at(NOW + LOBBY_SECONDS + 60)
            await bell.heard(broken.id, later.id)
            bell.broken.clear()
            bell.clock.changed()
            await bell.heard(broken.id)
            bell.clock.changed()
            await bell.silence()
            assert bell.rung == []


async def test_clock_pauses_before_it_retries_a_failed_table(
    database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.clock._SHORTEST_NAP", 0.0)
    bell, broken = Bell(database), await opened(database, at=NOW - LOBBY_SECONDS)
    bell.broken = {broken.id}
    with caplog.at_level(logging.CRITICAL, "bot.play.clock"):
        async with ticking(bell):
            await bell.heard(broken.id)
            await asyncio.sleep(0.1)
            assert bell.rung == []


async def test_clock_survives_a_failing_database(
    database: Database, file: Where, caplog: pytest.LogCaptureFixture
) -> None:
    bell, table = Bell(database), await opened(database, at=NOW - LOBBY_SECONDS)
    change(file, "alter table tables rename to gone")
    with caplog.at_level(logging.ERROR, "bot.play.clock"):
        async with ticking(bell):
            await bell.silence()
            assert "the clock failed" in caplog.text
            change(file, "alter table gone rename to tables")
            bell.clock.changed()
            await bell.heard(table.id)

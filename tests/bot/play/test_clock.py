"""Deadlines under a clock set by the test."""

import asyncio

import pytest

from bot import storage
from bot.play.clock import Clock
from bot.play.lobby import LOBBY_SECONDS
from bot.storage import Database
from rig import LIMIT

from ..stored_tables import NOW, Where, change, opened, started, table_of
from .ringing import Ringing, ticking


@pytest.fixture(autouse=True)
def _long_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the clock sleep longer than a test waits, so that it must be woken."""
    monkeypatch.setattr("bot.play.clock._LONGEST_NAP", 2 * LIMIT)


async def test_clock_rings_at_the_deadline_and_not_before(database: Database) -> None:
    ringing, first, second = (Ringing(database), await opened(database), await opened(database))
    later = await opened(database, at=NOW + 60)
    async with ticking(ringing):
        await ringing.silence()
        ringing.at(NOW + LOBBY_SECONDS - 0.01)
        await ringing.silence()
        assert ringing.rung == []
        ringing.at(NOW + LOBBY_SECONDS)
        await ringing.heard(first.id, second.id)
        ringing.at(NOW + LOBBY_SECONDS + 60)
        await ringing.heard(later.id)


async def test_clock_rings_at_start_for_deadlines_missed_while_down(database: Database) -> None:
    missed, coming = (await opened(database, at=NOW - 9 * LOBBY_SECONDS), await opened(database))
    running = await started(database)
    ringing = Ringing(database)
    async with ticking(ringing):
        await ringing.heard(missed.id)
        ringing.at(NOW + 10 * LOBBY_SECONDS)
        await ringing.heard(coming.id)
    assert (await table_of(database, running.id)).phase == "live"


async def test_deadline_stored_while_the_clock_reads_is_noticed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ringing, read, known = Ringing(database), storage.tables.next_due, list[float | None]()

    async def reading(database: Database, after: float = 0.0) -> float | None:
        known.append(await read(database, after))
        if len(known) == 1:
            await opened(database)
            ringing.clock.changed(NOW + LOBBY_SECONDS)
        return known[-1]

    monkeypatch.setattr(storage.tables, "next_due", reading)
    async with ticking(ringing):
        await ringing.silence()
    assert known == [None, NOW + LOBBY_SECONDS]


async def test_clock_notices_a_change_while_it_rings(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.clock._SHORTEST_NAP", 60.0)
    ringing = Ringing(database)
    first, later = await opened(database, at=NOW - LOBBY_SECONDS), await opened(database)
    close = ringing.ring

    async def ring(table_id: int) -> None:
        await close(table_id)
        ringing.at(NOW + LOBBY_SECONDS)

    ringing.clock = Clock(database, lambda: ringing.now, ring)
    async with ticking(ringing):
        await ringing.heard(first.id, later.id)


async def test_clock_rings_other_tables_when_one_fails(database: Database) -> None:
    ringing = Ringing(database)
    broken, fine = await opened(database, at=NOW - 60), await opened(database)
    later = await opened(database, at=NOW + 60)
    ringing.broken = {broken.id}
    ringing.now = NOW + LOBBY_SECONDS
    async with ticking(ringing):
        await ringing.heard(broken.id, fine.id)
        ringing.at(NOW + LOBBY_SECONDS + 60)
        await ringing.heard(broken.id, later.id)
        ringing.broken.clear()
        ringing.clock.changed()
        await ringing.heard(broken.id)
        ringing.clock.changed()
        await ringing.silence()
        assert ringing.rung == []


async def test_clock_pauses_before_it_retries_a_failed_table(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.clock._SHORTEST_NAP", 0.0)
    ringing, broken = Ringing(database), await opened(database, at=NOW - LOBBY_SECONDS)
    ringing.broken = {broken.id}
    async with ticking(ringing):
        await ringing.heard(broken.id)
        await asyncio.sleep(0.1)
        assert ringing.rung == []


async def test_clock_survives_a_failing_database(
    database: Database, file: Where, caplog: pytest.LogCaptureFixture
) -> None:
    ringing, table = Ringing(database), await opened(database, at=NOW - LOBBY_SECONDS)
    change(file, "alter table tables rename to gone")
    async with ticking(ringing):
        await ringing.silence()
        assert "the clock failed" in caplog.text
        change(file, "alter table gone rename to tables")
        ringing.clock.changed()
        await ringing.heard(table.id)

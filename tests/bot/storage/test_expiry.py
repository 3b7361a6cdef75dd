"""Deletion of matches by age."""

from types import SimpleNamespace

import pytest
from sqlalchemy import func, insert, select, update

from bot import storage
from bot.run import chores as task
from bot.run.doctor import growth
from bot.storage import Database
from bot.storage.finished import expire
from bot.storage.schema import moves, posts, seats, standings, tables

from ..stored_tables import dealt, opened, play


async def _count(database: Database, table: object) -> int:
    async with database.read() as db:
        return await db.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


async def _ended(database: Database, count: int) -> None:
    """Store matches that ended at 100, 200 … seconds."""
    for _ in range(count):
        await play(await dealt(database))
    async with database.begin() as db:
        await db.execute(update(tables).values(ended_at=tables.c.id * 100.0))


async def test_old_matches_are_deleted_and_standings_stay(database: Database) -> None:
    await _ended(database, 3)
    await opened(database)
    ranked = await _count(database, standings)
    assert ranked > 0
    assert await expire(database, 100.0) == 0, "none is older"
    assert await expire(database, 300.0) == 2
    assert await storage.tables.table(database, 1) is None
    assert await storage.tables.table(database, 3) is not None
    assert await storage.tables.table(database, 4) is not None, "a lobby has no age"
    assert await _count(database, standings) == ranked
    for table in (moves, seats):
        async with database.read() as db:
            assert await db.scalar(select(func.min(table.c.table_id))) == 3


async def test_match_whose_end_is_not_shown_stays(database: Database) -> None:
    await play(await dealt(database))
    async with database.begin() as db:
        await db.execute(insert(posts).values(table_id=1, reader=0, ply=3))
    assert await expire(database, float("inf")) == 0
    assert await storage.tables.table(database, 1) is not None


async def test_job_deletes_in_steps(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.finished._STEP", 2)
    monkeypatch.setattr(task, "_STEP", 0.0)
    await _ended(database, 5)
    bot = SimpleNamespace(
        database=database, settings=SimpleNamespace(keep_days=10), now=lambda: 501.0 + 10 * 86_400
    )
    await task.expire_matches.run(bot, 0)
    assert await _count(database, tables) == 0


def test_doctor_names_size_and_growth() -> None:
    assert growth(16_000_000, 10_000, 0) == (
        "16.0 MB, 10,000 ended matches, kept for ever (SHINRISEN_KEEP_DAYS); "
        "1,000 more take about 1.6 MB"
    )
    assert "deleted after 30 days; 1,000 more take about 2 MB" in growth(90_000, 3, 30)

"""A full disk: writes raise NotSaved and change nothing, and work again with room."""

from pathlib import Path

import pytest
from sqlalchemy import insert, text

from bot.storage import Database
from bot.storage.schema import moves
from bot.words.errors import NotSaved

from ..stored_tables import NOW, again, check_whole, dealt, next_move, opened, play

pytestmark = pytest.mark.sqlite


async def _room(database: Database, pages: int) -> None:
    """Limit the file's growth to a number of pages."""
    async with database.begin() as db:
        now = (await db.execute(text("PRAGMA page_count"))).scalar_one()
        await db.execute(text(f"PRAGMA max_page_count = {now + pages}"))


async def _fill(database: Database, table_id: int) -> None:
    """Write until the disk is full, so that not even the match's next move fits."""
    await _room(database, 0)
    with pytest.raises(NotSaved, match="full"):
        await _open_many(database)
    with pytest.raises(NotSaved, match="full"):
        await _log_many(database, table_id + 1)


async def _open_many(database: Database) -> None:
    for _ in range(300):
        await opened(database)


async def _log_many(database: Database, table_id: int) -> None:
    for ply in range(100_000, 99_000, -1):
        row = {"table_id": table_id, "ply": ply, "seat": 0, "move": "55", "at": NOW}
        async with database.begin() as db:
            await db.execute(insert(moves).values(row))


async def test_move_changes_nothing_when_the_disk_is_full(database: Database, file: Path) -> None:
    match = await dealt(database)
    await play(match, leave=12)
    await _fill(database, match.table.id)
    # A row or two may still fit.
    with pytest.raises(NotSaved, match="full"):
        await play(match)
    before = match.ply
    assert match.outcome is None
    with pytest.raises(NotSaved, match="full"):
        await match.submit(*next_move(match))
    assert match.ply == before
    check_whole(match, file)
    assert (await again(match, database)).ply == before
    await _room(database, 1000)
    await play(match)
    assert match.outcome is not None
    check_whole(match, file)


async def test_failed_and_timely_writes_are_measured(database: Database) -> None:
    measured: list[float | None] = []
    database.measured = measured.append
    match = await dealt(database)
    await match.submit(*next_move(match))
    assert len(measured) == 1
    assert measured[0] is not None
    await _fill(database, match.table.id)
    with pytest.raises(NotSaved, match="full"):
        await play(match)
    assert measured[-1] is None

"""A database locked by another process, or a full disk: writes fail in time, and change nothing."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from bot import storage
from bot.storage import Database
from bot.storage.schema import moves
from bot.words.errors import NotSaved, StorageError
from rig import LIMIT

from ..stored_tables import NOW, again, ask, check_whole, dealt, locked, next_move, opened, play

pytestmark = pytest.mark.sqlite

PATIENCE = 1.0
SLACK = 0.4


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("connect", "database"):
        monkeypatch.setattr(f"bot.storage.{name}.PATIENCE", PATIENCE)


async def refused(after: float, work: Awaitable[object]) -> float:
    """Wait `after` seconds, and return the time until the refusal."""
    await asyncio.sleep(after)
    now = asyncio.get_running_loop().time
    begun = now()
    with pytest.raises(NotSaved):
        await work
    return now() - begun


async def test_writes_are_refused_in_time_under_load(database: Database, file: Path) -> None:
    table = (await dealt(database)).table
    match = await dealt(database)
    async with locked(file):
        took = await asyncio.gather(
            refused(0, match.submit(*next_move(match))),
            *(refused(n / 5, storage.tables.cancel(database, table.id, NOW)) for n in range(8)),
            *(
                refused(n / 5, storage.moves.append(database, table.id, n, 0, "5", NOW, None))
                for n in range(1, 8)
            ),
        )
    assert max(took) < 2 * PATIENCE, "nobody waits for others' patience first"
    assert max(took) > PATIENCE / 2, "a lock that is soon over is waited for"
    await match.submit(*next_move(match))
    assert await storage.tables.cancel(database, table.id, NOW)
    assert ask(file, f"select ply from moves where table_id = {table.id}") == []


async def test_reads_do_not_wait_for_writers(database: Database, file: Path) -> None:
    table = await opened(database)
    async with locked(file):
        writing = [
            asyncio.ensure_future(refused(0, storage.tables.cancel(database, table.id, NOW)))
            for _ in range(5)
        ]
        await asyncio.sleep(0.1)
        assert await storage.tables.table(database, table.id) == table
        assert await storage.tables.open_tables(database, channel_id=table.channel_id)
        assert await storage.moves.moves(database, table.id) == []
        assert not any(one.done() for one in writing), "they still wait"
        await asyncio.gather(*writing)


async def test_read_is_a_snapshot_without_writes(database: Database) -> None:
    table = await opened(database)
    async with database.read() as db:
        query = f"select phase from tables where id = {table.id}"
        before = (await db.exec_driver_sql(query)).scalar()
        await storage.tables.cancel(database, table.id, NOW)
        assert (await db.exec_driver_sql(query)).scalar() == before == "lobby"
    with pytest.raises(StorageError, match="readonly"):
        await _change(database)


async def _change(database: Database) -> None:
    async with database.read() as db:
        await db.exec_driver_sql("delete from tables")


async def noted(file: Path, ply: int) -> None:
    """Wait until the only post has this ply stored."""
    for _ in range(500):
        if ask(file, "select ply from posts") == [(ply,)]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("not noted")


@pytest.fixture
async def posted(database: Database, monkeypatch: pytest.MonkeyPatch) -> storage.StoredTable:
    """A table with one post. Notes wait for 0.05 s."""
    monkeypatch.setattr("bot.storage.notes._SECONDS", 0.05)
    table = await opened(database)
    await storage.posts.save_post(database, table.id, storage.StoredPost(0, 1, 2, -1))
    return table


async def test_notes_are_stored_at_intervals(
    database: Database, file: Path, posted: storage.StoredTable
) -> None:
    for number in range(1000):
        storage.posts.shown(database, posted.id + number, [0], 7)
        if number % 100 == 0:
            await asyncio.sleep(0.06)
    await asyncio.sleep(0.06)
    storage.posts.shown(database, posted.id, [0], 8)
    await noted(file, 8)
    assert ask(file, "select count(*) from posts") == [(1,)]


async def test_many_notes_are_all_stored_in_parts(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(database)
    rows = ", ".join(f"({table.id}, {reader}, 1, 2, -1)" for reader in range(450))
    async with database.begin() as db:
        await db.exec_driver_sql(
            f"insert into posts (table_id, reader, channel_id, message_id, ply) values {rows}"
        )
    monkeypatch.setattr("bot.storage.notes._SECONDS", 0.0)
    storage.posts.shown(database, table.id, range(450), 7)
    seen = list[int]()
    async with asyncio.timeout(LIMIT):
        while 450 not in seen:
            # Any other write.
            await storage.tables.set_clock(database, table.id, NOW, NOW)
            seen += ask(file, "select count(*) from posts where ply = 7")[0]
    assert {200, 400} <= {*seen}, "other writes go between the parts"


async def test_notes_are_retried_after_a_failure(
    database: Database, file: Path, posted: storage.StoredTable
) -> None:
    await asyncio.sleep(0.06)
    async with locked(file):
        storage.posts.shown(database, posted.id, [0], 1)
        await asyncio.sleep(PATIENCE + SLACK)
    assert ask(file, "select ply from posts") == [(-1,)]
    storage.posts.shown(database, posted.id, [0], 2)
    await noted(file, 2)


# A full disk


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

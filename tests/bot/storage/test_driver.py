"""The SQLite driver: messages to its thread, rows and errors."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.connect import connect
from bot.storage.database import Database
from bot.storage.driver import OneTrip, opened

pytestmark = pytest.mark.sqlite


@pytest.fixture
async def engine(tmp_path: Path, empty: Path) -> AsyncIterator[AsyncEngine]:
    file = tmp_path / "a.sqlite3"
    file.write_bytes(empty.read_bytes())
    engine = await connect(file)
    yield engine
    await engine.dispose()


async def numbers(connection: AsyncConnection, count: int) -> None:
    await connection.execute(text("CREATE TABLE numbers (n INTEGER PRIMARY KEY)"))
    if count:
        rows = [{"n": n} for n in range(count)]
        made = await connection.execute(text("INSERT INTO numbers VALUES (:n)"), rows)
        assert made.rowcount == count


async def test_statement_costs_one_message_to_the_thread(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips: list[object] = []
    in_thread = OneTrip._execute

    async def counted(self: OneTrip, work: object, *given: object) -> object:
        trips.append(work)
        execute = in_thread.__get__(self)
        return await execute(work, *given)

    async with engine.begin() as connection:
        await numbers(connection, 3)
        monkeypatch.setattr(OneTrip, "_execute", counted)
        found = await connection.execute(text("SELECT n FROM numbers ORDER BY n"))
        assert found.scalars().all() == [0, 1, 2]
        changed = await connection.execute(text("UPDATE numbers SET n = n + 5 WHERE n > 0"))
        assert changed.rowcount == 2
        assert len(trips) == 2


async def test_transaction_in_one_message_ends_where_nothing_changes(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "b.sqlite3")
    add = text("INSERT INTO directs (user_id, channel_id) VALUES (:user, 5)")
    change = text("UPDATE directs SET channel_id = 6 WHERE user_id = :user")
    one, two = {"user": 1}, {"user": 2}
    try:
        assert await database.write_all((add, one), (change, one)) == 2
        assert await database.write_all((change, two), (add, two)) == 0
        with pytest.raises(IntegrityError):
            await database.write_all((add, two), (add, one))
        found = await database.rows(text("SELECT user_id, channel_id FROM directs"))
        assert found == [(1, 6)]
    finally:
        await database.close()


async def test_statement_for_many_rows_counts_them_all(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await numbers(connection, 1600)
        returned = text("UPDATE numbers SET n = n + 10000 RETURNING n")
        assert len((await connection.scalars(returned)).all()) == 1600
        assert (await connection.scalar(text("SELECT min(n) FROM numbers"))) == 10000


async def test_connection_survives_a_refused_statement(tmp_path: Path) -> None:
    connection = await opened(tmp_path / "b.sqlite3")
    try:
        with pytest.raises(Exception, match="no such table"):
            await connection.cursor().execute("SELECT * FROM nobodys")
        cursor = connection.cursor()
        await cursor.execute("SELECT 7")
        assert await cursor.fetchall() == [(7,)]
    finally:
        await connection.close()

"""The command `migrate-to`: copies all rows from SQLite to PostgreSQL while the bot is stopped."""

import asyncio
from pathlib import Path

from sqlalchemy import URL, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from ..storage import Database
from ..storage.file_lock import locked
from ..storage.schema import metadata
from ..words.errors import StorageError

# Rows in one insert.
_MANY = 1000


def transfer(file: Path, address: str) -> int:
    """Copy all data to PostgreSQL, print the number of rows, and return the exit status.

    The file stays as it is. On an error the new database stays empty. Raises StorageError if the
    bot runs, the file is missing, the target has rows, or some rows didn't arrive.
    """
    if not file.is_file():
        raise StorageError(
            f"There is no database {file}: name it in SHINRISEN_DATABASE, as for the bot."
        )
    with locked(file):
        rows = asyncio.run(_transfer(file, address))
    for name, count in rows.items():
        print(f"{name}: {count}")
    print(f"All {sum(rows.values())} rows have moved: set DATABASE_URL, and start the bot.")
    return 0


async def _transfer(file: Path, address: str) -> dict[str, int]:
    # Brought up to date, it is read by SQLAlchemy's own driver, which needn't hold a whole table.
    await (await Database.open(file)).close()
    source = create_async_engine(URL.create("sqlite+aiosqlite", database=str(file)))
    try:
        target = await Database.open(address)
        try:
            async with source.connect() as old, target.begin() as new:
                return await _copy(old, new)
        except SQLAlchemyError as error:
            raise StorageError(f"Not every row can be moved: {error}") from error
        finally:
            await target.close()
    finally:
        await source.dispose()


async def _copy(old: AsyncConnection, new: AsyncConnection) -> dict[str, int]:
    kept = metadata.sorted_tables
    if any([await _count(new, table) for table in kept]):
        raise StorageError("Something is kept in that database already: name an empty one.")
    rows = {}
    for table in kept:
        found = await old.stream(select(table))
        async for some in found.mappings().partitions(_MANY):
            await new.execute(insert(table), [dict(row) for row in some])
        rows[table.name] = await _count(old, table)
        if await _count(new, table) != rows[table.name]:
            raise StorageError(f"Not every row of {table.name} has arrived.")
    await _go_on_counting(old, new)
    return rows


async def _count(db: AsyncConnection, table: Table) -> int:
    return await db.scalar(select(func.count()).select_from(table)) or 0


async def _go_on_counting(old: AsyncConnection, new: AsyncConnection) -> None:
    """Continue the ids in PostgreSQL, because an id must never be used twice."""
    for name, last in await old.execute(text("SELECT name, seq FROM sqlite_sequence")):
        if name in metadata.tables and last:
            number = func.pg_get_serial_sequence(name, "id")
            await new.execute(select(func.setval(number, last)))

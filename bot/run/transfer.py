"""The commands `migrate-to` and `backup`: copies of the database.

`migrate-to` copies all rows from SQLite to PostgreSQL while the bot is stopped, `backup` the file
while it runs.
"""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from ..storage import Database
from ..storage.connect import damaged, locked
from ..storage.schema import metadata
from ..words.errors import Damaged, NotSaved, StorageError

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
        except (SQLAlchemyError, NotSaved) as error:
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


def backup(source: Path, target: Path) -> int:
    """Copy the database to a new file and return the exit status.

    SQLite's online backup copies one consistent state without blocking writers. Raises
    StorageError, and leaves no file behind, if it fails.
    """
    if not source.is_file():
        raise StorageError(
            f"There is no database {source}: name it in SHINRISEN_DATABASE, as for the bot."
        )
    try:
        # Readable by the owner only, because it contains hands and secrets of running matches.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise StorageError(f"{target} exists already: name a new file.") from error
    except OSError as error:
        raise StorageError(f"{target} can't be written ({error.strerror}).") from error
    try:
        told = _copy_file(source, target)
    except BaseException as error:
        target.unlink()
        if damaged(error):
            raise Damaged(f"{source}: {error}") from error
        if isinstance(error, sqlite3.Error):
            raise StorageError(f"The database {source} can't be copied ({error}).") from error
        raise
    print(told)
    return 0


def _copy_file(source: Path, target: Path) -> str:
    here = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(here, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        (found,) = new.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        (matches,) = new.execute("SELECT count(*) FROM tables").fetchone()
    size = target.stat().st_size / 1024
    return f"Copied {source} to {target}: {matches} matches, {size:.0f} KB."

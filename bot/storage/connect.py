"""Opening the SQLite file: its connections, their pragmas, its migrations."""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path

from sqlalchemy import URL, Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from ..words.errors import StorageError
from . import write_queue
from .driver import opened

_MIGRATIONS = Path(__file__).parent / "migrations"
_MINE = 0o600
NEWEST = max(path.stem[1:5] for path in (_MIGRATIONS / "versions").glob("v*.py"))
"""The number of the newest migration."""
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # Who asks to be forgotten is not to be found in the file.
    "PRAGMA secure_delete=ON",
)


async def connect(path: Path) -> AsyncEngine:
    """Open (or make) the database and bring its schema up to date.

    Raises StorageError if the file can't be used or comes from a newer version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            # Hands, secrets and names will be in it; what SQLite lays beside it is as private.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _MINE))
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    # One connection that writes: writers queue here, in order, instead of fighting for SQLite's
    # lock. Another reads.
    database = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        async_creator=partial(opened, path),
        poolclass=AsyncAdaptedQueuePool,
        pool_size=2,
        max_overflow=0,
        pool_timeout=60,
        # Every use is a `begin` block, which leaves nothing to roll back.
        pool_reset_on_return=None,
        # Secrets, names and sealed moves are among them.
        hide_parameters=True,
    )
    event.listen(database.sync_engine, "connect", _prepare)
    try:
        async with database.begin() as connection:
            await connection.run_sync(migrate)
    except NewerSchema as error:
        await database.dispose()
        raise _unusable(path, "a newer version of the bot made it: run that one") from error
    except DBAPIError as error:
        await database.dispose()
        raise _unusable(path, str(error.orig)) from error
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        # Made by an earlier version, or by hand; another owner has to see to it themselves.
        with suppress(OSError):
            file.chmod(_MINE)
    return database


def _unusable(path: Path, why: str) -> StorageError:
    return StorageError(
        f"The database {path} can't be used ({why}); another can be named in SHINRISEN_DATABASE."
    )


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # The driver begins a transaction, with the write lock, before the first statement that writes:
    # so it costs no message to the driver's thread.
    connection.isolation_level = "IMMEDIATE"
    cursor = connection.cursor()
    patience = f"PRAGMA busy_timeout={write_queue.PATIENCE * 1000:.0f}"
    for pragma in (patience, *_PRAGMAS):
        cursor.execute(pragma)
    cursor.close()


class NewerSchema(Exception):
    """The schema has a revision that isn't among the migrations."""


_KNOWN = {
    "sqlite": "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'",
    "postgresql": "SELECT to_regclass('alembic_version') IS NOT NULL",
}


def migrate(connection: Connection) -> None:
    """Bring the schema up to date, in the transaction under way. Raises NewerSchema."""
    # Asked first: to find out that there is nothing to do takes alembic longer than all the rest,
    # and so does importing it.
    if connection.exec_driver_sql(_KNOWN[connection.dialect.name]).scalar():
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if version == NEWEST:
            return
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    if connection.dialect.name == "sqlite":
        # The driver doesn't count changes of tables as writing.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise NewerSchema from error

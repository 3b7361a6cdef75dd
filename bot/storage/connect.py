"""Opening the SQLite file: one connection, its pragmas, its migrations."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from ..errors import StorageError

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
)


async def connect(path: Path) -> AsyncEngine:
    """Open (or make) the database and bring its schema up to date.

    Raises StorageError if the file can't be used or comes from a newer version.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # One connection: writers queue here, in order, instead of fighting for SQLite's lock.
    database = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=60,
    )
    event.listen(database.sync_engine, "connect", _prepare)
    event.listen(database.sync_engine, "begin", _begin)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_migrate)
    except (CommandError, DBAPIError) as error:
        await database.dispose()
        raise StorageError(f"the database {path} can't be used: {error}") from error
    return database


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # The driver must not open transactions by itself: _begin does, and takes the write lock.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

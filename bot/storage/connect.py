"""Setup of the SQLite file: connections, pragmas, migrations."""

import errno
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, event, inspect
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from ..words.errors import BotRuns, Damaged, StorageError
from .schema import metadata

PATIENCE = 5.0
"""Seconds that a write waits for earlier ones, at most. For a lock of the file it waits less."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_MINE = 0o600
RELEASES = sorted(path.stem[1:5] for path in (_MIGRATIONS / "versions").glob("v*.py"))
"""Numbers of the migrations, one a release."""
NEWEST = RELEASES[-1]
"""Number of the newest migration."""
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # Overwrites deleted data, so that a deleted person leaves no traces.
    "PRAGMA secure_delete=ON",
)
# Statements use RETURNING, migrations drop columns.
_OLDEST = (3, 35)
_USUAL = "another can be named in SHINRISEN_DATABASE"
# Remedies by signs of an error.
_REMEDIES = {
    "full|No space": "make room on its disk",
    "I/O error|locking protocol|can't be locked": "put it on another disk, a local one",
    "locked": "end the program that has locked it",
    "ermi|ead-?only|unable to open": f"let the bot's user write to it and its folder, or {_USUAL}",
}
# Errors of a lock that another process holds.
_HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


async def connect(path: Path, first: Callable[[Connection], object] | None = None) -> AsyncEngine:
    """Open or create the database, and migrate its schema or do another thing first.

    Raises StorageError if the file can't be used, or if its schema isn't an earlier release's.
    """
    if sqlite3.sqlite_version_info < _OLDEST:
        told = f"SQLite {sqlite3.sqlite_version} is too old: use a Python or system with 3.35"
        raise StorageError(f"{told} or newer.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            # The file will hold hands, secrets and names. SQLite gives its side files the same
            # mode.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _MINE))
    except OSError as error:
        raise unusable(path, error.strerror or str(error)) from error
    # One connection writes: writers queue in order instead of competing for SQLite's lock. The
    # other connection reads.
    database = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        # A transaction begins, with the write lock, before the first writing statement.
        connect_args={"isolation_level": "IMMEDIATE"},
        poolclass=AsyncAdaptedQueuePool,
        pool_size=2,
        max_overflow=0,
        pool_timeout=60,
        # Each use is a `begin` block, which leaves nothing to roll back.
        pool_reset_on_return=None,
        # The parameters include secrets, names and hidden moves.
        hide_parameters=True,
    )
    event.listen(database.sync_engine, "connect", _prepare)
    try:
        async with database.begin() as connection:
            await connection.run_sync(first or migrate)
            # A file that can only be read fails at its first write, which may come days later.
            await connection.exec_driver_sql("PRAGMA user_version=0")
    except (UnknownSchema, StorageError, DBAPIError, UnicodeDecodeError) as error:
        await database.dispose()
        cause = getattr(error, "orig", error)
        if damaged(cause):
            raise Damaged(f"{path}: {cause}") from error
        raise error if isinstance(error, StorageError) else unusable(path, str(cause)) from error
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        # An earlier version may have created it with other modes. Files of another owner stay.
        with suppress(OSError):
            file.chmod(_MINE)
    return database


def unusable(path: Path, why: str) -> StorageError:
    """Return the refusal of a file, with the cause and what to do."""
    remedy = next((todo for sign, todo in _REMEDIES.items() if re.search(sign, why)), _USUAL)
    return StorageError(f"The database {path} can't be used ({why}); {remedy}.")


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    patience = f"PRAGMA busy_timeout={PATIENCE * 800:.0f}"
    for pragma in (patience, *_PRAGMAS):
        cursor.execute(pragma)
    cursor.close()


class UnknownSchema(Exception):
    """The schema isn't a known one, or a pooler hides it. The text has the remedy."""


_NEWER = "a newer version of the bot made it: run that one"
_BETWEEN = "a version between two releases made it: open it once with 0.2.0, which upgrades it"
_KNOWN = {
    "sqlite": "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'",
    "postgresql": "SELECT to_regclass('alembic_version') IS NOT NULL",
}


def revision(connection: Connection) -> str | None:
    """Return the schema's revision, None without any. Raises UnknownSchema if no release has it."""
    version: str | None = None
    if connection.exec_driver_sql(_KNOWN[connection.dialect.name]).scalar():
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if version is not None and version not in RELEASES:
            raise UnknownSchema(_BETWEEN if version < NEWEST else _NEWER)
    return version


def migrate(connection: Connection) -> None:
    """Make missing tables and migrate the others, in the current transaction.

    Raises UnknownSchema if no release has the schema.
    """
    newest = revision(connection) == NEWEST
    before = inspect(connection).get_table_names()
    # A feature's tables are missing when it is new here, or back.
    if newest and {*metadata.tables} <= {*before}:
        return
    if connection.dialect.name == "sqlite":
        # The driver doesn't treat schema changes as writes.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if newest:
        metadata.create_all(connection)
        return
    # Importing alembic takes longer than the rest of the start.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    if "alembic_version" not in before:
        metadata.create_all(connection, checkfirst=False)
        command.stamp(config, "head")
        return
    # Tables that are missing are made as the schema says, and migrations change those from before.
    metadata.create_all(connection)
    config.attributes["before"] = before
    command.upgrade(config, "head")


def damaged(error: BaseException | None) -> bool:
    """Return True if an error of sqlite3 means that the file isn't what SQLite wrote.

    SQLite reports it as the base class of its errors, or as an unreadable schema. Text that isn't
    UTF-8 fails in Python.
    """
    return (
        type(error) is sqlite3.DatabaseError
        or isinstance(error, UnicodeDecodeError)
        or "malformed database schema" in str(error)
    )


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the database against other bots. Raises StorageError if another bot holds the lock.

    The operating system releases the lock when the process ends, even by a kill. Backups and
    `verify` need no lock.
    """
    here = path.resolve()
    lock = here.with_name(f"{here.name}.lock")
    try:
        here.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unusable(path, error.strerror or str(error)) from error
    try:
        try:
            _take(held)
        except OSError as error:
            if error.errno not in _HELD:
                raise unusable(path, f"its files can't be locked: {error.strerror}") from error
            raise BotRuns(
                f"Another bot runs on the database {path}: end that one first, or name another "
                "database in SHINRISEN_DATABASE."
            ) from error
        yield
    finally:
        os.close(held)


if sys.platform == "win32":
    import msvcrt

    def _take(held: int) -> None:
        msvcrt.locking(held, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(held: int) -> None:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)

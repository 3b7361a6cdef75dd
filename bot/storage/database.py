"""The connections to the SQLite file: one writes, by turns, the other reads at any time."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import _AsyncGeneratorContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..words.errors import Damaged, NotSaved, StorageError
from ..words.settings import CONNECTIONS
from .connect import connect
from .damage import damaged
from .move_log import MoveLog
from .ownership import Owned
from .postgres import Server


class Database:
    """The database of one bot. Open it with `Database.open`, and always `close` it.

    `log` stores moves in batches.
    """

    # Connection arguments for a server.
    arguments: Mapping[str, Any] | None = None
    _owned: Owned | None = None

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.log = MoveLog(engine.dialect)
        self._reading = asyncio.Lock()
        self._closed = False

    @property
    def owned(self) -> Owned | None:
        """The tables of this process if several share the database, None if it owns all."""
        return self._owned

    def share(self, owned: Owned) -> None:
        """Write only to these tables from now on."""
        self._owned = self.log.owned = owned

    @classmethod
    async def open(cls, where: Path | str, *, connections: int = CONNECTIONS) -> "Database":
        """Open a file, or PostgreSQL at an address, and migrate it. Raises StorageError.

        A bot opens at most that number of `connections` to PostgreSQL.
        """
        if isinstance(where, str):
            return _OnServer(await Server.open(where, connections=connections))
        database = cls(await connect(where))
        await database._connect()
        await database._connect_reader()
        return database

    async def _connect(self) -> None:
        self._writer = await self._engine.connect()
        driver = (await self._writer.get_raw_connection()).driver_connection
        assert isinstance(driver, aiosqlite.Connection)
        self.log.turn.anew(driver)

    async def _connect_reader(self) -> None:
        self._reader = await self._engine.connect()
        await self._reader.exec_driver_sql("PRAGMA query_only=ON")
        await self._reader.rollback()

    async def close(self) -> None:
        """Finish queued writes, then close. The write-ahead log is merged into the file.

        Later calls raise StorageError. A second close does nothing.
        """
        if self._closed:
            return
        try:
            await self.log.close()
        finally:
            async with self._reading, self.log.turn.last():
                self._closed = True
                await self._reader.close()
                await self._writer.close()
                await self._engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction when its turn comes. Raises NotSaved, and StorageError if closed."""
        async with self.log.turn.take():
            self._open()
            try:
                async with self._writer.begin():
                    yield self._writer
            except DatabaseError as error:
                meaning = _meaning(error, NotSaved)
                if isinstance(meaning, StorageError):
                    self.log.measured(None)
                raise meaning from error
            finally:
                # Cancelling a caller in the middle of a statement closes the connection.
                if self._writer.invalidated:
                    await asyncio.shield(self._connect())

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a read-only snapshot. It doesn't wait for writers.

        `once` announces a single statement, which needs no transaction of its own. Raises
        StorageError if closed or if the file can't be read.
        """
        async with self._reading:
            self._open()
            try:
                async with self._reader.begin():
                    if not once:
                        await self._reader.exec_driver_sql("BEGIN")
                    yield self._reader
            except DatabaseError as error:
                raise _meaning(error, StorageError) from error
            finally:
                if self._reader.invalidated:
                    await asyncio.shield(self._connect_reader())

    def _open(self) -> None:
        if self._closed:
            raise StorageError("the database is closed")


def _meaning(error: DatabaseError, refused: type[StorageError]) -> Exception:
    """Return our error for SQLite's. A wrong statement's error stays as it is."""
    if damaged(error.orig):
        return Damaged(error.orig)
    return refused(str(error.orig)) if isinstance(error, OperationalError) else error


class _OnServer(Database):
    """A database on a PostgreSQL server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._engine = server.engine
        self.log = server.log
        self.arguments = server.arguments

    async def close(self) -> None:
        """Finish queued writes, then close."""
        await self._server.close()

    def begin(self) -> _AsyncGeneratorContextManager[AsyncConnection]:
        """Open a transaction. Raises NotSaved, and StorageError if closed."""
        return self._server.begin()

    def read(self, *, once: bool = False) -> _AsyncGeneratorContextManager[AsyncConnection]:
        """Open a read-only snapshot. Raises StorageError if that fails."""
        return self._server.read(once=once)

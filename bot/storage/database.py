"""The connections to the SQLite file: one writes, by turns, the other reads at any time."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import _AsyncGeneratorContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..words.errors import NotSaved, StorageError
from .connect import connect
from .move_log import MoveLog
from .postgres import Server


class Database:
    """The database of one bot. Open it with `Database.open`, and always `close` it.

    `log` stores moves in batches.
    """

    # Name of this process, if several share the database.
    name: str | None = None
    # Connection arguments of the server, None for a file.
    arguments: Mapping[str, Any] | None = None

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.log = MoveLog(engine.dialect)
        self._reading = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, where: Path | str) -> "Database":
        """Open a file, or PostgreSQL by its address, and migrate it. Raises StorageError."""
        if isinstance(where, str):
            return _Elsewhere(await Server.open(where))
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
            except OperationalError as error:
                raise NotSaved(str(error.orig)) from error
            finally:
                # Cancelling a caller in the middle of a statement closes the connection.
                if self._writer.invalidated:
                    await asyncio.shield(self._connect())

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a read-only snapshot. It doesn't wait for writers.

        `once` announces a single statement, which needs no transaction on a server. Raises
        StorageError if closed or if the file can't be read.
        """
        async with self._reading:
            self._open()
            try:
                async with self._reader.begin():
                    await self._reader.exec_driver_sql("BEGIN")
                    yield self._reader
            except OperationalError as error:
                raise StorageError(str(error.orig)) from error
            finally:
                if self._reader.invalidated:
                    await asyncio.shield(self._connect_reader())

    def _open(self) -> None:
        if self._closed:
            raise StorageError("the database is closed")


class _Elsewhere(Database):
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

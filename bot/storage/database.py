"""The one connection to the file, and whose turn it is to use it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..errors import NotSaved, StorageError
from .connect import connect
from .move_log import MoveLog


class Database:
    """The database of one bot. Open with `Database.open`, and always `close`.

    `log` takes the moves, which are written together.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.log = MoveLog(engine.dialect)
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open the file, made and migrated as needed. Raises StorageError."""
        database = cls(await connect(path))
        await database._connect()
        return database

    async def _connect(self) -> None:
        self._connection = await self._engine.connect()
        driver = (await self._connection.get_raw_connection()).driver_connection
        assert isinstance(driver, aiosqlite.Connection)
        self.log.driver = driver

    async def close(self) -> None:
        """Finish what was asked, then close; the write-ahead log is folded into the file.

        Whoever asks later gets a StorageError; closing again does nothing.
        """
        if self._closed:
            return
        try:
            await self.log.close()
        finally:
            async with self.log.turn:
                self._closed = True
                await self._connection.close()
                await self._engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, in its turn. Raises NotSaved, and StorageError when closed."""
        async with self.log.turn:
            if self._closed:
                raise StorageError("the database is closed")
            try:
                async with self._connection.begin():
                    yield self._connection
            except OperationalError as error:
                raise NotSaved(str(error.orig)) from error
            finally:
                # A caller cancelled in the middle of a question takes the connection along.
                if self._connection.invalidated:
                    await asyncio.shield(self._connect())

"""The database: transactions and snapshots.

A file has two connections: one writes, by turns, the other reads at any time. A server has a pool.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from sqlalchemy import Executable, Select, UpdateBase
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from ..words.errors import Damaged, NotSaved, OutOfReach, StorageError
from ..words.settings import CONNECTIONS
from .connect import PATIENCE, connect, damaged
from .notes import Notes
from .postgres import FAILED, apart, connect_to, named, said
from .shards import Held

_T = TypeVar("_T")


class Database:
    """The database of one bot, here a file. Open it with `Database.open`, and always `close` it.

    `measured` gets the seconds of each stored move, None for each failed write.
    """

    measured: Callable[[float | None], None] = staticmethod(lambda seconds: None)
    # Connection arguments for a server, and the name that its connections have there.
    arguments: Mapping[str, Any] | None = None
    name = ""
    # The shards of this process, if several share the database. Without them it writes nothing.
    held: Held | None = None

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.notes = Notes(self.begin)
        self._turn, self._reading = asyncio.Lock(), asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, where: Path | str, *, connections: int = CONNECTIONS) -> "Database":
        """Open a file, or PostgreSQL at an address, and migrate it. Raises StorageError.

        A bot opens at most that number of `connections` to PostgreSQL.
        """
        if isinstance(where, str):
            name = named()
            return _OnServer(await connect_to(where, connections, name=name), name)
        database = cls(await connect(where))
        await database._connect()
        await database._connect_reader()
        return database

    async def _connect(self) -> None:
        self._writer = await self._engine.connect()

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
            await self.notes.close()
        finally:
            async with self._reading, self._turn:
                self._closed = True
                await self._reader.close()
                await self._writer.close()
                await self._engine.dispose()

    @asynccontextmanager
    async def begin(
        self, *, fenced: bool = False, once: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        """Open a transaction when its turn comes. Raises NotSaved, and StorageError if closed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turn.acquire()
        except TimeoutError:
            raise NotSaved("others have been waiting for the disk too long") from None
        try:
            self._open()
            try:
                async with self._writer.begin():
                    yield self._writer
            except (DatabaseError, UnicodeDecodeError) as error:
                meaning = _meaning(error, NotSaved)
                if isinstance(meaning, StorageError):
                    self.measured(None)
                raise meaning from error
            finally:
                # Cancelling a caller in the middle of a statement closes the connection.
                if self._writer.invalidated:
                    await asyncio.shield(self._connect())
        finally:
            self._turn.release()

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
            except (DatabaseError, UnicodeDecodeError) as error:
                raise _meaning(error, StorageError) from error
            finally:
                if self._reader.invalidated:
                    await asyncio.shield(self._connect_reader())

    async def scalar(self, query: Select[tuple[_T]]) -> _T | None:
        """Return the value that a query finds, or None. Raises StorageError."""
        async with self.read(once=True) as db:
            found: _T | None = await db.scalar(query)
            return found

    async def scalars(self, query: Select[tuple[_T]]) -> list[_T]:
        """Return all values that a query finds. Raises StorageError."""
        async with self.read(once=True) as db:
            found: Iterable[_T] = await db.scalars(query)
            return list(found)

    async def rows(self, query: Executable, values: Any = None) -> Sequence[Any]:
        """Return all rows that a query finds. Raises StorageError."""
        async with self.read(once=True) as db:
            return (await db.execute(query, values)).all()

    async def write(self, statement: UpdateBase) -> int:
        """Run one statement as a transaction, and return its number of rows. Raises NotSaved."""
        async with self.begin() as db:
            return (await db.execute(statement)).rowcount

    def _open(self) -> None:
        if self._closed:
            raise StorageError("the database is closed")


def _meaning(error: DatabaseError | UnicodeDecodeError, refused: type[StorageError]) -> Exception:
    """Return our error for SQLite's. A wrong statement's error stays as it is."""
    cause = error if isinstance(error, UnicodeDecodeError) else error.orig
    if isinstance(error, UnicodeDecodeError) or damaged(cause):
        return Damaged(cause)
    return refused(str(error.orig)) if isinstance(error, OperationalError) else error


class _OnServer(Database):
    """A database on a PostgreSQL server, with a pool of connections."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        super().__init__(engine)
        self.arguments, self.name = apart(engine, name), name
        self._once = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def close(self) -> None:
        """Store the notes, then close. A second call does nothing."""
        if self._closed:
            return
        try:
            await self.notes.close()
        finally:
            self._closed = True
            # A connection that is in use now would stay open.
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while cast(QueuePool, self._engine.pool).checkedout():  # noqa: ASYNC110
                        await asyncio.sleep(0.01)
            await self._engine.dispose()

    @asynccontextmanager
    async def begin(
        self, *, fenced: bool = False, once: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        """Open a transaction. Raises NotSaved if it fails, StorageError if closed.

        Raises NotOwner if this process has lost its shards. A `fenced` transaction asks by itself.
        `once` announces a single statement, which needs no transaction of its own.
        """
        self._open()
        try:
            async with (self._once if once else self._engine).begin() as connection:
                if self.held is not None and not fenced:
                    await self.held.check(connection)
                yield connection
        except IntegrityError:
            raise
        except FAILED as error:
            self.measured(None)
            raise NotSaved(said(error)) from error

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a read-only snapshot, or with `once` a single statement's. Raises OutOfReach."""
        self._open()
        level: Literal["AUTOCOMMIT", "REPEATABLE READ"]
        level = "AUTOCOMMIT" if once else "REPEATABLE READ"
        try:
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level=level, postgresql_readonly=True)
                async with connection.begin():
                    yield connection
        except IntegrityError:
            raise
        except FAILED as error:
            raise OutOfReach(said(error)) from error

"""The SQLite driver, with one message to its thread for each statement, and a FIFO write lock.

SQLAlchemy's own way takes four: for the cursor, the statement, its rows and the end.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite

from ..words.errors import NotSaved

PATIENCE = 5.0
"""Time limit of a write in seconds, the wait for earlier writers included."""


# Stands for all statements of a transaction.
_TOGETHER = "together"


class WriteQueue:
    """Queue of writers on one connection."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def take(self) -> AsyncIterator[float]:
        """Take a turn, and give its seconds left. Raises NotSaved if none are left."""
        now = asyncio.get_running_loop().time
        end = now() + PATIENCE
        if self._lock.locked():
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._lock.acquire()
            except TimeoutError:
                raise NotSaved("others have been waiting for the disk too long") from None
        else:
            await self._lock.acquire()
        try:
            yield end - now()
        finally:
            self._lock.release()

    @asynccontextmanager
    async def last(self) -> AsyncIterator[None]:
        """Take a turn without a time limit, to close the connection."""
        async with self._lock:
            yield


class _Answer(NamedTuple):
    """The outcome of a statement. `description` names the columns of its rows."""

    description: Any
    rowcount: int
    lastrowid: int | None
    rows: list[Any]

    def fetchall(self) -> "_Answer":
        """Return this, as aiosqlite asks for."""
        return self


class _File(sqlite3.Connection):
    """A connection that fetches the rows of a statement at once."""

    def execute(self, statement: str, parameters: Any = ()) -> Any:
        if statement == _TOGETHER:
            with self:
                counts = takewhile(bool, (self.execute(*one).rowcount for one in parameters))
                return _Answer(None, len(list(counts)), None, [])
        try:
            cursor = super().execute(statement, parameters)
            rows = cursor.fetchall() if cursor.description else []
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"text that isn't UTF-8: {error.reason}") from error
        return _Answer(cursor.description, cursor.rowcount, cursor.lastrowid, rows)


class OneTrip(aiosqlite.Connection):
    """A connection whose cursors execute and fetch in one message.

    `waiting`: statements that run at the commit, in its message. One that changes no row is the
    last. `ran` is the number of those that changed a row. None: each statement runs at once.
    """

    waiting: list[tuple[str, Iterable[Any]]] | None = None
    ran = 0

    def cursor(self) -> Any:
        """Return a new cursor."""
        return _Cursor(self)

    async def commit(self) -> None:
        """Commit. Without a transaction it needs no message to the thread."""
        waiting, self.waiting = self.waiting, None
        if waiting:
            answer: Any = await self.execute_fetchall(_TOGETHER, waiting)
            self.ran = answer.rowcount
        elif self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Roll back, also what waits."""
        self.waiting = None
        if self.in_transaction:
            await super().rollback()


class _Cursor:
    """The part of a cursor that SQLAlchemy uses."""

    arraysize = 1

    def __init__(self, connection: OneTrip) -> None:
        self._driver = connection
        self._answer = _Answer(None, -1, None, [])

    async def __aenter__(self) -> "_Cursor":
        return self

    @property
    def description(self) -> Any:
        """The columns of a query, None for other statements."""
        return self._answer.description

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""
        return self._answer.rowcount

    @property
    def lastrowid(self) -> int | None:
        """Id of the inserted row."""
        return self._answer.lastrowid

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> None:
        """Execute a statement, or let it wait."""
        if self._driver.waiting is not None:
            self._driver.waiting.append((statement, parameters))
            return
        answer: Any = await self._driver.execute_fetchall(statement, parameters)
        self._answer = answer

    async def executemany(self, statement: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Execute a statement for each of the parameter rows."""
        cursor = await self._driver.executemany(statement, parameters)
        self._answer = _Answer(None, cursor.rowcount, None, [])

    async def fetchall(self) -> list[Any]:
        """Return the rows."""
        return self._answer.rows

    async def close(self) -> None:
        """Do nothing: the rows are here."""


async def opened(path: Path) -> OneTrip:
    """Open a connection to a file. Raises sqlite3.Error if it can't be opened."""

    def connect() -> sqlite3.Connection:
        # A transaction begins, with the write lock, before the first writing statement. That costs
        # no message to the thread. SQLAlchemy calls some methods from outside the thread.
        return sqlite3.connect(
            path, isolation_level="IMMEDIATE", check_same_thread=False, factory=_File
        )

    connection = OneTrip(connect, 64)
    # The process must not wait for this thread when it ends. SQLAlchemy does the same.
    connection._thread.daemon = True
    await connection
    return connection

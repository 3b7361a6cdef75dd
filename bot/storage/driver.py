"""An SQLite driver that needs one message to its thread for each statement, not four."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

# Rows fetched with the statement. A larger result needs further fetches.
_AT_ONCE = 500


class OneTrip(aiosqlite.Connection):
    """A connection whose cursors execute, fetch and close in one message."""

    def cursor(self) -> Any:
        """Return a new cursor."""
        return _Cursor(self)

    async def commit(self) -> None:
        """Commit. Without a transaction it needs no message to the thread."""
        if self.in_transaction:
            await super().commit()

    async def in_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        """Call `work` in the connection's thread and return its result."""
        execute: Any = self._execute
        return await execute(work, *given)

    def ask(self, how: str, statement: str, parameters: Any) -> tuple[sqlite3.Cursor, list[Any]]:
        """Execute a statement and return its cursor and first rows. Call it in the thread.

        The cursor is closed if there are no more rows.
        """
        cursor, rows = self._conn.cursor(), []
        try:
            getattr(cursor, how)(statement, parameters)
            if cursor.description:
                rows = cursor.fetchmany(_AT_ONCE)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"text that isn't UTF-8: {error.reason}") from error
        finally:
            if len(rows) < _AT_ONCE:
                cursor.close()
        return cursor, rows


class _Cursor:
    """The part of a cursor that SQLAlchemy uses."""

    arraysize = 1
    _asked: sqlite3.Cursor | None = None
    # The cursor, while it has more rows than were fetched.
    _open: sqlite3.Cursor | None = None

    def __init__(self, connection: OneTrip) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> "_Cursor":
        return self

    @property
    def description(self) -> Any:
        """The columns of a query, None for other statements."""
        return None if self._asked is None else self._asked.description

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""
        return -1 if self._asked is None else self._asked.rowcount

    @property
    def lastrowid(self) -> int | None:
        """Id of the inserted row."""
        return None if self._asked is None else self._asked.lastrowid

    async def execute(self, statement: str, parameters: Any = ()) -> "_Cursor":
        """Execute a statement."""
        return await self._ask("execute", statement, parameters)

    async def executemany(self, statement: str, parameters: Sequence[Any]) -> "_Cursor":
        """Execute a statement for each of the parameter rows."""
        return await self._ask("executemany", statement, parameters)

    async def _ask(self, how: str, statement: str, parameters: Any) -> "_Cursor":
        await self.close()
        trip = self._connection.in_thread(self._connection.ask, how, statement, parameters)
        self._asked, self._rows = await trip
        self._open = self._asked if len(self._rows) == _AT_ONCE else None
        return self

    async def fetchall(self) -> list[Any]:
        """Return all rows not fetched yet."""
        more = [] if self._open is None else await self._connection.in_thread(self._open.fetchall)
        rows, self._rows = self._rows + more, []
        return rows

    async def fetchmany(self, size: int = 1) -> list[Any]:
        """Return up to `size` rows."""
        if self._open is not None and len(self._rows) < size:
            self._rows += await self._connection.in_thread(self._open.fetchmany, size)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def close(self) -> None:
        """Close the cursor."""
        if self._open is not None:
            cursor, self._open = self._open, None
            await self._connection.in_thread(cursor.close)


async def opened(path: Path) -> OneTrip:
    """Open a connection to a file. Raises sqlite3.Error if it can't be opened."""
    # SQLAlchemy calls some methods from outside the connection's thread.
    connection = OneTrip(lambda: sqlite3.connect(path, check_same_thread=False), 64)
    # The process must not wait for this thread when it ends.
    connection._thread.daemon = True
    await connection
    return connection

"""SQLite's driver with one message to its thread for a statement, where it has four."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

# Rows fetched along with the statement. Few find more, and whoever wants those asks again.
_AT_ONCE = 500


class OneTrip(aiosqlite.Connection):
    """A connection whose cursors ask, fetch what is found and close at once."""

    def cursor(self) -> Any:
        """A cursor."""
        return _Cursor(self)

    async def in_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        """What that returns, called in the connection's thread."""
        execute: Any = self._execute
        return await execute(work, *given)

    def ask(self, how: str, statement: str, parameters: Any) -> tuple[sqlite3.Cursor, list[Any]]:
        """A cursor and the first rows; it is closed if they are all. To be called in the thread."""
        cursor, rows = self._conn.cursor(), []
        try:
            getattr(cursor, how)(statement, parameters)
            if cursor.description:
                rows = cursor.fetchmany(_AT_ONCE)
        finally:
            if len(rows) < _AT_ONCE:
                cursor.close()
        return cursor, rows


class _Cursor:
    """What SQLAlchemy asks of a cursor."""

    arraysize = 1
    _asked: sqlite3.Cursor | None = None
    # Where there are more rows than these.
    _open: sqlite3.Cursor | None = None

    def __init__(self, connection: OneTrip) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> "_Cursor":
        return self

    @property
    def description(self) -> Any:
        """What the columns are called, if rows were asked for."""
        return None if self._asked is None else self._asked.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return -1 if self._asked is None else self._asked.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row that was inserted."""
        return None if self._asked is None else self._asked.lastrowid

    async def execute(self, statement: str, parameters: Any = ()) -> "_Cursor":
        """Ask."""
        return await self._ask("execute", statement, parameters)

    async def executemany(self, statement: str, parameters: Sequence[Any]) -> "_Cursor":
        """Ask the same for all of them."""
        return await self._ask("executemany", statement, parameters)

    async def _ask(self, how: str, statement: str, parameters: Any) -> "_Cursor":
        await self.close()
        trip = self._connection.in_thread(self._connection.ask, how, statement, parameters)
        self._asked, self._rows = await trip
        self._open = self._asked if len(self._rows) == _AT_ONCE else None
        return self

    async def fetchall(self) -> list[Any]:
        """All rows not fetched yet."""
        more = [] if self._open is None else await self._connection.in_thread(self._open.fetchall)
        rows, self._rows = self._rows + more, []
        return rows

    async def fetchmany(self, size: int = 1) -> list[Any]:
        """So many of them, or as many as there are."""
        if self._open is not None and len(self._rows) < size:
            self._rows += await self._connection.in_thread(self._open.fetchmany, size)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def close(self) -> None:
        """Fetch no more."""
        if self._open is not None:
            cursor, self._open = self._open, None
            await self._connection.in_thread(cursor.close)


async def opened(path: Path) -> OneTrip:
    """A connection to a file. Raises what sqlite3 raises."""
    # As SQLAlchemy would open it: some of what it asks a connection doesn't go to the thread.
    connection = OneTrip(lambda: sqlite3.connect(path, check_same_thread=False), 64)
    # Whoever ends doesn't wait for it.
    connection._thread.daemon = True
    await connection
    return connection

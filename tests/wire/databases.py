"""Databases of running bots, opened by another reader."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import make_url

from rig import LIMIT


class Database:
    """The bot's file, opened by a second reader."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, timeout=LIMIT, isolation_level=None)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return list(self._db.execute(query, values))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def phase(self, table: int) -> str:
        """Return the table's phase: lobby, live, over or cancelled."""
        [(phase,)] = self.ask("select phase from tables where id = ?", table)
        return str(phase)


def ask(folder: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of one query, in the file of the bot of a folder."""
    with closing(Database(folder / "shinrisen.sqlite3")) as database:
        return database.ask(query, *values)


class Served(Database):
    """A PostgreSQL database of several bots, opened by another reader."""

    def __init__(self, address: str) -> None:
        url = make_url(address)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._driver: Any = self._run(
            asyncpg.connect(host=url.query["host"], user=url.username, database=url.database)
        )

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        for number in range(1, len(values) + 1):
            query = query.replace("?", f"${number}", 1)
        return [tuple(row) for row in self._run(self._driver.fetch(query, *values))]

    def close(self) -> None:
        """Close the connection."""
        self._run(self._driver.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

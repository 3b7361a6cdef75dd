"""Connections of a process to PostgreSQL by which it hears the others, and holds tables."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..words.errors import NotSaved
from .server_log import LOST, connected
from .write_queue import PATIENCE

ALIVE_SECONDS = 3.0
"""Whoever wasn't seen for so long is taken for dead, and what it kept is taken over."""
_CHANNEL = "shinrisen"
# Apart from any other advisory locks there may be.
_TABLE = 5_741_109
# So many tables at once may be waited for while others hold them.
_WAITING = 6
_NOW = "extract(epoch from clock_timestamp())::float8"
_SEEN = f"""
INSERT INTO processes (name, seen_at) VALUES ($1, {_NOW})
ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at
"""
# Open tables, and such as have ended but not on every screen. What somebody else is just taking
# is left to them.
_CLAIM = f"""
UPDATE tables SET keeper = $1 WHERE id IN (
    SELECT id FROM tables
    WHERE (phase IN ('lobby', 'live') OR id IN (SELECT table_id FROM posts))
    AND NOT EXISTS (
        SELECT 1 FROM processes
        WHERE name = tables.keeper AND seen_at > {_NOW} - {ALIVE_SECONDS}
    )
    ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
) RETURNING id
"""
_ALIVE = f"SELECT name FROM processes WHERE seen_at > {_NOW} - {ALIVE_SECONDS}"
# What the dead changed last, and may not have told.
_UNTOLD = """
SELECT id FROM tables WHERE keeper = $1 AND changed_by = ANY ($2::text[])
AND (phase IN ('lobby', 'live') OR id IN (SELECT table_id FROM posts))
"""
_TIDY = f"DELETE FROM processes WHERE seen_at < {_NOW} - 3600"


class Line:
    """One connection, asked one thing at a time; another one when it was lost.

    `heard` gets what other processes say; `anew`, that something may have been missed.
    """

    def __init__(
        self,
        arguments: Mapping[str, Any] | None,
        name: str,
        heard: Callable[[dict[str, Any]], None] | None = None,
        anew: Callable[[], None] | None = None,
    ) -> None:
        self._arguments = arguments or {}
        self._name = name
        self._heard = heard
        self._anew = anew
        self._turn = asyncio.Lock()
        self._driver: Any = None
        self._closed = False

    async def ask(self, query: str, *values: Any) -> list[Any]:
        """The rows. Raises NotSaved, also when closed."""
        try:
            # Whoever waits for the connection has no more time than whoever has it.
            async with asyncio.timeout(PATIENCE), self._turn:
                driver = await self._connected()
                rows: list[Any] = await driver.fetch(query, *values)
                return rows
        except LOST as error:
            raise NotSaved(str(error) or type(error).__name__) from error

    async def _connected(self) -> Any:
        if self._closed:
            # Whoever asks now is late: another connection would outlive the process's loop.
            raise NotSaved("the line is closed")
        if self._driver is None or self._driver.is_closed():
            before, self._driver = self._driver, await connected(self._arguments)
            await self._driver.execute("SET synchronous_commit = off")
            if self._heard is not None:
                await self._driver.add_listener(_CHANNEL, self._hear)
            if before is not None and self._anew is not None:
                self._anew()
        return self._driver

    def _hear(self, _driver: Any, _pid: int, _channel: str, text: str) -> None:
        said = json.loads(text)
        if said.pop("from") != self._name and self._heard is not None:
            self._heard(said)

    async def close(self) -> None:
        """Let go of everything, for good."""
        self._closed = True
        await self.drop()

    async def drop(self) -> None:
        """Let go of the connection: whoever asks next gets another."""
        async with self._turn:
            if self._driver is not None:
                with contextlib.suppress(*LOST):
                    await self._driver.close(timeout=PATIENCE)

    # What processes say to each other

    async def tell(self, said: Mapping[str, Any]) -> None:
        """Say that to all other processes."""
        text = json.dumps({"from": self._name, **said})
        await self.ask("SELECT pg_notify($1, $2)", _CHANNEL, text)

    async def seen(self) -> set[str]:
        """Be alive; which processes are."""
        await self.ask(_SEEN, self._name)
        return {row[0] for row in await self.ask(_ALIVE)}

    async def untold(self, dead: Collection[str]) -> list[int]:
        """The tables kept here that one of the dead was the last to change."""
        return [row[0] for row in await self.ask(_UNTOLD, self._name, [*dead])]

    async def gone(self) -> None:
        """Be dead at once: what is kept is taken over without waiting."""
        await self.ask("DELETE FROM processes WHERE name = $1", self._name)

    async def claim(self) -> list[int]:
        """Keep tables that nobody keeps who is alive; which."""
        await self.ask(_TIDY)
        return [row[0] for row in await self.ask(_CLAIM, self._name)]


class Holding:
    """Tables held against the other processes; whoever waits gets them in order of asking.

    Those that nobody else holds are held on one connection, the others each on one of its own.
    """

    def __init__(self, arguments: Mapping[str, Any] | None, name: str) -> None:
        self._name = name
        self._usual = Line(arguments, name)
        self._waiting = [Line(arguments, name) for _ in range(_WAITING)]
        self._idle = asyncio.Semaphore(_WAITING)
        self._out: set[Line] = set()

    async def take(self, table_id: int) -> tuple[Line, bool]:
        """Hold a table; on which connection, and whether another process has changed it since
        this one looked.

        Raises NotSaved: another holds it too long.
        """
        query = "SELECT pg_try_advisory_lock($1, $2)"
        line = self._usual
        try:
            free = (await line.ask(query, _TABLE, table_id))[0][0]
        except BaseException:
            # It may have got it nevertheless.
            await asyncio.shield(self.give(table_id, line))
            raise
        if not free:
            await self._idle.acquire()
            line = self._waiting.pop()
            self._out.add(line)
            try:
                await line.ask("SELECT pg_advisory_lock($1, $2)", _TABLE, table_id)
            except BaseException:
                # It may have got it nevertheless.
                await asyncio.shield(self.give(table_id, line))
                raise
        try:
            found = await line.ask("SELECT changed_by FROM tables WHERE id = $1", table_id)
            if not found or found[0][0] == self._name:
                return line, False
            # Said before anything is changed: a process that dies in the middle is noticed.
            query = "UPDATE tables SET changed_by = $2 WHERE id = $1"
            await line.ask(query, table_id, self._name)
            return line, True
        except BaseException:
            await asyncio.shield(self.give(table_id, line))
            raise

    async def give(self, table_id: int, line: Line) -> None:
        """Hold it no more."""
        try:
            await line.ask("SELECT pg_advisory_unlock($1, $2)", _TABLE, table_id)
        except NotSaved:
            await line.drop()
        if line is not self._usual:
            self._out.discard(line)
            self._waiting.append(line)
            self._idle.release()

    async def close(self) -> None:
        """Hold nothing any more."""
        for line in (self._usual, *self._waiting, *self._out):
            await line.close()

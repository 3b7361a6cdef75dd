"""A process's connection for the others: it hears them, and hands clicks to a table's process.

It never waits for a disk, because what it writes is of use for seconds only.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from ..words.errors import NotSaved
from .driver import PATIENCE
from .postgres import LOST, connected

_CHANNEL = "shinrisen"
# A click's row is kept for a while, in seconds, so that it isn't carried out again.
_KEPT = 120
_WAITING = "SELECT id, data, came_at, deferred FROM clicks WHERE data > '' AND "
_SEND = f"""
WITH sent AS (
    INSERT INTO clicks (id, came_at, shard, data, deferred, holder)
    SELECT given.*, holder
    FROM unnest($1::bigint[], $2::float8[], $3::integer[], $4::text[], $5::boolean[])
        AS given (id, came_at, shard, data, deferred)
    LEFT JOIN shards ON shards.shard = given.shard
    ON CONFLICT (id) DO NOTHING RETURNING id, shard
)
SELECT pg_notify('{_CHANNEL}_' || shard, string_agg(id::text, ',')) FROM sent GROUP BY shard
"""
# A locked row is just being carried out. The last column: does its process live?
_LOOK = """
WITH late AS (
    SELECT id FROM clicks WHERE id = ANY ($1::bigint[]) AND data > '' AND NOT deferred
    ORDER BY id FOR UPDATE SKIP LOCKED
), back AS (
    UPDATE clicks SET data = '' FROM late WHERE clicks.id = late.id RETURNING clicks.id
)
SELECT id, id IN (SELECT id FROM back), coalesce(data > '', false), EXISTS (
    SELECT 1 FROM shards JOIN pg_stat_activity ON application_name = shards.holder
    WHERE shards.shard = clicks.shard AND shards.holder = clicks.holder
) FROM clicks WHERE id = ANY ($1::bigint[])
"""
_DONE = "UPDATE clicks SET data = NULL WHERE id = ANY ($1::bigint[]) AND data > ''"
_DEFER = "UPDATE clicks SET deferred = true WHERE id = $1 AND data > ''"
_ERRAND = f"""
WITH added AS (
    INSERT INTO errands (shard, what, user_id, click_id)
    SELECT shard, $1, $2, $3 FROM unnest($4::integer[]) AS shard
    ON CONFLICT (shard, what, user_id) DO UPDATE SET click_id = excluded.click_id
)
SELECT pg_notify('{_CHANNEL}', 'errand 0')
"""


class Sent(NamedTuple):
    """A click on its way to the process of a shard, as Discord sent it."""

    id: int
    came_at: float
    shard: int
    data: str
    deferred: bool


class Looked(NamedTuple):
    """A click sent some time ago: taken back, still waiting, or else carried out.

    `alive` is True if the process lives that it was sent to.
    """

    id: int
    back: bool
    waits: bool
    alive: bool


class Line:
    """One connection with one query at a time, opened again after a loss.

    `heard` gets what other processes say, `called` the clicks for one of these shards. `missed` is
    called after a loss, because something may not have been heard.
    """

    def __init__(
        self,
        arguments: Mapping[str, Any],
        shards: Collection[int],
        heard: Callable[[str, int], None],
        called: Callable[[list[int]], None],
        missed: Callable[[], None],
    ) -> None:
        self._arguments = arguments
        self._shards = [*shards]
        self._heard, self._called, self._missed = heard, called, missed
        self._turn = asyncio.Lock()
        self._driver: Any = None
        self._closed = False

    async def ask(self, query: str, *values: Any) -> list[Any]:
        """The rows. Raises NotSaved, also when closed."""
        try:
            # The timeout covers the wait for the connection as well as the query.
            async with asyncio.timeout(PATIENCE), self._turn:
                driver = await self._connected()
                rows: list[Any] = await driver.fetch(query, *values)
                return rows
        except LOST as error:
            raise NotSaved(str(error) or type(error).__name__) from error

    async def _connected(self) -> Any:
        if self._closed:
            # A query after the close is late: another connection would outlive the process's loop.
            raise NotSaved("the line is closed")
        if self._driver is None or self._driver.is_closed():
            before, self._driver = self._driver, await connected(self._arguments)
            await self._driver.execute("SET synchronous_commit = off")
            await self._driver.add_listener(_CHANNEL, self._hear)
            for shard in self._shards:
                await self._driver.add_listener(f"{_CHANNEL}_{shard}", self._call)
            if before is not None:
                self._missed()
        return self._driver

    def _hear(self, driver: Any, pid: int, _channel: str, text: str) -> None:
        if pid != driver.get_server_pid():
            what, number = text.split()
            self._heard(what, int(number))

    def _call(self, _driver: Any, _pid: int, _channel: str, text: str) -> None:
        self._called([int(number) for number in text.split(",")])

    def cut(self) -> None:
        """Abort the connection at once, like a killed process."""
        self._closed = True
        if self._driver is not None:
            self._driver.terminate()

    async def close(self) -> None:
        """Close the connection and refuse any later query."""
        self._closed = True
        async with self._turn:
            if self._driver is not None:
                with contextlib.suppress(*LOST):
                    await self._driver.close(timeout=PATIENCE)

    async def notify(self, what: str, number: int) -> None:
        """Notify all other processes."""
        await self.ask("SELECT pg_notify($1, $2)", _CHANNEL, f"{what} {number}")

    # Clicks

    async def send(self, batch: Sequence[Sent]) -> None:
        """Hand clicks to the processes of their shards. One that was handed on already is not."""
        await self.ask(_SEND, *map(list, zip(*batch, strict=True)))

    async def waiting(self, numbers: Collection[int] | None = None) -> list[tuple[Any, ...]]:
        """Return these clicks, or all for this process's shards, that wait to be carried out."""
        if numbers is None:
            return await self.ask(_WAITING + "shard = ANY ($1::integer[])", self._shards)
        return await self.ask(_WAITING + "id = ANY ($1::bigint[])", [*numbers])

    async def look(self, numbers: Collection[int]) -> list[Looked]:
        """Take back those of the clicks that no process has begun to carry out, and none will."""
        return [Looked(*row) for row in await self.ask(_LOOK, [*numbers])]

    async def done(self, numbers: Collection[int]) -> None:
        """Note that clicks are served which have changed nothing."""
        await self.ask(_DONE, [*numbers])

    async def defer(self, number: int) -> None:
        """Note that Discord knows of an answer to come: the click isn't taken back any more."""
        await self.ask(_DEFER, number)

    async def carried(self, numbers: Collection[int]) -> set[int]:
        """Return those of the clicks that a process has carried out or handed on."""
        rows = await self.ask("SELECT id FROM clicks WHERE id = ANY ($1::bigint[])", [*numbers])
        return {row[0] for row in rows}

    async def guild_of(self, table_id: int) -> int | None:
        """Return the server of a table, if there is one."""
        rows = await self.ask("SELECT guild_id FROM tables WHERE id = $1", table_id)
        return rows[0][0] if rows else None

    async def tidy(self) -> None:
        """Delete the rows of clicks that are long over."""
        old = "extract(epoch FROM clock_timestamp())"
        await self.ask(f"DELETE FROM clicks WHERE came_at < {old} - {_KEPT}")

    # Errands

    async def add_errand(self, what: str, user_id: int, click_id: int, to: Sequence[int]) -> None:
        """Ask these shards' processes to do something about a person, once each."""
        await self.ask(_ERRAND, what, user_id, click_id, [*to])

    async def errands(self) -> list[tuple[str, int, int]]:
        """Return what this process's shards have to do: kind, person, interaction."""
        query = "SELECT DISTINCT what, user_id, click_id FROM errands WHERE shard = ANY ($1)"
        return [tuple(row) for row in await self.ask(query, self._shards)]

    async def end_errand(self, what: str, user_id: int) -> None:
        """Note that an errand is done here."""
        query = "DELETE FROM errands WHERE what = $1 AND user_id = $2 AND shard = ANY ($3)"
        await self.ask(query, what, user_id, self._shards)

    async def errand_left(self, what: str, user_id: int) -> bool:
        """Return True while another process has an errand to do."""
        query = "SELECT 1 FROM errands WHERE what = $1 AND user_id = $2 LIMIT 1"
        return bool(await self.ask(query, what, user_id))

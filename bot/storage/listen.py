"""A process's connection for the others: it hears them, and hands clicks to a table's process.

It never waits for a disk, because what it writes is of use for seconds only.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..words.errors import NotSaved
from .connect import PATIENCE
from .postgres import LOST, connected

_CHANNEL = "shinrisen_"
# All who may connect to the database may listen. So a NOTIFY carries no data of a click.
SEND = f"""
WITH sent AS (
    INSERT INTO clicks (id, came_at, shard, data, deferred)
    SELECT * FROM unnest($1::bigint[], $2::float8[], $3::integer[], $4::text[], $5::boolean[])
    ON CONFLICT (id) DO NOTHING RETURNING id, shard
)
SELECT pg_notify('{_CHANNEL}' || shard, id::text) FROM sent
"""
"""Hands clicks to the processes of their shards, unless they were handed on already."""
WAITING = """
SELECT came_at, deferred, data FROM clicks
WHERE data > '' AND shard = ANY ($1::integer[]) AND ($2::bigint[] IS NULL OR id = ANY ($2))
ORDER BY id
"""
"""Finds those clicks, or all that wait for these shards' process, begun with or not."""
# A locked row is just being carried out.
BACK = """
UPDATE clicks SET data = '' WHERE data > '' AND NOT deferred
AND id IN (SELECT id FROM clicks WHERE id = ANY ($1::bigint[]) FOR UPDATE SKIP LOCKED)
RETURNING id
"""
"""Takes back those clicks that no process has begun to carry out, and none will then."""
DEFER = "UPDATE clicks SET deferred = true WHERE id = $1 AND data > ''"
"""Notes that Discord knows of an answer to come: the click isn't taken back any more."""
DONE = "UPDATE clicks SET data = NULL WHERE id = $1 AND data > ''"
"""Notes that a process has served a click which has changed nothing."""
CARRIED = "SELECT id FROM clicks WHERE id = ANY ($1::bigint[])"
"""Finds those of the clicks that a process has carried out or handed on."""
TIDY = "DELETE FROM clicks WHERE came_at < extract(epoch FROM clock_timestamp()) - 120"
"""Deletes the clicks that are long over: until then each isn't carried out again."""
ERRAND = f"""
WITH added AS (
    INSERT INTO errands (shard, what, user_id, click_id)
    SELECT shard, $1, $2, $3 FROM unnest($4::integer[]) AS shard
    ON CONFLICT (shard, what, user_id) DO UPDATE SET click_id = excluded.click_id
    RETURNING shard
)
SELECT pg_notify('{_CHANNEL}' || shard, '') FROM added
"""
"""Asks these shards' processes to do something about a person, once each."""
ERRANDS = "SELECT DISTINCT what, user_id, click_id FROM errands WHERE shard = ANY ($1)"
END_ERRAND = """
DELETE FROM errands WHERE what = $1 AND user_id = $2 AND click_id = $3 AND shard = ANY ($4)
"""
ERRAND_LEFT = "SELECT 1 FROM errands WHERE what = $1 AND user_id = $2 LIMIT 1"


class Line:
    """One connection with one query at a time, opened again after a loss.

    `called` gets the id of a click for one of these shards, or an empty text for an errand.
    `missed` is called after a loss, as something may be unheard.
    """

    def __init__(
        self,
        arguments: Mapping[str, Any],
        shards: Collection[int],
        called: Callable[[str], None],
        missed: Callable[[], None],
    ) -> None:
        self._arguments = arguments
        self._shards = [*shards]
        self._called, self._missed = called, missed
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
            for shard in self._shards:
                called = f"{_CHANNEL}{shard}", lambda *said: self._called(said[-1])
                await self._driver.add_listener(*called)
            if before is not None:
                self._missed()
        return self._driver

    async def close(self) -> None:
        """Close the connection and refuse any later query."""
        self._closed = True
        async with self._turn:
            if self._driver is not None:
                with contextlib.suppress(*LOST):
                    await self._driver.close(timeout=PATIENCE)

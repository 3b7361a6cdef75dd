"""A process's connection for peers: it notifies them, claims tables and forwards interactions.

It never waits for a disk, because its writes are of use for seconds only.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from ..words.errors import NotSaved
from .postgres import LOST, connected
from .write_queue import PATIENCE

ALIVE_SECONDS = 3.0
"""Heartbeat timeout in seconds: then another process takes the tables over."""
BEAT = 1.0
"""Seconds between two heartbeats."""
MISSED = 1.25 * BEAT
"""Heartbeat timeout in seconds. It counts only if the process's connection is gone too."""
_KEPT = 60
_MOST_HOPS = 5
_CHANNEL = "shinrisen"
_NOW = "extract(epoch from clock_timestamp())::float8"
_ALIVE = f"""
SELECT name FROM processes WHERE seen_at > {_NOW} - {ALIVE_SECONDS}
AND (seen_at > {_NOW} - {MISSED} OR backend IN (SELECT pid FROM pg_stat_activity))
"""
_SEEN = f"""
INSERT INTO processes (name, seen_at, backend) VALUES ($1, {_NOW}, pg_backend_pid())
ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, backend = excluded.backend
"""
_OPEN = "phase IN ('lobby', 'live')"
# Tables that have ended but not on every screen: few, and each is read by its number. PostgreSQL
# would read the whole of `tables` for a plain join, or for an OR.
_SHOWN = f"""
SELECT ended.* FROM (
    SELECT DISTINCT table_id FROM posts
    WHERE table_id NOT IN (SELECT id FROM tables WHERE {_OPEN})
) AS shown CROSS JOIN LATERAL (
    SELECT id, keeper, epoch FROM tables WHERE id = shown.table_id OFFSET 0
) AS ended
"""
# Rows that another process is taking are left to it.
_CLAIM = f"""
WITH alive AS ({_ALIVE}), found AS (
    SELECT id FROM tables WHERE {_OPEN}
    AND (keeper IS NULL OR keeper NOT IN (SELECT name FROM alive))
    UNION ALL SELECT id FROM ({_SHOWN}) AS shown
    WHERE keeper IS NULL OR keeper NOT IN (SELECT name FROM alive)
), locked AS (
    SELECT id FROM tables WHERE id = ANY (ARRAY(SELECT id FROM found))
    AND ($2::integer IS NULL OR id = $2)
    AND (keeper IS NULL OR keeper NOT IN (SELECT name FROM alive))
    ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE tables SET keeper = $1, epoch = epoch + 1
WHERE id = ANY (ARRAY(SELECT id FROM locked)) RETURNING id, epoch
"""
_MINE = f"""
SELECT id, epoch FROM tables WHERE keeper = $1 AND {_OPEN}
UNION ALL SELECT id, epoch FROM ({_SHOWN}) AS shown WHERE keeper = $1
"""
_GIVE = f"""
WITH given AS (
    UPDATE tables SET keeper = $2::text, epoch = epoch + 1
    WHERE id = $3 AND keeper = $1::text AND epoch = $4 RETURNING id, epoch
)
SELECT pg_notify('{_CHANNEL}', json_build_object(
    'from', $1::text, 'what', 'given', 'number', id, 'to', $2::text, 'epoch', epoch
)::text) FROM given
"""
_TIDY = f"""
WITH old AS (DELETE FROM processes WHERE seen_at < {_NOW} - 3600)
DELETE FROM forwarded WHERE came_at < {_NOW} - {_KEPT}
"""
# Each owner is notified once of all that comes together. A row that this process serves itself
# goes on to the owner there is now.
_SEND = f"""
WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::float8[], $6::boolean[])
        AS g (id, table_id, data, came_at, deferred)
), sent AS (
    INSERT INTO forwarded (id, table_id, owner, data, came_at, deferred)
    SELECT given.id, table_id, keeper, data, came_at, deferred
    FROM given JOIN tables ON tables.id = table_id
    WHERE keeper <> $1 AND (phase IN ('lobby', 'live') OR table_id IN (SELECT table_id FROM posts))
    ORDER BY given.id
    ON CONFLICT (id) DO UPDATE SET
        table_id = excluded.table_id, owner = excluded.owner, deferred = excluded.deferred,
        taken_by = NULL, hops = forwarded.hops + 1
    WHERE forwarded.taken_by = $1 AND NOT forwarded.done AND forwarded.hops < {_MOST_HOPS}
    RETURNING id, owner
), told AS (
    SELECT owner, pg_notify('{_CHANNEL}_' || owner, string_agg(id::text, ',')) AS said
    FROM sent GROUP BY owner
)
SELECT given.id, sent.owner IS NOT NULL AS sent,
    EXISTS (SELECT 1 FROM forwarded WHERE id = given.id AND taken_by IS DISTINCT FROM $1) AS there,
    said
FROM given LEFT JOIN sent ON sent.id = given.id LEFT JOIN told ON told.owner = sent.owner
"""
# Rows are locked in order of their ids, which avoids deadlocks between processes.
_TAKE = """
WITH locked AS (
    SELECT id FROM forwarded WHERE id = ANY ($2::bigint[] || $3::bigint[]) ORDER BY id FOR UPDATE
), finished AS (
    UPDATE forwarded SET done = true, data = '' FROM locked
    WHERE forwarded.id = locked.id AND forwarded.id = ANY ($3::bigint[])
)
UPDATE forwarded SET taken_by = $1 FROM locked
WHERE forwarded.id = locked.id AND forwarded.id = ANY ($2::bigint[])
AND owner = $1 AND taken_by IS NULL AND NOT done
RETURNING forwarded.id, table_id, data, came_at, deferred, acted
"""
# Rows with a dead owner or server, or whose table has another owner by now, go to the owner. If the
# table has no owner, they go to this process. A locked row is just being served or sent on.
_REROUTE = f"""
WITH alive AS ({_ALIVE}), lost AS (
    SELECT forwarded.id, coalesce(heir, $1) AS heir
    FROM forwarded LEFT JOIN LATERAL (
        SELECT keeper AS heir FROM tables
        WHERE id = table_id AND keeper IN (SELECT name FROM alive) OFFSET 0
    ) AS there ON true
    WHERE NOT done AND (
        (taken_by IS NULL AND owner <> coalesce(heir, $1))
        OR taken_by NOT IN (SELECT name FROM alive)
    )
    FOR UPDATE OF forwarded SKIP LOCKED
), moved AS (
    UPDATE forwarded SET taken_by = NULL, owner = heir FROM lost
    WHERE forwarded.id = lost.id RETURNING forwarded.id, owner
)
SELECT owner, pg_notify('{_CHANNEL}_' || owner, string_agg(id::text, ',')) FROM moved GROUP BY owner
"""
_WAITING = "SELECT id, taken_by IS NULL FROM forwarded WHERE id = ANY ($1::bigint[]) AND NOT done"
_ORPHANED = f"""
SELECT DISTINCT table_id FROM forwarded CROSS JOIN LATERAL (
    SELECT keeper FROM tables WHERE id = table_id OFFSET 0
) AS there
WHERE NOT done AND keeper NOT IN ({_ALIVE})
"""
_RECALL = """
UPDATE forwarded SET taken_by = $1 WHERE id = $2 AND taken_by IS NULL AND NOT done
RETURNING data
"""
_RELEASE = f"""
WITH freed AS (
    UPDATE forwarded SET taken_by = NULL, deferred = true WHERE id = $2 AND taken_by = $1
    RETURNING id, owner
)
SELECT pg_notify('{_CHANNEL}_' || owner, id::text) FROM freed
"""


class Sent(NamedTuple):
    """An interaction on its way to the owner of a table, as Discord sent it."""

    id: int
    table_id: int
    data: str
    came_at: float
    deferred: bool


class Taken(NamedTuple):
    """A forwarded interaction at its owner. `acted`: a process that died has carried it out."""

    id: int
    table_id: int
    data: str
    came_at: float
    deferred: bool
    acted: bool


class Line:
    """One connection with one query at a time, opened again after a loss.

    `heard` gets the notifications of other processes, `called` the numbers of interactions
    forwarded to this one. `missed` is called after a loss, because notifications may be missing.
    """

    def __init__(
        self,
        arguments: Mapping[str, Any] | None,
        name: str,
        heard: Callable[[dict[str, Any]], None] | None = None,
        called: Callable[[list[int]], None] | None = None,
        missed: Callable[[], None] | None = None,
    ) -> None:
        self._arguments = arguments or {}
        self._name = name
        self._heard = heard
        self._called = called
        self._missed = missed
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
            if self._heard is not None:
                await self._driver.add_listener(_CHANNEL, self._hear)
            if self._called is not None:
                await self._driver.add_listener(f"{_CHANNEL}_{self._name}", self._call)
            if before is not None and self._missed is not None:
                self._missed()
        return self._driver

    def _hear(self, _driver: Any, _pid: int, _channel: str, text: str) -> None:
        said = json.loads(text)
        if said.pop("from") != self._name and self._heard is not None:
            self._heard(said)

    def _call(self, _driver: Any, _pid: int, _channel: str, text: str) -> None:
        if self._called is not None:
            self._called([int(number) for number in text.split(",")])

    def cut(self) -> None:
        """Abort the connection at once, like a killed process."""
        self._closed = True
        if self._driver is not None:
            self._driver.terminate()

    async def close(self) -> None:
        """Close the connection and refuse any later query."""
        self._closed = True
        await self.drop()

    async def drop(self) -> None:
        """Close the connection. The next query opens another."""
        async with self._turn:
            if self._driver is not None:
                with contextlib.suppress(*LOST):
                    await self._driver.close(timeout=PATIENCE)

    # Processes

    async def notify(self, said: Mapping[str, Any]) -> None:
        """Notify all other processes."""
        text = json.dumps({"from": self._name, **said})
        await self.ask("SELECT pg_notify($1, $2)", _CHANNEL, text)

    async def seen(self) -> set[str]:
        """Send a heartbeat and return the live processes."""
        await self.ask(_SEEN, self._name)
        return {row[0] for row in await self.ask(_ALIVE)}

    async def gone(self) -> None:
        """Leave the cluster: the tables are taken over without waiting."""
        await self.ask("DELETE FROM processes WHERE name = $1", self._name)

    async def tidy(self) -> None:
        """Delete the rows of processes and interactions that are long gone."""
        await self.ask(_TIDY)

    # Owners

    async def claim(self, table_id: int | None = None) -> dict[int, int]:
        """Claim all tables with a dead owner, or only that one. Return their epochs."""
        return {row[0]: row[1] for row in await self.ask(_CLAIM, self._name, table_id)}

    async def mine(self) -> dict[int, int]:
        """Return the epochs of all tables that this process owns."""
        return {row[0]: row[1] for row in await self.ask(_MINE, self._name)}

    async def give(self, table_id: int, epoch: int, to: str) -> None:
        """Make another process the owner of a table owned at that epoch, and notify it."""
        await self.ask(_GIVE, self._name, to, table_id, epoch)

    # Forwarded interactions

    async def send(self, batch: Sequence[Sent]) -> tuple[set[int], set[int]]:
        """Forward interactions to the owners of their tables.

        Return those that are on their way, or were sent or served before, and those sent just now.
        The rest concern tables that no other process owns, or have gone through too many processes.
        """
        ids, *columns = map(list, zip(*batch, strict=True))
        rows = await self.ask(_SEND, self._name, ids, *columns)
        sent = {row[0] for row in rows if row[1]}
        return sent | {row[0] for row in rows if row[2]}, sent

    async def take(self, numbers: Collection[int], done: Collection[int]) -> list[Taken]:
        """Take these interactions to serve them here, and mark the `done` ones as served."""
        rows = await self.ask(_TAKE, self._name, [*numbers], [*done])
        return [Taken(*row) for row in rows]

    async def orphaned(self) -> list[int]:
        """Return the tables of dead owners that interactions wait for."""
        return [row[0] for row in await self.ask(_ORPHANED)]

    async def reroute(self) -> None:
        """Send on what a dead process was to serve, or served."""
        await self.ask(_REROUTE, self._name)

    async def waiting(self, numbers: Collection[int]) -> dict[int, bool]:
        """Return the unserved ones of these interactions, each with True if no process has taken
        it.
        """
        return {row[0]: row[1] for row in await self.ask(_WAITING, [*numbers])}

    async def recall(self, number: int) -> str | None:
        """Take an interaction back unless a process has taken it. Return its data, or None."""
        rows = await self.ask(_RECALL, self._name, number)
        return rows[0][0] if rows else None

    async def release(self, number: int) -> None:
        """Send it on, now that Discord knows of an answer to come."""
        await self.ask(_RELEASE, self._name, number)

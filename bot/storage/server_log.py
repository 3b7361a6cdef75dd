"""A queue that writes moves to PostgreSQL in batches, one statement a batch.

The statement itself says what must be true: the match runs, this process owns the table, and no
move is stored at that ply.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.engine.interfaces import Dialect

from games.errors import N_

from ..words.errors import MoveTaken, NotSaved, TableError
from .move_log import MoveLog, Post, Waiting, settle
from .write_queue import PATIENCE

try:
    import asyncpg
except ImportError:
    # asyncpg is an optional dependency.
    asyncpg = None

_log = logging.getLogger(__name__)

LOST: tuple[type[Exception], ...] = (OSError, TimeoutError)
if asyncpg is not None:
    LOST += (asyncpg.PostgresError, asyncpg.InterfaceError)
"""Errors of the driver: nothing was stored, or the outcome is unknown."""

# Rows are locked in order of their ids, which avoids deadlocks between processes.
_APPEND = """
WITH given AS (
    SELECT * FROM unnest(
        $1::integer[], $2::integer[], $3::integer[], $4::text[], $5::float8[],
        $6::boolean[], $7::text[], $8::boolean[], $9::float8[], $10::float8[], $11::bigint[],
        $12::integer[]
    ) AS g (
        table_id, ply, seat, move, at, automatic, made_by, clock, deadline, due_at, click_id, epoch
    )
), there AS (
    SELECT id, phase, keeper, epoch
    FROM tables WHERE id = ANY ($1::integer[])
    ORDER BY id FOR NO KEY UPDATE
), fenced AS (
    SELECT given.*, phase, $13::text IS NULL OR (keeper = $13 AND there.epoch = given.epoch) AS mine
    FROM given JOIN there ON there.id = table_id
), stored AS (
    INSERT INTO moves (table_id, ply, seat, move, at, automatic, made_by)
    SELECT table_id, ply, seat, move, at, automatic, made_by FROM fenced
    WHERE phase = 'live' AND mine
    ORDER BY table_id, ply
    ON CONFLICT DO NOTHING RETURNING table_id, ply
), clocks AS (
    UPDATE tables SET deadline = c.deadline, due_at = c.due_at FROM (
        SELECT DISTINCT ON (table_id) given.*
        FROM given JOIN stored USING (table_id, ply)
        WHERE clock ORDER BY table_id, ply DESC
    ) AS c WHERE tables.id = c.table_id
), clicks AS (
    UPDATE seats SET click_id = c.click_id FROM (
        SELECT table_id, seat, max(click_id) AS click_id
        FROM given JOIN stored USING (table_id, ply)
        WHERE click_id IS NOT NULL GROUP BY table_id, seat
    ) AS c WHERE seats.table_id = c.table_id AND seats.seat = c.seat
)
SELECT table_id, ply, phase, mine, stored.ply IS NOT NULL AS done
FROM given LEFT JOIN fenced USING (table_id, ply) LEFT JOIN stored USING (table_id, ply)
"""
# A post of a table that another process owns by now isn't noted.
_NOTE = """
UPDATE posts SET ply = n.ply
FROM unnest($1::integer[], $2::bigint[], $3::integer[], $4::integer[])
    AS n (table_id, reader, ply, epoch)
JOIN tables ON tables.id = n.table_id
    AND ($5::text IS NULL OR (tables.keeper = $5 AND tables.epoch = n.epoch))
WHERE posts.table_id = n.table_id AND posts.reader = n.reader
"""


async def connected(arguments: Mapping[str, Any]) -> Any:
    """Open a connection outside the pool. Raises one of LOST if that fails."""
    return await asyncpg.connect(**arguments)


class ServerLog(MoveLog):
    """Writes moves and posts' plies on its own connection."""

    def __init__(self, dialect: Dialect, arguments: Mapping[str, Any]) -> None:
        super().__init__(dialect)
        self._arguments = arguments
        self._driver: Any = None

    async def close(self) -> None:
        """Write what is queued and refuse anything new."""
        with contextlib.suppress(*LOST):
            await super().close()
        if self._driver is not None:
            with contextlib.suppress(*LOST):
                await self._driver.close(timeout=PATIENCE)

    async def _write_batch(self, batch: list[Waiting]) -> None:
        batch = _first_of_each(batch)
        notes = self._notes.copy() if self._late() else {}
        if notes:
            # Wait for the next interval even if this write fails.
            self._noted = time.monotonic()
        try:
            await self._store(batch, notes)
        except LOST as error:
            if not batch:
                _log.warning("can't store the plies of posts: %r", error)
            unsaved = NotSaved(str(error) or type(error).__name__)
            unsaved.__cause__ = error
            settle(batch, unsaved)
        except Exception as error:
            settle(batch, error)

    async def _store(self, batch: Sequence[Waiting], notes: Mapping[Post, int]) -> None:
        async with asyncio.timeout(PATIENCE):
            driver = await self._connected()
            if batch:
                await self._append(driver, batch)
        if notes:
            # After the moves, whose players are answered by now; only the next batch waits.
            rows = [(m, r, p, self._epoch(m)) for (m, r), p in sorted(notes.items())]
            await driver.execute(_NOTE, *map(list, zip(*rows, strict=True)), self._name)
            # A row noted again meanwhile waits until the next time.
            self._notes = dict(self._notes.items() - notes.items())

    async def _append(self, driver: Any, batch: Sequence[Waiting]) -> None:
        rows = [
            (
                *one.row,
                one.due is not None,
                *(one.due or (None, None)),
                one.clicked,
                self._epoch(one.row.table_id),
            )
            for one in sorted(batch, key=lambda one: one.row[:2])
        ]
        found = await driver.fetch(_APPEND, *map(list, zip(*rows, strict=True)), self._name)
        told = {(table_id, ply): rest for table_id, ply, *rest in found}
        for one in batch:
            phase, mine, done = told[one.row.table_id, one.row.ply]
            if done:
                settle([one], None)
            elif self.owned is not None and phase is not None and not mine:
                settle([one], self.owned.lose(one.row.table_id))
            elif phase in (None, "live"):
                settle([one], _taken(one))
            else:
                settle([one], TableError(N_("That match is over.")))

    @property
    def _name(self) -> str | None:
        return None if self.owned is None else self.owned.name

    def _epoch(self, table_id: int) -> int | None:
        """Return this process's epoch of a table, None if it owns no row of it."""
        if self.owned is None or table_id not in self.owned:
            return None
        return self.owned.epoch(table_id)

    async def _connected(self) -> Any:
        if self._driver is None or self._driver.is_closed():
            self._driver = await connected(self._arguments)
        return self._driver


def _first_of_each(batch: list[Waiting]) -> list[Waiting]:
    """Drop later moves at the same ply, and refuse them."""
    first: dict[tuple[int, int], Waiting] = {}
    for one in batch:
        if first.setdefault((one.row.table_id, one.row.ply), one) is not one:
            settle([one], _taken(one))
    return [*first.values()]


def _taken(one: Waiting) -> MoveTaken:
    return MoveTaken(f"ply {one.row.ply} of table {one.row.table_id}: stored already")

"""Moves on their way to the disk.

A move is stored while its player waits. So what comes while the disk is busy is written
together, and this one path speaks to the driver itself, with statements that SQLAlchemy has
written once: a quarter of the work. It shares the connection, in turn, with everything else.
"""

import asyncio
import contextlib
import logging
import math
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Executable, bindparam, insert, update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.expression import ClauseElement

from ..words.errors import MoveTaken, NotSaved, StorageError
from .ownership import Owned
from .rows import Due
from .schema import moves, posts, tables
from .write_queue import Turn

_log = logging.getLogger(__name__)

_NOTE_SECONDS = 5.0
# So many at once: moves wait meanwhile.
_NOTES = 200
_INSERT = insert(moves)
_NOTE = (
    update(posts)
    .where(posts.c.table_id == bindparam("m"), posts.c.reader == bindparam("r"))
    .values(ply=bindparam("p"))
)
_CLOCK = (
    update(tables)
    .where(tables.c.id == bindparam("m"), tables.c.phase == "live")
    .values(deadline=bindparam("d"), due_at=bindparam("u"))
)


class LoggedMove(NamedTuple):
    """A move as it is stored; `at` in unix seconds."""

    table_id: int
    ply: int
    seat: int
    move: str
    at: float


Post = tuple[int, int]
# A statement, and the values it is run with, row by row.
_Write = tuple[str, list[list[Any]]]


class Waiting(NamedTuple):
    """A move on its way, and since when, by `time.monotonic`."""

    row: LoggedMove
    due: Due | None
    clicked: int | None
    stored: asyncio.Future[None]
    since: float


class MoveLog:
    """Writes moves, and notes of how far posts have come.

    `turn` is held by whoever writes, in order of asking.
    """

    # Where several processes write, the tables that are this one's.
    owned: Owned | None = None

    def __init__(self, dialect: Dialect) -> None:
        self.turn = Turn()
        self._insert = _Statement(_INSERT, dialect)
        self._note = _Statement(_NOTE, dialect)
        self._clock = _Statement(_CLOCK, dialect)
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._notes: dict[Post, int] = {}
        self._noted = time.monotonic()
        self._closed = False

    async def append(
        self, row: LoggedMove, due: Due | None = None, clicked: int | None = None
    ) -> None:
        """Store a move, and the match's clock if it changes.

        By which interaction it was `clicked` only another process need be told, if there is one.

        Raises MoveTaken if the ply is stored already, NotSaved if the disk takes nothing,
        StorageError if closed.
        """
        if self._closed:
            raise StorageError("the database is closed")
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(row, due, clicked, stored, time.monotonic()))
        self._begin()
        await stored

    def _begin(self) -> None:
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())

    def note(self, table_id: int, readers: Iterable[int], ply: int) -> None:
        """Note how far posts have come; stored along with moves, now and then, and at the end.

        After a crash the posts not noted yet are sent once more, which changes nothing on them.
        """
        for reader in readers:
            self._notes[table_id, reader] = ply
        # Where no moves are made they would only grow.
        if self._notes and self._late() and not self._closed:
            self._begin()

    def _late(self) -> bool:
        return time.monotonic() - self._noted > _NOTE_SECONDS

    def forget(self, table_id: int, reader: int) -> None:
        """Drop the note of a post: something newer is being stored."""
        self._notes.pop((table_id, reader), None)

    async def close(self) -> None:
        """Write what waits, and take nothing more."""
        self._closed = True
        while self._writing is not None:
            await asyncio.wait({self._writing})
        if self._notes:
            # Not noted means only: sent once more after the next start.
            with contextlib.suppress(sqlite3.OperationalError, NotSaved):
                await self._store((), self._notes.copy())

    async def _write(self) -> None:
        try:
            while self._waiting or (self._notes and self._late()):
                batch, self._waiting = self._waiting, []
                await self._write_batch(batch)
        finally:
            self._writing = None

    async def _write_batch(self, batch: list[Waiting]) -> None:
        notes = dict(islice(self._notes.items(), _NOTES)) if self._late() else {}
        if notes:
            # Whether or not they are stored now, not again so soon.
            self._noted = time.monotonic()
        try:
            await self._store(batch, notes)
        except sqlite3.IntegrityError as error:
            if len(batch) > 1:
                # One of them was too late: each stands for itself.
                for waiting in batch:
                    await self._write_batch([waiting])
                return
            row = batch[0].row
            taken = MoveTaken(f"ply {row.ply} of table {row.table_id}: stored already")
            taken.__cause__ = error
            settle(batch, taken)
        except sqlite3.OperationalError as error:
            unsaved = NotSaved(str(error))
            unsaved.__cause__ = error
            settle(batch, unsaved)
        except Exception as error:
            if not batch:
                _log.warning("how far posts have come isn't noted: %r", error)
            settle(batch, error)
        else:
            settle(batch, None)
            if len(notes) == _NOTES:
                # The rest, after the moves that wait by now.
                self._noted = -math.inf

    async def _store(self, batch: Sequence[Waiting], notes: Mapping[Post, int]) -> None:
        # Nobody in it waits longer than whoever has waited longest.
        async with self.turn.take(min((one.since for one in batch), default=None)):
            # The driver begins the transaction by itself, at the first statement.
            writes: list[_Write] = []
            if batch:
                writes.append(self._insert.with_values([one.row._asdict() for one in batch]))
            clocks = [
                {"m": one.row.table_id, "d": one.due.deadline, "u": one.due.due_at}
                for one in batch
                if one.due is not None
            ]
            if clocks:
                writes.append(self._clock.with_values(clocks))
            if notes:
                plies = [{"m": m, "r": r, "p": p} for (m, r), p in notes.items()]
                writes.append(self._note.with_values(plies))
            driver = self.turn.driver
            try:
                # All at once in the driver's thread: every hand-over costs as much as a statement.
                await driver._execute(_write_all, driver._conn, writes)  # type: ignore[no-untyped-call]
            except BaseException:
                await driver.rollback()
                raise
        for post, ply in notes.items():
            # What was noted anew meanwhile is for the next time.
            if self._notes.get(post) == ply:
                del self._notes[post]


class _Statement:
    """A statement in the driver's words, and the order in which it takes its values."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        assert isinstance(statement, ClauseElement)
        compiled: Any = statement.compile(dialect=dialect)
        self._text = str(compiled)
        self._order: list[str] = compiled.positiontup
        # Values that stand in the statement itself.
        self._fixed: dict[str, Any] = compiled.params

    def with_values(self, rows: Iterable[Mapping[str, Any]]) -> _Write:
        """It, to be run for each of those rows."""
        return self._text, [
            [row[name] if name in row else self._fixed[name] for name in self._order]
            for row in rows
        ]


def _write_all(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    """Run these, and commit; called in the driver's thread."""
    for text, rows in writes:
        connection.executemany(text, rows)
    connection.commit()


def settle(batch: list[Waiting], error: Exception | None) -> None:
    """Tell those who wait: stored, or why not."""
    for one in batch:
        if one.stored.done():
            continue
        if error is None:
            one.stored.set_result(None)
        else:
            one.stored.set_exception(error)

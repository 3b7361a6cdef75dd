"""A queue that writes moves in batches.

Players wait for their moves to be stored. Moves that arrive during a write are therefore written
together. This path talks to the driver directly, with statements compiled once by SQLAlchemy, at a
quarter of the cost. It shares the connection with the other writers by turns.
"""

import asyncio
import contextlib
import logging
import math
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Executable, bindparam, insert, update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.expression import ClauseElement

from ..words.errors import Damaged, MoveTaken, NotSaved, StorageError
from .damage import damaged
from .ownership import Owned
from .rows import Due
from .schema import moves, posts, tables
from .write_queue import WriteQueue

_log = logging.getLogger(__name__)

_NOTE_SECONDS = 5.0
# Posts noted in one write. More would delay the moves that wait.
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
    """A row of the table `moves`, with `at` in unix seconds.

    `automatic`: made by the clock, or by a computer on a person's seat. `made_by` names either.
    """

    table_id: int
    ply: int
    seat: int
    move: str
    at: float
    automatic: bool = False
    made_by: str | None = None


Post = tuple[int, int]
# A compiled statement and its rows of values.
_Write = tuple[str, list[list[Any]]]


class Waiting(NamedTuple):
    """A queued move. `since` is the time of asking, by `time.monotonic`."""

    row: LoggedMove
    due: Due | None
    clicked: int | None
    stored: asyncio.Future[None]
    since: float


class MoveLog:
    """Writes moves, and the ply each post shows.

    `turn` is the queue for the connection.
    """

    # This process's tables, if several processes write.
    owned: Owned | None = None
    # Gets the seconds of each stored move, None for each failed write.
    measured: Callable[[float | None], None] = staticmethod(lambda seconds: None)

    def __init__(self, dialect: Dialect) -> None:
        self.turn = WriteQueue()
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

        `clicked`, the interaction's id, matters only with several processes. Raises MoveTaken if
        the ply is stored already, NotSaved if the disk refuses, and StorageError if closed.
        """
        if self._closed:
            raise StorageError("the database is closed")
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        since = time.monotonic()
        self._waiting.append(Waiting(row, due, clicked, stored, since))
        self._begin()
        try:
            await stored
        except (NotSaved, Damaged):
            self.measured(None)
            raise
        self.measured(time.monotonic() - since)

    def _begin(self) -> None:
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())

    def note(self, table_id: int, readers: Iterable[int], ply: int) -> None:
        """Note the ply that posts show. Notes are stored with moves, at intervals, and on close.

        After a crash, posts without a note are sent once more, which doesn't change them.
        """
        for reader in readers:
            self._notes[table_id, reader] = ply
        # Without moves the notes would only pile up.
        if self._notes and self._late() and not self._closed:
            self._begin()

    def _late(self) -> bool:
        return time.monotonic() - self._noted > _NOTE_SECONDS

    def forget(self, table_id: int, reader: int) -> None:
        """Drop the note of a post, because newer data is being stored."""
        self._notes.pop((table_id, reader), None)

    async def close(self) -> None:
        """Write what is queued and refuse anything new."""
        self._closed = True
        while self._writing is not None:
            await asyncio.wait({self._writing})
        if self._notes:
            # A missing note only costs sending the post again after the next start.
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
            # Wait for the next interval even if this write fails.
            self._noted = time.monotonic()
        try:
            await self._store(batch, notes)
        except sqlite3.IntegrityError as error:
            if len(batch) > 1:
                # One of them is taken. Write each alone to find out which.
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
                _log.warning("can't store the plies of posts: %r", error)
            settle(batch, Damaged(error) if damaged(error) else error)
        else:
            settle(batch, None)
            if len(notes) == _NOTES:
                # Write the rest after the moves queued by now.
                self._noted = -math.inf

    async def _store(self, batch: Sequence[Waiting], notes: Mapping[Post, int]) -> None:
        # The oldest request sets the time limit of the batch.
        async with self.turn.take(min((one.since for one in batch), default=None)):
            # The driver begins the transaction with the first statement.
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
                # One message to the driver's thread: each message costs as much as a statement.
                await driver._execute(_write_all, driver._conn, writes)  # type: ignore[no-untyped-call]
            except BaseException:
                await driver.rollback()
                raise
        for post, ply in notes.items():
            # Notes that changed in the meantime stay for the next write.
            if self._notes.get(post) == ply:
                del self._notes[post]


class _Statement:
    """A statement compiled for the driver, with the order of its parameters."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        assert isinstance(statement, ClauseElement)
        compiled: Any = statement.compile(dialect=dialect)
        self._text = str(compiled)
        self._order: list[str] = compiled.positiontup
        # Values fixed in the statement.
        self._fixed: dict[str, Any] = compiled.params

    def with_values(self, rows: Iterable[Mapping[str, Any]]) -> _Write:
        """Return the statement with the values of each row."""
        return self._text, [
            [row[name] if name in row else self._fixed[name] for name in self._order]
            for row in rows
        ]


def _write_all(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    """Run the statements and commit. Call it in the driver's thread."""
    for text, rows in writes:
        connection.executemany(text, rows)
    connection.commit()


def settle(batch: list[Waiting], error: Exception | None) -> None:
    """Resolve the futures of a batch with success or an error."""
    for one in batch:
        if one.stored.done():
            continue
        if error is None:
            one.stored.set_result(None)
        else:
            one.stored.set_exception(error)

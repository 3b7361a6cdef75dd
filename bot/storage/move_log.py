"""Moves on their way to the disk.

A move is stored while its player waits. So what comes while the disk is busy is written
together, and this one path speaks to the driver itself, with statements that SQLAlchemy has
written once: a quarter of the work. It shares the connection, in turn, with everything else.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import aiosqlite
from sqlalchemy import Executable, bindparam, insert, update
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.expression import ClauseElement

from ..errors import MoveTaken, NotSaved, StorageError
from .rows import Due
from .schema import moves, posts, tables

_NOTE_SECONDS = 5.0
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


_Post = tuple[int, int]
_Waiting = tuple[LoggedMove, Due | None, asyncio.Future[None]]


class MoveLog:
    """Writes moves, and notes of how far posts have come.

    `turn` is held by whoever uses the connection, in order of asking; `driver` is that connection.
    """

    driver: aiosqlite.Connection

    def __init__(self, dialect: Dialect) -> None:
        self.turn = asyncio.Lock()
        self._insert = _Statement(_INSERT, dialect)
        self._note = _Statement(_NOTE, dialect)
        self._clock = _Statement(_CLOCK, dialect)
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._notes: dict[_Post, int] = {}
        self._noted = time.monotonic()
        self._closed = False

    async def append(self, row: LoggedMove, due: Due | None = None) -> None:
        """Store a move, and the match's clock if it changes.

        Raises MoveTaken if the ply is stored already, NotSaved if the disk takes nothing,
        StorageError if closed.
        """
        if self._closed:
            raise StorageError("the database is closed")
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, due, stored))
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())
        await stored

    def note(self, table_id: int, reader: int, ply: int) -> None:
        """Note how far a post has come; stored along with moves now and then, and at the end.

        After a crash the posts not noted yet are sent once more, which changes nothing on them.
        """
        self._notes[table_id, reader] = ply

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
            with contextlib.suppress(sqlite3.OperationalError):
                await self._store((), self._notes.copy())

    async def _write(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._write_batch(batch)
        finally:
            self._writing = None

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        late = time.monotonic() - self._noted > _NOTE_SECONDS
        try:
            await self._store(batch, self._notes.copy() if late else {})
        except sqlite3.IntegrityError as error:
            if len(batch) > 1:
                # One of them was too late: each stands for itself.
                for waiting in batch:
                    await self._write_batch([waiting])
                return
            row = batch[0][0]
            taken = MoveTaken(f"ply {row.ply} of table {row.table_id}: stored already")
            taken.__cause__ = error
            _settle(batch, taken)
        except sqlite3.OperationalError as error:
            unsaved = NotSaved(str(error))
            unsaved.__cause__ = error
            _settle(batch, unsaved)
        except Exception as error:
            _settle(batch, error)
        else:
            _settle(batch, None)

    async def _store(self, batch: Sequence[_Waiting], notes: Mapping[_Post, int]) -> None:
        async with self.turn:
            try:
                # The driver begins the transaction by itself, at the first statement.
                if batch:
                    await self._insert.run(self.driver, [row._asdict() for row, _, _ in batch])
                clocks = [
                    {"m": row.table_id, "d": due.deadline, "u": due.due_at}
                    for row, due, _ in batch
                    if due is not None
                ]
                if clocks:
                    await self._clock.run(self.driver, clocks)
                if notes:
                    plies = [{"m": m, "r": r, "p": p} for (m, r), p in notes.items()]
                    await self._note.run(self.driver, plies)
                await self.driver.commit()
            except BaseException:
                await self.driver.rollback()
                raise
        if notes:
            self._noted = time.monotonic()
            # What was noted anew meanwhile is for the next time.
            self._notes = dict(self._notes.items() - notes.items())


class _Statement:
    """A statement in the driver's words, and the order in which it takes its values."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        assert isinstance(statement, ClauseElement)
        compiled: Any = statement.compile(dialect=dialect)
        self._text = str(compiled)
        self._order: list[str] = compiled.positiontup
        # Values that stand in the statement itself.
        self._fixed: dict[str, Any] = compiled.params

    async def run(self, driver: aiosqlite.Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        values = [
            [row[name] if name in row else self._fixed[name] for name in self._order]
            for row in rows
        ]
        await driver.executemany(self._text, values)


def _settle(batch: list[_Waiting], error: Exception | None) -> None:
    for _, _, stored in batch:
        if stored.done():
            continue
        if error is None:
            stored.set_result(None)
        else:
            stored.set_exception(error)

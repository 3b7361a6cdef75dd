"""The log of moves, which with its table's row is the match."""

import asyncio
import time
from typing import Any

from sqlalchemy import Boolean, bindparam, exists, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import MoveTaken, NotSaved, TableError
from . import schema
from .connect import PATIENCE
from .database import Database
from .fence import act, fenced, owning
from .rows import Due, Result
from .schema import seats, tables
from .standings import Strength, rate_match
from .tables import read_table

_LIVE = exists().where(tables.c.id == bindparam("table_id"), tables.c.phase == text("'live'"))
_ROW = {column.name: bindparam(column.name, type_=column.type) for column in schema.moves.columns}
# Made once, because each move runs them: making one costs as much as running it.
_APPEND = insert(schema.moves).from_select([*_ROW], select(*_ROW.values()).where(_LIVE))
_STORED = select(schema.moves.c.ply).where(
    schema.moves.c.table_id == bindparam("table_id"), schema.moves.c.ply == bindparam("ply")
)
_CLOCK = (
    update(tables)
    .where(tables.c.id == bindparam("number"))
    .values(deadline=bindparam("until"), due_at=bindparam("rings"))
)
# All of it at once, where several processes share the database. A transaction of several statements
# takes half as much processor time again.
_MOVE = fenced(
    """
, done AS (
    INSERT INTO moves (table_id, ply, seat, move, at, automatic, made_by)
    SELECT :table, :ply, :seat, :move, :at, :automatic, :made_by FROM act
    WHERE EXISTS (SELECT FROM tables WHERE id = :table AND phase = 'live') RETURNING ply
), clicked AS (
    UPDATE seats SET click_id = :click FROM done
    WHERE table_id = :table AND seats.seat = :seat AND :click > 0
), clocked AS (
    UPDATE tables SET deadline = :until, due_at = :rings FROM done WHERE id = :table AND :clocked
)
""",
    *(bindparam(column.name, type_=column.type) for column in schema.moves.columns[1:]),
    bindparam("click", type_=seats.c.click_id.type),
    bindparam("until", type_=tables.c.deadline.type),
    bindparam("rings", type_=tables.c.due_at.type),
    bindparam("clocked", type_=Boolean),
)


async def moves(database: Database, table_id: int, after: int = 0) -> list[tuple[int, str]]:
    """The moves of a match in order, or those after a ply: (seat, text)."""
    m = schema.moves.c
    query = select(m.seat, m.move).where(m.table_id == table_id, m.ply > after).order_by(m.ply)
    return [(row.seat, row.move) for row in await database.rows(query)]


async def automatic(database: Database, table_id: int, after: int = 0) -> dict[int, str]:
    """Return the makers of the moves that no person made, by ply. In 0.1.0 there were none."""
    m = schema.moves.c
    query = select(m.ply, m.made_by).where(m.table_id == table_id, m.ply > after, m.automatic)
    return {row.ply: row.made_by or "" for row in await database.rows(query.order_by(m.ply))}


async def append(
    database: Database,
    table_id: int,
    ply: int,
    seat: int,
    move: str,
    now: float,
    result: Result | None,
    due: Due | None = None,
    clicked: int | None = None,
    *,
    automatic: bool = False,
    made_by: str | None = None,
) -> None:
    """Store a move, with the match's result and ratings if it was the last.

    `due` is the match's clock, if the move changes it, `clicked` the interaction behind the move,
    `made_by` the maker of an automatic one.

    Raises MoveTaken if that ply is stored already, NotOwner if the table is another process's, and
    TableError if the match is over.
    """
    row: dict[str, Any] = {
        "table_id": table_id,
        "ply": ply,
        "seat": seat,
        "move": move,
        "at": now,
        "automatic": automatic,
        "made_by": made_by,
    }
    since = time.monotonic()
    try:
        # On a file, the queue of writers has this limit.
        async with asyncio.timeout(PATIENCE if database.arguments else None):
            clock = due or Due(None, None)
            until = {"until": clock.deadline, "rings": clock.due_at}
            if result is None and database.held is not None:
                more = {"click": clicked or 0, "clocked": due is not None}
                stored = await act(database, table_id, _MOVE, row | until | more)
            else:
                async with owning(database, table_id) as db:
                    stored = (await db.execute(_APPEND, row)).rowcount
                    if stored and result is not None:
                        await _finish(db, table_id, result, now)
                    elif stored and due is not None:
                        await db.execute(_CLOCK, {"number": table_id, **until})
            if not stored:
                # Another process's last move ended the match: the caller catches up.
                if await database.rows(_STORED, row):
                    raise MoveTaken(f"ply {ply} of table {table_id}: the match has ended")
                raise TableError(N_("That match is over."))
    except IntegrityError as error:
        raise MoveTaken(f"ply {ply} of table {table_id}: stored already") from error
    except TimeoutError as error:
        database.measured(None)
        raise NotSaved("PostgreSQL takes too long") from error
    database.measured(time.monotonic() - since)


async def last_at(database: Database, table_id: int) -> float | None:
    """When the latest move of a match was made, if any was."""
    m = schema.moves.c
    query = select(m.at).where(m.table_id == table_id).order_by(m.ply.desc()).limit(1)
    return await database.scalar(query)


async def award(database: Database, table_id: int, result: Result, now: float, why: str) -> None:
    """End a running match with a result that no move has brought.

    Raises TableError if it has ended.
    """
    async with owning(database, table_id) as db:
        await _finish(db, table_id, result, now, why)


async def _finish(
    db: AsyncConnection, table_id: int, result: Result, now: float, why: str | None = None
) -> None:
    ended = await db.execute(
        update(tables)
        .where(tables.c.id == table_id, tables.c.phase == "live")
        .values(phase="over", ended_at=now, due_at=None, deadline=None, paused_at=None, why=why)
    )
    if ended.rowcount != 1:
        # Called off meanwhile: a match has one end.
        raise TableError(N_("That match is over."))
    table = await read_table(db, table_id)
    store = table.kind.store
    if store is not None and result.marks is not None and result.scores is not None:
        await store(db, table_id, result.scores[0], result.marks)
    strengths = [Strength()] * len(table.players)
    if result.rated is not None:
        gone = [seat for seat, ply in enumerate(result.left) if ply is not None]
        strengths = await rate_match(db, table, result.rated, result.ranks, now, gone)
    for seat, strength in enumerate(strengths):
        left_ply = result.left[seat] if result.left else None
        if left_ply is None:
            left_ply = table.players[seat].left_ply
        await db.execute(
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.seat == seat)
            .values(
                rank=result.ranks[seat],
                left_ply=left_ply,
                score=None if result.scores is None else result.scores[seat],
                rating_before=strength.before,
                rating_after=strength.after,
                matches=strength.matches,
            )
        )

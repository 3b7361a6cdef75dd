"""The log of moves, which with its table's row is the match."""

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import MoveTaken, TableError
from . import dailies, schema
from .database import Database
from .fence import owning
from .move_log import LoggedMove
from .rows import Due, Result
from .schema import seats, tables
from .standings import rate_match
from .tables import read_table


async def moves(database: Database, table_id: int, after: int = 0) -> list[tuple[int, str]]:
    """The moves of a match in order, or those after a ply: (seat, text)."""
    m = schema.moves.c
    query = select(m.seat, m.move).where(m.table_id == table_id, m.ply > after).order_by(m.ply)
    async with database.read(once=True) as db:
        return [(row.seat, row.move) for row in await db.execute(query)]


async def automatic(database: Database, table_id: int, after: int = 0) -> dict[int, str]:
    """Return the makers of the moves that no person made, by ply. In 0.1.0 there were none."""
    m = schema.moves.c
    query = select(m.ply, m.made_by).where(m.table_id == table_id, m.ply > after, m.automatic)
    async with database.read(once=True) as db:
        return {row.ply: row.made_by or "" for row in await db.execute(query.order_by(m.ply))}


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

    Moves that come during a write share the next transaction, and so the wait for the disk. Raises
    MoveTaken if that ply is stored already, NotOwner if the table is another process's. Raises
    TableError if a result comes after the match was called off.
    """
    row = LoggedMove(table_id, ply, seat, move, now, automatic, made_by)
    if result is None:
        await database.log.append(row, due, clicked)
        return
    try:
        async with owning(database, table_id) as db:
            await db.execute(insert(schema.moves), [row._asdict()])
            await _finish(db, table_id, result, now)
    except IntegrityError as error:
        raise MoveTaken(f"ply {ply} of table {table_id}: stored already") from error


async def last_at(database: Database, table_id: int) -> float | None:
    """When the latest move of a match was made, if any was."""
    m = schema.moves.c
    query = select(m.at).where(m.table_id == table_id).order_by(m.ply.desc()).limit(1)
    async with database.begin() as db:
        at: float | None = await db.scalar(query)
        return at


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
        .values(
            phase="over",
            ended_at=now,
            due_at=None,
            deadline=None,
            paused_at=None,
            why=why,
        )
    )
    if ended.rowcount != 1:
        # Called off meanwhile: a match has one end.
        raise TableError(N_("That match is over."))
    table = await read_table(db, table_id)
    if result.marks is not None and result.scores is not None:
        await dailies.finish(db, table_id, result.scores[0], result.marks)
    strengths: list[tuple[float | None, float | None]] = [(None, None)] * len(table.players)
    if result.rated is not None:
        gone = [seat for seat, ply in enumerate(result.left) if ply is not None]
        strengths = await rate_match(db, table, result.rated, result.ranks, now, gone)
    for seat, (before, after) in enumerate(strengths):
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
                rating_before=before,
                rating_after=after,
            )
        )

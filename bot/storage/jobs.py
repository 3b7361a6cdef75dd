"""Jobs and the times when they are due, in rows. A server's belong to the process of its shard."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import delete, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import jobs
from .upsert import insert_into, upsert

AGAIN = 60.0
"""Seconds until a job is due again that failed, or whose process has died."""
# Most rows of one look. Each job that is done causes another look.
_LOOK = 100


async def set_due(
    db: AsyncConnection, kind: str, subject: int, at: float, guild_id: int = 0
) -> None:
    """Set the time of a server's job, new or known. One that runs is due again after that."""
    row = {"kind": kind, "subject": subject, "guild_id": guild_id, "due_at": at}
    await upsert(db, jobs, row)


async def stand(database: Database, kinds: Collection[str], now: float) -> None:
    """Store jobs without a subject, due at once, unless they are there."""
    async with database.begin() as db:
        for kind in kinds:
            row = insert_into(db, jobs).values(kind=kind, subject=0, guild_id=0, due_at=now)
            await db.execute(row.on_conflict_do_nothing())


async def earliest(database: Database, kinds: Collection[str]) -> Sequence[Any]:
    """Return kind, subject and time of this process's jobs of these kinds that are due first."""
    j, held = jobs.c, database.held
    here = true() if held is None else held.here(j.guild_id)
    query = select(j.kind, j.subject, j.due_at).where(j.kind.in_(kinds), here)
    return await database.rows(query.order_by(j.due_at).limit(_LOOK))


async def start(database: Database, kind: str, subject: int, now: float) -> float | None:
    """Put a job off before it runs, and return until when. Return None if it isn't due."""
    due = update(jobs).filter_by(kind=kind, subject=subject).where(jobs.c.due_at <= now)
    return now + AGAIN if await database.write(due.values(due_at=now + AGAIN)) else None


async def finish(
    database: Database, kind: str, subject: int, put_off: float, due_at: float | None
) -> None:
    """Store the next time of a job that has run. Without one its row is deleted.

    It was `put_off` until that time. Another time was set meanwhile, and stays.
    """
    same = {"kind": kind, "subject": subject, "due_at": put_off}
    if due_at is None:
        await database.write(delete(jobs).filter_by(**same))
    else:
        await database.write(update(jobs).filter_by(**same).values(due_at=due_at))

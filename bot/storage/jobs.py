"""Jobs and the times when they are due, in rows that one of several processes claims."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import jobs
from .upsert import insert_into, upsert

CLAIMED = 60.0
"""Seconds until a job is due again that failed, or whose process renews its claim no more."""
# Most rows of one look. Each job that is done causes another look.
_LOOK = 100


async def set_due(db: AsyncConnection, kind: str, subject: int, at: float) -> None:
    """Set the time of a job, new or known. One that runs is due again after that."""
    await upsert(db, jobs, {"kind": kind, "subject": subject, "due_at": at})


async def stand(database: Database, kinds: Collection[str], now: float) -> None:
    """Store jobs without a subject, due at once, unless they are there."""
    async with database.begin() as db:
        for kind in kinds:
            row = insert_into(db, jobs).values(kind=kind, subject=0, due_at=now)
            await db.execute(row.on_conflict_do_nothing())


async def earliest(database: Database, kinds: Collection[str]) -> Sequence[Any]:
    """Return the rows of these kinds that are due first."""
    query = select(jobs).where(jobs.c.kind.in_(kinds)).order_by(jobs.c.due_at).limit(_LOOK)
    return await database.rows(query)


async def claim(database: Database, kind: str, subject: int, now: float) -> float | None:
    """Claim a job, and return until when. Return None if it isn't due, or if another one has it."""
    j, until = jobs.c, now + CLAIMED
    free = update(jobs).where(_one(kind, subject), j.due_at <= now, j.claimed_until <= now)
    done = await database.write(free.values(due_at=until, claimed_until=until))
    return until if done else None


async def renew(database: Database, kind: str, subject: int, until: float, now: float) -> float:
    """Make a claim last longer, and return until when."""
    mine = and_(_one(kind, subject), jobs.c.claimed_until == until)
    await database.write(update(jobs).where(mine).values(claimed_until=now + CLAIMED))
    return now + CLAIMED


async def finish(
    database: Database, kind: str, subject: int, first: float, until: float, due_at: float | None
) -> None:
    """Give a claim back, with the job's next time. Without one its row is deleted.

    `first` is the end of the claim before it was renewed. A time that was set meanwhile stays.
    """
    mine = and_(_one(kind, subject), jobs.c.claimed_until == until)
    same = and_(mine, jobs.c.due_at == first)
    gone, later = delete(jobs).where(same), update(jobs).where(same)
    async with database.begin() as db:
        await db.execute(gone if due_at is None else later.values(due_at=due_at))
        await db.execute(update(jobs).where(mine).values(claimed_until=0.0))


def _one(kind: str, subject: int) -> ColumnElement[bool]:
    return and_(jobs.c.kind == kind, jobs.c.subject == subject)
